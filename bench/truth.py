"""Exact against simulated: every system of the library on many throws, within 4 standard errors.

Under LONG=1 each system makes a billion throws, and otherwise five million.

By chance alone one figure in sixteen thousand lies further off; here are about four hundred. If one does, the
program names it and ends with a failure.

    LONG=1 .venv/bin/python bench/truth.py
"""

import os
import sys
import time
from math import sqrt
from typing import Final, NamedTuple

from bankcraps import BankcrapsError
from bankcraps.analysis.exact.sessions import solve
from bankcraps.analysis.question import Question, ask
from bankcraps.analysis.results.session import Session
from bankcraps.analysis.simulation.simulate import RunPlan, play
from bankcraps.strategies.library import library

LONG: Final = bool(os.environ.get("LONG"))
"""Whether the figures are for the documentation. Otherwise a short run shows that the script works."""

HOUSES: Final = (
    "three_four_five",
    "pennsylvania",
    "classic",
    "nsw",
    "washington",
    "classic:after_point=put",
    "classic:odds=hundred",
)
BANKROLL: Final = 1500
GOAL: Final = 3000
THROWS: Final = 200
LEAST: Final = 10**9 if LONG else 5 * 10**6
SEED: Final = 154
FURTHEST: Final = 4.0
HARDLY: Final = 100 / LEAST
"""Smaller chances are not tested: that many throws may never see such an event."""


class Apart(NamedTuple):
    """A figure of a system: how many standard errors the sessions played lie from the exact one."""

    system: str
    figure: str
    errors: float


def at_a_house(name: str) -> Question:
    """A system at the first house that offers its wagers."""
    for house in HOUSES:
        try:
            return ask(house, name, BANKROLL, GOAL, throws=THROWS)
        except BankcrapsError:
            continue
    raise SystemExit(f"no house offers all wagers of {name}")


def apart(name: str) -> tuple[list[Apart], int]:
    """The figures of one system, and the number of throws behind them."""
    asked = at_a_house(name)
    exact = solve(asked.chain(), asked.plan, extremes=False)
    assert isinstance(exact, Session)  # it has a length
    sessions = int(LEAST / exact.throws * 1.01) + 1
    played = play(asked, RunPlan.of(sessions=sessions, seed=SEED, paths=False))
    throws = played.totals.throws
    found = [
        Apart(name, "mean", (played.final.mean - exact.final.mean) / (exact.final.sd / sqrt(sessions))),
        Apart(name, "throws", (played.throws - exact.throws) / (played.throws_error or 1.0)),
    ]
    shares = {
        "ruin": (played.ends["ruin"], exact.ends["ruin"]),
        "goal": (played.ends["goal"], exact.ends["goal"]),
        "ahead": (played.p_ahead, exact.p_ahead),
    }
    for figure, (seen, chance) in shares.items():
        if HARDLY < chance < 1.0 - HARDLY:
            found.append(Apart(name, figure, (seen - chance) / sqrt(chance * (1.0 - chance) / sessions)))
    return found, throws


def main() -> None:
    """All systems; the furthest figures are shown."""
    start, total = time.perf_counter(), 0
    figures: list[Apart] = []
    for name in library():
        found, throws = apart(name)
        if throws < LEAST:
            raise SystemExit(f"{name} made only {throws:,} throws")
        figures += found
        total += throws
    took = time.perf_counter() - start
    figures.sort(key=lambda one: -abs(one.errors))
    print(f"{len(library())} systems, {total:,} throws in {took:,.0f} seconds; {len(figures)} figures")
    print("furthest from exact, in standard errors:")
    for one in figures[:5]:
        print(f"  {one.system:<32}{one.figure:<10}{one.errors:+.2f}")
    wrong = [one for one in figures if abs(one.errors) > FURTHEST]
    if wrong:
        sys.exit(f"{len(wrong)} figures lie further off than {FURTHEST:g} standard errors")


if __name__ == "__main__":
    main()
