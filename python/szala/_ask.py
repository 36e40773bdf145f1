"""How commands are asked."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar, cast

from szala import _szala
from szala._errors import Fault, Interrupted, SzalaError, Waiting
from szala._findings import Findings
from szala._players import Players, seated
from szala._progress import watcher

Word: TypeAlias = "str | int | float | os.PathLike[str]"
Plain: TypeAlias = "Word | bool | None | Iterable[Word]"
Option: TypeAlias = "Plain | Players"
Found = TypeVar("Found")

_INTERRUPTED = 130
_UNJUDGED = 3


def _words(command: str, arguments: Iterable[Word], options: Mapping[str, Plain]) -> list[str]:
    """The words of a command line. What begins with a hyphen can only be an option."""
    words = command.split()
    for key, value in options.items():
        option = "--" + key.strip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if key == "changes":
            # Each with its kind, in the order in which they were made: of two for the same value the later counts.
            words += [f"--{each}" for each in value if isinstance(each, str)] if isinstance(value, list) else []
            continue
        if value is True:
            words.append(option)
        elif isinstance(value, (str, int, float, os.PathLike)):
            words.append(f"{option}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
        else:
            words += [f"{option}={each}" for each in value]
    return [*words, "--", *(str(each) for each in arguments)]


def text(command: str, *arguments: Word, **options: Option) -> str:
    """What a command prints, as text.

    Options are those of the command line, with `_` for `-`: `stop_hopeless=True` is `--stop-hopeless`. What can be
    given several times takes a list.

    >>> print(text("list", players="two-gates").splitlines()[0])
    Two Gates
    """
    return _asked(lambda printed: printed, command, arguments, options)


def ask(command: str, *arguments: Word, **options: Option) -> Findings:
    """What any command finds, with the keys of `docs/JSON.md`. Options are given as to `text`.

    >>> ask("run", "two-gates", games=100).outcome.score.games
    100
    """
    return found(Findings, command, *arguments, **options)


def found(read: Callable[[dict[str, Any]], Found], command: str, *arguments: Word, **options: Option) -> Found:
    """What a command finds, read from its JSON."""
    return _asked(lambda printed: read(json.loads(printed)), command, arguments, {**options, "format": "json"})


def found_while(
    look: Callable[[], object],
    read: Callable[[dict[str, Any]], Found],
    command: str,
    *arguments: Word,
    **options: Option,
) -> Found:
    """The same; `look` is called now and then, and what it raises ends the command."""
    return _asked(lambda printed: read(json.loads(printed)), command, arguments, {**options, "format": "json"}, look)


def _asked(
    read: Callable[[str], Found],
    command: str,
    arguments: Iterable[Word],
    options: Mapping[str, Option],
    look: Callable[[], object] | None = None,
) -> Found:
    players, lent = seated(options.get("players"))
    words = _words(command, arguments, cast("dict[str, Plain]", {**options, "players": players}))
    with watcher() as watch:
        code, printed, refused, is_fault, is_stopped = _szala.ask(words, watch, lent, look)
    if is_stopped:
        raise Interrupted(read(printed) if printed and code in (0, _INTERRUPTED) else None)
    if refused is not None:
        raise (Fault if is_fault else Waiting if code == _UNJUDGED else SzalaError)(refused)
    return read(printed)
