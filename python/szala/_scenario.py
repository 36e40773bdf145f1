"""Scenarios, and what can be asked of them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

from szala import _options as options
from szala._ask import Option, ask, found, text
from szala._errors import SzalaError
from szala._findings import Comparison, Findings, Run
from szala._pictures import Page, Picture, page

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class Value:
    """A value of a scenario that can be changed."""

    path: str
    """How it is named."""
    value: str
    """What it is now."""
    takes: str
    """What it takes, in words."""
    likely: tuple[str, str] | None
    """The range in which the printed value lies, where the files know it."""


class Scenario:
    """A scenario, with changes to it. It never changes itself: every change makes another one.

    >>> import szala
    >>> scenario = szala.load("verdox/mirror")
    >>> scenario.title
    'Verdox: the mirror'
    >>> scenario.sides
    ('Hasbergs', 'Askans')
    >>> scenario.values["turns"].value
    '30'
    >>> scenario.set({"turns": 20}).values["turns"].value
    '20'
    """

    def __init__(self, name: str | os.PathLike[str], changes: Sequence[tuple[str, str]] = ()) -> None:
        self._name = os.fspath(name)
        self._changes = tuple(changes)
        game = ask("list", players=self._name)["games"][0]
        self._sides: tuple[str, str] = (game["sides"][0]["side"], game["sides"][1]["side"])
        self._players: tuple[dict[str, str], ...] = tuple(
            {each["player"]: each["about"] for each in side["players"]} for side in game["sides"]
        )
        self._usual: str = game["usual"]
        self._title: str = game["title"]
        self._variant: str | None = None
        if self._changes:
            checked = self._ask("validate")["files"][0]
            if not checked["is_sound"]:
                raise SzalaError("\n".join(f"{error['at']}: {error['message']}" for error in checked["errors"]))
            self._variant = checked["variant"]

    @property
    def name(self) -> str:
        """The path or the name that it was loaded by."""
        return self._name

    @property
    def title(self) -> str:
        """What its file calls it."""
        return self._title

    @property
    def variant(self) -> str | None:
        """The changes to it, in words."""
        return self._variant

    @property
    def sides(self) -> tuple[str, str]:
        """The first and the second side."""
        return self._sides

    @property
    def usual_player(self) -> str:
        """Who plays where nobody is named."""
        return self._usual

    def players(self, side: str) -> dict[str, str]:
        """Who can play a side, and what they do."""
        if side not in self._sides:
            raise SzalaError(f"there is no side `{side}`; there are {' and '.join(self._sides)}")
        return dict(self._players[self._sides.index(side)])

    @property
    def values(self) -> dict[str, Value]:
        """Every value that can be changed, by its path."""
        values = ask("list", **self._changed({"paths": self._name}))["values"]
        return {
            each["path"]: Value(
                each["path"], each["value"], each["takes"], tuple(each["likely"]) if each["likely"] else None
            )
            for each in values
        }

    def set(self, values: Mapping[str, object]) -> Scenario:
        """The scenario with other values: paths as `values` and `docs/VARIANTS.md` have them."""
        return self._with(*(("set", f"{path}={_written(value)}") for path, value in values.items()))

    def add(self, file: str | os.PathLike[str]) -> Scenario:
        """The scenario with the units and commanders of a file."""
        return self._with(("add", os.fspath(file)))

    def remove(self, name: str) -> Scenario:
        """The scenario without a unit or a commander."""
        return self._with(("remove", name))

    def with_variant(self, file: str | os.PathLike[str]) -> Scenario:
        """The scenario with the changes of a variant's file."""
        return self._with(("variant", os.fspath(file)))

    def run(
        self,
        *,
        games: int | Literal["auto"] | None = None,
        records: bool = False,
        out: str | os.PathLike[str] | None = None,
        **options: Unpack[options.Run],
    ) -> Run:
        """Play it many times: who wins how often, how games end, and why.

        The games are those of `szala run` with the same options. `records` keeps them for `Run.records`, `out` in a
        folder of their own. `margin` asks for a verdict.

        >>> import szala
        >>> run = szala.load("two-gates").run(games=1000, margin=5)
        >>> run.games, run.score.excludes(0.5)
        (1000, False)
        """
        passing = TemporaryDirectory(prefix="szala-") if records and out is None else None
        folder = Path(passing.name) / "run" if passing else out
        kept = passing or (Path(out) if out is not None else None)
        asked = self._changed({"games": games, "out": folder, **options})
        return found(lambda read: Run(read, kept), "run", self._name, **asked)

    def whatif(self, **options: Unpack[options.WhatIf]) -> Comparison:
        """Compare the scenario as it is with this changed one, in pairs of games with the same dice.

        >>> import szala
        >>> changed = szala.load("verdox/mirror").set({"turns": 20})
        >>> changed.whatif(games=20).pairs
        20
        """
        return found(Comparison, "whatif", self._name, **self._changed(options))

    def odds(self, **options: Unpack[options.Odds]) -> Findings:
        """Exact chances: of what is done in a position, `at="GAME:STEP"`, or of a table, `table="NAME"`.

        >>> import szala
        >>> [event.chance.fraction for event in szala.load("verdox/mirror").odds(at="0:1").events]
        ['1/2', '1/2']
        """
        return self._ask("odds", **options)

    def sweep(self, vary: str | Sequence[str], **options: Unpack[options.Sweep]) -> Findings:
        """Vary one or two values over a range, with the same games in every cell.

        >>> import szala
        >>> for cell in szala.load("verdox/mirror").sweep("turns=20..21", games=10).cells:
        ...     print(cell["values"], cell.outcome.score.games)
        ['20'] 10
        ['21'] 10
        """
        return self._ask("sweep", vary=[vary] if isinstance(vary, str) else vary, **options)

    def sensitivity(self, **options: Unpack[options.Sensitivity]) -> Findings:
        """Which values matter, which do not, and how far uncertain ones could move the score."""
        return self._ask("sensitivity", **options)

    def balance(self, **options: Unpack[options.Balance]) -> Findings:
        """Search for the cheapest changes that would make it fair, and check them with fresh games."""
        return self._ask("balance", **options)

    def plan(self, **options: Unpack[options.Plan]) -> Findings:
        """How many games, and how much time, a question takes."""
        return self._ask("plan", **options)

    def luck(self, **options: Unpack[options.Luck]) -> Findings:
        """The luck of a game, or with `games` how much of what decides games is luck."""
        return self._ask("luck", **options)

    def advantage(self, **options: Unpack[options.Advantage]) -> Findings:
        """Separate the advantage of the ground, of the first move and of each side."""
        return self._ask("advantage", **options)

    def robust(self, out: str | os.PathLike[str], **options: Unpack[options.Robust]) -> Findings:
        """Search for better play, into a folder: how far could it move the score?"""
        return self._ask("robust", out=out, **options)

    def challenge(self, players: str | Sequence[str], **options: Unpack[options.Challenge]) -> Findings:
        """Play anybody's players against the mixes of a search: does its play interval hold?"""
        return self._ask("challenge", players=players, **options)

    def secrets(self, **options: Unpack[options.Secrets]) -> Findings:
        """Solve choices that both sides make in secret: how to mix them, and what knowing is worth."""
        return self._ask("secrets", **options)

    def gate(self, baseline: str | os.PathLike[str], **options: Unpack[options.Gate]) -> Findings:
        """Check it against a baseline: what `answer` says is no error, whatever it says."""
        return self._ask("gate", baseline=baseline, **options)

    def replay(self, number: int | None = None, **options: Unpack[options.Replay]) -> str:
        """One game in full, die by die and rule by rule."""
        return text("replay", self._name, **self._changed({"number": number, **options}))

    def viewer(self, number: int | None = None, **options: Unpack[options.Replay]) -> Page:
        """One game as a page: the map, step by step, with what was rolled and by which rule.

        >>> import szala
        >>> szala.load("verdox/mirror").viewer(3).startswith("<!DOCTYPE html>")
        True
        """
        return page("replay", self._name, **self._changed({"number": number, **options}))

    def map(self) -> Picture:
        """The map with the set-up.

        >>> import szala
        >>> szala.load("verdox/mirror").map().startswith("<svg")
        True
        """
        return Picture(text("show map", self._name, **self._changed({"format": "svg"})))

    def _with(self, *changes: tuple[str, str]) -> Scenario:
        return Scenario(self._name, (*self._changes, *changes))

    def _changed(self, options: Mapping[str, Any]) -> dict[str, Option]:
        return {"changes": [f"{kind}={word}" for kind, word in self._changes], **options}

    def _ask(self, command: str, **options: Option) -> Findings:
        return ask(command, self._name, **self._changed(options))

    def __repr__(self) -> str:
        variant = f" [{self._variant}]" if self._variant else ""
        return f"<Scenario: {self._title}{variant}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scenario) and (self._name, self._changes) == (other._name, other._changes)

    def __hash__(self) -> int:
        return hash((self._name, self._changes))


def load(name: str | os.PathLike[str]) -> Scenario:
    """Load a scenario: a file by its path, or one that comes with Szala by its name; or a game without files.

    >>> import szala
    >>> szala.load("niemenczyn-1794/historical")
    <Scenario: Niemenczyn 1794, I: historical>
    >>> szala.load("niemenczyn-1794/historcal")
    Traceback (most recent call last):
        ...
    szala._errors.SzalaError: there is no file or scenario `niemenczyn-1794/historcal`; did you mean \
`niemenczyn-1794/historical`? `szala list` shows what can be played; the path of a scenario file works too
    """
    return Scenario(name)


def scenarios(folder: str | os.PathLike[str] | None = None) -> dict[str, str | None]:
    """The games and scenarios that can be loaded, with their titles; those of a folder, if one is named.

    >>> import szala
    >>> szala.scenarios()["verdox/mirror"]
    'Verdox: the mirror'
    """
    games: list[Any] = ask("list", *([] if folder is None else [folder]))["games"]
    return {game["game"]: game["title"] for game in games}


def compare(a: Scenario, b: Scenario, **options: Unpack[options.Compare]) -> Comparison:
    """Compare two scenarios in pairs of games with the same dice. For a changed scenario ask `Scenario.whatif`.

    >>> import szala
    >>> fair = szala.load("two-gates")
    >>> szala.compare(fair, fair, games=10).differing
    0
    """
    if a._changes or b._changes:
        raise SzalaError("two files are compared as they are; ask `whatif` of the changed one")
    return found(Comparison, "compare", a.name, b.name, **options)


def cases(*files: str | os.PathLike[str], **options: Unpack[options.Case]) -> Findings:
    """Run files of rule cases; failed ones are among the findings."""
    return ask("case", *files, **options)


def league(*of: Scenario | str | os.PathLike[str], **options: Unpack[options.League]) -> Findings:
    """Play every player of one side against every player of the other; rank them by strength.

    >>> import szala
    >>> sorted(each.player for each in szala.league("two-gates", games=10).leagues[0].strength[0].order)
    ['greedy', 'sentry', 'uniform']
    """
    return ask("league", *(each.name if isinstance(each, Scenario) else each for each in of), **options)


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
