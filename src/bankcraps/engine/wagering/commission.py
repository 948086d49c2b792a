"""The vigorish on a buy or a lay."""

from bankcraps.chips import Cents, multiple_of
from bankcraps.rulebook.terms import NumberTerms, Terms
from bankcraps.wagers import Wager

__all__ = ["prepaid", "vigorish"]


def vigorish(terms: Terms, wager: Wager, stake: int, chip: int) -> Cents:
    """The commission on a stake: a percentage of it or of what it could win, in chips, and never nothing.

    Rounding it to nothing on a small wager would give true odds away free.
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
    """What has to be paid before such a stake may stand; nothing where commission is taken only on a win."""
    if isinstance(terms, NumberTerms) and terms.commission is not None and terms.commission.when == "placed":
        return vigorish(terms, wager, stake, chip)
    return Cents(0)
