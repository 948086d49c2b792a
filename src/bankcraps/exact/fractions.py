"""Absorbing chains solved in fractions: what is expected, without rounding anything.

A chain is a list of rows, one a state, that say with what chance each other state follows; what is missing
from 1 is the chance that it ends there. It is cut into its strongly connected components, which are small for
every wager there is (a number and six pucks), and each of those is solved by elimination once all that it
waits for is known. Nothing here knows craps.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from bankcraps.errors import BankcrapsError

__all__ = ["Arcs", "Rows", "components", "expected", "moments", "visits"]

Rows = Sequence[Mapping[int, Fraction]]
"""For each state, the chance of each state that may follow it."""

Arcs = Sequence[Sequence[tuple[Fraction, int | None, Fraction]]]
"""For each state, what may happen: its chance, the state after it (None at the end), and what is gained."""

ZERO: Final = Fraction(0)


def visits(rows: Rows, start: Mapping[int, Fraction]) -> list[Fraction]:
    """How often each state is expected to be visited, from a distribution of first states.

    >>> half = Fraction(1, 2)
    >>> visits([{0: half, 1: half}, {0: half}], {0: Fraction(1)})
    [Fraction(4, 1), Fraction(2, 1)]

    Raises:
        BankcrapsError: where the chain does not end.
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
        solved = _eliminated(system, {state: [found[state]] for state in members})
        for state, (value,) in solved.items():
            found[state] = value
            for after, chance in rows[state].items():
                if after not in inside:
                    found[after] += value * chance
    return found


def expected(rows: Rows, now: Sequence[Sequence[Fraction]]) -> list[list[Fraction]]:
    """What is expected from each state on, of several things at once that states give when they are visited.

    Args:
        rows: the chain.
        now: what each state gives, as many values for every state.

    >>> half = Fraction(1, 2)
    >>> expected([{0: half, 1: half}, {0: half}], [[Fraction(1)], [Fraction(1)]])
    [[Fraction(6, 1)], [Fraction(4, 1)]]

    Raises:
        BankcrapsError: where the chain does not end.
    """
    found = [list(values) for values in now]
    for members in components(rows):
        inside = set(members)
        system: dict[int, dict[int, Fraction]] = {}
        for state in members:
            row = system[state] = {state: Fraction(1)}
            for after, chance in rows[state].items():
                if after in inside:
                    row[after] = row.get(after, ZERO) - chance
                else:
                    for thing, value in enumerate(found[after]):
                        found[state][thing] += chance * value
        for state, values in _eliminated(system, {state: found[state] for state in members}).items():
            found[state] = values
    return found


def moments(arcs: Arcs, highest: int = 3) -> list[list[Fraction]]:
    """The first moments of all that is gained from each state until the end: mean, mean square, mean cube.

    With a gain of 1 on every arc these are the moments of the time.

    >>> half = Fraction(1, 2)
    >>> moments([[(half, 0, Fraction(1)), (half, None, Fraction(1))]])
    [[Fraction(2, 1), Fraction(6, 1), Fraction(26, 1)]]

    Raises:
        BankcrapsError: where the chain does not end.
    """
    rows: list[dict[int, Fraction]] = []
    for ways in arcs:
        row: dict[int, Fraction] = {}
        for chance, after, _ in ways:
            if after is not None:
                row[after] = row.get(after, ZERO) + chance
        rows.append(row)
    found = [[Fraction(1)] for _ in arcs]
    for power in range(1, highest + 1):
        now = [[_raised(ways, found, power)] for ways in arcs]
        for state, (value,) in enumerate(expected(rows, now)):
            found[state].append(value)
    return [values[1:] for values in found]


def _raised(
    ways: Sequence[tuple[Fraction, int | None, Fraction]], found: Sequence[Sequence[Fraction]], power: int
) -> Fraction:
    """The part of a moment that lower moments give, by the binomial theorem."""
    total = ZERO
    for chance, after, gain in ways:
        total += chance * gain**power
        if after is not None and gain:
            times = power
            for low in range(1, power):
                total += chance * times * gain ** (power - low) * found[after][low]
                times = times * (power - low) // (low + 1)
    return total


def _eliminated(
    system: dict[int, dict[int, Fraction]], right: dict[int, list[Fraction]]
) -> dict[int, list[Fraction]]:
    """Solve sparse equations, one for each unknown, by Gauss and Jordan; both arguments are used up."""
    for pivot, row in system.items():
        scale = row.pop(pivot, ZERO)
        if not scale:
            raise BankcrapsError("there is no expectation: once there, the chain never ends")
        for unknown in row:
            row[unknown] /= scale
        values = right[pivot] = [value / scale for value in right[pivot]]
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
            right[other] = [old - factor * new for old, new in zip(right[other], values, strict=True)]
    return right


def components(rows: Rows) -> list[list[int]]:
    """The strongly connected components, each after all that can follow it (Tarjan, without recursion).

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
