"""Sessions solved exactly, with bounds on the error.

`sessions.py` puts an answer together: a `Session` or an `EndlessSession` (`results/session.py`). It lumps
the Markov chain into a quotient chain (`quotient.py`). It solves a session with a length by forward dynamic
programming, throw by throw or whole hands at once (`forward.py`, on a grid from `grid.py`, with `passes.py`).
Where the grid has no room, it follows the pairs that are reached (`pairs.py`). It solves a session until the
goal or ruin by sparse linear equations (`absorption.py`). Without a goal, `drift.py` says where the money
goes, and how unlikely it is to go far the other way. `forward.py` also settles the wagers that stand when a
player leaves. `solution.py` turns a solution into figures, and `extremes.py` finds the highest and lowest
sums, the largest fall and the longest runs. `risk.py` varies the bankroll. `in_fractions.py` solves a short
session again in another way. `long_run.py` has the averages of a system that plays on for ever.

>>> from bankcraps import exact
>>> round(exact.session("nsw", "pass_odds_2x", bankroll=200, throws=100).ends["ruin"], 4)
0.2286
"""

from bankcraps.support.extras import missing

if _without := missing("numpy"):
    raise _without

from bankcraps.analysis.exact.in_fractions import fractions
from bankcraps.analysis.exact.long_run import long_run
from bankcraps.analysis.exact.risk import bankroll, curve
from bankcraps.analysis.exact.sessions import session

__all__ = ["bankroll", "curve", "fractions", "long_run", "session"]


def __dir__() -> list[str]:
    """The public names and no others, as notebooks complete them."""
    return sorted(__all__)
