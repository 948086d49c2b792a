"""The time of exact answers: sessions of 200 throws after compilation, and whole commands from a cold start.

LONG=1 .venv/bin/python bench/sessions.py
"""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from bankcraps.chips import Cents
from bankcraps.question import explore
from bankcraps.solver.sessions import problem, solve
from bankcraps.strategy.plan import Plan

LONG: Final = bool(os.environ.get("LONG"))
"""Whether the figures are for the documentation. Otherwise a short run shows that the script works."""

HOUSE: Final = "three_four_five"
SYSTEMS: Final = {
    "pass_odds_max": 5,
    "three_point_molly": 200,
    "iron_cross": 200,
    "three_come_a_shooter": None,
}
"""Each system with the milliseconds that were promised for a session, if any."""
ROUNDS: Final = 15 if LONG else 3
COMMAND_ROUNDS: Final = 5 if LONG else 1


def sessions() -> None:
    """A row for each system."""
    plan = Plan(Cents(50_000), count=200)
    print(
        f"500 dollars, 200 throws, everything but how high and low it goes; median of {ROUNDS} (milliseconds)"
    )
    print(f"{'system':<32}{'states':>8}{'classes':>9}{'again':>9}{'promised':>10}")
    for name, promised in SYSTEMS.items():
        chain = explore(HOUSE, name)
        ready = problem(chain, plan.bankroll)
        solve(chain, plan, extremes=False, ready=ready)
        took = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            solve(chain, plan, extremes=False, ready=ready)
            took.append(1000 * (time.perf_counter() - start))
        classes = len(ready.full.quotient.post)
        said = "" if promised is None else f"{promised:,}"
        print(f"{name:<32}{len(chain.playing):>8,}{classes:>9,}{statistics.median(took):>9.1f}{said:>10}")


def cold() -> None:
    """Whole commands, from a cold start."""
    program = str(Path(sys.executable).with_name("bankcraps"))
    print(f"\nwhole commands, best of {COMMAND_ROUNDS} (seconds)")
    for words in (
        "odds --rules nsw",
        "odds --rules pennsylvania",
        "hand --at-least 154",
        "session --strategy three_point_molly --bankroll 500 --throws 200 --no-extremes",
        "simulate --strategy three_point_molly --bankroll 500 --throws 200",
    ):
        took = []
        for _ in range(COMMAND_ROUNDS):
            start = time.perf_counter()
            subprocess.run([program, *words.split()], check=True, stdout=subprocess.DEVNULL)  # noqa: S603
            took.append(time.perf_counter() - start)
        print(f"{words:<84}{min(took):>8.2f}")


if __name__ == "__main__":
    sessions()
    cold()
