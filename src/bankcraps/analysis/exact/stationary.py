"""The stationary distribution of a chain that goes on for ever, from the cycles between visits to one state.

Let Q be the matrix of transition probabilities without the transitions to one recurrent state, `home`. The
expected visits in a cycle from home to home are the row `home` of `(I - Q)^-1`, and a share of the throws is
such a number of visits divided by the length of a cycle (Kemeny and Snell, Finite Markov Chains, 1960). The
same factors solve Poisson's equation, which gives the variance of a sum along the chain.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.support.extras import missing

if _without := missing("scipy"):
    raise _without
from scipy import sparse  # pyright: ignore[reportMissingTypeStubs]
from scipy.sparse import csgraph, linalg  # pyright: ignore[reportMissingTypeStubs]

from bankcraps.analysis.exact.budget import TooLargeError

__all__ = ["Average", "Cycles", "matrix", "recurrent"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# SciPy has no types.
_sparse: Any = sparse
_linalg: Any = linalg
_csgraph: Any = csgraph

_ROUNDING: Final = 2.0**-53

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


def matrix(to: Ints) -> Any:  # noqa: ANN401 - SciPy has no types
    """The sparse matrix of transition probabilities, given the state after each of equally likely throws."""
    many, throws = to.shape
    origin = np.repeat(np.arange(int(many)), int(throws))
    chances = _sparse.csr_array((np.ones(to.size), (origin, to.ravel())), shape=(many, many))
    chances.sum_duplicates()
    chances.data /= throws
    return chances


def recurrent(chances: Any) -> NDArray[np.bool_] | None:  # noqa: ANN401 - SciPy has no types
    """(states,) which states come up again and again; None if that depends on luck.

    Args:
        chances: (states, states) sparse, the transition probabilities.
    """
    many, part = _csgraph.connected_components(chances, connection="strong")
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

    def __init__(self, chances: Any) -> None:  # noqa: ANN401 - SciPy has no types
        """Solve for the shares.

        Args:
            chances: (states, states) sparse, the transition probabilities of a recurrent chain.

        Raises:
            TooLargeError: if a cycle takes so long that the solution would be rounding.
        """
        many = chances.shape[0]
        away = chances.tocsc(copy=True)
        away.data[: away.indptr[1]] = 0.0  # the first column: the transitions to home
        self._away: Any = (_sparse.eye_array(many, format="csc") - away).tocsc()
        self._factors: Any = _linalg.splu(self._away)
        self.longest: float = self._longest_cycle()
        home = np.zeros(many)
        home[0] = 1.0
        visits: Floats = np.maximum(self._factors.solve(home, trans="T"), 0.0)
        terms = int(np.diff(away.indptr).max(initial=0)) + 4
        wrong = np.abs(home - self._away.T @ visits).sum() + 2 * terms * _ROUNDING * visits.sum()
        self.shares: Floats = visits / visits.sum()
        # Each visit too many or too few goes on to others, for the rest of a cycle.
        self.error_bound: float = float(2 * wrong * self.longest / visits.sum() + many * _ROUNDING)

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

    def average(self, to: Ints, chance: float, gains: Floats) -> Average:
        """The long-run mean of a figure and its spread, by Poisson's equation.

        Let h solve `h = mean gain - g + P h`, where g is the long-run mean. A sum over n throws less n g is a
        martingale, whose steps are the figure less g, plus the change of h, and the change of h over all
        throws, which is bounded. So the mean square of a step is the variance of a sum for each throw.

        Args:
            to: (states, throws) the state after each of equally likely throws.
            chance: the probability of each of these throws.
            gains: (states, throws) the figure.
        """
        of_state = gains.sum(axis=1) * chance
        mean = float(self.shares @ of_state)
        h: Floats = self._factors.solve(of_state - mean)
        steps = gains - mean + h[to] - h[:, None]
        drift = float(np.abs(steps.sum(axis=1) * chance).max())
        squares = (steps**2).sum(axis=1) * chance
        variance = float(self.shares @ squares)
        sd = variance**0.5
        # The rest of the drift of a step is a figure of its own, with a spread of at most this.
        drift += 50 * _ROUNDING * float(np.abs(h).max() + np.abs(gains).max(initial=0))
        of_drift = 2 * drift * (1 + 2 * self.longest)
        of_variance = (self.error_bound + 50 * _ROUNDING) * float(squares.max())
        of_sd = of_variance / sd if sd * sd > of_variance else of_variance**0.5
        of_mean = (self.error_bound + 50 * _ROUNDING) * float(np.abs(of_state).max())
        return Average(mean, sd, of_mean, of_sd + of_drift)
