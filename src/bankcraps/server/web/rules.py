"""A table's rulebook as data: what a client needs to draw the layout and to explain it."""

import msgspec

from bankcraps.house.live_table import LiveTable
from bankcraps.rulebook import Rulebook, clauses_of
from bankcraps.rulebook.listing import Line, listing
from bankcraps.wagers import WAGERS

__all__ = ["ClauseLine", "TableRules", "WagerLine", "rules_of"]


class WagerLine(msgspec.Struct, frozen=True):
    """A wager that the house offers.

    Attributes:
        wager: its canonical name.
        kind: its family.
        name: the name of the family on this layout.
    """

    wager: str
    kind: str
    name: str


class ClauseLine(msgspec.Struct, frozen=True):
    """A clause of the house's document: its number and what it says."""

    clause: str
    says: str


class TableRules(msgspec.Struct, frozen=True):
    """The rules of a table.

    Attributes:
        rules, title, about, document, digest: the rulebook.
        chosen: the options chosen.
        limits, chip_cents: as they stand at the table now.
        wagers: the wagers offered.
        values: every value of the rulebook (pays, limits, procedure) with its clause.
        clauses: the clauses of the document.
    """

    rules: str
    title: str
    about: str
    document: str
    digest: str
    chosen: dict[str, str]
    limits: str
    chip_cents: int
    wagers: list[WagerLine]
    values: list[Line]
    clauses: list[ClauseLine]


def rules_of(book: Rulebook, table: LiveTable) -> TableRules:
    """Return the rules of a table."""
    floor = table.state.floor
    offered = [one for one in WAGERS.values() if book.terms(one) is not None]
    return TableRules(
        rules=book.id,
        title=book.title,
        about=book.about,
        document=book.document,
        digest=book.digest,
        chosen=dict(book.chosen),
        limits=str(floor.limits),
        chip_cents=floor.chip,
        wagers=[WagerLine(str(one), one.kind.value, book.wagers[one.kind].name) for one in offered],
        values=listing(book),
        clauses=[ClauseLine(one.id, one.says) for one in clauses_of(book.id)],
    )
