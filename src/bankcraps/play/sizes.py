"""How the screen is shared out in the size there is."""

from typing import Literal, NamedTuple

__all__ = ["LEAST", "Sizes", "sizes"]

LEAST = (80, 24)
"""Columns and rows below which nothing useful can be shown."""

_TABLE = (96, 28)
"""From here on the layout is painted in full."""

_WIDE = 112


class Sizes(NamedTuple):
    """Rows for the parts that have not always the same.

    Attributes:
        name: how much there is to see.
        felt, keys: rows for the layout and the legend of the keys.
        message: what to say if it is too small.
    """

    name: Literal["full", "medium", "compact", "small"]
    felt: int = 0
    keys: int = 1
    message: str = ""


def sizes(width: int, height: int) -> Sizes:
    """The rows of each part in a window of that size.

    >>> sizes(120, 40).felt, sizes(100, 30).felt, sizes(80, 24).felt
    (23, 17, 13)
    >>> sizes(70, 20).message
    'The table needs a window of 80 x 24; this one is 70 x 20.'
    """
    if width < LEAST[0] or height < LEAST[1]:
        needed = f"{LEAST[0]} x {LEAST[1]}"
        return Sizes(
            "small", message=f"The table needs a window of {needed}; this one is {width} x {height}."
        )
    if width < _TABLE[0] or height < _TABLE[1]:
        return Sizes("compact", felt=min(18, height - 11))
    left = height - 6
    felt = min(30, left - min(11, max(7, left * 11 // 34)))
    return Sizes("full" if width >= _WIDE else "medium", felt, keys=2)
