"""The terms of wagers: when each may be made and taken down, when it works, what it pays."""

from typing import Final, Literal

import msgspec

from bankcraps.chips import Cents, Rounding
from bankcraps.dice import Throw
from bankcraps.pays import Pay
from bankcraps.rulebook.section import Section
from bankcraps.wagers import HAND_WAGERS, Kind, Wager

__all__ = [
    "TERMS",
    "Commission",
    "DontTerms",
    "HandTerms",
    "HopTerms",
    "LineTerms",
    "NumberTerms",
    "OddsTerms",
    "OneRollTerms",
    "Terms",
]

Made = Literal["come_out", "puck_on", "any", "new_shooter", "after_seven"]
"""When a wager may be made: while the puck is off, while it is on, at any time, before a new shooter's first
come-out throw, or then and after any seven."""

Until = Literal["always", "until_number", "never"]
"""How long a wager may be increased, or reduced and taken down: `until_number` is until the point (the come
point, for a come wager) is set."""

Works = Literal["always", "puck_on"]
"""When a wager is in action: always, or only while the puck is on unless its owner calls it on."""


class Terms(Section, frozen=True, kw_only=True):
    """What every wager has.

    Attributes:
        name: the house's own name for it.
        made: when it may be made.
        increase, take_down: how long it may be pressed, and reduced or taken down.
        works: when it is in action.
        calls: whether its owner may call it "off" and "on".
        winner: whether a winning wager stays on the layout or comes down with its pay.
        minimum: "table", or "unit" where one whole unit is enough.
        maximum: "table", "win" where what it could win may not pass the table's maximum, or "none".
        max_pay: the most one decision of it may pay, in cents, or None.
    """

    name: str
    made: Made = "any"
    increase: Until = "always"
    take_down: Until = "always"
    works: Works = "always"
    calls: bool = False
    winner: Literal["stays", "comes_down"] = "comes_down"
    minimum: Literal["table", "unit"] = "table"
    maximum: Literal["table", "win", "none"] = "table"
    max_pay: Cents | None = None

    def off_by_default(self, puck: int) -> bool:
        """Whether it is out of action with the puck on that point (0 for off), unless called on."""
        return self.works == "puck_on" and not puck

    def offers(self, wager: Wager) -> bool:
        """Whether the house offers this one of its kind."""
        raise NotImplementedError

    def rows(self) -> list[tuple[str, Pay]]:
        """The pay table: what is thrown or made, and its pay."""
        raise NotImplementedError

    def best(self, wager: Wager) -> Pay:
        """The most that one unit on that wager could win."""
        raise NotImplementedError


class LineTerms(Terms, frozen=True, kw_only=True):
    """Pass and come.

    Attributes:
        pays: the pay.
        after_point: what becomes of a new line wager while the puck is on: "refused", "put" (taken on the
            line at even money), or "place" (laid astride the line and taken as a place wager on the point).
    """

    pays: Pay
    after_point: Literal["refused", "put", "place"] = "refused"

    def offers(self, wager: Wager) -> bool:
        """Always."""
        return True

    def rows(self) -> list[tuple[str, Pay]]:
        """One pay."""
        return [("", self.pays)]

    def best(self, wager: Wager) -> Pay:
        """The one pay."""
        return self.pays


class DontTerms(LineTerms, frozen=True, kw_only=True):
    """Don't pass and don't come.

    Attributes:
        bar: the craps number on which they tie.
        tie: whether a tie gives the wager back or leaves it where it lies.
    """

    bar: Literal[2, 3, 12]
    tie: Literal["returned", "stays"]


class OddsTerms(Terms, frozen=True, kw_only=True):
    """Odds on the four flat wagers.

    Attributes:
        pays: the pay by number.
        limit: how many times the flat wager, by number.
        measure: what the limit limits: the "stake", or the "win" (how don't odds are limited).
    """

    pays: dict[int, Pay]
    limit: dict[int, int]
    measure: Literal["stake", "win"]

    def offers(self, wager: Wager) -> bool:
        """On every number with a pay."""
        return wager.number is None or wager.number in self.pays

    def rows(self) -> list[tuple[str, Pay]]:
        """A pay for each number."""
        return [(str(number), pay) for number, pay in self.pays.items()]

    def best(self, wager: Wager) -> Pay:
        """The pay on its number; for odds on the line, the best of them."""
        return self.pays[wager.number] if wager.number else max(self.pays.values(), key=lambda p: p.ratio)


class Commission(Section, frozen=True, kw_only=True):
    """The vigorish on a buy or lay.

    Attributes:
        percent: of what `on` says.
        on: the "stake", or the "win" it could make.
        when: taken when "placed" (and again from the pay of a winner that stays up), or only when "won".
        refunded: whether it comes back with a wager taken down undecided.
        rounding: how it is rounded to a payable chip; it is never less than one.
    """

    percent: int
    on: Literal["stake", "win"]
    when: Literal["placed", "won"]
    refunded: bool
    rounding: Rounding


class NumberTerms(Terms, frozen=True, kw_only=True):
    """Place, place to lose, buy, lay, big and hard.

    Attributes:
        pays: the pay by number; a number without a pay is not offered.
        commission: for buy and lay.
    """

    pays: dict[int, Pay]
    commission: Commission | None = None

    def offers(self, wager: Wager) -> bool:
        """On every number with a pay."""
        return wager.number in self.pays

    def rows(self) -> list[tuple[str, Pay]]:
        """A pay for each number."""
        return [(str(number), pay) for number, pay in self.pays.items()]

    def best(self, wager: Wager) -> Pay:
        """The pay on its number."""
        return self.pays[wager.number or 0]


class OneRollTerms(Terms, frozen=True, kw_only=True):
    """One-roll wagers on totals: with pays of their own, or made of legs that are each paid as themselves.

    Attributes:
        pays: the pay by total; every other total loses.
        legs: the units on each leg, by its canonical name (a horn is one each on two, three, eleven, twelve).
        high: further units on the leg the player names (horn high).
    """

    pays: dict[int, Pay] = msgspec.field(default_factory=dict[int, Pay])
    legs: dict[Kind, int] = msgspec.field(default_factory=dict[Kind, int])
    high: int = 0

    @property
    def units(self) -> int:
        """In how many units it is made: one, or the sum of its legs."""
        return sum(self.legs.values()) + self.high or 1

    def offers(self, wager: Wager) -> bool:
        """Always."""
        return True

    def rows(self) -> list[tuple[str, Pay]]:
        """A pay for each total; wagers of legs have none of their own."""
        return [(str(total), pay) for total, pay in self.pays.items()]

    def best(self, wager: Wager) -> Pay:
        """The best of its own pays."""
        return max(self.pays.values(), key=lambda pay: pay.ratio)


class HopTerms(Terms, frozen=True, kw_only=True):
    """Hops, on one combination of the two dice.

    Attributes:
        easy, hard: the pay for two different faces, and for a pair.
        easy_totals, hard_totals: the totals whose combinations are offered.
    """

    easy: Pay
    hard: Pay
    easy_totals: list[int]
    hard_totals: list[int]

    def pay(self, combination: Throw) -> Pay:
        """The pay on a combination."""
        return self.hard if combination.hard else self.easy

    def offers(self, wager: Wager) -> bool:
        """If the total of that combination is among the ones offered."""
        dice = wager.dice
        return dice is not None and dice.total in (self.hard_totals if dice.hard else self.easy_totals)

    def rows(self) -> list[tuple[str, Pay]]:
        """Two pays."""
        return [("hard", self.hard), ("easy", self.easy)]

    def best(self, wager: Wager) -> Pay:
        """The pay on its combination."""
        return self.hard if wager.dice is None or wager.dice.hard else self.easy


class HandTerms(Terms, frozen=True, kw_only=True):
    """Wagers that watch a shooter's throws: fire, all, tall, small, repeaters.

    Each keeps its progress: the numbers counted so far. A repeater is on one number, so its `need` and `pays`
    go by that number; the others are paid by how many numbers they have counted.

    Attributes:
        counts: what adds to the progress: "points" made, or "totals" thrown.
        among: the numbers that count. A repeater counts its own number only, and leaves this empty.
        repeats: whether a number counts each time it comes, or once. A repeater's always does.
        need: for a repeater, how often its number has to come, by number.
        pays: the pay by count; for a repeater, by number.
        paid: "at_once" when the highest count is reached, or "at_end" for the count reached by then.
        ends: the wager is over with the shooter's "hand", or with any "seven".
    """

    counts: Literal["points", "totals"]
    among: list[int] = msgspec.field(default_factory=list[int])
    repeats: bool = False
    need: dict[int, int] = msgspec.field(default_factory=dict[int, int])
    pays: dict[int, Pay]
    paid: Literal["at_once", "at_end"]
    ends: Literal["hand", "seven"]

    def offers(self, wager: Wager) -> bool:
        """On every number with a pay; a wager without a number, always."""
        return wager.number is None or wager.number in self.pays

    def rows(self) -> list[tuple[str, Pay]]:
        """A pay for each count; for a repeater, for each number with how often it has to come."""
        if self.need:
            return [(f"{number}, {self.need[number]} times", pay) for number, pay in self.pays.items()]
        return [(f"{count} {self.counts}", pay) for count, pay in self.pays.items()]

    def best(self, wager: Wager) -> Pay:
        """The pay for the highest count."""
        return self.ladder(wager)[max(self.ladder(wager))]

    def ladder(self, wager: Wager) -> dict[int, Pay]:
        """The pays of that wager by how much it has counted."""
        number = wager.number
        return self.pays if number is None else {self.need[number]: self.pays[number]}

    def counting(self, wager: Wager, progress: tuple[int, ...], number: int) -> tuple[int, ...]:
        """The progress of a wager once a number has come; unchanged where that number does not count."""
        counts = number == wager.number if wager.number else number in self.among
        if not counts or (number in progress and not (self.repeats or wager.number)):
            return progress
        return tuple(sorted((*progress, number)))


TERMS: Final[dict[Kind, type[Terms]]] = {
    Kind.PASS: LineTerms,
    Kind.COME: LineTerms,
    Kind.DONT_PASS: DontTerms,
    Kind.DONT_COME: DontTerms,
    Kind.PASS_ODDS: OddsTerms,
    Kind.DONT_PASS_ODDS: OddsTerms,
    Kind.COME_ODDS: OddsTerms,
    Kind.DONT_COME_ODDS: OddsTerms,
    Kind.PLACE: NumberTerms,
    Kind.PLACE_TO_LOSE: NumberTerms,
    Kind.BUY: NumberTerms,
    Kind.LAY: NumberTerms,
    Kind.BIG: NumberTerms,
    Kind.HARD: NumberTerms,
    Kind.HOP: HopTerms,
    **dict.fromkeys(HAND_WAGERS, HandTerms),
}
"""The type of each kind's terms; the kinds not named are `OneRollTerms`."""
