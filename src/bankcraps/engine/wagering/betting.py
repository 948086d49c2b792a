"""Making and increasing wagers: `judge_bet` decides whether a bet is allowed, `bet` makes it."""

import msgspec
from msgspec.structs import replace

from bankcraps.chips import Cents, is_sum, limits_of_sums, money
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.actor import CREW
from bankcraps.engine.refusals import Refusal, refuse
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
        message = f"a bet must be {limits_of_sums(event.amount)}, not {money(event.amount)}"
        return refuse("bad_amount", message, offered=event.amount)
    if type(event.tokens) is not tuple or not all(map(is_sum, event.tokens)):
        return refuse("bad_amount", f"the tokens of a bet are a tuple of sums, not {quoted(event.tokens)}")
    if sum(event.tokens) > event.amount:
        message = f"a bet of {money(event.amount)} cannot hold tokens of {money(sum(event.tokens))}"
        return refuse("bad_amount", message, offered=event.amount)
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
    message = f"{book.title} does not offer {wager}"
    terms = book.wagers.get(wager.kind)
    if terms is None:
        return Refusal(code="not_offered", clause=clause_of(book.offered), message=message)
    key = "pays" if wager.dice is None else "hard_totals" if wager.dice.hard else "easy_totals"
    return refuse("not_offered", message, terms, key)


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
    message = f"the dice are out; the {' and the '.join(missing)} must confirm a late bet"
    return refuse("bets_closed", message, rules, "late_confirmed_by")


def _confirmed_by_outsider(event: ev.Bet) -> Refusal | None:
    if not event.confirmed:
        return None
    if len(set(event.confirmed)) != len(event.confirmed):
        return refuse("not_your_act", "name each role that confirms a late bet once")
    outsiders = [role for role in event.confirmed if role not in CREW]
    if not outsiders:
        return None
    return refuse(
        "not_your_act", f"only the crew confirms a late bet, and {outsiders[0]!r} is not a role of the crew"
    )


def _wrong_time(stake: _Stake) -> Refusal | None:
    return _cannot_increase(stake) if stake.standing else _cannot_make_now(stake)


def _cannot_increase(stake: _Stake) -> Refusal | None:
    terms, wager, standing = stake.terms, stake.wager, stake.standing
    if terms.increase == "never":
        return refuse("no_increase", f"{wager} may not be increased once it is made", terms, "increase")
    if terms.increase == "until_number" and number_of(wager, stake.state.puck):
        takes_odds = ODDS.get(wager.kind) in stake.book.wagers and not (standing and standing.straddles)
        instead = ": odds go behind it" if takes_odds else ""
        message = f"{wager} may not be increased once its number is set{instead}"
        return refuse("no_increase", message, terms, "increase")
    return None


def _cannot_make_now(stake: _Stake) -> Refusal | None:
    terms, wager, puck = stake.terms, stake.wager, stake.state.puck
    if stake.event.press:
        return refuse("not_standing", f"there is no bet on {wager} to press")
    if wager.kind in FLATS and not wager.number:
        return None  # odds on the line need a flat wager, which `_bad_odds` checks next
    if terms.made == "puck_on" and not puck:
        made = find(wager.kind) if wager.kind in COMES else wager
        return refuse(
            "not_now", f"{made} can be made only while the puck is on, and it is off", terms, "made"
        )
    if wager.kind in COMES and wager.number:
        box = wager.kind.value
        return refuse(
            "not_now",
            f"bet on {box}, not on {wager}: a {box} wager goes to its number by itself",
            terms,
            "made",
        )
    if terms.made == "come_out" and puck:
        return _after_point(terms, wager, puck)
    return _hand_under_way(stake)


def _hand_under_way(stake: _Stake) -> Refusal | None:
    """Refuse a wager on a shooter's hand after its first come-out throw, unless the book allows it after a 7.

    A shooter who took over in mid-round has not thrown on a come-out yet.
    """
    terms, turn, wager = stake.terms, stake.state.turn, stake.wager
    if terms.made == "new_shooter" and (stake.state.puck or turn.came_out):
        return refuse(
            "not_now", f"{wager} can be made only before a new shooter's first come-out throw", terms, "made"
        )
    if terms.made == "after_seven" and turn.since_seven:
        message = f"{wager} can be made only before a new shooter's first throw or after a 7"
        return refuse("not_now", message, terms, "made")
    return None


def _after_point(terms: Terms, wager: Wager, puck: int) -> Refusal | None:
    if isinstance(terms, LineTerms) and terms.after_point != "refused":
        return None
    key = "after_point" if wager.kind is Kind.PASS else "made"
    return refuse("not_now", f"{wager} can be made only on the come-out, and the point is {puck}", terms, key)


def _bad_odds(stake: _Stake) -> Refusal | None:
    """Refuse odds without a flat wager or a number, and odds above what the flat wager allows."""
    terms, wager = stake.terms, stake.wager
    if not isinstance(terms, OddsTerms):
        return None
    flat = stake.seat.on(flat_under(wager))
    if flat is None:
        return refuse("needs_flat", f"{wager} needs a bet on {flat_under(wager)} first", terms, "name")
    number = number_of(wager, stake.state.puck)
    if not number:
        return refuse("not_now", f"{wager} can be made only once a point is set", terms, "made")
    if flat.straddles:
        message = f"{wager} needs a bet on {flat.wager} made before the point, not one across the line"
        return refuse("needs_flat", message, terms, "name")
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
    message = f"the tokens on {stake.wager} must make a multiple of {money(whole)}, not {money(tokens)}"
    return refuse("off_unit", message, terms, "legs", limit=whole, offered=tokens)


def _cannot_pay(stake: _Stake) -> Refusal | None:
    chip, event, seat = stake.state.floor.chip, stake.event, stake.seat
    if event.amount % chip:
        message = f"{money(event.amount)} is not a multiple of the smallest chip, {money(chip)}"
        return refuse("not_payable", message, limit=chip, offered=event.amount)
    chips = stake.chips
    cost = chips + stake.commission
    if cost > seat.rail:
        beside = f" plus {money(stake.commission)} commission" if stake.commission else ""
        message = f"{seat.name} has {money(seat.rail)} in the rail and needs {money(chips)}{beside}"
        return refuse("not_enough_chips", message, limit=seat.rail, offered=cost)
    return _lacks_token(stake) if event.tokens else None


def _lacks_token(stake: _Stake) -> Refusal | None:
    rules, seat = stake.book.betting, stake.seat
    if not rules.tokens:
        return refuse("token", "this house takes no tokens", rules, "tokens")
    lacking = tokens_without(stake.event.tokens, seat.tokens)
    if not lacking:
        return None
    other = "other " if lacking[0] in seat.tokens else ""
    held = ", ".join(money(token) for token in seat.tokens) or "none"
    message = f"{seat.name} has no {other}token of {money(lacking[0])} (tokens: {held})"
    return refuse("token", message, rules, "tokens")


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
