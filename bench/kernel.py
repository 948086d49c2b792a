"""Throws a second of the compiled kernels, beside a plain C loop in the same run.

The C loop (`pass_odds.c`) and the kernels play the same game: pass with 3-4-5 odds, 500 throws or ruin,
keeping the final bankroll, the lowest and the highest. They take turns, so a machine that slows down slows
all of them. The figures are the best of several rounds; look at the ratios. The other chains are random ones
of a given number of rows, without a favourite part that would stay in a cache.

    LONG=1 .venv/bin/python bench/kernel.py
"""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np

from bankcraps.analysis.chain.arrays import NEED_LEFT, NO_BELOW, SIDES, ChainArrays, UnitPlan, in_units
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.question import ask, explore, explored_far_enough
from bankcraps.analysis.simulation import metrics as metric
from bankcraps.analysis.simulation.kernels._vectors import HAS_PERMUTE
from bankcraps.analysis.simulation.kernels.dice import Dice, deal, dice
from bankcraps.analysis.simulation.kernels.packing import NONE, PackedTransitions, pack
from bankcraps.analysis.simulation.kernels.walks import FAST_LANES
from bankcraps.analysis.simulation.simulators import (
    KernelSimulator,
    KernelWork,
    choose_simulator,
    play_fast,
    play_full,
)
from bankcraps.analysis.simulation.streams import BLOCK
from bankcraps.analysis.simulation.totals import Chunk
from bankcraps.analysis.simulation.workers import Workers, play_chunks
from bankcraps.game.chips import Cents
from bankcraps.strategies.plan import Plan
from bankcraps.support.compiled import compiled

SOURCE: Final = Path(__file__).with_name("pass_odds.c")
LONG: Final = bool(os.environ.get("LONG"))
"""Whether the figures are for the documentation. Otherwise a short run shows that the script works."""

SESSIONS: Final = 2**15 if LONG else 2**12
THROWS: Final = 500
ROUNDS: Final = 9 if LONG else 2
SEED: Final = 2026
_BLOCKS: Final = 64
ROWS: Final = (10, 100, 1000, 10_000)
SYSTEMS: Final = ("pass_odds_max", "iron_cross", "pass_two_come", "three_point_molly", "come_odds_max")
GOALS: Final = dict(zip(SYSTEMS, (3.5, 3.5, 2.5, 2.5, 1.8), strict=True))
"""The billion throws a second that are the goal for each system: with few rows, with more, and by records."""
PART: Final = 0.5
"""The part of the dice alone that is the goal for all."""
ODDS: Final = "when come_out: pass 10; when point: odds max; "
MOLLY: Final = "when come_out: pass 10; when point: come 10 up to 2; when always: odds max; when ahead 50: "
LOOKING: Final = {
    "pass 5%": ("when come_out: pass 5%", 1000, None),
    "pass 10, odds half": ("when come_out: pass 10; when point: odds half", 1000, None),
    "two thresholds, flats": (
        ODDS + "when come_out and ahead 100: pass 20; when come_out and behind 100: pass 5",
        1000,
        None,
    ),
    "two thresholds, places": (
        ODDS + "when ahead 100: place 6 12; when behind 100: place 8 12",
        1000,
        None,
    ),
    "molly, three thresholds": (
        MOLLY + "place 6 12; when behind 50: place 8 12; when ahead 100: hard 8 5",
        1000,
        None,
    ),
    "pass to reach 1000": ("when come_out: pass to reach 1000", 500, 1000),
    "odds to reach 1000": ("when come_out: pass 10; when point: odds to reach 1000", 500, 1000),
    "below the peak": (
        "when come_out: pass 10; when come_out and 30 below the peak: pass 5; when 700 below the peak: stop",
        1000,
        None,
    ),
    "only this shooter": (
        "only when not behind 20 this shooter; when come_out: pass 10; when point: odds 2x",
        1000,
        None,
    ),
    "labouchere": (
        "when come_out: pass 5; progression labouchere 1-2-3-4 on pass up to 20 units",
        1000,
        None,
    ),
}
"""Systems that look at their money, or whose memory takes many rows; each with a bankroll and a goal."""
SHORT: Final = {"pass to reach 1000": "when come_out: pass 500"}
"""The same game for a player who does not look, where sessions last a few throws."""
QUARTER: Final = 0.25
"""The part of the plain system's throws a second that is the goal for a system that looks."""
TIMES: Final = 1.5
"""The goal: two thresholds make the system take at most so many times as long."""
TURNS: Final = 5 if LONG else 1
WORKERS_GOAL: Final = 1.9
"""The goal: two workers make so many times the throws of one. Two C loops are the limit of the machine."""
WORKER_ROUNDS: Final = 11 if LONG else 1
WORKER_SESSIONS: Final = 2**22 if LONG else 2**18

Contest = Callable[[], float]
"""A function that plays once and returns its throws a second."""
Clock = Callable[[], float]
"""A clock in seconds."""


def timed(throws: Callable[[], int], clock: Clock = time.perf_counter) -> Contest:
    """Return a contest that measures throws a second, from a function that plays and returns its throws."""

    def contest() -> float:
        start = clock()
        made = throws()
        return made / (clock() - start)

    return contest


def best(contests: dict[str, Contest], rounds: int = ROUNDS) -> dict[str, float]:
    """The best result of each contest. They take turns, after a first round that compiles everything."""
    for contest in contests.values():
        contest()
    tried = [{name: contest() for name, contest in contests.items()} for _ in range(rounds)]
    return {name: max(found[name] for found in tried) for name in contests}


def pass_odds(bankroll: int) -> tuple[ChainArrays, UnitPlan]:
    """Pass with full 3-4-5 odds as the house and the system have it; a bankroll in flats of ten dollars."""
    units = in_units(explore("three_four_five", "pass_odds_max"), bankroll * 1000)
    return units.arrays, units.plan(Plan(Cents(bankroll * 1000), count=THROWS))


def random_chain(rows: int, sides: int) -> ChainArrays:
    """A chain with transitions from any row to any row, by totals (11 sides) or by throws (36)."""
    chance = np.random.default_rng(rows)
    kind = np.add.outer(np.arange(6), np.arange(6)).ravel() if sides < SIDES else np.arange(SIDES)
    none = np.zeros((rows, SIDES), np.uint8)
    return ChainArrays(
        unit=100,
        post=np.append(np.arange(rows), ABSORBED).astype(np.int32),
        fee=np.zeros(rows + 1, np.int32),
        need=np.append(chance.integers(1, 60, rows), NEED_LEFT).astype(np.int32),
        leave=np.full(rows + 1, rows, np.int32),
        least=np.zeros(rows + 1, np.int32),
        below=np.full(rows + 1, NO_BELOW, np.int32),
        delta=chance.integers(-6, 7, (rows, sides))[:, kind].astype(np.int32),
        next=chance.integers(0, rows, (rows, sides))[:, kind].astype(np.int32),
        decisions=none,
        shooters=none,
        action=np.zeros((rows, SIDES), np.int64),
    )


def fast(
    arrays: ChainArrays,
    plan: UnitPlan,
    sessions: int = SESSIONS,
    *,
    registers: bool = True,
    clock: Clock = time.perf_counter,
) -> Contest:
    """The fast kernel, which walks short chains in registers if the machine can and it may."""
    chain = pack(arrays, plan)
    if not registers:
        chain = chain._replace(short=NONE)
    return timed(lambda: int(play_fast(chain, SEED, 0, sessions)[metric.THROWS].sum()), clock)


def full(
    arrays: ChainArrays, plan: UnitPlan, sessions: int = SESSIONS // 4, clock: Clock = time.perf_counter
) -> Contest:
    """The full kernel."""
    chain = pack(arrays, plan)
    return timed(lambda: int(play_full(chain, SEED, 0, sessions).metrics[metric.THROWS].sum()), clock)


def dice_alone(blocks: int = SESSIONS // 64, clock: Clock = time.perf_counter) -> Contest:
    """The dice without a walk: no kernel can be faster."""
    lanes = dice(SEED, FAST_LANES)

    def throws() -> int:
        for _ in range(blocks):
            _deal_many(lanes)
        return blocks * _BLOCKS * BLOCK * FAST_LANES

    return timed(throws, clock)


@compiled
def _deal_many(lanes: Dice) -> None:
    for _ in range(_BLOCKS):
        deal(lanes)


def c_loop(directory: str, bankroll: int, copies: int = 1) -> Contest | None:
    """The C loop, compiled here, in one process or several at once; None where there is no compiler."""
    compiler = next(filter(None, map(shutil.which, ("gcc", "clang", "cc"))), None)
    if compiler is None:
        return None
    program = str(Path(directory) / "pass_odds")
    subprocess.run([compiler, "-O3", "-o", program, str(SOURCE)], check=True)  # noqa: S603 - our own source
    command = [program, *map(str, (SESSIONS, bankroll, THROWS, SEED))]

    def contest() -> float:
        running = [
            subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - the same
            for _ in range(copies)
        ]
        told = [process.communicate()[0].split() for process in running]
        return sum(int(throws) / int(nanoseconds) * 1e9 for throws, nanoseconds, *_ in told)

    return contest


def against_c() -> None:
    """Both kernels and the C loop on the same game, with a large and with a small bankroll."""
    with tempfile.TemporaryDirectory() as directory:
        for bankroll in (500, 50):
            arrays, plan = pass_odds(bankroll)
            contests = {
                "dice alone": dice_alone(),
                "fast kernel": fast(arrays, plan),
                "by records": fast(arrays, plan, registers=False),
                "full kernel": full(arrays, plan),
            }
            scalar = c_loop(directory, bankroll)
            found = best(contests | ({"C loop": scalar} if scalar else {}))
            print(
                f"pass with 3-4-5 odds, {bankroll} flats, {THROWS} throws or ruin, {len(arrays.post)} states"
            )
            for name, rate in found.items():
                ratio = f"  {rate / found['dice alone']:5.2f} x the dice"
                ratio += f"  {rate / found['C loop']:5.2f} x the C loop" if scalar else ""
                print(f"  {name:12} {rate / 1e6:7.0f} million throws/s{ratio}")
            if not scalar:
                print("  no C compiler here: nothing to compare with")


def by_size() -> None:
    """The kernels on random chains of more and more rows."""
    clock = time.process_time
    print(f"\nrandom chains, {THROWS} throws or ruin, million throws/s of processor time")
    print(f"  {'rows':>6} {'fast, by totals':>16} {'fast, by throws':>16} {'full, by throws':>16}")
    contests = {"dice alone": dice_alone(clock=clock)}
    plan = UnitPlan(1000, THROWS)
    for rows in ROWS:
        by_totals, by_throws = random_chain(rows, 11), random_chain(rows, SIDES)
        contests |= {
            f"{rows} t": fast(by_totals, plan, clock=clock),
            f"{rows} f": fast(by_throws, plan, clock=clock),
            f"{rows} p": full(by_throws, plan, clock=clock),
        }
    found = best(contests, TURNS)
    for rows in ROWS:
        print(f"  {rows:6} " + " ".join(f"{found[f'{rows} {kind}'] / 1e6:16.0f}" for kind in "tfp"))
    for kind, name in (("t", "by totals"), ("f", "by throws")):
        few, most = found[f"{ROWS[0]} {kind}"], found[f"{ROWS[-1]} {kind}"]
        part = most / found["dice alone"]
        told = "met" if part >= PART else "not met"
        print(f"  {ROWS[0]} rows are {few / most:.1f} times as fast as {ROWS[-1]}, {name}")
        print(f"  {ROWS[-1]} rows, {name}: {part:.2f} of the dice alone   goal {PART} {told}")


def by_system() -> None:
    """Systems with few rows and with many, in registers and by records, beside the dice alone."""
    contests = {"dice alone": dice_alone()}
    for name in SYSTEMS:
        units = in_units(explore("three_four_five", name), 1000_00)
        arrays, plan = units.arrays, units.plan(Plan(Cents(1000_00), count=THROWS))
        contests |= {name: fast(arrays, plan), f"{name} r": fast(arrays, plan, registers=False)}
    found = best(contests, TURNS)
    alone = found["dice alone"]
    print("\nsystems with 1,000 dollars, 500 throws or ruin, million throws/s, and parts of the dice alone")
    print("  the limit is the dice alone")
    print(f"  {'system':24} {'fast':>6} {'of the dice':>12} {'by records':>11} {'of the dice':>12}  goals")
    for name in SYSTEMS:
        rate, records = found[name], found[f"{name} r"]
        shares = f"{rate / 1e6:6.0f} {rate / alone:12.2f} {records / 1e6:11.0f} {records / alone:12.2f}"
        goal = GOALS[name] * 1e9
        told = f"{goal / 1e6:.0f} {'met' if rate >= goal else 'not met'}"
        print(f"  {name:24} {shares}  {told}, {PART} {'met' if rate >= PART * alone else 'not met'}")


def by_money() -> None:
    """Systems that look at their money, beside pass with odds and the same money, in processor time."""
    packed: dict[str, PackedTransitions] = {}
    for name, (spec, bankroll, goal) in LOOKING.items():
        beside = SHORT.get(name, "pass_odds_max")
        for key, system in ((name, spec), (f"{beside}, {bankroll}, {goal}", beside)):
            asked = ask("three_four_five", system, bankroll, goal, throws=THROWS)
            one = explored_far_enough([asked], lambda found: choose_simulator(found[0]))
            assert isinstance(one, KernelSimulator)
            packed[key] = one.packed
    found = best({name: _in_processor_time(chain) for name, chain in packed.items()}, TURNS)
    print(f"\nsystems that look at their money, {THROWS} throws or less, million throws/s of processor time")
    for name, (_, bankroll, until) in LOOKING.items():
        beside = SHORT.get(name, "pass_odds_max")
        ratio = found[name] / found[f"{beside}, {bankroll}, {until}"]
        goal = round(1 / TIMES, 2) if "two thresholds" in name else QUARTER
        told = f"{ratio:5.2f} x {beside}   goal {goal} {'met' if ratio >= goal else 'not met'}"
        print(f"  {name:24} {found[name] / 1e6:6.0f}  {told}")


def _in_processor_time(chain: PackedTransitions) -> Contest:
    """As many sessions as make about as many throws as for other systems."""
    mean = float(play_fast(chain, SEED, 0, 2**10)[metric.THROWS].mean())
    sessions = int(SESSIONS * THROWS / max(mean, 1) / 4)
    return timed(lambda: int(play_fast(chain, SEED, 0, sessions)[metric.THROWS].sum()), time.process_time)


def by_workers() -> None:
    """One worker and two, as processes and as threads, with histograms.

    Two copies of the C loop share nothing, so their speed is the most that this machine gives to two
    programs. If other machines take a part of a core for a while, it is less than twice the speed of one. So
    the rounds are short and many.
    """
    arrays, plan = pass_odds(500)
    work = KernelWork(pack(arrays, plan), SEED)
    todo = [Chunk(first, 2**16) for first in range(0, WORKER_SESSIONS, 2**16)]

    def crew(workers: int, *, threads: bool) -> Contest:
        return timed(lambda: play_chunks(work, todo, Workers(workers, threads)).totals.throws)

    contests = {
        "one worker": crew(1, threads=False),
        "two processes": crew(2, threads=False),
        "two threads": crew(2, threads=True),
    }
    with tempfile.TemporaryDirectory() as directory:
        one, two = (c_loop(directory, 500, copies) for copies in (1, 2))
        found = best(contests | ({"C loop": one, "two C loops": two} if one and two else {}), WORKER_ROUNDS)
    print(f"\n{WORKER_SESSIONS:,} sessions of pass with 3-4-5 odds in chunks, with histograms")
    print(f"best of {WORKER_ROUNDS}")
    for name, rate in found.items():
        alone = "C loop" if "C loop" in name else "one worker"
        ratio = rate / found[alone]
        goal = f"   goal {WORKERS_GOAL} {'met' if ratio >= WORKERS_GOAL else 'not met'}"
        told = f"{ratio:5.2f} x {alone}{goal if name.startswith('two ') and alone != 'C loop' else ''}"
        print(f"  {name:14} {rate / 1e6:7.0f} million throws/s  {told}")


if __name__ == "__main__":
    print(f"short chains are walked {'in registers (AVX-512 VBMI)' if HAS_PERMUTE else 'by records'}")
    against_c()
    by_size()
    by_system()
    by_money()
    by_workers()
