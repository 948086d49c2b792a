"""How much a player may bet in odds behind a flat wager."""

from bankcraps.chips import LARGEST, Cents
from bankcraps.engine.limits import Limits
from bankcraps.engine.refusals import Refusal, refuse
from bankcraps.engine.sentence import Sentence
from bankcraps.engine.state import Seat, State
from bankcraps.engine.wagering.limits import limits_for, outside_limits, won_exactly
from bankcraps.engine.wagering.spots import number_of
from bankcraps.pays import Pay
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import OddsTerms
from bankcraps.wagers import Wager

__all__ = ["allowed_odds", "full_odds", "most_odds", "over_odds_limit"]


def full_odds(book: Rulebook, state: State, seat: Seat, odds: Wager, flat: int, purse: int) -> Cents:
    """Full payable odds behind a flat wager, in cents; 0 if none are allowed.

    These are the largest odds allowed. A smaller amount that chips can pay exactly is preferred, if it is
    more than three quarters of the largest. At 6 to 5, players take 25, which pays 30, rather than 26. The
    arguments are those of `allowed_odds`.
    """
    top = allowed_odds(book, state, seat, odds, flat, purse)
    terms, number, chip = book.terms(odds), number_of(odds, state.puck), state.floor.chip
    if not top or not isinstance(terms, OddsTerms):
        return top
    pay = terms.pays[number]
    for amount in range(top, top * 3 // 4, -chip):
        if amount * pay.num % (pay.den * chip) == 0 and _may_stand(book, state, seat, odds, flat, amount):
            return Cents(amount)
    return top


def allowed_odds(book: Rulebook, state: State, seat: Seat, odds: Wager, flat: int, purse: int) -> Cents:
    """The largest odds bet allowed behind a flat wager, in cents; 0 if none is allowed.

    Args:
        book: the house's rules.
        state: the table.
        seat: the player.
        odds: the wager, such as `pass_odds` or `come_odds 6`.
        flat: the flat wager under it, in cents.
        purse: the most the player can have on it, including what already stands there, in cents.
    """
    terms, number = book.terms(odds), number_of(odds, state.puck)
    if not isinstance(terms, OddsTerms) or not number:
        return Cents(0)
    chip, limits = state.floor.chip, limits_for(state, seat)
    maximum = _table_maximum(terms, limits, terms.pays[number])
    most = min(most_odds(terms, number, flat), purse, maximum) // chip * chip
    tried = range(most, max(0, most - 2 * limits.step(chip)), -chip)
    return Cents(next((a for a in tried if _may_stand(book, state, seat, odds, flat, a)), 0))


def _may_stand(book: Rulebook, state: State, seat: Seat, odds: Wager, flat: int, amount: int) -> bool:
    terms, number = book.terms(odds), number_of(odds, state.puck)
    assert isinstance(terms, OddsTerms)
    return (
        outside_limits(book, state, seat, odds, amount) is None
        and over_odds_limit(terms, odds, number, flat, amount) is None
    )


def _table_maximum(terms: OddsTerms, limits: Limits, pay: Pay) -> int:
    """The most that the table's maximum lets stand in odds, in cents."""
    if terms.maximum == "table":
        return limits.maximum
    return limits.maximum * pay.den // pay.num if terms.maximum == "win" else LARGEST


def over_odds_limit(terms: OddsTerms, wager: Wager, number: int, flat: int, total: int) -> Refusal | None:
    """Refuse more odds than a flat wager allows on a number."""
    times = terms.limit[number]
    most = _limit(terms, number, flat)
    offered, verb = total, "stake"
    if terms.measure == "win":
        offered, verb = won_exactly(total, terms.pays[number]), "win"
    if offered <= most:
        return None
    says = "{wager}{on} may {verb} at most {times} times the flat wager of {flat:$}, which is {limit:$}" + (
        "; {stake:$} would win {offered:$}" if verb == "win" else ", not {offered:$}"
    )
    on = "" if wager.number else f" on {number}"
    says = Sentence(says, wager=wager, on=on, verb=verb, times=str(times), flat=flat, stake=total)
    return refuse("over_odds_limit", says, terms, f"limit.{number}", limit=most, offered=offered)


def _limit(terms: OddsTerms, number: int, flat: int) -> int:
    """The most that odds may stake or win behind a flat wager, whichever the book limits, in cents."""
    times = terms.limit[number]
    return flat * times.numerator // times.denominator


def most_odds(terms: OddsTerms, number: int, flat: int) -> Cents:
    """The most odds that a flat wager allows on a number, in cents, before rounding to units and chips."""
    most = _limit(terms, number, flat)
    if terms.measure == "stake":
        return Cents(most)
    pay = terms.pays[number]
    return Cents(most * pay.den // pay.num)
