"""The amounts that shortcuts bet."""

from typing import Final

from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.engine import BetRange, Seat, State, bet_range, player
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.wagering import ranges
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import ODDS, Kind, Wager, find, number_of, odds_behind

_UNITS: Final = tuple(Cents(dollars * 100) for dollars in (1, 2, 5, 10, 15, 20, 25, 50, 100, 200, 500, 1000))
_USUAL: Final = Cents(500)


def first_unit(state: State) -> Cents:
    """The unit at the start: five dollars, or the table's minimum if that is more."""
    return max(_USUAL, state.floor.limits.minimum)


def next_unit(unit: Cents, state: State, *, up: bool) -> Cents:
    """The next larger or smaller unit, within the limits of the table."""
    limits = state.floor.limits
    steps = sorted({limits.minimum, *(step for step in _UNITS if limits.minimum <= step <= limits.maximum)})
    beyond = [step for step in steps if (step > unit if up else step < unit)]
    if not beyond:
        return unit
    return beyond[0] if up else beyond[-1]


def stake(book: Rulebook, state: State, name: str, wager: Wager, unit: Cents) -> Cents:
    """A unit on a wager, or the next amount up that may be bet; a little more if that pays without rounding.

    A unit of 5 on the 6 is 6, as a dealer would ask for. Where no amount may be bet, it is the unit.
    """
    found = bet_range(book, state, ev.Bet(wager, unit, by=player(name)))
    least = found.amounts.at_least(unit) if isinstance(found, BetRange) else None
    if not isinstance(found, BetRange) or least is None:
        return unit
    return found.a_little_more(least) or least


def full_odds_bet(book: Rulebook, state: State, seat: Seat) -> ev.Bet:
    """Full odds behind the first flat wager that has room for more, as far as the rail goes.

    Without such a wager the bet returned is one that the rules refuse, so that the player sees why.
    """
    for standing in seat.wagers:
        odds = odds_behind(standing.wager)
        if odds is None or not number_of(standing.wager, state.puck):
            continue
        bet = ev.Bet(odds, state.floor.chip, by=player(seat.name))
        more = ranges.full_odds(book, state, bet)
        if more:
            return replace(bet, amount=more)
    flat = Kind.DONT_PASS if seat.on(find(Kind.DONT_PASS)) else Kind.PASS
    return ev.Bet(find(ODDS[flat]), state.floor.chip, by=player(seat.name))
