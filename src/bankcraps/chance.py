"""Where the throws come from. Nothing else in Bankcraps samples, and this knows nothing of any wager."""

import random
from collections.abc import Callable

from bankcraps.dice import Throw

__all__ = ["Dice", "dice_from"]

Dice = Callable[[], Throw]
"""A source of throws: call it, and two dice come to rest."""


def dice_from(seed: int | None) -> Dice:
    """Two fair dice: the same throws for ever with a seed, those of the system's own chance without.

    >>> one, other = dice_from(7), dice_from(7)
    >>> [str(one()) for _ in range(3)] == [str(other()) for _ in range(3)]
    True
    """
    source = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - a seed is asked for

    def throw() -> Throw:
        return Throw(source.randint(1, 6), source.randint(1, 6))

    return throw
