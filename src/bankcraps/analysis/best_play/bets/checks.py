"""Checks at each house of the assumptions of a best play, because anybody may write a house."""

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from bankcraps.analysis.best_play.bets.throws import Bets, Result, under
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, printed
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine.state import Standing

if TYPE_CHECKING:
    from bankcraps.game.wagers import Wager

__all__ = ["Checks", "Stands"]

_MOST: Final = 400
"""The most sets of wagers that are checked; each takes less than half a millisecond."""

_THROWS: Final = 3
"""The throws of each set, going on from those of the last set."""


class Stands(NamedTuple):
    """A wager on a layout, with what each combination of the dice does to it alone."""

    one: Standing
    results: tuple[Result, ...]


class Checks:
    """Compares what was put together with what the engine says of the whole."""

    def __init__(self, bets: Bets) -> None:
        """Check nothing yet."""
        self.bets: Bets = bets
        self._layouts: dict[tuple[int, tuple[tuple[Wager, str | None], ...]], int] = {}
        self._free: dict[tuple[int, Wager], int] = {}

    def wants(self, puck: int, ones: list[Standing]) -> bool:
        """Whether a set of wagers is new, and not too many were checked."""
        key = puck, tuple((one.wager, one.call) for one in ones)
        if key in self._layouts or len(self._layouts) == _MOST:
            return False
        self._layouts[key] = len(self._layouts)
        return True

    def layout(self, puck: int, wagers: list[Stands]) -> None:
        """Throw with a whole layout.

        Raises:
            BankcrapsError: if that does something else than what the throw does to its wagers one by one.
        """
        whole = tuple(sorted((each.one for each in wagers), key=lambda one: one.wager.order))
        for number in range(_THROWS):
            combination = (_THROWS * len(self._layouts) + number) % len(OUTCOMES)
            came = self.bets.thrown(puck, whole, combination)
            alone = [each.results[combination] for each in wagers]
            left = sorted((one for result in alone for one in result.left), key=lambda one: one.wager.order)
            if came != Result(sum(result.change for result in alone), tuple(left)):
                raise BankcrapsError(
                    f"no best play is known at {self.bets.book.spec}: {OUTCOMES[combination]} does to "
                    f"{', '.join(map(str, whole))} together something else than to each of them alone"
                )

    def free(self, puck: int, one: Standing, standing: tuple[Standing, ...], most: int) -> None:
        """Take the largest amount of a wager that binds nobody down, too, and put it up again.

        Raises:
            BankcrapsError: if that costs something or is not possible.
        """
        if most <= self._free.get((puck, one.wager), 0):
            return
        self._free[puck, one.wager] = most
        flat = under(one.wager, standing)
        for amount in (one.amount, most):
            stands = replace(one, amount=Cents(amount))
            if not self.bets.is_free(puck, stands, (stands,) if flat is None else (flat, stands)):
                raise BankcrapsError(
                    f"no best play is known at {self.bets.book.spec}: {one.wager} comes down and goes up "
                    f"again for nothing with some amounts, but not with {printed(Cents(amount))}"
                )
