"""The source of throws at the live table. It knows nothing about wagers."""

import random
from collections.abc import Callable

from bankcraps.game.dice import Throw

Dice = Callable[[], Throw]
"""A source of throws. Each call returns the next throw."""


def dice_from(seed: int | None) -> Dice:
    """Return a pair of fair dice. With a seed the throws are repeatable; without one the system chooses.

    >>> one, other = dice_from(7), dice_from(7)
    >>> [str(one()) for _ in range(3)] == [str(other()) for _ in range(3)]
    True
    """
    source = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - the caller wants repeatable throws

    def throw() -> Throw:
        return Throw(source.randint(1, 6), source.randint(1, 6))

    return throw
