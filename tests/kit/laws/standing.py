"""Laws of what may stand: odds on their flat, come wagers on their way, limits and contracts."""

from fractions import Fraction
from typing import Final

from bankcraps import Rulebook, Wager
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.state import Seat, Standing
from bankcraps.game.rulebook.terms import OddsTerms, OneRollTerms
from bankcraps.game.wagers import FLATS, Kind, find
from tests.kit.amounts import ladder, off_unit, sign_for
from tests.kit.oracle import legs_of
from tests.kit.sessions import Moment

__all__ = [
    "a_bet_is_within_the_limits",
    "carried",
    "come_wagers_travel",
    "contracts_stand",
    "could_win",
    "odds_have_their_flat",
]

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


def come_wagers_travel(book: Rulebook, moment: Moment) -> None:
    """A come wager comes to lie on a number only by a throw of that number, out of the box.

    One that was taken down from its number lies there again when that is undone.
    """
    del book
    if isinstance(moment.event, ev.Undo | ev.Correct):
        return
    for seat in moment.after.seats:
        earlier = moment.before.seat(seat.name)
        for standing in seat.wagers:
            if standing.wager.kind not in COMES or not standing.wager.number:
                continue
            if earlier and earlier.on(standing.wager) and not _moved_to(moment, seat, standing):
                continue
            assert isinstance(moment.event, ev.Rolled)
            assert moment.event.throw.total == standing.wager.number
            assert _moved_to(moment, seat, standing)
            box = earlier.on(find(standing.wager.kind)) if earlier else None
            assert box is not None
            assert (box.amount, box.tokens) == (standing.amount, standing.tokens)


def _moved_to(moment: Moment, seat: Seat, standing: Standing) -> bool:
    return any(
        isinstance(effect, fx.Moved) and effect.to is standing.wager and effect.seat == seat.name
        for effect in moment.came.effects
    )


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
            number = standing.wager.number or (0 if standing.wager.kind in COMES else moment.before.puck)
            held = {"always": False, "never": True, "until_number": bool(number)}
            assert amount >= standing.amount or not held[terms.take_down]
            assert amount <= standing.amount or not held[terms.increase]
