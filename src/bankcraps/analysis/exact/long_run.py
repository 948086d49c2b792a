"""The long run of a system at a house: averages per throw if it plays for ever and can always pay.

The stationary distribution comes from the cycles between visits to one state. Let Q be the matrix of
transition probabilities without the transitions to one recurrent state, `home`. The expected visits in a
cycle from home to home are the row `home` of `(I - Q)^-1`, and a share of the throws is such a number of
visits divided by the length of a cycle (Kemeny and Snell, Finite Markov Chains, 1960). The same factors
solve Poisson's equation, which gives the variance of a sum along the chain.
"""

from collections import defaultdict
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import numpy as np

from bankcraps.analysis.chain.arrays import SIDES, Bools, ChainArrays, Floats, Ints, UnitChain, in_units
from bankcraps.analysis.chain.model import NO_BELOW, Chain
from bankcraps.analysis.chain.stopping import NEED_STOPPED
from bankcraps.analysis.exact.budget import ROUNDING, TooLargeError
from bankcraps.analysis.exact.quotient import sums_by
from bankcraps.analysis.exact.solution import rules_of
from bankcraps.analysis.question import explore
from bankcraps.analysis.results.costs import Costs, LayoutShare, LongRun, Rate, Stood
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, Money
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.opening import DEFAULT_LIMITS
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.strategies.library import system as find_system
from bankcraps.strategies.policy import Policy, looks_at_money
from bankcraps.support.extras import Sparse, scipy

_UNSURE: Final = 0.5
"""With a residual above this, the longest expected cycle is not known to within a factor of two."""


class Average(NamedTuple):
    """The average of a figure over throws, in the long run.

    Attributes:
        mean: the mean of a throw.
        sd: the square root of the variance of a sum over many throws, divided by their number.
        mean_bound, sd_bound: the largest possible errors.
    """

    mean: float
    sd: float
    mean_bound: float
    sd_bound: float


def matrix(to: Ints) -> Sparse:
    """The sparse matrix of transition probabilities, given the state after each of equally likely throws."""
    many, throws = to.shape
    origin = np.repeat(np.arange(int(many)), int(throws))
    chances = scipy().sparse.csr_array((np.ones(to.size), (origin, to.ravel())), shape=(many, many))
    chances.sum_duplicates()
    chances.data /= throws
    return chances


def recurrent(chances: Sparse) -> Bools | None:
    """(states,) which states come up again and again; None if there are several such sets.

    Args:
        chances: (states, states) sparse, the transition probabilities.
    """
    many, part = scipy().csgraph.connected_components(chances, connection="strong")
    origin, to = chances.nonzero()
    closed = np.ones(many, np.bool_)
    closed[part[origin][part[origin] != part[to]]] = False
    return closed[part] if closed.sum() == 1 else None


class Cycles:
    """A recurrent chain, cut into cycles at the visits to its first state.

    Attributes:
        shares: (states,) the share of the throws from each state, in the long run.
        error_bound: the largest possible error of the share of any set of states.
    """

    def __init__(self, chances: Sparse) -> None:
        """Solve for the shares.

        Args:
            chances: (states, states) sparse, the transition probabilities of a recurrent chain.

        Raises:
            TooLargeError: if a cycle takes so long that the solution would be rounding.
        """
        many = chances.shape[0]
        away = chances.tocsc(copy=True)
        away.data[: away.indptr[1]] = 0.0  # the first column: the transitions to home
        self._away: Sparse = (scipy().sparse.eye_array(many, format="csc") - away).tocsc()
        self._factors = scipy().linalg.splu(self._away)
        self.longest: float = self._longest_cycle()
        home = np.zeros(many)
        home[0] = 1.0
        visits: Floats = np.maximum(self._factors.solve(home, trans="T"), 0.0)
        terms = int(np.diff(away.indptr).max(initial=0)) + 4
        wrong = np.abs(home - self._away.T @ visits).sum() + 2 * terms * ROUNDING * visits.sum()
        self.shares: Floats = visits / visits.sum()
        # Each visit too many or too few goes on to others, for the rest of a cycle.
        self.error_bound: float = float(2 * wrong * self.longest / visits.sum() + many * ROUNDING)

    def _longest_cycle(self) -> float:
        """A bound on the expected throws until home from any state.

        If w > 0 and `w >= (1 - e) + Q w`, then w / (1 - e) is at least the expected time.
        """
        times: Floats = self._factors.solve(np.ones(self._away.shape[0]))
        least = float((self._away @ times).min())
        if not np.isfinite(times).all() or times.min() < 0 or least < _UNSURE:
            raise TooLargeError(
                "the system comes back to its beginning too seldom for the long run to be solved"
            )
        return float(times.max()) / least

    def average(self, to: Ints, gains: Floats) -> Average:
        """The long-run mean of a figure and its spread, by Poisson's equation.

        Let h solve `h = mean gain - g + P h`, where g is the long-run mean. A sum over n throws, less
        n g, is a martingale and a bounded rest. The steps of the martingale are the figure less g, plus the
        change of h. So the mean square of a step is the variance of a sum, for each throw.

        Args:
            to: (states, throws) the state after each of equally likely throws.
            gains: (states, throws) the figure.
        """
        chance = 1 / gains.shape[1]
        of_state = gains.sum(axis=1) * chance
        mean = float(self.shares @ of_state)
        h: Floats = self._factors.solve(of_state - mean)
        steps = gains - mean + h[to] - h[:, None]
        drift = float(np.abs(steps.sum(axis=1) * chance).max())
        squares = (steps**2).sum(axis=1) * chance
        variance = float(self.shares @ squares)
        sd = variance**0.5
        # Rounding leaves steps a small drift. As a figure of its own, it has a spread of at most `of_drift`.
        drift += 50 * ROUNDING * float(np.abs(h).max() + np.abs(gains).max(initial=0))
        of_drift = 2 * drift * (1 + 2 * self.longest)
        of_variance = (self.error_bound + 50 * ROUNDING) * float(squares.max())
        of_sd = of_variance / sd if sd * sd > of_variance else of_variance**0.5
        of_mean = (self.error_bound + 50 * ROUNDING) * float(np.abs(of_state).max())
        return Average(mean, sd, of_mean, of_sd + of_drift)


_EACH: Final = 1 / SIDES


def long_run(
    house: Rulebook | str | Path,
    system: Policy | str,
    limits: Limits | str = DEFAULT_LIMITS,
    chip: Money | None = None,
    *,
    by_rule: bool = False,
) -> LongRun:
    """Return the averages of a throw if a system plays on for ever and can always pay.

    >>> from bankcraps import exact
    >>> found = exact.long_run("three_four_five", "pass")
    >>> round(found.rates["throws"].gain, 6), round(-1000 * 7 / 1671, 6)
    (-4.189108, -4.189108)

    Args:
        house: a rulebook, its id, or the path of a file.
        system: a system, a name from the library, the path of a file, or the text itself.
        limits: the sign at the table, as `Limits` or as "MIN:MAX:UNIT" in dollars.
        chip: the smallest chip the table can pay in, in dollars; 1 if not given.
        by_rule: also how often each rule of the system fires, and what it costs.

    Raises:
        BankcrapsError: if the system has no long run: it looks at its money, stops, or has no finite chain.
    """
    policy = find_system(str(system)) if isinstance(system, str | Path) else system
    if looks_at_money(policy):
        raise BankcrapsError(_looks(policy.name))
    found = long_run_of(explore(house, policy, limits, chip))
    if not by_rule:
        return found
    by_rules = long_run_of(explore(house, policy, limits, chip, by_rules=True))
    return msgspec.structs.replace(found, by_rule=rules_of(policy, by_rules))


def long_run_of(chain: Chain) -> LongRun:
    """The long run on a chain of play.

    Raises:
        BankcrapsError: if there is none.
    """
    units = in_units(chain, 0)
    states, chances = _lasting(units)
    cycles, arrays = Cycles(chances), units.arrays
    posts = arrays.post[states]
    to = np.searchsorted(states, arrays.next[posts])
    gains = arrays.delta[posts].astype(np.float64) * arrays.unit
    action = _of_throws(cycles, arrays.action[posts])
    throw = cycles.average(to, gains)
    rates = {"throws": Rate(1.0, action, *throw)}
    for unit, mark in (("decisions", arrays.decisions), ("shooters", arrays.shooters)):
        counted = mark[posts].astype(np.float64)
        if counted.any():
            rates[unit] = _rate(cycles, to, gains, counted, action, throw)
    wagers, refused = _costs(units, states, cycles.shares)
    stands = [max(state.face, state.need) for state in map(chain.states.__getitem__, states.tolist())]
    return LongRun(
        house=chain.house,
        system=chain.system,
        rates=rates,
        on_layout=float(cycles.shares @ np.array(stands, np.float64)),
        wagers=wagers,
        refused=refused,
        layouts=_layouts(chain, states, cycles.shares),
        error_bound=cycles.error_bound,
    )


def _looks(system: str) -> str:
    return (
        f"{system} looks at its money, so what it does on average depends on what it owns: it has no long "
        "run of its own; ask for a session"
    )


def _lasting(units: UnitChain) -> tuple[Ints, Sparse]:
    """The states that come up again and again, by number, and the sparse matrix of their transitions.

    Raises:
        BankcrapsError: if the system looks at its money, stops, or can come to rest in several ways.
    """
    arrays, system = units.arrays, units.chain.system
    if (arrays.below != NO_BELOW).any():
        raise BankcrapsError(_looks(system))
    states = _reached(arrays)
    if (arrays.need[states] == NEED_STOPPED).any():
        raise BankcrapsError(f"{system} stops by itself, so it has no long run; ask for a session")
    to = np.searchsorted(states, arrays.next[arrays.post[states]])
    chances = matrix(to)
    lasts = recurrent(chances)
    if lasts is None:
        raise BankcrapsError(
            f"{system} comes to bet in one way or in another for ever, and the dice decide in which: its "
            "average is not one number; ask for a session"
        )
    inside = np.flatnonzero(lasts)
    return states[inside], chances[inside][:, inside]


def _reached(arrays: ChainArrays) -> Ints:
    """The states of play, by number."""
    seen = np.zeros(len(arrays.post), np.bool_)
    fresh = np.zeros(1, np.int64)
    while fresh.size:
        seen[fresh] = True
        on = fresh[arrays.need[fresh] != NEED_STOPPED]
        fresh = np.unique(arrays.next[arrays.post[on]])
        fresh = fresh[~seen[fresh]]
    return np.flatnonzero(seen)


def _of_throws(cycles: Cycles, figures: Floats | Ints) -> float:
    """The average of (states, 36) figures over throws."""
    return float(cycles.shares @ figures.sum(axis=1)) * _EACH


def _rate(cycles: Cycles, to: Ints, gains: Floats, counted: Floats, action: float, throw: Average) -> Rate:
    """Return the averages of one decision or hand.

    Let N of them come in n throws. The sum until the last, less `gain` times N, has no drift. Its variance
    for each throw, times the throws of one of them, is the variance of one (Wald's identities).
    """
    share = _of_throws(cycles, counted)
    each = throw.mean / share
    left = cycles.average(to, gains - each * counted)
    of_share = cycles.error_bound / share
    bound = throw.mean_bound / share + abs(each) * of_share
    # A wrong gain changes each step by at most so much of a decision.
    spread = left.sd / share**0.5
    of_spread = left.sd_bound / share**0.5 + spread * of_share + bound * cycles.longest
    return Rate(1 / share, action / share, each, spread, bound, of_spread)


def _costs(units: UnitChain, states: Ints, shares: Floats) -> Costs:
    """The action and cost of each wager in a throw, and the refusals."""
    labels = units.label[units.arrays.post[states]]
    weights: Floats = sums_by(labels.ravel().astype(np.int64), np.repeat(shares * _EACH, SIDES))
    bets = zip(states.tolist(), shares.tolist(), strict=True)
    return units.chain.costs(((int(label), float(weights[label])) for label in np.flatnonzero(weights)), bets)


def _layouts(chain: Chain, states: Ints, shares: Floats) -> tuple[LayoutShare, ...]:
    """The layouts, whatever the system remembers; the commonest first."""
    found = defaultdict[tuple[int, tuple[tuple[str, Cents, str], ...]], float](float)
    for number, share in zip(map(int, states), map(float, shares), strict=True):
        state = chain.states[number]
        found[state.puck, state.wagers] += share
    told = (
        LayoutShare(puck, tuple(Stood(*one) for one in wagers), share)
        for (puck, wagers), share in found.items()
    )
    return tuple(sorted(told, key=lambda each: (-round(each.share, 12), each.puck, each.wagers)))
