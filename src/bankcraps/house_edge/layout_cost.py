"""`layout_cost`: what wagers cost from where they stand, exactly."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import ClassVar

import msgspec

from bankcraps.game.chips import Cents, Money, dollars, printed
from bankcraps.game.engine import Limits, Standing
from bankcraps.game.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS
from bankcraps.game.rulebook import Rulebook, load_rulebook
from bankcraps.game.wagers import COMES, FLATS, find, flat_under, on_the_line
from bankcraps.house_edge.absorbing_chain import EndlessChainError
from bankcraps.house_edge.decisions.standing_wagers import (
    read_standing,
    require_possible,
    standing_alone,
    with_commission,
)
from bankcraps.house_edge.decisions.trial_table import TrialTable, decide_standing
from bankcraps.house_edge.edge import WagerEdge, percent, printed_terms, wager_edge
from bankcraps.house_edge.odds import RefusedWager
from bankcraps.support.results import Data, Json, Result, wire
from bankcraps.support.tabular import Same, Tabular, by_column


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
    book = house if isinstance(house, Rulebook) else load_rulebook(house)
    sign = Limits.read(limits) if isinstance(limits, str) else limits
    table = TrialTable(book, sign, DEFAULT_CHIP if chip is None else dollars(chip))
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
    return LayoutCost(house=book.spec, puck=puck, wagers=tuple(found), undecided=tuple(undecided))


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
