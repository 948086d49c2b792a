"""Offers of a house on a wager now, whatever is owned: the amounts, the cost of each, the gain of a win.

The engine says all three. Offers are kept, because a system asks for the same one before every throw.

Kelly's fraction is the share of what is owned whose wager makes the expected logarithm of the sum largest:
J. L. Kelly, A New Interpretation of Information Rate, Bell System Technical Journal 35 (1956), 917-926. The
sum is that after the wager's decision. Every net and every probability is exact, and so is the fraction where
it is rational; where a wager has several pays, it need not be.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from bankcraps.game.chips import LARGEST, Cents
from bankcraps.game.engine import Floor, Limits, Refusal, Seat, Standing, State, player, step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.shooter.turns import full_set
from bankcraps.game.engine.state import DiceSet
from bankcraps.game.engine.step import alike
from bankcraps.game.engine.wagering.bounds import Sums
from bankcraps.game.engine.wagering.commission import due_with_bet
from bankcraps.game.engine.wagering.ranges import BetRange, range_of
from bankcraps.game.engine.wagering.sign_bounds import most_odds
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.terms import OddsTerms
from bankcraps.game.wagers import FLATS, Wager, flat_under, number_of, on_the_line
from bankcraps.house_edge.trial_table import TrialTable, decide, exact_stake, uncapped

_NAME: Final = "Player"


class Spot(NamedTuple):
    """A wager at a table, with all that decides what the house takes on it.

    Attributes:
        sign, own: the limits of the table, and the player's own.
        chip: the smallest chip, in cents.
        puck: the point, or 0.
        flat: for odds, the amount of the flat wager, in cents.
        standing: the wager that stands there, if the house charges a commission on such wagers.
    """

    book: Rulebook
    sign: Limits
    own: Limits | None
    chip: Cents
    puck: int
    wager: Wager
    flat: Cents = Cents(0)
    standing: Standing | None = None

    def table(self, amount: int = 0) -> State:
        """The table with so much on the wager, in cents, and its flat wager; nothing else stands."""
        wagers = [Standing(flat_under(self.wager), self.flat)] if self.wager.kind in FLATS else []
        if amount:
            terms = self.book.terms(self.wager)
            call = "on" if terms is not None and terms.calls else None
            wagers.append(Standing(self.wager, Cents(amount), call=call))
        seat = Seat(_NAME, 1, LARGEST, tuple(wagers), limits=self.own)
        floor = Floor(self.sign, self.chip, others=True)
        return State((seat,), floor, DiceSet(bowl=full_set(self.book)), self.puck)


class Offer:
    """The offer of a house on a wager.

    Attributes:
        amounts: the amounts that may stand there, in cents. A wager that may not be made now has one, the
            table minimum: the house then refuses it in its own words.
        range: these amounts as the engine says them; None for such a wager.
    """

    def __init__(self, spot: Spot) -> None:
        """Ask the engine."""
        self._spot = spot
        self._gains: dict[Cents, int] = {}
        table = spot.table()
        bet = ev.Bet(spot.wager, spot.chip, by=player(_NAME))
        found = range_of(spot.book, table, bet)
        least = max(spot.chip, spot.sign.minimum)
        self.range: BetRange | None = found if isinstance(found, BetRange) else None
        self.amounts: Sums = self.range.amounts if self.range else Sums(least, least)

    @cached_property
    def least(self) -> Cents:
        """The least amount, in cents."""
        return self.amounts.at_least(0) or self.amounts.least

    @cached_property
    def most(self) -> Cents:
        """The largest amount, in cents."""
        return self.amounts.at_most(LARGEST) or self.amounts.most

    def up_to(self, amount: Cents) -> Sums:
        """The amounts up to one of them."""
        return replace(self.amounts, most=amount)

    def above(self, amount: Cents) -> Cents:
        """The next amount, or the largest."""
        return self.amounts.at_least(amount + 1) or self.most

    def paid_exactly(self, amount: Cents) -> Cents:
        """The amount that chips pay exactly, if it is but a little less than one of them; or this one."""
        return self.range.paid_exactly(amount) if self.range else amount

    def taken(self, sum_: Cents) -> Cents:
        """The amount that a player bets who has so much for it: rounded down, or the least."""
        return self.paid_exactly(self.amounts.at_most(sum_) or self.least)

    @property
    def kelly(self) -> Fraction:
        """Kelly's fraction of the wager, made now; 0 for a wager without an advantage."""
        return house_fraction(self._spot.book, self._spot.wager, self._spot.puck)

    def cost(self, amount: Cents) -> int:
        """The price of having so much there, in cents: the amount, and the commission due at once."""
        spot = self._spot
        return cost_of(spot.book, spot.wager, spot.standing, amount, spot.chip)

    def gain(self, amount: Cents) -> int:
        """The gain of the player by a win, in cents, from before the bet; for odds with the flat wager's.

        Commission counts, also what a winner pays to stay up. A wager that wins on several throws counts with
        the least of them; 0 if no throw wins it.
        """
        if amount not in self._gains:
            self._gains[amount] = self._won(amount) - (self.cost(amount) - amount)
        return self._gains[amount]

    def _won(self, amount: Cents) -> int:
        table, found = self._spot.table(amount), list[int]()
        for throw, *_ in alike(self._spot.book, table):
            effects = step(self._spot.book, table, ev.Rolled(throw)).effects
            if any(isinstance(effect, fx.Paid) and effect.wager == self._spot.wager for effect in effects):
                found.append(sum(fx.won(effect) for effect in effects if isinstance(effect, fx.OfAWager)))
        return min(found, default=0)


def cost_of(book: Rulebook, wager: Wager, standing: Standing | None, amount: Cents, chip: Cents) -> int:
    """The price of having so much on a wager, in cents: the amount, and the commission due at once."""
    terms = book.terms(wager)
    return amount if terms is None else amount + max(0, due_with_bet(terms, wager, standing, amount, chip))


@lru_cache(maxsize=65536)
def offer(spot: Spot) -> Offer:
    """The offer at a spot, kept."""
    return Offer(spot)


@lru_cache(maxsize=65536)
def odds_at(spot: Spot, times: int = 0) -> Cents:
    """The largest odds at a spot, in cents, up to so many times the flat; without times, full payable odds.

    They are 0 if none may be made. Kept, because every throw needs them.
    """
    terms, number = spot.book.terms(spot.wager), number_of(spot.wager, spot.puck)
    found = offer(spot).range
    if not isinstance(terms, OddsTerms) or not number or found is None:
        return Cents(0)
    if not times:
        return found.paid_exactly(found.most)
    most_said = most_odds(replace(terms, limit={number: times}), number, spot.flat)
    return found.amounts.at_most(most_said) or Cents(0)


def most(amounts: Sums, allowed: Callable[[Cents], bool]) -> Cents | None:
    """The largest amount that is allowed, if none above an allowed one is forbidden; None if none is.

    >>> most(Sums(Cents(500), Cents(10_000)), lambda amount: amount < 1234)
    1233

    Args:
        amounts: the amounts, in cents.
        allowed: true up to some amount, and false from there on.
    """
    low, high = amounts.at_least(0), amounts.at_most(LARGEST)
    if low is None or high is None or not allowed(low):
        return None
    if allowed(high):
        return high
    # Every amount up to `low` is allowed, and none from `high` on.
    while tried := _between(amounts, low, high):
        low, high = (tried, high) if allowed(tried) else (low, tried)
    return low


def _between(amounts: Sums, low: Cents, high: Cents) -> Cents | None:
    """An amount about halfway between two; None if there is none."""
    if len(amounts.steps) == 1:  # as nearly always
        size = amounts.steps[0].size
        halfway = Cents(low + (high - low) // size // 2 * size)
        return halfway if halfway > low else None
    middle = (low + high) // 2
    tried = amounts.at_most(middle)
    if tried is None or tried <= low:
        tried = amounts.at_least(middle + 1)
    return tried if tried is not None and tried < high else None


_FINE: Final = Fraction(1, 2**60)
"""The precision of a fraction that is not rational, from below."""

_ROUND: Final = 10**6
"""The largest denominator of a fraction that is found exactly."""


def kelly_fraction(nets: Mapping[Fraction, Fraction]) -> Fraction:
    """The share f from 0 to 1 with the largest expected value of log(1 + f net).

    >>> kelly_fraction({Fraction(1): Fraction(11, 20), Fraction(-1): Fraction(9, 20)})
    Fraction(1, 10)
    >>> kelly_fraction({Fraction(1): Fraction(244, 495), Fraction(-1): Fraction(251, 495)})
    Fraction(0, 1)

    The expected logarithm is concave in f, so its slope has one zero at most.

    Args:
        nets: each net of one decision for a wager of 1, with its probability.

    Returns:
        0 for a wager without an advantage, and 1 for one that cannot lose.
    """

    def slope(share: Fraction) -> Fraction:
        return sum((net * often / (1 + share * net) for net, often in nets.items()), Fraction(0))

    worst = min(nets, default=Fraction(0))
    if slope(Fraction(0)) <= 0:
        return Fraction(0)
    low, high = Fraction(0), min(Fraction(1), -1 / worst) if worst < 0 else Fraction(1)
    if high * worst > -1 and slope(high) >= 0:
        return high
    while high - low > _FINE:  # the slope is above 0 at `low`, and below 0 at `high`
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    exact = high.limit_denominator(_ROUND)
    return exact if low <= exact <= high and slope(exact) == 0 else low


def advantage(book: Rulebook, wager: Wager, point: int) -> Fraction:
    """The average win of a wager made now for each unit, if nothing is rounded or capped.

    It is the house edge that `odds` prints, with the other sign; 0 if the house does not take it.
    """
    nets = _nets(book, wager, _behind(wager, point))
    return sum((net * often for net, often in nets.items()), Fraction(0))


@lru_cache(maxsize=4096)
def house_fraction(book: Rulebook, wager: Wager, point: int) -> Fraction:
    """Kelly's fraction of a wager at a house, if nothing is rounded or capped.

    Args:
        book: the house's rules.
        wager: the wager.
        point: the point while it is made, or 0.
    """
    return kelly_fraction(_nets(book, wager, _behind(wager, point)))


def _behind(wager: Wager, point: int) -> int | None:
    """The point on which a wager is made, where it makes a difference: line wagers, odds on the line."""
    return point if point and on_the_line(wager.kind) else None


@lru_cache(maxsize=4096)
def _nets(book: Rulebook, wager: Wager, behind: int | None) -> dict[Fraction, Fraction]:
    """The nets of one decision for a wager of 1, with their probabilities; none if it is not taken."""
    if book.terms(wager) is None or (wager.kind in FLATS and not (wager.number or behind)):
        return {}
    stake = exact_stake(book, wager, behind)
    decided = decide(_table(book), wager, behind, stake)
    if isinstance(decided, Refusal):
        return {}
    nets: dict[Fraction, Fraction] = {}
    for (_, net), often in decided.chances.items():
        nets[Fraction(net, stake)] = nets.get(Fraction(net, stake), Fraction(0)) + often
    return nets


@lru_cache(maxsize=16)
def _table(book: Rulebook) -> TrialTable:
    return TrialTable(uncapped(book))
