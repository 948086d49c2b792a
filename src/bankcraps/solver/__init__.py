"""Sessions solved exactly: the quotient chain, forward dynamic programming, equations until absorption."""

from bankcraps.solver.risk import bankroll, curve
from bankcraps.solver.sessions import session

__all__ = ["bankroll", "curve", "session"]
