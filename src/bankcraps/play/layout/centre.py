"""The centre of the layout: hard ways, one-roll wagers, and the wager on a shooter's whole hand."""

from collections.abc import Iterable

import msgspec

from bankcraps.dice import Throw
from bankcraps.play.layout.cells import CENTRE, Band, Cell, ground_of, name_of, offered
from bankcraps.play.layout.faces import glyph
from bankcraps.play.layout.pays import pays_of
from bankcraps.rulebook import Rulebook
from bankcraps.wagers import HORN_NUMBERS, WAGERS, Kind, Wager, find

__all__ = ["centre_bands", "centre_wagers"]

WIDE = 34
"""From this width on, boxes stand two abreast."""

_HORN = {
    Kind.TWO: Throw(1, 1),
    Kind.THREE: Throw(1, 2),
    Kind.TWELVE: Throw(6, 6),
    Kind.ELEVEN: Throw(5, 6),
}


def centre_wagers(book: Rulebook) -> tuple[Wager, ...]:
    """All the wagers of the centre that the house takes."""
    return offered(book, (wager for kind in CENTRE for wager in WAGERS.values() if wager.kind is kind))


def centre_bands(book: Rulebook, width: int) -> list[Band]:
    """The boxes of the centre in that width, two abreast where there is room."""
    abreast = 2 if width >= WIDE else 1
    seven, craps, both = (single(book, k) for k in (Kind.ANY_SEVEN, Kind.ANY_CRAPS, Kind.CRAPS_ELEVEN))
    horns = [single(book, Kind.HORN), horn_high(book), single(book, Kind.WORLD)]
    groups = (
        ([seven], 1, (24,)),
        ([hard(book, number) for number in (4, 10, 6, 8)], abreast, (76, 13)),
        ([horn_number(book, kind) for kind in _HORN], abreast, (75, 12)),
        ([craps], 1, (23,)),
        ([both], 1, (45,)),
        (horns, abreast, (30,)),
        ([hops(book)], 1, (60, 22, 14)),
        ([single(book, Kind.FIRE)], 1, (59,)),
    )
    bands: list[Band] = []
    for rank, (cells, columns, wants) in enumerate(groups):
        bands += _rows([cell for cell in cells if cell.spots], width, columns, wants, rule=90 - rank)
    return [*bands[:-1], msgspec.structs.replace(bands[-1], rule=0)] if bands else []


def _rows(cells: list[Cell], width: int, columns: int, wants: tuple[int, ...], *, rule: int) -> list[Band]:
    """Boxes so many abreast; the last of an odd number has its row to itself."""
    rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    return [
        Band(_shared(row, width), 1, wants, rule if index == len(rows) - 1 else 26)
        for index, row in enumerate(rows)
    ]


def _shared(cells: list[Cell], width: int) -> tuple[Cell, ...]:
    left, shared = width - len(cells) + 1, list[Cell]()
    for index, cell in enumerate(cells):
        each = left // (len(cells) - index)
        left -= each
        shared.append(msgspec.structs.replace(cell, width=each))
    return tuple(shared)


def _cell(book: Rulebook, kind: Kind, title: str, note: str, wagers: Iterable[Wager]) -> Cell:
    spots = tuple((wager,) for wager in offered(book, wagers))
    return Cell(
        0, title.upper(), note, spots, ground_of(kind), "fire" if kind is Kind.FIRE else "box", kind=kind
    )


def single(book: Rulebook, kind: Kind) -> Cell:
    """A wager of its own."""
    return _cell(book, kind, name_of(book, kind), pays_of(book, find(kind)), [find(kind)])


def hard(book: Rulebook, number: int) -> Cell:
    """A hard way, with the pair that makes it."""
    wager = find(Kind.HARD, number)
    title = f"{glyph(number // 2) * 2} {name_of(book, Kind.HARD)} {number}"
    return _cell(book, Kind.HARD, title, pays_of(book, wager), [wager])


def horn_number(book: Rulebook, kind: Kind) -> Cell:
    """One of the four horn numbers, in dice."""
    dice = _HORN[kind]
    title = f"{glyph(dice.a)}{glyph(dice.b)} {name_of(book, kind)}"
    return _cell(book, kind, title, pays_of(book, find(kind)), [find(kind)])


def horn_high(book: Rulebook) -> Cell:
    """The four horn highs in one box."""
    wagers = [find(Kind.HORN_HIGH, number) for number in HORN_NUMBERS]
    return _cell(book, Kind.HORN_HIGH, name_of(book, Kind.HORN_HIGH), pays_of(book, find(Kind.HORN)), wagers)


def hops(book: Rulebook) -> Cell:
    """All the hops in one box."""
    wagers = offered(book, (wager for wager in WAGERS.values() if wager.kind is Kind.HOP))
    pays = pays_of(book, wagers[0]) if wagers else ""
    return _cell(book, Kind.HOP, name_of(book, Kind.HOP), pays, wagers)
