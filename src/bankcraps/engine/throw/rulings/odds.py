"""Odds: decided with the flat wager under them, paid by the number."""

from bankcraps.dice import SEVEN, Throw
from bankcraps.engine.throw.rulings.ruling import Ruling, Verdict
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import OddsTerms
from bankcraps.wagers import Kind, Wager

__all__ = ["odds"]


def odds(book: Rulebook, terms: OddsTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Odds on the line are on the puck's number, odds on a come wager on its own.

    Odds that are off when their flat is decided come back to the player.
    """
    number = wager.number or puck
    if throw.total not in (number, SEVEN) or not number:
        return None
    asleep = terms.sleeps(puck)
    with_the_dice = wager.kind in {Kind.PASS_ODDS, Kind.COME_ODDS}
    if with_the_dice == (throw.total == number):
        return Ruling(Verdict.WINS, terms, terms.pays[number], asleep=asleep, given_back=True)
    return Ruling(Verdict.LOSES, terms, asleep=asleep, given_back=True)
