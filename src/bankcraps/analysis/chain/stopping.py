"""The stopping rule: when a player leaves, and why. The solver, the kernels and the engine all call it.

What a player *owns* is the rail plus the wagers standing, at face value. The rule is asked before the betting
of each throw. A player who leaves makes no new wager, takes down what may come down, and lets the dice decide
the rest.
"""

from typing import Final

PLAYS: Final = -1
"""The player stays."""

GOAL: Final = 0
"""The player owns at least the goal."""

RUIN: Final = 1
"""The player owns too little for the system's next wager."""

LIMIT: Final = 2
"""The session's throws, decisions or shooters are used up."""

STOPPED: Final = 3
"""The system stops by its own rule."""

FLOOR: Final = 4
"""The player owns less than the floor."""

ENDS: Final = ("goal", "ruin", "limit", "stopped", "floor")
"""The names of the ends, by number."""

NEED_STOPPED: Final = 2**30
"""The need of a state in which the system stops: more than a player can own."""

NO_GOAL: Final = 2**62
"""The goal of a player without one."""


def stopping_reason(owned: int, goal: int, floor: int, need: int, remaining: int) -> int:
    """The reason to leave before the betting, or `PLAYS`. This function is also compiled into the kernels.

    Args:
        owned: the rail plus the wagers standing, at face value.
        goal: the player's goal, or `NO_GOAL`.
        floor: the player's floor, or 0.
        need: the least a player must own to make the system's next bets; `NEED_STOPPED` if it stops.
        remaining: throws, decisions or shooters left in the session.
    """
    if owned >= goal:
        return GOAL
    if owned < floor:
        return FLOOR
    if need == NEED_STOPPED:
        return STOPPED
    if owned < need:
        return RUIN
    return PLAYS if remaining > 0 else LIMIT
