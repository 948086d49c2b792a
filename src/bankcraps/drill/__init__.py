"""A dealer's drill: a layout and a throw from play, and each wager to pay or take in the dealers' order.

`exercise` plays hands with the engine from a seed, and stops before a throw that decides something. The
engine settles that throw. `correction` says from its effects what is right for a wager, with the sum and the
clause.
"""

from bankcraps.drill.correcting import Correction, Reason, correction
from bankcraps.drill.exercise import Exercise, WagerToSettle, exercise
from bankcraps.drill.level import AMOUNTS, FAMILIES, MOST_PLAYERS, Amounts, Level, most_players, offered

__all__ = [
    "AMOUNTS",
    "FAMILIES",
    "MOST_PLAYERS",
    "Amounts",
    "Correction",
    "Exercise",
    "Level",
    "Reason",
    "WagerToSettle",
    "correction",
    "exercise",
    "most_players",
    "offered",
]
