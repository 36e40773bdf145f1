"""What commands find, as objects: every figure with its interval. The keys are those of `docs/JSON.md`."""

from __future__ import annotations

import html
import keyword
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from szala._records import Records

_ESTIMATE = {"value", "low", "high", "games", "unit"}


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval.

    >>> print(Estimate(0.5, 0.4021, 0.5979, 100, "share"))
    50.00 (40.21 to 59.79) %
    >>> Estimate(0.5, 0.4021, 0.5979, 100, "share").excludes(0.6)
    True
    """

    value: float | None
    """The estimate; nothing where there are no games."""
    low: float | None
    """The lower end of the interval; nothing where it is not known."""
    high: float | None
    """The upper end of the interval."""
    games: int
    """The games, or pairs of games, that it rests on."""
    unit: str
    """`share` (a part of one), `vp`, `decisions`, `per_game`, `correlation`."""

    def excludes(self, value: float) -> bool:
        """Is this value outside of the interval?"""
        return self.low is not None and self.high is not None and not self.low <= value <= self.high

    def __str__(self) -> str:
        if self.value is None:
            return "unknown"
        factor, unit = (100.0, " %") if self.unit == "share" else (1.0, "")
        if self.low is None or self.high is None:
            return f"{self.value * factor:.2f}{unit}"
        low, high = self.low * factor, self.high * factor
        return f"{self.value * factor:.2f} ({low:.2f} to {high:.2f}){unit}"


def _read(value: Any) -> Any:
    if isinstance(value, dict):
        return Estimate(**value) if value.keys() == _ESTIMATE else Findings(value)
    if isinstance(value, list):
        return [_read(each) for each in value]
    return value


def _page(found: Any) -> str:
    """Anything that was found, for a notebook: tables in tables, long ones closed."""
    if isinstance(found, Findings):
        rows = "".join(
            f"<tr><th style='text-align:left;vertical-align:top'>{html.escape(key)}</th><td>{_page(value)}</td></tr>"
            for key, value in found.items()
        )
        return f"<table>{rows}</table>"
    if isinstance(found, list) and any(isinstance(each, Findings) for each in found):
        return f"<details><summary>{len(found)}</summary>{''.join(_page(each) for each in found)}</details>"
    if isinstance(found, list):
        return html.escape(", ".join(map(str, found)))
    return "" if found is None else html.escape(str(found))


class Findings(Mapping[str, Any]):
    """What a command found: a mapping whose keys are attributes as well.

    >>> found = Findings({"games": {"ended": 7}, "without": 1})
    >>> found.games.ended
    7
    >>> found["without"]
    1
    """

    def __init__(self, found: Mapping[str, Any]) -> None:
        self._found = {key: _read(value) for key, value in found.items()}
        self._plain = dict(found)

    def __getitem__(self, key: str) -> Any:
        return self._found[key]

    def __getattr__(self, key: str) -> Any:
        if key.startswith("_"):
            raise AttributeError(key)
        try:
            return self._found[key]
        except KeyError:
            raise AttributeError(f"there is no {key!r}; there are {', '.join(self._found)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __dir__(self) -> list[str]:
        named = [key for key in self._found if key.isidentifier() and not keyword.iskeyword(key)]
        return [*super().__dir__(), *named]

    def json(self) -> dict[str, Any]:
        """The document as the command printed it, without objects."""
        return self._plain

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self._found)})"

    def _repr_html_(self) -> str:
        return _page(self)


class Run(Findings):
    """What `Scenario.run` found."""

    def __init__(self, found: Mapping[str, Any], out: Path | TemporaryDirectory[str] | None = None) -> None:
        super().__init__(found)
        self._out = out

    @property
    def sides(self) -> tuple[str, str]:
        """The first and the second side."""
        first, second = self["sides"]
        return first, second

    @property
    def score(self) -> Estimate:
        """The score of the first side; a draw is half a win."""
        return self._estimate("score")

    @property
    def first_wins(self) -> Estimate:
        """The share of games that the first side won."""
        return self._estimate("first_wins")

    @property
    def draws(self) -> Estimate:
        """The share of games that nobody won."""
        return self._estimate("draws")

    @property
    def second_wins(self) -> Estimate:
        """The share of games that the second side won."""
        return self._estimate("second_wins")

    @property
    def games(self) -> int:
        """The games that were played."""
        games: int = self["games"]["counted"]
        return games

    @property
    def verdict(self) -> Findings | None:
        """The verdict, if `margin` asked for one."""
        verdict: Findings | None = self["verdict"]
        return verdict

    @property
    def records(self) -> Records:
        """The games, one row each, if `records` or `out` asked for them."""
        if self._out is None:
            raise ValueError("the games were not recorded; play the run with records=True or with out=FOLDER")
        if isinstance(self._out, TemporaryDirectory):
            return Records(Path(self._out.name) / "run", keep=self._out)
        return Records(self._out)

    def _estimate(self, key: str) -> Estimate:
        estimate: Estimate = self["outcome"][key]
        return estimate

    def _answer(self) -> str:
        verdict = self.verdict
        if verdict is None:
            return ""
        margin = f"margin {verdict['margin'] * 100:g} points"
        words = {
            "fair": "fair",
            "undecided": f"undecided; about {verdict['games_more']} more games",
            "depends_on_play": "depends on play",
        }
        told = words.get(verdict["verdict"]) or f"favours {verdict['favours']}"
        return f"{told} ({margin})"

    def _rows(self) -> list[tuple[str, Estimate]]:
        first, second = self.sides
        return [
            (f"{first} win", self.first_wins),
            ("draw", self.draws),
            (f"{second} win", self.second_wins),
            (f"score of {first}", self.score),
        ]

    def __str__(self) -> str:
        rows = self._rows()
        width = max(len(name) for name, _ in rows)
        lines = [f"{self['title']}: {self.games} games, seed {self['seed']}"]
        lines += [f"  {name:<{width}}  {estimate}" for name, estimate in rows]
        if answer := self._answer():
            lines.append(f"  verdict: {answer}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Run: {self['title']}, {self.games} games, score of {self.sides[0]} {self.score}>"

    def _repr_html_(self) -> str:
        title = self["title"] + (f" [{self['variant']}]" if self["variant"] else "")
        first, second = self.sides
        players = " against ".join(self["players"])
        rows = "".join(
            f"<tr><th style='text-align:left'>{html.escape(name)}</th><td>{html.escape(str(estimate))}</td></tr>"
            for name, estimate in self._rows()
        )
        wins = [self.first_wins.value or 0.0, self.draws.value or 0.0, self.second_wins.value or 0.0]
        colours = ["#3b6ea8", "#9a9a9a", "#b5563c"]
        bar = "".join(
            f"<span style='display:inline-block;height:0.8em;width:{share * 100:.3f}%;background:{colour}'></span>"
            for share, colour in zip(wins, colours)
        )
        answer = self._answer()
        verdict = f"<p><strong>{html.escape(answer)}</strong></p>" if answer else ""
        endings = "".join(
            f"<tr><td>{html.escape(each['reason'] or '')} [{html.escape(each['rule'] or '')}]</td>"
            f"<td>{html.escape(str(each['share']))}</td></tr>"
            for each in self["reasons"]
        )
        return (
            f"<div style='max-width:40em'><h4>{html.escape(title)}</h4>{verdict}"
            f"<div title='{html.escape(first)}, draw, {html.escape(second)}' style='white-space:nowrap'>{bar}</div>"
            f"<table>{rows}</table><table>{endings}</table>"
            f"<p><small>{self.games} games, {html.escape(players)}, seed {self['seed']}; "
            f"95 % intervals</small></p></div>"
        )


class Comparison(Findings):
    """What `compare` and `Scenario.whatif` found: pairs of games with the same dice."""

    @property
    def difference(self) -> Estimate:
        """How much more the second variant scores for the first side."""
        return self.axis("score")

    def axis(self, name: str) -> Estimate:
        """The difference on an axis: `score`, `first_wins`, `draws`, `second_wins`, `lead`, `decisions`, `aborted`."""
        difference: Estimate = self["axes"][name]["difference"]
        return difference

    @property
    def pairs(self) -> int:
        """The pairs of games that were played."""
        pairs: int = self["pairs"]
        return pairs

    def __str__(self) -> str:
        lines = [f"{self['b']} against {self['a']}: {self.pairs} pairs, seed {self['seed']}"]
        lines += [f"  {name}: {axis['difference']}" for name, axis in self["axes"].items()]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Comparison: {self.pairs} pairs, score changes by {self.difference}>"

    def _repr_html_(self) -> str:
        def row(name: str, axis: Findings) -> str:
            cells = "".join(f"<td>{html.escape(str(axis[key]))}</td>" for key in ("a", "b", "difference"))
            return f"<tr><th style='text-align:left'>{html.escape(name)}</th>{cells}</tr>"

        rows = "".join(row(name, axis) for name, axis in self["axes"].items())
        head = f"<tr><th></th><th>{html.escape(self['a'])}</th><th>{html.escape(self['b'])}</th><th>difference</th></tr>"
        return f"<table>{head}{rows}</table><p><small>{self.pairs} pairs, seed {self['seed']}</small></p>"
