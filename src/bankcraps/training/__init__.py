"""The dealers' drill and its exams: questions from played hands, marked by the engine.

`exercise` plays hands with the engine from a seed, and stops before a throw that decides something. The
engine settles that throw. A level says what is asked about it: to pay or take each wager in the dealers'
order, or another kind of question (`ASKS`). `correction` says what is right, with the sum and the clause, and
`marked` whether an answer is.
"""

from bankcraps.training.exam import correction, exercise, marked
from bankcraps.training.level import (
    AMOUNTS,
    ASKS,
    MOST_PLAYERS,
    Amounts,
    Asks,
    Exercise,
    Level,
    Question,
    most_players,
    offered,
)

__all__ = [
    "AMOUNTS",
    "ASKS",
    "MOST_PLAYERS",
    "Amounts",
    "Asks",
    "Exercise",
    "Level",
    "Question",
    "correction",
    "exercise",
    "marked",
    "most_players",
    "offered",
]
