"""The simulator beside crapssim: sessions of 500 throws or ruin, as `bankcraps.simulate` plays them.

Both play the same systems with 1,000 dollars, in turn, on one core. The figures are throws a second of
processor time, the best of several rounds; look at the ratio. Ours take in all of `simulate`: the chain is
read from the disk and packed, and the results are added up as histograms. crapssim only rolls: watching the
lowest and the highest bankroll would slow it down further. Then every system of the library is played, to
show the slowest, too.

    LONG=1 .venv/bin/python bench/simulator.py
"""

import os
import time
from collections.abc import Callable
from typing import Final, SupportsFloat

from crapssim.strategy import BetPassLine, ComeOddsMultiplier, PassLineOddsMultiplier
from crapssim.strategy.examples import IronCross, Pass2Come, PassLinePlace68
from crapssim.strategy.tools import Strategy
from crapssim.table import Table as CrapssimTable

from bankcraps import BankcrapsError, simulate
from bankcraps.analysis.question import ask
from bankcraps.strategies.library import library

LONG: Final = bool(os.environ.get("LONG"))
"""Whether the figures are for the documentation. Otherwise a short run shows that the script works."""

HOUSE: Final = "three_four_five"
BANKROLL: Final = 1000
THROWS: Final = 500
SESSIONS: Final = 2**21 if LONG else 2**11
LIBRARY_SESSIONS: Final = 2**17 if LONG else 2**11
THEIR_SESSIONS: Final = 40 if LONG else 2
ROUNDS: Final = 5 if LONG else 1
LIBRARY_ROUNDS: Final = 3 if LONG else 1
SEED: Final = 2026
TIMES: Final[dict[int, SupportsFloat]] = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}

GOALS: Final = {"pass, full odds": 75_000, "pass and two comes, full odds": 200_000}
"""The ratios to crapssim that are the goals."""

SAME: Final[dict[str, tuple[str, Callable[[], Strategy]]]] = {
    "pass, full odds": ("pass_odds_max", lambda: BetPassLine(10) + PassLineOddsMultiplier(TIMES)),
    "pass and two comes, full odds": (
        "when come_out: pass 10; when always: odds max; when point: come 10 up to 2",
        lambda: Pass2Come(10) + PassLineOddsMultiplier(TIMES) + ComeOddsMultiplier(TIMES),
    ),
    "iron cross": ("iron_cross_with_pass", lambda: IronCross(10)),
    "pass, placing 6 and 8": ("pass_place_6_8", lambda: PassLinePlace68(10)),
}


def ours(spec: str, sessions: int = SESSIONS) -> float:
    """Throws a second of `simulate`, sessions that end early included."""
    start = time.process_time()
    played = simulate(HOUSE, spec, BANKROLL, throws=THROWS, sessions=sessions, seed=SEED, paths=False)
    return played.throws * sessions / (time.process_time() - start)


def theirs(strategy: Callable[[], Strategy]) -> float:
    """Throws a second of crapssim."""
    made, start = 0, time.process_time()
    for session in range(THEIR_SESSIONS):
        table = CrapssimTable(seed=session)
        table.add_player(BANKROLL, strategy())
        table.run(max_rolls=THROWS, verbose=False)
        made += table.dice.n_rolls
    return made / (time.process_time() - start)


def beside_crapssim() -> None:
    """A row for each system that both have."""
    print(f"{BANKROLL} dollars, {THROWS} throws or ruin, {SESSIONS:,} sessions by `simulate`")
    print(f"throws a second of processor time, best of {ROUNDS} in turn")
    print(f"{'system':<32}{'states':>8}{'bankcraps':>16}{'crapssim':>12}{'ratio':>10}{'goal':>10}")
    for name, (spec, strategy) in SAME.items():
        ours(spec)
        pairs = [(ours(spec), theirs(strategy)) for _ in range(ROUNDS)]
        mine, other = max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)
        states = len(ask(HOUSE, spec, BANKROLL, throws=THROWS).chain().playing)
        ratio, goal = mine / other, GOALS.get(name)
        told = f"{goal:>10,} {'met' if ratio >= goal else 'not met'}" if goal else ""
        print(f"{name:<32}{states:>8,}{mine:>16,.0f}{other:>12,.0f}{ratio:>10,.0f}{told}")


def whole_library() -> None:
    """The slowest, the middle and the fastest of the library."""
    found: list[tuple[float, str, int]] = []
    for name in library():
        try:
            states = len(ask(HOUSE, name, BANKROLL, throws=THROWS).chain().playing)
            rate = max(ours(name, LIBRARY_SESSIONS) for _ in range(LIBRARY_ROUNDS))
        except BankcrapsError:
            continue  # the house lacks one of its wagers, or it needs a larger bankroll
        found.append((rate, name, states))
    found.sort()
    print(f"\n{len(found)} systems at {HOUSE}, best of {LIBRARY_ROUNDS} (million throws a second)")
    for rate, name, states in (*found[:5], found[len(found) // 2], *found[-2:]):
        print(f"{name:<32}{rate / 1e6:>12,.0f}{states:>10,} states")


if __name__ == "__main__":
    beside_crapssim()
    whole_library()
