"""Every act at the table: who may do it, the function that judges it, and the function that does it."""

from typing import Final

import msgspec

from bankcraps.game.engine import events as ev
from bankcraps.game.engine.floor import correcting, disputes, invalidating, players, supervision
from bankcraps.game.engine.refusals import Refusal, RuledOut, refuse
from bankcraps.game.engine.shooter import dice_set, throwing, turns
from bankcraps.game.engine.shooter.dice_set import DICE_ACTS, Doer, Judge
from bankcraps.game.engine.wagering import betting, calling, taking_down, undoing
from bankcraps.game.rulebook.procedure import Crew
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.section import Section


class Act(msgspec.Struct, frozen=True):
    """The handling of one type of event.

    Attributes:
        judge: refuses the event or returns None. It runs after `step` has checked who sent the event.
        do: returns the new state and the effects.
        roles: the section and key of the rulebook that name the roles that may act; None for acts of players.
        power: the section and key whose clause gives that power, if it is not the one that names the roles.
        ruled_out: refuses the act for good if the book leaves no table at which it could be done.
        besides: the section and key of the rulebook that name further roles that may act.
        also: other roles from which the engine takes the act, because it is part of their work. `who_may`
            leaves them out: it names those who may decide to do it.
    """

    judge: Judge
    do: Doer
    roles: tuple[str, str] | None = None
    power: tuple[str, str] | None = None
    ruled_out: RuledOut | None = None
    besides: tuple[str, str] | None = None
    also: tuple[Crew, ...] = ()


_HANDLES: Final = ("dice", "handled_by")
_CHECKS: Final = ("dice", "checked_by")
_IN_CHARGE: Final = ("floor", "in_charge")


def _in_charge(judge: Judge, do: Doer, power: str) -> Act:
    """An act of the roles in charge, by the value of the floor that gives them the power to do it."""
    return Act(judge, do, _IN_CHARGE, ("floor", power), supervision.RULED_OUT.get(power))


ACTS: Final[dict[type[ev.Event], Act]] = {
    ev.ThrowDice: Act(throwing.judge_throw, throwing.throw),
    ev.Rolled: Act(throwing.judge_roll, throwing.roll),
    ev.Bet: Act(betting.judge_bet, betting.bet),
    ev.TakeDown: Act(taking_down.judge_take_down, taking_down.take_down),
    ev.Call: Act(calling.judge_call, calling.call),
    ev.Confirm: Act(
        calling.judge_confirm,
        calling.confirm,
        ("betting", "on_confirmed_by"),
        ruled_out=calling.no_confirming,
    ),
    ev.Reject: Act(
        taking_down.judge_reject,
        taking_down.reject,
        ("betting", "rejected_by"),
        ruled_out=taking_down.no_rejecting,
    ),
    ev.Undo: Act(betting.judge_undo, undoing.undo),
    ev.Sit: Act(players.judge_sit, players.sit),
    ev.Leave: Act(players.judge_leave, players.leave),
    ev.BuyIn: Act(players.judge_buy_in, players.buy_in),
    ev.CashOut: Act(players.judge_cash_out, players.cash_out),
    ev.ColourUp: Act(players.judge_colour_up, players.colour_up, ("table", "coloured_up_by")),
    ev.Accept: Act(*DICE_ACTS[ev.Accept]),
    ev.Decline: Act(*DICE_ACTS[ev.Decline]),
    ev.Choose: Act(*DICE_ACTS[ev.Choose]),
    ev.PassDice: Act(*DICE_ACTS[ev.PassDice]),
    ev.SameDice: Act(dice_set.judge_same_dice, dice_set.same_dice),
    ev.Dispute: Act(disputes.judge_dispute, disputes.raise_dispute),
    ev.AskReview: Act(disputes.judge_review, disputes.ask_review, ruled_out=disputes.no_review),
    ev.Offer: Act(*DICE_ACTS[ev.Offer], _HANDLES),
    ev.NoAnswer: Act(*DICE_ACTS[ev.NoAnswer], _HANDLES),
    ev.NewSet: Act(dice_set.judge_new_set, dice_set.new_set, _HANDLES),
    ev.Inspect: Act(dice_set.judge_inspect, dice_set.inspect, _CHECKS),
    ev.DieLost: Act(dice_set.judge_lost, dice_set.die_lost, _CHECKS),
    ev.OrderPass: Act(*DICE_ACTS[ev.OrderPass], ("dice", "pass_ordered_by"), ruled_out=turns.no_orders),
    ev.NoMoreBets: Act(throwing.judge_no_more_bets, throwing.no_more_bets, ("betting", "closed_by")),
    ev.NoRoll: Act(
        dice_set.judge_no_roll, dice_set.no_roll, ("no_roll", "called_by"), ruled_out=dice_set.no_no_rolls
    ),
    ev.Decide: Act(disputes.judge_decide, disputes.decide, ("floor", "disputes")),
    ev.Award: Act(supervision.judge_award, supervision.award, ("floor", "disputes"), also=supervision.PAYERS),
    ev.Investigate: Act(disputes.judge_investigate, disputes.investigate, ("floor", "investigated_by")),
    ev.Correct: Act(
        correcting.judge_correct,
        correcting.correct,
        ("floor", "disputes"),
        besides=("dice", "face_ruled_by"),
    ),
    ev.PostSign: _in_charge(supervision.judge_sign, supervision.post_sign, "notice"),
    ev.SetLimits: _in_charge(supervision.judge_limits, supervision.set_limits, "notice"),
    ev.OwnLimits: _in_charge(supervision.judge_own_limits, supervision.own_limits, "own_limits"),
    ev.Close: _in_charge(supervision.judge_close, supervision.close, "closing_notice"),
    ev.IssueToken: Act(
        supervision.judge_token, supervision.issue_token, _IN_CHARGE, ruled_out=betting.no_tokens
    ),
    ev.Invalidate: _in_charge(invalidating.judge_invalidate, invalidating.invalidate, "invalidate_for"),
    ev.VoidWager: _in_charge(invalidating.judge_void, invalidating.void, "void_for"),
    ev.Exclude: _in_charge(supervision.judge_exclude, supervision.exclude, "exclude_for"),
    ev.Vacate: _in_charge(supervision.judge_vacate, supervision.vacate, "idle_rounds"),
    ev.Warn: _in_charge(supervision.judge_warn, supervision.warn, "breaches"),
}


def roles_of(book: Rulebook, act: type[ev.Event]) -> tuple[Section, str] | None:
    """Return the section and key of the rulebook that name who may act; None for the acts of players."""
    roles = ACTS[act].roles
    return None if roles is None else (getattr(book, roles[0]), roles[1])


def who_may(book: Rulebook, act: type[ev.Event]) -> list[Crew]:
    """Return the roles of the crew that may act, the usual one first; empty for acts of players."""
    roles = roles_of(book, act)
    if roles is None:
        return []
    section, key = roles
    besides = ACTS[act].besides
    more = getattr(getattr(book, besides[0]), besides[1]) if besides else ()
    return book.table.filled([*getattr(section, key), *more])


def takes_from(book: Rulebook, act: type[ev.Event]) -> list[Crew]:
    """Return the roles of the crew from which the engine takes an act, whether they decide it or not."""
    return [*who_may(book, act), *(role for role in ACTS[act].also if role in book.table.crew)]


def ruled_out(book: Rulebook, act: type[ev.Event]) -> Refusal | None:
    """Say why nobody can ever do this in a house, whatever happens at the table, or return None."""
    judge = ACTS[act].ruled_out
    refused = None if judge is None else judge(book)
    roles = roles_of(book, act)
    if refused is None and roles is not None and not who_may(book, act):
        section, key = roles
        return refuse("not_your_act", "this house has nobody who does that", section, key)
    return refused


def power_of(book: Rulebook, event: ev.Event) -> tuple[Section, str] | None:
    """Return the section and key whose clause gives the crew the power to act; None for acts of players."""
    act = ACTS[type(event)]
    if type(event) is ev.PostSign and not event.limits:
        return book.floor, "closing_notice"
    named = act.power or act.roles
    return None if named is None else (getattr(book, named[0]), named[1])
