"""Throws a second of the stepwise engine, beside crapssim in the same run.

One seat plays two systems under the 3-4-5 book: pass with full odds, and pass with two comes, all with full
odds. Ours goes through `step` for every bet and every throw: immutable tables, every event judged. The two
programs take turns, so a machine that slows down slows both. The figures are medians; look at the ratio.

    LONG=1 .venv/bin/python bench/throughput.py
"""

import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import SupportsFloat

from crapssim.strategy import BetPassLine, ComeOddsMultiplier, PassLineOddsMultiplier
from crapssim.strategy.examples import Pass2Come
from crapssim.strategy.tools import Strategy
from crapssim.table import Table as CrapssimTable

from bankcraps import Rulebook, State, Throw, load_rulebook, step, wager
from bankcraps.chips import Cents
from bankcraps.engine import open_table, player
from bankcraps.engine.events import Bet, Rolled
from bankcraps.wagers import NUMBERS, Kind

LONG = bool(os.environ.get("LONG"))
"""Whether the figures are for the documentation. Otherwise a short run shows that the script works."""

THROWS = 20_000 if LONG else 1_000
ROUNDS = 5 if LONG else 1
FLAT = Cents(1000)
TIMES = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
THEIR_TIMES: dict[int, SupportsFloat] = {**TIMES}
ANN = "Ann"
PASS, PASS_ODDS, COME = wager("pass"), wager("pass_odds"), wager("come")
COME_ODDS = {number: wager(f"come_odds {number}") for number in NUMBERS}


def dice(seed: int) -> Iterator[Throw]:
    """Seeded throws."""
    generator = random.Random(seed)
    while True:
        yield Throw(generator.randint(1, 6), generator.randint(1, 6))


def done(book: Rulebook, state: State, event: Bet | Rolled) -> State:
    """The table after an event that must not be refused."""
    came = step(book, state, event)
    if came.refusal is not None:
        raise SystemExit(f"the benchmark plays a refused event: {came.refusal.message}")
    return came.state


def pass_with_odds(book: Rulebook, state: State) -> State:
    """The bets of the first system before a throw."""
    seat = state.seats[0]
    if not state.puck:
        return state if seat.on(PASS) else done(book, state, Bet(PASS, FLAT, by=player(ANN)))
    if seat.on(PASS_ODDS):
        return state
    return done(book, state, Bet(PASS_ODDS, Cents(FLAT * TIMES[state.puck]), by=player(ANN)))


def pass_with_two_comes(book: Rulebook, state: State) -> State:
    """The bets of the second system before a throw."""
    state = pass_with_odds(book, state)
    comes = [standing.wager for standing in state.seats[0].wagers if standing.wager.kind is Kind.COME]
    if state.puck and len(comes) < 2:  # noqa: PLR2004 - two comes
        state = done(book, state, Bet(COME, FLAT, by=player(ANN)))
    for come in comes:
        if come.number and not state.seats[0].on(COME_ODDS[come.number]):
            odds = Cents(FLAT * TIMES[come.number])
            state = done(book, state, Bet(COME_ODDS[come.number], odds, by=player(ANN)))
    return state


def ours(bets: Callable[[Rulebook, State], State], seed: int) -> float:
    """Throws a second of Bankcraps."""
    book = load_rulebook("three_four_five")
    state = open_table(book, [(ANN, Cents(10**12))])
    throws = dice(seed)
    start = time.perf_counter()
    for _ in range(THROWS):
        state = done(book, bets(book, state), Rolled(next(throws)))
    return THROWS / (time.perf_counter() - start)


def theirs(strategy: Strategy, seed: int) -> float:
    """Throws a second of crapssim."""
    table = CrapssimTable(seed=seed)
    table.add_player(10**10, strategy)
    start = time.perf_counter()
    table.run(max_rolls=THROWS, verbose=False)
    return THROWS / (time.perf_counter() - start)


SYSTEMS = {
    "pass, full odds": (pass_with_odds, lambda: BetPassLine(10) + PassLineOddsMultiplier(THEIR_TIMES)),
    "pass and two comes, full odds": (
        pass_with_two_comes,
        lambda: Pass2Come(10) + PassLineOddsMultiplier(THEIR_TIMES) + ComeOddsMultiplier(THEIR_TIMES),
    ),
}


def main() -> None:
    """Print a row for each system."""
    version = ".".join(map(str, sys.version_info[:3]))
    print(f"stepwise engine, one seat, {THROWS} throws, median of {ROUNDS} rounds in turn, Python {version}")
    print(f"{'system':<32}{'bankcraps':>12}{'crapssim':>12}{'ratio':>8}   (throws a second)")
    for name, (bets, strategy) in SYSTEMS.items():
        pairs = [(ours(bets, seed), theirs(strategy(), seed)) for seed in range(ROUNDS + 1)][1:]
        mine = statistics.median(pair[0] for pair in pairs)
        other = statistics.median(pair[1] for pair in pairs)
        ratio = statistics.median(pair[0] / pair[1] for pair in pairs)
        print(f"{name:<32}{mine:>12,.0f}{other:>12,.0f}{ratio:>8.1f}")


if __name__ == "__main__":
    main()
