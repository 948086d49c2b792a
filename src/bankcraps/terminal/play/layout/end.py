"""One end of the layout: the numbers, what is laid behind and before them, and the strips of the lines."""

from typing import Final

import msgspec

from bankcraps.game.notation.vocabulary import kinds_on
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import COMES, ODDS, Kind, find
from bankcraps.terminal.play.layout.boxes import (
    Band,
    Box,
    bar_of,
    divided,
    field_numbers,
    ground_of,
    name_of,
    offered,
    pays_of,
    ruled,
    spaced,
    wagers_of,
)

__all__ = ["End", "end_bands"]

BIGS: Final = 17
"""The least width of the two boxes beside the field."""

ROOMY: Final = 64
"""The least width to paint the field's numbers well apart."""


_NAMES: Final = {6: "SIX", 9: "NINE"}
"""The numbers that layouts spell out, because they look alike upside down."""

_WANTED: Final = {
    Kind.DONT_COME: 84,
    Kind.LAY: 34,
    Kind.PLACE_TO_LOSE: 33,
    Kind.COME: 86,
    Kind.PLACE: 87,
    Kind.BUY: 82,
}
"""The priority of a second line in a kind's row when several players sit here."""


class End(msgspec.Struct, frozen=True):
    """The measures of one end.

    Attributes:
        book: the house.
        label: the width of the column of names at the left.
        column: the width of each number's column.
        crowd: whether several players sit here, so that their chips need more room.
    """

    book: Rulebook
    label: int
    column: int
    crowd: bool = False

    @property
    def width(self) -> int:
        """The width inside the outer lines."""
        return self.label + len(self.numbers) * (self.column + 1)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers with a box: the points of this house."""
        return self.book.come_out.points


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
    return [band for kind in kinds_on("behind") for band in grid(end, kind)]


def before(end: End) -> list[Band]:
    """Before the numbers: come, place, buy."""
    return [band for kind in (Kind.COME, *kinds_on("before")) for band in grid(end, kind)]


def grid(end: End, kind: Kind) -> list[Band]:
    """A kind of wager on each number, with its name at the left; nothing if the house does not offer it."""
    terms = end.book.wagers.get(kind)
    if terms is None:
        return []
    own = ((find(kind),),) if kind is Kind.DONT_COME else ()
    boxes = [Box(end.label, terms.name, bar_of(terms), own, ground_of(kind), "label", kind=kind)]
    for number in end.numbers:
        wager = find(kind, number)
        spot = (wager, find(ODDS[kind], number)) if kind in ODDS else (wager,)
        pay = "" if kind in ODDS else pays_of(end.book, wager)
        here = (spot,) if end.book.terms(wager) else ()
        boxes.append(Box(end.column, "", pay, here, ground_of(kind), "grid", number, kind))
    wanted = _WANTED.get(kind, 32)
    return [Band(tuple(boxes), wants=(wanted if end.crowd else wanted - 50, 22, 12))]


def numbers(end: End) -> Band:
    """The numbers themselves, and the puck."""
    puck = Box(end.label, shape="puck")
    boxes = (
        Box(end.column, _NAMES.get(n, str(n)), ground="number", shape="number", number=n) for n in end.numbers
    )
    return Band((puck, *boxes), wants=(90, 45))


def strip(end: End, kind: Kind, band: Band) -> list[Band]:
    """A strip from side to side, with its name spaced out."""
    terms = end.book.wagers.get(kind)
    if terms is None:
        return []
    title = "   ".join(filter(None, (spaced(terms.name), bar_of(terms))))
    spot = offered(end.book, (find(kind), *((find(ODDS[kind]),) if kind not in COMES else ())))
    box = Box(end.width, title, pays_of(end.book, find(kind)), (spot,), ground_of(kind), kind=kind)
    return [msgspec.structs.replace(band, boxes=(box,))]


def odds(end: End, kind: Kind, wanted: int) -> list[Band]:
    """The odds behind a line, if there is a row to spare."""
    terms = end.book.wagers.get(kind)
    if terms is None:
        return []
    return [Band((Box(end.width, terms.name, "", ((find(kind),),), shape="odds", kind=kind),), 0, (wanted,))]


def field(end: End) -> list[Band]:
    """The field, with the big six and eight beside it."""
    left = bigs(end.book, max(end.label, BIGS))
    terms = end.book.wagers.get(Kind.FIELD)
    if terms is None and not left:
        return []
    width = end.width - sum(box.width + 1 for box in left)
    painted, better = field_numbers(terms, " · " if width >= ROOMY else " ")
    title = f"{spaced(terms.name)}   {painted}" if terms else ""
    spots = ((find(Kind.FIELD),),) if terms else ()
    return [Band((*left, Box(width, title, better, spots, kind=Kind.FIELD)), wants=(70, 21), rule=94)]


def bigs(book: Rulebook, width: int) -> list[Box]:
    """The big six and the big eight, side by side."""
    wagers = wagers_of(book, Kind.BIG)
    boxes: list[Box] = []
    for wager, each in zip(wagers, divided(width, [1] * len(wagers)), strict=True):
        title = f"{name_of(book, Kind.BIG)} {wager.number}".upper()
        boxes.append(Box(each, title, pays_of(book, wager), ((wager,),), number=wager.number or 0))
    return boxes
