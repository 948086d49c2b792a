"""The whole layout in a few rows: the numbers as a table, the lines side by side, the centre as a list."""

import msgspec

from bankcraps.play.layout.cells import CENTRE, Band, Cell, ground_of, name_of, offered
from bankcraps.play.layout.centre import centre_wagers
from bankcraps.play.layout.end import End, before, behind, bigs, numbers
from bankcraps.play.layout.pays import bar_of
from bankcraps.wagers import ODDS, Kind, find

__all__ = ["compact_bands"]

_SHARES: dict[Kind | None, int] = {Kind.PASS: 3, Kind.DONT_PASS: 3, Kind.COME: 2, Kind.FIELD: 2}
"""How the row of lines is shared out: those with odds behind them need more."""


def compact_bands(end: End) -> list[Band]:
    """From top to bottom."""
    rows = [*behind(end), numbers(end), *before(end)]
    bands = [msgspec.structs.replace(band, rule=0) for band in rows]
    bands[-1] = msgspec.structs.replace(bands[-1], rule=98)
    return [*bands, _lines(end), _centre(end)]


def _lines(end: End) -> Band:
    """Pass, don't pass, come, field, and the big six and eight."""
    cells = [_line(end, Kind.PASS), _line(end, Kind.DONT_PASS), _line(end, Kind.COME), _line(end, Kind.FIELD)]
    cells = [cell for cell in cells if cell.spots] + bigs(end.book, 17)
    left = end.width - sum(cell.width for cell in cells) - len(cells) + 1
    shares = [_SHARES.get(cell.kind, 0) for cell in cells]
    for index, cell in enumerate(cells):
        if shares[index]:
            each = left * shares[index] // sum(shares[index:])
            left -= each
            cells[index] = msgspec.structs.replace(cell, width=each)
    return Band(tuple(cells), wants=(97, 40), rule=60)


def _line(end: End, kind: Kind) -> Cell:
    terms = end.book.wagers.get(kind)
    odds = (find(ODDS[kind]),) if kind in (Kind.PASS, Kind.DONT_PASS) else ()
    spot = offered(end.book, (find(kind), *odds))
    return Cell(
        0, name_of(end.book, kind).upper(), bar_of(terms), (spot,) if spot else (), ground_of(kind), kind=kind
    )


def _centre(end: End) -> Band:
    """Everything before the stickperson."""
    names = list(dict.fromkeys(name_of(end.book, kind) for kind in CENTRE))
    title = " · ".join(name for name in names if name)
    spots = tuple((wager,) for wager in centre_wagers(end.book))
    return Band((Cell(end.width, title, "", spots, "centre", "rest"),), wants=(96, 41, 10))
