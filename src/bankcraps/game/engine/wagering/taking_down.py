"""Taking wagers down or reducing them, as far as the rules allow."""

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from bankcraps.game.chips import Cents, is_sum
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.refusals import Refusal, not_standing, refuse, unless
from bankcraps.game.engine.state import Done, Seat, Standing, State, tokens_without
from bankcraps.game.engine.wagering.betting import chip_bound
from bankcraps.game.engine.wagering.commission import due_with_bet, paid_for, withdrawn_after
from bankcraps.game.engine.wagering.sign_bounds import is_outside, odds_bounds, reduced_below_limits
from bankcraps.game.engine.wagering.undoing import saved
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.terms import NumberTerms, OddsTerms, Terms
from bankcraps.game.wagers import Wager, number_of


def judge_take_down(book: Rulebook, state: State, event: ev.TakeDown) -> Refusal | None:
    """Refuse to take down or reduce a wager that does not stand or is a contract, or while the dice are out.

    A reduction must not take a wager below the minimum, off its unit, or below the least commission, nor a
    flat wager below what its odds need.
    """
    seat = state.seated(event.by.person)
    standing = seat.on(event.wager)
    if standing is None:
        return not_standing(seat.name, event.wager)
    refused = may_come_down(book, state, event.wager)
    if refused:
        return refused
    if not (event.amount is None or is_sum(event.amount)):
        return _cannot_come_down(standing, event.amount)
    if _takes_all(event, standing):
        odds = seat.odds_on(event.wager)
        return may_come_down(book, state, odds.wager, with_flat=True) if odds else None
    return _judge_reduction(book, state, seat, standing, event.amount or 0, token=event.token)


def _takes_all(event: ev.TakeDown, standing: Standing) -> bool:
    """Whether the whole wager comes down: no amount is given, or all of it."""
    if event.token:
        return (event.amount,) == standing.tokens and not standing.chips
    return event.amount is None or event.amount == standing.amount


def may_come_down(book: Rulebook, state: State, wager: Wager, *, with_flat: bool = False) -> Refusal | None:
    """Refuse if the rules keep a wager on the layout: it is a contract, or the dice are out.

    Odds come down in the air `with_flat`, as they cannot stay without it.
    """
    if state.out and not book.betting.may_while_out("down", wager.kind):
        says = "the dice are out: {wager} cannot come down until they rest"
        return refuse("bets_closed", says, book.betting, "down_while_out.others", wager=wager)
    if state.thrown and not with_flat and not book.betting.may_in_the_air(wager.kind):
        says = "the dice are in the air: {wager} cannot come down until they rest"
        return refuse("bets_closed", says, book.betting, "down_in_the_air.others", wager=wager)
    return _contract(book, wager, state.puck)


@lru_cache(maxsize=4096)
def _contract(book: Rulebook, wager: Wager, puck: int) -> Refusal | None:
    """Refuse to take down a contract wager. Cached: people who leave an explored table try all of theirs."""
    terms = book.wagers[wager.kind]
    if terms.take_down == "always":
        return None
    number = number_of(wager, puck)
    if terms.take_down == "until_number" and not number:
        return None
    since = "" if terms.take_down == "never" else f" once its number ({number}) is set"
    says = "{wager} is a contract wager: it may not be reduced or taken down{since}"
    return refuse("contract", says, terms, "take_down", wager=wager, since=since)


def _judge_reduction(
    book: Rulebook, state: State, seat: Seat, standing: Standing, amount: int, *, token: bool
) -> Refusal | None:
    wager = standing.wager
    if not 0 < amount <= standing.amount:
        return _cannot_come_down(standing, amount)
    if token and amount not in standing.tokens:
        return refuse("token", "there is no token of {token:$} on {wager}", token=amount, wager=wager)
    if not token and amount > standing.chips:
        whole = standing.tokens[0]
        refused = _judge_reduction(book, state, seat, standing, whole, token=True)
        return _tokens_come_down_whole(standing, example=refused is None)
    left = Cents(standing.amount - amount)
    return (
        chip_bound(state.floor.chip).refusal(amount)
        or reduced_below_limits(book, state, seat, wager, standing.amount, left)
        or _flat_too_low(book, state, seat, wager, left)
    )


def _cannot_come_down(standing: Standing, amount: int) -> Refusal:
    says = "{wager:has} {limit:$} on it, so {offered:$} cannot come down"
    return refuse("bad_amount", says, limit=standing.amount, offered=amount, wager=standing.wager)


def _tokens_come_down_whole(standing: Standing, *, example: bool) -> Refusal:
    """Say that a token comes down whole, with an example if a single token may come down."""
    if not standing.chips:
        return refuse("token", "a token cannot be reduced, only taken down")
    as_in = ', as in "by {token:$} token"' if example else ""
    says = "{chips:$} on {wager} is in chips, and a token comes down whole" + as_in
    return refuse(
        "token", says, chips=standing.chips, wager=standing.wager, token=standing.tokens[0] if example else 0
    )


def _flat_too_low(book: Rulebook, state: State, seat: Seat, wager: Wager, left: Cents) -> Refusal | None:
    """Refuse to reduce a flat wager below what its odds need."""
    odds = seat.odds_on(wager)
    terms = book.wagers[odds.wager.kind] if odds else None
    if odds is None or not isinstance(terms, OddsTerms):
        return None
    number = number_of(odds.wager, state.puck)
    if odds.amount in odds_bounds(book, odds.wager, number, left).takes:
        return None
    says = "{left:$} on {wager} is too little for {held:placed}: reduce the odds first"
    held = ((odds.wager, odds.amount),)
    return refuse("odds_stand", says, terms, f"limit.{number}", left=left, wager=wager, held=held)


def take_down(book: Rulebook, state: State, event: ev.TakeDown) -> Done:
    """Take down a wager with its odds, or reduce it, and return any commission the book refunds."""
    seat = saved(state.seated(event.by.person))
    standing = seat.standing(event.wager)
    if event.amount is None or _takes_all(event, standing):
        odds = seat.odds_on(event.wager)
        return clear(book, state, seat, (odds, standing) if odds else (standing,), "taken down")
    tokens = (event.amount,) if event.token else ()
    returned = fx.Returned(seat.name, event.wager, event.amount, "taken down", tokens)
    return _reduce(book, state, seat, standing, returned)


_NONE_MADE: Final = "in this house no wager outside the limits is made, so none can be rejected"
no_rejecting: Final = unless("betting", "unrejected_stand", "not_now", _NONE_MADE)
"""Refuses to reject a wager where none outside the limits is ever let stand."""


def judge_reject(book: Rulebook, state: State, event: ev.Reject) -> Refusal | None:
    """Refuse unless the wager is outside the limits by what was put there since the dice last rested."""
    seat = state.seat(event.player)
    standing = seat.on(event.wager) if seat else None
    if seat and standing and standing.rejectable:
        if is_outside(book, state, seat, event.wager, standing.amount):
            return None
        says = "{wager} is inside the limits now, so there is nothing to reject"
        return refuse("not_now", says, book.betting, "limits", wager=event.wager)
    says = "{name:has} put nothing on {wager} outside the limits since the dice last rested"
    return refuse("not_now", says, book.betting, "unrejected_stand", name=event.player, wager=event.wager)


def reject(book: Rulebook, state: State, event: ev.Reject) -> Done:
    """Return what was put there outside the limits, with its commission. Odds go with their flat."""
    seat = state.seated(event.player)
    standing = seat.standing(event.wager)
    amount, tokens = standing.rejectable, standing.unrejected_tokens
    if amount == standing.amount:
        odds = seat.odds_on(event.wager)
        return clear(book, state, seat, (odds, standing) if odds else (standing,), "rejected")
    returned = fx.Returned(seat.name, event.wager, amount, "rejected", tokens)
    return _reduce(book, state, seat, standing, returned)


def _reduce(book: Rulebook, state: State, seat: Seat, standing: Standing, returned: fx.Returned) -> Done:
    """Return some chips of a wager, or one of its tokens.

    Their commission comes back if the book refunds it or the crew rejects the chips, or else is kept.
    """
    wager, terms, chip = standing.wager, book.wagers[standing.wager.kind], state.floor.chip
    amount, tokens = returned.amount, returned.tokens
    left = Cents(standing.amount - amount)
    commission = paid_for(book, standing, left, chip)
    on_it = tokens_without(standing.tokens, tokens)
    lower = replace(standing, amount=left, commission=commission, tokens=on_it)
    if standing.rejectable:  # what was put there last comes down first
        chips = Cents(max(0, standing.unrejected - amount + sum(tokens)))
        free = tokens_without(standing.unrejected_tokens, tokens)
        lower = replace(lower, unrejected=chips, unrejected_tokens=free)
    effects: list[fx.Effect] = [returned]
    back = 0
    if refunds(terms):
        back = standing.commission - commission
    elif returned.why == "rejected":  # what it cost to put them there
        back = due_with_bet(terms, wager, lower, standing.amount, chip)
    else:
        lower = replace(lower, withdrawn=withdrawn_after(terms, standing, amount, chip))
    if back:
        effects.append(fx.Vigorish(seat.name, wager, Cents(-back)))
    rail = seat.rail + amount - sum(tokens) + back
    after = seat.holding(rail, seat.wagers_with(standing, lower), tuple(sorted((*seat.tokens, *tokens))))
    return state.with_seat(after, -back), effects


def refunds(terms: Terms) -> bool:
    """Whether the house returns the commission of a wager taken down undecided."""
    return isinstance(terms, NumberTerms) and terms.commission is not None and terms.commission.refunded


def lasting(terms: Terms | None, standing: Standing) -> Standing:
    """A wager as later acts and throws depend on it: without a commission that never comes back."""
    if not standing.commission or (terms is not None and refunds(terms)):
        return standing
    return replace(standing, commission=Cents(0))


def clear(book: Rulebook, state: State, seat: Seat, going: tuple[Standing, ...], why: fx.Why) -> Done:
    """Return whole wagers to their player.

    The commission comes back too if the book refunds it, or if the house voided the wagers.
    """
    effects: list[fx.Effect] = []
    by_house = why in ("void", "invalid", "rejected")
    rail, back, tokens = int(seat.rail), 0, seat.tokens
    for standing in going:
        effects.append(fx.Returned(seat.name, standing.wager, standing.amount, why, standing.tokens))
        if standing.tokens:
            tokens = tuple(sorted((*tokens, *standing.tokens)))
        rail += standing.chips
        if standing.commission and (by_house or refunds(book.wagers[standing.wager.kind])):
            effects.append(fx.Vigorish(seat.name, standing.wager, Cents(-standing.commission)))
            back += standing.commission
    wagers = tuple(standing for standing in seat.wagers if standing not in going)
    return state.with_seat(seat.holding(rail + back, wagers, tokens), -back), effects
