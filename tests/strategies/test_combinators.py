"""Gates, limits, progressions, stops and stages around any system; the memory and the refusals of rules."""

import msgspec
import pytest

from bankcraps import dollars, exact
from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.wagers import Kind, find, wager
from bankcraps.strategies.combinators import AtMost, Gate, StopAfter, WithProgression
from bankcraps.strategies.library import system
from bankcraps.strategies.policy import Layout, Observation
from bankcraps.strategies.progressions import named
from bankcraps.strategies.rules.conditions import Ahead, OnPoint, TrackerHolds
from bankcraps.strategies.rules.counts import FiveCount, InAll, Throws
from bankcraps.strategies.rules.rule_policy import Rules
from bankcraps.strategies.stages import Move, Stage, Staged
from bankcraps.strategies.wager_sets import every, only

from .playing import opened, random_throws

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
    assert (one, hash(one)) == (other, hash(other))
    assert (one.start(), one.text, one.name) == (((0,), 0), "", "plain, only after five_count")


def test_its_text_is_that_of_the_text_form():
    inside = system("pass")
    made = StopAfter(AtMost(Gate(inside, TrackerHolds(FiveCount())), 2, only(PASS)), Throws(30))
    assert system(made.text.replace("stop after 30 throws\n", "")).text.splitlines() == [
        "only after five_count",
        "at most 2 pass a shooter",
        "when come_out: pass 10",
    ]


def test_a_stop_is_for_good():
    table = opened(StopAfter(Plain(), InAll(1, "decisions")))
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


def test_a_stake_of_a_progression_is_a_whole_number_of_cents():
    table = opened("when always: field 10.01\nprogression half press on field")
    stakes = [
        table.system.layout(Observation(table.book, table.state), (step, ())).stakes for step in range(3)
    ]
    assert stakes == [{FIELD: 1001}, {FIELD: 1501}, {FIELD: 2002}]


def test_a_first_stake_above_the_maximum_is_refused_and_not_cut():
    """The house refuses, as it would without the progression; nobody wants a smaller bet."""
    table = opened("when always: field 50\nprogression martingale on field", "nsw", "1:40:1")
    table.bet()
    assert (table.layout, [refusal.code for refusal in table.refused]) == ("", ["over_maximum"])


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


def test_stages_of_any_policies():
    stages = [
        Stage("one", system("when always: field 5"), (Move("two", Ahead(dollars(10))),)),
        Stage("two", system("when always: field 10")),
    ]
    text = "stage one: when always: field 5; go to two when ahead 10; stage two: when always: field 10"
    found = exact.session("classic", Staged.of(stages, "two stages"), 60, throws=9, extremes=False)
    wanted = exact.session("classic", text, 60, throws=9, extremes=False)
    assert found.final.mean == pytest.approx(wanted.final.mean)


WIN, LOSS = ("field", 5), ("field", -5)
SIXES = "when always: place 6 12; place 8 12\n"
REMEMBERED = [
    ("when come_out: pass 10", [], [()]),
    ("when always: field 5\nafter win of field: press field", [], [(0,)]),
    (f"{SIXES}after win of place 8: press place 8", [], [(0,)]),
    ("when always: field 5\nafter win of field: stop", [], [(0,)]),
    ("when new_shooter: field 5\nwhen 2 throws or not new_shooter: field 10", [], [(1, 0)]),
    ("when 3 throws: field 5\nafter 2 wins of field: stop", [], [(0, 0, 0)]),
    (  # a size, only while it differs
        "when come_out: pass 10\nafter loss of pass: add 10 to pass\nafter win of pass: take 10 from pass",
        [("pass", -10), ("pass", -20), ("pass", 30), ("pass", 20)],
        [(0,), (2000,), (3000,), (2000,), (0,)],
    ),
    (  # a size for each wager
        f"{SIXES}after win of place 6: press it\nafter win of place 8: press it",
        [("place 6", 14), ("place 8", 14), ("place 6", -24)],
        [(0, 0), (2400, 0), (2400, 2400), (0, 2400)],
    ),
    (  # a win of one changes another
        f"{SIXES}after win of place 6: press place 8",
        [("place 6", 14), ("place 8", 14)],
        [(0,), (2400,), (2400,)],
    ),
    (  # a count that comes first is kept
        "when always: field 5\nafter 3 wins of field: stop",
        [WIN, WIN, LOSS, WIN, WIN, WIN, WIN],
        [(0, 0), (1, 0), (2, 0), (0, 0), (1, 0), (2, 0), (0, 1), (0, 1)],
    ),
    # what is to be done once, for one throw
    ("when always: field 5\nafter win of field: twelve 1", [WIN, WIN, LOSS], [(0,), (1,), (1,), (0,)]),
]


@pytest.mark.parametrize(("text", "results", "memories"), REMEMBERED)
def test_only_the_numbers_that_rules_need_are_remembered(text, results, memories):
    found = system(text)
    told = [found.start()]
    for name, won in results:
        amount = Cents(abs(won) * 100)
        effect = (
            fx.Paid("Ann", wager(name), amount, amount) if won > 0 else fx.Lost("Ann", wager(name), amount)
        )
        told.append(found.remember(told[-1], (fx.Thrown(Throw(1, 3), 4), effect)))
    assert told == memories


def test_whoever_stopped_remembers_nothing_more():
    found = system("when 3 throws: field 5\nafter 2 wins of field: stop")
    stopped = (1, 0, 1)
    assert found.remember(stopped, (fx.Thrown(Throw(1, 3), 4),)) is stopped
    for memory, layout in ((stopped, ""), ((3, 1, 0), "field 5")):
        table = opened(found)
        table.memory = memory
        table.bet()
        assert (table.stopped, table.layout) == (memory == stopped, layout)


def test_rules_are_equal_if_they_read_alike():
    rules = system("when always: field 5\nafter win: stop").program.rules
    one, other = Rules.of(rules), Rules.of(rules)
    assert (one, hash(one)) == (other, hash(other)) != (Rules.of(rules[:1]), hash(one))
    assert (one.text, one.rules) == ("when always: field 5\nafter win: stop", rules)


def test_before_the_first_throw_there_is_no_total():
    """A commission paid with the first bets comes without dice: no rule about a throw applies."""
    text = "when always: buy 4 20\nafter throw of 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 or 12: field 5"
    table = opened(text, "nsw")
    table.bet()
    assert table.memory == table.system.start()
    table.throw(Throw(1, 2))
    assert table.memory != table.system.start()


def test_a_call_of_one_wager_that_cannot_be_called_is_refused_and_of_all_it_is_left_out():
    for target, codes in (("big 6", ["not_callable"]), ("all", [])):
        table = opened(f"when always: big 6 10; off {target}")
        table.bet()  # the wagers
        table.bet()  # the calls of what is up
        assert sorted({refusal.code for refusal in table.refused}) == codes


@pytest.mark.parametrize("count", [1, 2, 5])
def test_bets_with_commission_are_no_throws(count):
    """Pennsylvania takes its commission when the wager is made: a system hears of it before any throw."""
    text = f"when always: buy 4 20; stop after {count} throws"
    found = exact.session("pennsylvania", text, 500, throws=50, extremes=False)
    assert found.throws == pytest.approx(count)
    assert found.ends["stopped"] == pytest.approx(1)
