"""One decision of a wager: the wager walked on a table from where it stands until it wins, loses or pushes.

Every wager is walked in the same way, whatever it waits for: the next throw, its number or a seven, or the
end of the shooter's hand. What the table remembers meanwhile is part of the state.
"""

from fractions import Fraction
from typing import Literal

import msgspec

from bankcraps.game.engine import Refusal, Standing, State, Step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.wagering.calling import working
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import Kind, Wager
from bankcraps.house_edge.decisions.trial_table import CERTAIN, Starts, TrialTable, lone_seat, walk

Result = Literal["win", "lose", "push"]


class WagerOutcome(msgspec.Struct, frozen=True):
    """The outcome of one decision of a wager.

    Attributes:
        stake: the amount wagered, in cents.
        fee: the commission paid when the wager is made, in cents.
        chances: the probability of each result with its net in cents. The net is the winnings less all
            commission for this one decision, or the loss.
        throws: expected throws until the decision, counting only throws on which the wager works.
    """

    stake: int
    fee: int
    chances: dict[tuple[Result, int], Fraction]
    throws: Fraction


def decide(table: TrialTable, wager: Wager, point: int | None, stake: int) -> WagerOutcome | Refusal:
    """Make a wager as soon as the house takes it, and walk until it is decided; or why it cannot be made."""
    starts = table.starts(wager, point, stake)
    if isinstance(starts, Refusal):
        return starts
    return _decided(table.book, wager.kind, starts, stake)


def decide_standing(book: Rulebook, state: State, wager: Wager) -> WagerOutcome:
    """Walk a wager that stands on a table with one player until it is decided.

    Args:
        book: the house's rules.
        state: the table, with nothing on it but the wager and what it needs under it.
        wager: the wager.

    Raises:
        EndlessChainError: if the wager is never decided, as while it is off.
    """
    standing = lone_seat(state).on(wager)
    assert standing is not None
    return _decided(book, wager.kind, {state: CERTAIN}, standing.amount)


def _decided(book: Rulebook, kind: Kind, starts: Starts, stake: int) -> WagerOutcome:
    chain = walk(book, starts, lambda state, came: result_of(kind, state, came))
    visits = zip(chain.visits, chain.states, strict=True)
    works = (often for often, state in visits if working(book, state.puck, _standing(kind, state)))
    fee = next(_standing(kind, state).commission for state in starts)
    return WagerOutcome(stake, fee, chain.absorption, sum(works, Fraction(0)))


def _standing(kind: Kind, state: State) -> Standing:
    """The player's wager of that kind; a come wager is in the box first and on a number later."""
    return next(standing for standing in lone_seat(state).wagers if standing.wager.kind is kind)


def result_of(kind: Kind, before: State, came: Step) -> tuple[Result, int] | None:
    """Return the result of a throw for the player's one wager of a kind, with its net in cents; or None.

    A commission paid in advance covers one decision. A winner that stays up pays the commission for its next
    decision out of its winnings. That payment belongs to the next decision, so it is not counted here.
    """
    own = [fact for fact in came.effects if isinstance(fact, fx.OfAWager) and fact.wager.kind is kind]
    if not own:
        return None
    return _result(own, _commission(kind, came.state) - _commission(kind, before))


def _commission(kind: Kind, state: State) -> int:
    """The commission paid in advance on standing wagers."""
    return sum(standing.commission for standing in lone_seat(state).wagers if standing.wager.kind is kind)


def _result(effects: list[fx.OfAWager], net: int) -> tuple[Result, int]:
    """A wager's result and net. The net starts with the change in commission paid in advance."""
    net += sum(map(fx.won, effects))
    paid = [one for one in effects if isinstance(one, fx.Paid)]
    won, lost = bool(paid), any(isinstance(one, fx.Lost) for one in effects)
    if any(one.leg is not None for one in paid):
        won, lost = net > 0, net < 0
    return ("win" if won else "lose" if lost else "push"), net
