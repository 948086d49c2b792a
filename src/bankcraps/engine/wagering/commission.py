"""The commission (vigorish) on buy and lay wagers."""

from math import gcd

from bankcraps.chips import Cents, multiple_of
from bankcraps.engine.state import Standing
from bankcraps.rulebook.terms import Commission, NumberTerms, Terms
from bankcraps.wagers import Wager

__all__ = ["due_with_bet", "prepaid", "vigorish", "withdrawn_after"]


def vigorish(terms: Terms, wager: Wager, stake: int, chip: int) -> Cents:
    """The commission on a stake, in cents, rounded to chips; 0 if the wager has none.

    It is a percentage of the stake or of what the stake could win. It is never less than one chip: rounded to
    nothing, a small wager would get true odds for free.
    """
    commission = terms.commission if isinstance(terms, NumberTerms) else None
    if commission is None or not stake:
        return Cents(0)
    num, den = _rate(terms, wager, commission)
    due = multiple_of(chip, stake * num, den, commission.rounding)
    return Cents(max(due, chip))


def _rate(terms: NumberTerms, wager: Wager, commission: Commission) -> tuple[int, int]:
    """The commission as a share of the stake: a numerator and a denominator."""
    pay = terms.best(wager)
    num, den = (pay.num, pay.den) if commission.on == "win" else (1, 1)
    return num * commission.percent, den * 100


def prepaid(terms: Terms, wager: Wager, stake: int, chip: int) -> Cents:
    """The commission due when a stake is placed, in cents; 0 if the house takes it only on a win."""
    if isinstance(terms, NumberTerms) and terms.commission is not None and terms.commission.when == "placed":
        return vigorish(terms, wager, stake, chip)
    return Cents(0)


def due_with_bet(terms: Terms, wager: Wager, standing: Standing | None, total: int, chip: int) -> Cents:
    """The commission due when a bet brings a wager to a total, in cents.

    It is rounded on the sum of all chips placed so far, so that several small bets cost as much as one. Chips
    that have come down count if the house kept their commission: chips put back pay again.
    """
    if standing is None:
        return prepaid(terms, wager, total, chip)
    before = prepaid(terms, wager, standing.amount + standing.withdrawn, chip)
    return Cents(prepaid(terms, wager, total + standing.withdrawn, chip) - before)


def withdrawn_after(terms: Terms, standing: Standing, amount: int, chip: int) -> Cents:
    """What `Standing.withdrawn` becomes when an amount comes down and the house keeps its commission.

    Whole periods, on which the commission is a whole number of chips, are left out beyond the first. They
    cannot change a later rounding, and without them a wager has finitely many states.
    """
    if not isinstance(terms, NumberTerms) or terms.commission is None or terms.commission.when != "placed":
        return Cents(0)
    num, den = _rate(terms, standing.wager, terms.commission)
    period = den * chip // gcd(num, den * chip)
    gone = standing.withdrawn + amount
    return Cents(gone if gone < period else period + gone % period)
