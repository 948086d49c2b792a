"""What a player sees from the rail: the puck, the sign, and the chips before them. Not the rail itself."""

from functools import lru_cache
from typing import Final

from msgspec import structs

from bankcraps.chips import Cents
from bankcraps.engine.state import DiceSet, Floor, Limits, Seat, Standing, State
from bankcraps.engine.wagering.calling import working
from bankcraps.engine.wagering.limits import limits_for
from bankcraps.engine.wagering.odds import full_odds, most_odds
from bankcraps.engine.wagering.spots import booked_as, number_of
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import OddsTerms
from bankcraps.wagers import Wager

__all__ = ["View"]

_DEEP: Final = 10**15


class View:
    """The table as one player sees it before the betting.

    Attributes:
        book: the house's rules.
        puck: the point, or 0 while the puck is off.
        standing: what the player has on the layout, in the order of the table.
        limits: the limits they bet by.
        chip: the smallest chip, in cents.
    """

    __slots__ = ("_seat", "_state", "book", "chip", "limits", "puck", "standing")

    def __init__(self, book: Rulebook, state: State) -> None:
        """Look at a table of one player."""
        (self._seat,) = state.seats
        self._state = state
        self.book = book
        self.puck = state.puck
        self.standing: tuple[Standing, ...] = self._seat.wagers
        self.limits: Limits = limits_for(state, self._seat)
        self.chip = state.floor.chip

    @property
    def come_out(self) -> bool:
        """Whether the next throw is a come-out."""
        return not self.puck

    def amount(self, wager: Wager) -> Cents:
        """What lies on a wager, in cents; nothing counts as 0."""
        standing = self._seat.on(wager)
        return standing.amount if standing else Cents(0)

    def stakes(self) -> dict[Wager, Cents]:
        """Everything that stands, as a layout that would leave it so."""
        return {standing.wager: standing.amount for standing in self.standing}

    def offers(self, wager: Wager) -> bool:
        """Whether the house has that wager."""
        return self.book.terms(wager) is not None

    def works(self, wager: Wager) -> bool:
        """Whether what stands on a wager is in action on the next throw."""
        standing = self._seat.on(wager)
        return standing is not None and working(self.book, self.puck, standing)

    def number(self, wager: Wager) -> int:
        """The number a wager stands or falls by; 0 for a flat wager without one yet."""
        return number_of(wager, self.puck)

    def laid(self, wager: Wager) -> Wager:
        """Where the house lays a wager made now: one on the line after the point may be taken as a place."""
        return booked_as(self.book, wager, self.puck)

    def callable(self, wager: Wager) -> bool:
        """Whether the house lets its owner call that wager on and off."""
        terms = self.book.terms(wager)
        return terms is not None and terms.calls

    def full_odds(self, odds: Wager, flat: int) -> Cents:
        """The most odds a flat wager of so many cents carries; nothing where none may be made now."""
        return self._odds(odds, flat, 0)

    def odds_times(self, odds: Wager, flat: int, times: int) -> Cents:
        """So many times odds, measured as the house measures its limit, and never more than full odds."""
        return self._odds(odds, flat, times)

    def _odds(self, odds: Wager, flat: int, times: int) -> Cents:
        floor = self._state.floor
        return _odds(self.book, floor.limits, self._seat.limits, floor.chip, self.puck, (odds, flat, times))

    def without(self, wagers: frozenset[Wager]) -> "View":
        """The same table as if those wagers did not stand."""
        standing = tuple(s for s in self.standing if s.wager not in wagers)
        if len(standing) == len(self.standing):
            return self
        seat, state = self._seat.holding(self._seat.rail, standing), self._state
        return View(self.book, structs.replace(state, seats=(seat,)))


@lru_cache(maxsize=65536)
def _odds(
    book: Rulebook, sign: Limits, own: Limits | None, chip: Cents, puck: int, asked: tuple[Wager, int, int]
) -> Cents:
    """Odds depend on nothing else at a table, and are asked for before every throw."""
    odds, flat, times = asked
    seat = Seat("", 1, Cents(0), limits=own)
    table = State((seat,), Floor(sign, chip), DiceSet(), puck)
    purse, terms, number = _DEEP, book.terms(odds), number_of(odds, puck)
    if times and number and isinstance(terms, OddsTerms):
        purse = most_odds(structs.replace(terms, limit={number: times}), number, flat)
    return full_odds(book, table, seat, odds, flat, purse)
