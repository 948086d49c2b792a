"""Making and increasing wagers: `judge_bet` decides whether a bet is allowed, `bet` makes it.

`Stake` is a bet about to be made, and `not_now` says whether it may be made now, whatever its amount.

An undo may put wagers back up. `judge_undo` refuses it if one of them could not be bet now.
"""

from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar, Final

import msgspec
from msgspec.structs import replace

from bankcraps.errors import quoted
from bankcraps.game.chips import LARGEST, Cents, is_sum, limits_of_sums
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import CREW, player
from bankcraps.game.engine.refusals import Refusal, Sentence, refuse, unless
from bankcraps.game.engine.state import Done, Earlier, Seat, Standing, State, tokens_without
from bankcraps.game.engine.wagering.bounds import Bound, Bounds, Rule, Step, Sums
from bankcraps.game.engine.wagering.commission import due_with_bet, paid_for
from bankcraps.game.engine.wagering.sign_bounds import cap_on, is_outside, odds_bounds, sign_bounds
from bankcraps.game.engine.wagering.undoing import with_present
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.section import clause_of
from bankcraps.game.rulebook.terms import LineTerms, OddsTerms, OneRollTerms, Terms
from bankcraps.game.wagers import COMES, FLATS, ODDS, Kind, Wager, find, flat_under, number_of

_MOST: Final = 2 * LARGEST
"""The most that a player may have at the table, in cents, to bet. More can only have been won."""


class Stake(msgspec.Struct, frozen=True, gc=False, eq=False):
    """A bet about to be made, with everything that decides whether it is allowed.

    Attributes:
        wager: the wager.
        standing: the wager that already stands there, or None.
        flat: the flat wager under odds, if it stands.
        total: the sum that would stand there with the bet, in cents.
    """

    book: Rulebook
    state: State
    event: ev.Bet
    seat: Seat
    wager: Wager
    terms: Terms
    standing: Standing | None
    flat: Standing | None
    total: Cents

    @property
    def there(self) -> int:
        """The amount that stands on the wager already, in cents."""
        return self.standing.amount if self.standing else 0

    @property
    def commission(self) -> Cents:
        """The commission due with this bet, in cents. A token is free; the commission on it is not."""
        return self.commission_on(self.total)

    @property
    def number(self) -> int:
        """The number that decides the wager, or 0."""
        return number_of(self.wager, self.state.puck)

    def commission_on(self, total: int) -> Cents:
        """The commission due with a bet that brings the wager to a total, in cents."""
        return due_with_bet(self.terms, self.wager, self.standing, total, self.state.floor.chip)

    def cost(self, total: int) -> int:
        """The chips that a bet to a total takes from the rail, with its commission, in cents."""
        return total - self.total + self.event.chips + self.commission_on(total)


def stake_of(book: Rulebook, state: State, event: ev.Bet) -> Stake:
    """Collect what decides a bet. The house must offer the wager."""
    seat = state.seated(event.by.person)
    wager = event.wager
    standing = seat.on(wager)
    flat = seat.on(flat_under(wager)) if wager.kind in FLATS else None
    total = Cents(event.amount + (standing.amount if standing else 0))
    return Stake(book, state, event, seat, wager, book.wagers[wager.kind], standing, flat, total)


def not_now(stake: Stake) -> Refusal | None:
    """Refuse a bet that may not be made now, whatever its amount.

    Once the dice are out, the crew must have confirmed it. Odds need their flat wager and a number. A player
    with more than twice `LARGEST` does not bet: `bankcraps.game.chips` says why.
    """
    return (
        _betting_closed(stake)
        or _confirmed_by_outsider(stake.event)
        or (_cannot_increase(stake) if stake.standing else _cannot_make_now(stake))
        or _no_odds(stake)
        or _has_too_much(stake.seat)
    )


def _has_too_much(seat: Seat) -> Refusal | None:
    holdings = seat.holdings
    if holdings <= _MOST:
        return None
    says = "{name:has} {offered:$} at this table, more than {limit:$}: cash out some of it before you bet"
    return refuse("too_many_chips", says, limit=_MOST, offered=holdings, name=seat.name)


def _betting_closed(stake: Stake) -> Refusal | None:
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


def _cannot_increase(stake: Stake) -> Refusal | None:
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


def _cannot_make_now(stake: Stake) -> Refusal | None:
    terms, wager, puck = stake.terms, stake.wager, stake.state.puck
    if stake.event.press:
        says = "{name:has} no {wager:bet} to press"
        return refuse("not_standing", says, name=stake.seat.name, wager=wager)
    if wager.kind in FLATS and not wager.number:
        return None  # odds on the line need a flat wager, which `_no_odds` checks next
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


def _hand_under_way(stake: Stake) -> Refusal | None:
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


def _no_odds(stake: Stake) -> Refusal | None:
    """Refuse odds without a flat wager or a number."""
    terms, wager, flat = stake.terms, stake.wager, stake.flat
    if not isinstance(terms, OddsTerms):
        return None
    if flat is None:
        says = "{wager:needs} a bet on {flat} first"
        return refuse("needs_flat", says, terms, "name", wager=wager, flat=flat_under(wager))
    if not stake.number:
        return refuse("not_now", "{wager} can be made only once a point is set", terms, "made", wager=wager)
    if flat.straddles:
        says = "{wager:needs} a bet on {flat} made before the point, not one across the line"
        return refuse("needs_flat", says, terms, "name", wager=wager, flat=flat.wager)
    return None


no_tokens: Final = unless("betting", "tokens", "token", "this house takes no tokens")
"""Refuses tokens where the house takes none."""


def not_offered(book: Rulebook, wager: Wager) -> Refusal:
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


# Payment for bets: whole chips make up every amount, and the rail holds a bet with its commission.


@lru_cache(maxsize=4096)
def chip_bound(chip: Cents, there: int = 0) -> Bound:
    """The rule that the smallest chip makes up an amount, or what comes on top of an amount in cents."""
    says = Sentence("{offered:$} is not a multiple of the smallest chip, {limit:$}")
    takes = Sums(steps=(Step(there % chip, chip),))
    return Bound("chip", takes, "not_payable", says, chip, offered=lambda total: total - there)


def over_most(seat: Seat, more: int) -> Refusal | None:
    """Refuse chips or tokens with which a player would have more than `LARGEST` at the table."""
    holdings = seat.holdings + more
    if more < 0 or holdings <= LARGEST:
        return None
    says = "{name} would have {offered:$} at this table, and {limit:$} is the most that a player may have"
    return refuse("too_many_chips", says, limit=LARGEST, offered=holdings, name=seat.name)


class RailBound(msgspec.Struct, frozen=True, gc=False, eq=False):
    """The rule that a player's rail holds the chips of a bet and its commission.

    It answers as a `Bound` does. Every bet asks it, so the most that it takes is worked out only for a range.
    """

    stake: Stake
    rule: ClassVar[Rule] = "rail"
    clause: ClassVar[None] = None

    @property
    def takes(self) -> Sums:
        """The totals that it allows to stand, in cents."""
        stake, rail = self.stake, self.stake.seat.rail
        without_fee = rail - stake.cost(stake.there) + stake.there
        totals = range(max(stake.there, without_fee - stake.commission_on(without_fee)), without_fee + 1)
        return Sums(most=Cents(totals[bisect_right(totals, rail, key=stake.cost) - 1]))

    def refusal(self, total: int) -> Refusal | None:
        """Refuse a total in cents that costs more than the rail holds."""
        stake, rail, cost = self.stake, self.stake.seat.rail, self.stake.cost(total)
        if cost <= rail:
            return None
        fee = stake.commission_on(total)
        says = "{name:has} {limit:$} in the rail {name:and needs} {chips:$}"
        says += " plus {fee:$} commission" * bool(fee)
        return refuse(
            "not_enough_chips",
            says,
            limit=rail,
            offered=cost,
            name=stake.seat.name,
            chips=cost - fee,
            fee=fee,
        )


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
