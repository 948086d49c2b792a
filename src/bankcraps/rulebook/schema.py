"""What a rulebook says, as types. One TOML file fills a `Rulebook`; nothing here asks a book its name.

Every table of a book has a `from` table beside its values, which gives for each value the clause it was taken
from, or `convention: ` and a word why where the document is silent. `from` may name a value by its key, and
`"*"` stands for all the values it does not name.
"""

from typing import Literal

import msgspec

from bankcraps.chips import Cents, Rounding
from bankcraps.dice import Throw
from bankcraps.pays import Pay
from bankcraps.wagers import Kind, Wager

Made = Literal["come_out", "puck_on", "any", "new_shooter"]
"""When a wager may be made: while the puck is off, while it is on, at any time, or before a new shooter's
first come-out throw."""

Until = Literal["always", "until_number", "never"]
"""How long a wager may be increased, or reduced and taken down: `until_number` is until the point (the come
point, for a come wager) is set."""

Works = Literal["always", "puck_on"]
"""When a wager is in action: always, or only while the puck is on unless its owner calls it on."""

Crew = Literal[
    "boxperson", "stickperson", "dealer", "supervisor", "games_supervisor", "floorperson", "inspector"
]
"""The people on the house's side of the table, and the inspector who is on neither."""


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a rulebook, with its sources.

    Attributes:
        source: for each key the clause it is from, or "convention: why".
    """

    source: dict[str, str] = msgspec.field(name="from", default_factory=dict[str, str])

    def cited(self, key: str) -> str:
        """The source of one value; for a wager, that of its definition (its `name`) unless it has its own."""
        source = self.source
        return source.get(key) or source.get("*") or source.get("name", "")

    def clause(self, key: str) -> str:
        """The clause of one value as a refusal names it: its id, or just "convention"."""
        cited = self.cited(key)
        return "convention" if cited.startswith("convention") else cited


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


class FireTerms(Terms, frozen=True, kw_only=True):
    """The wager on how many different points one shooter makes.

    Attributes:
        pays: the pay by number of different points; fewer than the least of them loses.
    """

    pays: dict[int, Pay]

    def offers(self, wager: Wager) -> bool:
        """Always."""
        return True

    def rows(self) -> list[tuple[str, Pay]]:
        """A pay for each number of points."""
        return [(f"{points} points", pay) for points, pay in self.pays.items()]

    def best(self, wager: Wager) -> Pay:
        """All six points."""
        return self.pays[max(self.pays)]


TERMS: dict[Kind, type[Terms]] = {
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
    Kind.FIRE: FireTerms,
}
"""The type of each kind's terms; the kinds not named are `OneRollTerms`."""


class TableRules(Section, frozen=True, kw_only=True):
    """The table and its people.

    Attributes:
        sides, places_a_side: where players stand; places are numbered clockwise from the boxperson's left.
        crew: the roles that are filled.
        covers: for a role that is not, who does its work.
        denominations: the values of the table's chips, in cents.
    """

    sides: int
    places_a_side: int
    crew: list[Crew]
    covers: dict[Crew, Crew] = msgspec.field(default_factory=dict[Crew, Crew])
    denominations: list[Cents]

    @property
    def places(self) -> int:
        """How many can play."""
        return self.sides * self.places_a_side


class DiceRules(Section, frozen=True, kw_only=True):
    """Who throws, and what becomes of the dice.

    Attributes:
        set_size: dice in a set; two of them are chosen.
        line_wager_to_shoot: whether a line wager is needed to take a throw, and kept while shooting.
        offered_to: after a shooter is done, the dice are offered to "line_bettors" only, or to "everyone".
        may_pass: when a shooter may give the dice up: after "any_throw", or only on the "come_out".
        pass_ordered_for: the reasons for which the shooter may be told to pass the dice.
        pass_ordered_by: who may say so.
        face_ruled_by: who decides a disputed face.
        stick_throws: whether the stickperson throws when nobody will and wagers stand.
    """

    set_size: int
    line_wager_to_shoot: bool
    offered_to: Literal["line_bettors", "everyone"]
    may_pass: Literal["any_throw", "come_out"]
    pass_ordered_for: dict[str, str]
    pass_ordered_by: list[Crew]
    face_ruled_by: list[Crew]
    stick_throws: bool


class NoRollRules(Section, frozen=True, kw_only=True):
    """Throws that do not count.

    Attributes:
        called_by: who calls "no roll".
        must: the reasons for which it has to be called, each with its clause.
        may: the reasons for which it may be.
    """

    called_by: list[Crew]
    must: dict[str, str]
    may: dict[str, str]


class BettingRules(Section, frozen=True, kw_only=True):
    """When wagers are taken.

    Attributes:
        closed_by: who says "no more bets".
        closes: what that ends: new and larger "wagers", or "everything", taking down too.
        late_confirmed_by: who must all confirm a wager made after that, before the dice rest; empty if none
            is.
        limits: where a table's minimum, maximum and unit come from; every house posts its own on a "sign".
        tokens: whether promotional tokens are taken.
        rounding: how a winner is paid where chips cannot pay it exactly.
    """

    closed_by: list[Crew]
    closes: Literal["wagers", "everything"]
    late_confirmed_by: list[Crew]
    limits: Literal["sign"]
    tokens: bool
    rounding: Rounding


class FloorRules(Section, frozen=True, kw_only=True):
    """What those in charge may do.

    Attributes:
        in_charge: who does these things.
        notice: minutes a sign must stand before a higher minimum, or before the table closes.
        own_limits: whether one player may be given limits of their own.
        invalidate_for: the reasons for which a game in progress may be declared invalid, each with its
            clause.
        forfeit_for: those of them for which the guilty may lose their wagers.
        void_for, exclude_for: the reasons for which a wager may be voided, a person sent away.
        breaches: conduct that is noted when somebody is found at it, each with its clause.
        idle_rounds: rounds without a wager, at a full table, after which a place may be asked for; 0 for
            never.
        disputes: who decides, who reviews, and to whom it can be taken, in that order.
    """

    in_charge: list[Crew]
    notice: int
    own_limits: bool
    invalidate_for: dict[str, str]
    forfeit_for: list[str]
    void_for: dict[str, str]
    exclude_for: dict[str, str]
    breaches: dict[str, str]
    idle_rounds: int
    disputes: list[Crew]


class Option(Section, frozen=True, kw_only=True):
    """A way in which a house may differ.

    Attributes:
        says: what it is about.
        default: the choice where none is made.
        choices: for each choice, the changes it makes to the book (plain data, laid over it).
    """

    says: str
    default: str
    choices: dict[str, dict[str, object]]


class Rulebook(msgspec.Struct, frozen=True, kw_only=True, eq=False, forbid_unknown_fields=True):
    """A house's rules, whole. Compared by identity; two loads of one file have the same `digest`.

    Attributes:
        id: the short name (`nsw`).
        title, about: for people.
        document: the file the clauses are counted in, empty for a book of one's own.
        extends: the book this one changes, if it does.
        table, dice, no_roll, betting, floor: the rules of procedure.
        wagers: the terms of every kind of wager offered.
        options: how a house may differ, and `chosen`, what was chosen.
        digest: the start of the SHA-256 of the rules as they came out; a record carries it.
    """

    id: str
    title: str
    about: str
    document: str = ""
    extends: str | None = None
    table: TableRules
    dice: DiceRules
    no_roll: NoRollRules
    betting: BettingRules
    floor: FloorRules
    wagers: dict[Kind, Terms]
    options: dict[str, Option]
    chosen: dict[str, str]
    digest: str

    def terms(self, wager: Wager) -> Terms | None:
        """The terms of a wager, or None if the house does not offer it."""
        terms = self.wagers.get(wager.kind)
        return terms if terms is not None and terms.offers(wager) else None
