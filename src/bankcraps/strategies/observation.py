"""A player's view: the table before the betting, and the result of a throw.

A system that says that it looks at money also sees a purse. No other sees what the player owns.
"""

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from msgspec import structs

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import LARGEST, Cents, printed
from bankcraps.game.engine import Limits
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.state import Standing, State
from bankcraps.game.engine.wagering.sign_bounds import limits_for
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.terms import NumberTerms
from bankcraps.game.wagers import FLATS, ODDS, Wager, number_of
from bankcraps.strategies.offers import Offer, Spot, cost_of, odds_at, offer
from bankcraps.strategies.plan import uses_up

if TYPE_CHECKING:
    from bankcraps.game.dice import Throw

ENDLESS: Final = LARGEST + 1
"""More than anybody owns, in cents: the end of the last interval."""


class Purse:
    """The money of a player, as a system sees it: the rail and the wagers standing, at face value.

    Attributes:
        start: the sum that the player brought, in cents.
        ceiling: a sum that the player never owned before, in cents.
        low, high: every answer so far is the same for whoever owns at least `low` and less than `high`.
    """

    __slots__ = ("_owned", "ceiling", "high", "low", "start")

    def __init__(self, owned: int, start: int, ceiling: int = ENDLESS) -> None:
        """Hold a sum, in cents; nothing is asked yet."""
        self._owned = owned
        self.start: int = start
        self.ceiling: int = ceiling
        self.low: int = 0
        self.high: int = ENDLESS

    @property
    def owned(self) -> Cents:
        """The sum itself, in cents. Whoever asks for it is asked again with every other sum."""
        self._between(self._owned, self._owned + 1)
        return Cents(self._owned)

    def at_least(self, sum_: int) -> bool:
        """Whether the player owns at least so much, in cents."""
        if self._owned >= sum_:
            self.low = max(self.low, sum_)
            return True
        self.high = min(self.high, sum_)
        return False

    def changed_by(self, change: int) -> None:
        """Note that what is owned has changed by this much since it was between nothing and the ceiling."""
        self._between(max(0, change), self.ceiling + min(0, change))

    def _between(self, low: int, high: int) -> None:
        self.low, self.high = max(self.low, low), min(self.high, high)

    def __repr__(self) -> str:
        """Write what is owned, in dollars: `<Purse 510, of 500 at the start>`."""
        return f"<Purse {printed(Cents(self._owned))}, of {printed(Cents(self.start))} at the start>"


MOST_TIMES: Final = 1000
"""The largest multiple of a flat wager that odds can be."""

Multiples = tuple[tuple[frozenset[Wager], Fraction], ...]
"""Sets of wagers, each with the multiple of the stakes on them, that which applies first at the front."""


class Observation:
    """The table as one player sees it before the betting.

    Attributes:
        book: the house's rules.
        puck: the point, or 0 while the puck is off.
        standing: the player's wagers on the layout, in the order of the table.
        limits: the limits the player bets by.
        chip: the smallest chip, in cents.
        multiples: the multiples by which the progressions around a policy multiply the stakes it says.
    """

    __slots__ = ("_purse", "_seat", "_state", "book", "chip", "limits", "multiples", "puck", "standing")

    def __init__(
        self, book: Rulebook, state: State, purse: Purse | None = None, multiples: Multiples = ()
    ) -> None:
        """Observe a table with exactly one player; with a purse if the system looks at money."""
        (self._seat,) = state.seats
        self._state = state
        self._purse = purse
        self.book: Rulebook = book
        self.multiples: Multiples = multiples
        self.puck: int = state.puck
        self.standing: tuple[Standing, ...] = self._seat.wagers
        self.limits: Limits = limits_for(state, self._seat)
        self.chip: Cents = state.floor.chip

    @property
    def purse(self) -> Purse:
        """The money that the player owns.

        Raises:
            BankcrapsError: for a system that does not say that it looks at money.
        """
        if self._purse is None:
            raise BankcrapsError(
                "a system sees what it owns only if it says so: give the policy looks_at_money = True"
            )
        return self._purse

    def elsewhere(self) -> "tuple[Observation, ...]":
        """The same table with the least and the most money that gives every answer of the purse so far."""
        purse = self._purse
        if purse is None:
            return ()
        others = {purse.low, purse.high - 1}
        return tuple(
            Observation(self.book, self._state, Purse(one, purse.start, purse.ceiling))
            for one in sorted(others)
        )

    @property
    def come_out(self) -> bool:
        """Whether the next throw is a come-out."""
        return not self.puck

    def amount(self, wager: Wager) -> Cents:
        """The amount standing on a wager, in cents; 0 if none."""
        standing = self._seat.on(wager)
        return standing.amount if standing else Cents(0)

    def stakes(self) -> dict[Wager, Cents]:
        """The amount standing on each wager: as a layout, it changes nothing."""
        return {standing.wager: standing.amount for standing in self.standing}

    def number(self, wager: Wager) -> int:
        """The number that decides a wager; 0 for a line or come wager that has none yet."""
        return number_of(wager, self.puck)

    def flat_on_number(self, wager: Wager) -> bool:
        """Whether this is a line or come wager that has its number, and so waits for it or a seven."""
        return wager.kind in ODDS and self.number(wager) != 0

    def callable(self, wager: Wager) -> bool:
        """Whether the house lets a player call this wager on and off."""
        terms = self.book.terms(wager)
        return terms is not None and terms.calls

    def full_odds(self, odds: Wager, flat: int) -> Cents:
        """Full payable odds, in cents, behind a flat wager of `flat` cents; 0 if none may be made now."""
        return odds_at(self._spot(odds, flat))

    def odds_times(self, odds: Wager, flat: int, times: int) -> Cents:
        """Odds of `times` the flat, in cents, in chips, up to the house's limit; they need not pay exactly.

        The multiple is measured as the house measures its limit: of what the odds stake, or of what they win.
        """
        return odds_at(self._spot(odds, flat), times)

    def offer(self, wager: Wager, flat: int = 0) -> Offer:
        """The house's offer on a wager now; for odds, behind a flat wager of `flat` cents."""
        return offer(self._spot(wager, flat))

    def _spot(self, wager: Wager, flat: int) -> Spot:
        terms, floor = self.book.terms(wager), self._state.floor
        charged = isinstance(terms, NumberTerms) and terms.commission is not None
        limits = (floor.limits, self._seat.limits, floor.chip)
        standing = self._seat.on(wager) if charged else None
        return Spot(self.book, *limits, self.puck, wager, Cents(flat), standing)

    def cost(self, wager: Wager, amount: Cents) -> int:
        """The price of having so much on a wager, in cents: the amount, and the commission due at once."""
        return cost_of(self.book, wager, self._seat.on(wager), amount, self.chip)

    def without(self, wagers: frozenset[Wager]) -> "Observation":
        """The same table without those wagers."""
        standing = tuple(s for s in self.standing if s.wager not in wagers)
        if len(standing) == len(self.standing):
            return self
        seat = structs.replace(self._seat, wagers=standing)
        state = structs.replace(self._state, seats=(seat,))
        return Observation(self.book, state, self._purse, self.multiples)

    def multiplied(self, wagers: frozenset[Wager], by: Fraction) -> "Observation":
        """The same table for a policy whose stakes on some wagers are then multiplied."""
        multiples = ((wagers, by), *self.multiples)
        return Observation(self.book, self._state, self._purse, multiples)

    def grown(self, wager: Wager, amount: Cents, flat: int = 0) -> Cents:
        """The stake that progressions make of one that a policy says, in cents; `flat` is as in `times`."""
        for wagers, by in self.multiples:
            if wager in wagers and not (self.amount(wager) and self.flat_on_number(wager)):
                amount = self.times(wager, amount, by, flat)
        return amount

    def times(self, wager: Wager, amount: Cents, by: Fraction, flat: int = 0) -> Cents:
        """So many times a stake, in cents, but no more than the table takes.

        For odds it is no more than the house allows behind a flat wager of `flat` cents.
        """
        most = self.odds_times(wager, flat, MOST_TIMES) if wager.kind in FLATS else self.limits.maximum
        return Cents(min(int(amount * by), max(amount, most)))


class ThrowResult:
    """The result of a throw for a lone player; or of their bets, if nothing was thrown.

    Attributes:
        throw: the dice, or None if nothing was thrown.
        decided: each decided wager with what it won on balance, in cents, negative for a loss. Losers come
            first, as they do at the table. A horn is one wager: a horn of 4 on an eleven won 12.
        net: the sum that the player won on balance, commission included, in cents.
        ended: the wagers that left their spot: lost, paid and taken down, returned, or moved.
        point_set, point_made, seven_out: the events of the puck.
        natural, craps: the events of a come-out.
        line_decided: whether the throw decided the line.
        hand_over: whether a shooter's hand ended.
    """

    def __init__(self, effects: tuple[fx.Effect, ...]) -> None:
        """Read the effects of one throw, or of the bets before it."""
        kinds = set(map(type, effects))
        self.throw: Throw | None = None
        self.point_set: bool = fx.PointSet in kinds
        self.point_made: bool = fx.PointMade in kinds
        self.seven_out: bool = fx.SevenOut in kinds
        self.natural: bool = fx.Natural in kinds
        self.craps: bool = fx.Craps in kinds
        self.line_decided: bool = uses_up("decisions", effects)
        self.hand_over: bool = uses_up("shooters", effects)
        self.net: int = 0
        results: dict[Wager, int] = {}
        for effect in effects:
            if isinstance(effect, fx.Lost | fx.Paid):
                results[effect.wager] = results.get(effect.wager, 0) + fx.won(effect)
            if isinstance(effect, fx.OfAWager | fx.Awarded):
                self.net += fx.won(effect)
            if isinstance(effect, fx.Thrown):
                self.throw = effect.throw
        self.ended: tuple[Wager, ...] = tuple(filter(None, map(fx.left_spot, effects)))
        self.decided: tuple[tuple[Wager, int], ...] = tuple(results.items())

    @property
    def dice_pass(self) -> bool:
        """Whether the dice passed: a natural, or the point was made."""
        return self.natural or self.point_made

    @property
    def dice_miss(self) -> bool:
        """Whether the dice missed: craps on the come-out, or a seven-out."""
        return self.craps or self.seven_out


@lru_cache(maxsize=4096)
def result_of(effects: tuple[fx.Effect, ...]) -> ThrowResult:
    """The result of some effects. Players who remember different things read the same effects again."""
    return ThrowResult(effects)
