"""Draws a box with its chips."""

import textwrap
from collections.abc import Callable
from typing import Final

from rich.cells import cell_len
from textual.geometry import Region

from bankcraps.game.rulebook.terms import HandTerms
from bankcraps.terminal.play.layout import inks
from bankcraps.terminal.play.layout.boxes import Box, Shape, odds_on, spaced
from bankcraps.terminal.play.layout.canvas import Canvas, clipped
from bankcraps.terminal.play.layout.chip_stacks import Label, Scene, Spot, Stack, fitted, wide

_CENTRE: Final = "The centre: hard ways and one-roll bets. Type help to see them all."
"""The text where the names of the centre do not fit."""

STRIP = 60
"""The least width of a box drawn as a strip."""


ABREAST = 24
"""The least width of a box with the pay in its first row; narrower boxes have it in the last."""


def draw_box(canvas: Canvas, area: Region, box: Box, scene: Scene, spots: tuple[Spot, ...]) -> None:
    """Draw a box and the chips on some of its spots."""
    ground = box.ground
    if box.number and box.number == scene.state.puck and box.shape == "number":
        ground = "point"
    edge = int(ground in ("cold", "hot"))
    canvas.fill(area.x - edge, area.y, area.width + 2 * edge, area.height, inks.GROUNDS[ground])
    _SHAPES[box.shape](canvas, area, box, scene, spots)


def lay(canvas: Canvas, x: int, y: int, stacks: list[Stack]) -> int:
    """Put chips down from left to right; returns the column after them."""
    for index, stack in enumerate(stacks):
        x += bool(index)
        for label in stack:
            x = canvas.put(x, y, label.text, label.ink)
    return x


def _box(canvas: Canvas, area: Region, box: Box, scene: Scene, spots: tuple[Spot, ...]) -> None:
    """A name, a pay, and chips beside or below them."""
    draw = _low_box if area.height == 1 else _strip if area.width - 2 >= STRIP else _high_box
    draw(canvas, area, box, scene, spots)


def _strip(canvas: Canvas, area: Region, box: Box, scene: Scene, spots: tuple[Spot, ...]) -> None:
    """A long box of several rows: the chips stand beside the name, in one column on all strips."""
    note = _note(box, scene)
    canvas.put(area.x + 1, area.y, clipped(box.title, area.width - 2), inks.TITLE)
    start = area.x + 1 + _beside(box.title, area.width - 2)
    chips = fitted(scene, spots, area.x + area.width - 1 - start, area.height)
    ends = [start + (wide(stacks) + 2 if stacks else 0) for stacks in chips] + [area.x + 1] * area.height
    for row, stacks in enumerate(chips):
        lay(canvas, start, area.y + row, stacks)
    row = 0 if ends[0] + cell_len(note.text) < area.x + area.width else area.height - 1
    _right(canvas, area, row, note, after=ends[row])


def _low_box(canvas: Canvas, area: Region, box: Box, scene: Scene, spots: tuple[Spot, ...]) -> None:
    """A box of one row, where the name is cut before chips are left out."""
    inner, note = area.width - 2, _note(box, scene)
    chips = fitted(scene, spots, inner, 1)
    needed, beside = wide(chips[0]), _beside(box.title, inner)
    if not needed or beside + needed + 2 + cell_len(note.text) <= inner:
        canvas.put(area.x + 1, area.y, clipped(box.title, inner), inks.TITLE)
        lay(canvas, area.x + 1 + beside, area.y, chips[0])
        _right(canvas, area, 0, note, after=area.x + beside)
    else:
        left = inner - needed - 1
        short = str(box.number) if box.number and cell_len(box.title) > left else box.title
        canvas.put(area.x + 1, area.y, clipped(short, left), inks.TITLE)
        lay(canvas, area.x + 1 + inner - needed, area.y, chips[0])


def _high_box(canvas: Canvas, area: Region, box: Box, scene: Scene, spots: tuple[Spot, ...]) -> None:
    """A box of several rows: chips below the name, and the pay if there is room."""
    x, y, width, height = area
    inner, note = width - 2, _note(box, scene)
    title = clipped(box.title, inner)
    canvas.put(x + 1, y, title, inks.TITLE)
    chips = fitted(scene, spots, inner, height - 1)
    for row, stacks in enumerate(chips, 1):
        lay(canvas, x + 1, y + row, stacks)
    beside = cell_len(title) + 2
    note_row = 0 if inner >= ABREAST and beside + cell_len(note.text) <= inner else height - 1
    if note_row:
        laid = chips[note_row - 1] if note_row <= len(chips) else []
        beside = wide(laid) + 2 if laid else 0
    _right(canvas, area, note_row, note, after=x + 1 + beside)


def _beside(title: str, inner: int) -> int:
    """The column of the chips beside a name, the same on all long strips."""
    after = cell_len(title) + 2
    return max(after, 32) if inner >= STRIP else after


def _note(box: Box, scene: Scene) -> Label:
    """The pay of a box; for a wager on the shooter's hand, the numbers it has counted so far."""
    return Label(_counted(box, scene) or box.note, inks.NOTES[box.ground])


def _counted(box: Box, scene: Scene) -> str:
    """The numbers that a wager has counted: `made 6 8`. Repeaters show theirs beside the chips."""
    terms = scene.book.wagers.get(box.kind) if box.kind else None
    if not isinstance(terms, HandTerms) or terms.need:
        return ""
    standing = [seat.on(wager) for seat in scene.state.seats for spot in box.spots for wager in spot]
    progress = next((stands.progress for stands in standing if stands and stands.progress), ())
    verb = "made" if terms.counts == "points" else "has"
    return f"{verb} {' '.join(map(str, progress))}" if progress else ""


def _right(canvas: Canvas, area: Region, row: int, label: Label, *, after: int) -> None:
    """A pay at the right side, if nothing else is there."""
    start = area.x + area.width - 1 - cell_len(label.text)
    if start >= after:
        canvas.put(start, area.y + row, label.text, label.ink)


def _grid(canvas: Canvas, area: Region, box: Box, scene: Scene, spots: tuple[Spot, ...]) -> None:
    """Chips in the middle of a number's box or, without chips, its pay."""
    chips = fitted(scene, spots, area.width, area.height)
    if not chips[0]:
        pay = box.note if cell_len(box.note) <= area.width else box.note.replace(" to ", ":")
        start = area.x + (area.width - cell_len(pay)) // 2
        canvas.put(start, area.y + (area.height - 1) // 2, clipped(pay, area.width), inks.NOTES[box.ground])
    for row, stacks in enumerate(chips):
        lay(canvas, area.x + (area.width - wide(stacks)) // 2, area.y + row, stacks)


def _label(canvas: Canvas, area: Region, box: Box, scene: Scene, spots: tuple[Spot, ...]) -> None:
    """The name of a row. For don't come it is also a box, whose chips may cut the name."""
    below = int(area.height > 1)
    chips = fitted(scene, spots, area.width - 2, area.height - below)
    room = area.width - 1 - (wide(chips[0]) + 2 if chips[0] and not below else 0)
    ink = inks.TITLE if box.spots else inks.LABEL
    end = canvas.put(area.x + 1, area.y, clipped(box.title, room), ink) + 1
    if chips[0]:
        for row, stacks in enumerate(chips):
            start = area.x + 1 if below else area.x + area.width - 1 - wide(stacks)
            lay(canvas, start, area.y + below + row, stacks)
        return
    terms = scene.book.wagers.get(box.kind) if box.kind else None
    off = terms is not None and terms.works == "puck_on" and not scene.state.puck
    note = Label("off" if off else box.note, inks.NOTES[box.ground])
    _right(canvas, area._replace(width=area.width + 1), 0, note, after=end)


def _number(canvas: Canvas, area: Region, box: Box, scene: Scene, _spots: tuple[Spot, ...]) -> None:
    """A number, and the puck on it."""
    on = box.number == scene.state.puck
    row = max(0, (area.height - 2) // 2)
    if area.height > 1 or not on:
        wide_enough = area.height > 1 and cell_len(spaced(box.title)) <= area.width
        name = spaced(box.title) if wide_enough and not box.title.isdecimal() else box.title
        start = area.x + (area.width - cell_len(name)) // 2
        canvas.put(start, area.y + row, name, inks.NUMBER)
        if on:
            canvas.put(area.x + (area.width - 4) // 2, area.y + row + 1, " ON ", inks.PUCK_ON)
        return
    puck = " ON " if cell_len(box.title) + 5 <= area.width else "ON"
    start = area.x + max(0, (area.width - cell_len(box.title) - len(puck) - 1) // 2)
    canvas.put(canvas.put(start, area.y, box.title, inks.NUMBER) + 1, area.y, puck, inks.PUCK_ON)


def _puck(canvas: Canvas, area: Region, _box: Box, scene: Scene, _spots: tuple[Spot, ...]) -> None:
    """Draw the puck in its place while it is off."""
    if not scene.state.puck:
        canvas.put(area.x + (area.width - 5) // 2, area.y + (area.height - 1) // 2, " OFF ", inks.PUCK_OFF)


def _odds(canvas: Canvas, area: Region, box: Box, scene: Scene, spots: tuple[Spot, ...]) -> None:
    """The row behind a line, with what odds would pay now."""
    terms = scene.book.wagers.get(box.kind) if box.kind else None
    canvas.put(area.x + 1, area.y, clipped(box.title, area.width - 2), inks.NOTES[box.ground])
    end = area.x + 1 + _beside(box.title, area.width - 2)
    chips = fitted(scene, spots, area.x + area.width - 1 - end, 1)
    if chips[0]:
        end = lay(canvas, end, area.y, chips[0]) + 2
    _right(canvas, area, 0, Label(odds_on(terms, scene.state.puck), inks.NOTES[box.ground]), after=end)


def _rest(canvas: Canvas, area: Region, box: Box, scene: Scene, spots: tuple[Spot, ...]) -> None:
    """A box for wagers without a box of their own: their names, or the chips that lie there."""
    chips = fitted(scene, spots, area.width - 2, area.height)
    if not chips[0]:
        lines = textwrap.wrap(box.title, max(1, area.width - 2))
        if len(lines) > area.height:
            lines = [clipped(_CENTRE, area.width - 2)]
        for row, line in enumerate(lines):
            canvas.put(area.x + 1, area.y + row, line, inks.NOTES[box.ground])
    for row, stacks in enumerate(chips):
        lay(canvas, area.x + 1, area.y + row, stacks)


_Draw = Callable[[Canvas, Region, Box, Scene, tuple[Spot, ...]], None]
_SHAPES: Final[dict[Shape, _Draw]] = {
    "box": _box,
    "grid": _grid,
    "label": _label,
    "number": _number,
    "puck": _puck,
    "odds": _odds,
    "rest": _rest,
}
