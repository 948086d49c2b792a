"""The boxes of a layout, before any chips lie in them."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec

from bankcraps.game.notation.vocabulary import CENTRE, kinds_on
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.terms import DontTerms, OddsTerms, OneRollTerms, Terms
from bankcraps.game.wagers import WAGERS, Kind, Wager, find
from bankcraps.terminal.play.layout import inks
from bankcraps.terminal.play.layout.chip_stacks import Spot

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
    ground: inks.Ground = "felt"
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


def ground_of(kind: Kind) -> inks.Ground:
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


# Pays as a layout prints them, from the terms of a rulebook.


_BARRED = {2: (1, 1), 3: (1, 2), 12: (6, 6)}


def glyph(face: int) -> str:
    """A die in one character.

    >>> glyph(1) + glyph(6)
    '⚀⚅'
    """
    return chr(0x267F + face)


def bar_of(terms: Terms | None) -> str:
    """The barred number of a don't wager, in dice: `BAR ⚅⚅`."""
    if not isinstance(terms, DontTerms):
        return ""
    return "BAR " + "".join(map(glyph, _BARRED[terms.bar]))


def pays_of(book: Rulebook, wager: Wager) -> str:
    """Describe what a wager pays, in one line.

    Several pays are grouped by total. A wager made of legs shows the totals of its legs instead.
    """
    terms = book.terms(wager)
    if terms is None:
        return ""
    if isinstance(terms, OneRollTerms) and terms.legs:
        return " ".join(_totals(book, terms))
    rows = terms.rows()
    if wager.number is not None:
        return str(terms.best(wager))
    grouped: dict[str, list[str]] = {}
    for thrown, pay in rows:
        grouped.setdefault(str(pay), []).append(thrown.removesuffix(" points").removesuffix(" totals"))
    if len(grouped) == 1:
        return next(iter(grouped))
    return _listed(
        [(f"{' '.join(thrown)}{':' * thrown[0].isdecimal()} ", pay) for pay, thrown in grouped.items()]
    )


def _listed(pays: list[tuple[str, str]]) -> str:
    """Several pays, with a common ending written once: `hard 30, easy 15 to 1`."""
    ends = {" ".join(pay.split()[1:]) for _, pay in pays}
    if len(ends) > 1:
        return ", ".join(what + pay for what, pay in pays)
    return f"{', '.join(what + pay.split()[0] for what, pay in pays)} {ends.pop()}"


def _totals(book: Rulebook, terms: OneRollTerms) -> list[str]:
    """The totals on which the legs win."""
    totals: set[int] = set()
    for leg in terms.legs:
        legged = book.terms(find(leg))
        totals.update(legged.pays if isinstance(legged, OneRollTerms) else ())
    return [str(total) for total in sorted(totals)]


def field_numbers(terms: Terms | None, between: str) -> tuple[str, str]:
    """The numbers of the field, those that pay more in brackets, and what these pay.

    Args:
        terms: those of the field.
        between: the text between two numbers.
    """
    if not isinstance(terms, OneRollTerms):
        return "", ""
    least = min(pay.ratio for pay in terms.pays.values())
    better = {total: pay for total, pay in sorted(terms.pays.items()) if pay.ratio > least}
    numbers = between.join(f"({total})" if total in better else str(total) for total in sorted(terms.pays))
    grouped: dict[str, list[str]] = {}
    for total, pay in better.items():
        grouped.setdefault(str(pay), []).append(f"({total})")
    return numbers, ", ".join(f"{' '.join(totals)} {pay}" for pay, totals in grouped.items())


def odds_on(terms: Terms | None, puck: int) -> str:
    """Describe the pay and the limit of odds on the line with that point; empty without a point."""
    if not isinstance(terms, OddsTerms) or puck not in terms.pays:
        return ""
    limit = "to win" if terms.measure == "win" else "up to"
    return f"{terms.pays[puck]}, {limit} {terms.limit[puck]} times the flat"
