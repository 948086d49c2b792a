"""The boxes of a layout, before anything lies in them."""

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from bankcraps.play.layout.palette import Ground
from bankcraps.play.layout.stacks import Spot
from bankcraps.rulebook import Rulebook
from bankcraps.wagers import Kind, Wager

__all__ = [
    "CENTRE",
    "NUMBER_NAMES",
    "Band",
    "Cell",
    "Shape",
    "ground_of",
    "name_of",
    "offered",
    "ruled",
    "spaced",
]

NUMBER_NAMES: Final = {4: "4", 5: "5", 6: "SIX", 8: "8", 9: "NINE", 10: "10"}
"""The numbers as layouts spell them, so that 6 and 9 are not taken for each other upside down."""

CENTRE: Final = (
    Kind.ANY_SEVEN,
    Kind.HARD,
    Kind.TWO,
    Kind.THREE,
    Kind.TWELVE,
    Kind.ELEVEN,
    Kind.ANY_CRAPS,
    Kind.CRAPS_ELEVEN,
    Kind.HORN,
    Kind.HORN_HIGH,
    Kind.WORLD,
    Kind.HOP,
    Kind.FIRE,
)
"""What lies before the stickperson, in the order in which it is painted."""

_COLD: Final = frozenset({Kind.DONT_PASS, Kind.DONT_COME, Kind.LAY, Kind.PLACE_TO_LOSE})

Shape = Literal["box", "grid", "label", "number", "puck", "odds", "fire", "rest"]


class Cell(msgspec.Struct, frozen=True):
    """A box of the layout.

    Attributes:
        width: inside, in characters.
        title: what is painted in it.
        note: its pay, or the number it bars.
        spots: the wagers whose chips lie here.
        ground: what it is painted on.
        shape: how it is drawn.
        number: the number it stands for, if any.
        kind: the kind of wager it names, if any.
    """

    width: int
    title: str = ""
    note: str = ""
    spots: tuple[Spot, ...] = ()
    ground: Ground = "felt"
    shape: Shape = "box"
    number: int = 0
    kind: Kind | None = None


class Band(msgspec.Struct, frozen=True):
    """Boxes side by side.

    Attributes:
        cells: from left to right; a line is ruled between them.
        least: the rows it needs.
        wants: how much it wants each further row; what is wanted most is given first.
        rule: how much a line below it is wanted; 0 for none.
    """

    cells: tuple[Cell, ...]
    least: int = 1
    wants: tuple[int, ...] = ()
    rule: int = 0


def offered(book: Rulebook, wagers: Iterable[Wager]) -> tuple[Wager, ...]:
    """Those of some wagers that the house takes."""
    return tuple(wager for wager in wagers if book.terms(wager) is not None)


def ground_of(kind: Kind) -> Ground:
    """What a kind of wager is painted on: cold where the dice are bet against, hot for the seven."""
    if kind in _COLD:
        return "cold"
    return "hot" if kind is Kind.ANY_SEVEN else "centre" if kind in CENTRE else "felt"


def name_of(book: Rulebook, kind: Kind) -> str:
    """The house's own name for a kind of wager, or nothing."""
    terms = book.wagers.get(kind)
    return terms.name if terms else ""


def ruled(bands: list[Band], wanted: int) -> list[Band]:
    """Bands with a line below the last of them."""
    return [*bands[:-1], msgspec.structs.replace(bands[-1], rule=wanted)] if bands else []


def spaced(name: str) -> str:
    """A name as it is painted along a strip, letters apart.

    >>> spaced("Pass Line")
    'P A S S   L I N E'
    """
    return "   ".join(" ".join(word) for word in name.upper().split())
