"""The state of a table, as frozen, hashable values.

Every chip is in a player's rail, on the layout, or with the bank. The bank starts at zero and goes below zero
as players buy chips, so the sum over the whole table is always zero.

The types say `gc=False`: frozen values cannot form a cycle, so the garbage collector need not look at them.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from operator import attrgetter
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from bankcraps.game.chips import Cents, money
from bankcraps.game.dice import Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.limits import Limits
from bankcraps.game.wagers import LINE, Wager, odds_behind

OnOff = Literal["on", "off"]

DiceAct = ev.PassDice | ev.OrderPass | ev.Offer | ev.Accept | ev.Decline | ev.NoAnswer | ev.Choose
"""Acts with the dice between two throws."""

_ORDER: Final = attrgetter("wager.order")
_PLACE: Final = attrgetter("place")

_MONEY = "amount bank chip commission rail tokens unrejected unrejected_tokens withdrawn"
_CENTS = {name: f"{name}_cents" for name in _MONEY.split()}
"""JSON keys of sums end in `_cents`."""


class Standing(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, rename=_CENTS):
    """Chips and promotional tokens on one spot of the layout.

    Attributes:
        wager: the spot.
        amount: chips and tokens there together, in cents.
        call: "on" or "off" if the owner called the wager so, and a button marks it; else None.
        commission: the vigorish paid for what lies there, in cents.
        tokens: the promotional tokens there, by face value in cents, sorted.
        progress: the numbers that a wager on a shooter's hand has counted so far, sorted.
        straddles: whether this is a pass wager made after the point and set across the line: it is paid as a
            place wager on the point.
        asked: whether its owner has called it on while the dice are out, and the crew has not confirmed it.
        unrejected: the chips put there outside the limits since the dice last rested, in cents. The crew may
            still reject them.
        unrejected_tokens: the tokens put there so, by face value in cents, sorted.
        withdrawn: chips that have come down from it while the house kept their vigorish, in cents, as far as
            they decide what chips put back must pay.
    """

    wager: Wager
    amount: Cents
    call: OnOff | None = None
    commission: Cents = Cents(0)
    tokens: tuple[Cents, ...] = ()
    progress: tuple[int, ...] = ()
    straddles: bool = False
    withdrawn: Cents = Cents(0)
    asked: bool = False
    unrejected: Cents = Cents(0)
    unrejected_tokens: tuple[Cents, ...] = ()

    @property
    def chips(self) -> Cents:
        """The chips there, in cents, without the tokens."""
        return Cents(self.amount - sum(self.tokens)) if self.tokens else self.amount

    @property
    def rejectable(self) -> Cents:
        """The chips and tokens put there outside the limits since the dice last rested, in cents."""
        return Cents(self.unrejected + sum(self.unrejected_tokens))

    @property
    def parts(self) -> dict[str, Cents]:
        """The chips by the name of the spot, and the tokens by that name with "token" after it, in cents."""
        parts = {self.wager.name: self.chips, f"{self.wager} token": Cents(sum(self.tokens))}
        return {name: part for name, part in parts.items() if part}

    def __str__(self) -> str:
        """Write the spot and what lies there: `place 6 $12 off`, `pass $10 and token $25`."""
        chips = [money(self.chips)] if self.chips else []
        lies = " and ".join([*chips, *(f"token {money(face)}" for face in self.tokens)])
        call = f" {self.call}" if self.call else ""
        counted = f" ({', '.join(map(str, self.progress))})" if self.progress else ""
        across = " across the line" if self.straddles else ""
        return f"{self.wager} {lies}{call}{counted}{across}"


class Earlier(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, rename=_CENTS):
    """A seat before one of its player's acts. Undo restores it.

    Attributes:
        rail: chips in the rail then, in cents, with those bought or awarded and without those cashed or taken
            back since. It is below zero if the player has too few left now for this undo.
        wagers: the wagers then, with what somebody else has changed since.
        tokens: the tokens held then, with those issued since, by face value in cents.
        idle: the rounds in which the player had not wagered then.
        number: the number of the act among those that its player could undo, from 1.
    """

    rail: Cents
    wagers: tuple[Standing, ...] = ()
    tokens: tuple[Cents, ...] = ()
    idle: int = 0
    number: int = 0


class Seat(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, rename=_CENTS):
    """A player at the table.

    Attributes:
        name: the player's name.
        place: where the player stands, counted clockwise from the boxperson's left, from 1.
        rail: chips in the rail, in cents.
        wagers: the player's wagers on the layout, in the order of `WAGERS`.
        tokens: promotional tokens held, by face value in cents.
        limits: limits that apply to this player alone, or None.
        idle: the number of rounds at a full table in which the player has not wagered; -1 once they have
            wagered in this round, and from its start if a wager still stands from the round before.
        earlier: the state of the seat before each act that the player can still undo, the latest at the end.
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
        """Return this player's chips on a wager, or None."""
        for standing in self.wagers:
            if standing.wager is wager:
                return standing
        return None

    def standing(self, wager: Wager) -> Standing:
        """Return this player's chips on a wager, which must be there."""
        found = self.on(wager)
        assert found is not None
        return found

    def odds_on(self, flat: Wager) -> Standing | None:
        """Return this player's odds behind a flat wager, or None."""
        odds = odds_behind(flat)
        return None if odds is None else self.on(odds)

    def holding(
        self, rail: int, wagers: tuple[Standing, ...], tokens: tuple[Cents, ...] | None = None
    ) -> "Seat":
        """Return this seat with other chips in the rail, on the layout and, if given, other tokens."""
        held = self.tokens if tokens is None else tokens
        return replace(self, rail=Cents(rail), wagers=wagers, tokens=held)

    def wagers_with(self, old: Standing | None, new: Standing) -> tuple[Standing, ...]:
        """Return this player's wagers with one added, or with `new` in place of `old` on the same spot."""
        at = bisect_left(self.wagers, new.wager.order, key=_ORDER)
        return (*self.wagers[:at], new, *self.wagers[at + (old is not None) :])

    @property
    def at_risk(self) -> Cents:
        """The player's chips on the layout, in cents. Tokens are not chips and do not count."""
        return Cents(sum([standing.chips for standing in self.wagers]))

    @property
    def holdings(self) -> Cents:
        """The player's money at the table, in cents: rail, wagers, and the tokens not on a wager."""
        return Cents(self.rail + sum([standing.amount for standing in self.wagers]) + sum(self.tokens))

    @property
    def has_line_wager(self) -> bool:
        """Whether the player has a pass or don't pass wager. In the order of `WAGERS` these come first."""
        return bool(self.wagers) and self.wagers[0].wager.kind in LINE


class Turn(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The turn to throw.

    Attributes:
        start: the shooter's place or, between shooters, the place from which the dice are offered clockwise.
        held: whether the player at `start` has taken the dice.
        offered: the place the dice were offered to while the player has not answered, else 0.
        declined: the places that declined the dice.
        opening: whether nobody has thrown yet at this table.
        begun: whether a player has thrown since the dice last changed hands. The stickperson is no shooter.
        since_seven: whether a throw has come since the last seven of this hand.
        came_out: whether that player has thrown on a come-out.
    """

    start: int = 1
    held: bool = False
    offered: int = 0
    declined: tuple[int, ...] = ()
    opening: bool = True
    begun: bool = False
    since_seven: bool = False
    came_out: bool = False


class DiceSet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The table's dice, numbered within their set.

    Attributes:
        chosen: the dice the shooter chose; empty while the shooter has not chosen.
        bowl: the other dice on the table.
        away: dice that left the table and have not been found.
        short: whether the shooter needs dice to replace some that left the table.
        asked: whether the shooter asked to have the same dice back.
        lost: dice of this set given up as lost.
        unsound: dice of this set taken away after an inspection.
        spent: whether two dice were lost, so that the next shooter gets a new set.
        number: which set of the session this is, from 1.
    """

    chosen: tuple[int, ...] = ()
    bowl: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    short: bool = False
    asked: bool = False
    lost: tuple[int, ...] = ()
    unsound: tuple[int, ...] = ()
    spent: bool = False
    number: int = 1


class Sign(msgspec.Struct, frozen=True, omit_defaults=True):
    """A notice posted at the table.

    Attributes:
        about: "limits" for new limits, "closing" for the closing of the table.
        posted: when it was posted, in seconds of the table's clock.
        limits: the limits it announces, or None.
        due: the time it announces for the change, in seconds.
    """

    about: Literal["limits", "closing"]
    posted: int
    limits: Limits | None = None
    due: int = 0


class DisputeCase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dispute that a player raised.

    Attributes:
        number: counted from 1.
        by: the player who raised it.
        about: the dispute in the player's words.
        stage: the number of decisions that have been made; 0 while there is none.
        asked: whether it waits for a decision.
        ruling: the latest decision.
        closed: whether no further review is possible.
    """

    number: int
    by: str
    about: str
    stage: int = 0
    asked: bool = True
    ruling: str = ""
    closed: bool = False


class Floor(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, rename=_CENTS):
    """The part of a table that the house controls or that seldom changes.

    Attributes:
        limits: the table's limits.
        chip: the smallest chip the table can pay in, in cents.
        closed: whether the table has closed.
        signs: the notices posted.
        excluded: the names of people excluded from the game.
        disputes: the disputes raised.
        clock: the latest time of any event, in seconds, or None.
        others: whether people who have no seat here play at this table too. One of them throws when no player
            with a seat can, so a throw is always possible.
    """

    limits: Limits
    chip: Cents
    closed: bool = False
    signs: tuple[Sign, ...] = ()
    excluded: tuple[str, ...] = ()
    disputes: tuple[DisputeCase, ...] = ()
    clock: int | None = None
    others: bool = False


class DiceSince(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something done with the dice since the last throw.

    Attributes:
        event: the act.
        effects: its effects that can be undone.
        newcomers: the people at the table then, and still, who have sat down since the throw.
        gone: the place of the player who took the dice by it and has left or is excluded; else 0.
    """

    event: DiceAct
    effects: tuple[fx.Reversible, ...]
    newcomers: tuple[str, ...] = ()
    gone: int = 0


class FeeSince(msgspec.Struct, frozen=True, gc=False, rename=_CENTS):
    """The commission that a player has paid for a wager since the last throw, less what came back."""

    seat: str
    wager: Wager
    amount: Cents


class LastThrow(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The last throw and the table before it. A supervisor may invalidate the outcome until the next throw.

    Attributes:
        throw: the faces.
        before: the table before the throw, without what players could undo there.
        since: the wagers declared void since, and the people who left: neither rests on the throw.
        dice: the dealings with the dice since.
        in_a_hand: whether a player threw, so that wagers on a shooter's hand count the throw.
        ruled: the role that decided a disputed face or corrected the throw, or empty.
        fees: the commission paid since.
        ended: the effects on wagers of the end of the hand since, if that came without a throw.
    """

    throw: Throw
    before: "State"
    since: tuple[ev.VoidWager | ev.Leave | ev.Vacate, ...] = ()
    dice: tuple[DiceSince, ...] = ()
    in_a_hand: bool = True
    ruled: str = ""
    fees: tuple[FeeSince, ...] = ()
    ended: tuple[fx.Reversible, ...] = ()


class State(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, rename=_CENTS):
    """A craps table at one moment.

    Attributes:
        seats: the players, clockwise.
        floor: limits, signs, disputes.
        dice: the set of dice.
        puck: the point, or 0 while the puck is off.
        bank: the money that the house has taken in less the money that it has paid out and sold, in cents.
        turn: whose turn it is to throw.
        out: whether "no more bets" has been called.
        thrown: whether the dice have been thrown and have not come to rest.
        by_stick: whether the stickperson threw them. A player who threw them holds the dice.
        last: the last throw, while its outcome can be invalidated; else None.
    """

    seats: tuple[Seat, ...]
    floor: Floor
    dice: DiceSet
    puck: int = 0
    bank: Cents = Cents(0)
    turn: Turn = msgspec.field(default_factory=Turn)  # always written, so that equal tables have one hash
    out: bool = False
    thrown: bool = False
    by_stick: bool = False
    last: LastThrow | None = None

    def seat(self, name: str) -> Seat | None:
        """Return the player of that name, or None."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        return None

    def seated(self, name: str) -> Seat:
        """Return the player of that name, who must be at the table."""
        seat = self.seat(name)
        assert seat is not None
        return seat

    def with_seat(self, seat: Seat, to_bank: int = 0) -> "State":
        """Return the table with one seat changed and `to_bank` cents added to the bank."""
        seats = tuple([seat if other.place == seat.place else other for other in self.seats])
        return replace(self, seats=seats, bank=Cents(self.bank + to_bank))

    def with_floor(self, **changes: object) -> "State":
        """Return the table with some values of its floor changed, by name."""
        return replace(self, floor=replace(self.floor, **changes))

    def clockwise(self, start: int) -> tuple[Seat, ...]:
        """Return the players clockwise, starting at a place."""
        if len(self.seats) == 1:  # every throw of a simulated session passes here
            return self.seats
        first = bisect_left(self.seats, start, key=_PLACE)
        return self.seats[first:] + self.seats[:first]

    @property
    def point(self) -> int | None:
        """The point, or None while the puck is off."""
        return self.puck or None

    @property
    def total(self) -> int:
        """Rails, layout and bank together, in cents. No step changes it."""
        return self.bank + sum(seat.rail + seat.at_risk for seat in self.seats)


Done = tuple[State, list[fx.Effect]]
"""The table after an event, and the effects."""


def tokens_without(tokens: tuple[Cents, ...], gone: Iterable[Cents]) -> tuple[Cents, ...]:
    """Return tokens without those that are gone, each taken out once, sorted."""
    if not tokens:  # as nearly always; counting takes as long as all else that a bet does
        return ()
    return tuple(sorted((Counter(tokens) - Counter(gone)).elements()))


def in_order(wagers: Iterable[Standing]) -> tuple[Standing, ...]:
    """Sort wagers into the order of `WAGERS`."""
    return tuple(sorted(wagers, key=_ORDER))
