"""When a player leaves, and why: written once, for the exact solver, the kernels and the stepwise player.

What a player *owns* is the rail and the wagers standing, at face. Before each throw's betting somebody who
owns at least the goal, or less than the floor, or who cannot make the next wager the system asks for, or
whose session is over, leaves: makes no new wager, takes down what may come down, and lets the rest be
decided.
"""

from typing import Final

__all__ = ["ENDS", "GOAL", "LIMIT", "NEVER", "NO_GOAL", "PLAYS", "RUIN", "STOPPED", "ending"]

PLAYS: Final = -1
"""The player stays."""

GOAL: Final = 0
"""Owns at least the goal."""

RUIN: Final = 1
"""Owns less than the floor, or too little for the next wager of the system."""

LIMIT: Final = 2
"""The session is over: so many throws, decisions or shooters."""

STOPPED: Final = 3
"""The system itself stops, by a rule of its own."""

ENDS: Final = ("goal", "ruin", "limit", "stopped")
"""The ends by name, in the order of their numbers."""

NEVER: Final = 2**30
"""The need of a moment at which the system itself stops: more than anybody owns."""

NO_GOAL: Final = 2**62
"""The goal of somebody who has none."""


def ending(owned: int, goal: int, floor: int, need: int, left: int) -> int:
    """Why a player leaves at a moment before the betting, or `PLAYS`. Also compiled into the kernels.

    Args:
        owned: the rail and the wagers standing, at face.
        goal: as the player set it, or `NO_GOAL`.
        floor: as the player set it, or 0.
        need: the least somebody must own who makes the next bets of the system; `NEVER` if it stops.
        left: throws, decisions or shooters left in the session.
    """
    if owned >= goal:
        return GOAL
    if owned < floor:
        return RUIN
    if need == NEVER:
        return STOPPED
    if owned < need:
        return RUIN
    return PLAYS if left > 0 else LIMIT
