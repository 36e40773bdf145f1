"""The progress of a command: a bar in a notebook; in a terminal the command draws its own."""

from __future__ import annotations

import html
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Progress:
    """How far a command is.

    >>> print(Progress(2_000, 10_000, "2000 of 10000 games, 950 a second", "Red 40.1 %"))
    [####................] 2000 of 10000 games, 950 a second: Red 40.1 %
    """

    done: int
    """How much is done, in whatever the command counts."""
    all: int
    """How much there is to do, as far as is known."""
    pace: str
    """The same in words, with speed and time left."""
    found: str
    """The findings so far; empty if the command does not report them."""

    def __str__(self) -> str:
        full = 20 * self.done // max(self.all, 1)
        return f"[{'#' * full}{'.' * (20 - full)}] {self._words()}"

    def _words(self) -> str:
        return f"{self.pace}: {self.found}" if self.found else self.pace

    def _repr_html_(self) -> str:
        bar = f"<progress value='{self.done}' max='{max(self.all, 1)}'></progress>"
        return f"<div>{bar} <small>{html.escape(self._words())}</small></div>"


Show = Callable[[Progress], object]

_shown: ContextVar[Show | None] = ContextVar("szala-progress", default=None)


@contextmanager
def progress(show: Show) -> Iterator[None]:
    """Give the progress of all commands inside to a function, instead of showing it.

    >>> import szala
    >>> with progress(lambda progress: None):
    ...     szala.load("two-gates").run(games=100).games
    100
    """
    before = _shown.set(show)
    try:
        yield
    finally:
        _shown.reset(before)


@contextmanager
def watcher() -> Iterator[Callable[[int, int, str, str], None] | None]:
    """Who is called while a command runs; nobody in a terminal, where the command draws a bar itself."""
    show = _shown.get()
    if show is not None:
        yield lambda *news: _ignore(show(Progress(*news)))
        return
    display = _notebook()
    if display is None:
        yield None
        return
    handle: Any = None

    def draw(*news: Any) -> None:
        nonlocal handle
        if handle is None:
            handle = display(Progress(*news), display_id=True)
        else:
            handle.update(Progress(*news))

    try:
        yield draw
    finally:
        if handle is not None:
            # The result stands alone then.
            handle.update(_Nothing())


def _ignore(_: object) -> None:
    pass


class _Nothing:
    def __repr__(self) -> str:
        return ""

    def _repr_html_(self) -> str:
        return ""


def _notebook() -> Callable[..., Any] | None:
    """What shows an object in a notebook; nothing elsewhere."""
    ipython: Any = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    # A shell in a terminal has no kernel, and its user sees the bar of the command.
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from importlib import import_module

    display: Callable[..., Any] = import_module("IPython.display").display
    return display
