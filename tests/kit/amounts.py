"""Sums that a player would put down: within the sign's limits, in its units, odds that the flat carries."""

from bankcraps import Limits, Rulebook, State, Wager
from bankcraps.game.engine.state import Seat
from bankcraps.game.rulebook.terms import NumberTerms, OddsTerms, OneRollTerms, Terms
from bankcraps.game.wagers import FLATS, Kind, find


def sign_for(state: State, seat: Seat) -> Limits:
    """The limits of a player: a sign of their own may only raise the maximum of the table's."""
    table, own = state.floor.limits, seat.limits or state.floor.limits
    return Limits(own.minimum, max(own.maximum, table.maximum), own.unit)


def ladder(terms: Terms, sign: Limits) -> tuple[int, int]:
    """The least that may stand on a wager, and the step by which it goes up."""
    least = sign.minimum if terms.minimum == "table" else sign.unit
    if isinstance(terms, OneRollTerms) and terms.units > 1 and terms.parts == "unit":
        step = sign.unit * terms.units
        return -(-least // step) * step, step
    return least, sign.unit


def off_unit(book: Rulebook, state: State, seat: Seat, wager: Wager, total: int) -> bool:
    """Whether a sum is off the units of the sign, or cannot be divided into chips for the parts."""
    terms, chip = book.wagers[wager.kind], state.floor.chip
    least, unit = ladder(terms, sign_for(state, seat))
    if isinstance(terms, OneRollTerms) and total % (chip * terms.units):
        return True
    if terms.unit == "pays" and isinstance(terms, OddsTerms | NumberTerms):
        won = total * terms.pays[wager.number or state.puck].ratio
        if won % chip == 0:
            return False
    return bool((total - least) % unit)


def flat_under(seat: Seat, wager: Wager) -> int:
    """The cents on the flat wager under odds."""
    standing = seat.on(find(FLATS[wager.kind], wager.number))
    return standing.amount if standing else 0


def odds_number(state: State, wager: Wager) -> int:
    """The number that odds are on; 0 while the line has none."""
    return wager.number or state.puck


def most_in_odds(book: Rulebook, state: State, seat: Seat, wager: Wager) -> int:
    """The most that the flat wager under these odds can carry, in cents."""
    terms, number = book.wagers[wager.kind], odds_number(state, wager)
    assert isinstance(terms, OddsTerms)
    if not number:
        return 0
    most = flat_under(seat, wager) * terms.limit[number]
    return int(most if terms.measure == "stake" else most / terms.pays[number].ratio)


def is_barred(when: str, state: State, wager: Wager) -> bool:
    """Whether what a wager may do always, never, or until it has a number, may not be done now."""
    number = wager.number or (0 if wager.kind in (Kind.COME, Kind.DONT_COME) else state.puck)
    return {"always": False, "never": True, "until_number": bool(number)}[when]


def is_contract(book: Rulebook, state: State, wager: Wager) -> bool:
    """Whether a wager may not come down any more."""
    return is_barred(book.wagers[wager.kind].take_down, state, wager)
