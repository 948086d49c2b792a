"""The boxes of a layout, before any chips lie in them: the centre, and the ends with the numbers."""

from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec

from bankcraps.game.dice import Throw
from bankcraps.game.notation.vocabulary import CENTRE, Panel, kinds_on
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.terms import DontTerms, OddsTerms, OneRollTerms, Terms
from bankcraps.game.wagers import COMES, ODDS, WAGERS, Kind, Wager, find
from bankcraps.support.structs import grouped
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
    by_pay = grouped((str(pay), on.removesuffix(" points").removesuffix(" totals")) for on, pay in rows)
    if len(by_pay) == 1:
        return next(iter(by_pay))
    return _listed([(f"{' '.join(on)}{':' * on[0].isdecimal()} ", pay) for pay, on in by_pay.items()])


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
    by_pay = grouped((str(pay), f"({total})") for total, pay in better.items())
    return numbers, ", ".join(f"{' '.join(totals)} {pay}" for pay, totals in by_pay.items())


def odds_on(terms: Terms | None, puck: int) -> str:
    """Describe the pay and the limit of odds on the line with that point; empty without a point."""
    if not isinstance(terms, OddsTerms) or puck not in terms.pays:
        return ""
    limit = "to win" if terms.measure == "win" else "up to"
    return f"{terms.pays[puck]}, {limit} {terms.limit[puck]} times the flat"


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

_HARD_ORDER: Final = (4, 10, 6, 8)
"""Layouts paint the hard 4 and 10 beside each other, and the hard 6 and 8."""


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
    return ruled(bands, 0)


def _shared(boxes: list[Box], width: int) -> tuple[Box, ...]:
    """Boxes that share the width of a row."""
    widths = divided(width, [1] * len(boxes))
    return tuple(msgspec.structs.replace(box, width=each) for box, each in zip(boxes, widths, strict=True))


def _boxes_on(book: Rulebook, panel: Panel) -> list[Box]:
    """The boxes of a panel, in the order of the vocabulary: one for each hard way, else one for each kind."""
    boxes: list[Box] = []
    for kind in kinds_on(panel):
        wagers = wagers_of(book, kind)
        name = name_of(book, kind)
        if kind is Kind.HARD:
            ways = {wager.number: wager for wager in wagers}
            for number in filter(ways.__contains__, _HARD_ORDER):
                title = f"{glyph(number // 2) * 2} {name} {number}"
                boxes.append(_box(kind, title, pays_of(book, ways[number]), (ways[number],)))
        elif wagers:
            dice = _DICE.get(kind)
            title = f"{glyph(dice.a)}{glyph(dice.b)} {name}" if dice else name
            boxes.append(_box(kind, title, _note(book, kind, wagers), wagers))
    return boxes


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
    return [
        *ruled(behind(end), 92),
        *ruled([numbers(end)], 91),
        *ruled(before(end), 100),
        *strip(end, Kind.COME, (60, 25), 95),
        *field(end),
        *strip(end, Kind.DONT_PASS, (48,), 93),
        *strip(end, Kind.PASS, (47, 15, 5)),
        *odds(end),
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


def strip(end: End, kind: Kind, wants: tuple[int, ...], rule: int = 0) -> list[Band]:
    """A strip from side to side, with its name spaced out."""
    terms = end.book.wagers.get(kind)
    if terms is None:
        return []
    title = "   ".join(filter(None, (spaced(terms.name), bar_of(terms))))
    spot = offered(end.book, (find(kind), *((find(ODDS[kind]),) if kind not in COMES else ())))
    box = Box(end.width, title, pays_of(end.book, find(kind)), (spot,), ground_of(kind), kind=kind)
    return [Band((box,), wants=wants, rule=rule)]


def odds(end: End) -> list[Band]:
    """The odds behind the pass line, if there is a row to spare."""
    terms, spot = end.book.wagers.get(Kind.PASS_ODDS), (find(Kind.PASS_ODDS),)
    if terms is None:
        return []
    box = Box(end.width, terms.name, spots=(spot,), shape="odds", kind=Kind.PASS_ODDS)
    return [Band((box,), least=0, wants=(88,))]


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
    return [*ruled(rows, 98), _lines(end), _centre(end)]


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
