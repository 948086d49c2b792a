"""The layout in a few rows: the numbers as a table, the lines side by side, the centre as a list."""

import msgspec

from bankcraps.game.notation.vocabulary import kinds_on
from bankcraps.game.wagers import ODDS, Kind, find
from bankcraps.terminal.play.layout.boxes import Band, Box, divided, ground_of, name_of, offered
from bankcraps.terminal.play.layout.centre import centre_boxes, rest_box
from bankcraps.terminal.play.layout.end import BIGS, End, before, behind, bigs, numbers
from bankcraps.terminal.play.layout.pays import bar_of

__all__ = ["compact_bands"]

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
    """The centre: everything before the stickperson."""
    box = rest_box(end.book, centre_boxes(end.book), end.width)
    return Band((box,), wants=(96, 41, 10))
