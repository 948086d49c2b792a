"""Whether an amount may stand on a wager: the table's limits and the wager's units."""

from msgspec.structs import replace

from bankcraps.chips import Cents, printed
from bankcraps.engine.refusals import Code, Refusal, refuse
from bankcraps.engine.state import Limits, Seat, State
from bankcraps.engine.wagering.spots import number_of
from bankcraps.pays import Pay
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import OddsTerms, OneRollTerms, Terms
from bankcraps.wagers import Wager

__all__ = ["cap_on", "outside_limits", "over_max_pay", "step_of", "won_exactly"]


def outside_limits(book: Rulebook, state: State, seat: Seat, wager: Wager, total: int) -> Refusal | None:
    """Refuse a total below the minimum, above the maximum, or off the wager's units."""
    terms = book.wagers[wager.kind]
    limits = limits_for(state, seat)
    return (
        _too_little(book, terms, limits, wager, total)
        or _off_unit(book, terms, limits, wager, total)
        or _too_much(book, state.puck, limits, wager, total)
    )


def limits_for(state: State, seat: Seat) -> Limits:
    """Return the limits that apply to a player.

    A player's own limits replace the table's, but never lower the maximum.
    """
    table, own = state.floor.limits, seat.limits
    if own is None or own.maximum >= table.maximum:
        return own or table
    return replace(own, maximum=table.maximum)


def step_of(terms: Terms, limits: Limits) -> int:
    """The step in which a wager goes up, in cents: one table unit for each unit of the wager."""
    return limits.unit * (terms.units if isinstance(terms, OneRollTerms) else 1)


def _too_little(book: Rulebook, terms: Terms, limits: Limits, wager: Wager, total: int) -> Refusal | None:
    least = limits.minimum if terms.minimum == "table" else limits.unit
    if total >= least:
        return None
    message = f"{wager} needs at least {printed(least)}, not {printed(total)}"
    return _refused(book, terms, "minimum", "under_minimum", message, (least, total))


def _off_unit(book: Rulebook, terms: Terms, limits: Limits, wager: Wager, total: int) -> Refusal | None:
    step = step_of(terms, limits)
    if step != limits.unit:
        if total % step == 0:
            return None
        message = f"{wager} must be a multiple of {printed(step)}, not {printed(total)}"
        return _refused(book, terms, "legs", "off_unit", message, (step, total))
    above = limits.minimum if terms.minimum == "table" else 0
    if (total - above) % step == 0:
        return None
    start = f"{printed(above)} plus " if above % step else ""
    message = f"{wager} must be {start}a multiple of {printed(step)}, not {printed(total)}"
    return _refused(book, terms, "minimum", "off_unit", message, (step, total))


def _too_much(book: Rulebook, puck: int, limits: Limits, wager: Wager, total: int) -> Refusal | None:
    terms, most = book.wagers[wager.kind], limits.maximum
    if terms.maximum == "table" and total > most:
        message = f"{wager} may be at most {printed(most)}, not {printed(total)}"
        return _refused(book, terms, "maximum", "over_maximum", message, (most, total))
    if terms.maximum != "win":
        return None
    won = _most_won(book, puck, wager, total)
    if won <= most:
        return None
    message = f"{wager} may win at most {printed(most)}, and {printed(total)} could win {printed(won)}"
    return _refused(book, terms, "maximum", "over_maximum", message, (most, won))


def _refused(
    book: Rulebook, terms: Terms, key: str, code: Code, message: str, figures: tuple[int, int]
) -> Refusal:
    """Refuse, citing the wager's own rule if the book has one, or else the table's limits."""
    limit, offered = figures
    own = key in terms.source
    return refuse(
        code, message, terms if own else book.betting, key if own else "limits", limit=limit, offered=offered
    )


def cap_on(book: Rulebook, puck: int, wager: Wager, total: int) -> Cents | None:
    """The cap on pays, in cents, if a wager could be paid more; None if it is always paid in full."""
    terms = book.wagers[wager.kind]
    if terms.max_pay is None:
        return None
    for stake, won in _chances(book, puck, wager, total):
        most = terms.most_won(stake)
        if most is not None and won > most:
            return terms.max_pay
    return None


def over_max_pay(book: Rulebook, puck: int, wager: Wager, total: int) -> Refusal | None:
    """Refuse a wager that the house could not pay in full, if the book refuses such wagers."""
    terms = book.wagers[wager.kind]
    if terms.over_max_pay != "refused":
        return None
    cap = cap_on(book, puck, wager, total)
    if cap is None:
        return None
    whole = terms.max_pay_on == "payoff"
    paid = max(won + stake * whole for stake, won in _chances(book, puck, wager, total))
    with_it = " with its stake" if whole else ""
    message = (
        f"{wager} is paid at most {printed(cap)}{with_it}, and {printed(total)} could be paid {printed(paid)}"
    )
    return refuse("over_maximum", message, terms, "max_pay", limit=cap, offered=paid)


def _most_won(book: Rulebook, puck: int, wager: Wager, total: int) -> int:
    """The most that a wager could win at its printed pay, in cents, rounded up."""
    return max(won for _, won in _chances(book, puck, wager, total))


def _chances(book: Rulebook, puck: int, wager: Wager, total: int) -> list[tuple[int, int]]:
    """The stake and the most it could win at its printed pay, in cents, for each leg of a wager."""
    terms = book.wagers[wager.kind]
    if isinstance(terms, OneRollTerms) and terms.legs:
        unit = total // terms.units
        legs = terms.leg_units(wager).items()
        return [chance for leg, units in legs for chance in _chances(book, puck, leg, unit * units)]
    pay = terms.pays[number_of(wager, puck)] if isinstance(terms, OddsTerms) else terms.best(wager)
    return [(total, won_exactly(total, pay))]


def won_exactly(stake: int, pay: Pay) -> int:
    """What a stake wins at a pay, in cents, rounded up to a whole cent."""
    return -(-stake * pay.num // pay.den)
