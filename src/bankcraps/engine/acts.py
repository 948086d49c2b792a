"""Every act at the table: who may do it, how it is judged, how it is done."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from bankcraps.engine import (
    calling,
    dicework,
    disputes,
    floorwork,
    players,
    staking,
    taking_down,
    throwing,
    turns,
)
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.refusals import Refusal
from bankcraps.engine.state import State
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.section import Section

__all__ = ["ACTS", "Act", "roles_of", "who_may"]

Judge = Callable[[Rulebook, State, Any], Refusal | None]
Doer = Callable[[Rulebook, State, Any], tuple[State, list[fx.Effect]]]


class Act(msgspec.Struct, frozen=True):
    """One kind of event.

    Attributes:
        judge: why it may not happen now, once it is known to come from the right person.
        do: the table after it, and what followed.
        roles: the section and key of the rulebook that name whose act it is; None for the acts of players.
    """

    judge: Judge
    do: Doer
    roles: tuple[str, str] | None = None


_HANDLES: Final = ("dice", "handled_by")
_CHECKS: Final = ("dice", "checked_by")
_IN_CHARGE: Final = ("floor", "in_charge")

ACTS: Final[dict[type[ev.Event], Act]] = {
    ev.Rolled: Act(throwing.judge_roll, throwing.roll),
    ev.Bet: Act(staking.judge_bet, staking.bet),
    ev.TakeDown: Act(taking_down.judge_take_down, taking_down.take_down),
    ev.Call: Act(calling.judge_call, calling.call),
    ev.Sit: Act(players.judge_sit, players.sit),
    ev.Leave: Act(players.judge_leave, players.leave),
    ev.BuyIn: Act(players.judge_buy_in, players.buy_in),
    ev.CashOut: Act(players.judge_cash_out, players.cash_out),
    ev.ColourUp: Act(players.judge_colour_up, players.colour_up),
    ev.Accept: Act(turns.judge_answer, turns.accept),
    ev.Decline: Act(turns.judge_answer, turns.decline),
    ev.Choose: Act(dicework.judge_choose, dicework.choose),
    ev.PassDice: Act(turns.judge_pass, turns.pass_dice),
    ev.SameDice: Act(dicework.judge_same_dice, dicework.same_dice),
    ev.Dispute: Act(disputes.judge_dispute, disputes.raise_dispute),
    ev.AskReview: Act(disputes.judge_review, disputes.ask_review),
    ev.Offer: Act(turns.judge_offer, turns.offer, _HANDLES),
    ev.NewSet: Act(dicework.judge_new_set, dicework.new_set, _HANDLES),
    ev.Inspect: Act(dicework.judge_inspect, dicework.inspect, _CHECKS),
    ev.DieLost: Act(dicework.judge_lost, dicework.die_lost, _CHECKS),
    ev.OrderPass: Act(turns.judge_order, turns.order_pass, ("dice", "pass_ordered_by")),
    ev.NoMoreBets: Act(turns.judge_no_more_bets, turns.no_more_bets, ("betting", "closed_by")),
    ev.NoRoll: Act(dicework.judge_no_roll, dicework.no_roll, ("no_roll", "called_by")),
    ev.Decide: Act(disputes.judge_decide, disputes.decide, ("floor", "disputes")),
    ev.PostSign: Act(floorwork.judge_sign, floorwork.post_sign, _IN_CHARGE),
    ev.SetLimits: Act(floorwork.judge_limits, floorwork.set_limits, _IN_CHARGE),
    ev.OwnLimits: Act(floorwork.judge_own_limits, floorwork.own_limits, _IN_CHARGE),
    ev.Close: Act(floorwork.judge_close, floorwork.close, _IN_CHARGE),
    ev.IssueToken: Act(floorwork.judge_token, floorwork.issue_token, _IN_CHARGE),
    ev.Invalidate: Act(floorwork.judge_invalidate, floorwork.invalidate, _IN_CHARGE),
    ev.VoidWager: Act(floorwork.judge_void, floorwork.void, _IN_CHARGE),
    ev.Exclude: Act(floorwork.judge_exclude, floorwork.exclude, _IN_CHARGE),
    ev.Vacate: Act(floorwork.judge_vacate, floorwork.vacate, _IN_CHARGE),
    ev.Warn: Act(floorwork.judge_warn, floorwork.warn, _IN_CHARGE),
}


def roles_of(book: Rulebook, act: type[ev.Event]) -> tuple[Section, str] | None:
    """The section and key of the rulebook that say whose act it is; None for the acts of players."""
    roles = ACTS[act].roles
    return None if roles is None else (getattr(book, roles[0]), roles[1])


def who_may(book: Rulebook, act: type[ev.Event]) -> list[str]:
    """The people of the crew whose act it is, the likeliest first; nobody for the acts of players."""
    roles = roles_of(book, act)
    if roles is None:
        return []
    section, key = roles
    return book.table.filled(getattr(section, key))
