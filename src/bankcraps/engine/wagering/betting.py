"""Putting chips on the layout: judged, then done."""

import msgspec
from msgspec.structs import replace

from bankcraps.chips import LARGEST, Cents, is_sum, printed
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.actor import CREW
from bankcraps.engine.refusals import Refusal, no
from bankcraps.engine.state import Seat, Standing, State
from bankcraps.engine.wagering.commission import prepaid
from bankcraps.engine.wagering.limits import outside_limits
from bankcraps.engine.wagering.odds import over_odds_limit
from bankcraps.engine.wagering.spots import flat_under, laid_as, number_of
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.section import clause_of
from bankcraps.rulebook.terms import LineTerms, OddsTerms, Terms
from bankcraps.wagers import COMES, FLATS, Kind, Wager

__all__ = ["bet", "judge_bet"]


class _Stake(msgspec.Struct, frozen=True, eq=False):
    """Chips about to go down, with all that decides whether they may.

    Attributes:
        wager: where the house lays them.
        standing: what lies there already.
        total: what would lie there, in cents.
    """

    book: Rulebook
    state: State
    event: ev.Bet
    seat: Seat
    wager: Wager
    terms: Terms
    standing: Standing | None
    total: Cents

    @property
    def commission(self) -> int:
        """What has to be paid beside the chips, in cents; a token is free, and its commission is not."""
        paid = self.standing.commission if self.standing else 0
        return max(0, prepaid(self.terms, self.wager, self.total, self.state.floor.chip) - paid)


def judge_bet(book: Rulebook, state: State, event: ev.Bet) -> Refusal | None:
    """Why a bet may not be made."""
    if not is_sum(event.amount):
        message = f"a wager is more than nothing and at most {printed(LARGEST)}, not {printed(event.amount)}"
        return no("bad_amount", message, offered=event.amount)
    wager = laid_as(book, event.wager, state.puck)
    if book.terms(wager) is None:
        return _not_offered(book, wager)
    stake = _stake(book, state, event)
    return (
        _closed(stake)
        or _not_crew(event)
        or _untimely(stake)
        or _without_flat(stake)
        or outside_limits(book, state, stake.seat, wager, stake.total)
        or _cannot_pay(stake)
    )


def _not_offered(book: Rulebook, wager: Wager) -> Refusal:
    """Cite what says which of a kind are offered or, for a kind that is not, which kinds are."""
    message = f"{book.title} does not offer {wager}"
    terms = book.wagers.get(wager.kind)
    if terms is None:
        return Refusal(code="not_offered", clause=clause_of(book.offered), message=message)
    key = "pays" if wager.dice is None else "hard_totals" if wager.dice.hard else "easy_totals"
    return no("not_offered", message, terms, key)


def _stake(book: Rulebook, state: State, event: ev.Bet) -> _Stake:
    seat = state.seated(event.by.person)
    wager = laid_as(book, event.wager, state.puck)
    standing = seat.on(wager)
    total = Cents(event.amount + (standing.amount if standing else 0))
    return _Stake(book, state, event, seat, wager, book.wagers[wager.kind], standing, total)


def _closed(stake: _Stake) -> Refusal | None:
    if not stake.state.out:
        return None
    rules = stake.book.betting
    needed = stake.book.table.filled(rules.late_confirmed_by)
    if not needed:
        return no("bets_closed", "no more bets: the dice are out", rules, "late_confirmed_by")
    missing = [role for role in needed if role not in stake.event.confirmed]
    if not missing:
        return None
    message = f"the dice are out; a late wager needs a word from the {' and the '.join(missing)}"
    return no("bets_closed", message, rules, "late_confirmed_by")


def _not_crew(event: ev.Bet) -> Refusal | None:
    strangers = [role for role in event.confirmed if role not in CREW]
    if not strangers:
        return None
    return no("not_your_act", f"a late wager is confirmed by the crew, and {strangers[0]!r} is not of it")


def _untimely(stake: _Stake) -> Refusal | None:
    return _may_not_go_up(stake, stake.standing) if stake.standing else _may_not_be_made(stake)


def _may_not_go_up(stake: _Stake, standing: Standing) -> Refusal | None:
    terms, wager = stake.terms, stake.wager
    if terms.increase == "never":
        return no("no_increase", f"{wager} may not go up once it is made", terms, "increase")
    if terms.increase == "until_number" and number_of(wager, stake.state.puck):
        return no("no_increase", f"{wager} may not go up once its number is set", terms, "increase")
    if standing.token or stake.event.token:
        return no("token", f"a token lies alone, and there is already a wager on {wager}")
    return None


def _may_not_be_made(stake: _Stake) -> Refusal | None:
    terms, wager, puck = stake.terms, stake.wager, stake.state.puck
    if stake.event.press:
        return no("not_standing", f"there is no {wager} to press")
    if wager.kind in FLATS and not wager.number:
        return None  # odds on the line wait for their flat wager, and that is judged next
    if wager.kind in COMES and wager.number:
        box = wager.kind.value
        return no("not_now", f"{wager} is reached by way of the {box} box, not bet directly", terms, "made")
    if terms.made == "puck_on" and not puck:
        return no("not_now", f"{wager} is made while the puck is on, and it is off", terms, "made")
    if terms.made == "come_out" and puck:
        return _after_point(terms, wager, puck)
    return _hand_under_way(stake)


def _hand_under_way(stake: _Stake) -> Refusal | None:
    """A wager on a shooter's hand is made before it begins, or after a seven where the book says so."""
    terms, turn, wager = stake.terms, stake.state.turn, stake.wager
    if terms.made == "new_shooter" and (stake.state.puck or turn.begun):
        return no("not_now", f"{wager} is made before a new shooter's first come-out throw", terms, "made")
    if terms.made == "after_seven" and turn.begun and turn.since_seven:
        message = f"{wager} is made before a new shooter's first throw or after a 7"
        return no("not_now", message, terms, "made")
    return None


def _after_point(terms: Terms, wager: Wager, puck: int) -> Refusal | None:
    if isinstance(terms, LineTerms) and terms.after_point == "put":
        return None
    key = "after_point" if wager.kind is Kind.PASS else "made"
    return no("not_now", f"{wager} is made on the come-out, and the point is {puck}", terms, key)


def _without_flat(stake: _Stake) -> Refusal | None:
    """Odds need their flat wager under them, a number, and no more than the flat can carry."""
    terms, wager = stake.terms, stake.wager
    if not isinstance(terms, OddsTerms):
        return None
    flat = stake.seat.on(flat_under(wager))
    if flat is None:
        return no("needs_flat", f"{wager} needs {flat_under(wager)} under it", terms, "name")
    number = number_of(wager, stake.state.puck)
    if not number:
        return no("not_now", f"{wager} is made once a point is set", terms, "made")
    return over_odds_limit(terms, wager, number, flat.amount, stake.total)


def _cannot_pay(stake: _Stake) -> Refusal | None:
    chip, event, seat = stake.state.floor.chip, stake.event, stake.seat
    if event.amount % chip:
        message = f"the smallest chip is {printed(chip)}, so {printed(event.amount)} cannot be put down"
        return no("not_payable", message, limit=chip, offered=event.amount)
    chips = 0 if event.token else event.amount
    cost = chips + stake.commission
    if cost > seat.rail:
        beside = f" and {printed(stake.commission)} commission" if stake.commission else ""
        message = f"{seat.name} has {printed(seat.rail)} in the rail, not {printed(chips)}{beside}"
        return no("not_enough_chips", message, limit=seat.rail, offered=cost)
    return _no_such_token(stake) if event.token else None


def _no_such_token(stake: _Stake) -> Refusal | None:
    rules, seat, face = stake.book.betting, stake.seat, stake.event.amount
    if not rules.tokens:
        return no("token", "this house takes no tokens", rules, "tokens")
    if face in seat.tokens:
        return None
    held = ", ".join(printed(token) for token in seat.tokens) or "none"
    return no("token", f"{seat.name} has no token of {printed(face)} (tokens held: {held})", rules, "tokens")


def bet(book: Rulebook, state: State, event: ev.Bet) -> tuple[State, list[fx.Effect]]:
    """Put the chips down and take any commission."""
    stake = _stake(book, state, event)
    seat, wager, old, fee = stake.seat, stake.wager, stake.standing, stake.commission
    paid = Cents(fee + (old.commission if old else 0))
    before = old or Standing(wager, Cents(0), token=event.token)
    new = replace(before, amount=stake.total, commission=paid)
    happened: list[fx.Effect] = [fx.Staked(seat.name, wager, event.amount, stake.total, event.token)]
    if fee:
        happened.append(fx.Vigorish(seat.name, wager, Cents(fee)))
    rail, tokens = seat.rail - fee, seat.tokens
    if event.token:
        tokens = _without(tokens, event.amount)
    else:
        rail -= event.amount
    after = seat.putting(old, new)
    after = after.holding(rail, after.wagers, tokens)
    return state.with_seat(_counted(book, state, after), fee), happened


def _without(tokens: tuple[Cents, ...], face: Cents) -> tuple[Cents, ...]:
    index = tokens.index(face)
    return tokens[:index] + tokens[index + 1 :]


def _counted(book: Rulebook, state: State, seat: Seat) -> Seat:
    """At a full table, a seat that has wagered in this round."""
    if not book.floor.idle_rounds or len(state.seats) < book.table.places:
        return seat
    return replace(seat, idle=-1)
