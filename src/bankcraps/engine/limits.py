"""Whether an amount may stand on a wager: the sign at the table, the units of the wager, and what odds allow."""

from bankcraps.chips import Cents, printed
from bankcraps.engine.refusals import Refusal, no
from bankcraps.engine.rulings.one_roll import leg_units
from bankcraps.engine.settle import winnings
from bankcraps.engine.state import Floor, Seat
from bankcraps.rulebook.schema import OddsTerms, OneRollTerms, Rulebook, Terms
from bankcraps.wagers import FLATS, Wager, find

__all__ = ["flat_of", "most_odds", "outside_limits", "over_odds_limit", "stakes_step"]


def outside_limits(
    book: Rulebook, floor: Floor, seat: Seat, terms: Terms, wager: Wager, total: int
) -> Refusal | None:
    """Why the table would not let that much stand on a wager."""
    limits = seat.limits or floor.limits
    least = limits.minimum if terms.minimum == "table" else limits.unit
    name = wager.name
    if total < least:
        message = f"{name} takes at least {printed(least)}, not {printed(total)}"
        return _limit(book, terms, "minimum", "under_minimum", message, least, total)
    step = limits.unit * (terms.units if isinstance(terms, OneRollTerms) else 1)
    above = 0 if step != limits.unit or terms.minimum == "unit" else limits.minimum
    if (total - above) % step:
        message = f"{name} is made in units of {printed(step)}, so not {printed(total)}"
        if above % step:
            message = f"{name} goes up from {printed(above)} in units of {printed(step)}, so not {printed(total)}"
        key = "legs" if step != limits.unit else "minimum"
        return _limit(book, terms, key, "off_unit", message, step, total)
    if terms.maximum == "table" and total > limits.maximum:
        message = f"{name} takes at most {printed(limits.maximum)}, not {printed(total)}"
        return _limit(book, terms, "maximum", "over_maximum", message, limits.maximum, total)
    if terms.maximum == "win":
        won = _most_won(book, floor, terms, wager, total)
        if won > limits.maximum:
            message = (
                f"{name} for {printed(total)} could win {printed(won)}, more than {printed(limits.maximum)}"
            )
            return _limit(book, terms, "maximum", "over_maximum", message, limits.maximum, won)
    return None


def _limit(
    book: Rulebook, terms: Terms, key: str, code: str, message: str, limit: int, offered: int
) -> Refusal:
    """Cite the wager's own exception if it has one, else the sign."""
    if key in terms.source or "*" in terms.source and key == "legs":
        return no(code, message, terms, key, limit=limit, offered=offered)  # pyright: ignore[reportArgumentType]
    return no(code, message, book.betting, "limits", limit=limit, offered=offered)  # pyright: ignore[reportArgumentType]


def _most_won(book: Rulebook, floor: Floor, terms: Terms, wager: Wager, total: int) -> Cents:
    if isinstance(terms, OneRollTerms) and terms.legs:
        unit = total // terms.units
        legs = leg_units(terms, wager)
        return max(
            _most_won(book, floor, book.wagers[leg.kind], leg, unit * units) for leg, units in legs.items()
        )
    pay = terms.best(wager)
    return winnings(book, terms, floor.chip, total, pay.num, pay.den)


def flat_of(wager: Wager) -> Wager:
    """The flat wager under odds: `come 6` under `come_odds 6`."""
    return find(FLATS[wager.kind], wager.number)


def over_odds_limit(
    terms: OddsTerms, wager: Wager, number: int, flat: int, total: int
) -> Refusal | None:
    """Why a flat wager of that much cannot carry that much in odds."""
    times = terms.limit[number]
    if terms.measure == "stake":
        most, offered, what = flat * times, total, "stake"
    else:
        pay = terms.pays[number]
        most, offered, what = flat * times, -(-total * pay.num // pay.den), "win"
    if offered <= most:
        return None
    message = (
        f"{wager.name} on {number} may {what} at most {times} times the flat {printed(flat)}, "
        f"that is {printed(most)}; {printed(total)} would {what} {printed(offered)}"
    )
    return no("over_odds_limit", message, terms, "limit", limit=most, offered=offered)


def most_odds(terms: OddsTerms, number: int, flat: int) -> int:
    """The largest odds, in cents, that a flat wager can carry on that number, before units and chips."""
    most = flat * terms.limit[number]
    if terms.measure == "stake":
        return most
    pay = terms.pays[number]
    return most * pay.den // pay.num


def stakes_step(terms: Terms, unit: int) -> int:
    """In what steps a wager is made at a table with that unit."""
    return unit * (terms.units if isinstance(terms, OneRollTerms) else 1)
