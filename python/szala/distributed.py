"""The same work on many machines, over a `dask.distributed.Client`: `pip install 'szala[distributed]'`.

>>> from distributed import Client
>>> import szala
>>> from szala import distributed
>>> with Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as client:
...     run = distributed.run(client, szala.load("two-gates"), games=1000, shard_games=250)
>>> run.json() == szala.load("two-gates").run(games=1000).json()
True

A run is cut into shards, stretches of game numbers, each of which is a task. A worker that dies loses the shard under
way and nothing else. Shards are joined and looked at in the order of their games on the machine of the client while
others are played, by `szala run --shards`, so bytes, figures and verdicts are those of one machine, and a run that ends
by what it shows ends with the same game.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

import szala
from szala import _options as options
from szala._ask import Option, Word, ask as _ask, found, found_while, text
from szala._errors import SzalaError, Waiting
from szala._findings import Comparison, Findings, Run
from szala._scenario import Scenario

try:
    from distributed import Client, Future, as_completed
except ImportError as missing:
    raise ImportError("szala.distributed stands on Dask: pip install 'szala[distributed]'") from missing

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["ask", "balance", "compare", "run", "sweep", "tune"]

Files = dict[str, bytes]

_UNTIL_DECIDED = 1_000_000
_AUTO = 1_000_000_000_000
_USUAL = 10_000
_SHARD = 20_000
"""Games of a shard at most where nobody says how many."""
_LOOKED_AT = 2_000
"""The same where what they show may end the run."""


def run(
    client: Client,
    scenario: Scenario,
    *,
    games: int | Literal["auto"] | None = None,
    records: bool = False,
    out: str | os.PathLike[str] | None = None,
    shard_games: int | None = None,
    shared: str | os.PathLike[str] | None = None,
    **options: Unpack[options.Run],
) -> Run:
    """`Scenario.run` on the workers of a cluster.

    A task plays `shard_games` games on one thread. Its games come back through the scheduler, or where `shared` names a
    folder that all machines have, they are written there, and shards that are there already are not played again.
    """
    _named(options)
    most = _games(games, options)
    if refused := {"resume", "shard", "shards"} & options.keys():
        raise SzalaError(f"a cluster deals out the shards itself; leave {refused.pop()} out")
    slots = _agreed(client)
    ends_by_itself = games == "auto" or bool(options.get("until_decided"))
    size = shard_games or min(_LOOKED_AT if ends_by_itself else _SHARD, max(1, most // (16 * slots)))
    asked = scenario._changed({"games": games, **options})
    passing = TemporaryDirectory(prefix="szala-") if records and out is None else None
    folder = Path(passing.name) / "run" if passing else None if out is None else Path(out)
    _refuse_old(folder)
    with _Shards(client, {"": (scenario.name, asked)}, size, most, slots, shared) as plays:
        joined = {**asked, "out": folder, "shards": plays.folder}
        return found_while(plays.check, lambda read: Run(read, passing or folder), "run", scenario.name, **joined)


def compare(
    client: Client,
    a: Scenario,
    b: Scenario,
    *,
    shard_games: int | None = None,
    shared: str | os.PathLike[str] | None = None,
    **options: Unpack[options.WhatIf],
) -> Comparison:
    """`szala.compare` of two scenarios, or `whatif` where `b` is `a` with changes, on the workers of a cluster.

    Both variants are runs in shards with the same dice, and the pairs are made of their games.

    >>> from distributed import Client
    >>> a = szala.load("verdox/mirror")
    >>> b = a.set({"turns": 20})
    >>> with Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as client:
    ...     compared = compare(client, a, b, games=20)
    >>> compared.json() == b.whatif(games=20).json()
    True
    """
    _named(options)
    if refused := {"diverge", "resume", "shards"} & options.keys():
        raise SzalaError(f"{refused.pop()} is for one machine; leave it out")
    is_change = a.name == b.name and not a._changes and bool(b._changes)
    if not is_change and (a._changes or b._changes):
        raise SzalaError("compare two files as they are, or a scenario with a changed version of itself")
    slots = _agreed(client)
    is_asked = "detect" in options
    most: int = options.get("games", _UNTIL_DECIDED if is_asked else _USUAL)
    size = shard_games or min(_LOOKED_AT if is_asked else _SHARD, max(1, most // (8 * slots)))
    played: dict[str, Any] = {"games": most, "keyed": True}
    played |= {key: options[key] for key in ("players", "seed") if key in options}
    variants = {part: (each.name, each._changed(played)) for part, each in (("before", a), ("after", b))}
    with TemporaryDirectory(prefix="szala-") as passing:
        named = options.get("out")
        out = Path(named) if named is not None else None if is_asked else Path(passing) / "pairs"
        for part in variants:
            _refuse_old(out / part if out else None)
        with _Shards(client, variants, size, most, slots, shared) as plays:
            joined: dict[str, Any] = {**options, "games": most, "out": out, "shards": plays.folder}
            if is_change:
                return found_while(plays.check, Comparison, "whatif", b.name, **b._changed(joined))
            return found_while(plays.check, Comparison, "compare", a.name, b.name, **joined)


def sweep(
    client: Client, scenario: Scenario, vary: str | Sequence[str], **options: Unpack[options.Sweep]
) -> Findings:
    """`Scenario.sweep` on the workers of a cluster: a task plays some cells, and the scenario as it is beside them.

    >>> from distributed import Client
    >>> scenario = szala.load("verdox/mirror")
    >>> with Client(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as client:
    ...     swept = sweep(client, scenario, "turns=20..22", games=10, margin=5)
    >>> swept.json() == scenario.sweep("turns=20..22", games=10, margin=5).json()
    True
    """
    _named(options)
    if refused := {"out", "chart", "html", "cells"} & options.keys():
        raise SzalaError(f"{refused.pop()} is made by one machine of all cells; leave it out")
    slots = _agreed(client)
    asked = scenario._changed({"vary": [vary] if isinstance(vary, str) else vary, **options})
    # One game in each cell says how many there are, and whether all can be played.
    cells = len(_ask("sweep", scenario.name, **{**asked, "games": 1})["cells"])
    size = -(-cells // slots)
    parts = [f"{first}..{min(first + size, cells)}" for first in range(0, cells, size)]
    tasks = [
        client.submit(
            _document, "sweep", (scenario.name,), {"threads": 1, **asked, "cells": part},
            key=_key("sweep", part, scenario.name, asked),
        )
        for part in parts
    ]  # fmt: skip
    documents = client.gather(tasks)
    return Findings({**documents[0], "cells": [cell for document in documents for cell in document["cells"]]})


def balance(
    client: Client,
    scenario: Scenario,
    *,
    parts: int | None = None,
    shared: str | os.PathLike[str] | None = None,
    **options: Unpack[options.Balance],
) -> Findings:
    """`Scenario.balance` on the workers of a cluster.

    All candidates of a round are played in `parts` parts, one for each slot of the workers unless you say otherwise; who
    goes on is decided when a round is whole. Games come back through the scheduler, or where `shared` names a folder that
    all machines have, they are written there, and those that are there already are not played again.

    >>> from distributed import Client
    >>> scenario = szala.load("night-crossing/known")
    >>> asked = {"games": 1000, "check_games": 1000, "target": 45}
    >>> with Client(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as client:
    ...     found = balance(client, scenario, **asked)
    >>> found.json() == scenario.balance(**asked).json()
    True
    """
    _named(options)
    if refused := {"races", "part", "no_wait"} & options.keys():
        raise SzalaError(f"a cluster deals out the parts itself; leave {refused.pop()} out")
    slots = _agreed(client)
    parts = parts or slots
    asked = scenario._changed(options)
    searched = {"threads": 1, **asked}
    for option in ("out", "chart", "html", "lang", "lexicon"):
        searched.pop(option, None)
    of = (scenario.name, sorted(searched.items(), key=repr), parts)
    with TemporaryDirectory(prefix="szala-races-") as room:
        folder = Path(room) if shared is None else Path(shared).absolute() / _key("balance", "races", of)
        there = None if shared is None else str(folder)
        before: list[Future[tuple[bool, Files]]] = []
        is_done = False
        while not is_done:
            # Each round stands on the games of those before it, which go from worker to worker.
            tasks = [
                client.submit(
                    _race, scenario.name, {**searched, "part": f"{part}/{parts}"}, there, *before,
                    key=_key("balance", f"{part}-{len(before)}", of, there),
                )
                for part in range(1, parts + 1)
            ]  # fmt: skip
            played = client.gather(tasks)
            for _, files in played:
                _written(folder, files)
            before += tasks
            is_done = all(done for done, _ in played)
        return found(Findings, "balance", scenario.name, **{**asked, "races": folder})


def tune(
    client: Client,
    scenario: Scenario,
    *,
    side: str,
    out: str | os.PathLike[str],
    searches: int | None = None,
    against: Sequence[str] | None = None,
    choose_games: int = 4000,
    **options: Unpack[options.Tune],
) -> Findings:
    """Tune the weights of a player by several searches at a time, and keep the best of what they find in a new file.

    A step of a search starts where the one before ended, so a search is one task; each has a seed of its own. The best
    one is chosen by `choose_games` fresh games against each opponent; as many others measure it: `score` has their mean.
    `searches` is one for each slot of the workers unless you say otherwise.

    >>> from distributed import Client
    >>> with TemporaryDirectory() as folder, Client(
    ...     n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ... ) as client:
    ...     tuned = tune(
    ...         client, szala.load("two-gates"), side="Red", player="sentry", against=["sentry"], out=f"{folder}/w.toml",
    ...         searches=2, steps=2, games=50, evaluation_games=100, choose_games=200,
    ...     )
    >>> len(tuned.searches), tuned.score.games
    (2, 200)
    """
    if scenario._changes:
        raise SzalaError("weights are tuned for a scenario as its file has it; write the changes into a file of its own")
    _named({"players": options.get("player", "")})
    _new_file(out)
    slots = _agreed(client)
    first, second = scenario.sides
    listed = scenario.players(second if side == first else first)
    panel = list(against or (name for name in listed if name.split(":")[0] not in ("uniform", "search", "planner")))
    seeds = [options.get("seed", 1) + place for place in range(searches or slots)]
    asked = {"threads": 1, **options, "side": side, "against": ",".join(panel)}
    of = (scenario.name, asked)
    tuned = [
        client.submit(_tuned, scenario.name, {**asked, "seed": seed}, key=_key("tune", seed, of)) for seed in seeds
    ]
    found = client.gather(tuned)
    kind = str(options.get("player", "heuristic")).split(":", maxsplit=1)[0]

    def scores(weights: Sequence[str], seed: int) -> list[list[Any]]:
        """Of each of these weights, against everybody."""
        played = {"threads": 1, "games": choose_games, "seed": seed}
        tasks = [
            [
                client.submit(_score, scenario.name, kind, text, other, side == first, played,
                              key=_key("score", seed, of, text, other, choose_games))
                for other in panel
            ]
            for text in weights
        ]  # fmt: skip
        gathered: list[list[Any]] = client.gather(tasks)
        return gathered

    # Seeds that no search plays, whichever of these they have.
    fresh = int.from_bytes(hashlib.sha256(repr((of, seeds)).encode()).digest()[:6], "big")
    chosen = scores([each["text"] for each in found], fresh)
    means = [sum(score["value"] for score in each) / len(panel) for each in chosen]
    best = means.index(max(means))
    told = scores([found[best]["text"]], fresh + 1)[0]
    with Path(out).open("x", encoding="utf-8") as file:
        file.write(found[best]["text"])
    mean = {key: sum(score[key] for score in told) / len(panel) for key in ("value", "low", "high")}
    return Findings(
        {
            "weights": os.fspath(out),
            "seed": seeds[best],
            "searches": [{"seed": seed, "mean": mean} for seed, mean in zip(seeds, means, strict=True)],
            # The mean of the intervals' ends is wider than the interval of the mean.
            "score": {**told[0], **mean},
            "against": [{"player": name, "score": score} for name, score in zip(panel, told, strict=True)],
        }
    )


def _new_file(out: str | os.PathLike[str]) -> None:
    if Path(out).exists():
        raise SzalaError(f"{os.fspath(out)} exists; name another file")


def _tuned(name: str, asked: Mapping[str, Option]) -> dict[str, Any]:
    """On a worker: a search, and the text of the weights that it found."""
    with TemporaryDirectory(prefix="szala-") as room:
        out = Path(room) / "weights.toml"
        document = _document("tune", (name,), {**asked, "out": out})
        return {**document, "text": out.read_text(encoding="utf-8")}


def _score(name: str, kind: str, text: str, other: str, is_first: bool, asked: Mapping[str, Option]) -> dict[str, Any]:
    """On a worker: the score of weights against somebody."""
    with TemporaryDirectory(prefix="szala-") as room:
        weights = Path(room) / "weights.toml"
        weights.write_text(text, encoding="utf-8")
        own = f"{kind}:{weights}"
        players = f"{own},{other}" if is_first else f"{other},{own}"
        score: dict[str, Any] = _document("run", (name,), {**asked, "players": players})["outcome"]["score"]
        if is_first:
            return score
        turned = {"value": 1 - score["value"], "low": 1 - score["high"], "high": 1 - score["low"]}
        return {**score, **turned}


def ask(client: Client, command: str, *arguments: Word, **options: Option) -> Findings:
    """What any command finds, asked on one worker, and on another one if that dies.

    This is how `robust` is asked: each step of it depends on the one before, so a whole search is one task.
    Several of them, submitted from several threads, go on at the same time.
    """
    _named(options)
    _agreed(client)
    key = _key(command, "whole", arguments, options)
    return Findings(client.submit(_document, command, arguments, options, key=key).result())


class _Shards:
    """The shards of some runs as tasks, put into folders as they come; when it is left, what is under way is cancelled."""

    def __init__(
        self,
        client: Client,
        runs: Mapping[str, tuple[str, Mapping[str, Option]]],
        size: int,
        games: int,
        slots: int,
        shared: str | os.PathLike[str] | None,
    ) -> None:
        self._client, self._games, self._parts = client, games, min(-(-games // size), games)
        # Enough for all workers to go on while a shard is waited for; few, since those at the end may not be needed.
        self._ahead = 3 * slots * len(runs)
        # One thread, since a worker has a slot for each of its own; a shard is not explained.
        self._runs = {
            variant: (name, {"threads": 1, **asked, "why_pairs": 0}) for variant, (name, asked) in runs.items()
        }
        for _, asked in self._runs.values():
            for option in ("html", "lang", "lexicon"):
                asked.pop(option, None)
        of = [(variant, name, sorted(asked.items())) for variant, (name, asked) in self._runs.items()]
        self._of = hashlib.sha256(repr((szala.__version__, of, games)).encode()).hexdigest()[:16]
        self._is_shared = shared is not None
        self._room = TemporaryDirectory(prefix="szala-shards-")
        self.folder = (Path(self._room.name) if shared is None else Path(shared).absolute()) / self._of
        self._tasks: set[Future[Files | None]] = set()
        self._failure: BaseException | None = None
        self._is_over = False
        # Another thread, so that a Ctrl-C reaches the command that joins them.
        self._fetching = threading.Thread(target=self._fetch, daemon=True)

    def __enter__(self) -> _Shards:
        for variant in self._runs:
            (self.folder / variant).mkdir(parents=True, exist_ok=True)
        self._fetching.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over = True
        self._client.cancel(list(self._tasks))
        self._fetching.join(timeout=10)
        self._room.cleanup()

    def check(self) -> None:
        """Raises the error of a shard, for the caller that waits for it."""
        if self._failure is not None:
            raise self._failure

    def _submitted(self) -> Iterator[tuple[Future[Files | None], Path]]:
        """The tasks in the order in which they are needed, with their folders, each submitted when it is asked for."""
        for part in range(1, self._parts + 1):
            numbers = (self._games * (part - 1) // self._parts, self._games * part // self._parts)
            for variant, (name, asked) in self._runs.items():
                words = {**asked, "shard": f"{part}/{self._parts}"}
                folder = self.folder / variant / f"shard-{part:012}"
                there = str(folder) if self._is_shared else None
                key = f"szala-games-{numbers[0]}-{numbers[1] - 1}-{variant}-{self._of}-{bool(there)}"
                task = self._client.submit(_play, name, words, there, key=key, priority=-part)
                self._tasks.add(task)
                yield task, folder

    def _fetch(self) -> None:
        try:
            submitted = self._submitted()
            folders = dict(islice(submitted, self._ahead))
            coming = as_completed(list(folders))
            # As they come, so that a worker that dies takes nothing with it but the shard under way.
            for task in coming:
                if self._is_over:
                    return
                files, folder = task.result(), folders.pop(task)
                for following, its_folder in islice(submitted, 1):
                    folders[following] = its_folder
                    coming.add(following)
                if files is not None:
                    # It gets its name when it is whole.
                    made = Path(self._room.name) / folder.name
                    made.mkdir()
                    for name, content in files.items():
                        (made / name).write_bytes(content)
                    made.rename(folder)
                # The worker need not remember it any more.
                self._tasks.discard(task)
                task.release()
        except BaseException as failure:
            if not self._is_over:
                self._failure = failure


def _games(games: int | Literal["auto"] | None, options: Mapping[str, object]) -> int:
    if games == "auto":
        return _AUTO
    return games or (_UNTIL_DECIDED if options.get("until_decided") else _USUAL)


def _refuse_old(folder: Path | None) -> None:
    if folder is not None and (folder / "manifest.json").exists():
        raise SzalaError(f"there is a run in {folder} already; name another folder with out")


def _named(options: Mapping[str, object]) -> None:
    if not isinstance(options.get("players", ""), str):
        raise SzalaError("players of a cluster have names, as in players='heuristic,storm': a function stays where it is")


def _key(*of: object) -> str:
    return f"szala-{of[0]}-{of[1]}-{hashlib.sha256(repr((szala.__version__, of)).encode()).hexdigest()[:16]}"


def _agreed(client: Client) -> int:
    """How many tasks the workers can do at a time; refuses workers with another Szala."""
    slots: int = sum(client.nthreads().values())
    if not slots:
        client.wait_for_workers(1, timeout=30)
        slots = sum(client.nthreads().values())
    versions: dict[str, object] = client.run(_version, on_error="return")
    # A worker that went away while it was asked plays nothing.
    there_are = {worker: version for worker, version in versions.items() if not isinstance(version, OSError)}
    others = {worker: version for worker, version in there_are.items() if version != szala.__version__}
    if others:
        worker, version = sorted(others.items(), key=lambda other: other[0])[0]
        there = f"szala {version}" if isinstance(version, str) else f"no szala that works ({version})"
        raise SzalaError(
            f"{len(others)} of {len(there_are)} workers would play other games: {worker} has {there}, and here is szala "
            f"{szala.__version__}; install the same on all"
        )
    return slots


def _version() -> str:
    return szala.__version__


def _play(name: str, asked: Mapping[str, Option], folder: str | None) -> Files | None:
    """On a worker: plays a shard into a folder that all machines share, or gives back its files."""
    if folder is not None and (Path(folder) / "manifest.json").exists():
        return None
    # Beside the folder, so that it can be renamed; a name of its own, since the shard may be played twice at a time.
    with TemporaryDirectory(prefix=".szala-", dir=Path(folder).parent if folder else None) as room:
        out = Path(room) / "shard"
        text("run", name, **{**asked, "out": out, "format": "json"})
        (out / "lock").unlink(missing_ok=True)
        if folder is None:
            return {file.name: file.read_bytes() for file in out.iterdir()}
        try:
            out.rename(folder)
        except OSError:
            # Another worker was faster with the same games.
            if not (Path(folder) / "manifest.json").exists():
                raise
        return None


def _document(command: str, arguments: Sequence[Word], asked: Mapping[str, Option]) -> dict[str, Any]:
    return _ask(command, *arguments, **asked).json()


def _race(
    name: str, asked: Mapping[str, Option], shared: str | None, *before: tuple[bool, Files]
) -> tuple[bool, Files]:
    """On a worker: plays a part of a search as far as it can, and says whether that was all."""
    with TemporaryDirectory(prefix="szala-races-") as room:
        folder = Path(room) if shared is None else Path(shared)
        for _, files in before:
            _written(folder, files)
        known = {name for _, files in before for name in files}
        try:
            _document("balance", (name,), {**asked, "races": folder, "no_wait": True})
            is_done = True
        except Waiting:
            is_done = False
        if shared is not None:
            return is_done, {}
        return is_done, {file.name: file.read_bytes() for file in folder.iterdir() if file.name not in known}


def _written(folder: Path, files: Files) -> None:
    for name, content in files.items():
        (folder / name).write_bytes(content)
