"""Putting chips on the layout, taking them down, and calling wagers on and off: judged, then done."""

from bankcraps.chips import LARGEST, Cents, printed
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.commission import prepaid
from bankcraps.engine.limits import flat_of, outside_limits, over_odds_limit
from bankcraps.engine.refusals import Refusal, no
from bankcraps.engine.state import Seat, Standing, State
from bankcraps.engine.with_seat import with_seat
from bankcraps.rulebook.schema import LineTerms, OddsTerms, Rulebook, Terms
from bankcraps.wagers import FLATS, LINE, ODDS, Kind, Wager, find

__all__ = ["bet", "call", "judge_bet", "judge_call", "judge_take_down", "may_come_down", "take_down"]

_COMES = frozenset({Kind.COME, Kind.DONT_COME})


def number_of(wager: Wager, puck: int) -> int:
    """The number a wager stands or falls by: its own, or the puck's for the line and its odds; 0 for none yet."""
    return wager.number or (0 if wager.kind in _COMES else puck)


def laid_as(book: Rulebook, wager: Wager, puck: int) -> Wager:
    """Where the house lays a wager: one made on the line after the point may be taken as a place wager."""
    if wager.kind is Kind.PASS and puck:
        terms = book.terms(wager)
        if isinstance(terms, LineTerms) and terms.after_point == "place":
            return find(Kind.PLACE, puck)
    return wager


# Bets.


def judge_bet(book: Rulebook, state: State, event: ev.Bet) -> Refusal | None:
    """Why a bet may not be made."""
    amount = event.amount
    if not 0 < amount <= LARGEST:
        message = f"a wager is more than nothing and at most {printed(LARGEST)}, not {printed(amount)}"
        return no("bad_amount", message, offered=amount)
    seat = state.seat(event.by)
    assert seat is not None  # noqa: S101 - `step` asks only for people who are seated
    wager = laid_as(book, event.wager, state.puck)
    terms = book.terms(wager)
    if terms is None:
        return _not_offered(book, wager)
    standing = seat.on(wager)
    total = amount + (standing.amount if standing else 0)
    return (
        _closed(book, state, event)
        or _untimely(state, terms, wager, standing, event)
        or _odds_too_high(book, state, seat, wager, terms, total)
        or outside_limits(book, state.floor, seat, terms, wager, total)
        or _cannot_pay(book, state, seat, terms, wager, standing, event, total)
    )


def _not_offered(book: Rulebook, wager: Wager) -> Refusal:
    terms = book.wagers.get(wager.kind)
    message = f"{book.title} does not offer {wager.name}"
    return no("not_offered", message, terms, "pays") if terms else no("not_offered", message)


def _closed(book: Rulebook, state: State, event: ev.Bet) -> Refusal | None:
    rules = book.betting
    if not state.out:
        return None
    needed = rules.late_confirmed_by
    if not needed:
        return no("bets_closed", "no more bets: the dice are out", rules, "closed_by")
    missing = [role for role in needed if role not in event.confirmed]
    if not missing:
        return None
    message = f"the dice are out; a late wager needs a word from the {' and the '.join(missing)}"
    return no("bets_closed", message, rules, "late_confirmed_by")


def _untimely(
    state: State, terms: Terms, wager: Wager, standing: Standing | None, event: ev.Bet
) -> Refusal | None:
    if standing is not None:
        if terms.increase == "until_number" and number_of(wager, state.puck):
            return no("no_increase", f"{wager.name} may not go up once its number is set", terms, "increase")
        if standing.token or event.token:
            return no("token", f"a token wager stands alone; there is already a wager on {wager.name}")
        return None
    if event.press:
        return no("not_standing", f"there is no {wager.name} to press")
    if wager.kind in _COMES and wager.number:
        message = f"chips go to {wager.name} by way of the {wager.kind.value} box, not straight behind the number"
        return no("not_now", message, terms, "made")
    if wager.kind in FLATS:
        return None
    return _made_too_early_or_late(state, terms, wager)


def _made_too_early_or_late(state: State, terms: Terms, wager: Wager) -> Refusal | None:
    made, puck = terms.made, state.puck
    if made == "puck_on" and not puck:
        return no("not_now", f"{wager.name} is made while the puck is on, and it is off", terms, "made")
    if made == "come_out" and puck and not (isinstance(terms, LineTerms) and terms.after_point == "put"):
        key = "after_point" if wager.kind is Kind.PASS else "made"
        return no("not_now", f"{wager.name} is made on the come-out, and the point is {puck}", terms, key)
    if made == "new_shooter" and (puck or not state.hand.fresh):
        return no("not_now", f"{wager.name} is made before a new shooter's first come-out throw", terms, "made")
    return None


def _odds_too_high(
    book: Rulebook, state: State, seat: Seat, wager: Wager, terms: Terms, total: int
) -> Refusal | None:
    del book
    if not isinstance(terms, OddsTerms):
        return None
    flat_wager = flat_of(wager)
    flat = seat.on(flat_wager)
    number = number_of(wager, state.puck)
    if flat is None:
        return no("needs_flat", f"{wager.name} needs {flat_wager.name} under it", terms, "name")
    if not number:
        return no("not_now", f"{wager.name} is made once a point is set", terms, "made")
    return over_odds_limit(terms, wager, number, flat.amount, total)


def _cannot_pay(
    book: Rulebook,
    state: State,
    seat: Seat,
    terms: Terms,
    wager: Wager,
    standing: Standing | None,
    event: ev.Bet,
    total: int,
) -> Refusal | None:
    if event.amount % state.floor.chip:
        chip = printed(state.floor.chip)
        message = f"the smallest chip is {chip}, so {printed(event.amount)} cannot be put down"
        return no("not_payable", message, limit=state.floor.chip, offered=event.amount)
    if event.token:
        return _no_such_token(book, seat, event)
    due = prepaid(terms, wager, total, state.floor.chip)
    fee = max(0, due - (standing.commission if standing else 0))
    if event.amount + fee > seat.rail:
        with_fee = f" and {printed(fee)} commission" if fee else ""
        message = f"{seat.name} has {printed(seat.rail)} in the rail, not {printed(event.amount)}{with_fee}"
        return no("not_enough_chips", message, limit=seat.rail, offered=event.amount + fee)
    return None


def _no_such_token(book: Rulebook, seat: Seat, event: ev.Bet) -> Refusal | None:
    if not book.betting.tokens:
        return no("token", "this house takes no tokens", book.betting, "tokens")
    if event.amount not in seat.tokens:
        held = ", ".join(printed(token) for token in seat.tokens) or "none"
        message = f"{seat.name} has no token of {printed(event.amount)} (tokens held: {held})"
        return no("token", message, book.betting, "tokens")
    return None


def bet(book: Rulebook, state: State, event: ev.Bet) -> tuple[State, list[fx.Effect]]:
    """Put the chips down and take any commission."""
    seat = state.seat(event.by)
    wager = laid_as(book, event.wager, state.puck)
    terms = book.terms(wager)
    assert seat is not None  # noqa: S101 - judged
    assert terms is not None  # noqa: S101 - judged
    standing = seat.on(wager)
    happened: list[fx.Effect] = []
    if standing is None:
        before, total, paid, button = (), event.amount, 0, None
    else:
        before = (standing,)
        total, paid, button = Cents(standing.amount + event.amount), standing.commission, standing.call
    fee = 0 if event.token else max(0, prepaid(terms, wager, total, state.floor.chip) - paid)
    happened.append(fx.Staked(seat.name, wager, event.amount, total))
    if fee:
        happened.append(fx.Vigorish(seat.name, wager, Cents(fee)))
    down = Standing(wager, total, button, Cents(paid + fee), event.token)
    wagers = _placed(seat.wagers, before, down)
    rail, tokens = seat.rail - event.amount - fee, seat.tokens
    if event.token:
        rail, tokens = seat.rail, _without(tokens, event.amount)
    idle = -1 if book.floor.idle_rounds and len(state.seats) == book.table.places else seat.idle
    after = Seat(seat.name, seat.place, Cents(rail), wagers, tokens, seat.limits, idle)
    return with_seat(state, after, fee), happened


def _placed(
    wagers: tuple[Standing, ...], old: tuple[Standing, ...], new: Standing
) -> tuple[Standing, ...]:
    kept = [standing for standing in wagers if standing not in old] if old else list(wagers)
    kept.append(new)
    kept.sort(key=lambda standing: standing.wager.order)
    return tuple(kept)


def _without(tokens: tuple[Cents, ...], amount: Cents) -> tuple[Cents, ...]:
    index = tokens.index(amount)
    return tokens[:index] + tokens[index + 1 :]


# Taking down.


def judge_take_down(book: Rulebook, state: State, event: ev.TakeDown) -> Refusal | None:
    """Why a wager may not come down, or not by that much."""
    seat = state.seat(event.by)
    assert seat is not None  # noqa: S101 - judged
    if state.out and book.betting.closes == "everything":
        return no("bets_closed", "the dice are out; nothing comes down until they rest", book.betting, "closes")
    standing = seat.on(event.wager)
    if standing is None:
        return no("not_standing", f"{seat.name} has nothing on {event.wager.name}")
    refused = may_come_down(book, state, event.wager)
    if refused or event.amount is None or event.amount == standing.amount:
        return refused
    return _judge_reduction(book, state, seat, standing, event.amount)


def may_come_down(book: Rulebook, state: State, wager: Wager) -> Refusal | None:
    """Why the rules hold a wager on the layout."""
    terms = book.terms(wager)
    if terms is None or terms.take_down == "always":
        return None
    number = number_of(wager, state.puck)
    if terms.take_down == "until_number" and not number:
        return None
    since = "" if terms.take_down == "never" else f" once its number ({number}) is set"
    message = f"{wager.name} is a contract: it may not be reduced or taken down{since}"
    return no("contract", message, terms, "take_down")


def _judge_reduction(
    book: Rulebook, state: State, seat: Seat, standing: Standing, amount: int
) -> Refusal | None:
    wager, left = standing.wager, standing.amount - amount
    if amount <= 0 or left < 0:
        message = f"{wager.name} has {printed(standing.amount)} on it; {printed(amount)} cannot come down"
        return no("bad_amount", message, limit=standing.amount, offered=amount)
    if standing.token:
        return no("token", "a token comes down whole")
    if amount % state.floor.chip:
        message = f"the smallest chip is {printed(state.floor.chip)}, so {printed(amount)} cannot come down"
        return no("not_payable", message, limit=state.floor.chip, offered=amount)
    terms = book.terms(wager)
    assert terms is not None  # noqa: S101 - it stands, so it is offered
    return outside_limits(book, state.floor, seat, terms, wager, left) or _flat_too_low(
        book, state, seat, wager, left
    )


def _flat_too_low(book: Rulebook, state: State, seat: Seat, wager: Wager, left: int) -> Refusal | None:
    standing = odds_on(seat, wager)
    terms = book.terms(standing.wager) if standing else None
    if standing is None or not isinstance(terms, OddsTerms):
        return None
    number = number_of(standing.wager, state.puck)
    if over_odds_limit(terms, standing.wager, number, left, standing.amount) is None:
        return None
    message = f"{printed(left)} on {wager.name} could not carry {standing.wager.name}: take odds down first"
    return no("odds_stand", message, terms, "limit")


def odds_on(seat: Seat, wager: Wager) -> Standing | None:
    """The odds standing behind a flat wager."""
    kind = ODDS.get(wager.kind)
    if kind is None or (wager.kind in _COMES and not wager.number):
        return None
    return seat.on(find(kind, wager.number))


def take_down(book: Rulebook, state: State, event: ev.TakeDown) -> tuple[State, list[fx.Effect]]:
    """Take a wager down, and its odds with it, or part of it."""
    seat = state.seat(event.by)
    assert seat is not None  # noqa: S101 - judged
    standing = seat.on(event.wager)
    assert standing is not None  # noqa: S101 - judged
    if event.amount is None or event.amount == standing.amount:
        odds = odds_on(seat, event.wager)
        return clear(book, state, seat, (odds, standing) if odds else (standing,), "taken down")
    terms = book.terms(event.wager)
    assert terms is not None  # noqa: S101 - it stands, so it is offered
    left = Cents(standing.amount - event.amount)
    happened: list[fx.Effect] = [fx.Returned(seat.name, event.wager, event.amount, "taken down")]
    still_due = prepaid(terms, event.wager, left, state.floor.chip)
    back = max(0, standing.commission - still_due) if refunds(terms) else 0
    if back:
        happened.append(fx.Vigorish(seat.name, event.wager, Cents(-back)))
    down = Standing(event.wager, left, standing.call, Cents(standing.commission - back))
    wagers = _placed(seat.wagers, (standing,), down)
    rail = Cents(seat.rail + event.amount + back)
    after = Seat(seat.name, seat.place, rail, wagers, seat.tokens, seat.limits, seat.idle)
    return with_seat(state, after, -back), happened


def refunds(terms: Terms | None) -> bool:
    """Whether an undecided wager's commission comes back with it."""
    commission = getattr(terms, "commission", None)
    return commission is not None and commission.refunded


def clear(
    book: Rulebook, state: State, seat: Seat, going: tuple[Standing, ...], why: str
) -> tuple[State, list[fx.Effect]]:
    """Give wagers back whole, with their commission where the book returns it."""
    happened: list[fx.Effect] = []
    rail, back, tokens = int(seat.rail), 0, seat.tokens
    for standing in going:
        happened.append(fx.Returned(seat.name, standing.wager, standing.amount, why))
        if standing.token:
            tokens = (*tokens, standing.amount)
        else:
            rail += standing.amount
        if standing.commission and (refunds(book.terms(standing.wager)) or why != "taken down"):
            happened.append(fx.Vigorish(seat.name, standing.wager, Cents(-standing.commission)))
            back += standing.commission
    wagers = tuple(standing for standing in seat.wagers if standing not in going)
    after = Seat(seat.name, seat.place, Cents(rail + back), wagers, tokens, seat.limits, seat.idle)
    return with_seat(state, after, -back), happened


# On and off.


def judge_call(book: Rulebook, state: State, event: ev.Call) -> Refusal | None:
    """Why a wager may not be called on or off."""
    seat = state.seat(event.by)
    assert seat is not None  # noqa: S101 - judged
    if seat.on(event.wager) is None:
        return no("not_standing", f"{seat.name} has nothing on {event.wager.name}")
    if state.out and book.betting.closes == "everything":
        return no("bets_closed", "the dice are out; nothing is called on or off", book.betting, "closes")
    terms = book.terms(event.wager)
    if terms is None or not terms.calls:
        message = f"{event.wager.name} is always in action here and cannot be called {event.call}"
        return no("not_callable", message, terms, "calls")
    return None


def call(book: Rulebook, state: State, event: ev.Call) -> tuple[State, list[fx.Effect]]:
    """Put a button on a wager, or lift one that says no more than the puck does."""
    seat = state.seat(event.by)
    assert seat is not None  # noqa: S101 - judged
    standing = seat.on(event.wager)
    terms = book.terms(event.wager)
    assert standing is not None  # noqa: S101 - judged
    assert terms is not None  # noqa: S101 - judged
    in_action = terms.works == "always" or bool(state.puck)
    button = None if event.call == "on" and in_action else event.call
    marked = Standing(standing.wager, standing.amount, button, standing.commission, standing.token)
    wagers = tuple(marked if other is standing else other for other in seat.wagers)
    after = Seat(seat.name, seat.place, seat.rail, wagers, seat.tokens, seat.limits, seat.idle)
    return with_seat(state, after), [fx.Button(seat.name, event.wager, button or "")]


def lapse_on_calls(seat: Seat) -> Seat:
    """A seat once a point is set: an "on" button says nothing more then, and is lifted."""
    if all(standing.call != "on" for standing in seat.wagers):
        return seat
    wagers = tuple(
        Standing(s.wager, s.amount, None, s.commission, s.token) if s.call == "on" else s
        for s in seat.wagers
    )
    return Seat(seat.name, seat.place, seat.rail, wagers, seat.tokens, seat.limits, seat.idle)


def stands_on_line(wager: Wager) -> bool:
    """Whether it is one of the two wagers a shooter needs."""
    return wager.kind in LINE
