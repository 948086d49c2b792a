"""A table with one player, where each wager is made as soon as the house allows it, until it is decided."""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final, Literal, TypeVar

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import LARGEST, Cents
from bankcraps.game.engine import Actor, Limits, Refusal, Seat, Standing, State, Step, open_table, step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.effects import PointMade, SevenOut
from bankcraps.game.engine.events import Rolled
from bankcraps.game.engine.refusals import Sentence
from bankcraps.game.engine.step import alike, forget_throw, with_rail
from bankcraps.game.engine.wagering.calling import working
from bankcraps.game.engine.wagering.sign_bounds import exact_unit, least_flat
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.terms import LineTerms, NumberTerms, OddsTerms, Terms
from bankcraps.game.wagers import COMES, FLATS, LINE, WAGERS, Kind, Wager, find, flat_under, on_the_line
from bankcraps.house_edge.absorbing_chain import AbsorbingChain

PLAYER: Final = "Player"
RAIL: Final = LARGEST
"""A rail that affords any wager, in cents."""

CENT: Final = Cents(1)
NO_LIMITS: Final = Limits(CENT, LARGEST, CENT)
"""Limits that allow any whole number of cents."""

OUT_OF_36: Final = tuple(Fraction(ways, 36) for ways in range(37))
"""The probability of n of the 36 throws, by n."""

CERTAIN: Final = OUT_OF_36[36]

MOST_TABLES: Final = 100_000
"""The most tables in a walk: under a minute's work. The five houses need at most 449."""

End = TypeVar("End")


def walk(
    book: Rulebook,
    starts: Mapping[State, Fraction],
    end_of: Callable[[State, Step], End | None],
    then: Callable[[State], State] | None = None,
) -> AbsorbingChain[State, End]:
    """Walk every throw from some tables until all of them have ended. Of throws alike, one is made.

    Args:
        book: the house's rules.
        starts: the tables to start from, with the probability of each.
        end_of: says how a throw ended the walk, given the table before it and the step; None if it goes on.
            Throws that are alike must end it alike.
        then: the player's acts before the next throw, if the walk goes on.

    Raises:
        BankcrapsError: if there are more than `MOST_TABLES`, such as for a wager that is never decided.
    """
    found = {state: index for index, state in enumerate(starts)}
    states, start = list(starts), dict(enumerate(starts.values()))
    rows: list[dict[int, Fraction]] = []
    ends: list[dict[End, Fraction]] = []
    for state in states:  # grows while it is read
        following: dict[int, int] = {}
        ended: dict[End, int] = {}
        for throws in alike(book, state):
            came, ways = thrown(book, state, Rolled(throws[0])), sum(throw.ways for throw in throws)
            end = end_of(state, came)
            if end is not None:
                ended[end] = ended.get(end, 0) + ways
                continue
            after = came.state if then is None else then(came.state)
            index = found.setdefault(after, len(states))
            if index == len(states):
                if index == MOST_TABLES:
                    raise BankcrapsError(
                        f"the walk met more than {MOST_TABLES:,} tables before all was decided"
                    )
                states.append(after)
            following[index] = following.get(index, 0) + ways
        rows.append({index: OUT_OF_36[ways] for index, ways in following.items()})
        ends.append({end: OUT_OF_36[ways] for end, ways in ended.items()})
    return AbsorbingChain(states, start, rows, ends)


def thrown(book: Rulebook, state: State, rolled: Rolled) -> Step:
    """Make a throw.

    Raises:
        BankcrapsError: if the table refuses it.
    """
    came = step(book, state, rolled)
    if came.refusal is not None:
        raise BankcrapsError(f"no throw can be made here: {came.refusal.message}")
    return Step(forget_throw(came.state), came.effects)


def lone_seat(state: State) -> Seat:
    """The one player's seat."""
    return state.seats[0]


Offer = tuple[Wager, int | None]
"""A wager, and the point for odds on the line and wagers made behind a point; else None."""

Starts = dict[State, Fraction]
"""Tables on which a wager stands, with the probability of each."""


class TrialTable:
    """A table with one player.

    Attributes:
        book: the house's rules.
        opening: the table when it opens, with nothing on it.
    """

    def __init__(self, book: Rulebook, limits: Limits = NO_LIMITS, chip: Cents = CENT) -> None:
        """Open the table. The player can afford any wager; others throw when the player cannot.

        Raises:
            BankcrapsError: for limits or a chip that no table can have.
        """
        self.book = book
        self.opening: State = with_rail(open_table(book, [(PLAYER, chip)], limits, chip, others=True), RAIL)

    @cached_property
    def pucks(self) -> Starts:
        """The table with the puck on each point, the lowest first, with the share of throws made there."""

        def round_over(state: State, came: Step) -> bool | None:
            del state
            return any(isinstance(effect, PointMade | SevenOut) for effect in came.effects) or None

        rounds = walk(self.book, {self.opening: CERTAIN}, round_over)
        on = {state: often for state, often in zip(rounds.states, rounds.visits, strict=True) if state.puck}
        whole = sum(on.values())
        return {state: often / whole for state, often in sorted(on.items(), key=lambda item: item[0].puck)}

    @property
    def points(self) -> tuple[int, ...]:
        """The numbers that the puck goes to at this house, the lowest first."""
        return tuple(state.puck for state in self.pucks)

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """Every wager that may be made here, in the order of the table.

        Odds on the line are there once for each point. So are line wagers put behind a point; where the house
        takes none, `starts` says so.
        """
        offers: list[Offer] = []
        for wager in WAGERS.values():
            terms = self.book.terms(wager)
            if terms is None or (wager.kind in COMES and wager.number):
                continue
            if wager.kind in LINE or not on_the_line(wager.kind):
                offers.append((wager, None))
            if on_the_line(wager.kind):
                offers += ((wager, point) for point in self.points if _carries(terms, point))
        return tuple(offers)

    def bet(self, state: State, wager: Wager, amount: int) -> Step:
        """Put chips on a wager."""
        return step(self.book, state, ev.Bet(wager, Cents(amount), by=Actor(PLAYER)))

    def starts(self, wager: Wager, point: int | None, stake: int) -> Starts | Refusal:
        """The tables on which a wager stands as soon as it can be made, or why it cannot be made.

        The wager is made on the come-out if the house takes it then. Otherwise it is made with the puck on,
        on each point as often as the puck is there. Odds have a flat wager under them that is just large
        enough.

        Args:
            wager: the wager.
            point: the point it is made on, for odds on the line and for wagers put behind the point.
            stake: the stake in cents.
        """
        if wager.kind in FLATS:
            return self._with_flat(wager, point, stake)
        if point is not None:
            return self._made({state: CERTAIN for state in self.pucks if state.puck == point}, wager, stake)
        early = self._made({self.opening: CERTAIN}, wager, stake)
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
            if lone_seat(came.state).on(wager) is None:
                says = Sentence("{wager:is} laid as another wager here", wager=wager)
                return Refusal(code="not_now", clause="", sentence=says)
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
        """The least flat wager that allows those odds, or the largest that the table's limits allow."""
        limits, terms = self.opening.floor.limits, self.book.terms(odds)
        if not isinstance(terms, OddsTerms):
            return limits.minimum
        unit = limits.step(self.opening.floor.chip)
        steps = range(limits.minimum, limits.maximum + 1, unit)
        return steps[min(bisect_left(steps, least_flat(terms, number, stake)), len(steps) - 1)]

    def _on_number(self, state: State, odds: Wager, number: int) -> State:
        """The table after a throw that takes the flat wager to its number."""
        for throw, *_ in alike(self.book, state):
            after = thrown(self.book, state, ev.Rolled(throw)).state
            if lone_seat(after).on(flat_under(odds)) and (odds.number or after.puck) == number:
                return after
        return state  # no throw does that: the table will refuse the odds


def _carries(terms: Terms, point: int) -> bool:
    """Whether a line wager, or odds on the line, can be made on a point."""
    return not isinstance(terms, OddsTerms) or point in terms.pays


# Ideal pays: nothing is rounded or capped.


def exact_stake(book: Rulebook, wager: Wager, point: int | None) -> int:
    """The least stake in cents on which all pays of a wager, and its commission, are whole cents.

    A commission is a percentage, so it takes another factor of 100. A line wager put behind a point may be
    paid as a place wager on it.
    """
    terms = book.wagers[wager.kind]
    if point and isinstance(terms, LineTerms) and terms.after_point == "place":
        wager = find(Kind.PLACE, point)
    stake = exact_unit(book, wager, point or 0, CENT)
    return stake * 100 if isinstance(terms, NumberTerms) and terms.commission else stake


def uncapped(book: Rulebook) -> Rulebook:
    """The same house without caps on what one decision may pay."""
    if all(terms.max_pay is None for terms in book.wagers.values()):
        return book
    wagers = {kind: msgspec.structs.replace(terms, max_pay=None) for kind, terms in book.wagers.items()}
    return msgspec.structs.replace(book, wagers=wagers)


# One decision: the wager walked from where it stands until it wins, loses or pushes. Every wager is walked in
# the same way, whatever it waits for: the next throw, its number or a seven, or the end of the shooter's
# hand. What the table remembers meanwhile is part of the state.

Result = Literal["win", "lose", "push"]


class WagerOutcome(msgspec.Struct, frozen=True):
    """The outcome of one decision of a wager.

    Attributes:
        stake: the amount wagered, in cents.
        fee: the commission paid when the wager is made, in cents.
        chances: the probability of each result with its net in cents. The net is the winnings less all
            commission for this one decision, or the loss.
        throws: expected throws until the decision, counting only throws on which the wager works.
    """

    stake: int
    fee: int
    chances: dict[tuple[Result, int], Fraction]
    throws: Fraction


def decide(table: TrialTable, wager: Wager, point: int | None, stake: int) -> WagerOutcome | Refusal:
    """Make a wager as soon as the house takes it, and walk until it is decided; or why it cannot be made."""
    starts = table.starts(wager, point, stake)
    if isinstance(starts, Refusal):
        return starts
    return _decided(table.book, wager.kind, starts, stake)


def decide_standing(book: Rulebook, state: State, wager: Wager) -> WagerOutcome:
    """Walk a wager that stands on a table with one player until it is decided.

    Args:
        book: the house's rules.
        state: the table, with nothing on it but the wager and what it needs under it.
        wager: the wager.

    Raises:
        EndlessChainError: if the wager is never decided, as while it is off.
    """
    standing = lone_seat(state).standing(wager)
    return _decided(book, wager.kind, {state: CERTAIN}, standing.amount)


def _decided(book: Rulebook, kind: Kind, starts: Starts, stake: int) -> WagerOutcome:
    chain = walk(book, starts, lambda state, came: result_of(kind, state, came))
    visits = zip(chain.visits, chain.states, strict=True)
    works = (often for often, state in visits if working(book, state.puck, _standing(kind, state)))
    fee = next(_standing(kind, state).commission for state in starts)
    return WagerOutcome(stake, fee, chain.absorption, sum(works, Fraction(0)))


def _standing(kind: Kind, state: State) -> Standing:
    """The player's wager of that kind; a come wager is in the box first and on a number later."""
    return next(standing for standing in lone_seat(state).wagers if standing.wager.kind is kind)


def result_of(kind: Kind, before: State, came: Step) -> tuple[Result, int] | None:
    """Return the result of a throw for the player's one wager of a kind, with its net in cents; or None.

    A commission paid in advance covers one decision. A winner that stays up pays the commission for its next
    decision out of its winnings. That payment belongs to the next decision, so it is not counted here.
    """
    own = [fact for fact in came.effects if isinstance(fact, fx.OfAWager) and fact.wager.kind is kind]
    if not own:
        return None
    return _result(own, _commission(kind, came.state) - _commission(kind, before))


def _commission(kind: Kind, state: State) -> int:
    """The commission paid in advance on standing wagers."""
    return sum(standing.commission for standing in lone_seat(state).wagers if standing.wager.kind is kind)


def _result(effects: list[fx.OfAWager], net: int) -> tuple[Result, int]:
    """A wager's result and net. The net starts with the change in commission paid in advance."""
    net += sum(map(fx.won, effects))
    paid = [one for one in effects if isinstance(one, fx.Paid)]
    won, lost = bool(paid), any(isinstance(one, fx.Lost) for one in effects)
    if any(one.leg is not None for one in paid):
        won, lost = net > 0, net < 0
    return ("win" if won else "lose" if lost else "push"), net
