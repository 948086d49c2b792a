"""Gates, limits, progressions and stops around a system that is no text."""

from fractions import Fraction
from random import Random

import msgspec
import pytest

from bankcraps.chips import Cents
from bankcraps.dice import NUMBERS, Throw
from bankcraps.engine import effects as fx
from bankcraps.strategy.combinators import AtMost, Gate, StopAfter, WithProgression
from bankcraps.strategy.library import system
from bankcraps.strategy.observation import ThrowResult
from bankcraps.strategy.policy import Layout
from bankcraps.strategy.progressions import PROGRESSIONS, named, series
from bankcraps.strategy.rules.conditions import OnPoint, TrackerHolds
from bankcraps.strategy.rules.trackers import Decisions, EveryShooter, FiveCount, Money, Throws
from bankcraps.strategy.wager_sets import every, only
from bankcraps.wagers import Kind, find

from .playing import follow, opened, random_throws

PASS, COME, FIELD = find(Kind.PASS), find(Kind.COME), find(Kind.FIELD)


class Plain(msgspec.Struct, frozen=True):
    """A system written in Python: the line, and a come wager on every throw."""

    name: str = "plain"
    text: str = ""

    def start(self):
        return 0

    def layout(self, view, memory):
        del memory
        stakes = view.stakes()
        stakes[COME if view.puck else PASS] = Cents(1000)
        return Layout(stakes)

    def remember(self, memory, effects):
        del effects
        return min(memory + 1, 3)


def test_a_combinator_is_a_hashable_value_around_any_system():
    one, other = (Gate(Plain(), TrackerHolds(FiveCount())) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one.start() == ((0,), 0)
    assert one.text == ""
    assert one.name == "plain, only after five_count"


def test_its_text_is_that_of_the_text_form():
    inside = system("pass")
    made = StopAfter(AtMost(Gate(inside, TrackerHolds(FiveCount())), 2, only(PASS)), Throws(30))
    assert system(made.text.replace("stop after 30 throws\n", "")).text.splitlines() == [
        "only after five_count",
        "at most 2 pass a shooter",
        "when come_out: pass 10",
    ]


def test_a_gate():
    gate = Gate(Plain(), OnPoint((6,)))
    follow(gate, "- | 6\ncome 10 | 5\ncome 10, come 5 10 | 6\ncome 5 10, come 6 10 | 9\ncome 5 10, come 6 10")


def test_a_gate_on_shooters():
    follow(Gate(Plain(), TrackerHolds(EveryShooter(2))), "- | 6\n- | 7\npass 10 | 4\npass 10, come 10 | 7\n-")


def test_at_most_so_many_a_shooter():
    follow(
        AtMost(Plain(), 2, every(Kind.COME)),
        "pass 10 | 6\npass 10, come 10 | 4\npass 10, come 10, come 4 10 | 11\n"
        "pass 10, come 4 10 | 5\npass 10, come 4 10 | 7\npass 10 | 5\npass 10, come 10",
    )


def test_a_progression_multiplies_what_the_system_inside_says_first():
    paced = WithProgression(Plain(), named("martingale"), only(COME))
    follow(
        paced,
        "pass 10 | 6\npass 10, come 10 | 3\npass 10, come 20 | 2\npass 10, come 40 | 4\n"
        "pass 10, come 40, come 4 40 | 4\npass 10, come 10, come 4 40 | 7\npass 10",
    )


def test_a_stop_is_for_good():
    follow(StopAfter(Plain(), Throws(2)), "pass 10 | 6\npass 10, come 10 | 4\nstop")
    table = opened(StopAfter(Plain(), Decisions(1)))
    for throw in random_throws(3, 200):
        table.bet()
        table.throw(throw)
    assert table.stopped
    assert table.state.seats[0].wagers == ()


def test_the_memory_of_a_stop_rests_with_it():
    stop = StopAfter(Plain(), Throws(1))
    lost = (fx.Thrown(Throw(1, 1), 2, ""), fx.Lost("Ann", PASS, Cents(1000)))
    stopped = stop.remember(stop.start(), lost)
    assert stop.remember(stopped, lost) is stopped


# Progressions.

ROWS = {
    "martingale": ("LLLW", [1, 2, 4, 8, 1]),
    "paroli": ("WWWWL", [1, 2, 4, 1, 2, 1]),
    "press": ("WWWWWL", [1, 2, 4, 8, 16, 16, 1]),
    "half_press": ("WWWWL", [1, Fraction(3, 2), 2, 3, Fraction(9, 2), 1]),
    "regress": ("WWL", [1, Fraction(1, 2), Fraction(1, 2), 1]),
    "fibonacci": ("LLLLWWW", [1, 1, 2, 3, 5, 2, 1, 1]),
    "dalembert": ("LLWWW", [1, 2, 3, 2, 1, 1]),
    "reverse_dalembert": ("WWLLL", [1, 2, 3, 2, 1, 1]),
    "1-3-2-6": ("WWWWWL", [1, 3, 2, 6, 1, 3, 1]),
    "oscar": ("LLLWWLWW", [1, 1, 1, 1, 2, 1, 1, 1, 1]),
}


def test_every_progression_has_a_row_here():
    assert set(ROWS) == set(PROGRESSIONS)


@pytest.mark.parametrize("name", ROWS)
def test_what_a_progression_stakes(name):
    results, stakes = ROWS[name]
    progression, state = named(name), 0
    staked = [progression.multiple(state)]
    for result in results:
        state = progression.after(state, won=result == "W")
        staked.append(progression.multiple(state))
    assert staked == stakes


@pytest.mark.parametrize("name", ROWS)
def test_its_states_are_few(name):
    progression, seen, front = named(name), {0}, [0]
    while front:
        state = front.pop()
        for won in (True, False):
            after = progression.after(state, won=won)
            if after not in seen:
                seen.add(after)
                front.append(after)
    assert len(seen) <= 400
    assert all(progression.multiple(state) > 0 for state in seen)


def test_oscar_wins_one_unit_a_series_and_never_more():
    grind, dice = named("oscar", 50), Random(5)
    for _ in range(200):
        state = balance = 0
        while True:
            stake, won = int(grind.multiple(state)), dice.random() < 0.5
            balance += stake if won else -stake
            state = grind.after(state, won=won)
            if state == 0 and balance:
                break
            assert balance <= 0
        assert balance in (1, *range(-120, -50))


def test_past_the_last_step():
    short = named("martingale", 2)
    assert [short.after(0, won=False), short.after(1, won=False)] == [1, 0]
    own = series([1, 5], on_wins=False)
    assert own.after(1, won=False) == 0
    assert str(own) == "series after losses 1 5"


# The five-count, told a second time.


def counted_by_hand(totals):
    """Frank Scoblete's count, written as a reader would count along."""
    count = 0
    for total in totals:
        if count == 0:
            count = int(total in NUMBERS)
        elif count < 4:
            count += 1
        elif count == 4 and total in NUMBERS:
            count = 5
    return count


def test_the_five_count():
    assert counted_by_hand([6, 2, 3, 12, 11, 8]) == 5
    tracker, dice = FiveCount(), Random(9)
    for _ in range(500):
        throws = [Throw(dice.randint(1, 6), dice.randint(1, 6)) for _ in range(dice.randint(0, 9))]
        value = tracker.start()
        for throw in throws:
            value = tracker.after(value, ThrowResult((fx.Thrown(throw, throw.total, ""),)))
        assert value == counted_by_hand([throw.total for throw in throws])
        assert tracker.holds(value) == (value == 5)
        out = ThrowResult((fx.Thrown(Throw(3, 4), 7, ""), fx.SevenOut(6)))
        assert tracker.after(value, out) == 0


def test_money_counts_commission_and_ends():
    tracker = Money(Cents(1000), Cents(500))
    lost = ThrowResult((fx.Lost("Ann", FIELD, Cents(900)), fx.Vigorish("Ann", FIELD, Cents(100))))
    assert tracker.after(0, lost) == -1000
    assert tracker.holds(-1000)
    assert tracker.after(-1000, lost) == -1000
    won = ThrowResult((fx.Paid("Ann", FIELD, Cents(500), Cents(700)),))
    assert tracker.after(0, won) == 500
