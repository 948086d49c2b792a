"""Whether an amount may stand on a wager: the table's sign, the wager's units, what odds allow."""

from msgspec.structs import replace

from bankcraps.chips import printed
from bankcraps.engine.refusals import Code, Refusal, no
from bankcraps.engine.state import Limits, Seat, State
from bankcraps.engine.throw.rulings.one_roll import leg_units
from bankcraps.engine.wagering.spots import number_of
from bankcraps.pays import Pay
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import OddsTerms, OneRollTerms, Terms
from bankcraps.wagers import Wager

__all__ = ["outside_limits", "step_of", "won_exactly"]


def outside_limits(book: Rulebook, state: State, seat: Seat, wager: Wager, total: int) -> Refusal | None:
    """Why the table would not let that much stand on a wager."""
    terms = book.wagers[wager.kind]
    limits = limits_for(state, seat)
    return (
        _too_little(book, terms, limits, wager, total)
        or _off_unit(book, terms, limits, wager, total)
        or _too_much(book, state.puck, limits, wager, total)
    )


def limits_for(state: State, seat: Seat) -> Limits:
    """The limits a player bets by: the sign before them, which never takes from the table's maximum."""
    table, own = state.floor.limits, seat.limits
    if own is None or own.maximum >= table.maximum:
        return own or table
    return replace(own, maximum=table.maximum)


def step_of(terms: Terms, limits: Limits) -> int:
    """In what steps a wager is made, in cents: the table's unit, once for each unit of a wager of legs."""
    return limits.unit * (terms.units if isinstance(terms, OneRollTerms) else 1)


def _too_little(book: Rulebook, terms: Terms, limits: Limits, wager: Wager, total: int) -> Refusal | None:
    least = limits.minimum if terms.minimum == "table" else limits.unit
    if total >= least:
        return None
    message = f"{wager} takes at least {printed(least)}, not {printed(total)}"
    return _refused(book, terms, "minimum", "under_minimum", message, (least, total))


def _off_unit(book: Rulebook, terms: Terms, limits: Limits, wager: Wager, total: int) -> Refusal | None:
    step = step_of(terms, limits)
    if step != limits.unit:
        if total % step == 0:
            return None
        message = f"{wager} goes in multiples of {printed(step)}, and {printed(total)} is none"
        return _refused(book, terms, "legs", "off_unit", message, (step, total))
    above = limits.minimum if terms.minimum == "table" else 0
    if (total - above) % step == 0:
        return None
    start = f" up from {printed(above)}" if above % step else ""
    message = f"{wager} goes{start} in units of {printed(step)}, and {printed(total)} does not fit"
    return _refused(book, terms, "minimum", "off_unit", message, (step, total))


def _too_much(book: Rulebook, puck: int, limits: Limits, wager: Wager, total: int) -> Refusal | None:
    terms, most = book.wagers[wager.kind], limits.maximum
    if terms.maximum == "table" and total > most:
        message = f"{wager} takes at most {printed(most)}, not {printed(total)}"
        return _refused(book, terms, "maximum", "over_maximum", message, (most, total))
    if terms.maximum != "win":
        return None
    won = _most_won(book, puck, wager, total)
    if won <= most:
        return None
    message = f"{wager} for {printed(total)} could win {printed(won)}, more than {printed(most)}"
    return _refused(book, terms, "maximum", "over_maximum", message, (most, won))


def _refused(
    book: Rulebook, terms: Terms, key: str, code: Code, message: str, figures: tuple[int, int]
) -> Refusal:
    """Cite the wager's own rule if it has one, else the sign at the table."""
    limit, offered = figures
    own = key in terms.source
    return no(
        code, message, terms if own else book.betting, key if own else "limits", limit=limit, offered=offered
    )


def _most_won(book: Rulebook, puck: int, wager: Wager, total: int) -> int:
    """The most a wager could win at its printed pay, a fraction of a cent counting as one."""
    terms = book.wagers[wager.kind]
    if isinstance(terms, OneRollTerms) and terms.legs:
        unit = total // terms.units
        legs = leg_units(terms, wager)
        return max(_most_won(book, puck, leg, unit * units) for leg, units in legs.items())
    pay = terms.pays[number_of(wager, puck)] if isinstance(terms, OddsTerms) else terms.best(wager)
    return won_exactly(total, pay)


def won_exactly(stake: int, pay: Pay) -> int:
    """What a stake wins at a pay, a fraction of a cent counting as one."""
    return -(-stake * pay.num // pay.den)
