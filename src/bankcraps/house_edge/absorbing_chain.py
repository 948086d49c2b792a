"""Absorbing Markov chains in exact fractions: expected visits and steps, absorption probabilities.

The transient states of a chain are numbered from 0. A row maps each next state to its probability. What is
missing from 1 is the probability of being absorbed there.

The equations are solved one strongly connected component at a time, by elimination, once all that the
component depends on is known. The components of a craps wager are small: one number, and where the puck is.
Nothing here knows craps. The methods are in Kemeny and Snell, Finite Markov Chains (1960), chapter 3.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import mul
from typing import Final, Generic, TypeVar

from bankcraps.errors import BankcrapsError

Rows = Sequence[Mapping[int, Fraction]]
"""For each state, the probability of each next state."""

ZERO: Final = Fraction(0)


class EndlessChainError(BankcrapsError):
    """From some state the chain never ends."""


Transient = TypeVar("Transient")
Absorbed = TypeVar("Absorbed")


@dataclass(frozen=True, eq=False)
class AbsorbingChain(Generic[Transient, Absorbed]):
    """An absorbing Markov chain whose states mean something.

    Attributes:
        states: the transient states, by number.
        start: the probability of starting in each state, by number.
        rows: for each state, the probability of each next state.
        ends: for each state, the probability of being absorbed there in each way.
    """

    states: Sequence[Transient]
    start: Mapping[int, Fraction]
    rows: Rows
    ends: Sequence[Mapping[Absorbed, Fraction]]

    @cached_property
    def visits(self) -> list[Fraction]:
        """The expected number of visits to each state."""
        return visits(self.rows, self.start)

    @cached_property
    def absorption(self) -> dict[Absorbed, Fraction]:
        """The probability of each way of being absorbed."""
        chances: dict[Absorbed, Fraction] = {}
        for often, ends in zip(self.visits, self.ends, strict=True):
            for end, chance in ends.items():
                chances[end] = chances.get(end, ZERO) + often * chance
        return chances


def visits(rows: Rows, start: Mapping[int, Fraction]) -> list[Fraction]:
    """The expected number of visits to each state, from a distribution of first states.

    Solves v = start + v P: a row of the fundamental matrix, weighted by the start.

    >>> half = Fraction(1, 2)
    >>> visits([{0: half, 1: half}, {0: half}], {0: Fraction(1)})
    [Fraction(4, 1), Fraction(2, 1)]

    Raises:
        EndlessChainError: if the chain never ends from a state that can be reached.
    """
    found = [start.get(state, ZERO) for state in range(len(rows))]
    for members in reversed(components(rows)):
        inside = set(members)
        system = {state: {state: Fraction(1)} for state in members}
        for state in members:
            for after, chance in rows[state].items():
                if after in inside:
                    row = system[after]
                    row[state] = row.get(state, ZERO) - chance
        for state, value in _eliminated(system, {state: found[state] for state in members}).items():
            found[state] = value
            for after, chance in rows[state].items():
                if after not in inside:
                    found[after] += value * chance
    return found


def steps(rows: Rows) -> tuple[Fraction, Fraction]:
    """The mean number of steps until the chain ends, from its first state, and the mean of its square.

    The second follows from the means of all states by theorem 3.3.5 of Kemeny and Snell.

    >>> steps([{0: Fraction(1, 2)}])
    (Fraction(2, 1), Fraction(6, 1))

    Raises:
        EndlessChainError: if the chain never ends.
    """
    often = [visits(rows, {state: Fraction(1)}) for state in range(len(rows))]
    means = [sum(row, ZERO) for row in often]
    return means[0], 2 * sum(map(mul, often[0], means), ZERO) - means[0]


def _eliminated(system: dict[int, dict[int, Fraction]], right: dict[int, Fraction]) -> dict[int, Fraction]:
    """Solve sparse equations by Gauss-Jordan elimination, one equation per unknown; changes its arguments."""
    for pivot, row in system.items():
        scale = row.pop(pivot, ZERO)
        if not scale:
            raise EndlessChainError("the expected value is infinite: from some state the chain never ends")
        for unknown in row:
            row[unknown] /= scale
        right[pivot] /= scale
        for other, equation in system.items():
            factor = equation.pop(pivot, ZERO) if other != pivot else ZERO
            if not factor:
                continue
            for unknown, value in row.items():
                left = equation.get(unknown, ZERO) - factor * value
                if left:
                    equation[unknown] = left
                else:
                    equation.pop(unknown, None)
            right[other] -= factor * right[pivot]
    return right


def components(rows: Rows) -> list[list[int]]:
    """The strongly connected components, each after the components it leads to (Tarjan 1972, iterative).

    >>> components([{1: Fraction(1)}, {0: Fraction(1, 2), 2: Fraction(1, 2)}, {}])
    [[2], [0, 1]]
    """
    met: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    open_now: set[int] = set()
    found: list[list[int]] = []
    for first in range(len(rows)):
        if first in met:
            continue
        path: list[tuple[int, Iterator[int]]] = []
        ahead = first
        while True:
            if ahead not in met:
                met[ahead] = low[ahead] = len(met)
                stack.append(ahead)
                open_now.add(ahead)
                path.append((ahead, iter(rows[ahead])))
            state, following = path[-1]
            step = next((after for after in following if after not in met or after in open_now), None)
            if step is not None and step not in met:
                ahead = step
                continue
            if step is not None:
                low[state] = min(low[state], met[step])
                ahead = state
                continue
            path.pop()
            if low[state] == met[state]:
                at = len(stack) - stack[::-1].index(state) - 1
                found.append(stack[at:])
                open_now.difference_update(stack[at:])
                del stack[at:]
            if not path:
                break
            ahead = path[-1][0]
            low[ahead] = min(low[ahead], low[state])
    return found
