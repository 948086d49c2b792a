"""Facts about spots on the layout: the number of a wager, its flat wager, its odds."""

from bankcraps.engine.state import Seat, Standing
from bankcraps.wagers import COMES, FLATS, ODDS, Wager, find

__all__ = ["flat_under", "number_of", "odds_on"]


def number_of(wager: Wager, puck: int) -> int:
    """The number that decides a wager, or 0 if it has none yet.

    A wager on the line goes by the point. Other wagers go by their own number.
    """
    return wager.number or (0 if wager.kind in COMES else puck)


def flat_under(wager: Wager) -> Wager:
    """Return the flat wager under an odds wager: `come 6` for `come_odds 6`."""
    return find(FLATS[wager.kind], wager.number)


def odds_on(seat: Seat, wager: Wager) -> Standing | None:
    """Return the odds that stand behind a flat wager, or None."""
    kind = ODDS.get(wager.kind)
    if kind is None or (wager.kind in COMES and not wager.number):
        return None
    return seat.on(find(kind, wager.number))
