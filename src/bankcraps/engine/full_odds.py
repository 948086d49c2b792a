"""Full odds: the most that a flat wager carries."""

from bankcraps.chips import Cents
from bankcraps.engine.limits import most_odds, outside_limits, over_odds_limit
from bankcraps.engine.spots import number_of
from bankcraps.engine.state import Seat, State
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import OddsTerms
from bankcraps.wagers import Wager

__all__ = ["full_odds"]


def full_odds(book: Rulebook, state: State, seat: Seat, odds: Wager, flat: int, purse: int) -> Cents:
    """The most odds that may stand behind a flat wager of that much; nothing where none may.

    A little less where only that is paid to the chip: nobody takes 26 at 6 to 5 where 25 pays 30.

    Args:
        book: the house's rules.
        state: the table.
        seat: whose odds they are.
        odds: the wager, such as `pass_odds` or `come_odds 6`.
        flat: what stands under it, in cents.
        purse: the most the player has for it, what stands there already included, in cents.
    """
    terms, number = book.terms(odds), number_of(odds, state.puck)
    if not isinstance(terms, OddsTerms) or not number:
        return Cents(0)
    chip, unit, pay = state.floor.chip, state.floor.limits.unit, terms.pays[number]

    def may_stand(amount: int) -> bool:
        return (
            outside_limits(book, state, seat, odds, amount) is None
            and over_odds_limit(terms, odds, number, flat, amount) is None
        )

    most = min(most_odds(terms, number, flat), purse) // chip * chip
    top = next((a for a in range(most, max(0, most - 2 * unit), -chip) if may_stand(a)), 0)
    for amount in range(top, top * 3 // 4, -chip):
        if amount * pay.num % (pay.den * chip) == 0 and may_stand(amount):
            return Cents(amount)
    return Cents(top)
