"""The money that a system may look at before the betting, and for which sums its answers stay the same.

A throw never depends on money; only what a player wants does. A system asks its purse, and the purse notes
the sums between which every answer so far is the same. So one question tells what a system wants with any sum
of a whole interval, and its decision in a state becomes a step function of the sum owned.
"""

from typing import Final

from bankcraps.game.chips import LARGEST, Cents, printed

__all__ = ["ENDLESS", "Purse"]

ENDLESS: Final = LARGEST + 1
"""More than anybody owns, in cents: the end of the last interval."""


class Purse:
    """The money of a player, as a system sees it: the rail and the wagers standing, at face value.

    Attributes:
        start: the sum that the player brought, in cents.
        ceiling: a sum that the player never owned before, in cents.
        low, high: every answer so far is the same for whoever owns at least `low` and less than `high`.
    """

    __slots__ = ("_owned", "ceiling", "high", "low", "start")

    def __init__(self, owned: int, start: int, ceiling: int = ENDLESS) -> None:
        """Hold a sum, in cents; nothing is asked yet."""
        self._owned = owned
        self.start: int = start
        self.ceiling: int = ceiling
        self.low: int = 0
        self.high: int = ENDLESS

    @property
    def owned(self) -> Cents:
        """The sum itself, in cents. Whoever asks for it is asked again with every other sum."""
        self._between(self._owned, self._owned + 1)
        return Cents(self._owned)

    def at_least(self, sum_: int) -> bool:
        """Whether the player owns at least so much, in cents."""
        if self._owned >= sum_:
            self.low = max(self.low, sum_)
            return True
        self.high = min(self.high, sum_)
        return False

    def changed_by(self, change: int) -> None:
        """Note that what is owned has changed by this much since it was between nothing and the ceiling."""
        self._between(max(0, change), self.ceiling + min(0, change))

    def _between(self, low: int, high: int) -> None:
        self.low, self.high = max(self.low, low), min(self.high, high)

    def __repr__(self) -> str:
        """Write what is owned, in dollars: `<Purse 510, of 500 at the start>`."""
        return f"<Purse {printed(Cents(self._owned))}, of {printed(Cents(self.start))} at the start>"
