"""The power of statistical tests of the sealed dice: how surely each test finds a stated bias.

The power comes from simulation: it is the share of many biased series of throws that a test rejects, if it
rejects one fair series in a hundred. The last table shows the tests on sealed dice.

    LONG=1 .venv/bin/python bench/dice.py
"""

import argparse
import hashlib
import os
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from bankcraps.game.dice import SEVEN
from bankcraps.live.log.fairness import sealed_throw

LONG = bool(os.environ.get("LONG"))
"""Whether the figures are for the documentation. Otherwise a short run shows that the script works."""

LEVEL = 0.01
"""The share of fair series that each test rejects."""

LENGTHS = [1_000, 10_000, 100_000, 1_000_000]

MANY = 1_000_000
"""Of series with this length or more, a tenth as many are drawn."""

GAPS = 24
"""Gaps between sevens of this length or more are counted together."""

Faces = NDArray[np.int8]
"""A series of throws: two rows of faces, 0 to 5."""

Source = Callable[[np.random.Generator, int], Faces]


# The tests. Each returns a p-value.


def cells(faces: Faces) -> float:
    """Chi-square on the 36 cells of a throw: every throw as often as every other."""
    return _chi_square(np.bincount(faces[0].astype(np.int64) * 6 + faces[1], minlength=36))


def serial_pairs(faces: Faces) -> float:
    """Chi-square on pairs of throws: each die against itself in the throw before."""
    found = np.zeros((6, 6, 2), dtype=np.int64)
    for die in (0, 1):
        now, before = faces[die][1::2].astype(np.int64), faces[die][::2][: faces.shape[1] // 2]
        found[:, :, die] = np.bincount(before * 6 + now, minlength=36).reshape(6, 6)
    together = found.sum(axis=2)
    expected = together.sum(1)[:, None] * together.sum(0)[None, :] / together.sum()
    return float(stats.chi2.sf(((together - expected) ** 2 / expected).sum(), 25))


def runs(faces: Faces) -> float:
    """Runs test on totals above and below seven: as many changes of side as fair dice have."""
    total = faces[0] + faces[1] + 2
    side = total[total != SEVEN] > SEVEN
    above = int(side.sum())
    below = side.size - above
    found = 1 + int((side[1:] != side[:-1]).sum())
    mean = 1 + 2 * above * below / side.size
    variance = (mean - 1) * (mean - 2) / (side.size - 1)
    return float(2 * stats.norm.sf(abs(found - mean) / variance**0.5))


def gaps(faces: Faces) -> float:
    """Chi-square on the throws between one seven and the next, against the geometric distribution."""
    at = np.flatnonzero(faces[0] + faces[1] + 2 == SEVEN)
    length = np.minimum(np.diff(at) - 1, GAPS)
    chances = (5 / 6) ** np.arange(GAPS + 1) / 6
    chances[GAPS] = (5 / 6) ** GAPS
    return _chi_square(np.bincount(length, minlength=GAPS + 1), chances)


def _chi_square(found: NDArray[np.int64], chances: NDArray[np.float64] | None = None) -> float:
    expected = found.sum() * (np.full(found.size, 1 / found.size) if chances is None else chances)
    return float(stats.chi2.sf(((found - expected) ** 2 / expected).sum(), found.size - 1))


TESTS = {"cells": cells, "serial": serial_pairs, "runs": runs, "gaps": gaps}


# Dice to test.


def fair(rng: np.random.Generator, throws: int) -> Faces:
    return rng.integers(0, 6, (2, throws), dtype=np.int8)


def heavy(more: float) -> Source:
    """Both dice show a six more often than other faces, by a share of its fair chance."""
    chances = np.full(6, (1 - (1 + more) / 6) / 5)
    chances[5] = (1 + more) / 6
    edges = np.cumsum(chances)[:-1]

    def draw(rng: np.random.Generator, throws: int) -> Faces:
        return np.searchsorted(edges, rng.random((2, throws)), side="right").astype(np.int8)

    return draw


def fewer_sevens(less: float) -> Source:
    """A seven is thrown again with this chance, as by a house that withholds throws, or a skilled shooter."""

    def draw(rng: np.random.Generator, throws: int) -> Faces:
        faces = fair(rng, throws)
        again = (faces.sum(0) + 2 == SEVEN) & (rng.random(throws) < less)
        faces[:, again] = fair(rng, int(again.sum()))
        return faces

    return draw


def sticky(chance: float) -> Source:
    """With this chance a die shows the face of the throw before."""

    def draw(rng: np.random.Generator, throws: int) -> Faces:
        faces = fair(rng, throws)
        keep = rng.random((2, throws)) < chance
        keep[:, 0] = False
        for die in (0, 1):
            last = np.maximum.accumulate(np.where(keep[die], 0, np.arange(throws)))
            faces[die] = faces[die][last]
        return faces

    return draw


BIASES: dict[str, Source] = {
    "none": fair,
    "a six 1 % heavier": heavy(0.01),
    "a six 2 % heavier": heavy(0.02),
    "a six 5 % heavier": heavy(0.05),
    "1 % of sevens thrown again": fewer_sevens(0.01),
    "5 % of sevens thrown again": fewer_sevens(0.05),
    "1 % of faces repeated": sticky(0.01),
    "5 % of faces repeated": sticky(0.05),
}


def power(source: Source, throws: int, series: int, seed: int) -> dict[str, float]:
    """Return the share of series that each test rejects."""
    rejected = dict.fromkeys(TESTS, 0)
    for number in range(series):
        faces = source(np.random.default_rng([seed, throws, number]), throws)
        for name, test in TESTS.items():
            rejected[name] += test(faces) < LEVEL
    return {name: count / series for name, count in rejected.items()}


def sealed(throws: int) -> Faces:
    """Throws of the sealed source, with secrets from a hash so that the figures can be reproduced."""
    secrets = (hashlib.sha256(f"bench {number}".encode()).digest() for number in range(throws))
    drawn: Iterator[tuple[int, int]] = (
        (throw.a - 1, throw.b - 1)
        for number, secret in enumerate(secrets)
        for throw in (sealed_throw(secret, "bench", number, ()),)
    )
    return np.fromiter((face for throw in drawn for face in throw), np.int8, 2 * throws).reshape(throws, 2).T


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--series", type=int, default=400 if LONG else 10, help="series of throws for each figure"
    )
    parser.add_argument("--throws", type=int, nargs="*", default=LENGTHS if LONG else LENGTHS[:2])
    parser.add_argument(
        "--sealed", type=int, default=1_000_000 if LONG else 20_000, help="sealed throws to test"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(f"Power at level {LEVEL}: the share of series that a test rejects, of {given.series} series each.")
    print(f"With {MANY:,} throws or more, a tenth as many series.\n")
    print("| bias | throws | " + " | ".join(TESTS) + " |")
    print("| --- | ---: |" + " ---: |" * len(TESTS))
    for bias, source in BIASES.items():
        for throws in given.throws:
            series = given.series if throws < MANY else given.series // 10
            found = power(source, throws, series, given.seed)
            figures = " | ".join(f"{100 * share:.0f} %" for share in found.values())
            print(f"| {bias} | {throws:,} | {figures} |", flush=True)
    faces = sealed(given.sealed)
    print(f"\nThe tests on {given.sealed:,} sealed throws:\n\n| test | p-value |\n| --- | ---: |")
    for name, test in TESTS.items():
        print(f"| {name} | {test(faces):.3f} |")


if __name__ == "__main__":
    main()
