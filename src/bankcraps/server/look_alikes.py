"""Names that look alike, by the confusables of Unicode and the shapes of small capitals."""

import unicodedata
from functools import cache
from importlib.resources import files


@cache
def _table() -> dict[int, str]:
    """Return the look of each confusable character."""
    text = files("bankcraps.server").joinpath("look_alikes.txt").read_text(encoding="utf-8")
    lines = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {ord(one): prototype for prototype, alike in lines for one in alike}


def look_of(name: str) -> str:
    """Return what a name looks like. Names that a person can mistake for each other look the same.

    This is the skeleton of UTS #39, without the difference between capital and small letters.

    >>> look_of("Max") == look_of("\u041c\u0430\u0445")  # in Cyrillic
    True
    >>> look_of("Ann1") == look_of("AnnI") != look_of("Ann2")
    True
    """
    plain = unicodedata.normalize("NFD", name).translate(_table())
    return unicodedata.normalize("NFD", plain).casefold()
