"""The rules, as one pure step: a table and something somebody did, into a table and what followed.

Everything else in Bankcraps consumes this: the live table, replay, simulation, and the exploring of chains. A
refused event gives back the same table, unchanged, with the reason.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

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
)
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.refusals import Refusal, no
from bankcraps.engine.state import State
from bankcraps.rulebook.schema import Rulebook

__all__ = ["Step", "refusal", "step", "who_may"]


class Step(msgspec.Struct, frozen=True):
    """What came of an event; true if it happened.

    Attributes:
        state: the table after it; the same table if it was refused.
        effects: what followed, in order.
        refusal: why it may not happen, or None.
    """

    state: State
    effects: tuple[fx.Effect, ...] = ()
    refusal: Refusal | None = None

    def __bool__(self) -> bool:
        """Whether it happened."""
        return self.refusal is None


Judge = Callable[[Rulebook, State, Any], Refusal | None]
Doer = Callable[[Rulebook, State, Any], tuple[State, list[fx.Effect]]]
Roles = Callable[[Rulebook], Sequence[str]] | tuple[str, ...]


class _Act(msgspec.Struct, frozen=True):
    """How an event is judged and done, and by whom: a player at the table, or roles of the crew."""

    judge: Judge
    do: Doer
    roles: Roles | None = None


def _always(book: Rulebook, state: State, event: ev.Event) -> Refusal | None:
    del book, state, event


def _in_charge(book: Rulebook) -> Sequence[str]:
    return book.floor.in_charge


_ACTS: Final[dict[type[ev.Event], _Act]] = {
    ev.Bet: _Act(staking.judge_bet, staking.bet),
    ev.TakeDown: _Act(taking_down.judge_take_down, taking_down.take_down),
    ev.Call: _Act(calling.judge_call, calling.call),
    ev.Sit: _Act(players.judge_sit, players.sit),
    ev.Leave: _Act(players.judge_leave, players.leave),
    ev.BuyIn: _Act(players.judge_buy_in, players.buy_in),
    ev.CashOut: _Act(players.judge_cash_out, players.cash_out),
    ev.ColourUp: _Act(players.judge_colour_up, players.colour_up),
    ev.Accept: _Act(dicework.judge_answer, dicework.accept),
    ev.Decline: _Act(dicework.judge_answer, dicework.decline),
    ev.Choose: _Act(dicework.judge_choose, dicework.choose),
    ev.PassDice: _Act(dicework.judge_pass, dicework.pass_dice),
    ev.SameDice: _Act(dicework.judge_same_dice, dicework.same_dice),
    ev.Dispute: _Act(_always, disputes.raise_dispute),
    ev.AskReview: _Act(disputes.judge_review, disputes.ask_review),
    ev.Offer: _Act(dicework.judge_offer, dicework.offer, ("stickperson",)),
    ev.NewSet: _Act(dicework.judge_new_set, dicework.new_set, ("stickperson", "boxperson")),
    ev.Inspect: _Act(dicework.judge_found, dicework.inspect, ("boxperson",)),
    ev.DieLost: _Act(dicework.judge_found, dicework.die_lost, ("boxperson", "stickperson")),
    ev.OrderPass: _Act(dicework.judge_order, dicework.order_pass, lambda book: book.dice.pass_ordered_by),
    ev.NoMoreBets: _Act(
        dicework.judge_no_more_bets, dicework.no_more_bets, lambda book: book.betting.closed_by
    ),
    ev.NoRoll: _Act(dicework.judge_no_roll, dicework.no_roll, lambda book: book.no_roll.called_by),
    ev.Decide: _Act(disputes.judge_decide, disputes.decide, lambda book: book.floor.disputes),
    ev.PostSign: _Act(floorwork.judge_sign, floorwork.post_sign, _in_charge),
    ev.SetLimits: _Act(floorwork.judge_limits, floorwork.set_limits, _in_charge),
    ev.OwnLimits: _Act(floorwork.judge_own_limits, floorwork.own_limits, _in_charge),
    ev.Close: _Act(floorwork.judge_close, floorwork.close, _in_charge),
    ev.IssueToken: _Act(floorwork.judge_token, floorwork.issue_token, _in_charge),
    ev.Invalidate: _Act(floorwork.judge_invalidate, floorwork.invalidate, _in_charge),
    ev.VoidWager: _Act(floorwork.judge_void, floorwork.void, _in_charge),
    ev.Exclude: _Act(floorwork.judge_exclude, floorwork.exclude, _in_charge),
    ev.Vacate: _Act(floorwork.judge_vacate, floorwork.vacate, _in_charge),
    ev.Warn: _Act(floorwork.judge_warn, floorwork.warn, _in_charge),
}


def refusal(book: Rulebook, state: State, event: ev.Event) -> Refusal | None:
    """Why an event may not happen at this table now, or None if it may. The one judge of legality."""
    if isinstance(event, ev.Rolled):
        return _bad_time(state, event) or throwing.judge_roll(book, state, event)
    act = _ACTS[type(event)]
    refused = _bad_time(state, event) or _stranger(book, state, event, act)
    return refused or act.judge(book, state, event)


def step(book: Rulebook, state: State, event: ev.Event) -> Step:
    """What comes of an event."""
    refused = refusal(book, state, event)
    if refused is not None:
        return Step(state, (), refused)
    if isinstance(event, ev.Rolled):
        after, happened = throwing.roll(book, state, event)
    else:
        after, happened = _ACTS[type(event)].do(book, state, event)
    if event.at is not None:
        after = msgspec.structs.replace(after, floor=msgspec.structs.replace(after.floor, clock=event.at))
    return Step(after, tuple(happened))


def _bad_time(state: State, event: ev.Event) -> Refusal | None:
    at, clock = event.at, state.floor.clock
    if at is None or (at >= 0 and (clock is None or at >= clock)):
        return None
    return no("time_runs_back", f"the table's clock stands at {clock or 0} s, and this says {at} s")


def _stranger(book: Rulebook, state: State, event: ev.Event, act: _Act) -> Refusal | None:
    """Why it is not for this person to do."""
    if act.roles is not None:
        return _not_their_role(book, event)
    if event.by in state.floor.excluded:
        message = f"{event.by} is excluded from the game"
        return no("excluded", message, book.floor, "exclude_for")
    if isinstance(event, ev.Sit) or state.seat(event.by) is not None:
        return _closed_to(state, event)
    players_here = ", ".join(seat.name for seat in state.seats) or "nobody"
    return no("not_seated", f"{event.by or 'nobody'} is not at this table ({players_here})")


def _closed_to(state: State, event: ev.Event) -> Refusal | None:
    if state.floor.closed and isinstance(event, ev.Bet):
        return no("table_closed", "the table is closed: no more wagers")
    return None


def who_may(book: Rulebook, act: type[ev.Event]) -> list[str]:
    """The people of the crew whose act it is, the likeliest first; nobody for the acts of players."""
    roles = _ACTS[act].roles if act in _ACTS else None
    if roles is None:
        return []
    able = roles(book) if callable(roles) else roles
    covers = cast("dict[str, str]", book.table.covers)
    return [covers.get(role, role) for role in able]


def _not_their_role(book: Rulebook, event: ev.Event) -> Refusal | None:
    able = who_may(book, type(event))
    if event.by in able:
        return None
    what = type(event).__struct_config__.tag
    return no("not_your_act", f"{what} is for the {' or the '.join(able)}, not for {event.by or 'nobody'}")
