"""The action of choices: the chips that a throw decides, as the engine says."""

from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from bankcraps.analysis.best_play.bets.choices import Choices
from bankcraps.analysis.best_play.bets.positions import Position
from bankcraps.analysis.best_play.bets.throws import Bets, under
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine.state import OnOff, Standing

if TYPE_CHECKING:
    from bankcraps.game.wagers import Wager

__all__ = ["Action"]

_SIZES: Final = (1, 7, 1260)
"""Amounts with which the engine is asked, in units of the table."""


class Action:
    """The number of throws that decide a wager: a win, a loss or a push, as in the action of a session."""

    def __init__(self, bets: Bets) -> None:
        """Ask nothing yet."""
        self.bets: Bets = bets
        self._ways: dict[tuple[int, Wager, OnOff | None], int] = {}

    def mean(self, position: Position, block: Choices) -> npt.NDArray[np.float64]:
        """The mean action of one throw for each choice of a block, in cents."""
        calls = block.calls
        bound = sum(
            one.amount * self.ways(block.puck, replace(one, call=calls.get(one.wager)), position.standing)
            for one in position.standing
        )
        beside = [
            self.ways(block.puck, Standing(one, self.bets.unit, call=calls.get(one)), position.standing)
            for one in block.wagers
        ]
        return (bound + block.amounts @ np.array(beside, np.int64)) / 36

    def ways(self, puck: int, one: Standing, standing: tuple[Standing, ...]) -> int:
        """Count those of the 36 throws that decide a wager.

        Raises:
            BankcrapsError: if that depends on the amount.
        """
        key = puck, one.wager, one.call
        if key not in self._ways:
            flat = under(one.wager, standing)
            sizes = [Cents(times * self.bets.unit) for times in _SIZES]
            found = {self._decided(puck, replace(one, amount=size), flat) / size for size in sizes}
            if len(found) > 1:
                raise BankcrapsError(
                    f"no action is known at {self.bets.book.spec}: how often {one.wager} is decided depends "
                    "on its amount"
                )
            self._ways[key] = int(found.pop())
        return self._ways[key]

    def _decided(self, puck: int, one: Standing, flat: Standing | None) -> int:
        """The chips of a wager that all 36 throws decide together, in cents."""
        alone = () if flat is None else (flat,)
        return sum(
            throw.ways * (self.bets.decided(puck, (*alone, one), each) - self.bets.decided(puck, alone, each))
            for each, throw in enumerate(OUTCOMES)
        )
