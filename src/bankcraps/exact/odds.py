"""What every wager of a house costs, exactly."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from bankcraps.chips import Money, dollars
from bankcraps.engine import Limits, Refusal
from bankcraps.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS
from bankcraps.errors import BankcrapsError
from bankcraps.exact.combined import Combined, combined
from bankcraps.exact.figures import Odds, figures
from bankcraps.exact.naming import asked_for
from bankcraps.exact.showing import percent
from bankcraps.exact.side_by_side import side_by_side
from bankcraps.exact.stakes import exact_stake, uncapped
from bankcraps.exact.wagers import Case, House, decided
from bankcraps.results.tables import arrow_rows, html
from bankcraps.rulebook import Rulebook, load_rulebook
from bankcraps.wagers import FLATS, Kind, Wager

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

__all__ = ["OddsReport", "Refused", "odds"]


class Refused(msgspec.Struct, frozen=True):
    """A wager that the table does not take for the amount asked about, and why."""

    wager: str
    message: str


class OddsReport(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a house's wagers, in the order of the table.

    Attributes:
        rules: how the book is asked for.
        title: its name for people.
        wagers: the figures.
        amount: the stake in cents, where real payments were asked for; else pays are ideal.
        refused: where there is an amount, the wagers that the table does not take for it.
        combined: the flat wagers with odds behind them, where asked for.
    """

    rules: str
    title: str
    wagers: tuple[Odds, ...]
    amount: int | None = None
    refused: tuple[Refused, ...] = ()
    combined: tuple[Combined, ...] = ()

    def __iter__(self) -> Iterator[Odds]:
        """The wagers, in the order of the table."""
        return iter(self.wagers)

    def __getitem__(self, name: str) -> Odds:
        """The figures of one wager: `report["place 6"]`, `report["pass_odds on 4"]`.

        Raises:
            KeyError: if it is not in the report.
        """
        for one in self.wagers:
            if one.label == name:
                return one
        raise KeyError(name)

    def to_dict(self) -> dict[str, object]:
        """What `bankcraps odds --json` prints; amounts in dollars."""
        told: dict[str, object] = {"schema": "bankcraps.odds/1", "rules": self.rules}
        if self.amount is not None:
            told["amount"] = self.amount / 100
        told["wagers"] = [one.to_dict() for one in self.wagers]
        if self.combined:
            told["with_odds"] = [one.to_dict() for one in self.combined]
        if self.amount is not None:
            told["refused"] = [msgspec.structs.asdict(one) for one in self.refused]
        return told

    def plot(self, path: "str | Path | None" = None) -> "Figure":
        """Draw the edges as bars, into a PNG or SVG file if one is named.

        Raises:
            BankcrapsError: if the file cannot be written.
        """
        from bankcraps.exact.drawing import draw_edges  # noqa: PLC0415 - Matplotlib takes its time to load

        return draw_edges(self, path)

    def to_arrow(self) -> Any:  # noqa: ANN401 - PyArrow has no types
        """The wagers as a `pyarrow.Table`, a row each."""
        return arrow_rows([{"rules": self.rules, **one.to_dict()} for one in self.wagers])

    def _repr_html_(self) -> str:
        """For notebooks: the wagers, best first."""
        head = ("wager", "win", "lose", "push", "edge", "edge per throw", "throws", "sd")
        rows = [
            (
                one.label,
                *(percent(share) for share in (one.win, one.lose, one.push)),
                *(percent(cost) for cost in (one.edge, one.edge_per_throw)),
                f"{float(one.throws_per_decision):.2f}",
                f"{one.sd:.3f}",
            )
            for one in self.best_first()
        ]
        return html(head, rows, self.title)

    def best_first(self) -> list[Odds]:
        """The wagers by edge, the lowest first; among equals, in the order of the table."""
        return sorted(self.wagers, key=lambda one: one.edge)


def odds(
    book: Rulebook | str,
    wager: str | None = None,
    *,
    amount: Money | None = None,
    limits: Limits | str = DEFAULT_LIMITS,
    chip: Money | None = None,
    with_odds: bool = False,
) -> OddsReport:
    """What the wagers of a house cost.

    Without an amount pays are ideal: each wager is worked out on a stake on which its pays and commission are
    whole cents, at a table with a chip of a cent, no limits and no caps. With one, the table pays what it
    really pays, rounded to its chips, and breakage is what that adds to the edge.

    >>> report = odds("pennsylvania", "place 6")
    >>> report["place 6"].edge, report["place 6"].throws_per_decision
    (Fraction(1, 66), Fraction(36, 11))
    >>> odds("pennsylvania", "place 6", amount=5)["place 6"].breakage  # 5 dollars win 5, not 5.83
    Fraction(5, 66)

    Args:
        book: the house's rules, or how they are asked for.
        wager: one wager (`place 6`), all of a kind (`place`), or None for all there are.
        amount: the stake in dollars.
        limits: the sign at the table, as `Limits` or as "MIN:MAX:UNIT" in dollars, where there is an amount.
        chip: the smallest chip the table can pay in, in dollars, where there is an amount; 1 by default.
        with_odds: whether to work out flat wagers with odds behind them too, with ideal pays.

    Raises:
        BankcrapsError: for a wager that is none or that the house does not take, or an amount that the table
            takes on none of those asked about.
    """
    rules = book if isinstance(book, Rulebook) else load_rulebook(book)
    ideal = House(uncapped(rules))
    stake = None if amount is None else dollars(amount)
    sign = Limits.read(limits) if isinstance(limits, str) else limits
    real = None if stake is None else House(rules, sign, DEFAULT_CHIP if chip is None else dollars(chip))
    asked = asked_for(ideal, wager)
    found: list[Odds] = []
    refused: list[Refused] = []
    for exact, wager_asked in _ideal(ideal, asked):
        came = exact if real is None else _real(real, exact, wager_asked, stake or 0)
        if isinstance(came, Odds):
            found.append(came)
        else:
            refused.append(Refused(exact.label, came.message))
    if not found:
        raise BankcrapsError(refused[0].message if refused else f"{rules.title} takes no {wager} at all")
    return OddsReport(
        rules=rules.spec,
        title=rules.title,
        wagers=tuple(found),
        amount=stake,
        refused=tuple(refused),
        combined=_all_combined(ideal, asked) if with_odds else (),
    )


def _ideal(house: House, asked: list[Case]) -> Iterator[tuple[Odds, Wager]]:
    """The figures with ideal pays, without those wagers that are not made like that in this house."""
    stakes = {wager: exact_stake(house.book, wager) for wager, _ in asked}
    together = side_by_side(house, {wager: stakes[wager] for wager, point in asked if _plain(wager, point)})
    for wager, point in asked:
        plain = together.get(wager) if point is None else None
        starts = house.starts(wager, point, stakes[wager]) if plain is None else {}
        if not isinstance(starts, Refusal):
            came = plain or decided(house, wager, starts, stakes[wager])
            yield figures(wager.name, point, came), wager


def _plain(wager: Wager, point: int | None) -> bool:
    """Whether it may stand beside others: odds want a wager under them, and fire remembers the whole hand."""
    return point is None and wager.kind not in FLATS and wager.kind is not Kind.FIRE


def _real(house: House, ideal: Odds, wager: Wager, amount: int) -> Odds | Refusal:
    """The figures with what this table pays for an amount, and what that costs beside the ideal."""
    starts = house.starts(wager, ideal.point, amount)
    if isinstance(starts, Refusal):
        return starts
    paid = figures(wager.name, ideal.point, decided(house, wager, starts, amount))
    return msgspec.structs.replace(paid, amount=amount, breakage=paid.edge - ideal.edge)


def _all_combined(house: House, asked: list[Case]) -> tuple[Combined, ...]:
    flats = [wager for wager, point in asked if wager.kind in FLATS.values() and point is None]
    found = tuple(row for wager in flats for row in combined(house, wager))
    if not found:
        raise BankcrapsError("odds go behind pass, dont_pass, come and dont_come, where the house has them")
    return found
