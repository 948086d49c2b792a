"""Spots on the layout: what a wager's number is, where the house lays it, and chips put there."""

from bankcraps.engine.state import Seat, Standing
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import LineTerms
from bankcraps.wagers import COMES, FLATS, ODDS, Kind, Wager, find

__all__ = ["flat_under", "laid_as", "number_of", "odds_on"]


def number_of(wager: Wager, puck: int) -> int:
    """The number a wager stands or falls by: its own, or for the line the puck's; 0 for none yet."""
    return wager.number or (0 if wager.kind in COMES else puck)


def laid_as(book: Rulebook, wager: Wager, puck: int) -> Wager:
    """Where the house lays a wager: one made on the line after the point may be taken as a place wager."""
    if wager.kind is Kind.PASS and puck:
        terms = book.terms(wager)
        if isinstance(terms, LineTerms) and terms.after_point == "place":
            return find(Kind.PLACE, puck)
    return wager


def flat_under(wager: Wager) -> Wager:
    """The flat wager under odds: `come 6` under `come_odds 6`."""
    return find(FLATS[wager.kind], wager.number)


def odds_on(seat: Seat, wager: Wager) -> Standing | None:
    """The odds standing behind a flat wager."""
    kind = ODDS.get(wager.kind)
    if kind is None or (wager.kind in COMES and not wager.number):
        return None
    return seat.on(find(kind, wager.number))
