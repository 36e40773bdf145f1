"""Games a second from Python against the command, in turns, as processor time on one thread.

    pace.py PROGRAM [ROUNDS [GAMES [SCENARIO]]]

Run it with the interpreter of the environment that holds the wheel; PROGRAM is the command as cargo built it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median

PLAY = "import sys, szala; szala.load(sys.argv[1]).run(games=int(sys.argv[2]), threads=1, why_pairs=0)"


def spent(*words: str) -> float:
    """The seconds of a processor that a program takes."""
    before = os.times()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main(program: str, rounds: int, games: int, scenario: str) -> None:
    """Plays in turns, and prints the medians and how they compare."""
    ways = {
        "command": (program, "run", scenario, f"--games={games}", "--threads=1", "--why-pairs=0"),
        "Python": (sys.executable, "-c", PLAY, scenario, str(games)),
    }
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, words in ways.items():
            seconds[name].append(spent(*words))
    middle = {name: median(times) for name, times in seconds.items()}
    for name, times in seconds.items():
        print(f"{name:<8} {games / middle[name]:8.0f} games a second ({min(times):.2f} to {max(times):.2f} s)")
    share = middle["command"] / middle["Python"] - 1
    pairs = sorted(a / b - 1 for a, b in zip(seconds["command"], seconds["Python"]))
    print(f"Python {share * 100:+.2f} %; round by round the median is {median(pairs) * 100:+.2f} %")


if __name__ == "__main__":
    given = [*sys.argv[1:], *[None] * 4]
    main(given[0] or "szala", int(given[1] or 10), int(given[2] or 20_000), given[3] or "niemenczyn-1794/historical")
