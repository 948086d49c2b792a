"""The game that a house deals at a table: its rules, the limits on the sign, and the smallest chip.

In the trade a game is what is offered, such as a 3-4-5 game with a minimum of 10, and not one evening of it.
"""

from pathlib import Path
from typing import NamedTuple

from bankcraps.game.chips import Cents, Money, dollars
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS, open_table
from bankcraps.game.engine.state import State
from bankcraps.game.rulebook.loader import load_rulebook
from bankcraps.game.rulebook.schema import Rulebook


class Game(NamedTuple):
    """The game that a house deals at a table.

    Attributes:
        book: the house's rules.
        limits: the sign at the table.
        chip: the smallest chip, in cents.
    """

    book: Rulebook
    limits: Limits = DEFAULT_LIMITS
    chip: Cents = DEFAULT_CHIP

    @classmethod
    def read(
        cls, house: Rulebook | str | Path, limits: Limits | str = DEFAULT_LIMITS, chip: Money | None = None
    ) -> "Game":
        """Read a game as people put it.

        Args:
            house: a rulebook, its id, or the path of a file.
            limits: the sign at the table, as `Limits` or as "MIN:MAX:UNIT" in dollars.
            chip: the smallest chip the table can pay in, in dollars; 1 if not given.

        Raises:
            BankcrapsError: if there is no such house, or the limits or the chip cannot be read.
        """
        return cls(
            house if isinstance(house, Rulebook) else load_rulebook(house),
            Limits.read(limits) if isinstance(limits, str) else limits,
            DEFAULT_CHIP if chip is None else dollars(chip),
        )


def open_for_one(game: Game, name: str, bankroll: Cents) -> State:
    """Open a table for one player; others throw when the player cannot.

    Raises:
        BankcrapsError: for limits, a chip or a bankroll that is not possible.
    """
    return open_table(game.book, [(name, bankroll)], game.limits, game.chip, others=True)
