"""The compiled part of `szala`."""

import os
from collections.abc import Callable, Sequence

VERSION: str

def ask(
    words: Sequence[str],
    watcher: Callable[[int, int, str, str], None] | None = None,
    players: Sequence[Lent] = (),
    look: Callable[[], object] | None = None,
) -> tuple[int, str, str | None, bool, bool]:
    """The exit code of a command, what it printed, why it refused, whether that is a bug, and whether it was stopped.

    The watcher is called now and then with how much is done, how much there is to do, both in words, and what was found.
    An exception of a player ends the command and is raised here, and so is one of `look`, which is called now and then.
    """

class Lent:
    """A function that plays, as long as this object lives."""

    def __init__(self, name: str, function: Callable[[str, Sequence[str]], int]) -> None: ...
    @property
    def name(self) -> str:
        """The name by which commands know it."""

def main(words: Sequence[str]) -> int:
    """Run the command with these words, of which the first is its name; give the exit code."""

class Games:
    """The games of a recorded run."""

    def __init__(self, folder: str | os.PathLike[str]) -> None: ...
    def manifest(self) -> str:
        """The manifest, as JSON."""

    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
