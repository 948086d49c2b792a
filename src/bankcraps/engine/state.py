"""A table at one moment, as frozen, hashable values.

Chips are somewhere: in a player's rail, on the layout, or with the bank. Their sum never changes. The bank
starts at nothing and goes below it as chips are bought, so the sum over a whole table is always zero.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from bankcraps.chips import LARGEST, Cents, dollars, printed
from bankcraps.errors import MoneyError
from bankcraps.wagers import LINE, Wager

__all__ = [
    "DiceSet",
    "DisputeCase",
    "Earlier",
    "Floor",
    "Limits",
    "Seat",
    "Sign",
    "Standing",
    "State",
    "Turn",
    "in_order",
]

Call = Literal["on", "off"]


class Limits(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    rename={"minimum": "minimum_cents", "maximum": "maximum_cents", "unit": "unit_cents"},
):
    """What the sign at the table says, in cents.

    Attributes:
        minimum, maximum: the least and the most that may stand on one wager.
        unit: wagers above the minimum go up in these.
    """

    minimum: Cents
    maximum: Cents
    unit: Cents

    @classmethod
    def read(cls, written: str) -> "Limits":
        """Read MIN:MAX or MIN:MAX:UNIT in dollars; the unit is a dollar where none is given.

        Raises:
            MoneyError: if it is not two or three sums.
        """
        parts = written.split(":")
        if len(parts) not in (2, 3):
            raise MoneyError(f"limits are written MIN:MAX or MIN:MAX:UNIT, such as 10:500:5, not {written!r}")
        least, most, *unit = map(dollars, parts)
        return cls(least, most, unit[0] if unit else Cents(100))

    def __str__(self) -> str:
        """As they are written: `10:500:5`."""
        return f"{printed(self.minimum)}:{printed(self.maximum)}:{printed(self.unit)}"

    def problem(self, chip: int) -> str:
        """What is wrong with them at a table with that smallest chip, or an empty text."""
        if not 0 < self.minimum <= self.maximum <= LARGEST:
            return f"limits are a minimum of more than nothing and a maximum not below it, not {self}"
        if self.unit <= 0 or self.unit % chip or self.minimum % chip:
            return f"minimum and unit are paid in chips of {printed(chip)}, not {self}"
        return ""


class Standing(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    rename={"amount": "amount_cents", "commission": "commission_cents"},
):
    """Chips on one spot of the layout.

    Attributes:
        wager: the spot.
        amount: how much lies there, in cents.
        call: the button on it, if its owner called it on or off.
        commission: the vigorish paid for it so far, in cents.
        token: whether a promotional token lies there and not chips.
        progress: the numbers that a wager on a shooter's hand has counted so far, in order.
    """

    wager: Wager
    amount: Cents
    call: Call | None = None
    commission: Cents = Cents(0)
    token: bool = False
    progress: tuple[int, ...] = ()

    @property
    def label(self) -> str:
        """The spot by name, with a word for a token."""
        return f"{self.wager} token" if self.token else self.wager.name


class Earlier(
    msgspec.Struct, frozen=True, omit_defaults=True, rename={"rail": "rail_cents", "tokens": "tokens_cents"}
):
    """What a seat had before one of its player's acts, so that the act can be undone."""

    rail: Cents
    wagers: tuple[Standing, ...] = ()
    tokens: tuple[Cents, ...] = ()
    idle: int = 0


class Seat(
    msgspec.Struct, frozen=True, omit_defaults=True, rename={"rail": "rail_cents", "tokens": "tokens_cents"}
):
    """A player at the table.

    Attributes:
        name: how they are addressed.
        place: where they stand, counted clockwise from the boxperson's left, from 1.
        rail: chips in the rail, in cents.
        wagers: what stands on the layout, in the order of the table.
        tokens: promotional tokens held, by face, in cents.
        limits: limits of their own, from a sign before them, or None.
        idle: rounds at a full table since they last wagered; -1 once they have in this round.
        earlier: what the seat had before each act that its player can still undo, the last one at the end.
    """

    name: str
    place: int
    rail: Cents
    wagers: tuple[Standing, ...] = ()
    tokens: tuple[Cents, ...] = ()
    limits: Limits | None = None
    idle: int = 0
    earlier: tuple[Earlier, ...] = ()

    def on(self, wager: Wager) -> Standing | None:
        """What stands on a wager."""
        for standing in self.wagers:
            if standing.wager is wager:
                return standing
        return None

    def holding(
        self, rail: int, wagers: tuple[Standing, ...], tokens: tuple[Cents, ...] | None = None
    ) -> "Seat":
        """The same player with other chips in the rail, on the layout and, if given, in tokens."""
        held = self.tokens if tokens is None else tokens
        return replace(self, rail=Cents(rail), wagers=wagers, tokens=held)

    def putting(self, old: Standing | None, new: Standing) -> "Seat":
        """The same player with one wager put down, or put in the place of another."""
        wagers = (standing for standing in self.wagers if standing is not old)
        return replace(self, wagers=in_order((*wagers, new)))

    @property
    def at_risk(self) -> Cents:
        """The chips of this seat on the layout; tokens are not chips."""
        return Cents(sum(standing.amount for standing in self.wagers if not standing.token))

    @property
    def has_line_wager(self) -> bool:
        """Whether a wager stands on pass or don't pass, which are the first spots of the table."""
        return bool(self.wagers) and self.wagers[0].wager.kind in LINE


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose the dice are, or will be.

    Attributes:
        start: the place of the shooter, or the place from which the dice are offered clockwise.
        held: whether the player there has taken them.
        offered: the place they have been pushed to, waiting for an answer, or 0.
        declined: the places that would not have them.
        opening: whether nobody has thrown yet at this table.
        begun: whether the dice have been thrown since they last changed hands.
        since_seven: whether a throw of the hand has come since its last seven.
    """

    start: int = 1
    held: bool = False
    offered: int = 0
    declined: tuple[int, ...] = ()
    opening: bool = True
    begun: bool = False
    since_seven: bool = False


class DiceSet(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dice of the table, numbered in their set.

    Attributes:
        chosen: the dice the shooter picked; empty while any two will do.
        bowl: the rest.
        away: dice off the table and not found yet.
        short: whether the shooter is waiting for dice in place of some that left the table.
        asked: whether the shooter wants the same dice back.
        lost: dice of this set given up as lost.
        spent: whether two were lost, so that a new set comes with the next shooter.
        number: which set of the session this is, from 1.
    """

    chosen: tuple[int, ...] = ()
    bowl: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    short: bool = False
    asked: bool = False
    lost: tuple[int, ...] = ()
    spent: bool = False
    number: int = 1


class Sign(msgspec.Struct, frozen=True, omit_defaults=True):
    """A notice standing on the table.

    Attributes:
        about: the new "limits", or the "closing" of the table.
        posted: when it was put up, in seconds.
        limits: the limits it announces.
    """

    about: Literal["limits", "closing"]
    posted: int
    limits: Limits | None = None


class DisputeCase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A complaint under way.

    Attributes:
        number: counted from 1.
        by: who raised it.
        about: in their words.
        stage: how many of those who may decide have: 0 while nobody has.
        asked: whether it has been put to the next of them.
        ruling: the last decision.
        closed: whether there is nobody further to ask.
    """

    number: int
    by: str
    about: str
    stage: int = 0
    asked: bool = True
    ruling: str = ""
    closed: bool = False


class Floor(msgspec.Struct, frozen=True, omit_defaults=True, rename={"chip": "chip_cents"}):
    """What those in charge have set, and what seldom changes.

    Attributes:
        limits: the table's limits.
        chip: the smallest chip the table can pay in, in cents.
        closed: whether the table has closed.
        signs: the notices standing.
        excluded: the people sent away.
        disputes: complaints raised.
        clock: the latest time an event came with, in seconds, or None.
    """

    limits: Limits
    chip: Cents
    closed: bool = False
    signs: tuple[Sign, ...] = ()
    excluded: tuple[str, ...] = ()
    disputes: tuple[DisputeCase, ...] = ()
    clock: int | None = None


class State(msgspec.Struct, frozen=True, omit_defaults=True, rename={"bank": "bank_cents"}):
    """A craps table at one moment.

    Attributes:
        seats: the players, clockwise.
        floor: limits, signs, disputes.
        dice: the set of dice.
        puck: the point, or 0 while the puck is off.
        bank: chips taken by the house less chips paid out and sold, in cents.
        turn: whose the dice are.
        out: whether "no more bets" has been called.
        thrown: whether the dice have been thrown and do not rest yet.
    """

    seats: tuple[Seat, ...]
    floor: Floor
    dice: DiceSet
    puck: int = 0
    bank: Cents = Cents(0)
    turn: Turn = msgspec.field(default_factory=Turn)  # always written, so that equal tables have one hash
    out: bool = False
    thrown: bool = False

    def seat(self, name: str) -> Seat | None:
        """The player of that name."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        return None

    def seated(self, name: str) -> Seat:
        """The player of that name, who is known to be here."""
        seat = self.seat(name)
        assert seat is not None
        return seat

    def with_seat(self, seat: Seat, to_bank: int = 0) -> "State":
        """The table with one seat changed, and chips given to the bank (or taken from it, below zero)."""
        seats = tuple(seat if other.place == seat.place else other for other in self.seats)
        return replace(self, seats=seats, bank=Cents(self.bank + to_bank))

    def with_floor(self, **changes: object) -> "State":
        """The table with some values of its floor changed, by name."""
        return replace(self, floor=replace(self.floor, **changes))

    def clockwise(self, start: int) -> Iterator[Seat]:
        """The players clockwise from a place, that place included."""
        yield from (seat for seat in self.seats if seat.place >= start)
        yield from (seat for seat in self.seats if seat.place < start)

    @property
    def point(self) -> int | None:
        """The point, or None while the puck is off."""
        return self.puck or None

    @property
    def total(self) -> int:
        """Rails, layout and bank together, in cents: the same before and after every step."""
        return self.bank + sum(seat.rail + seat.at_risk for seat in self.seats)


def in_order(wagers: Iterable[Standing]) -> tuple[Standing, ...]:
    """Wagers in the order of the table."""
    return tuple(sorted(wagers, key=_order))


def _order(standing: Standing) -> int:
    return standing.wager.order
