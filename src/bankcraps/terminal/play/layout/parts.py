"""The parts of the layout: the centre with one-roll wagers and hard ways, and the ends with the numbers."""

from collections.abc import Sequence
from typing import Final

import msgspec

from bankcraps.game.dice import Throw
from bankcraps.game.notation.vocabulary import CENTRE, Panel, kinds_on
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import COMES, ODDS, Kind, Wager, find
from bankcraps.terminal.play.layout.boxes import (
    Band,
    Box,
    bar_of,
    divided,
    field_numbers,
    glyph,
    ground_of,
    name_of,
    offered,
    pays_of,
    ruled,
    spaced,
    wagers_of,
)

WIDE_ENOUGH: Final = 34
"""The least width for two boxes side by side."""

WIDE: Final[dict[Panel, int]] = {"hand": 52}
"""The same for panels whose boxes show progress."""

_WANTS: Final[dict[Panel, tuple[int, ...]]] = {
    "seven": (24,),
    "hard": (76, 13),
    "total": (75, 12),
    "craps": (45,),
    "horn": (30,),
    "hop": (60, 22, 14),
    "hand": (59,),
    "repeater": (58, 23, 11),
}
"""The priorities of further rows in each panel's bands."""

_DICE: Final = {
    Kind.TWO: Throw(1, 1),
    Kind.THREE: Throw(1, 2),
    Kind.TWELVE: Throw(6, 6),
    Kind.ELEVEN: Throw(5, 6),
}
"""The dice painted beside a wager on one total."""


def centre_bands(book: Rulebook, width: int) -> list[Band]:
    """The boxes of the centre, two abreast where there is room."""
    bands: list[Band] = []
    for rank, panel in enumerate(CENTRE):
        abreast = 2 if width >= WIDE.get(panel, WIDE_ENOUGH) else 1
        boxes = _boxes_on(book, panel)
        rows = [boxes[start : start + abreast] for start in range(0, len(boxes), abreast)]
        bands += [
            Band(_shared(row, width), 1, _WANTS[panel], 90 - rank if index == len(rows) - 1 else 26)
            for index, row in enumerate(rows)
        ]
    return [*bands[:-1], msgspec.structs.replace(bands[-1], rule=0)] if bands else []


def _shared(boxes: list[Box], width: int) -> tuple[Box, ...]:
    """Boxes that share the width of a row."""
    widths = divided(width, [1] * len(boxes))
    return tuple(msgspec.structs.replace(box, width=each) for box, each in zip(boxes, widths, strict=True))


def _boxes_on(book: Rulebook, panel: Panel) -> list[Box]:
    """The boxes of a panel, in the order of the vocabulary: one for each hard way, else one for each kind."""
    boxes: list[Box] = []
    for kind in kinds_on(panel):
        wagers = wagers_of(book, kind)
        if kind is Kind.HARD:
            boxes += [_hard(book, wager) for wager in sorted(wagers, key=_from_outside)]
        elif wagers:
            boxes.append(_box(kind, _title(book, kind), _note(book, kind, wagers), wagers))
    return boxes


def _from_outside(wager: Wager) -> int:
    """Layouts paint the hard 4 and 10 beside each other, and the hard 6 and 8."""
    return (4, 10, 6, 8).index(wager.number or 0)


def _hard(book: Rulebook, wager: Wager) -> Box:
    """A hard way, with the pair that makes it."""
    number = wager.number or 0
    title = f"{glyph(number // 2) * 2} {name_of(book, Kind.HARD)} {number}"
    return _box(Kind.HARD, title, pays_of(book, wager), (wager,))


def _title(book: Rulebook, kind: Kind) -> str:
    dice = _DICE.get(kind)
    return f"{glyph(dice.a)}{glyph(dice.b)} {name_of(book, kind)}" if dice else name_of(book, kind)


def _note(book: Rulebook, kind: Kind, wagers: Sequence[Wager]) -> str:
    """The pay of a box; for repeaters the lowest and the highest, because each number has its own."""
    if kind is Kind.REPEATER:
        pays = sorted(
            {terms.best(wager) for wager in wagers if (terms := book.terms(wager))}, key=lambda pay: pay.ratio
        )
        return str(pays[0]) if len(pays) == 1 else f"{pays[0]} … {pays[-1]}"
    return pays_of(book, find(Kind.HORN) if kind is Kind.HORN_HIGH else wagers[0])


def _box(kind: Kind, title: str, note: str, wagers: Sequence[Wager]) -> Box:
    spots = tuple((wager,) for wager in wagers)
    return Box(0, title.upper(), note, spots, ground_of(kind), kind=kind)


# One end of the layout: the numbers, what is laid behind and before them, and the strips of the lines.


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


# The layout in a small window: the lines in one row, and the centre in one box.


_SHARES: dict[Kind | None, int] = {Kind.PASS: 3, Kind.DONT_PASS: 3, Kind.COME: 2, Kind.FIELD: 2}
"""The shares of the row of lines. Lines with odds need more room."""


def compact_bands(end: End) -> list[Band]:
    """From top to bottom."""
    rows = [*behind(end), numbers(end), *before(end)]
    bands = [msgspec.structs.replace(band, rule=0) for band in rows]
    bands[-1] = msgspec.structs.replace(bands[-1], rule=98)
    return [*bands, _lines(end), _centre(end)]


def _lines(end: End) -> Band:
    """Pass, don't pass, come, field, and the big six and eight."""
    boxes = [_line(end, kind) for kind in kinds_on("strip")]
    boxes = [box for box in boxes if box.spots] + bigs(end.book, BIGS)
    left = end.width - sum(box.width for box in boxes)
    widths = divided(left, [_SHARES.get(box.kind, 0) for box in boxes])
    shared = [
        msgspec.structs.replace(box, width=box.width + more) for box, more in zip(boxes, widths, strict=True)
    ]
    return Band(tuple(shared), wants=(97, 40), rule=60)


def _line(end: End, kind: Kind) -> Box:
    terms = end.book.wagers.get(kind)
    odds = (find(ODDS[kind]),) if kind in (Kind.PASS, Kind.DONT_PASS) else ()
    spot = offered(end.book, (find(kind), *odds))
    return Box(
        0, name_of(end.book, kind).upper(), bar_of(terms), (spot,) if spot else (), ground_of(kind), kind=kind
    )


def _centre(end: End) -> Band:
    """The centre in one box: the names of its wagers while it is empty, then the wagers with chips."""
    boxes = [box for panel in CENTRE for box in _boxes_on(end.book, panel)]
    names = dict.fromkeys(name_of(end.book, box.kind) for box in boxes if box.kind)
    spots = tuple(spot for box in boxes for spot in box.spots)
    return Band((Box(end.width, " · ".join(names), "", spots, "centre", "rest"),), wants=(96, 41, 10))
