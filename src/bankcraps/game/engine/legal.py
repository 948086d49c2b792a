"""Legal acts of a person at a table now, and the amounts they may bet."""

from typing import Final

import msgspec

from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import Actor
from bankcraps.game.engine.acts import ACTS
from bankcraps.game.engine.refusals import Refusal
from bankcraps.game.engine.state import State
from bankcraps.game.engine.step import may_not_act, refusal
from bankcraps.game.engine.wagering.ranges import BetRange, range_of
from bankcraps.game.rulebook.schema import Rulebook

__all__ = ["PLAIN", "NoRange", "bet_range", "legal_acts"]

PLAIN: Final = tuple(act for act in ACTS if not any(field.required for field in msgspec.structs.fields(act)))
"""The acts that need no amount, wager or name, such as throwing the dice, taking them, sitting down."""


class NoRange(Refusal, frozen=True, kw_only=True):
    """The refusal of every amount, in place of a range: it is false, and no amount is in it."""

    def __bool__(self) -> bool:
        return False

    def __contains__(self, amount: int) -> bool:
        return False


def legal_acts(book: Rulebook, state: State, by: Actor) -> tuple[type[ev.Event], ...]:
    """Return the acts that a table takes from somebody now, of those that need no amount, wager or name.

    Args:
        book: the house.
        state: the table.
        by: the actor: a player, or a role of the crew.

    Raises:
        BankcrapsError: as `refusal` does.
    """
    return tuple(act for act in PLAIN if refusal(book, state, act(by=by)) is None)


def bet_range(book: Rulebook, state: State, bet: ev.Bet) -> BetRange | NoRange:
    """Return the amounts for which a table takes a bet in chips now.

    `refusal` decides by the same rules, so it takes a bet of every amount in the range and of no other.

    Args:
        book: the house.
        state: the table.
        bet: the bet, by a player. Its amount and its tokens do not matter.

    Returns:
        The range, or the refusal if no amount will do: at the wrong time, or with too few chips in the rail.
        The range is true, and this refusal false.

    Raises:
        BankcrapsError: as `refusal` does.
    """
    found = may_not_act(book, state, bet) or range_of(book, state, bet)
    return found if isinstance(found, BetRange) else NoRange(**msgspec.structs.asdict(found))
