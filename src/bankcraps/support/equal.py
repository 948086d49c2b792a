"""Equality of results whose fields may be NumPy arrays."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, cast

__all__ = ["Equal", "same"]


class Equal:
    """A frozen dataclass that equals another of its type if every compared field does."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Whether two results are the same in every figure."""
        if type(other) is not type(self):
            return NotImplemented
        mine: Any = self
        return all(
            same(getattr(self, one.name), getattr(other, one.name)) for one in fields(mine) if one.compare
        )

    def __hash__(self) -> int:
        """Equal results print alike, so their text serves as a hash."""
        return hash(repr(self))


def same(one: object, other: object) -> bool:
    """Whether two values are equal; arrays, and what holds arrays, element by element."""
    if "ndarray" in (type(one).__name__, type(other).__name__):  # NumPy may not be installed
        alike: Any = getattr(one, "shape", None) == getattr(other, "shape", None) and one == other
        return alike is not False and bool(alike.all())
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        mine, theirs = cast("Mapping[object, object]", one), cast("Mapping[object, object]", other)
        return mine.keys() == theirs.keys() and all(same(value, theirs[key]) for key, value in mine.items())
    if isinstance(one, tuple) and isinstance(other, tuple):
        left, right = cast("tuple[object, ...]", one), cast("tuple[object, ...]", other)
        return len(left) == len(right) and all(map(same, left, right))
    return one == other
