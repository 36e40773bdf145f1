"""Monte Carlo balance analysis for board wargames, from Python.

>>> import szala
>>> scenario = szala.load("verdox/mirror")
>>> run = scenario.run(games=50, seed=1)
>>> run.sides, run.games
(('Hasbergs', 'Askans'), 50)
>>> run.score.low < run.score.value < run.score.high
True

Everything is played by the same code as by the command, which `pip install szala` gives as well: the same seed gives
the same games. While games are played other Python threads go on. Ctrl-C raises `Interrupted`, whose `result` is what
had been found.
"""

from szala._ask import Option, ask, text
from szala._errors import Fault, Interrupted, SzalaError, Waiting
from szala._findings import Comparison, Estimate, Findings, Run
from szala._pictures import Page, Picture, chart
from szala._players import Decision, Piece, Player
from szala._progress import Progress, progress
from szala._records import Records
from szala._scenario import Scenario, Value, cases, compare, league, load, scenarios
from szala._szala import VERSION as __version__

__all__ = [
    "Comparison",
    "Decision",
    "Estimate",
    "Fault",
    "Findings",
    "Interrupted",
    "Option",
    "Page",
    "Picture",
    "Piece",
    "Player",
    "Progress",
    "Records",
    "Run",
    "Scenario",
    "SzalaError",
    "Value",
    "Waiting",
    "__version__",
    "ask",
    "cases",
    "chart",
    "compare",
    "league",
    "load",
    "progress",
    "scenarios",
    "text",
]
