"""Legal acts: how much a player may bet on a wager now."""

from bankcraps.engine import events as ev
from bankcraps.engine.refusals import Refusal
from bankcraps.engine.state import State
from bankcraps.engine.step import may_not_act
from bankcraps.engine.wagering.ranges import BetRange, range_of
from bankcraps.rulebook.schema import Rulebook

__all__ = ["bet_range"]


def bet_range(book: Rulebook, state: State, bet: ev.Bet) -> BetRange | Refusal:
    """Return the amounts for which a table takes a bet in chips now.

    `refusal` decides by the same rules, so it takes a bet of every amount in the range and of no other.

    Args:
        book: the house.
        state: the table.
        bet: the bet, by a player. Its amount and its tokens do not matter.

    Returns:
        The range, or the refusal if no amount will do: at the wrong time, or with too few chips in the rail.

    Raises:
        BankcrapsError: as `refusal` does.
    """
    return may_not_act(book, state, bet) or range_of(book, state, bet)
