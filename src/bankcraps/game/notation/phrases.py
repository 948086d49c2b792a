"""Lines that were read, and phrases that depend on the table: "odds 20" goes behind the wager that stands."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

import msgspec

from bankcraps.errors import NotationError
from bankcraps.game.chips import Cents
from bankcraps.game.dice import SEVEN, Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import Actor
from bankcraps.game.engine.refusals import Part, Sentence
from bankcraps.game.notation.names import Addressing
from bankcraps.game.notation.nicknames import GROUPS, UNITS, names_of
from bankcraps.game.pays import Pay
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.terms import OneRollTerms
from bankcraps.game.wagers import BOX_NUMBERS, HARD_NUMBERS, Kind, Wager, find

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
        side: "take" for odds behind a wager with the dice, "lay" for one against them; empty if not said.
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
    side: Literal["", "take", "lay"] = ""
    tokens: Tokens = NO_TOKENS
    confirmed: tuple[str, ...] = ()
    unrejected: bool = False


class Stakes(msgspec.Struct, frozen=True):
    """The same amount, in cents, on each of several wagers."""

    wagers: tuple[Wager, ...]
    amount: Cents


class More(msgspec.Struct, frozen=True):
    """A bet that is said of what may stand already: "12 on my 8", "12 more on the 8"."""

    bet: ev.Bet


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


Phrase = Odds | Stakes | More | Spread | Change | SameBet | All


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


# The stickperson's calls: the throw by its traditional name, and its effect on the line and the field.


_CRAPS: Final = {total: f"{word.capitalize()}, craps {word}" for total, word in enumerate(UNITS, 1)}
"""The first call, by total, on a come-out that loses the line. In your own book any total but 7 may."""

_SEVEN_OUT: Final = (
    "Seven out, line away",
    "Seven out, seven; take the line, pay the don'ts",
    "Up jumped the devil, seven out",
)


_NO_FIELD: Final = "No field five"
_IN_THE_FIELD: Final[dict[str, Callable[[Pay | None], bool]]] = {
    _NO_FIELD: lambda pay: pay is None,
    "Centerfield nine": lambda pay: pay is not None,
    "Double-action field traction": lambda pay: pay is not None and pay.ratio == Fraction(2),
}
"""The names that say what the field pays, each with what it must pay."""

SIX: Final = 6


@lru_cache(maxsize=4096)
def calls(book: Rulebook, throw: Throw, puck: int) -> tuple[str, ...]:
    """Return the calls that fit a throw, the plainest first. `puck` is the point before the throw, or 0.

    >>> from bankcraps.game.rulebook import BOOKS, load_rulebook
    >>> calls(load_rulebook(BOOKS[0]), Throw(6, 5), 0)
    ('Yo-leven, front line winner', 'Yo, front line winner', 'Six-five, no jive, front line winner')
    >>> calls(load_rulebook("classic:field_12=triple"), Throw(6, 6), 4)[0]
    'Boxcars, triple, come away'
    """
    if throw.total == SEVEN and puck:
        return _SEVEN_OUT
    paid = _field_pay(book, throw.total)
    names = [name for name in names_of(throw) if name not in _IN_THE_FIELD or _IN_THE_FIELD[name](paid)]
    if throw.total in book.come_out.craps and not puck:
        names = [_CRAPS[throw.total], *names]
    after = _after_point(book, throw.total, puck) if puck else _on_come_out(book, throw.total)
    said = tuple(name + ("" if name == _NO_FIELD and after == ", no field" else after) for name in names)
    if throw.total == puck == SIX:
        return (f"666, winner 6, came {'hard' if throw.hard else 'easy'}, pay the line", *said)
    if throw.total == SEVEN in book.come_out.naturals:
        return (*said, f"{said[0]}, pay the line", f"{said[0]}, take the don'ts")
    return said


def _on_come_out(book: Rulebook, total: int) -> str:
    if total in book.come_out.points:
        return ", mark the point"
    if total in book.come_out.naturals:
        return ", front line winner"
    field = _field(book, total)
    return f"{field}, line away" if field == ", triple" else ", line away"


def _after_point(book: Rulebook, total: int, puck: int) -> str:
    if total == puck:
        return ", winner, pay the line"
    field = _field(book, total)
    if total in book.come_out.points:
        return field
    if total in book.come_out.naturals:
        return f"{field} and come"
    return ", come away single" if field == ", good field" else f"{field}, come away"


def _field(book: Rulebook, total: int) -> str:
    """Say what the field wins on a total: nothing, even money, double or triple."""
    pay = _field_pay(book, total)
    if pay is None:
        return ", no field" if Kind.FIELD in book.wagers else ""
    paid = {Fraction(1): "good field", Fraction(2): "double the field", Fraction(3): "triple"}
    return f", {paid.get(pay.ratio, f'the field pays {pay}')}"


def _field_pay(book: Rulebook, total: int) -> Pay | None:
    terms = book.wagers.get(Kind.FIELD)
    return terms.pays.get(total) if isinstance(terms, OneRollTerms) else None
