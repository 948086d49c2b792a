"""A bet about to be made, and whether it may be made now, whatever its amount."""

from bisect import bisect_right
from functools import lru_cache
from typing import ClassVar, Final

import msgspec

from bankcraps.game.chips import LARGEST, Cents
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import CREW
from bankcraps.game.engine.refusals import Refusal, refuse, unless
from bankcraps.game.engine.sentence import Sentence
from bankcraps.game.engine.state import Seat, Standing, State
from bankcraps.game.engine.wagering.bounds import Bound, Rule, Step, Sums
from bankcraps.game.engine.wagering.commission import due_with_bet
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.section import clause_of
from bankcraps.game.rulebook.terms import LineTerms, OddsTerms, Terms
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
        or _wrong_time(stake)
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


def _wrong_time(stake: Stake) -> Refusal | None:
    return _cannot_increase(stake) if stake.standing else _cannot_make_now(stake)


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
