"""The options of commands, as keywords: those of the command line with `_` for `-`. `szala COMMAND --help` says what each
means; a test holds these lists to it. `format` is not among them, since findings come as objects."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict

if TYPE_CHECKING:
    from szala._players import Players

    File: TypeAlias = str | os.PathLike[str]
    Lang: TypeAlias = Literal["en", "pl"]


class Played(TypedDict, total=False):
    """Who plays, which games, and on how many threads."""

    players: Players
    seed: int
    threads: int


class Drawn(TypedDict, total=False):
    """A chart of what was found."""

    chart: File
    lang: Lang
    lexicon: File


class Chart(TypedDict, total=False):
    """Of `chart`, but for the file."""

    width: int
    height: int
    lang: Lang
    lexicon: File
    games: int
    threads: int


class Studied(Played, Drawn, total=False):
    """A page of what was found too."""

    html: File


class Run(Played, total=False):
    """Of `run`, but for those that decide what is recorded."""

    keyed: bool
    resume: bool
    shard: str
    shards: File
    tables: str
    margin: float
    draws: str
    walkovers: str
    walkover: int
    long: str
    why_pairs: int
    until_decided: bool
    precision: float
    html: File
    lang: Lang
    lexicon: File


class Compare(Studied, total=False):
    """Of `compare`."""

    games: int
    detect: float
    diverge: int | Literal["first"]
    out: File
    resume: bool
    shards: File


class WhatIf(Compare, total=False):
    """Of `whatif`."""

    robust: float
    robust_games: int


class Sweep(Studied, total=False):
    """Of `sweep`, but for what is varied."""

    games: int
    margin: float
    stop_hopeless: bool
    cells: str
    out: File


class Sensitivity(Studied, total=False):
    """Of `sensitivity`."""

    all: bool
    paths: str
    games: int
    margin: float
    strongest: int
    pair_games: int
    scenarios: int
    scenario_games: int


class Balance(Studied, total=False):
    """Of `balance`."""

    palette: File
    also: str | Sequence[str]
    target: float
    margin: float
    draws: float
    edits: int
    answers: int
    games: int
    check_games: int
    races: File
    part: str
    no_wait: bool
    out: File


class Plan(Played, Drawn, total=False):
    """Of `plan`."""

    margin: float
    precision: float
    detect: float
    gate: bool
    margins: str
    level: float
    power: float
    vary: str | Sequence[str]
    games: int
    pilot: int
    seconds: float


class Luck(Played, Drawn, total=False):
    """Of `luck`."""

    game: int
    keyed: bool
    games: int
    adjust: int
    rollouts: int
    policy: str


class Odds(TypedDict, total=False):
    """Of `odds`."""

    at: str
    action: str
    until: int | str
    table: str | Literal[True]
    passes: int
    players: Players
    seed: int
    keyed: bool
    scenarios: File
    chart: File
    lang: Lang


class Advantage(Played, total=False):
    """Of `advantage`."""

    maps: int
    first_map: int
    even: bool
    with_: str | Sequence[str]
    games: int
    margin: float
    out: File


class Robust(TypedDict, total=False):
    """Of `robust`, but for the folder it writes to."""

    minutes: float
    games: int
    with_: str
    without: str
    join: str
    gain: float
    margin: float
    seed: int
    threads: int
    resume: bool


class Challenge(TypedDict, total=False):
    """Of `challenge`, but for who challenges."""

    side: str
    mix: File
    games: int
    keep: bool
    margin: float
    seed: int
    threads: int


class Secrets(Played, total=False):
    """Of `secrets`."""

    games: int
    survey: int


class Tune(TypedDict, total=False):
    """Of `tune`, but for whose player, against whom, and where the weights are written."""

    player: str
    steps: int
    games: int
    perturbation: float
    first_move: float
    evaluate_every: int
    evaluation_games: int
    seed: int
    threads: int


class Replay(Played, total=False):
    """Of `replay`, but for the number of the game."""

    keyed: bool
    pick: str
    games: int
    explain: bool
    html: File
    luck: bool
    rollouts: int
    lang: Lang
    lexicon: File


class League(Drawn, total=False):
    """Of `league`."""

    players: str
    games: int
    with_search: int
    search_games: int
    seed: int
    threads: int


class Gate(Played, total=False):
    """Of `gate`, but for the baseline."""

    update: bool
    allow: str | Sequence[str]
    games: int | Literal["auto"]
    margins: str
    level: float
    power: float
    report: str | Sequence[str]


class Case(TypedDict, total=False):
    """Of `case`."""

    scenarios: File
    all: bool
