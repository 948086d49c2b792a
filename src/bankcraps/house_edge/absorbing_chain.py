"""Absorbing Markov chains in exact fractions: expected visits and steps, absorption probabilities.

The transient states of a chain are numbered from 0. A row maps each next state to its probability. What is
missing from 1 is the probability of being absorbed there.

States are eliminated one after the other: transitions to a state go on to the states that it leads to. Each
state is eliminated after those. So only circles add transitions, and the circles of a craps wager are small:
one number, and where the puck is. Nothing here knows craps. The methods are in Kemeny and Snell, Finite
Markov Chains (1960), chapter 3.
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
    into: list[dict[int, Fraction]] = [{} for _ in rows]
    for state, row in enumerate(rows):
        for after, chance in row.items():
            into[after][state] = chance
    ahead = [set(row) for row in rows]
    found = [start.get(state, ZERO) for state in range(len(rows))]
    eliminated: list[tuple[int, Fraction]] = []
    for state in _followed_first(rows):
        leaves = 1 - into[state].pop(state, ZERO)
        if not leaves:
            raise EndlessChainError("the expected value is infinite: from some state the chain never ends")
        for after in ahead[state] - {state}:
            share = into[after].pop(state) / leaves
            found[after] += found[state] * share
            for before, chance in into[state].items():
                into[after][before] = into[after].get(before, ZERO) + chance * share
                ahead[before].add(after)
        for before in into[state]:
            ahead[before].remove(state)
        eliminated.append((state, leaves))
    for state, leaves in reversed(eliminated):
        came = (found[before] * chance for before, chance in into[state].items())
        found[state] = sum(came, found[state]) / leaves
    return found


def _followed_first(rows: Rows) -> Iterator[int]:
    """The states by depth-first search, each after those that it leads to, but for circles."""
    met: set[int] = set()
    for first in range(len(rows)):
        path = [] if first in met else [(first, iter(rows[first]))]
        met.add(first)
        while path:
            state, following = path[-1]
            after = next((one for one in following if one not in met), None)
            if after is None:
                yield state
                path.pop()
            else:
                met.add(after)
                path.append((after, iter(rows[after])))


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
