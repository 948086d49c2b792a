"""The terms of wagers: when they may be made and taken down, when they work, what they pay."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from bankcraps.game.chips import Cents, Rounding
from bankcraps.game.dice import Throw
from bankcraps.game.pays import Pay, Times
from bankcraps.game.rulebook.section import Section, clause_of
from bankcraps.game.wagers import FLATS, HAND_WAGERS, Kind, Wager, find
from bankcraps.support.files import shipped_rows

Made = Literal["come_out", "puck_on", "any", "new_shooter", "after_seven"]
"""The time for making a wager: while the puck is off ("come_out"), while it is on, at any time, before a new
shooter's first come-out throw, or then and after any seven."""

Until = Literal["always", "until_number", "never"]
"""The end of the time for increasing a wager, or for reducing it and taking it down. `until_number` means
until its number is set: the point or, for a come wager, its own."""

Works = Literal["always", "puck_on"]
"""The times when a wager works: always, or only while the puck is on, unless its owner calls it on."""


class Terms(Section, frozen=True, kw_only=True):
    """The terms that all wagers have in common.

    Attributes:
        name: the house's name for the wager.
        made: when it may be made.
        increase, take_down: until when it may be increased, and reduced or taken down.
        works: when it is in action.
        calls: whether its owner may call it "off" and "on".
        never_on: whether one that is off on a come-out cannot be called on for it: "on" only takes its button
            away.
        winner: whether a winning wager stays on the layout or comes down with its pay. One with legs that
            stays is paid what one leg wins less what the others lose.
        minimum: "table" for the table's minimum, or "unit" if one unit is enough.
        unit: "table" if amounts must be in the table's unit, or "pays" if the house also takes any amount
            that chips can pay exactly, such as 12 on place 8 at a table with a unit of 5.
        maximum: "table" for the table's maximum, "win" if what it could win must not exceed that maximum, or
            "none".
        max_pay: the most that one decision may pay, in cents, or None.
        max_pay_on: the sum that `max_pay` limits: the "win", or the whole "payoff" with the stake.
        over_max_pay: the treatment of a wager that could be paid more: it is "refused", or "capped", which is
            said when it is made.
    """

    name: str
    made: Made = "any"
    increase: Until = "always"
    take_down: Until = "always"
    works: Works = "always"
    calls: bool = False
    never_on: bool = False
    winner: Literal["stays", "comes_down"] = "comes_down"
    minimum: Literal["table", "unit"] = "table"
    unit: Literal["table", "pays"] = "table"
    maximum: Literal["table", "win", "none"] = "table"
    max_pay: Cents | None = None
    max_pay_on: Literal["win", "payoff"] = "win"
    over_max_pay: Literal["refused", "capped"] = "capped"

    def off_by_default(self, puck: int) -> bool:
        """Whether the wager is off unless called on, with the puck on that point (0 for off)."""
        return self.works == "puck_on" and not puck

    def most_won(self, stake: int) -> int | None:
        """The most that `max_pay` lets a stake win, in cents; None if it does not limit it."""
        if self.max_pay is None or self.max_pay_on == "win":
            return self.max_pay
        return max(0, self.max_pay - stake)

    def offers(self, wager: Wager) -> bool:
        """Whether the house offers this wager of the kind."""
        return True

    def rows(self) -> list[tuple[str, Pay]]:
        """Return the rows of the pay table: what is thrown or made, and its pay."""
        raise NotImplementedError

    def best(self, wager: Wager) -> Pay:
        """Return the highest pay on this wager."""
        return max((pay for _, pay in self.rows()), key=lambda pay: pay.ratio)


class LineTerms(Terms, frozen=True, kw_only=True):
    """Pass and come.

    Attributes:
        pays: the pay.
        after_point: the treatment of a bet on the line while the puck is on: "refused", "put" (taken on the
            line at even money), or "place" (set across the line and paid as a place wager on the point).
    """

    pays: Pay
    after_point: Literal["refused", "put", "place"] = "refused"

    def rows(self) -> list[tuple[str, Pay]]:
        return [("", self.pays)]

    def best(self, wager: Wager) -> Pay:
        return self.pays


class DontTerms(LineTerms, frozen=True, kw_only=True):
    """Don't pass and don't come.

    Attributes:
        bar: the craps number on which they tie.
        tie: whether a tie returns the wager or leaves it on the layout.
    """

    bar: Literal[2, 3, 12]
    tie: Literal["returned", "stays"]


class ByNumber(Terms, frozen=True, kw_only=True):
    """Wagers with a pay for each number, or for each total; one that consists of legs has none of its own.

    Attributes:
        pays: the pay by number.
    """

    pays: dict[int, Pay]

    def rows(self) -> list[tuple[str, Pay]]:
        return [(str(number), pay) for number, pay in self.pays.items()]


class OddsTerms(ByNumber, frozen=True, kw_only=True):
    """Odds behind the four flat wagers.

    Attributes:
        limit: by number, how many times the flat wager the odds may be: a whole number or not, such as 2.5.
        measure: the sum that the limit applies to: the "stake", or what it can "win" (usual for don't odds).
    """

    limit: dict[int, Times]
    measure: Literal["stake", "win"]

    def offers(self, wager: Wager) -> bool:
        return wager.number is None or wager.number in self.pays

    def best(self, wager: Wager) -> Pay:
        """Return the pay on the wager's number; for odds on the line, the highest of all numbers."""
        return self.pays[wager.number] if wager.number else super().best(wager)


class Commission(Section, frozen=True, kw_only=True):
    """The commission (vigorish) on a buy or lay.

    Attributes:
        percent: the percentage.
        on: the sum of which it is a percentage: the "stake", or the sum that the stake could "win".
        when: whether it is due when the wager is "placed", or only when "won".
        refunded: whether it comes back if the wager is taken down undecided.
        rounding: the way in which it is rounded to chips.
        again: whether a winner that stays up pays it again, if it is due when placed.
        small: the treatment of a stake on which it is less than one chip: the stake is "refused", or the
            commission is rounded "down" to nothing or "up" to one chip.
    """

    percent: int
    on: Literal["stake", "win"]
    when: Literal["placed", "won"]
    refunded: bool
    rounding: Rounding
    again: bool = True
    small: Literal["refused", "down", "up"] = "up"


class NumberTerms(ByNumber, frozen=True, kw_only=True):
    """Place, place to lose, buy, lay, big and hard.

    Attributes:
        pays: the pay by number. A number without a pay is not offered.
        commission: the commission of a buy or lay, or None.
    """

    commission: Commission | None = None

    def offers(self, wager: Wager) -> bool:
        return wager.number in self.pays

    def best(self, wager: Wager) -> Pay:
        return self.pays[wager.number or 0]


ON_A_TOTAL: Final = {2: Kind.TWO, 3: Kind.THREE, 11: Kind.ELEVEN, 12: Kind.TWELVE}
"""The one-roll wager on each total that a horn is on."""


class OneRollTerms(ByNumber, frozen=True, kw_only=True):
    """One-roll wagers on totals. They have pays of their own, or consist of legs that are paid as wagers.

    Attributes:
        pays: the pay by total. Every other total loses.
        legs: the units on each leg, by its kind. A horn has one each on two, three, eleven and twelve.
        high: extra units on the leg that the player names (horn high).
        parts: the unit of the amount on each leg: the table's "unit"; the smallest "chip", so that only the
            whole wager is held to the unit; or a "cent", so that $5 are $1.25 on each of four, with
            at least a unit on each.
    """

    pays: dict[int, Pay] = msgspec.field(default_factory=dict[int, Pay])
    legs: dict[Kind, int] = msgspec.field(default_factory=dict[Kind, int])
    high: int = 0
    parts: Literal["unit", "chip", "cent"] = "unit"

    @property
    def units(self) -> int:
        """The units of the whole wager: 1, or the sum of its legs."""
        return sum(self.legs.values()) + self.high or 1

    def leg_units(self, wager: Wager) -> dict[Wager, int]:
        """The units on each leg of a wager. Horn high has extra units on the number named."""
        units = {find(leg): share for leg, share in self.legs.items()}
        if wager.number:
            units[find(ON_A_TOTAL[wager.number])] += self.high
        return units


class HopTerms(Terms, frozen=True, kw_only=True):
    """Hops: wagers on one combination of the two dice.

    Attributes:
        easy, hard: the pay for two different faces, and for a pair.
        easy_totals, hard_totals: the totals whose combinations are offered.
    """

    easy: Pay
    hard: Pay
    easy_totals: tuple[int, ...]
    hard_totals: tuple[int, ...]

    def pay(self, combination: Throw) -> Pay:
        return self.hard if combination.hard else self.easy

    def offers(self, wager: Wager) -> bool:
        """Whether the house offers hops on the total of this combination."""
        dice = wager.dice
        return dice is not None and dice.total in (self.hard_totals if dice.hard else self.easy_totals)

    def rows(self) -> list[tuple[str, Pay]]:
        return [("hard", self.hard), ("easy", self.easy)]

    def best(self, wager: Wager) -> Pay:
        return self.hard if wager.dice is None or wager.dice.hard else self.easy


class HandTerms(Terms, frozen=True, kw_only=True):
    """Wagers on a shooter's hand: fire, all, tall, small, repeaters.

    Such a wager keeps its progress: the numbers it has counted so far. A repeater is on one number, and its
    `need` and `pays` are by that number. The other wagers are paid by how many numbers they have counted.

    Attributes:
        increase: "never": nobody may press a wager that has counted some of its numbers.
        counts: the throws that add to the progress: "points" made, or "totals" thrown.
        among: the numbers that count. Empty for a repeater, which counts only its own number.
        repeats: whether a number counts every time or only once. For a repeater it always counts every time.
        need: for a repeater, how often its number must come, by number.
        pays: the pay by count; for a repeater, by number.
        paid: "at_once" when the highest count is reached, or "at_end" for the count reached by then.
        ends: the end of the wager: the end of the shooter's "hand", or any "seven".
    """

    increase: Until = "never"
    counts: Literal["points", "totals"]
    among: tuple[int, ...] = ()
    repeats: bool = False
    need: dict[int, int] = msgspec.field(default_factory=dict[int, int])
    pays: dict[int, Pay]
    paid: Literal["at_once", "at_end"]
    ends: Literal["hand", "seven"]

    def offers(self, wager: Wager) -> bool:
        """Whether the house pays that number; a wager without a number is always offered."""
        return wager.number is None or wager.number in self.pays

    def rows(self) -> list[tuple[str, Pay]]:
        """Return a pay for each count; for a repeater, for each number with how often it must come."""
        if self.need:
            return [(f"{number}, {self.need[number]} times", pay) for number, pay in self.pays.items()]
        return [(f"{count} {self.counts}", pay) for count, pay in self.pays.items()]

    def best(self, wager: Wager) -> Pay:
        """Return the pay for the highest count."""
        return self.ladder(wager)[max(self.ladder(wager))]

    def ladder(self, wager: Wager) -> dict[int, Pay]:
        """Return the wager's pays by count."""
        number = wager.number
        return self.pays if number is None else {self.need[number]: self.pays[number]}

    def reached(self, wager: Wager, counted: int) -> int | None:
        """Return the highest paying count that this many numbers reach; None if they reach none."""
        return max((count for count in self.ladder(wager) if count <= counted), default=None)

    def counting(self, wager: Wager, progress: tuple[int, ...], number: int) -> tuple[int, ...]:
        """Return the progress after a number has come; unchanged if the number does not count.

        Nothing counts beyond the highest count that pays.
        """
        counts = number == wager.number if wager.number else number in self.among
        again = number in progress and not (self.repeats or wager.number)
        if not counts or again or len(progress) >= max(self.ladder(wager)):
            return progress
        return tuple(sorted((*progress, number)))


TERMS: Final[dict[Kind, type[Terms]]] = {
    **dict.fromkeys((Kind.PASS, Kind.COME), LineTerms),
    **dict.fromkeys((Kind.DONT_PASS, Kind.DONT_COME), DontTerms),
    **dict.fromkeys(FLATS, OddsTerms),
    **dict.fromkeys((Kind.PLACE, Kind.PLACE_TO_LOSE, Kind.BUY, Kind.LAY, Kind.BIG, Kind.HARD), NumberTerms),
    Kind.HOP: HopTerms,
    **dict.fromkeys(HAND_WAGERS, HandTerms),
}
"""The type of each kind's terms. Kinds not listed have `OneRollTerms`."""

_USUAL: Final = dict(shipped_rows("bankcraps.game.rulebook", "conventions.txt")["wagers"])
"""Our conventions for values that a book leaves out: the reasons for the defaults of the types above."""


def with_sources(terms: Terms, shared: Mapping[str, object], written: Mapping[str, object]) -> Terms:
    """Add the sources of values that have none of their own.

    They are those of `[wagers.from]`, and our conventions for values that the book does not write. A clause
    under `"*"` is for the values that are written, and says nothing of the others.
    """
    fields = terms.__struct_fields__
    usual = {
        key: f"convention: {reason}" for key, reason in _USUAL.items() if key in fields and key not in written
    }
    if clause_of(terms.source.get("*", "")) == "convention":
        usual = {}
    common = {key: str(cited) for key, cited in shared.items() if key in fields}
    return msgspec.structs.replace(terms, source=usual | common | terms.source)
