"""A question of a drill: what every kind of question can do, the answer to it, and what is right.

Each kind of question is a file of its own in `questions/`. `asking.py` makes the exercises of each kind.
"""

from functools import cache
from typing import Final, Literal, Protocol

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine import State
from bankcraps.game.rulebook import Clause, Rulebook, Topics, clauses_of, topics_of

__all__ = [
    "LONGEST_SAID",
    "Action",
    "Answer",
    "Correction",
    "Exercise",
    "Question",
    "Reason",
    "clauses",
    "topics",
]

Action = Literal["take", "leave", "pay", "travel", "say"]
"""The dealer's action on a wager: take it for the house, leave or return it undecided, pay it, or move it to
its number. A question that is not about settling a wager is answered in words: say."""


LONGEST_SAID: Final = 400
"""The most letters of an answer in words."""


class Answer(msgspec.Struct, frozen=True):
    """An answer: the action, the pay beyond the stake in cents, and the words of an answer that is said.

    Without an action there was no answer.
    """

    action: Action | Literal[""] = ""
    pay: int = 0
    said: str = ""


class Reason(msgspec.Struct, frozen=True):
    """A clause of the house, and what it says. The clause is "convention" where the document is silent."""

    clause: str
    says: str


class Correction(msgspec.Struct, frozen=True, rename={"pay": "pay_cents"}):
    """The right answer to a question.

    Attributes:
        action: the dealer's action.
        pay: the sum that the dealer hands out beyond the stake, in cents, less the losses of its legs and its
            commission; 0 unless the wager is paid.
        words: why, in sentences: what happens to the wager, if there is one.
        sum: the sum by which the pay is worked out, or the right answer in words; empty for a wager that is
            not paid.
        reasons: the clauses.
        stays: whether the wager's chips lie on the layout afterwards.
        to: the wager that they belong to then, if they move.
        said: a right answer, as one types it, to a question that is answered in words.
    """

    action: Action
    pay: Cents
    words: tuple[str, ...]
    sum: str
    reasons: tuple[Reason, ...]
    stays: bool = False
    to: str = ""
    said: str = ""


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


@cache
def clauses(book: str) -> dict[str, Clause]:
    """Return the clauses of a book by id; none for your own book."""
    try:
        return {one.id: one for one in clauses_of(book)}
    except BankcrapsError:
        return {}


@cache
def topics(book: str) -> Topics:
    """Return the clauses of a book by their topics; none for your own book."""
    try:
        return topics_of(book)
    except BankcrapsError:
        return Topics()
