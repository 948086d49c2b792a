"""A distribution as bars of equal width, with spikes for single values that stand out."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bankcraps.results.distribution import Distribution

__all__ = ["LEAST_SPIKE", "Bars", "bars"]

FEW: Final = 12
"""With no more values than this, every value is a spike."""
BARS: Final = 80
"""The most bars."""
_NICE: Final = (1, 2, 4, 5, 10, 20, 25, 50)
LEAST_SPIKE: Final = 0.005
"""The least probability of a spike."""
_STANDS_OUT: Final = 2.0
"""A spike has more than this many times the probability of its surroundings."""


@dataclass(frozen=True)
class Bars:
    """A distribution as bars and spikes. Sums in cents.

    Attributes:
        edges: (n + 1,) the edges of the bars; (0,) if there are no bars.
        heights: (n,) the probability of each bar, without the spikes.
        spikes: single values that stand out, with their probabilities.
    """

    edges: NDArray[np.float64]
    heights: NDArray[np.float64]
    spikes: tuple[tuple[int, float], ...]

    @property
    def width(self) -> float:
        """The width of a bar."""
        return float(self.edges[1] - self.edges[0]) if len(self.edges) else 0.0


def bars(spread: Distribution, low: int, high: int) -> Bars:
    """Turn the part of a distribution between two sums into at most `BARS` bars of equal width.

    Each bar spans the same number of possible sums; otherwise a bar with one sum more would look higher.
    Values that stand out, such as 0 or the goal, become spikes.
    """
    inside = (spread.values >= low) & (spread.values <= high) & (spread.chances > 0)
    values, chances = spread.values[inside], spread.chances[inside]
    if len(values) <= FEW:
        spikes = zip(values.tolist(), chances.tolist(), strict=True)
        return Bars(np.empty(0), np.empty(0), tuple(spikes))
    step = int(np.gcd.reduce(np.diff(values)))
    width = step * _nice((values[-1] - values[0]) / step / BARS)
    first = values[0] - step / 2
    count = int((values[-1] - first) // width) + 1
    edges = first + width * np.arange(count + 1)
    where = ((values - first) // width).astype(np.int64)
    heights = np.zeros(count)
    np.add.at(heights, where, chances)
    spikes = [
        k for k in np.flatnonzero(chances >= LEAST_SPIKE).tolist() if _spike(heights, where[k], chances[k])
    ]
    np.subtract.at(heights, where[spikes], chances[spikes])
    found = tuple((int(values[k]), float(chances[k])) for k in spikes)
    return Bars(edges, np.maximum(heights, 0), found)


def _nice(steps: float) -> int:
    """The smallest round number that is at least `steps`."""
    scale = 1
    while True:
        for nice in _NICE:
            if nice * scale >= steps:
                return nice * scale
        scale *= 100


def _spike(heights: NDArray[np.float64], bar: int, chance: float) -> bool:
    """Whether one value has much more probability than the rest of its bar and the bars beside it."""
    around = [heights[k] for k in range(bar - 2, bar + 3) if k != bar and 0 <= k < len(heights)]
    others = max(float(heights[bar]) - chance, float(np.median(around)) if around else 0.0)
    return chance > _STANDS_OUT * others
