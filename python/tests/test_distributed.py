"""The same work on two workers, against one machine."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, LocalCluster

import szala
from szala import distributed

GAMES = "games-000000000000.parquet"


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """Two workers, each a process with one thread."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            yield client


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the repository is near."""
    monkeypatch.chdir(tmp_path)


def test_a_run_whose_worker_is_killed_has_the_bytes_of_one_machine(client: Client, tmp_path: Path) -> None:
    scenario = szala.load("niemenczyn-1794/historical")
    asked: dict[str, Any] = {"players": "heuristic", "games": 3000, "seed": 3, "margin": 3, "why_pairs": 0}
    workers = client.run(os.getpid)
    answer: list[szala.Run] = []

    def play() -> None:
        answer.append(distributed.run(client, scenario, out="there", shared="shards", shard_games=150, **asked))

    playing = threading.Thread(target=play)
    playing.start()
    while sum(1 for _ in tmp_path.glob("shards/*/shard-*/manifest.json")) < 3:
        assert playing.is_alive()
        time.sleep(0.01)
    os.kill(next(iter(workers.values())), signal.SIGKILL)
    at_death = sum(1 for _ in tmp_path.glob("shards/*/shard-*/manifest.json"))
    playing.join()
    assert at_death < 20, "it was killed when all was done"
    here = scenario.run(out="here", **asked)
    assert answer[0].json() == here.json()
    assert Path("there", GAMES).read_bytes() == Path("here", GAMES).read_bytes()
    # What is there is not played again.
    before = {file: file.stat().st_mtime_ns for file in tmp_path.glob("shards/*/shard-*/*")}
    distributed.run(client, scenario, shared="shards", shard_games=150, **asked)
    assert before == {file: file.stat().st_mtime_ns for file in tmp_path.glob("shards/*/shard-*/*")}


def test_a_run_until_decided_ends_with_the_game_of_one_machine(client: Client) -> None:
    scenario = szala.load("two-gates")
    asked: dict[str, Any] = {"margin": 3, "until_decided": True, "seed": 7}
    there = distributed.run(client, scenario, out="there", shard_games=150, **asked)
    here = scenario.run(out="here", **asked)
    assert there.json() == here.json() and here.games > 1000
    assert Path("there", GAMES).read_bytes() == Path("here", GAMES).read_bytes()
    auto = distributed.run(client, scenario, games="auto", precision=3, shard_games=100)
    assert auto.json() == scenario.run(games="auto", precision=3).json()


def test_tables_come_back_too(client: Client) -> None:
    scenario = szala.load("verdox/mirror")
    there = distributed.run(client, scenario, games=60, out="there", tables="units,stages")
    scenario.run(games=60, out="here", tables="units,stages")
    for file in Path("here").glob("*.parquet"):
        assert Path("there", file.name).read_bytes() == file.read_bytes(), file
    assert len(there.records) == 60


def test_two_files_are_compared_by_shards(client: Client) -> None:
    a, b = (szala.load(f"niemenczyn-1794/{name}") for name in ("historical", "alternative"))
    there = distributed.compare(client, a, b, games=100, players="heuristic", shard_games=30, out="there")
    assert there.json() == szala.compare(a, b, games=100, players="heuristic", out="here").json()
    for part in ("before", "after"):
        assert Path("there", part, GAMES).read_bytes() == Path("here", part, GAMES).read_bytes()


def test_whether_a_change_matters_is_decided_by_the_pair_of_one_machine(client: Client) -> None:
    scenario = szala.load("niemenczyn-1794/historical")
    asked: dict[str, Any] = {"players": "storm,hold", "detect": 4, "seed": 2}
    # A victory at a lead of 3 points helps the side that storms; at 4, as it is, nothing changes.
    for lead in (3, 4):
        changed = scenario.set({"automatic_victory": lead})
        there = distributed.compare(client, scenario, changed, shard_games=70, **asked)
        here = changed.whatif(**asked)
        # A record does not show every difference in the course of two games.
        assert there.pairs == here.pairs and there.differing <= here.differing
        unlike = {key for key in here.json() if there.json()[key] != here.json()[key]}
        assert unlike <= {"differing", "first_differing"}
        assert there.pairs > 70 and there.pairs % 70, "it ends within a shard, and not the first"


def test_a_whole_command_is_asked_of_a_worker(client: Client) -> None:
    there = distributed.ask(client, "plan", "two-gates", margin=2, pilot=200)
    assert there.command == "plan"


def test_workers_with_another_version_are_refused_before_anything_is_played(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(szala, "__version__", "0.0.0")
    with pytest.raises(szala.SzalaError, match="2 of 2 workers would play other games"):
        distributed.run(client, szala.load("two-gates"), games=10)


def test_what_is_wrong_is_said_in_the_words_of_the_command(client: Client) -> None:
    two_gates = szala.load("two-gates")
    with pytest.raises(szala.SzalaError, match="there is no player `nobody`"):
        distributed.run(client, two_gates, games=10, players="nobody")
    with pytest.raises(szala.SzalaError, match="deals out the shards itself"):
        distributed.run(client, two_gates, games=10, shard="1/2")
    with pytest.raises(szala.SzalaError, match="`likely`"):
        distributed.sweep(client, two_gates, "nothing")
    with pytest.raises(szala.SzalaError, match="is for one machine"):
        distributed.compare(client, two_gates, two_gates, diverge="first")
    with pytest.raises(szala.SzalaError, match="there is no player `nobody`"):
        distributed.compare(client, two_gates, two_gates, games=10, players="nobody")
    two_gates.run(games=10, out="old")
    with pytest.raises(szala.SzalaError, match="there is a run in old already"):
        distributed.run(client, two_gates, games=10, out="old")


def test_a_tuning_keeps_the_best_of_several_searches(client: Client) -> None:
    toy = szala.load("two-gates")
    asked: dict[str, Any] = {"player": "sentry", "steps": 4, "games": 100, "evaluation_games": 200}
    tuned = distributed.tune(client, toy, side="Red", out="w.toml", against=["sentry"], searches=3, seed=5, **asked)
    assert [each["seed"] for each in tuned.searches] == [5, 6, 7]
    assert tuned.seed == max(tuned.searches, key=lambda each: float(each["mean"]))["seed"]
    # Its weights are those of the same search on one machine; only the heads say different paths.
    szala.ask("tune", "two-gates", side="Red", against="sentry", seed=tuned.seed, out="alone.toml", threads=1, **asked)
    values = [
        [line for line in Path(file).read_text().splitlines() if not line.startswith("#")]
        for file in ("w.toml", "alone.toml")
    ]
    assert values[0] == values[1] and any("=" in line for line in values[0])
    with pytest.raises(szala.SzalaError, match="w.toml exists"):
        distributed.tune(client, toy, side="Red", out="w.toml", searches=1, **asked)
    with pytest.raises(szala.SzalaError, match="unknown side|no side"):
        distributed.tune(client, toy, side="Rad", out="v.toml", searches=1, **asked)
    with pytest.raises(szala.SzalaError, match="players of a cluster have names"):
        distributed.run(client, toy, players=lambda decision: 0)


def test_a_search_for_balance_finds_what_one_machine_finds(client: Client, tmp_path: Path) -> None:
    scenario = szala.load("night-crossing/known")
    asked: dict[str, Any] = {"target": 45, "margin": 3, "games": 4000, "check_games": 2000, "seed": 5}
    here = scenario.balance(**asked)
    assert here.json()["answers"]
    assert distributed.balance(client, scenario, **asked).json() == here.json()
    assert distributed.balance(client, scenario, parts=3, shared="races", **asked).json() == here.json()
    # What is there is not played again.
    pieces = {file: file.stat().st_mtime_ns for file in tmp_path.glob("races/*/piece-*")}
    distributed.balance(client, scenario, parts=3, shared="races", **asked)
    assert pieces and pieces == {file: file.stat().st_mtime_ns for file in tmp_path.glob("races/*/piece-*")}
