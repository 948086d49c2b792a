"""A picture of the whole layout at one moment, and which wager lies where in it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from bankcraps.play.layout.boxes import Area, draw_cell
from bankcraps.play.layout.canvas import Canvas
from bankcraps.play.layout.cells import Cell
from bankcraps.play.layout.centre import centre_bands
from bankcraps.play.layout.compact import compact_bands
from bankcraps.play.layout.end import End, end_bands
from bankcraps.play.layout.fitting import Fit, fit
from bankcraps.play.layout.palette import GROUNDS
from bankcraps.play.layout.scene import Scene
from bankcraps.play.layout.stacks import Spot
from bankcraps.rulebook import Rulebook

__all__ = ["Place", "paint", "place_at", "places"]

LABEL = 18
"""The least width for the column of names."""

CENTRE_FROM = 96
"""The width from which the centre has its own part of the layout."""


ROOMY_FROM = 112
"""The width from which there is room to spare."""


class Place(NamedTuple):
    """A box and where it is."""

    area: Area
    cell: Cell


class Part(NamedTuple):
    """One column of the layout: an end, or the centre."""

    x: int
    width: int
    fits: list[Fit]


@lru_cache(8)
def _parts(book: Rulebook, width: int, height: int, *, crowd: bool) -> tuple[Part, ...]:
    inside = height - 2
    if width < CENTRE_FROM:
        column = (width - LABEL - 8) // 6
        end = End(book, width - 8 - 6 * column, column, crowd)
        return (Part(0, width, fit(compact_bands(end), inside)),)
    column = min(12, 8 + max(0, width - 106) // 14)
    end = End(book, LABEL if width < ROOMY_FROM else LABEL + 2, column, crowd)
    centre = width - end.width - 3
    return (
        Part(0, end.width + 2, fit(end_bands(end), inside)),
        Part(end.width + 1, centre + 2, fit(centre_bands(book, centre), inside)),
    )


@lru_cache(8)
def places(book: Rulebook, width: int, height: int, *, crowd: bool = False) -> tuple[Place, ...]:
    """Every box of a layout of that size."""
    found: list[Place] = []
    for part in _parts(book, width, height, crowd=crowd):
        for fitted in part.fits:
            x = part.x + 1
            for cell in fitted.band.cells:
                if fitted.rows:
                    found.append(Place(Area(x, fitted.y + 1, cell.width, fitted.rows), cell))
                x += cell.width + 1
    return tuple(found)


def place_at(book: Rulebook, width: int, height: int, x: int, y: int, *, crowd: bool = False) -> Cell | None:
    """The box at a point of a layout of that size."""
    there = places(book, width, height, crowd=crowd)
    return next((place.cell for place in there if place.area.holds(x, y)), None)


def paint(scene: Scene, width: int, height: int) -> Canvas:
    """Paint the layout: grounds, lines, names and pays, and the chips on them."""
    crowd = len(scene.state.seats) > 1
    canvas = Canvas(width, height, GROUNDS["felt"])
    parts = _parts(scene.book, width, height, crowd=crowd)
    for centre in parts[1:]:
        canvas.fill(centre.x + 1, 0, centre.width - 1, height, GROUNDS["centre"])
    _rule(canvas, parts, height)
    there = places(scene.book, width, height, crowd=crowd)
    apart = {spot for place in there if place.cell.shape == "odds" for spot in place.cell.spots}
    for area, cell in there:
        draw_cell(canvas, area, cell, scene, cell.spots if cell.shape == "odds" else _own(cell.spots, apart))
    for x in (0, parts[0].width - 1):
        canvas.fill(x, 0, 1, height, GROUNDS["felt"])
    canvas.fill(width - 1, 0, 1, height, GROUNDS["centre" if len(parts) > 1 else "felt"])
    return canvas


def _own(spots: tuple[Spot, ...], apart: set[Spot]) -> tuple[Spot, ...]:
    """Some spots without the wagers that have a box of their own in this picture."""
    if not apart:
        return spots
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
            _rule_between(canvas, part.x, fitted)


def _rule_between(canvas: Canvas, x: int, fitted: Fit) -> None:
    """The lines between the boxes of a band, up to the lines above and below it."""
    top = fitted.y + 1 - fitted.above
    bottom = fitted.y + fitted.rows + fitted.below
    for cell in fitted.band.cells[:-1] if fitted.rows else ():
        x += cell.width + 1
        canvas.down(x, top, bottom - top + 1, above=not fitted.above, below=not fitted.below)
