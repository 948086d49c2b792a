"""The time of exact answers: sessions of 200 throws after compilation, and whole commands beside their goals.

LONG=1 .venv/bin/python bench/sessions.py
"""

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from bankcraps.analysis.exact.sessions import problem, solve
from bankcraps.analysis.question import ask, explore, explored_far_enough
from bankcraps.game.chips import Cents
from bankcraps.strategies.plan import Plan

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
PASS: Final = "when come_out: pass 10; when point: odds max"
WITHOUT: Final = {
    "pass with odds": (PASS, "when come_out and ahead 100: pass 20; when come_out and behind 100: pass 5"),
    "pass with odds, placing": (
        f"{PASS}; place 6 12; place 8 12",
        "when ahead 100: place 6 12; when behind 100: place 8 12",
    ),
}
"""Systems that do not look at their money, and what two thresholds make of pass with odds."""
TIMES: Final = 1.5
"""The goal: a session with two thresholds takes at most so many times as long as one without."""
ROUNDS: Final = 15 if LONG else 3
COMMAND_ROUNDS: Final = 15 if LONG else 1
FIRST_ROUNDS: Final = 3 if LONG else 1

COMMANDS: Final = {
    "--help": 150,
    "session --help": 150,
    "odds": 150,
    "odds --rules pennsylvania": None,
    "odds --compare": None,
    "simulate --strategy three_point_molly --bankroll 500 --throws 200": None,
}
"""Each command with the most milliseconds of processor time that it should take, if there is a goal."""

QUESTIONS: Final = (
    "hand",
    "session --strategy pass_odds_2x --bankroll 500 --throws 300 --no-extremes",
    "session --strategy three_point_molly --bankroll 500 --throws 200 --no-extremes",
    "risk --strategy pass_odds_2x --bankrolls 200:600:100 --throws 300",
    "compare pass_odds_2x iron_cross --bankroll 500 --throws 300",
)
"""The first questions of a newcomer, measured by `odds`; the highest and lowest sums follow an answer."""
AGAIN, FIRST = 3, 10
"""The most times that `odds` takes for such a question: asked again, and as the first of all."""

IMPORT_GOAL: Final = 50
"""The milliseconds for `import bankcraps`."""


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


def thresholds() -> None:
    """A row for each system without thresholds, and one for it with two."""
    asked = {
        (name, looks): ask(HOUSE, f"{PASS}; {rules}" if looks else plain, 500, None, throws=300)
        for name, (plain, rules) in WITHOUT.items()
        for looks in (False, True)
    }
    found = {
        key: explored_far_enough([one], lambda far: (far[0].chain(), far[0].plan))
        for key, one in asked.items()
    }
    ready = {key: problem(chain, plan.bankroll) for key, (chain, plan) in found.items()}
    took: dict[tuple[str, bool], list[float]] = {key: [] for key in found}
    for turn in range(ROUNDS + 1):
        for key, (chain, plan) in found.items():
            start = time.process_time()
            solve(chain, plan, extremes=False, ready=ready[key])
            if turn:  # the first compiles
                took[key].append(1000 * (time.process_time() - start))
    print(f"\n500 dollars, 300 throws, processor time, best of {ROUNDS} in turn (milliseconds)")
    print(f"{'':<32}{'classes':>9}{'unit ($)':>10}{'took':>9}")
    for (name, looks), each in took.items():
        ratio = min(each) / min(took[name, False])
        told = f"   {ratio:.2f} times, goal {TIMES}: {'met' if ratio <= TIMES else 'not met'}"
        size = f"{len(ready[name, looks].full.quotient.post):>9}{found[name, looks][0].unit / 100:>10g}"
        shown = "  with two thresholds" if looks else name
        print(f"{shown:<32}{size}{min(each):>9.1f}{told if looks else ''}")


def commands() -> None:
    """Whole commands, whose caches are filled by a first run; then the questions with empty caches."""
    python = sys.executable
    program = str(Path(python).with_name("bankcraps"))
    print(f"\nwhole commands, processor time, median of {COMMAND_ROUNDS} in turn (milliseconds)")
    print(f"{'':<82}{'took':>8}{'goal':>8}")
    asked = {words: [program, *words.split()] for words in (*COMMANDS, *QUESTIONS)}
    asked["import bankcraps"] = [python, "-c", "import bankcraps"]
    goals: dict[str, float | None] = {**COMMANDS, "import bankcraps": IMPORT_GOAL}
    with tempfile.TemporaryDirectory() as folder:
        kept = os.environ | {"BANKCRAPS_CACHE": f"{folder}/kept", "NUMBA_CACHE_DIR": f"{folder}/code"}
        for command in asked.values():
            _took(command, kept)
        took: dict[str, list[float]] = {words: [] for words in asked}
        for _ in range(COMMAND_ROUNDS):
            for words, command in asked.items():
                took[words].append(_took(command, kept))
        odds = statistics.median(took["odds"])
        for words, each in took.items():
            _print(words, each, AGAIN * odds if words in QUESTIONS else goals[words])
        print(f"\nthe same with empty caches, as on a new machine; the goal is {FIRST} times `odds`")
        for words in QUESTIONS:
            first: list[float] = []
            for _ in range(FIRST_ROUNDS):
                for name in ("kept", "code"):
                    shutil.rmtree(f"{folder}/{name}", ignore_errors=True)
                first.append(_took(asked[words], kept))
            _print(words, first, FIRST * odds)


def _took(command: list[str], environment: dict[str, str]) -> float:
    """The processor time of a command, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)  # noqa: S603
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def _print(words: str, took: list[float], goal: float | None) -> None:
    said = "" if goal is None else f"{goal:,.0f}"
    print(f"{words:<82}{statistics.median(took):>8,.0f}{said:>8}")


if __name__ == "__main__":
    sessions()
    thresholds()
    commands()
