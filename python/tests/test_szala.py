"""The module and the command of an installed wheel, from a folder without files."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import polars
import pyarrow
import pyarrow.parquet
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

import szala
from szala import _options as options

REPOSITORY = Path(__file__).parents[2]
COMMAND = Path(sys.executable).with_name("szala")
"""As it was installed beside this interpreter."""


@pytest.fixture(autouse=True, scope="session")
def listening() -> None:
    """Ctrl-C is heard, here and in what is started from here: a shell that starts this in the background ignores it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the repository is near."""
    monkeypatch.chdir(tmp_path)


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """What the command prints."""
    return subprocess.run([COMMAND, *words], capture_output=True, text=True, check=False)


def test_the_command_comes_with_the_wheel_and_finds_its_scenarios() -> None:
    told = command("list", "--format", "json")
    assert told.returncode == 0, told.stderr
    games = [game["game"] for game in json.loads(told.stdout)["games"]]
    assert "niemenczyn-1794/historical" in games
    assert list(szala.scenarios()) == games
    assert command("--version").stdout == f"szala {szala.__version__}\n"
    assert command("run", "two-gate").returncode == 2


def test_the_command_takes_words_that_are_no_text() -> None:
    told = subprocess.run([COMMAND, "run", b"\xff.toml"], capture_output=True, check=False)
    assert told.returncode == 2 and told.stderr.startswith(b"error: "), told.stderr


def test_ctrl_c_ends_the_command_in_order_and_the_run_goes_on() -> None:
    words = [str(COMMAND), "run", "two-gates", "--games", "1000000000", "--threads", "1", "--out", "run"]
    run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not Path("run/games-000000000000.parquet").exists():
        assert run.poll() is None, run.communicate()
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    _, told = run.communicate()
    assert run.returncode == 130, told
    assert "interrupted after" in told and "szala run two-gates" in told and "--resume" in told


def test_a_run_has_the_figures_of_the_command() -> None:
    words = ["--games", "60", "--seed", "5", "--margin", "3", "--format", "json"]
    told = command("run", "niemenczyn-1794/historical", *words)
    run = szala.load("niemenczyn-1794/historical").run(games=60, seed=5, margin=3)
    assert run.json() == json.loads(told.stdout)
    assert run.verdict is not None
    assert run.score == szala.Estimate(**run.json()["outcome"]["score"])


def test_records_have_the_bytes_of_the_command(tmp_path: Path) -> None:
    assert command("run", "verdox/mirror", "--games", "80", "--out", "there").returncode == 0
    szala.load("verdox/mirror").run(games=80, out="here")
    games = "games-000000000000.parquet"
    assert (tmp_path / "here" / games).read_bytes() == (tmp_path / "there" / games).read_bytes()
    here, there = (json.loads((tmp_path / name / "manifest.json").read_text()) for name in ("here", "there"))
    assert here["run"] == there["run"]
    assert here["command"][:3] == ["szala", "run", "--games=80"]


def test_records_are_arrow_data_with_the_values_of_the_file(tmp_path: Path) -> None:
    run = szala.load("verdox/mirror").run(games=80, out="run")
    records = run.records
    table = pyarrow.table(records)
    assert table.num_rows == len(records) == 80
    file = pyarrow.parquet.read_table(tmp_path / "run" / "games-000000000000.parquet")
    assert table.column_names == file.column_names == list(records.columns)
    for name in table.column_names:
        assert table[name].to_pylist() == file[name].to_pylist(), name
    frame = polars.DataFrame(records)
    assert frame["winner"].null_count() == run["games"]["counts"]["draws"]
    assert frame["game"].to_list() == list(range(80))


def test_duckdb_asks_records_by_the_name_of_the_variable() -> None:
    run = szala.load("niemenczyn-1794/historical").run(games=30, records=True)
    records = run.records
    assert len(records) == 30
    won_by = duckdb.sql("select winner, count(*) from records where winner is not null group by winner")
    assert won_by is not None
    counts = run["games"]["counts"]
    won = {"Poles": counts["first_wins"], "Russians": counts["second_wins"]}
    assert dict(won_by.fetchall()) == {side: games for side, games in won.items() if games}


def test_records_go_over_without_a_copy_and_outlive_their_object() -> None:
    records = szala.load("two-gates").run(games=1000, records=True).records
    # What was allocated by pyarrow would be counted there.
    before = pyarrow.total_allocated_bytes()
    batches = list(pyarrow.RecordBatchReader.from_stream(records))
    del records
    assert sum(batch.num_rows for batch in batches) == 1000
    again = pyarrow.Table.from_batches(batches)
    assert again["game"].to_pylist() == list(range(1000))
    assert pyarrow.total_allocated_bytes() == before


def test_a_record_that_nobody_named_lives_as_long_as_its_games() -> None:
    records = szala.load("two-gates").run(games=10, records=True).records
    assert pyarrow.table(records).num_rows == 10
    folder = records.folder
    assert folder.exists()
    del records
    assert not folder.exists()


def test_a_run_without_records_says_how_to_have_them() -> None:
    with pytest.raises(ValueError, match="records=True"):
        _ = szala.load("two-gates").run(games=10).records


def test_values_are_seen_and_changed() -> None:
    scenario = szala.load("niemenczyn-1794/historical")
    changed = scenario.set({"units.Narwa 1.morale": 8})
    before, after = (each.values["units.Narwa 1.morale"] for each in (scenario, changed))
    assert (after.value, before.value != "8") == ("8", True)
    assert changed.variant is not None and scenario.variant is None
    assert changed != scenario and changed == scenario.set({"units.Narwa 1.morale": 8})
    cavalry = "scenarios/niemenczyn-1794/variants/eydziatowicz.toml"
    told = command("whatif", "niemenczyn-1794/historical", "--add", cavalry, "--games", "20", "--format", "json")
    assert scenario.add(cavalry).whatif(games=20).json() == json.loads(told.stdout)


def test_two_scenarios_are_compared() -> None:
    a, b = (szala.load(f"niemenczyn-1794/{name}") for name in ("historical", "alternative"))
    compared = szala.compare(a, b, games=20, players="heuristic")
    assert compared.pairs == 20
    assert compared.difference == compared["axes"]["score"]["difference"]
    with pytest.raises(szala.SzalaError, match="whatif"):
        szala.compare(a, b.set({"stages": 4}), games=20)


def test_all_commands_can_be_asked() -> None:
    scenario = szala.load("verdox/mirror")
    assert scenario.odds(at="0:1").command == "odds"
    assert len(scenario.sweep("turns=20..21", games=10)["cells"]) == 2
    assert scenario.replay(3) == command("replay", "verdox/mirror", "--number", "3").stdout
    assert scenario.map() == command("show", "map", "verdox/mirror", "--format", "svg").stdout
    head = scenario.map()._repr_svg_().split(">")[0]
    assert "max-width:" in head and " width=" not in head and "viewBox=" in head
    cases = sorted((REPOSITORY / "engine" / "verdox" / "cases").glob("*.toml"))[0]
    assert szala.cases(cases)["files"][0]["failed"] == 0
    assert szala.ask("league", "two-gates", games=10)["command"] == "league"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: szala.load("nowhere"), "there is no file or scenario `nowhere`"),
        (lambda: szala.ask("run", "two-gates", games="none"), "invalid value 'none' for '--games"),
        (lambda: szala.load("two-gates").run(games=0), "say `auto`, or a number from 1"),
        (lambda: szala.load("verdox/mirror").set({"turn": 20}), "turn"),
        (lambda: szala.load("verdox/mirror").set({"turns": 0}), "a number from 1 to 120"),
        (lambda: szala.load("two-gates").run(games=10, players="nobody"), "szala list --players"),
        (lambda: szala.load("two-gates").run(games=10, until_decided=True), "--margin"),
        (lambda: szala.ask("no-command"), "unrecognized subcommand 'no-command'"),
        (lambda: szala.load("two-gates").players("Nobody"), "there is no side `Nobody`"),
        (lambda: szala.Records("nowhere"), "nowhere"),
    ],
)
def test_what_is_wrong_is_an_exception_with_the_words_of_the_command(wrong: object, told: str) -> None:
    assert callable(wrong)
    with pytest.raises(szala.SzalaError) as raised:
        wrong()
    assert told in str(raised.value)


def test_damaged_records_are_refused(tmp_path: Path) -> None:
    run = szala.load("two-gates").run(games=10, out="run")
    file = tmp_path / "run" / "games-000000000000.parquet"
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    with pytest.raises(szala.SzalaError, match="games-000000000000.parquet"):
        _ = run.records


def test_other_threads_go_on_while_games_are_played() -> None:
    ticks = 0
    is_over = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not is_over.wait(0.001):
            ticks += 1

    ticking = threading.Thread(target=tick)
    ticking.start()
    szala.load("two-gates").run(games=300_000, threads=1)
    is_over.set()
    ticking.join()
    assert ticks > 10


@contextmanager
def pressed_ctrl_c() -> Iterator[None]:
    """Somebody presses Ctrl-C a second later."""

    def press() -> None:
        time.sleep(1.0)
        os.kill(os.getpid(), signal.SIGINT)

    pressing = threading.Thread(target=press)
    pressing.start()
    try:
        yield
    finally:
        pressing.join()


def test_a_notebook_shows_a_bar_which_goes_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    shell = InteractiveShell.instance()
    monkeypatch.setattr(shell, "kernel", object(), raising=False)
    with capture_output() as told, pytest.raises(szala.Interrupted), pressed_ctrl_c():
        szala.load("two-gates").run(games=10**12, threads=1)
    pages = [output.data["text/html"] for output in told.outputs]
    assert "<progress" in pages[0] and "<progress" in pages[-2] and pages[-1] == ""


def test_ctrl_c_stops_with_what_there_is() -> None:
    with pytest.raises(szala.Interrupted) as raised, pressed_ctrl_c():
        szala.load("two-gates").run(games=10**12, threads=1)
    assert isinstance(raised.value, KeyboardInterrupt)
    run = raised.value.result
    assert isinstance(run, szala.Run) and run.games > 0 and run["intervals"] == "anytime"
    # Nobody is stopped by what was pressed before.
    assert szala.load("two-gates").run(games=10).games == 10


def test_whoever_watches_sees_how_far_it_is() -> None:
    seen: list[szala.Progress] = []

    def look(progress: szala.Progress) -> None:
        seen.append(progress)
        os.kill(os.getpid(), signal.SIGINT)

    with szala.progress(look), pytest.raises(szala.Interrupted):
        szala.load("two-gates").run(games=10**12, threads=1)
    first = seen[0]
    assert 0 < first.done < first.all == 10**12
    assert "Red" in first.found and " games" in first.pace and "<progress" in first._repr_html_()


def test_a_watcher_that_fails_stops_the_command_with_its_own_error() -> None:
    def fail(_: szala.Progress) -> None:
        raise LookupError("no such place")

    with szala.progress(fail), pytest.raises(LookupError, match="no such place"):
        szala.load("two-gates").run(games=10**12, threads=1)


def test_a_fault_of_the_program_is_an_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    # That a panic is answered so is tested in Rust, where one can be made.
    monkeypatch.setattr("szala._szala.ask", lambda *_: (2, "", "index out of bounds", True, False))
    with pytest.raises(szala.Fault, match="index out of bounds"):
        szala.text("list")


OPTIONS = [
    (options.Run, "run", {"games", "out"}),
    (options.Compare, "compare", set()),
    (options.WhatIf, "whatif", set()),
    (options.Odds, "odds", set()),
    (options.Sweep, "sweep", {"vary"}),
    (options.Sensitivity, "sensitivity", set()),
    (options.Balance, "balance", set()),
    (options.Plan, "plan", set()),
    (options.Luck, "luck", set()),
    (options.Advantage, "advantage", set()),
    (options.Robust, "robust", {"out"}),
    (options.Challenge, "challenge", {"players"}),
    (options.Secrets, "secrets", set()),
    (options.Tune, "tune", {"side", "against", "out", "record", "force"}),
    (options.Replay, "replay", {"number"}),
    (options.League, "league", set()),
    (options.Gate, "gate", {"baseline"}),
    (options.Case, "case", set()),
    (options.Chart, "chart", {"out"}),
]


@pytest.mark.parametrize(("typed", "name", "named"), OPTIONS, ids=[name for _, name, _ in OPTIONS])
def test_typed_options_are_those_of_the_command(typed: type, name: str, named: set[str]) -> None:
    told = set(re.findall(r"^ {2,6}(?:-\w, )?--([a-z-]+)", szala.text(name, help=True), re.MULTILINE))
    # Changes are the scenario's, findings come as objects.
    told -= {"help", "format", "variant", "set", "add", "remove"}
    known = {key.strip("_").replace("_", "-") for key in typed.__annotations__}
    assert told == known | named


def by_chance(decision: szala.Decision) -> str:
    return decision.random.choice(decision.actions)


def test_a_function_plays() -> None:
    asked: list[szala.Decision] = []

    def first(decision: szala.Decision) -> int:
        asked.append(decision)
        return 0

    scenario = szala.load("niemenczyn-1794/historical")
    told = scenario.replay(0, players=(first, "hold"))
    assert told.splitlines()[0].endswith("python:first against hold"), told.splitlines()[0]
    assert {decision.side for decision in asked} == {"Poles"}
    assert all(len(decision.actions) > 1 for decision in asked)
    # What it is asked is what is told: its choice is the next thing that its side does.
    deeds = [line.removeprefix("Poles: ") for line in told.splitlines() if line.startswith("Poles: ")]
    chosen = iter(deeds)
    assert all(decision.actions[0] in chosen for decision in asked)
    opening = {piece.name: piece for piece in asked[0].pieces}
    assert opening["Narwa 1"].side == "Russians" and opening["Narwa 1"].is_on_map
    assert asked[0].stage == 1 and asked[0].lead == 0


def test_functions_play_the_same_games_for_the_same_seed_on_any_threads() -> None:
    scenario = szala.load("two-gates")
    one = scenario.run(games=300, seed=7, players=by_chance, threads=1)
    two = scenario.run(games=300, seed=7, players=(by_chance, by_chance), threads=2)
    assert one.score.value == two.score.value
    # By chance on both sides, as `uniform` plays: five standard deviations of a difference of two times 3000 games.
    ours, theirs = (scenario.run(games=3000, seed=8, players=each).score.value for each in (by_chance, "uniform"))
    assert ours is not None and theirs is not None and abs(ours - theirs) < 5 * 0.5 * (2 / 3000) ** 0.5


@pytest.mark.parametrize(
    ("player", "error", "told"),
    [
        (lambda decision: decision.actions[99], IndexError, "out of range"),
        (lambda decision: len(decision.actions), szala.SzalaError, "an action or its place"),
        (lambda decision: "surrender", szala.SzalaError, "`surrender` is none of the"),
        (lambda decision: None, szala.SzalaError, "not None"),
    ],
)
def test_what_a_player_does_wrong_is_raised(player: szala.Player, error: type[Exception], told: str) -> None:
    scenario = szala.load("two-gates")
    with pytest.raises(error, match=told):
        scenario.run(games=1_000_000, players=(player, "uniform"))
    with pytest.raises(szala.SzalaError, match="unknown player|no player"):
        scenario.run(games=1, players="python:player")


def test_a_game_shows_itself_as_a_page() -> None:
    page = szala.load("verdox/mirror").viewer(3)
    assert page.startswith("<!DOCTYPE html>") and "<!DOCTYPE html>" not in page._repr_html_()
    assert page._repr_html_().startswith("<iframe") and repr(page).startswith("<Page: ")


def test_a_second_ctrl_c_ends_what_cannot_stop_in_order() -> None:
    words = [sys.executable, "-c", "import szala; szala.league('two-gates', games=10**9)"]
    league = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1.0)
    pressed = 0
    while league.poll() is None and pressed < 50:
        league.send_signal(signal.SIGINT)
        pressed += 1
        time.sleep(0.2)
    league.kill()
    _, told = league.communicate()
    assert pressed < 50 and told.endswith("KeyboardInterrupt\n"), told


def test_findings_show_themselves_in_a_notebook_and_escape_what_is_not_theirs() -> None:
    run = szala.load("niemenczyn-1794/historical").run(games=20, margin=3)
    page = run._repr_html_()
    assert "Niemenczyn 1794, I: historical" in page and "score of Poles" in page and "margin 3 points" in page
    named = szala.Run({**run.json(), "title": "<script>"})._repr_html_()
    assert "<script>" not in named and "&lt;script&gt;" in named
    found = szala.load("verdox/mirror").odds(at="0:1")
    assert "1/2" in found._repr_html_() and "<details>" in found._repr_html_()
    compared = szala.load("verdox/mirror").set({"turns": 20}).whatif(games=10)
    assert "turns" in compared._repr_html_()
    assert str(run).splitlines()[0] == "Niemenczyn 1794, I: historical: 20 games, seed 1"


def test_shards_are_joined_as_they_come_and_those_of_another_run_are_refused() -> None:
    toy = szala.load("two-gates")
    asked: dict[str, Any] = {"games": 101, "seed": 3}

    def play_shards() -> None:
        for part in (1, 2):
            toy.run(**asked, shard=f"{part}/2", out=f"made/{part}")
            Path("shards").mkdir(exist_ok=True)
            Path("made", str(part)).rename(f"shards/shard-{part:012}")

    playing = threading.Thread(target=play_shards)
    playing.start()
    joined = toy.run(**asked, shards="shards", out="joined")
    playing.join()
    whole = toy.run(**asked, out="whole")
    assert joined.json() == whole.json() == toy.run(**asked, shards="shards").json()
    file = "games-000000000000.parquet"
    assert Path("joined", file).read_bytes() == Path("whole", file).read_bytes()
    with pytest.raises(szala.SzalaError, match="the seed is `3` there and `4` here"):
        toy.run(games=101, seed=4, shards="shards")
    toy.run(**asked, shard="2/3", out="others/shard-000000000001")
    with pytest.raises(szala.SzalaError, match="begins with game 33, and game 0 is due"):
        toy.run(**asked, shards="others")
    with pytest.raises(szala.SzalaError, match="needs a folder for the games, or a question"):
        szala.compare(toy, toy, shards="shards")


def test_what_is_waited_for_can_be_given_up() -> None:
    """A look raises what ends a command that waits."""
    from szala._ask import found_while

    def look() -> None:
        raise RuntimeError("nobody will come")

    with pytest.raises(RuntimeError, match="nobody will come"):
        found_while(look, szala.Findings, "run", "two-gates", shards="nowhere")
