"""A picture of the whole layout, and the place of each wager in it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from textual.geometry import Region

from bankcraps.game.rulebook import Rulebook
from bankcraps.terminal.play.layout import inks
from bankcraps.terminal.play.layout.box_drawing import draw_box
from bankcraps.terminal.play.layout.boxes import Band, Box, End, centre_bands, compact_bands, end_bands
from bankcraps.terminal.play.layout.canvas import Canvas
from bankcraps.terminal.play.layout.chip_stacks import Scene, Spot

SMALLEST: Final = (80, 5)
"""The least columns and rows for a picture."""

LABELS: Final = (18, 12)
"""The least width for the names of the rows, on a layout of six numbers and on one of more."""

COLUMN: Final = (6, 12)
"""The least and the most width for the column of a number."""

CENTRE_FROM: Final = 96
"""The least width of a layout with a separate centre, if the centre fits."""

CENTRE: Final = 21
"""The least width of that part."""

ROOMY_FROM: Final = 112
"""The least width with room to spare."""

_USUAL: Final = 6
"""The count of numbers on most layouts."""


class Place(NamedTuple):
    """A box and where it is."""

    area: Region
    box: Box


class Fit(NamedTuple):
    """A band in its place.

    Attributes:
        band: the boxes.
        y: its first row.
        rows: the number of its rows; a band with none is left out.
        above, below: whether a line is ruled there.
    """

    band: Band
    y: int
    rows: int
    above: bool
    below: bool


def fit(bands: Sequence[Band], height: int) -> list[Fit]:
    """Give every band what it needs, then rows and lines one by one to the strongest wish.

    Args:
        bands: from top to bottom.
        height: rows between the outer lines.
    """
    wishes = [(-want, index, False) for index, band in enumerate(bands) for want in band.wants]
    wishes += [(-band.rule, index, True) for index, band in enumerate(bands) if band.rule]
    rows = [band.least for band in bands]
    rules = [False] * len(bands)
    spare = max(0, height - sum(rows))
    granted = sorted(wishes)[:spare]
    for _, index, is_rule in granted:
        rules[index] |= is_rule
        rows[index] += not is_rule
    rows[-1] += spare - len(granted)
    rules[-1] = True
    placed: list[Fit] = []
    y, above = 0, True
    for band, given, rule in zip(bands, rows, rules, strict=True):
        placed.append(Fit(band, y, given, above, below=rule))
        y += given + rule
        above = rule if given or rule else above
    return placed


class Part(NamedTuple):
    """One column of the layout: an end, or the centre."""

    x: int
    width: int
    fits: list[Fit]


@lru_cache(8)
def _parts(book: Rulebook, width: int, height: int, *, crowd: bool) -> tuple[Part, ...]:
    inside = height - 2
    numbers = len(book.come_out.points)
    label = LABELS[numbers > _USUAL] + (2 if width >= ROOMY_FROM and numbers <= _USUAL else 0)
    column = min(COLUMN[1], 8 + max(0, width - 106) // 14, (width - 3 - CENTRE - label) // numbers - 1)
    end = End(book, label, column, crowd)
    centre = width - end.width - 3
    bands = centre_bands(book, centre) if width >= CENTRE_FROM and column >= COLUMN[0] else []
    if not 0 < len(bands) <= inside:
        column = max(COLUMN[0], (width - LABELS[0] - numbers - 2) // numbers)
        end = End(book, width - 2 - numbers * (column + 1), column, crowd)
        return (Part(0, width, fit(compact_bands(end), inside)),)
    return (
        Part(0, end.width + 2, fit(end_bands(end), inside)),
        Part(end.width + 1, centre + 2, fit(bands, inside)),
    )


@lru_cache(8)
def places(book: Rulebook, width: int, height: int, *, crowd: bool = False) -> tuple[Place, ...]:
    """Every box of a layout of that size; none where nothing can be painted."""
    if width < SMALLEST[0] or height < SMALLEST[1]:
        return ()
    found: list[Place] = []
    for part in _parts(book, width, height, crowd=crowd):
        for fitted in part.fits:
            x = part.x + 1
            for box in fitted.band.boxes:
                if fitted.rows:
                    found.append(Place(Region(x, fitted.y + 1, box.width, fitted.rows), box))
                x += box.width + 1
    return tuple(found)


def box_at(book: Rulebook, width: int, height: int, x: int, y: int, *, crowd: bool = False) -> Box | None:
    """The box at a point of a layout of that size."""
    there = places(book, width, height, crowd=crowd)
    return next((place.box for place in there if place.area.contains(x, y)), None)


def paint(scene: Scene, width: int, height: int) -> Canvas:
    """Paint the layout: grounds, lines, names and pays, and the chips on them."""
    crowd = len(scene.state.seats) > 1
    canvas = Canvas(width, height, inks.GROUNDS["felt"])
    there = places(scene.book, width, height, crowd=crowd)
    if not there:
        return canvas
    parts = _parts(scene.book, width, height, crowd=crowd)
    for centre in parts[1:]:
        canvas.fill(centre.x + 1, 0, centre.width - 1, height, inks.GROUNDS["centre"])
    _rule(canvas, parts, height)
    apart = {spot for place in there if place.box.shape == "odds" for spot in place.box.spots}
    for area, box in there:
        draw_box(canvas, area, box, scene, box.spots if box.shape == "odds" else _own(box.spots, apart))
    for x in (0, parts[0].width - 1):
        canvas.fill(x, 0, 1, height, inks.GROUNDS["felt"])
    canvas.fill(width - 1, 0, 1, height, inks.GROUNDS["centre" if len(parts) > 1 else "felt"])
    return canvas


def _own(spots: tuple[Spot, ...], apart: set[Spot]) -> tuple[Spot, ...]:
    """Spots without the wagers that have their own box in this picture."""
    own = (tuple(wager for wager in spot if (wager,) not in apart) for spot in spots)
    return tuple(spot for spot in own if spot)


def _rule(canvas: Canvas, parts: Sequence[Part], height: int) -> None:
    """The lines round the layout and between its boxes."""
    for part in parts:
        right = part.x + part.width - 1
        canvas.across(part.x, 0, part.width)
        canvas.across(part.x, height - 1, part.width)
        canvas.down(part.x, 0, height)
        canvas.down(right, 0, height)
        for fitted in part.fits:
            if fitted.below and fitted.y + 1 + fitted.rows < height - 1:
                canvas.across(part.x, fitted.y + 1 + fitted.rows, part.width)
            x, tall = part.x, fitted.rows + fitted.above + fitted.below
            for box in fitted.band.boxes[:-1] if fitted.rows else ():
                x += box.width + 1
                top = fitted.y + 1 - fitted.above
                canvas.down(x, top, tall, above=not fitted.above, below=not fitted.below)
