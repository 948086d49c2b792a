"""Odds: decided together with their flat wager and paid by the number."""

from bankcraps.dice import SEVEN, Throw
from bankcraps.engine.settlement.rulings.ruling import Ruling, Verdict
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import OddsTerms
from bankcraps.wagers import Kind, Wager

__all__ = ["odds"]


def odds(book: Rulebook, terms: OddsTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on odds. Odds on the line go by the point, odds on a come wager by its own number.

    Odds that are off when their flat wager is decided are returned to the player.
    """
    number = wager.number or puck
    if throw.total not in (number, SEVEN) or not number:
        return None
    off_by_default = terms.off_by_default(puck)
    with_the_dice = wager.kind in {Kind.PASS_ODDS, Kind.COME_ODDS}
    if with_the_dice == (throw.total == number):
        return Ruling(
            Verdict.WINS, terms, terms.pays[number], off_by_default=off_by_default, returned_if_off=True
        )
    return Ruling(Verdict.LOSES, terms, off_by_default=off_by_default, returned_if_off=True)
