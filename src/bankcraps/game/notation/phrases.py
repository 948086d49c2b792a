"""Lines that were read, and phrases that depend on the table: "odds 20" goes behind the wager that stands."""

from typing import Final, Literal

import msgspec

from bankcraps.errors import NotationError
from bankcraps.game.chips import Cents
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import Actor
from bankcraps.game.engine.sentence import Part, Sentence
from bankcraps.game.notation.names import Addressing
from bankcraps.game.notation.nicknames import GROUPS
from bankcraps.game.wagers import BOX_NUMBERS, HARD_NUMBERS, Kind, Wager, find

__all__ = [
    "LONGEST",
    "NO_TOKENS",
    "SHARES",
    "All",
    "Change",
    "Odds",
    "Phrase",
    "Said",
    "SameBet",
    "Several",
    "Spread",
    "Spreads",
    "Stakes",
    "Tokens",
]

Spreads = Literal["across", "inside", "outside", "hardways", "hi_lo"]
"""The words that split one sum over several wagers."""

LONGEST: Final = 500
"""The longest line, in characters."""


SHARES: Final[dict[str, dict[Wager, int]]] = {
    **GROUPS,
    "across": {find(Kind.PLACE, n): 6 if n in (6, 8) else 5 for n in BOX_NUMBERS},
    "inside": {find(Kind.PLACE, n): 6 if n in (6, 8) else 5 for n in (5, 6, 8, 9)},
    "outside": {find(Kind.PLACE, n): 5 for n in (4, 5, 9, 10)},
    "hardways": {find(Kind.HARD, n): 1 for n in HARD_NUMBERS},
    "hi_lo": {find(Kind.TWO): 1, find(Kind.TWELVE): 1},
}
"""The dealers' split of a sum: in units of five, but six on the 6 and 8, which pay 7 to 6."""


class Tokens(msgspec.Struct, frozen=True):
    """The promotional tokens in a bet.

    Attributes:
        alone: whether the amount said is itself a token.
        beside: the tokens named after the amount, by face value in cents.
    """

    alone: bool = False
    beside: tuple[Cents, ...] = ()

    def faces(self, amount: Cents) -> tuple[Cents, ...]:
        """All tokens of a bet, by face value in cents."""
        return (amount, *self.beside) if self.alone else self.beside

    def whole(self, amount: Cents) -> Cents:
        """The whole bet, in cents: the amount said, and the tokens beside it."""
        return Cents(amount + sum(self.beside))


NO_TOKENS: Final = Tokens()


class Odds(msgspec.Struct, frozen=True):
    """Odds behind the flat wager named, or behind the only one.

    Attributes:
        act: the act to do with them.
        flat: the flat wager, or None if the line names none.
        number: the number that the flat wager is on, if the line names only that.
        amount: for a bet, the amount in cents.
        times: instead of an amount, a multiple of the flat wager.
        most: instead of an amount, as much as the house takes.
        tokens: the tokens in it.
        confirmed, unrejected: as in `Bet`.
    """

    act: Literal["bet", "press", "down", "on", "off"]
    flat: Wager | None = None
    amount: Cents = Cents(0)
    times: int = 0
    most: bool = False
    number: int = 0
    tokens: Tokens = NO_TOKENS
    confirmed: tuple[str, ...] = ()
    unrejected: bool = False


class Stakes(msgspec.Struct, frozen=True):
    """The same amount, in cents, on each of several wagers."""

    wagers: tuple[Wager, ...]
    amount: Cents


class Spread(msgspec.Struct, frozen=True):
    """One sum over several wagers, split the way dealers split it.

    Attributes:
        name: a name of `SHARES`: "across", "inside", "hardways", "buffalo".
        amount: the whole sum, in cents; None for the smallest that may be bet. A small amount in fives is for
            each number: see `means_each`.
        each: whether the line says that the amount is for each number.
    """

    name: str
    amount: Cents | None = None
    each: bool = False


class Change(msgspec.Struct, frozen=True):
    """A change to wagers that stand: those of some wagers, or those on some numbers.

    Attributes:
        act: "double", "add" or "take" an amount, "raise" or "regress" to an amount, add "units" or "half" of
            what stands, "parlay" what it won, take "down", call "on" or "off".
        wagers: the wagers meant; empty if the line names only numbers, or says "it".
        numbers: the numbers meant.
        amount: in cents.
        units: the number of units.
    """

    act: Literal["double", "add", "take", "raise", "regress", "units", "half", "parlay", "down", "on", "off"]
    wagers: tuple[Wager, ...] = ()
    numbers: tuple[int, ...] = ()
    amount: Cents = Cents(0)
    units: int = 0

    @property
    def it(self) -> bool:
        """Whether the wager meant is "it": the one that the last throw paid, or the only one."""
        return not self.wagers and not self.numbers


class SameBet(msgspec.Struct, frozen=True):
    """The player's bets of the last round again, those that no longer stand."""


class All(msgspec.Struct, frozen=True):
    """Take down, call on or call off every wager that allows it."""

    act: Literal["down", "on", "off"]


Phrase = Odds | Stakes | Spread | Change | SameBet | All


class Several(msgspec.Struct, frozen=True):
    """Several wishes in one line: `five on the line, ten odds`. All of them happen, or none."""

    parts: tuple[ev.Event | Phrase, ...]


class Said(msgspec.Struct, frozen=True):
    """A line after reading.

    Attributes:
        text: the line.
        by: the actor, or `NOBODY` if the line names none.
        at: the time in seconds, or None.
        words: an event without an actor, or a phrase whose meaning depends on the table.
        column: where the words begin in the line, counted from 1.
    """

    text: str
    by: Actor
    at: int | None
    words: ev.Event | Phrase | Several
    column: int = 1

    def unclear(self, message: str) -> NotationError:
        """Make the error for a line that parses but means nothing at this table."""
        words = self.text[self.column - 1 :].strip()
        return NotationError(message, self.text, self.column, words)

    def lacks(self, name: str, says: str, **parts: Part) -> NotationError:
        """Make such an error about the player who speaks, who is the part `name` of the sentence."""
        sentence, words = Sentence(says, name=name, **parts), self.text[self.column - 1 :].strip()
        to_you = sentence.told(Addressing(name))
        return NotationError(str(sentence), self.text, self.column, words, to_you=to_you)
