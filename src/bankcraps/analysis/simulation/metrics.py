"""The metrics of a session, in the order in which the kernels write them."""

from typing import Final

from bankcraps.analysis.chain.stopping import ENDS

FINAL: Final = 0
"""The sum owned once every wager is decided."""
LOWEST, HIGHEST = 1, 2
"""The least and the most owned before any throw's betting, from the start until the player leaves."""
THROWS: Final = 3
"""Throws before leaving."""
END: Final = 4
"""The reason why the player left, by its number in `END_NAMES`."""
FAST: Final = 5
"""The number of metrics of the fast kernel; the full one has all."""

DRAWDOWN: Final = 5
"""The largest fall of the sum owned from an earlier peak."""
STREAK: Final = 6
"""The longest run of rounds on the line after each of which the player owned less than after the one before.

Every wager counts, not only the line.
"""
UNDER_WATER: Final = 7
"""Throws after which the player owned less than the bankroll."""
DECISIONS, SHOOTERS = 8, 9
"""Decisions on the line, and shooters' hands ended, before leaving."""
ACTION: Final = 10
"""Chips staked on what the dice decided, pushes included, until nothing stands; always in cents."""

NAMES: Final = (
    *("final", "lowest", "highest", "throws", "end"),
    *("drawdown", "streak", "under_water", "decisions", "shooters", "action"),
)
"""The metrics by name."""

CUT: Final = len(ENDS)
"""The end of a session that reached the cap on throws."""

END_NAMES: Final = (*ENDS, "cut")
"""The ends of simulated sessions, by number."""

MONEY: Final = frozenset({"final", "lowest", "highest", "drawdown", "action"})
"""The metrics that are sums of money."""
