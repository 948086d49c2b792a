"""The level of a drill: what is asked, families of wagers, amounts, and how many players bet."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, Protocol, get_args

import msgspec

from bankcraps.errors import BankcrapsError, did_you_mean
from bankcraps.game.chips import Cents
from bankcraps.game.dealing import FAMILIES, Answer, Correction, Reason
from bankcraps.game.dice import Throw
from bankcraps.game.engine import State
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import Kind

Asks = Literal["settle", "order", "keys", "chips", "calls"]
"""A kind of question."""

ASKS: Final[Mapping[Asks, tuple[str, str]]] = {
    "settle": ("Pay or take", "pay or take each wager after a throw, in the dealers' order"),
    "order": ("The order", "put wagers into the order in which they are settled after a throw"),
    "keys": ("Key figures", "say what a stake pays, its commission, and what stays up, by heart"),
    "chips": ("Chips", "cut sums into the fewest chips, size into stacks, and colour up"),
    "calls": ("Bets spoken", "hear a bet, such as $32 across, and say where the chips go"),
}
"""The kinds of question: a title, and what the student does."""

Amounts = Literal["even", "odd", "large"]
"""The amounts bet: those that chips pay exactly, any whole dollars up to 60, or any up to 3,000."""

AMOUNTS: Final[Mapping[Amounts, str]] = {
    "even": "round amounts, which chips pay exactly",
    "odd": "any amount up to $60, so that some pays are rounded",
    "large": "any amount up to $3,000",
}
"""The meaning of each choice of amounts."""

NAMES: Final = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
MOST_PLAYERS: Final = len(NAMES)


class Level(msgspec.Struct, frozen=True):
    """The level of an exercise.

    Attributes:
        families: the families of wagers, by their names in `FAMILIES`.
        amounts: which amounts players bet.
        players: the number of players who bet.
        asks: the kinds of question. Of several, the exercises take turns.
    """

    families: tuple[str, ...] = ("line", "odds", "place")
    amounts: Amounts = "even"
    players: int = 3
    asks: tuple[Asks, ...] = ("settle",)

    def each_once(self) -> "Level":
        """Return the same level with each family and each kind of question named once.

        Levels from other people pass through here: each name costs work, and they may repeat them.
        """
        return msgspec.structs.replace(
            self, families=tuple(dict.fromkeys(self.families)), asks=tuple(dict.fromkeys(self.asks))
        )

    def asked(self, index: int) -> Asks:
        """Return the kind of question of an exercise.

        Raises:
            BankcrapsError: if the level has no kind of question, or one that there is not.
        """
        for name in self.asks:
            if name not in ASKS:
                raise BankcrapsError(
                    f"a drill asks {', '.join(ASKS)}, not {name[:40]!r}{did_you_mean(name[:40], ASKS)}"
                )
        if not self.asks:
            raise BankcrapsError(f"choose what the drill asks: {', '.join(ASKS)}")
        return self.asks[index % len(self.asks)]

    def kinds(self, book: Rulebook) -> tuple[Kind, ...]:
        """Return the kinds of wager that this level asks about at a house.

        Raises:
            BankcrapsError: if the level is not possible, or the house offers none of these wagers.
        """
        for name in self.families:
            if name not in FAMILIES:
                raise BankcrapsError(
                    f"there is no family {name[:40]!r}{did_you_mean(name[:40], FAMILIES)}; "
                    f"the families are {', '.join(FAMILIES)}"
                )
        if self.amounts not in get_args(Amounts):
            raise BankcrapsError(f"amounts are {', '.join(AMOUNTS)}, not {self.amounts!r}")
        most = most_players(book)
        if not 1 <= self.players <= most:
            raise BankcrapsError(f"1 to {most} players bet in a drill at {book.title}, not {self.players}")
        chosen = {kind for name in self.families for kind in FAMILIES[name][1]}
        kinds = tuple(kind for kind in book.wagers if kind in chosen)
        if not kinds:
            here = ", ".join(offered(book))
            raise BankcrapsError(
                f"{book.title} offers no wager of {' or '.join(self.families) or 'no family'}; "
                f"it has the families {here}"
            )
        return kinds


def most_players(book: Rulebook) -> int:
    """Return the most players who bet in a drill at a house."""
    return min(MOST_PLAYERS, book.table.places)


def offered(book: Rulebook) -> Sequence[str]:
    """Return the families of which a house offers a wager."""
    return [name for name, (_, kinds) in FAMILIES.items() if any(kind in book.wagers for kind in kinds)]


# A question of a drill: what every kind of question can do, the answer to it, and what is right.


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


def in_words(sum_: str, said: str, words: tuple[str, ...], reasons: Sequence[Reason]) -> Correction:
    """Make the correction of a question that is answered in words; see `Correction`."""
    return Correction("say", Cents(0), words, sum_, tuple(reasons), said=said)


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
