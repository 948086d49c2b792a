"""Throws a second of the stepwise engine, beside crapssim in the same run.

One seat plays two systems under the 3-4-5 book: pass with full odds, and pass with two comes, all with full
odds. Ours goes through `step` for every bet and every throw: immutable tables, every event judged. The two
programs take turns, so a machine that slows down slows both. The figures are medians; look at the ratio.

Counted trees and explorations go through `step`, too. Their time is also given in throws of crapssim, which
plays pass with full odds in the same round, so that runs on different machines compare.

All times are those of the processor, so other programs on the machine count little.

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
from bankcraps.analysis.chain.exploration import explore
from bankcraps.analysis.chain.walk import Scope
from bankcraps.game.chips import Cents
from bankcraps.game.engine import open_table, player
from bankcraps.game.engine.events import Bet, Rolled
from bankcraps.game.engine.rulings import rulings
from bankcraps.game.game import Game
from bankcraps.game.perft import perft
from bankcraps.game.wagers import NUMBERS, Kind
from bankcraps.strategies.library import system

LONG = bool(os.environ.get("LONG"))
"""Whether the figures are for the documentation. Otherwise a short run shows that the script works."""

THROWS = 20_000 if LONG else 1_000
ROUNDS = 5 if LONG else 1
FLAT = Cents(1000)
TIMES = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
THEIR_TIMES: dict[int, SupportsFloat] = {**TIMES}
ANN = "Ann"
BY = player(ANN)
PASS, PASS_ODDS, COME = wager("pass"), wager("pass_odds"), wager("come")
COME_ODDS = {number: wager(f"come_odds {number}") for number in NUMBERS}
DEPTH = 3
GOAL = 4
"""The goal: so many times crapssim's throws a second."""

COUNT_ANEW_GOAL, COUNT_GOAL, EXPLORATION_GOAL = 440, 185, 3_500
"""Half of the throws of crapssim that each took on 27 November 2026."""


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
        return state if seat.on(PASS) else done(book, state, Bet(PASS, FLAT, by=BY))
    if seat.on(PASS_ODDS):
        return state
    return done(book, state, Bet(PASS_ODDS, Cents(FLAT * TIMES[state.puck]), by=BY))


def pass_with_two_comes(book: Rulebook, state: State) -> State:
    """The bets of the second system before a throw."""
    state = pass_with_odds(book, state)
    comes = [standing.wager for standing in state.seats[0].wagers if standing.wager.kind is Kind.COME]
    if state.puck and len(comes) < 2:  # noqa: PLR2004 - two comes
        state = done(book, state, Bet(COME, FLAT, by=BY))
    for come in comes:
        if come.number and not state.seats[0].on(COME_ODDS[come.number]):
            odds = Cents(FLAT * TIMES[come.number])
            state = done(book, state, Bet(COME_ODDS[come.number], odds, by=BY))
    return state


def ours(bets: Callable[[Rulebook, State], State], seed: int) -> float:
    """Throws a second of Bankcraps."""
    book = load_rulebook("three_four_five")
    state = open_table(book, [(ANN, Cents(10**12))])
    throws = dice(seed)
    start = time.process_time()
    for _ in range(THROWS):
        state = done(book, bets(book, state), Rolled(next(throws)))
    return THROWS / (time.process_time() - start)


def theirs(strategy: Strategy, seed: int) -> float:
    """Throws a second of crapssim."""
    table = CrapssimTable(seed=seed)
    table.add_player(10**10, strategy)
    start = time.process_time()
    table.run(max_rolls=THROWS, verbose=False)
    return THROWS / (time.process_time() - start)


SYSTEMS = {
    "pass, full odds": (pass_with_odds, lambda: BetPassLine(10) + PassLineOddsMultiplier(THEIR_TIMES)),
    "pass and two comes, full odds": (
        pass_with_two_comes,
        lambda: Pass2Come(10) + PassLineOddsMultiplier(THEIR_TIMES) + ComeOddsMultiplier(THEIR_TIMES),
    ),
}


def five_wagers(book: Rulebook) -> State:
    """Pass with odds on the 6, come with odds on the 4, and another come in its box."""
    state = open_table(book, [(ANN, Cents(10**9))])
    first = Bet(PASS, FLAT, by=BY), Rolled(Throw(3, 3))
    second = Bet(PASS_ODDS, Cents(5 * FLAT), by=BY), Bet(COME, FLAT, by=BY), Rolled(Throw(2, 2))
    third = Bet(COME_ODDS[4], Cents(3 * FLAT), by=BY), Bet(COME, FLAT, by=BY)
    for event in (*first, *second, *third):
        state = done(book, state, event)
    return state


def seconds(do: Callable[[], object]) -> float:
    """Measure how many seconds something takes."""
    start = time.process_time()
    do()
    return time.process_time() - start


def counted_and_explored() -> None:
    """Print a row for a counted tree and for an exploration, beside crapssim's throws."""
    book, molly = load_rulebook("three_four_five"), system("three_point_molly")
    table = five_wagers(book)

    def count_anew() -> None:
        rulings.cache_clear()
        perft(book, table, DEPTH)

    rows: dict[str, tuple[Callable[[], object], int]] = {
        f"perft, depth {DEPTH}, no ruling known": (count_anew, COUNT_ANEW_GOAL),
        f"perft, depth {DEPTH}": (lambda: perft(book, table, DEPTH), COUNT_GOAL),
        "exploration, three-point molly": (lambda: explore(Scope(Game(book), molly)), EXPLORATION_GOAL),
    }
    print(f"\n{'':<40}{'milliseconds':>14}{'throws of crapssim':>20}{'goal':>8}")
    for name, (do, goal) in rows.items():
        pairs = [
            (seconds(do), 1 / theirs(SYSTEMS["pass, full odds"][1](), seed)) for seed in range(2 * ROUNDS + 1)
        ][1:]
        took = statistics.median(pair[0] for pair in pairs)
        ratio = statistics.median(pair[0] / pair[1] for pair in pairs)
        print(f"{name:<40}{1000 * took:>14.1f}{ratio:>20,.0f}{goal:>8,}")


def main() -> None:
    """Print a row for each system, and one for each other use of `step`."""
    version = ".".join(map(str, sys.version_info[:3]))
    print(f"stepwise engine, one seat, {THROWS} throws, median of {ROUNDS} rounds in turn, Python {version}")
    print(f"{'system':<32}{'bankcraps':>12}{'crapssim':>12}{'ratio':>8}{'goal':>8}   (throws a second)")
    for name, (bets, strategy) in SYSTEMS.items():
        pairs = [(ours(bets, seed), theirs(strategy(), seed)) for seed in range(ROUNDS + 1)][1:]
        mine = statistics.median(pair[0] for pair in pairs)
        other = statistics.median(pair[1] for pair in pairs)
        ratio = statistics.median(pair[0] / pair[1] for pair in pairs)
        print(f"{name:<32}{mine:>12,.0f}{other:>12,.0f}{ratio:>8.1f}{GOAL:>8.1f}")
    counted_and_explored()


if __name__ == "__main__":
    main()
