"""The names that the house suggests for bots."""

from collections.abc import Collection
from itertools import chain, islice
from typing import Final

from bankcraps.server.people.accounts import Accounts, namesakes

__all__ = ["free_names"]

_USUAL: Final = (
    *("Bea", "Cal", "Dot", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe", "Kit", "Lou"),
    *("Meg", "Ned", "Ora", "Pip", "Ray", "Sal", "Ted", "Una", "Val", "Wes", "Zoe"),
)
"""Three letters each: short enough for a place at the rail."""

_TRIED: Final = 100
"""The most names that are looked up when all usual ones are taken."""


async def free_names(accounts: Accounts, playing: Collection[str]) -> list[str]:
    """Return names that a new bot may have; none if all that were looked up are taken.

    Args:
        accounts: the people of the house, and its bots.
        playing: the names of the bots that are at tables.
    """
    usual = [name for name in _USUAL if name not in playing and await accounts.is_free_for_bot(name)]
    if usual:
        return usual
    others = islice(chain.from_iterable(zip(*map(namesakes, _USUAL), strict=True)), _TRIED)
    free = (name for name in others if name not in playing)
    return [name for name in free if await accounts.is_free_for_bot(name)]
