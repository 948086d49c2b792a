"""A question of a drill: what every kind of question can do, the answer to it, and what is right.

Each kind of question is a file of its own in `questions/`. `asking.py` makes the exercises of each kind.
"""

from typing import Final, Protocol

import msgspec

from bankcraps.game.dealing import Answer, Correction
from bankcraps.game.dice import Throw
from bankcraps.game.engine import State
from bankcraps.game.rulebook import Rulebook

__all__ = [
    "LONGEST_SAID",
    "Exercise",
    "Question",
]

LONGEST_SAID: Final = 400
"""The most letters of an answer in words."""


class Question(Protocol):
    """A question of an exercise."""

    @property
    def family(self) -> str:
        """The line of the score that it counts for: a family of wagers, or a kind of question."""
        ...

    def words(self, book: Rulebook, /) -> str:
        """Return the question as a person reads it."""
        ...

    def correction(self, book: Rulebook, /) -> Correction:
        """Say what is right, and why."""
        ...

    def right(self, book: Rulebook, /, answer: Answer) -> bool:
        """Whether an answer is right.

        Raises:
            BankcrapsError: if the words of an answer cannot be read.
        """
        ...


class Exercise(msgspec.Struct, frozen=True):
    """A table, a throw if there is one, and the questions about them.

    Attributes:
        state: the table before the throw.
        throw: the throw, or None.
        throws: the throws before it, from the first.
        questions: the questions in order. Wagers to settle are those of the level that the throw concerns, in
            the order in which the engine settles them: losers first, then winners, seat by seat. At the end
            come those that the throw would decide if they were on.
        others: the wagers that the throw decides and the drill does not ask about.
    """

    state: State
    throw: Throw | None
    throws: tuple[Throw, ...]
    questions: tuple[Question, ...]
    others: tuple[Question, ...] = ()
