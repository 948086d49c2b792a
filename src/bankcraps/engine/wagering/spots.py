"""Facts about spots on the layout: the number of a wager, its flat wager, its odds."""

from bankcraps.engine.state import Seat, Standing
from bankcraps.wagers import COMES, FLATS, ODDS, Wager, find

__all__ = ["flat_under", "number_of", "odds_behind", "odds_on"]


def number_of(wager: Wager, puck: int) -> int:
    """The number that decides a wager, or 0 if it has none yet.

    A wager on the line goes by the point. Other wagers go by their own number.
    """
    return wager.number or (0 if wager.kind in COMES else puck)


def flat_under(wager: Wager) -> Wager:
    """Return the flat wager under an odds wager: `come 6` for `come_odds 6`."""
    return find(FLATS[wager.kind], wager.number)


def odds_behind(flat: Wager) -> Wager | None:
    """Return the odds of a flat wager; None for any other wager, and for a come wager in its box."""
    kind = ODDS.get(flat.kind)
    return None if kind is None or (flat.kind in COMES and not flat.number) else find(kind, flat.number)


def odds_on(seat: Seat, wager: Wager) -> Standing | None:
    """Return the odds that stand behind a flat wager, or None."""
    odds = odds_behind(wager)
    return None if odds is None else seat.on(odds)
