"""Making and increasing wagers: `judge_bet` decides whether a bet is allowed, `bet` makes it."""

import msgspec
from msgspec.structs import replace

from bankcraps.chips import Cents, is_sum, limits_of_sums
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.actor import CREW
from bankcraps.engine.refusals import Refusal, refuse
from bankcraps.engine.sentence import Sentence
from bankcraps.engine.state import Seat, Standing, State, tokens_without
from bankcraps.engine.wagering.commission import due_with_bet, prepaid, too_small
from bankcraps.engine.wagering.limits import cap_on, outside_limits, over_max_pay
from bankcraps.engine.wagering.odds import over_odds_limit
from bankcraps.engine.wagering.spots import flat_under, number_of
from bankcraps.engine.wagering.undoing import saved
from bankcraps.errors import quoted
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.section import clause_of
from bankcraps.rulebook.terms import LineTerms, OddsTerms, OneRollTerms, Terms
from bankcraps.wagers import COMES, FLATS, ODDS, Kind, Wager, find

__all__ = ["bet", "judge_bet"]


class _Stake(msgspec.Struct, frozen=True, eq=False):
    """A bet about to be made, with everything that decides whether it is allowed.

    Attributes:
        wager: the wager.
        standing: what already stands on that wager, or None.
        total: what would stand there with the bet, in cents.
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
    def chips(self) -> int:
        """The chips in this bet, in cents."""
        return self.event.amount - sum(self.event.tokens)

    @property
    def commission(self) -> int:
        """The commission due with this bet, in cents. A token is free; the commission on it is not."""
        return due_with_bet(self.terms, self.wager, self.standing, self.total, self.state.floor.chip)


def judge_bet(book: Rulebook, state: State, event: ev.Bet) -> Refusal | None:
    """Refuse a bet that is not offered, not allowed now, outside the limits, or more than the player has.

    Once the dice are out, the crew must have confirmed it. Odds need their flat wager and a number.
    """
    if not is_sum(event.amount):
        says = "a bet must be {sums}, not {offered:$}"
        return refuse("bad_amount", says, offered=event.amount, sums=limits_of_sums(event.amount))
    if type(event.tokens) is not tuple or not all(map(is_sum, event.tokens)):
        says = "the tokens of a bet are a tuple of sums, not {given}"
        return refuse("bad_amount", says, given=quoted(event.tokens))
    if sum(event.tokens) > event.amount:
        says = "a bet of {offered:$} cannot hold tokens of {tokens:$}"
        return refuse("bad_amount", says, offered=event.amount, tokens=sum(event.tokens))
    wager = event.wager
    if book.terms(wager) is None:
        return _not_offered(book, wager)
    stake = _stake(book, state, event)
    return (
        _betting_closed(stake)
        or _confirmed_by_outsider(event)
        or _wrong_time(stake)
        or _bad_odds(stake)
        or outside_limits(book, state, stake.seat, wager, stake.total, unrejected=event.unrejected)
        or over_max_pay(book, state.puck, wager, stake.total)
        or too_small(stake.terms, wager, stake.total, state.floor.chip)
        or _indivisible_tokens(stake)
        or _cannot_pay(stake)
    )


def _not_offered(book: Rulebook, wager: Wager) -> Refusal:
    """Refuse a wager that the house does not offer.

    If the house offers the kind, the refusal cites the rule that lists its numbers; if not, the rule that
    lists the kinds of wager.
    """
    says = Sentence("{house} does not offer {wager}", house=book.title, wager=wager)
    terms = book.wagers.get(wager.kind)
    if terms is None:
        return Refusal(code="not_offered", clause=clause_of(book.offered), sentence=says)
    key = "pays" if wager.dice is None else "hard_totals" if wager.dice.hard else "easy_totals"
    return Refusal(code="not_offered", clause=terms.clause(key) or None, sentence=says)


def _stake(book: Rulebook, state: State, event: ev.Bet) -> _Stake:
    seat = state.seated(event.by.person)
    wager = event.wager
    standing = seat.on(wager)
    total = Cents(event.amount + (standing.amount if standing else 0))
    return _Stake(book, state, event, seat, wager, book.wagers[wager.kind], standing, total)


def _betting_closed(stake: _Stake) -> Refusal | None:
    if not stake.state.out:
        return None
    rules = stake.book.betting
    needed = stake.book.table.filled(rules.late_confirmed_by)
    if not needed:
        return refuse("bets_closed", "betting is closed: the dice are out", rules, "late_confirmed_by")
    missing = [role for role in needed if role not in stake.event.confirmed]
    if not missing:
        return None
    says = "the dice are out; the {missing:and the} must confirm a late bet"
    return refuse("bets_closed", says, rules, "late_confirmed_by", missing=tuple(missing))


def _confirmed_by_outsider(event: ev.Bet) -> Refusal | None:
    if not event.confirmed:
        return None
    if len(set(event.confirmed)) != len(event.confirmed):
        return refuse("not_your_act", "name each role that confirms a late bet once")
    outsiders = [role for role in event.confirmed if role not in CREW]
    if not outsiders:
        return None
    says = "only the crew confirms a late bet, and {outsider!r} is not a role of the crew"
    return refuse("not_your_act", says, outsider=outsiders[0])


def _wrong_time(stake: _Stake) -> Refusal | None:
    return _cannot_increase(stake) if stake.standing else _cannot_make_now(stake)


def _cannot_increase(stake: _Stake) -> Refusal | None:
    terms, wager, standing = stake.terms, stake.wager, stake.standing
    if terms.increase == "never":
        says = "{wager} may not be increased once it is made"
        return refuse("no_increase", says, terms, "increase", wager=wager)
    if terms.increase == "until_number" and number_of(wager, stake.state.puck):
        takes_odds = ODDS.get(wager.kind) in stake.book.wagers and not (standing and standing.straddles)
        instead = ": odds go behind it" if takes_odds and stake.book.floor.may_advise else ""
        says = "{wager} may not be increased once its number is set{instead}"
        return refuse("no_increase", says, terms, "increase", wager=wager, instead=instead)
    return None


def _cannot_make_now(stake: _Stake) -> Refusal | None:
    terms, wager, puck = stake.terms, stake.wager, stake.state.puck
    if stake.event.press:
        says = "{name} has no {wager:bet} to press"
        return refuse("not_standing", says, name=stake.seat.name, wager=wager)
    if wager.kind in FLATS and not wager.number:
        return None  # odds on the line need a flat wager, which `_bad_odds` checks next
    if terms.made == "puck_on" and not puck:
        made = find(wager.kind) if wager.kind in COMES else wager
        says = "{wager} can be made only while the puck is on, and it is off"
        return refuse("not_now", says, terms, "made", wager=made)
    if wager.kind in COMES and wager.number:
        says = "bet on {box}, not on {wager}: a {box:marked} wager goes to its number by itself"
        return refuse("not_now", says, terms, "made", box=find(wager.kind), wager=wager)
    if terms.made == "come_out" and puck:
        return _after_point(terms, wager, puck)
    return _hand_under_way(stake)


def _hand_under_way(stake: _Stake) -> Refusal | None:
    """Refuse a wager on a shooter's hand after its first come-out throw, unless the book allows it after a 7.

    A shooter who took over in mid-round has not thrown on a come-out yet.
    """
    terms, turn, wager = stake.terms, stake.state.turn, stake.wager
    if terms.made == "new_shooter" and (stake.state.puck or turn.came_out):
        says = "{wager} can be made only before a new shooter's first come-out throw"
        return refuse("not_now", says, terms, "made", wager=wager)
    if terms.made == "after_seven" and turn.since_seven:
        says = "{wager} can be made only before a new shooter's first throw or after a 7"
        return refuse("not_now", says, terms, "made", wager=wager)
    return None


def _after_point(terms: Terms, wager: Wager, puck: int) -> Refusal | None:
    if isinstance(terms, LineTerms) and terms.after_point != "refused":
        return None
    key = "after_point" if wager.kind is Kind.PASS else "made"
    says = "{wager} can be made only on the come-out, and the point is {point}"
    return refuse("not_now", says, terms, key, wager=wager, point=puck)


def _bad_odds(stake: _Stake) -> Refusal | None:
    """Refuse odds without a flat wager or a number, and odds above what the flat wager allows."""
    terms, wager = stake.terms, stake.wager
    if not isinstance(terms, OddsTerms):
        return None
    flat = stake.seat.on(flat_under(wager))
    if flat is None:
        says = "{wager:needs} a bet on {flat} first"
        return refuse("needs_flat", says, terms, "name", wager=wager, flat=flat_under(wager))
    number = number_of(wager, stake.state.puck)
    if not number:
        return refuse("not_now", "{wager} can be made only once a point is set", terms, "made", wager=wager)
    if flat.straddles:
        says = "{wager:needs} a bet on {flat} made before the point, not one across the line"
        return refuse("needs_flat", says, terms, "name", wager=wager, flat=flat.wager)
    return over_odds_limit(terms, wager, number, flat.amount, stake.total)


def _indivisible_tokens(stake: _Stake) -> Refusal | None:
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


def _cannot_pay(stake: _Stake) -> Refusal | None:
    chip, event, seat = stake.state.floor.chip, stake.event, stake.seat
    if event.amount % chip:
        says = "{offered:$} is not a multiple of the smallest chip, {limit:$}"
        return refuse("not_payable", says, limit=chip, offered=event.amount)
    chips = stake.chips
    cost = chips + stake.commission
    if cost > seat.rail:
        fee = stake.commission
        says = "{name} has {limit:$} in the rail and needs {chips:$}" + " plus {fee:$} commission" * bool(fee)
        return refuse(
            "not_enough_chips", says, limit=seat.rail, offered=cost, name=seat.name, chips=chips, fee=fee
        )
    return _lacks_token(stake) if event.tokens else None


def _lacks_token(stake: _Stake) -> Refusal | None:
    rules, seat = stake.book.betting, stake.seat
    if not rules.tokens:
        return refuse("token", "this house takes no tokens", rules, "tokens")
    lacking = tokens_without(stake.event.tokens, seat.tokens)
    if not lacking:
        return None
    other = "other " if lacking[0] in seat.tokens else ""
    says = "{name} has no {other}token of {lacking:$} (tokens: {held:$})"
    return refuse(
        "token", says, rules, "tokens", name=seat.name, other=other, lacking=lacking[0], held=seat.tokens
    )


def bet(book: Rulebook, state: State, event: ev.Bet) -> tuple[State, list[fx.Effect]]:
    """Move the chips and the tokens from the player to the wager, and take any commission."""
    stake = _stake(book, state, event)
    seat, wager, old, fee = stake.seat, stake.wager, stake.standing, stake.commission
    paid = fee + (old.commission if old else 0)
    paid = min(Cents(paid), prepaid(stake.terms, wager, stake.total, state.floor.chip))
    late = isinstance(stake.terms, LineTerms) and stake.terms.after_point == "place" and state.puck > 0
    before = old or Standing(wager, Cents(0), straddles=late and wager.kind is Kind.PASS)
    on_it = tuple(sorted((*before.tokens, *event.tokens))) if event.tokens else before.tokens
    new = replace(before, amount=stake.total, commission=paid, tokens=on_it)
    effects: list[fx.Effect] = [fx.Staked(seat.name, wager, event.amount, stake.total, event.tokens)]
    if fee:
        effects.append(fx.Vigorish(seat.name, wager, Cents(fee)))
    cap = cap_on(book, state.puck, wager, stake.total)
    if cap is not None:
        effects.append(fx.Capped(seat.name, wager, cap))
    rail, tokens = seat.rail - fee - stake.chips, tokens_without(seat.tokens, event.tokens)
    after = saved(seat).holding(rail, seat.wagers_with(old, new), tokens)
    return state.with_seat(_mark_wagered(book, state, after), fee), effects


def _mark_wagered(book: Rulebook, state: State, seat: Seat) -> Seat:
    """Note, at a full table, that this player has wagered in this round."""
    if not book.floor.idle_rounds or len(state.seats) < book.table.places:
        return seat
    return replace(seat, idle=-1)
