"""The boxes of a layout, before any chips lie in them."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec

from bankcraps.game.notation.vocabulary import CENTRE, kinds_on
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import WAGERS, Kind, Wager
from bankcraps.terminal.play.layout.chip_stacks import Spot
from bankcraps.terminal.play.layout.palette import Ground

__all__ = [
    "CENTRE_KINDS",
    "Band",
    "Box",
    "Shape",
    "divided",
    "ground_of",
    "name_of",
    "offered",
    "ruled",
    "spaced",
    "wagers_of",
]

CENTRE_KINDS: Final = kinds_on(*CENTRE)
"""The kinds of wager in the centre, before the stickperson, from top to bottom."""

_AGAINST: Final = (Kind.DONT_PASS, *kinds_on("behind"))

Shape = Literal["box", "grid", "label", "number", "puck", "odds", "rest"]


class Box(msgspec.Struct, frozen=True):
    """A box of the layout.

    Attributes:
        width: inside, in characters.
        title: the text that is painted in it.
        note: its pay, or the number it bars.
        spots: the wagers whose chips lie here.
        ground: the ground that it is painted on.
        shape: the form in which it is drawn.
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
        boxes: from left to right; a line is ruled between them.
        least: the rows it needs.
        wants: the strength of its wish for each further row; the strongest wish is granted first.
        rule: the strength of its wish for a line below it; 0 for none.
    """

    boxes: tuple[Box, ...]
    least: int = 1
    wants: tuple[int, ...] = ()
    rule: int = 0


def offered(book: Rulebook, wagers: Iterable[Wager]) -> tuple[Wager, ...]:
    """The wagers among some that the house offers."""
    return tuple(wager for wager in wagers if book.terms(wager) is not None)


def wagers_of(book: Rulebook, kind: Kind) -> tuple[Wager, ...]:
    """The wagers of a kind that the house offers."""
    return offered(book, (wager for wager in WAGERS.values() if wager.kind is kind))


def ground_of(kind: Kind) -> Ground:
    """Return the background of a kind of wager: cold for bets against the dice, hot for the seven."""
    if kind in _AGAINST:
        return "cold"
    return "hot" if kind is Kind.ANY_SEVEN else "centre" if kind in CENTRE_KINDS else "felt"


def name_of(book: Rulebook, kind: Kind) -> str:
    """The house's own name for a kind of wager; empty if it does not offer it."""
    terms = book.wagers.get(kind)
    return terms.name if terms else ""


def ruled(bands: list[Band], wanted: int) -> list[Band]:
    """Bands with a line below the last of them."""
    return [*bands[:-1], msgspec.structs.replace(bands[-1], rule=wanted)] if bands else []


def divided(width: int, shares: Sequence[int]) -> list[int]:
    """Divide a width among boxes by their shares, without the lines between them.

    >>> divided(20, [1, 1, 1]), divided(20, [3, 0, 1])
    ([6, 6, 6], [13, 0, 5])
    """
    left, widths = width - len(shares) + 1, list[int]()
    for index, share in enumerate(shares):
        widths.append(left * share // sum(shares[index:]) if share else 0)
        left -= widths[-1]
    return widths


def spaced(name: str) -> str:
    """A name as it is painted along a strip, with the letters apart.

    >>> spaced("Pass Line")
    'P A S S   L I N E'
    """
    return "   ".join(" ".join(word) for word in name.upper().split())
