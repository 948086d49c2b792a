"""The commission (vigorish) on buy and lay wagers."""

from math import gcd

from bankcraps.game.chips import Cents, multiple_of
from bankcraps.game.engine.refusals import Sentence
from bankcraps.game.engine.state import Standing
from bankcraps.game.engine.wagering.bounds import Bound, Sums
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.terms import Commission, NumberTerms, Terms
from bankcraps.game.wagers import Wager


def vigorish(terms: Terms, wager: Wager, stake: int, chip: int) -> Cents:
    """The commission on a stake, in cents, rounded to chips; 0 if the wager has none.

    It is a percentage of the stake or of what the stake could win. The book says what becomes of less than
    one chip. Where it refuses such stakes, one is left only after a reduction.
    """
    commission = terms.commission if isinstance(terms, NumberTerms) else None
    if commission is None or not stake:
        return Cents(0)
    num, den = _rate(terms, wager, commission)
    if stake * num < den * chip and commission.small != "refused":
        return Cents(chip if commission.small == "up" else 0)
    return multiple_of(chip, stake * num, den, commission.rounding)


def _rate(terms: Terms, wager: Wager, commission: Commission) -> tuple[int, int]:
    """The commission as a share of the stake: a numerator and a denominator."""
    pay = terms.best(wager)
    num, den = (pay.num, pay.den) if commission.on == "win" else (1, 1)
    return num * commission.percent, den * 100


def prepaid(terms: Terms, wager: Wager, stake: int, chip: int) -> Cents:
    """The commission due when a stake is placed, in cents; 0 if the house takes it only on a win."""
    return vigorish(terms, wager, stake, chip) if prepays(terms) else Cents(0)


def prepays(terms: Terms | None) -> bool:
    """Whether the house takes a commission on a wager when it is placed."""
    commission = terms.commission if isinstance(terms, NumberTerms) else None
    return commission is not None and commission.when == "placed"


def least_commission(terms: Terms, wager: Wager, chip: Cents) -> Bound | None:
    """The least stake, where the book refuses stakes on which the commission is less than one chip."""
    commission = terms.commission if isinstance(terms, NumberTerms) else None
    if commission is None or commission.small != "refused":
        return None
    num, den = _rate(terms, wager, commission)
    least = Cents(-(-den // num) * chip)
    share = f"{commission.percent}% of the {'win' if commission.on == 'win' else 'stake'}"
    written = (
        "{wager:needs} at least {limit:$}: with {offered:$}, the commission of {share} is less than the "
        "smallest chip, {chip:$}"
    )
    says = Sentence(written, wager=wager, share=share, chip=chip)
    return Bound("commission", Sums(least), "under_minimum", says, least, commission, "small")


def due_again(terms: Terms, wager: Wager, stake: int, chip: int) -> Cents:
    """The commission that a winner pays to stay up, in cents; 0 if the house does not charge it again."""
    if isinstance(terms, NumberTerms) and terms.commission is not None and terms.commission.again:
        return prepaid(terms, wager, stake, chip)
    return Cents(0)


def due_with_bet(terms: Terms, wager: Wager, standing: Standing | None, total: int, chip: int) -> Cents:
    """The commission due when a bet brings a wager to a total, in cents.

    It is rounded on the sum of all chips placed so far, so that several small bets cost as much as one. Chips
    that have come down count if the house kept their commission: chips put back pay again.
    """
    if not prepays(terms):
        return Cents(0)
    if standing is None:
        return vigorish(terms, wager, total, chip)
    before = vigorish(terms, wager, standing.amount + standing.withdrawn, chip)
    return Cents(vigorish(terms, wager, total + standing.withdrawn, chip) - before)


def paid_for(book: Rulebook, standing: Standing, total: int, chip: int, fee: int = 0) -> Cents:
    """Return the new `Standing.commission` when a bet or a reduction brings a wager to a total.

    It is the commission on the total, however many bets made it up. Only what a winner did not pay to stay up
    is left out: those chips have paid nothing for their next decision, and they come down last.

    Args:
        book: the house's rules.
        standing: the wager before.
        total: the sum that lies there then, in cents.
        chip: the smallest chip, in cents.
        fee: the commission due with the bet, in cents, on which records from before edition 2 rest.
    """
    terms, wager = book.wagers[standing.wager.kind], standing.wager
    due = prepaid(terms, wager, total, chip)
    if not due or book.edition == 1:
        return min(due, Cents(standing.commission + fee))
    unpaid = prepaid(terms, wager, standing.amount, chip) - standing.commission
    return Cents(max(0, due - unpaid))


def withdrawn_after(terms: Terms, standing: Standing, amount: int, chip: int) -> Cents:
    """Return the new `Standing.withdrawn` when an amount comes down and the house keeps its commission.

    Whole periods, on which the commission is a whole number of chips, are left out beyond the first. They
    cannot change a later rounding, and without them a wager has finitely many states.
    """
    if not isinstance(terms, NumberTerms) or terms.commission is None or terms.commission.when != "placed":
        return Cents(0)
    num, den = _rate(terms, standing.wager, terms.commission)
    period = den * chip // gcd(num, den * chip)
    gone = standing.withdrawn + amount
    return Cents(gone if gone < period else period + gone % period)
