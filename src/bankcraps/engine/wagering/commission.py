"""The commission (vigorish) on buy and lay wagers."""

from bankcraps.chips import Cents, multiple_of
from bankcraps.rulebook.terms import NumberTerms, Terms
from bankcraps.wagers import Wager

__all__ = ["prepaid", "vigorish"]


def vigorish(terms: Terms, wager: Wager, stake: int, chip: int) -> Cents:
    """The commission on a stake, in cents, rounded to chips; 0 if the wager has none.

    It is a percentage of the stake or of what the stake could win. It is never less than one chip: rounded to
    nothing, a small wager would get true odds for free.
    """
    commission = terms.commission if isinstance(terms, NumberTerms) else None
    if commission is None or not stake:
        return Cents(0)
    num, den = (1, 1)
    if commission.on == "win":
        pay = terms.best(wager)
        num, den = pay.num, pay.den
    due = multiple_of(chip, stake * num * commission.percent, den * 100, commission.rounding)
    return Cents(max(due, chip))


def prepaid(terms: Terms, wager: Wager, stake: int, chip: int) -> Cents:
    """The commission due when a stake is placed, in cents; 0 if the house takes it only on a win."""
    if isinstance(terms, NumberTerms) and terms.commission is not None and terms.commission.when == "placed":
        return vigorish(terms, wager, stake, chip)
    return Cents(0)
