"""The long run of a session without a goal: its drift, and how unlikely it is to go far against it.

Without a goal there is no highest sum, and so no finite system of equations. But a bound of Lundberg's kind
says how far a player can go against the drift. Let M be the matrix of `chance * exp(theta * delta)` between
classes. If its spectral radius is at most 1, with a positive eigenvector h, then `h * exp(theta * owned)` is
a supermartingale. So the probability of ever going `far` units against the drift is at most
`max(h) / min(h) * exp(-abs(theta) * far)`.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.markov.arrays import NEED_LEFT
from bankcraps.markov.model import ABSORBED
from bankcraps.markov.stopping import NEED_STOPPED
from bankcraps.solver.quotient import Quotient

__all__ = ["LongRun", "long_run"]

Floats = NDArray[np.float64]

_FAIR: Final = 1e-12
"""A drift of fewer units a throw is none: what a sum of exact fractions in floats may be off by."""

_MAX_CLASSES: Final = 150
"""With more classes the eigenvalues take too long."""

_STEPS: Final = 40


class LongRun(NamedTuple):
    """What a player gains in the long run, if nothing stops them.

    Attributes:
        drift: the expected change of what is owned, in units a throw; 0 for a fair game.
        theta: the exponent of the bound, for each unit; 0 for a fair game.
        factor: the factor of the bound.
    """

    drift: float
    theta: float
    factor: float

    def distance(self, chance: float) -> int:
        """The units that a player goes against the drift with at most this probability."""
        return int(np.ceil(np.log(self.factor / chance) / self.theta))


def long_run(quotient: Quotient) -> LongRun | None:
    """The long run of a system that never stops by itself; None if that cannot be told quickly."""
    classes = _recurrent(quotient)
    if classes is None:
        return None
    many = len(classes)
    number = np.full(len(quotient.post), -1)
    number[classes] = np.arange(many)
    posts = quotient.post[classes]
    ways = [np.arange(int(quotient.first[post]), int(quotient.first[post + 1])) for post in posts.tolist()]
    origin = np.repeat(np.arange(many), [len(way) for way in ways])
    way = np.concatenate(ways)
    to, delta, chance = number[quotient.to[way]], quotient.delta[way].astype(float), quotient.chance[way]

    def matrix(theta: float) -> Floats:
        made = np.zeros((many, many))
        np.add.at(made, (origin, to), chance * np.exp(theta * delta))
        return made

    system = np.vstack([matrix(0.0).T - np.eye(many), np.ones(many)])
    stationary = np.linalg.lstsq(system, np.append(np.zeros(many), 1.0), rcond=None)[0]
    drift = float(stationary[origin] @ (chance * delta))
    if abs(drift) < _FAIR * max(1.0, float(np.abs(delta).max())):
        return LongRun(0.0, 0.0, 1.0)
    theta = _root(matrix, -1.0 if drift > 0 else 1.0, float(np.abs(delta).max()))
    radius, h = _perron(matrix(theta))
    if not h.min() or radius > 1.0:
        return None
    return LongRun(drift, abs(theta), float(h.max() / h.min()))


def _perron(matrix: Floats) -> tuple[float, Floats]:
    """The spectral radius of a matrix without negative entries, and its eigenvector."""
    values, vectors = np.linalg.eig(matrix.astype(np.complex128))
    real = np.real(values).astype(np.float64)
    best = int(np.argmax(real))
    return float(real[best]), np.abs(np.real(vectors[:, best])).astype(np.float64)


def _recurrent(quotient: Quotient) -> NDArray[np.intp] | None:
    """The classes of play, if each can be reached from each and in none the player stops or leaves."""
    ahead: dict[int, set[int]] = {}
    fresh = [quotient.start]
    while fresh:
        c = fresh.pop()
        post = int(quotient.post[c])
        if c in ahead:
            continue
        if post == ABSORBED or quotient.need[c] in (NEED_STOPPED, NEED_LEFT) or len(ahead) >= _MAX_CLASSES:
            return None
        ahead[c] = set(quotient.to[quotient.first[post] : quotient.first[post + 1]].tolist())
        fresh += ahead[c]
    back: dict[int, set[int]] = {c: set() for c in ahead}
    for c, nexts in ahead.items():
        for to in nexts:
            back[to].add(c)
    seen, fresh = {quotient.start}, [quotient.start]
    while fresh:
        more = back[fresh.pop()] - seen
        seen |= more
        fresh += more
    return np.array(sorted(ahead)) if len(seen) == len(ahead) else None


def _root(matrix: Callable[[float], Floats], sign: float, swing: float) -> float:
    """A theta just below that at which the spectral radius comes back to 1."""

    def radius(theta: float) -> float:
        return _perron(matrix(theta))[0]

    low, high = 0.0, sign * 1e-6 / swing
    while radius(high) < 1.0 and abs(high) * swing < 50:  # noqa: PLR2004 - exp(50) is far enough
        low, high = high, 2 * high
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if radius(middle) < 1.0 else (low, middle)
    return low
