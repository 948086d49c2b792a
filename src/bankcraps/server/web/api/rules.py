"""A table's rulebook as data, for clients to draw and explain the layout."""

from collections.abc import Iterator

import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.engine.wagering.odds import most_times
from bankcraps.game.engine.wagering.sign_bounds import exact_unit
from bankcraps.game.notation.expanding import LEAVES_OUT_POINT
from bankcraps.game.notation.phrases import SHARES, Spreads
from bankcraps.game.rulebook import Rulebook, clauses_of
from bankcraps.game.rulebook.listing import Line, listing
from bankcraps.game.rulebook.terms import DontTerms, HopTerms, NumberTerms, OddsTerms, Terms
from bankcraps.game.wagers import WAGERS, Wager, odds_behind
from bankcraps.live.table.live_table import LiveTable

__all__ = ["ClauseLine", "PayLine", "SpreadLine", "TableRules", "WagerLine", "rules_of", "spots_of"]


class PayLine(msgspec.Struct, frozen=True):
    """A pay of a wager: on what, as a house prints it, and the clause."""

    on: str
    pay: str
    clause: str


class WagerLine(msgspec.Struct, frozen=True):
    """A wager that the house offers: a spot of its layout.

    Attributes:
        wager: its canonical name.
        kind: its kind.
        name: the name of its kind on this layout.
        number, dice: the number or the combination it is on, or None.
        bar: the number on which a don't wager ties, or None.
        pays: its pay.
        clause: the clause that offers it, or "convention".
        odds: the odds that go behind it once it stands there, or None.
        times: for odds, how many times their flat wager they may be, on the number that allows most; 0 for
            other wagers.
        exact_cents: for a wager on a number, the least sum that the table's chips pay exactly: all its
            multiples are paid so, too; 0 for other wagers.
        commission: the commission as a percentage; 0 for none.
    """

    wager: str
    kind: str
    name: str
    number: int | None
    dice: str | None
    bar: int | None
    pays: list[PayLine]
    clause: str
    odds: str | None
    times: int
    exact_cents: int
    commission: int


class SpreadLine(msgspec.Struct, frozen=True):
    """A word for place wagers on several numbers, such as "across".

    Attributes:
        name: the word.
        each, whole: with this much on each number, dealers make this much in all: 5 and 32 for "across".
    """

    name: Spreads
    each: int
    whole: int


class ClauseLine(msgspec.Struct, frozen=True):
    """A clause of the house's document: its number and what it says."""

    clause: str
    says: str


class TableRules(msgspec.Struct, frozen=True):
    """The rules of a table.

    Attributes:
        rules, title, about, document, digest: the rulebook.
        chosen: the options chosen.
        chip_cents: the smallest chip of the table.
        denominations_cents: the values of the table's chips: the smallest, and those that it makes.
        places: the number of places for players.
        points: the numbers that the puck may be on.
        wagers: the wagers offered.
        spreads: the words for several of them, if the house offers all of these.
        values: every value of the rulebook (pays, limits, procedure) with its clause.
        clauses: the clauses of the document.
    """

    rules: str
    title: str
    about: str
    document: str
    digest: str
    chosen: dict[str, str]
    chip_cents: int
    denominations_cents: list[int]
    places: int
    points: list[int]
    wagers: list[WagerLine]
    spreads: list[SpreadLine]
    values: list[Line]
    clauses: list[ClauseLine]


def rules_of(book: Rulebook, table: LiveTable) -> TableRules:
    """Return the rules of a table."""
    chip = table.state.floor.chip
    return TableRules(
        rules=book.id,
        title=book.title,
        about=book.about,
        document=book.document,
        digest=book.digest,
        chosen=dict(book.chosen),
        chip_cents=chip,
        denominations_cents=[*book.table.chips(chip)],
        places=book.table.places,
        points=sorted(book.come_out.points),
        wagers=spots_of(book, chip),
        spreads=list(_spreads(book)),
        values=listing(book),
        clauses=[ClauseLine(one.id, one.says) for one in clauses_of(book.id)],
    )


def _spreads(book: Rulebook) -> Iterator[SpreadLine]:
    for name in LEAVES_OUT_POINT:
        shares = SHARES[name]
        if all(book.terms(wager) is not None for wager in shares):
            yield SpreadLine(name, min(shares.values()), sum(shares.values()))


def spots_of(book: Rulebook, chip: Cents) -> list[WagerLine]:
    """Return the spots of a house's layout, for a table with this smallest chip."""
    return [_spot(book, one, chip) for one in WAGERS.values() if book.terms(one) is not None]


def _spot(book: Rulebook, wager: Wager, chip: Cents) -> WagerLine:
    terms, odds = book.wagers[wager.kind], odds_behind(wager)
    return WagerLine(
        wager=str(wager),
        kind=wager.kind.value,
        name=terms.name,
        number=wager.number,
        dice=str(wager.dice) if wager.dice else None,
        bar=terms.bar if isinstance(terms, DontTerms) else None,
        pays=_pays(terms, wager),
        clause=terms.clause("name"),
        odds=str(odds) if odds is not None and book.terms(odds) is not None else None,
        times=_most_times(terms, wager) if isinstance(terms, OddsTerms) else 0,
        exact_cents=exact_unit(book, wager, 0, chip) if isinstance(terms, NumberTerms) else 0,
        commission=terms.commission.percent if isinstance(terms, NumberTerms) and terms.commission else 0,
    )


def _most_times(terms: OddsTerms, wager: Wager) -> int:
    """The multiple of a flat wager that odds may be, on their own number or on the one that allows most."""
    numbers = [wager.number] if wager.number else list(terms.limit)
    return int(max(most_times(terms, number) for number in numbers))


def _pays(terms: Terms, wager: Wager) -> list[PayLine]:
    """Return the pays of one spot: of a family with a pay for each number, those of its own."""
    if isinstance(terms, HopTerms) and wager.dice:
        row = "hard" if wager.dice.hard else "easy"
        return [PayLine("", str(terms.pay(wager.dice)), terms.clause(row))]
    lines = [PayLine(on, str(pay), terms.clause(f"pays.{on}" if on else "pays")) for on, pay in terms.rows()]
    return [line for line in lines if line.on == str(wager.number)] or lines
