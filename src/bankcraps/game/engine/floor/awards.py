"""Awards: a ruling moves chips between the house and a player's rail.

Whoever decides disputes rules that the house pays a player a sum, or takes one back. The crew who pay put
right in the same way what they paid wrongly. No document says how a ruling is carried out: a decision that is
to be followed has to be paid. An award rests on no throw, so it stands when a throw is corrected or has no
result. A wrong award is put right by another one.
"""

from typing import Final

from msgspec.structs import replace

from bankcraps.game.chips import Cents, is_sum, limits_of_sums
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.floor.disputes import bad_words
from bankcraps.game.engine.floor.players import not_seated
from bankcraps.game.engine.refusals import Refusal, refuse
from bankcraps.game.engine.shooter.turns import Done
from bankcraps.game.engine.state import State
from bankcraps.game.engine.wagering.payment import chip_bound, over_most
from bankcraps.game.rulebook.schema import Rulebook

__all__ = ["PAYERS", "award", "judge_award"]

PAYERS: Final = ("boxperson", "dealer")
"""The roles that pay wagers, and so may put right what they paid."""

_BY_CONVENTION: Final = "convention"
"""The source for what the crew who pay put right: no document speaks of a wrong pay."""


def judge_award(book: Rulebook, state: State, event: ev.Award) -> Refusal | None:
    """Refuse a sum that chips cannot make up, more than lies in the rail, and the actor's own seat.

    A player may not have more than `LARGEST` after it either.
    """
    refused = _bad_sum(state, event.amount) or not_seated(state, event.player)
    if refused is not None:
        return refused
    if event.by.person == event.player:
        says = "{name:plays} here: somebody else has to rule what {name:is} paid"
        return refuse("not_your_act", says, book.floor, "disputes", name=event.player)
    seat = state.seated(event.player)
    rail = seat.rail
    if event.amount < -rail:
        says = "{name:has} only {limit:$} in the rail: no more can be taken back than lies there"
        return refuse("not_enough_chips", says, limit=rail, offered=-event.amount, name=event.player)
    return over_most(seat, event.amount) or bad_words("a reason", event.why)


def _bad_sum(state: State, amount: int) -> Refusal | None:
    """Refuse nothing, parts of a cent, and sums that the chips of the table do not make up."""
    size = abs(amount) if type(amount) is int else amount
    if is_sum(size):
        return chip_bound(state.floor.chip).refusal(size)
    says = "an amount awarded or taken back must be {sums}, not {offered:$}"
    return refuse("bad_amount", says, offered=size, sums=limits_of_sums(size))


def award(book: Rulebook, state: State, event: ev.Award) -> Done:
    """Move the chips. The bank pays them, or has them back."""
    seat = state.seated(event.player)
    after = replace(seat, rail=Cents(seat.rail + event.amount))
    rules = event.by.role in book.table.filled(book.floor.disputes)
    clause = book.floor.clause("disputes") if rules else _BY_CONVENTION
    return state.with_seat(after, -event.amount), [fx.Awarded(seat.name, event.amount, event.why, clause)]
