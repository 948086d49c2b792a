"""The figures of a session, in the order in which the kernels write them."""

from typing import Final

__all__ = [
    "ACTION",
    "DECISIONS",
    "DRAWDOWN",
    "END",
    "FINAL",
    "HIGHEST",
    "LEAN",
    "LOWEST",
    "NAMES",
    "SHOOTERS",
    "STREAK",
    "THROWS",
    "UNDER_WATER",
]

FINAL: Final = 0
"""What is owned when all is settled."""
LOWEST, HIGHEST = 1, 2
"""The least and the most owned at any moment before the betting, from the start to the moment of leaving."""
THROWS: Final = 3
"""Throws before leaving."""
END: Final = 4
"""Why the player left: a number of `terms.OUTCOMES`."""
LEAN: Final = 5
"""So many figures the fast kernel gives; the full one gives all."""

DRAWDOWN: Final = 5
"""The most that what is owned ever lay below what was owned before."""
STREAK: Final = 6
"""The longest run of decisions after each of which the player owned less than after the one before."""
UNDER_WATER: Final = 7
"""Throws after which the player owned less than the bankroll."""
DECISIONS, SHOOTERS = 8, 9
"""Line decisions, and shooters' hands ended, before leaving."""
ACTION: Final = 10
"""Chips decided, ties included, until nothing stands; in cents, whatever the unit of money."""

NAMES: Final = (
    "final",
    "lowest",
    "highest",
    "throws",
    "end",
    "drawdown",
    "streak",
    "under_water",
    "decisions",
    "shooters",
    "action",
)
"""The figures by name."""
