"""What can go wrong."""

from __future__ import annotations

from typing import Any


class SzalaError(ValueError):
    """A command refused: what is wrong, where, and what would be right, in the command's own words."""


class Fault(SzalaError):
    """A fault of Szala itself, which should be reported. The interpreter goes on."""


class Waiting(SzalaError):
    """Another part of the same search has not played something yet; asked again, the command goes on."""


class Interrupted(KeyboardInterrupt):
    """Somebody pressed Ctrl-C. `result` is what had been found by then, or nothing."""

    def __init__(self, result: Any = None) -> None:
        super().__init__("interrupted; what was found by then is the attribute `result`")
        self.result = result
