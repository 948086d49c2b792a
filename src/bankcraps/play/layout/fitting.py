"""How many rows each band of a layout gets in the height there is."""

from collections.abc import Sequence
from typing import NamedTuple

from bankcraps.play.layout.cells import Band

__all__ = ["Fit", "fit"]


class Fit(NamedTuple):
    """A band in its place.

    Attributes:
        band: the boxes.
        y: its first row.
        rows: how many it has; with none it is left out.
        above, below: whether a line is ruled there.
    """

    band: Band
    y: int
    rows: int
    above: bool
    below: bool


def fit(bands: Sequence[Band], height: int) -> list[Fit]:
    """Give every band what it needs, then rows and lines one by one to whoever wants them most.

    Args:
        bands: from top to bottom.
        height: rows between the outer lines.
    """
    rows = [band.least for band in bands]
    rules = [False] * len(bands)
    spare = height - sum(rows)
    for _, index, is_rule in _wishes(bands):
        if spare <= 0:
            break
        spare -= 1
        if is_rule:
            rules[index] = True
        else:
            rows[index] += 1
    placed: list[Fit] = []
    y, above = 0, True
    for index, band in enumerate(bands):
        last = index == len(bands) - 1
        given = rows[index] + (max(spare, 0) if last else 0)
        placed.append(Fit(band, y, given, above, below=rules[index] or last))
        y += given + rules[index]
        above = rules[index] if given or rules[index] else above
    return placed


def _wishes(bands: Sequence[Band]) -> list[tuple[int, int, bool]]:
    """Every wish for a row or a line, the strongest first, then from the top."""
    wishes = [(-want, index, False) for index, band in enumerate(bands) for want in band.wants]
    wishes += [(-band.rule, index, True) for index, band in enumerate(bands) if band.rule]
    return sorted(wishes)
