"""The chips on a spot of the layout, seat by seat, as short labels that fit in a box."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import msgspec
from rich.cells import cell_len

from bankcraps.game.chips import Cents, printed
from bankcraps.game.engine import Seat, Standing, State
from bankcraps.game.engine.wagering.calling import working
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.terms import HandTerms
from bankcraps.game.wagers import Wager
from bankcraps.terminal.play.layout import inks

Gains = Mapping[tuple[str, Wager], Cents]
"""Gains of the last throw in cents, by seat and wager; below zero for losses."""


class Scene(msgspec.Struct, frozen=True):
    """Everything a picture of the table depends on.

    Attributes:
        book: the house.
        state: the table.
        who: the current player, or empty.
        gains: the results of the last throw, shown until the next act.
    """

    book: Rulebook
    state: State
    who: str = ""
    gains: Gains = msgspec.field(default_factory=dict[tuple[str, Wager], Cents])


@cache
def initials(names: tuple[str, ...]) -> dict[str, str]:
    """The shortest beginnings of the names that differ; a single player needs none.

    >>> initials(("Ann",)), initials(("Ann", "Alex", "Bob"))
    ({'Ann': ''}, {'Ann': 'An', 'Alex': 'Al', 'Bob': 'B'})
    """
    if len(names) == 1:
        return {names[0]: ""}
    return {name: _shortest(name, [other for other in names if other != name]) for name in names}


def _shortest(name: str, others: list[str]) -> str:
    for length in range(1, len(name)):
        if not any(other[:length].casefold() == name[:length].casefold() for other in others):
            return name[:length]
    return name


@cache
def seat_ink(index: int, *, asleep: bool = False) -> inks.Ink:
    """The colour of a seat's chips, counted clockwise from 0; grey while they are not working."""
    colour = inks.SEAT_COLOURS[index % len(inks.SEAT_COLOURS)]
    if asleep:
        return inks.Ink(colour, ground="#3a3f3a")
    return inks.Ink("#101010", ground=colour, bold=True)


Spot = tuple[Wager, ...]
"""Wagers whose chips lie together: a flat wager, and its odds behind it."""


class Label(NamedTuple):
    """Some characters in one ink."""

    text: str
    ink: inks.Ink


Stack = tuple[Label, ...]
"""One seat's chips on one spot, and their win, written without a space between them."""


def stacks(scene: Scene, spots: Sequence[Spot], *, gains: bool = True, edge: str = "") -> list[Stack]:
    """The chips on some spots, seat by seat: the current player's first, then the others clockwise.

    Args:
        scene: the table.
        spots: where to look.
        gains: whether to show what the last throw did there.
        edge: text at both sides of the chips, to make them larger.
    """
    seats = sorted(enumerate(scene.state.seats), key=lambda found: found[1].name != scene.who)
    marks = initials(tuple(seat.name for seat in scene.state.seats))
    mixed = len({spot[0].kind for spot in spots}) > 1
    found: list[Stack] = []
    for index, seat in seats:
        named = None
        for spot in spots:
            wager = spot[0]
            mark = (_which(wager) if len(spots) > 1 else "") + marks[seat.name]
            chips = _chips(scene, index, seat, spot, mark, edge)
            gain = _gain(scene, seat, spot, "" if chips else mark) if gains else ()
            if chips or gain:
                name = (Label(f"{wager.kind.value.replace('_', ' ')} ", inks.LABEL),)
                found.append((name if mixed and wager.kind is not named else ()) + chips + gain)
                named = wager.kind
    return found


def _chips(scene: Scene, index: int, seat: Seat, spot: Spot, mark: str, edge: str) -> Stack:
    standing = [stands for wager in spot if (stands := seat.on(wager)) is not None]
    if not standing:
        return ()
    asleep = not any(working(scene.book, scene.state.puck, stands) for stands in standing)
    amounts = "+".join(_amount(scene, stands) for stands in standing)
    return (Label(f"{edge}{mark}{amounts}{edge}", seat_ink(index, asleep=asleep)),)


def _amount(scene: Scene, standing: Standing) -> str:
    button = f" {standing.call}" if standing.call else ""
    chips = [printed(standing.chips)] if standing.chips else []
    lies = "+".join([*chips, *(f"{printed(face)}*" for face in standing.tokens)])
    return f"{lies}{button}{_progress(scene, standing)}"


def _progress(scene: Scene, standing: Standing) -> str:
    """The count of a wager on the shooter's hand, of all it can count: ` 2/6`."""
    terms = scene.book.terms(standing.wager)
    if not isinstance(terms, HandTerms) or not standing.progress:
        return ""
    return f" {len(standing.progress)}/{max(terms.ladder(standing.wager))}"


def _gain(scene: Scene, seat: Seat, spot: Spot, mark: str) -> Stack:
    gained = sum(scene.gains.get((seat.name, wager), 0) for wager in spot)
    if gained > 0:
        return (Label(f"{mark}▲{printed(gained)}", inks.WON),)
    return (Label(f"{mark}▼{printed(-gained)}", inks.LOST),) if gained else ()


def _which(wager: Wager) -> str:
    """Return the mark that tells a wager from the others of its kind: `6:`, `3-4:`."""
    which = wager.dice or wager.number
    return f"{which}:" if which else ""


def fitted(scene: Scene, spots: Sequence[Spot], width: int, lines: int) -> list[list[Stack]]:
    """The chips on some spots in `lines` lines; stacks without room are counted: "…2".

    If room is short, chips are drawn smaller, then gains are left out, and last the chips.
    """
    if lines < 1 or width < 1:
        return [[]]
    laid, left = _laid(stacks(scene, spots, edge=" "), width, lines)
    if left:
        laid, left = _laid(stacks(scene, spots), width, lines)
    if left:
        laid, left = _laid(stacks(scene, spots, gains=False), width, lines)
    if left:
        _count_the_rest(laid[-1], left, width)
    return laid


def _laid(found: list[Stack], width: int, lines: int) -> tuple[list[list[Stack]], int]:
    """Stacks in lines, and how many are left without room."""
    laid: list[list[Stack]] = [[]]
    for index, stack in enumerate(found):
        if wide([*laid[-1], stack]) <= width:
            laid[-1].append(stack)
        elif len(laid) < lines and wide([stack]) <= width:
            laid.append([stack])
        else:
            return laid, len(found) - index
    return laid, 0


def _count_the_rest(last: list[Stack], left: int, width: int) -> None:
    while last and wide([*last, _more(left)]) > width:
        last.pop()
        left += 1
    last.append(_more(left))


def _more(left: int) -> Stack:
    return (Label(f"…{left}", inks.STRONG),)


def wide(stacks: Sequence[Stack]) -> int:
    """The number of cells that some stacks take in a line, with a space between each two."""
    return sum(cell_len(label.text) for stack in stacks for label in stack) + max(0, len(stacks) - 1)
