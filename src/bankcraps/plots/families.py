"""Join wagers of one family that have the same edge: `place 4` and `place 10` become `place 4, 10`."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

__all__ = ["Edge", "joined"]

Key = TypeVar("Key", bound=Hashable)

_LISTED: Final = 6
"""The most wagers of a family listed one by one."""


@dataclass(frozen=True)
class Edge:
    """A wager and its edge.

    Attributes:
        wager: its name, with the point if that matters, such as `pass_odds on 6`.
        edge: the house edge as a share of the wager: 0.0141 is 1.41 percent.
    """

    wager: str
    edge: float


def joined(rows: Sequence[tuple[str, Key]]) -> list[tuple[str, Key]]:
    """Join the names of a family that have the same key.

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
