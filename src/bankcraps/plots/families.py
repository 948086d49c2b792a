"""Wagers with one edge under one name: `place 4` and `place 10` are a row `place 4, 10`."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

__all__ = ["Edge", "joined"]

Key = TypeVar("Key", bound=Hashable)

_LISTED: Final = 6
"""This many of a family are listed one by one."""


@dataclass(frozen=True)
class Edge:
    """A wager and its price.

    Attributes:
        wager: its name, with the point it is made on if that matters.
        edge: the house's edge as a share of the wager: 0.0141 is 1.41 percent.
    """

    wager: str
    edge: float


def joined(rows: Sequence[tuple[str, Key]]) -> list[tuple[str, Key]]:
    """Names with one key, as few as can be: those of a family that have the same key become one.

    >>> joined([("place 4", 1), ("place 5", 2), ("place 10", 1), ("field", 1)])
    [('place 4, 10', 1), ('place 5', 2), ('field', 1)]
    """
    families: dict[tuple[str, Key], list[str]] = {}
    for name, key in rows:
        family, _, member = name.rpartition(" ")
        families.setdefault((family or name, key), []).append(member if family else "")
    return [(_named(family, members), key) for (family, key), members in families.items()]


def _named(family: str, members: Sequence[str]) -> str:
    named = [member for member in members if member]
    if not named:
        return family
    if len(named) > _LISTED:
        return f"{family} {named[0]} … {named[-1]} ({len(named)} of them)"
    return f"{family} {', '.join(named)}"
