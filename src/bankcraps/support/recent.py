"""In-memory LRU cache, for a process that answers one question after another, such as one of the lab.

Until `make_room` is called nothing is kept, so a program that asks once pays nothing.
"""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, Final

__all__ = ["RECENT", "Recent"]


class Recent:
    """The values used last, by their keys, within a bound on their bytes."""

    def __init__(self) -> None:
        """Keep nothing."""
        self._room = 0
        self._kept: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._bytes = 0

    @property
    def bytes(self) -> int:
        """The bytes of all values that are kept."""
        return self._bytes

    def make_room(self, most_bytes: int) -> None:
        """Keep values of at most so many bytes from now on."""
        self._room = most_bytes
        self._tidy()

    def find(self, key: Hashable) -> Any:  # noqa: ANN401 - whatever was kept
        """The value kept under a key, or None."""
        found = self._kept.get(key)
        if found is None:
            return None
        self._kept.move_to_end(key)
        return found[0]

    def keep(self, key: Hashable, value: object, size: int) -> None:
        """Keep a value of so many bytes. Those used least go for it; one that has no room is not kept."""
        self._drop(key)
        if size <= self._room:
            self._kept[key] = value, size
            self._bytes += size
            self._tidy()

    def forget(self) -> bool:
        """Drop all values, and say whether there were any."""
        had_any = bool(self._kept)
        self._kept.clear()
        self._bytes = 0
        return had_any

    def _tidy(self) -> None:
        while self._bytes > self._room:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Hashable) -> None:
        _, size = self._kept.pop(key, (None, 0))
        self._bytes -= size


RECENT: Final = Recent()
"""Chains and their quotients, which questions of the same system share."""
