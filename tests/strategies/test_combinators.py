"""Gates, limits, progressions and stops around a system without a text form."""

from random import Random

import msgspec
import pytest

from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.wagers import BOX_NUMBERS, Kind, find
from bankcraps.strategies.combinators import AtMost, Gate, StopAfter, WithProgression
from bankcraps.strategies.library import system
from bankcraps.strategies.observation import Observation, ThrowResult
from bankcraps.strategies.policy import Layout
from bankcraps.strategies.progressions import named
from bankcraps.strategies.rules.conditions import OnPoint, TrackerHolds
from bankcraps.strategies.rules.counts import Decisions, EveryShooter, FiveCount, Money, Throws
from bankcraps.strategies.wager_sets import every, only

from .playing import follow, opened, random_throws

PASS, COME, FIELD, HARD_SIX = find(Kind.PASS), find(Kind.COME), find(Kind.FIELD), find(Kind.HARD, 6)


class Plain(msgspec.Struct, frozen=True):
    """A system written in Python: the line, and a come wager on every throw."""

    name: str = "plain"
    text: str = ""

    def start(self):
        return 0

    def layout(self, view, memory) -> Layout | None:
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
    lost = (fx.Thrown(Throw(1, 1), 0), fx.Lost("Ann", PASS, Cents(1000)))
    stopped = stop.remember(stop.start(), lost)
    assert stop.remember(stopped, lost) is stopped


SCRIPTS = {
    "a closed gate lets nothing grow, but lets it shrink": (
        "only when point 4\nwhen point 4: place 6 12\nwhen point 5: place 6 24\nwhen point 9: place 6 6",
        "- | 4\nplace 6 12 | 4\nplace 6 12 | 5\nplace 6 12 | 5\nplace 6 12 | 9\nplace 6 6 | 7\n-",
    ),
    "a closed gate lets wagers be taken down and called": (
        "only when point 4\nwhen point 4: place 6 12; place 8 12\nwhen point 5: off place 6; down place 8",
        "- | 4\nplace 6 12, place 8 12 | 4\nplace 6 12, place 8 12 | 5\nplace 6 12 off",
    ),
    "at most so many: those that are up count, and stay up": (
        "at most 2 place a shooter\nwhen point: place 4 10; place 5 10; place 9 10",
        "- | 6\nplace 4 10, place 5 10 | 4\nplace 4 10, place 5 10 | 7\n- | 6\nplace 4 10, place 5 10",
    ),
    "at most so many: those that left count, too": (
        "at most 2 field a shooter\nwhen always: field 5",
        "field 5 | 6\nfield 5 | 8\n- | 4\n- | 7\nfield 5",
    ),
    "at most so many: a come wager on its number does not count again when it wins": (
        "at most 3 come a shooter\nwhen point: come 10",
        "- | 4\ncome 10 | 5\ncome 10, come 5 10 | 5\ncome 10, come 5 10 | 6\ncome 5 10, come 6 10 | 8",
    ),
    "at most so many: other wagers do not count": (
        "at most 2 come a shooter\nwhen point: field 5; come 10",
        "- | 4\ncome 10, field 5 | 5\ncome 10, come 5 10, field 5 | 6\ncome 5 10, come 6 10, field 5",
    ),
    "a progression leaves other wagers alone": (
        "when always: field 5; two 5\nprogression martingale on field",
        "field 5, two 5 | 5\nfield 10, two 5 | 5\nfield 20, two 5",
    ),
    "a progression raises a wager that is up": (
        "when point: place 6 12\nprogression paroli on place 6",
        "- | 5\nplace 6 12 | 6\nplace 6 24 | 6\nplace 6 48 | 6\nplace 6 12",
    ),
    "a progression multiplies the first stake once, and what no rule names not at all": (
        "when point 4: place 6 12\nprogression paroli on place 6",
        "- | 4\nplace 6 12 | 6\nplace 6 24 | 4\nplace 6 24 | 5\nplace 6 24 | 9\nplace 6 24",
    ),
    "a progression leaves a line wager on its number alone": (
        "when always: pass 10; field 5\nprogression martingale on all",
        "pass 10, field 5 | 6\npass 10, field 10 | 5\npass 10, field 20 | 5\npass 10, field 40",
    ),
    "a progression leaves come wagers on their numbers up": (
        "when point: come 10 up to 1\nprogression martingale on come",
        "- | 4\ncome 10 | 2\ncome 20 | 5\ncome 5 20 | 6\ncome 5 20",
    ),
    "a tie does not move a progression: a whirl on a seven wins four and loses four": (
        "when always: world 5\nprogression martingale on world",
        "world 5 | 4\nworld 10 | 7\nworld 10 | 4\nworld 20 | 2\nworld 5",
    ),
}


@pytest.mark.parametrize(("text", "script"), SCRIPTS.values(), ids=list(SCRIPTS))
def test_it_means(text, script):
    follow(text, script)


def test_a_progression_multiplies_a_wager_put_after_the_point():
    follow(
        "when point: pass 10\nprogression martingale on pass",
        "- | 6\npass 10 | 7\n- | 6\npass 20",
        "classic:after_point=put",
    )


def test_a_stake_of_a_progression_is_a_whole_number_of_cents():
    table = opened("when always: field 10.01\nprogression half press on field")
    stakes = [
        table.system.layout(Observation(table.book, table.state), (step, ())).stakes for step in range(3)
    ]
    assert stakes == [{FIELD: 1001}, {FIELD: 1501}, {FIELD: 2002}]


def test_a_stake_of_a_progression_stays_within_the_maximum():
    follow(
        "when always: field 10\nprogression martingale on field",
        "field 10 | 5\nfield 20 | 5\nfield 30 | 5\nfield 30",
        book="nsw",
        limits="1:30:1",
    )


def test_a_first_stake_above_the_maximum_is_refused_and_not_cut():
    """The house refuses, as it would without the progression; nobody wants a smaller bet."""
    table = opened("when always: field 50\nprogression martingale on field", "nsw", "1:40:1")
    table.bet()
    assert table.layout == ""
    assert [refusal.code for refusal in table.refused] == ["over_maximum"]


class Listening(msgspec.Struct, frozen=True):
    """Remembers the effects it hears last, bets a dollar on the field for each, and calls the hard six on."""

    name: str = "listening"
    text: str = ""

    def start(self):
        return ("nothing yet",)

    def layout(self, view, memory):
        del view
        return Layout({FIELD: Cents(100 * len(memory))}, {HARD_SIX: "on"})

    def remember(self, memory, effects):
        del memory
        return effects


AROUND = [
    Gate(Listening(), OnPoint()),
    Gate(Listening(), TrackerHolds(Throws(1))),
    AtMost(Listening(), 1, only(COME)),
    WithProgression(Listening(), named("martingale"), only(FIELD)),
    StopAfter(Listening(), Throws(9)),
]


@pytest.mark.parametrize("wrapped", AROUND, ids=lambda wrapped: wrapped.words)
def test_what_is_inside_hears_everything_and_is_asked_with_its_own_memory(wrapped):
    told = (fx.Thrown(Throw(1, 2), 3), fx.Paid("Ann", FIELD, Cents(500), Cents(500)))
    own, inner = wrapped.remember(wrapped.start(), told)
    assert inner == told
    table = opened("when always: field 1; hard 6 5")
    table.bet()
    table.throw(Throw(2, 2))
    seen = Observation(table.book, table.state)
    assert wrapped.layout(seen, wrapped.remember((own, inner), told)).stakes == {FIELD: 200}


def test_wrappers_keep_the_calls():
    table = opened("when always: hard 6 5")
    table.bet()
    seen = Observation(table.book, table.state)
    for wrapped in (AtMost(Listening(), 0, only(FIELD)), *AROUND[2:]):
        assert wrapped.layout(seen, wrapped.start()).calls == {HARD_SIX: "on"}


class Leaving(Plain, frozen=True):
    """Bets the line once, and stops as soon as the wager is gone."""

    def layout(self, view, memory):
        if memory and not view.amount(PASS):
            return None
        return Layout({PASS: Cents(1000)})


@pytest.mark.parametrize(
    "wrapped",
    [
        Gate(Leaving(), OnPoint((4,))),
        AtMost(Leaving(), 3, only(COME)),
        WithProgression(Leaving(), named("martingale"), only(COME)),
        StopAfter(Leaving(), Throws(9)),
    ],
    ids=lambda wrapped: type(wrapped).__name__,
)
def test_whoever_stops_inside_stops(wrapped):
    table = opened(wrapped)
    table.throw(Throw(3, 4))
    table.bet()
    assert table.stopped


def test_a_progression_around_a_system_that_would_stop_without_its_wager():
    table = opened(WithProgression(Leaving(), named("martingale"), only(PASS)))
    table.bet()
    table.throw(Throw(3, 3))
    table.bet()
    assert (table.stopped, table.layout) == (False, "pass 10")


def test_a_limit_counts_no_further_than_it_must():
    limit = AtMost(Plain(), 1, only(FIELD))
    lost = (fx.Thrown(Throw(1, 4), 0), fx.Lost("Ann", FIELD, Cents(500)))
    assert limit.remember((1, 0), lost) == (1, 1)


def test_a_limit_lets_nothing_new_up_where_more_are_up_than_it_allows():
    limit = AtMost(system("when always: across 64"), 2, every(Kind.PLACE))
    table = opened("when always: place 4 10; place 5 10")
    table.bet()
    wanted = limit.layout(Observation(table.book, table.state), (2, ()))
    assert list(map(str, wanted.stakes)) == ["place 4", "place 5"]


def test_a_closed_gate_calls_nothing_that_it_keeps_from_being_bet():
    gate = Gate(system("when always: place 6 12; off place 6"), OnPoint((4,)))
    table = opened(gate)
    assert gate.layout(Observation(table.book, table.state), gate.start()) == Layout({}, {})


def test_what_gates_are_called():
    assert Gate(Plain(), TrackerHolds(EveryShooter(3))).words == "only on every 3rd shooter"
    assert Gate(Plain(), TrackerHolds(Throws(3))).words == "only after 3 throws"
    assert Gate(Plain(), OnPoint((6,))).words == "only when point 6"


# The five-count, written a second time.


def counted_by_hand(totals):
    """Frank Scoblete's count, written as a reader would count along."""
    count = 0
    for total in totals:
        if count == 0:
            count = int(total in BOX_NUMBERS)
        elif count < 4:
            count += 1
        elif count == 4 and total in BOX_NUMBERS:
            count = 5
    return count


def test_the_five_count():
    assert counted_by_hand([6, 2, 3, 12, 11, 8]) == 5
    tracker, dice = FiveCount(), Random(9)
    for _ in range(500):
        throws = [Throw(dice.randint(1, 6), dice.randint(1, 6)) for _ in range(dice.randint(0, 9))]
        value = tracker.start()
        for throw in throws:
            value = tracker.after(value, ThrowResult((fx.Thrown(throw, 0),)))
        assert value == counted_by_hand([throw.total for throw in throws])
        assert tracker.holds(value) == (value == 5)
        out = ThrowResult((fx.Thrown(Throw(3, 4), 6), fx.SevenOut(6)))
        assert tracker.after(value, out) == 0


def test_money_counts_commission_and_ends():
    tracker = Money(Cents(1000), Cents(500))
    lost = ThrowResult((fx.Lost("Ann", FIELD, Cents(900)), fx.Vigorish("Ann", FIELD, Cents(100))))
    assert tracker.after(0, lost) == -1000
    assert tracker.holds(-1000)
    assert tracker.after(-1000, lost) == -1000
    won = ThrowResult((fx.Paid("Ann", FIELD, Cents(500), Cents(700)),))
    assert tracker.after(0, won) == 500
