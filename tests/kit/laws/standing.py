"""Laws of what may stand, and of refusals: each has its reason."""

import copy
from fractions import Fraction
from typing import Final

from bankcraps import Rulebook, Wager, refusal, step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import thrower
from bankcraps.game.rulebook.terms import OddsTerms, OneRollTerms
from bankcraps.game.wagers import FLATS, ODDS, Kind, find
from tests.kit.amounts import is_barred, is_contract, ladder, off_unit, sign_for
from tests.kit.oracle import chips, legs_of, vig, vig_exactly
from tests.kit.sessions import Moment

# Laws of what may stand: odds on their flat, come wagers on their way, limits and contracts.

COMES: Final = (Kind.COME, Kind.DONT_COME)


def odds_have_their_flat(book: Rulebook, moment: Moment) -> None:
    """Odds lie behind their flat wager, on a number, and never above what it carries."""
    for seat in moment.after.seats:
        for standing in seat.wagers:
            if standing.wager.kind not in FLATS:
                continue
            flat = seat.on(find(FLATS[standing.wager.kind], standing.wager.number))
            assert flat is not None, f"{standing.wager} without its flat"
            number = standing.wager.number or moment.after.puck
            assert number in book.come_out.points
            assert carried(book, standing.wager, standing.amount, number) <= flat.amount


def carried(book: Rulebook, wager: Wager, amount: int, number: int) -> Fraction:
    """The flat wager that so much in odds needs."""
    terms = book.wagers[wager.kind]
    assert isinstance(terms, OddsTerms)
    measured = amount * (terms.pays[number].ratio if terms.measure == "win" else Fraction(1))
    return measured / terms.limit[number]


def a_bet_is_within_the_limits(book: Rulebook, moment: Moment) -> None:
    """The amount after a bet is within the sign: not below the least, not above the most, in units."""
    event = moment.event
    if not isinstance(event, ev.Bet) or not moment.came:
        return
    (staked,) = (effect for effect in moment.came.effects if isinstance(effect, fx.Staked))
    assert staked.amount == event.amount
    seat = moment.before.seat(event.by.person)
    assert seat
    sign = sign_for(moment.before, seat)
    terms = book.wagers[staked.wager.kind]
    least, _ = ladder(terms, sign)
    assert staked.stands >= least
    assert not off_unit(book, moment.before, seat, staked.wager, staked.stands)
    if terms.maximum == "table":
        assert staked.stands <= sign.maximum
    if terms.maximum == "win":
        assert could_win(book, moment.before.puck, staked.wager, staked.stands) <= sign.maximum


def over_cap(book: Rulebook, puck: int, wager: Wager, stake: int) -> bool:
    """Whether a wager, or a leg of it, could be paid more than the house's cap on it."""
    terms = book.wagers[wager.kind]
    if terms.max_pay is None:
        return False
    parts = [(wager, stake)]
    if isinstance(terms, OneRollTerms) and terms.legs:
        units = legs_of(terms, wager)
        unit = stake // sum(units.values())
        parts = [(find(leg), unit * share) for leg, share in units.items()]
    with_it = terms.max_pay_on == "payoff"
    return any(could_win(book, puck, leg, on) + on * with_it > terms.max_pay for leg, on in parts)


def could_win(book: Rulebook, puck: int, wager: Wager, stake: int) -> Fraction:
    """The most a wager could win, exactly; for a wager of legs, the most that one leg could."""
    terms = book.wagers[wager.kind]
    if isinstance(terms, OneRollTerms) and terms.legs:
        units = legs_of(terms, wager)
        return max(
            could_win(book, puck, find(leg), stake // terms.units * share) for leg, share in units.items()
        )
    if isinstance(terms, OddsTerms):
        return stake * terms.pays[wager.number or puck].ratio
    return stake * terms.best(wager).ratio


def contracts_stand(book: Rulebook, moment: Moment) -> None:
    """A player cannot take down a wager that may not come down, or raise one that may not go up."""
    if not moment.came or not isinstance(moment.event, ev.Bet | ev.TakeDown | ev.Leave):
        return
    for seat in moment.before.seats:
        later = moment.after.seat(seat.name)
        decided = {
            e.wager for e in moment.came.effects if isinstance(e, fx.Lost | fx.Paid) and e.seat == seat.name
        }
        for standing in seat.wagers:
            if standing.wager in decided:
                continue  # a hand ended when somebody left, and the wagers on it with it
            now = later.on(standing.wager) if later else None
            amount = now.amount if now else 0
            terms = book.wagers[standing.wager.kind]
            state, spot = moment.before, standing.wager
            assert amount >= standing.amount or not is_barred(terms.take_down, state, spot)
            assert amount <= standing.amount or not is_barred(terms.increase, state, spot)


# Laws of refusals: they change nothing, one judge gives them, and each has its reason.


def a_refused_event_changes_nothing(book: Rulebook, moment: Moment) -> None:
    """The same table, no effects, and a sentence with the reason."""
    del book
    if moment.came:
        assert moment.came.refusal is None
        return
    assert moment.after is moment.before
    assert moment.came.effects == ()
    assert moment.came.refusal is not None
    assert moment.came.refusal.message


def there_is_one_judge(book: Rulebook, moment: Moment) -> None:
    """`refusal` says what `step` will."""
    assert refusal(book, moment.before, moment.event) == moment.came.refusal


def the_same_again_is_the_same(book: Rulebook, moment: Moment) -> None:
    """A step is a function of a table and an event, as values: equal tables go to equal tables."""
    twin = copy.deepcopy(moment.before)
    assert twin == moment.before
    assert hash(twin) == hash(moment.before)
    again = step(book, twin, copy.deepcopy(moment.event))
    assert again == moment.came
    assert hash(again.state) == hash(moment.after)


def a_bare_roll_is_a_throw_and_its_rest(book: Rulebook, moment: Moment) -> None:
    """Dice that rest without having been thrown were thrown by whoever they are with."""
    event, before = moment.event, moment.before
    due = thrower(book, before)
    if not isinstance(event, ev.Rolled) or before.thrown or due is None:
        return
    thrown = step(book, before, ev.ThrowDice(by=due))  # at no time: the roll brings the clock forward
    if not thrown:
        assert not moment.came
        return
    rested = step(book, thrown.state, event)
    assert rested.refusal == moment.came.refusal
    if rested:
        assert rested.state == moment.after
        *taken, last = thrown.effects
        assert last == fx.DiceThrown(due)
        assert (*taken, *rested.effects) == moment.came.effects


def a_player_never_says_how_the_dice_rest(book: Rulebook, moment: Moment) -> None:
    """Only the source of the dice or a member of the crew says how the dice came to rest."""
    if isinstance(moment.event, ev.Rolled) and moment.came:
        assert moment.event.by.role in ("dice", *book.table.crew)


def a_no_has_its_reason(book: Rulebook, moment: Moment) -> None:
    """A wager that is refused for a sum or a time is indeed too small, too large, too early, or too late."""
    event, refused, state = moment.event, moment.came.refusal, moment.before
    if refused is None or not isinstance(event, ev.Bet | ev.TakeDown):
        return
    seat = state.seat(event.by.person)
    if seat is None or seat.name in state.floor.excluded or refused.code in ("time_runs_back", "bad_amount"):
        return
    if event.by.role != "player":
        assert refused.code == "not_your_act"
        return
    wager = event.wager
    terms, standing = book.terms(wager), seat.on(wager)
    if terms is None:
        assert refused.code in ("not_offered", "table_closed", "not_standing")
        return
    there = standing.amount if standing else 0
    total = there + event.amount if isinstance(event, ev.Bet) else there - (event.amount or there)
    sign, chip = sign_for(state, seat), state.floor.chip
    least, _ = ladder(terms, sign)
    staked = event.tokens if isinstance(event, ev.Bet) else ()
    free = sum(staked) + (sum(standing.tokens) if standing else 0)
    whole = chip * (terms.units if getattr(terms, "legs", None) else 1)
    number = wager.number or (0 if wager.kind in COMES else state.puck)
    flat = seat.on(find(FLATS[wager.kind], wager.number)) if wager.kind in FLATS else None
    gone = standing.withdrawn if standing else 0
    fee = vig(terms, wager, total + gone, chip) - (vig(terms, wager, there + gone, chip) if there else 0)
    behind = [
        s for s in seat.wagers if ODDS.get(wager.kind) is s.wager.kind and s.wager.number == wager.number
    ]
    reasons = {
        "under_minimum": lambda: (
            total < max(least, whole)  # a chip for each leg
            or vig_exactly(terms, wager, total) < chip
            or not chips(could_win(book, state.puck, wager, total), chip, book.betting.rounding)
        ),
        "off_unit": lambda: off_unit(book, state, seat, wager, total) or bool(free % whole),
        "over_maximum": lambda: (
            (
                total > sign.maximum
                if terms.maximum == "table"
                else could_win(book, state.puck, wager, total) > sign.maximum
            )
            or over_cap(book, state.puck, wager, total)
        ),
        "over_odds_limit": lambda: bool(flat) and carried(book, wager, total, number) > flat.amount,
        "needs_flat": lambda: wager.kind in FLATS and (flat is None or flat.straddles),
        "not_enough_chips": lambda: (event.amount or 0) - sum(staked) + fee > seat.rail,
        "not_payable": lambda: bool((event.amount or 0) % chip),
        "not_standing": lambda: standing is None,
        "no_increase": lambda: standing is not None and is_barred(terms.increase, state, wager),
        "contract": lambda: any(
            is_contract(book, state, spot) for spot in (wager, *(s.wager for s in behind))
        ),
        "odds_stand": lambda: any(carried(book, s.wager, s.amount, number) > total for s in behind),
        "bets_closed": lambda: state.out,
        "table_closed": lambda: state.floor.closed,
        "not_now": lambda: standing is None and (terms.made != "any" or wager.kind in (*FLATS, *COMES)),
        "token": lambda: bool(free) or bool(getattr(event, "token", False)),
        "not_your_act": lambda: bool(getattr(event, "confirmed", ())),
    }
    assert reasons[refused.code](), refused
