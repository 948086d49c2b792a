"""The centre of the layout: hard ways, one-roll wagers, and wagers on the shooter's hand."""

from collections.abc import Sequence
from typing import Final

import msgspec

from bankcraps.game.dice import Throw
from bankcraps.game.notation.vocabulary import CENTRE, Panel, kinds_on
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import Kind, Wager, find
from bankcraps.terminal.play.layout.boxes import (
    Band,
    Box,
    divided,
    glyph,
    ground_of,
    name_of,
    pays_of,
    wagers_of,
)

__all__ = ["centre_bands", "centre_boxes", "rest_box"]

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


def rest_box(book: Rulebook, boxes: Sequence[Box], width: int) -> Box:
    """One box for the wagers of many: their names while it is empty, then the wagers with chips."""
    names = dict.fromkeys(name_of(book, box.kind) for box in boxes if box.kind)
    spots = tuple(spot for box in boxes for spot in box.spots)
    return Box(width, " · ".join(names), "", spots, "centre", "rest")


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


def centre_boxes(book: Rulebook) -> list[Box]:
    """Every box of the centre."""
    return [box for panel in CENTRE for box in _boxes_on(book, panel)]
