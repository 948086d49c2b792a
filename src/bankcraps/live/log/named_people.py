"""The people whom a row of a log names: in fields with a name, not in any text that reads like one.

A person may be called "pass" or "Max", as a wager is, or as somebody writes in a reason.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

__all__ = ["NAMES", "names"]

NAMES: Final = frozenset({"by", "guilty", "name", "person", "player", "to"})
"""The fields with the name of a person or a bot, or with several, in rows and in all that they hold."""


def names(row: object) -> frozenset[str]:
    """Return the names of the people in a row of a log, which was read from its JSON."""
    return frozenset(_names(row))


def _names(value: object, *, named: bool = False) -> Iterator[str]:
    """Yield the names in a value of JSON. `named` says whether a text there is a name."""
    if isinstance(value, str):
        yield from (value,) if named and value else ()
    elif isinstance(value, Mapping):
        for key, part in cast("Mapping[str, Any]", value).items():
            yield from _names(part, named=key in NAMES)
    elif isinstance(value, Sequence):
        for part in cast("Sequence[Any]", value):
            yield from _names(part, named=named)
