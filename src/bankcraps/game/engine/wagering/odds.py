"""The odds that a flat wager allows."""

from fractions import Fraction
from functools import lru_cache

from bankcraps.game.chips import Cents
from bankcraps.game.engine.sentence import Sentence
from bankcraps.game.engine.wagering.bounds import Bound, Bounds, Sums
from bankcraps.game.engine.wagering.sign_bounds import won_exactly
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.terms import OddsTerms
from bankcraps.game.wagers import Wager


@lru_cache(maxsize=4096)
def odds_bounds(book: Rulebook, wager: Wager, number: int, flat: Cents) -> Bounds:
    """The rule about how much odds on a number may stake or win behind a flat wager of `flat` cents."""
    terms = book.wagers[wager.kind]
    assert isinstance(terms, OddsTerms)
    times, most, wins = terms.limit[number], _limit(terms, number, flat), terms.measure == "win"
    verb = "win" if wins else "stake"
    of_flat = (
        "{times} times the flat wager of {flat:$}, which is {limit:$}"
        if times != 1
        else "the flat wager of {flat:$}"
    )
    end = "; {stake:$} would win {offered:$}" if wins else ", not {offered:$}"
    on = "" if wager.number else f" on {number}"
    says = Sentence(
        "{wager}{on} may {verb} at most " + of_flat + end,
        wager=wager,
        on=on,
        verb=verb,
        times=str(times),
        flat=flat,
    )

    def could_win(total: int) -> int:
        return won_exactly(total, terms.pays[number])

    takes, offered = Sums(most=most_odds(terms, number, flat)), could_win if wins else int
    bound = Bound("odds", takes, "over_odds_limit", says, most, terms, f"limit.{number}", offered)
    return Bounds.of([bound])


def _limit(terms: OddsTerms, number: int, flat: int) -> int:
    """The most that odds may stake or win behind a flat wager, whichever the book limits, in cents."""
    times = terms.limit[number]
    return flat * times.numerator // times.denominator


def most_times(terms: OddsTerms, number: int) -> Fraction:
    """The most odds on a number, as a multiple of the flat wager, before rounding."""
    times, pay = terms.limit[number], terms.pays[number]
    return times if terms.measure == "stake" else times * Fraction(pay.den, pay.num)


def least_flat(terms: OddsTerms, number: int, odds: int) -> Cents:
    """The least flat wager that allows odds on a number, in cents, before rounding to units and chips."""
    times = terms.limit[number]
    most = odds if terms.measure == "stake" else won_exactly(odds, terms.pays[number])
    return Cents(-(-most * times.denominator // times.numerator))


def most_odds(terms: OddsTerms, number: int, flat: int) -> Cents:
    """The most odds that a flat wager allows on a number, in cents, before rounding to units and chips."""
    most = _limit(terms, number, flat)
    if terms.measure == "stake":
        return Cents(most)
    pay = terms.pays[number]
    return Cents(most * pay.den // pay.num)
