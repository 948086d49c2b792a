"""`layout_cost`: what wagers cost from where they stand, exactly.

The wagers are said in words such as `pass 10, come 6 10 off`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import ClassVar, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from bankcraps.errors import BankcrapsError, did_you_mean, quoted, require_text
from bankcraps.game.chips import Cents, Money, dollars, money, printed
from bankcraps.game.engine import Limits, Standing, State
from bankcraps.game.engine.opening import DEFAULT_LIMITS
from bankcraps.game.engine.state import in_order
from bankcraps.game.engine.wagering.commission import prepaid
from bankcraps.game.game import Game
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.terms import TERMS, HandTerms, LineTerms, NumberTerms
from bankcraps.game.wagers import COMES, FLATS, WAGERS, Kind, Wager, find, flat_under, number_of, on_the_line
from bankcraps.house_edge.absorbing_chain import EndlessChainError
from bankcraps.house_edge.edge import WagerEdge, percent, printed_terms, wager_edge
from bankcraps.house_edge.odds import RefusedWager
from bankcraps.house_edge.trial_table import TrialTable, decide_standing, lone_seat
from bankcraps.support.results import Data, Json, Result, wire
from bankcraps.support.tabular import Same, Tabular, by_column

_STANDING: Final = re.compile(
    r"(?P<wager>[a-z_]+(?: \d{1,2}(?:-\d)?)?) \$?(?P<amount>\d{1,12}(?:\.\d{1,2})?)"
    r"(?: (?P<call>on|off))?(?: paid \$?(?P<paid>\d{1,12}(?:\.\d{1,2})?))?"
    r"(?: counted (?P<counted>\d{1,2}(?: \d{1,2})*))?(?P<across> across)?",
    re.ASCII,
)

_FORM: Final = "say each as its name and its amount, such as place 6 12 or come 6 10 off"


class SaidWager(NamedTuple):
    """A wager that stands, as somebody said it.

    Attributes:
        standing: the wager.
        paid: whether they said what commission is paid in advance.
    """

    standing: Standing
    paid: bool


def read_standing(words: str) -> tuple[SaidWager, ...]:
    """Read wagers as they stand, with commas between them, in the order of the layout.

    Behind the amount in dollars may follow: `on` or `off`, if the player called it so; `paid 1`, the
    commission paid in advance, or `paid 0` if none is; `counted 2 3`, the numbers that a wager on a shooter's
    hand has counted; `across`, for a pass wager made after the point and set across the line.

    Raises:
        BankcrapsError: with what is wrong.
    """
    require_text(words, "the layout")
    found = [_read(part) for part in " ".join(words.lower().split()).split(",") if part.strip()]
    if not found:
        raise BankcrapsError(f"no wager stands: {_FORM}")
    names = [one.standing.wager.name for one in found]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BankcrapsError(f"{twice} is said twice: say all that lies there once")
    paid = {one.standing.wager: one.paid for one in found}
    return tuple(SaidWager(one, paid[one.wager]) for one in in_order(one.standing for one in found))


def _read(part: str) -> SaidWager:
    read = _STANDING.fullmatch(part.strip())
    if read is None:
        raise BankcrapsError(f"{quoted(part.strip())} is no wager with its amount: {_FORM}")
    name = read["wager"]
    if name not in WAGERS:
        raise BankcrapsError(f"there is no wager {quoted(name)}{did_you_mean(name, WAGERS)}")
    amount = dollars(read["amount"])
    if amount <= 0:
        raise BankcrapsError(f"the amount on {name} is not above 0")
    standing = Standing(
        WAGERS[name],
        amount,
        "on" if read["call"] == "on" else "off" if read["call"] else None,
        dollars(read["paid"] or "0"),
        progress=tuple(sorted(map(int, (read["counted"] or "").split()))),
        straddles=read["across"] is not None,
    )
    return SaidWager(standing, read["paid"] is not None)


def written_standing(said: Iterable[SaidWager]) -> str:
    """Write wagers in the one form of the words that `read_standing` reads. They have no tokens."""
    return ", ".join(map(_written, said))


def _written(said: SaidWager) -> str:
    one = said.standing
    words = [one.wager.name, printed(one.amount), one.call or ""]
    pays = one.commission or TERMS.get(one.wager.kind) is NumberTerms
    words += ["paid", printed(one.commission)] if said.paid and pays else []
    words += ["counted", *map(str, one.progress)] if one.progress else []
    return " ".join(filter(None, [*words, "across" * one.straddles]))


def with_commission(table: TrialTable, said: Iterable[SaidWager]) -> tuple[Standing, ...]:
    """Return the wagers as they stand at a house.

    Without `paid`, the commission that the house takes when the wager is made counts as paid.
    """
    return tuple(one.standing if one.paid else _prepaid(table, one.standing) for one in said)


def _prepaid(table: TrialTable, one: Standing) -> Standing:
    terms = table.book.terms(one.wager)
    if terms is None:
        return one
    return replace(one, commission=prepaid(terms, one.wager, one.amount, table.opening.floor.chip))


def require_possible(table: TrialTable, puck: object, standing: Iterable[Standing]) -> None:
    """Require a puck and wagers that can stand together at a house, whatever the amounts.

    Raises:
        BankcrapsError: with the puck or the wager that cannot.
    """
    points = ", ".join(map(str, table.points))
    if not isinstance(puck, int) or isinstance(puck, bool):
        raise BankcrapsError(
            f"puck is a whole number, one of {points}, or 0 while it is off; not {quoted(puck)}"
        )
    if puck not in (0, *table.points):
        raise BankcrapsError(f"the puck is on one of {points}, or 0 while it is off; not on {puck}")
    there = {one.wager for one in standing}
    for one in standing:
        _require_terms(table, puck, one)
        if one.wager.kind in FLATS:
            _require_flat(one.wager, puck, there)


def _require_terms(table: TrialTable, puck: int, one: Standing) -> None:
    """Require a wager that the house offers, with nothing that its terms do not know."""
    book, name = table.book, one.wager.name
    terms = book.terms(one.wager)
    if terms is None:
        raise BankcrapsError(f"{book.title} does not offer {name}")
    due = prepaid(terms, one.wager, one.amount, table.opening.floor.chip)
    if one.commission > due:
        most, paid = f"at most {money(due)}" if due else "nothing", money(one.commission)
        raise BankcrapsError(
            f"{book.title} takes {most} in advance on {money(one.amount)} on {name}, not {paid}"
        )
    counted: tuple[int, ...] = ()
    for number in one.progress:
        after = terms.counting(one.wager, counted, number) if isinstance(terms, HandTerms) else counted
        if after == counted:
            raise BankcrapsError(f"{name} does not count {number} here")
        counted = after
    sits = isinstance(terms, LineTerms) and terms.after_point == "place"
    if one.straddles and not (sits and puck and one.wager.kind is Kind.PASS):
        raise BankcrapsError(f"{name} cannot lie across the line here")


def _require_flat(odds: Wager, puck: int, there: set[Wager]) -> None:
    """Require the flat wager under odds, and the number that decides them."""
    under = flat_under(odds)
    if under not in there:
        raise BankcrapsError(f"{odds} stands behind {under}: say what lies on {under}, too")
    if not number_of(odds, puck):
        raise BankcrapsError(f"{odds} stands only while the puck is on a point: say which point")


def standing_alone(table: TrialTable, puck: int, one: Standing, under: Standing | None = None) -> State:
    """The table with one wager on it, and with the flat wager under it. The puck must be able to be there."""
    state = next((on for on in table.pucks if on.puck == puck), table.opening)
    wagers = in_order(other for other in (under, one) if other is not None)
    return state.with_seat(replace(lone_seat(state), wagers=wagers))


class StandingCost(Data, frozen=True, kw_only=True):
    """The cost of a wager from where it stands until it is decided.

    Attributes:
        stands: the wager as it stands, in words: `come 6 $10 off`; empty if it was read from JSON.
        call: "on" or "off" if its player called it so; else None.
        paid: the commission paid in advance for its next decision, in cents.
        figures: its figures per unit of its amount, as the table really pays it.
        cost: the expected loss until the wager is decided, in cents; below 0 for an expected win.
    """

    JSON: ClassVar = Json(
        "StandingCostData",
        "*figures call paid_cents cost_cents",
        'A wager from where it stands; `call` is "on" or "off" if the player called it so.',
    )

    stands: str = ""
    call: str | None = None
    paid: Cents = Cents(0)
    figures: WagerEdge
    cost: Fraction

    def __repr__(self) -> str:
        """`<come 6 $10: costs 90.91 cents, 9.091%>`."""
        return f"<{self.stands}: costs {float(self.cost):.2f} cents, {percent(self.figures.edge)}>"


class LayoutCost(Tabular, Result, frozen=True, kw_only=True, tag="bankcraps.layout/1"):
    """The cost of the wagers on a layout, each until it is decided for the first time.

    Attributes:
        house: the rulebook's id, with its options.
        puck: the point, or 0 while the puck is off.
        wagers: each wager with its cost, in the order of the layout.
        undecided: the wagers that no throw decides as they stand.
    """

    JSON: ClassVar = Json(
        "LayoutCostData",
        "house puck amount_cents cost_cents wagers undecided",
        "The cost of the wagers on a layout, each until it is decided; nothing decides those in `undecided`.",
    )

    puck: int
    wagers: tuple[StandingCost, ...]
    undecided: tuple[RefusedWager, ...]

    @property
    def cost(self) -> Fraction:
        """The expected loss of all wagers together, in cents."""
        return sum((one.cost for one in self.wagers), Fraction(0))

    @property
    def amount(self) -> int:
        """The chips on these wagers together, in cents."""
        return sum(one.figures.amount or 0 for one in self.wagers)

    def __len__(self) -> int:
        """The number of wagers that are decided."""
        return len(self.wagers)

    def __iter__(self) -> Iterator[StandingCost]:
        """The wagers that are decided, in the order of the layout."""
        return iter(self.wagers)

    def __repr__(self) -> str:
        """`<LayoutCost nsw: 22 dollars cost 82.58 cents>`."""
        return f"<LayoutCost {self.house}: {printed(self.amount)} dollars cost {float(self.cost):.2f} cents>"

    def _columns(self) -> Mapping[str, object]:
        """A row for each wager."""
        rows = [one.to_dict() for one in self.wagers]
        return {"house": Same(self.house), **by_column(wire(StandingCost).__struct_fields__, rows)}


def layout_cost(
    house: Rulebook | str,
    layout: str,
    *,
    puck: int = 0,
    limits: Limits | str = DEFAULT_LIMITS,
    chip: Money | None = None,
) -> LayoutCost:
    """Return the cost of the wagers on a layout from where they stand, with what the table really pays.

    Each wager is followed until it is decided for the first time. It is followed from where it stands, so a
    come wager on the 6 costs more than one in the come box. Commission paid in advance for that decision
    counts.

    >>> found = layout_cost("nsw", "pass 10, come 6 10, place 8 6", puck=5)
    >>> found.wagers
    (<pass $10: costs 200.00 cents, 20.000%>, <come 6 $10: costs 90.91 cents, 9.091%>, <place 8 $6: ...>)

    Args:
        house: a rulebook, or its name.
        layout: the wagers in words, such as `pass 10, come 6 10 off, buy 4 20 paid 1`. Without `paid`, the
            commission that the house takes when the wager is made counts as paid.
        puck: the point, or 0 while the puck is off.
        limits: the table's limits, as `Limits` or as "MIN:MAX:UNIT" in dollars.
        chip: the smallest chip of the table in dollars, 1 by default.

    Raises:
        BankcrapsError: for words that cannot be read, and wagers that cannot stand so.
    """
    table = TrialTable(*Game.read(house, limits, chip))
    standing = with_commission(table, read_standing(layout))
    require_possible(table, puck, standing)
    by_wager = {one.wager: one for one in standing}
    found: list[StandingCost] = []
    undecided: list[RefusedWager] = []
    for one in standing:
        under = by_wager[flat_under(one.wager)] if one.wager.kind in FLATS else None
        try:
            found.append(_cost(table, puck, one, under))
        except EndlessChainError:
            why = "it is off" if one.call == "off" else "no throw decides it"
            undecided.append(RefusedWager(label=one.wager.name, message=why))
    return LayoutCost(house=table.book.spec, puck=puck, wagers=tuple(found), undecided=tuple(undecided))


def _cost(table: TrialTable, puck: int, one: Standing, under: Standing | None) -> StandingCost:
    """Follow one wager, and odds with the flat wager under them."""
    wager = one.wager
    point = puck if puck and on_the_line(wager.kind) else None
    decided = decide_standing(table.book, standing_alone(table, puck, one, under), wager)
    pays, clauses = printed_terms(
        table.book,
        find(wager.kind) if wager.kind in COMES else wager,
        point if wager.kind in FLATS or one.straddles else None,
    )
    found = wager_edge(wager.name, point, decided)
    figures = msgspec.structs.replace(found, amount=one.amount, pays=pays, clauses=clauses)
    return StandingCost(
        stands=str(one),
        call=one.call,
        paid=one.commission,
        figures=figures,
        cost=figures.edge * figures.stake,
    )
