"""One end of the layout: the numbers, what is laid behind and before them, and the strips of the lines."""

import msgspec

from bankcraps.play.layout.cells import NUMBER_NAMES, Band, Cell, ground_of, name_of, offered, ruled, spaced
from bankcraps.play.layout.pays import bar_of, field_numbers, pays_of
from bankcraps.rulebook import Rulebook
from bankcraps.wagers import BOX_NUMBERS, ODDS, Kind, find

__all__ = ["End", "end_bands"]

ROOMY = 64
"""The width from which the field's numbers are painted well apart."""


class End(msgspec.Struct, frozen=True):
    """The measures of one end.

    Attributes:
        book: the house.
        label: the width of the column of names at the left.
        column: the width of each of the six numbers.
        crowd: whether several sit here, so that their chips need more room.
    """

    book: Rulebook
    label: int
    column: int
    crowd: bool = False

    @property
    def width(self) -> int:
        """Inside the outer lines."""
        return self.label + len(BOX_NUMBERS) * (self.column + 1)


def end_bands(end: End) -> list[Band]:
    """From the don'ts behind the numbers down to the pass line and its odds."""
    come = Band((), wants=(60, 25), rule=95)
    dont = Band((), wants=(48,), rule=93)
    line = Band((), wants=(47, 15, 5))
    return [
        *ruled(behind(end), 92),
        *ruled([numbers(end)], 91),
        *ruled(before(end), 100),
        *strip(end, Kind.COME, come),
        *field(end),
        *strip(end, Kind.DONT_PASS, dont),
        *strip(end, Kind.PASS, line),
        *odds(end, Kind.PASS_ODDS, 88),
    ]


def behind(end: End) -> list[Band]:
    """Behind the numbers: don't come, lay, place to lose."""
    return [*grid(end, Kind.DONT_COME, 84), *grid(end, Kind.LAY, 34), *grid(end, Kind.PLACE_TO_LOSE, 33)]


def before(end: End) -> list[Band]:
    """Before the numbers: come, place, buy."""
    return [*grid(end, Kind.COME, 86), *grid(end, Kind.PLACE, 87), *grid(end, Kind.BUY, 82)]


def grid(end: End, kind: Kind, wanted: int) -> list[Band]:
    """A kind of wager on each of the numbers, with its name at the left; nothing where it is not offered."""
    terms = end.book.wagers.get(kind)
    if terms is None:
        return []
    box = ((find(kind),),) if kind is Kind.DONT_COME else ()
    cells = [Cell(end.label, terms.name, bar_of(terms), box, ground_of(kind), "label", kind=kind)]
    for number in BOX_NUMBERS:
        wager = find(kind, number)
        spot = (wager, find(ODDS[kind], number)) if kind in ODDS else (wager,)
        pay = "" if kind in ODDS else pays_of(end.book, wager)
        here = (spot,) if end.book.terms(wager) else ()
        cells.append(Cell(end.column, "", pay, here, ground_of(kind), "grid", number, kind))
    return [Band(tuple(cells), wants=(wanted if end.crowd else wanted - 50, 22, 12))]


def numbers(end: End) -> Band:
    """The numbers themselves, and the puck."""
    puck = Cell(end.label, shape="puck")
    boxes = (
        Cell(end.column, NUMBER_NAMES[n], ground="number", shape="number", number=n) for n in BOX_NUMBERS
    )
    return Band((puck, *boxes), wants=(90, 45))


def strip(end: End, kind: Kind, band: Band) -> list[Band]:
    """A strip from side to side, its name spaced out as it is painted."""
    terms = end.book.wagers.get(kind)
    if terms is None:
        return []
    title = "   ".join(filter(None, (spaced(terms.name), bar_of(terms))))
    spot = offered(end.book, (find(kind), *((find(ODDS[kind]),) if kind is not Kind.COME else ())))
    cell = Cell(end.width, title, pays_of(end.book, find(kind)), (spot,), ground_of(kind), kind=kind)
    return [msgspec.structs.replace(band, cells=(cell,))]


def odds(end: End, kind: Kind, wanted: int) -> list[Band]:
    """The odds behind a line, where there is a row to spare for them."""
    terms = end.book.wagers.get(kind)
    if terms is None:
        return []
    return [Band((Cell(end.width, terms.name, "", ((find(kind),),), shape="odds", kind=kind),), 0, (wanted,))]


def field(end: End) -> list[Band]:
    """The field, with the big six and eight beside it."""
    left = bigs(end.book, end.label)
    terms = end.book.wagers.get(Kind.FIELD)
    if terms is None and not left:
        return []
    width = end.width - sum(cell.width + 1 for cell in left)
    painted, better = field_numbers(terms, " · " if width >= ROOMY else " ")
    title = f"{spaced(terms.name)}   {painted}" if terms else ""
    spots = ((find(Kind.FIELD),),) if terms else ()
    return [Band((*left, Cell(width, title, better, spots, kind=Kind.FIELD)), wants=(70, 21), rule=94)]


def bigs(book: Rulebook, width: int) -> list[Cell]:
    """The big six and the big eight, side by side in that width."""
    wagers = offered(book, (find(Kind.BIG, 6), find(Kind.BIG, 8)))
    left = width - max(0, len(wagers) - 1)
    cells: list[Cell] = []
    for index, wager in enumerate(wagers):
        each = left // (len(wagers) - index)
        left -= each
        title = f"{name_of(book, Kind.BIG)} {wager.number}".upper()
        cells.append(Cell(each, title, pays_of(book, wager), ((wager,),), number=wager.number or 0))
    return cells
