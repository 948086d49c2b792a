"""Choices read off a few random bytes, so that a whole event is one draw: quick to make and to shrink."""

from collections.abc import Sequence
from typing import Final, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")
LENGTH: Final = 20


class Tape:
    """Some bytes, used up choice by choice; all zeros choose the first of everything."""

    def __init__(self, data: bytes) -> None:
        """Begin at the beginning."""
        self._left = int.from_bytes(data, "little")

    def below(self, count: int) -> int:
        """A whole number from nothing to one below that."""
        self._left, chosen = divmod(self._left, count)
        return chosen

    def pick(self, choices: Sequence[T]) -> T:
        """One of them."""
        return choices[self.below(len(choices))]

    def once_in(self, count: int) -> bool:
        """Return True once in this many times."""
        return self.below(count) == count - 1

    def some(self, choices: Sequence[T], most: int) -> tuple[T, ...]:
        """A part of them in their order: at least one, at most this many, none twice."""
        count = 1 + self.below(min(most, len(choices)))
        left = list(range(len(choices)))
        taken = sorted(left.pop(self.below(len(left))) for _ in range(count))
        return tuple(choices[place] for place in taken)


def tapes() -> st.SearchStrategy[bytes]:
    """The bytes of one event."""
    return st.binary(min_size=LENGTH, max_size=LENGTH)
