"""Players written in Python, for small questions: a decision takes far longer than one of the players that Szala has."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from szala._errors import SzalaError
from szala._szala import Lent

Player: TypeAlias = "Callable[[Decision], int | str]"
"""A function that decides: it gives the place of its choice among the actions, or the action."""

Players: TypeAlias = "str | Player | tuple[str | Player, str | Player]"
"""Who plays: one for both sides, or one for each; a name as on the command line, or a function."""


@dataclass(frozen=True)
class Piece:
    """A piece as both sides see it."""

    name: str
    side: str | None
    """The side that holds it."""
    kind: str
    """What it is."""
    at: str
    """The hex, or the place beside the map."""
    is_on_map: bool
    """Does it stand on the map? A captured gun lies there and does not."""
    heading: int | None
    """Where it faces: degrees clockwise from the top of the map."""
    strength: int | None
    losses: int
    conditions: tuple[str, ...]


class Decision:
    """What a player sees when it decides. What is hidden from it is not there; nor are its own secrets."""

    def __init__(self, position: str, actions: Sequence[str]) -> None:
        self._position = position
        self.actions = tuple(actions)
        """The legal actions, as traces and rule cases write them."""

    @cached_property
    def _read(self) -> dict[str, Any]:
        read: dict[str, Any] = json.loads(self._position)
        return read

    @property
    def side(self) -> str:
        """The side it decides for."""
        return str(self._read["side"])

    @property
    def stage(self) -> int:
        """The stage or turn of the game, from 1."""
        return int(self._read["stage"])

    @property
    def lead(self) -> int:
        """Victory points of its side less those of the other."""
        return int(self._read["lead"])

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Everything that stands on the map or beside it."""
        return tuple(Piece(**{**each, "conditions": tuple(each["conditions"])}) for each in self._read["pieces"])

    @cached_property
    def random(self) -> random.Random:
        """Chance that depends on the game and on nothing else: with it the same seed gives the same games."""
        return random.Random(self._read["lot"])

    def __repr__(self) -> str:
        return f"<Decision: {self.side}, stage {self.stage}, {len(self.actions)} actions>"


def seated(players: object) -> tuple[object, list[Lent]]:
    """The names of players as commands take them, and what has to live until they have played."""
    if not callable(players) and not (isinstance(players, tuple) and len(players) == 2):
        return players, []
    both = players if isinstance(players, tuple) else (players,)
    lent: list[Lent] = []
    names: list[str] = []
    for each in both:
        if callable(each):
            lent.append(Lent(_name_of(each), _asking(each)))
            names.append(lent[-1].name)
        elif isinstance(each, str):
            names.append(each)
        else:
            raise SzalaError(f"a player is a name or a function, not {each!r}")
    return ",".join(names), lent


def _name_of(player: object) -> str:
    name = getattr(player, "__name__", type(player).__name__)
    return re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-") or "player"


def _asking(player: Player) -> Callable[[str, Sequence[str]], int]:
    def asked(position: str, actions: Sequence[str]) -> int:
        chosen = player(Decision(position, actions))
        if isinstance(chosen, str):
            if chosen not in actions:
                raise SzalaError(f"`{chosen}` is none of the {len(actions)} actions: {_some(actions)}")
            return actions.index(chosen)
        if isinstance(chosen, bool) or not isinstance(chosen, int) or not 0 <= chosen < len(actions):
            raise SzalaError(
                f"a player gives an action or its place, from 0 to {len(actions) - 1} here, not {chosen!r}"
            )
        return chosen

    return asked


def _some(actions: Sequence[str]) -> str:
    return ", ".join(f"`{action}`" for action in actions[:5]) + (", ..." if len(actions) > 5 else "")
