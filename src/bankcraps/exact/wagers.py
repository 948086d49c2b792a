"""One wager on a table of its own: how it may be made, and what one decision of it comes to."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

import msgspec

from bankcraps.chips import Cents
from bankcraps.engine import Actor, Limits, Refusal, Standing, State, Step, step
from bankcraps.engine import events as ev
from bankcraps.engine.wagering.calling import working
from bankcraps.engine.wagering.odds import most_odds
from bankcraps.engine.wagering.spots import flat_under
from bankcraps.exact.settled import Result, money
from bankcraps.exact.walking import CENT, NO_LIMITS, PLAYER, SIDE, opened, player, pucks, rolls, thrown, walk
from bankcraps.rulebook import Rulebook
from bankcraps.rulebook.terms import OddsTerms
from bankcraps.wagers import BOX_NUMBERS, COMES, FLATS, LINE, WAGERS, Kind, Wager, find

__all__ = ["Case", "Decided", "House", "cases", "decided"]

Case = tuple[Wager, int | None]
"""A wager and, for odds on the line and for wagers put behind it, the point it is made on."""

Starts = dict[State, Fraction]
"""Tables on which a wager stands, with the chance of each."""


class Decided(msgspec.Struct, frozen=True):
    """What one decision of a wager comes to.

    Attributes:
        stake: what is wagered, in cents.
        fee: the commission paid when it is made, in cents.
        chances: the chance of each result with its net in cents: the winnings less all commission for this
            one decision, or what is lost.
        throws: throws expected until it is decided, counting those on which it is in action.
    """

    stake: int
    fee: int
    chances: dict[tuple[Result, int], Fraction]
    throws: Fraction


def cases(book: Rulebook) -> Iterator[Case]:
    """Every wager a book may offer; odds on the line, and wagers put behind it, with each point."""
    for wager in WAGERS.values():
        if book.terms(wager) is None or (wager.kind in COMES and wager.number):
            continue
        on_the_line = wager.kind in FLATS and wager.number is None
        if not on_the_line:
            yield wager, None
        if on_the_line or wager.kind in LINE:
            yield from ((wager, point) for point in BOX_NUMBERS)


class House:
    """A table of one player at which wagers are tried.

    Attributes:
        book: the house's rules.
        table: the table as it opens, nothing on it.
    """

    def __init__(self, book: Rulebook, limits: Limits = NO_LIMITS, chip: Cents = CENT) -> None:
        """Open the table.

        Raises:
            BankcrapsError: for limits or a chip that no table could have.
        """
        self.book = book
        self.table = opened(book, limits, chip)

    @cached_property
    def pucks(self) -> Starts:
        """The table with the puck on each number, in proportion to how long it stays there."""
        return pucks(self.book, self.table)

    def bet(self, state: State, wager: Wager, amount: int) -> Step:
        """Put chips on a wager."""
        return step(self.book, state, ev.Bet(wager, Cents(amount), by=Actor(PLAYER)))

    def starts(self, wager: Wager, point: int | None, stake: int) -> Starts | Refusal:
        """The tables on which that wager stands as soon as it can be made, or why it cannot.

        A wager is made on the come-out where the house takes it there, else with the puck on, on each number
        as often as the puck is there. Odds have a flat wager under them that is just large enough.

        Args:
            wager: the wager.
            point: the point it is made on, for odds on the line and for wagers put behind it.
            stake: how much, in cents.
        """
        if wager.kind in FLATS:
            return self._with_flat(wager, point, stake)
        if point is not None:
            return self._made({state: SIDE[36] for state in self.pucks if state.puck == point}, wager, stake)
        early = self._made({self.table: SIDE[36]}, wager, stake)
        if isinstance(early, dict):
            return early
        late = self._made(self.pucks, wager, stake)
        return early if isinstance(late, Refusal) and late.code == "not_now" else late

    def _made(self, tables: Starts, wager: Wager, stake: int) -> Starts | Refusal:
        made: Starts = {}
        for state, chance in tables.items():
            came = self.bet(state, wager, stake)
            if came.refusal is not None:
                return came.refusal
            if player(came.state).on(wager) is None:
                return Refusal(code="not_now", clause="", message=f"{wager} is laid as another wager here")
            made[came.state] = made.get(came.state, Fraction(0)) + chance
        return made

    def _with_flat(self, odds: Wager, point: int | None, stake: int) -> Starts | Refusal:
        number, box = odds.number or point or 0, find(FLATS[odds.kind])
        flats = self.starts(box, None, self._flat(odds, number, stake))
        if isinstance(flats, Refusal):
            return flats
        ready: Starts = {}
        for state, chance in flats.items():
            after = self._on_number(state, odds, number)
            ready[after] = ready.get(after, Fraction(0)) + chance
        return self._made(ready, odds, stake)

    def _flat(self, odds: Wager, number: int, stake: int) -> int:
        """A flat wager that carries so much in odds, or the most that the table's sign lets stand."""
        limits, terms = self.table.floor.limits, self.book.terms(odds)
        flat, steps = int(limits.minimum), 1
        if not isinstance(terms, OddsTerms):
            return flat
        while most_odds(terms, number, flat) < stake and (room := (limits.maximum - flat) // limits.unit):
            flat, steps = flat + min(steps, room) * limits.unit, steps * 2
        return flat

    def _on_number(self, state: State, odds: Wager, number: int) -> State:
        """The table after a throw that takes the flat wager to its number."""
        for rolled, _ in rolls(self.book, state):
            after = thrown(self.book, state, rolled).state
            if player(after).on(flat_under(odds)) and (odds.number or after.puck) == number:
                return after
        return state  # no throw does: the odds will be refused


def decided(house: House, wager: Wager, starts: Starts, stake: int) -> Decided:
    """Walk a wager from where it stands until it is decided."""
    kind = wager.kind
    walked = walk(house.book, starts, lambda state, came: money(kind, state, came))
    met = walked.visits()
    pairs = zip(met, walked.states, strict=True)
    throws = sum((often for often, state in pairs if _in_action(house.book, state, kind)), Fraction(0))
    fee = next(standing_on(kind, state).commission for state in starts)
    return Decided(stake, fee, walked.outcome(met), throws)


def standing_on(kind: Kind, state: State) -> Standing:
    """The player's wager of that kind."""
    return next(standing for standing in player(state).wagers if standing.wager.kind is kind)


def _in_action(book: Rulebook, state: State, kind: Kind) -> bool:
    return working(book, state.puck, standing_on(kind, state))
