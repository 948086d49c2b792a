"""Makes structs from values that share fields with them, and groups values by a key."""

from collections.abc import Hashable, Iterable
from typing import Final, TypeVar

import msgspec

_Made = TypeVar("_Made", bound=msgspec.Struct)
_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")

_SAME: Final[dict[tuple[type, type], list[str]]] = {}
"""The fields of a struct that values of a type have, too. All values of one type have the same fields."""


def struct_of(kind: type[_Made], *sources: object, **others: object) -> _Made:
    """Make a struct of `others`, and of attributes of the same names, of the first source that has them."""
    for one in sources:
        at = kind, type(one)
        if at not in _SAME:
            _SAME[at] = [name for name in kind.__struct_fields__ if hasattr(one, name)]
        for name in _SAME[at]:
            if name not in others:
                others[name] = getattr(one, name)
    return kind(**others)


def grouped(pairs: Iterable[tuple[_Key, _Value]]) -> dict[_Key, list[_Value]]:
    """Return the values of each key, with the keys in the order in which they first come.

    >>> grouped([("6", "place"), ("8", "place"), ("6", "hard")])
    {'6': ['place', 'hard'], '8': ['place']}
    """
    found: dict[_Key, list[_Value]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found
