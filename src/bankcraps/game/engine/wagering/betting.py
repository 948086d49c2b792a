"""Making and increasing wagers: `judge_bet` decides whether a bet is allowed, `bet` makes it.

An undo may put wagers back up. `judge_undo` refuses it if one of them could not be bet now.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from bankcraps.errors import quoted
from bankcraps.game.chips import LARGEST, Cents, is_sum, limits_of_sums
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import player
from bankcraps.game.engine.refusals import Refusal, refuse
from bankcraps.game.engine.sentence import Sentence
from bankcraps.game.engine.state import Done, Earlier, Seat, Standing, State, tokens_without
from bankcraps.game.engine.wagering.bounds import Bound, Bounds, Rule
from bankcraps.game.engine.wagering.commission import paid_for
from bankcraps.game.engine.wagering.sign_bounds import cap_on, is_outside, odds_bounds, sign_bounds
from bankcraps.game.engine.wagering.stakes import (
    RailBound,
    Stake,
    chip_bound,
    no_tokens,
    not_now,
    not_offered,
    stake_of,
)
from bankcraps.game.engine.wagering.undoing import with_present
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.terms import LineTerms, OneRollTerms
from bankcraps.game.wagers import Kind


def judge_bet(book: Rulebook, state: State, event: ev.Bet) -> Refusal | None:
    """Refuse a bet that is not offered, not allowed now, outside the limits, or more than the player has."""
    refused = _bad_amount(event)
    if refused is not None:
        return refused
    wager = event.wager
    if book.terms(wager) is None:
        return not_offered(book, wager)
    stake = stake_of(book, state, event)
    return (
        not_now(stake)
        or _refused(stake, bounds_of(stake))
        or _indivisible_tokens(stake)
        or _refused(stake, payment_bounds(stake))
        or _lacks_token(stake)
    )


def _bad_amount(event: ev.Bet) -> Refusal | None:
    if not is_sum(event.amount):
        says = "a bet must be {sums}, not {offered:$}"
        return refuse("bad_amount", says, offered=event.amount, sums=limits_of_sums(event.amount))
    if event.tokens == ():
        return None
    if type(event.tokens) is not tuple or not all(map(is_sum, event.tokens)):
        says = "the tokens of a bet are a tuple of sums, not {given}"
        return refuse("bad_amount", says, given=quoted(event.tokens))
    if sum(event.tokens) > event.amount:
        says = "a bet of {offered:$} cannot hold tokens of {tokens:$}"
        return refuse("bad_amount", says, offered=event.amount, tokens=sum(event.tokens))
    return None


def _refused(stake: Stake, rules: Iterable[Bounds | Bound | RailBound]) -> Refusal | None:
    for rule in rules:  # a loop, because every bet passes here
        refused = rule.refusal(stake.total)
        if refused is not None:
            return refused
    return None


def bounds_of(stake: Stake) -> tuple[Bounds, ...]:
    """The rules about how much may stand on a wager that may be made now, in the order of refusals.

    If the crew let the wager stand, and the house holds it valid, the minimum and the maximum do not count.
    """
    sign = sign_bounds(stake.book, stake.state, stake.seat, stake.wager)
    if stake.event.unrejected and stake.book.betting.unrejected_stand:
        sign = sign.without(_LET_STAND)
    if stake.flat is None:
        return (sign,)
    return odds_bounds(stake.book, stake.wager, stake.number, stake.flat.amount), sign


def payment_bounds(stake: Stake) -> tuple[Bound, RailBound]:
    """The rules about how much a player can pay for a bet, in the order of refusals."""
    return chip_bound(stake.state.floor.chip, stake.there), RailBound(stake)


def _with_unrejected(stake: Stake, old: Standing | None, new: Standing) -> Standing:
    """Note what a bet outside the limits puts on a wager, on top of what lay there outside them already."""
    book, state, seat, wager = stake.book, stake.state, stake.seat, stake.wager
    if not is_outside(book, state, seat, wager, stake.total):
        return new
    before = old if old and is_outside(book, state, seat, wager, old.amount) else Standing(wager, Cents(0))
    chips, tokens = before.unrejected + stake.event.chips, (*before.unrejected_tokens, *stake.event.tokens)
    return replace(new, unrejected=Cents(chips), unrejected_tokens=tuple(sorted(tokens)))


_LET_STAND: Final = frozenset[Rule]({"minimum", "maximum"})


def _indivisible_tokens(stake: Stake) -> Refusal | None:
    """Refuse tokens that cannot be divided evenly among the legs of a wager. Each leg has its share."""
    terms, standing = stake.terms, stake.standing
    tokens = Cents(sum(stake.event.tokens) + (sum(standing.tokens) if standing else 0))
    if not tokens or not isinstance(terms, OneRollTerms) or not terms.legs:
        return None
    whole = Cents(terms.units * stake.state.floor.chip)
    if tokens % whole == 0:
        return None
    says = "the tokens on {wager} must make a multiple of {limit:$}, not {offered:$}"
    return refuse("off_unit", says, terms, "legs", limit=whole, offered=tokens, wager=stake.wager)


def _lacks_token(stake: Stake) -> Refusal | None:
    if not stake.event.tokens:
        return None
    rules, seat = stake.book.betting, stake.seat
    refused = no_tokens(stake.book)
    if refused:
        return refused
    lacking = tokens_without(stake.event.tokens, seat.tokens)
    if not lacking:
        return None
    other = "other " if lacking[0] in seat.tokens else ""
    says = "{name:has} no {other}token of {lacking:$} (tokens: {held:$})"
    return refuse(
        "token", says, rules, "tokens", name=seat.name, other=other, lacking=lacking[0], held=seat.tokens
    )


def bet(book: Rulebook, state: State, event: ev.Bet) -> Done:
    """Move the chips and the tokens from the player to the wager, and take any commission."""
    stake = stake_of(book, state, event)
    seat, wager, old, fee = stake.seat, stake.wager, stake.standing, stake.commission
    late = isinstance(stake.terms, LineTerms) and stake.terms.after_point == "place" and state.puck > 0
    before = old or Standing(wager, Cents(0), straddles=late and wager.kind is Kind.PASS)
    on_it = tuple(sorted((*before.tokens, *event.tokens))) if event.tokens else before.tokens
    paid = paid_for(book, before, stake.total, state.floor.chip, fee)
    new = replace(before, amount=stake.total, commission=paid, tokens=on_it)
    if event.unrejected and book.betting.rejected_by:
        new = _with_unrejected(stake, old, new)
    effects: list[fx.Effect] = [fx.Staked(seat.name, wager, event.amount, stake.total, event.tokens)]
    if fee:
        effects.append(fx.Vigorish(seat.name, wager, Cents(fee)))
    cap = cap_on(book, state.puck, wager, stake.total)
    if cap is not None:
        effects.append(fx.Capped(seat.name, wager, cap))
    after = replace(
        seat,
        rail=Cents(seat.rail - fee - event.chips),
        wagers=seat.wagers_with(old, new),
        tokens=tokens_without(seat.tokens, event.tokens),
        earlier=with_present(seat),
    )
    return state.with_seat(_mark_wagered(book, state, after), fee), effects


def _mark_wagered(book: Rulebook, state: State, seat: Seat) -> Seat:
    """Note, at a full table, that this player has wagered in this round."""
    if not book.floor.idle_rounds or len(state.seats) < book.table.places:
        return seat
    return replace(seat, idle=-1)


# Checks before an undo: nothing comes back that could not be bet now.


def judge_undo(book: Rulebook, state: State, event: ev.Undo) -> Refusal | None:
    """Refuse if the dice are out, the player has nothing to undo, or a wager could not be put back."""
    if state.out:
        says = "the dice are out: nothing can be undone until they rest"
        return refuse("bets_closed", says, book.betting, "closed_by")
    seat = state.seated(event.by.person)
    if not seat.earlier:
        says = "{name:has} nothing to undo since the last throw"
        return refuse("nothing_to_undo", says, name=str(event.by))
    back = seat.earlier[-1]
    if back.rail < 0:
        says = "{name:has} {limit:$} in the rail {name:and needs} {offered:$} to undo that"
        needs = Cents(seat.rail - back.rail)
        return refuse("not_enough_chips", says, limit=seat.rail, offered=needs, name=seat.name)
    return _cannot_go_back(book, state, seat, back)


def _cannot_go_back(book: Rulebook, state: State, seat: Seat, back: Earlier) -> Refusal | None:
    """Refuse to put a wager back up that could not be bet now. Flat wagers come before their odds.

    The cost is not checked: its chips came down, and its commission is what it was.
    """
    table = state.with_seat(replace(seat, rail=LARGEST))
    for standing in back.wagers:
        now = seat.on(standing.wager)
        more = standing.amount - (now.amount if now else 0)
        if more <= 0:
            continue
        if state.floor.closed:
            says = "the table is closed: {wager} came down and cannot be put back"
            return refuse("table_closed", says, book.floor, "closing_notice", wager=standing.wager)
        if standing.progress and not state.turn.begun:
            says = "{wager} came down and cannot be put back: the hand that it was on is over"
            return refuse("not_now", says, wager=standing.wager)
        tokens = tokens_without(standing.tokens, now.tokens if now else ())
        event = ev.Bet(standing.wager, Cents(more), tokens=tokens, by=player(seat.name))
        refused = judge_bet(book, table, event)
        if refused is not None:
            says = "{wager} came down and cannot be put back: {why}"
            return replace(refused, sentence=Sentence(says, wager=standing.wager, why=refused.sentence))
        table, _ = bet(book, table, event)
    return None
