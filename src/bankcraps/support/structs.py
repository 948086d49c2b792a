"""Structs that have the same fields as other values have, and some more."""

from typing import TypeVar

import msgspec

_Made = TypeVar("_Made", bound=msgspec.Struct)


def struct_of(kind: type[_Made], *sources: object, **others: object) -> _Made:
    """Make a struct of `others`, and of attributes of the same names, of the first source that has them.

    It takes some microseconds more than to name every field.
    """
    for one in sources:
        for name in kind.__struct_fields__:
            if name not in others and hasattr(one, name):
                others[name] = getattr(one, name)
    return kind(**others)
