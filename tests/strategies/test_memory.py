"""The memory of systems of rules: only the numbers that their rules need, each with few values."""

import pytest

from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.wagers import wager
from bankcraps.strategies.library import system
from bankcraps.strategies.rules.rule_policy import Rules

from .playing import follow, opened

STARTS = {
    "when come_out: pass 10": (),
    "when always: field 5\nafter win of field: press field": (0,),
    "when always: field 5\nafter 2 wins of field: press field": (0, 0),
    "when always: field 5; place 6 12; place 8 12\nafter win of place 8: press place 8": (0,),
    "when always: place 6 12; place 8 12\nafter win of place 6: press place 8": (0,),
    "when always: field 5\nafter win of field: twelve 1": (0,),
    "when always: field 5\nafter win of field: stop": (0,),
    "when new_shooter: field 5\nwhen 2 throws or not new_shooter: field 10": (1, 0),
    "when 3 throws: field 5\nafter 2 wins of field: stop": (0, 0, 0),
}


@pytest.mark.parametrize("text", STARTS)
def test_how_many_numbers_there_are(text):
    assert system(text).start() == STARTS[text]


def remembered(text, *results):
    """The memories of a system at the start and after each result: `("field", 5)` is a win, -5 a loss."""
    found = system(text)
    memories = [found.start()]
    for name, dollars in results:
        amount = Cents(abs(dollars) * 100)
        won = (
            fx.Paid("Ann", wager(name), amount, amount)
            if dollars > 0
            else fx.Lost("Ann", wager(name), amount)
        )
        memories.append(found.remember(memories[-1], (fx.Thrown(Throw(1, 3), 4), won)))
    return memories


WIN, LOSS = ("field", 5), ("field", -5)


def test_a_size_is_remembered_only_while_it_differs():
    text = "when come_out: pass 10\nafter loss of pass: add 10 to pass\nafter win of pass: take 10 from pass"
    assert remembered(text, ("pass", -10), ("pass", -20), ("pass", 30), ("pass", 20)) == [
        *((0,), (2000,), (3000,), (2000,), (0,)),
    ]


def test_each_wager_has_its_own_size():
    text = (
        "when always: place 6 12; place 8 12\nafter win of place 6: press it\nafter win of place 8: press it"
    )
    assert remembered(text, ("place 6", 14), ("place 8", 14), ("place 6", -24)) == [
        *((0, 0), (2400, 0), (2400, 2400), (0, 2400)),
    ]


def test_a_win_of_one_changes_another():
    text = "when always: place 6 12; place 8 12\nafter win of place 6: press place 8"
    assert remembered(text, ("place 6", 14), ("place 8", 14)) == [(0,), (2400,), (2400,)]


def test_a_count_that_comes_first_is_kept():
    text = "when always: field 5\nafter 3 wins of field: stop"
    assert remembered(text, WIN, WIN, LOSS, WIN, WIN, WIN, WIN) == [
        *((0, 0), (1, 0), (2, 0), (0, 0), (1, 0), (2, 0), (0, 1), (0, 1)),
    ]


def test_what_is_to_be_done_once_is_remembered_for_one_throw():
    assert remembered("when always: field 5\nafter win of field: twelve 1", WIN, WIN, LOSS) == [
        *((0,), (1,), (1,), (0,)),
    ]


def test_whoever_stopped_remembers_nothing_more():
    found = system("when 3 throws: field 5\nafter 2 wins of field: stop")
    stopped = (1, 0, 1)
    assert found.remember(stopped, (fx.Thrown(Throw(1, 3), 4),)) is stopped
    table = opened(found)
    table.memory = stopped
    table.bet()
    assert table.stopped
    table = opened(found)
    table.memory = (3, 1, 0)
    table.bet()
    assert (table.stopped, table.layout) == (False, "field 5")


def test_a_tie_leaves_a_size_as_it_is():
    follow(
        "when always: world 5\nafter win of world: press world",
        "world 5 | 11\nworld 10 | 7\nworld 10 | 4\nworld 5",
    )


def test_rules_are_equal_if_they_read_alike():
    rules = system("when always: field 5\nafter win: stop").program.rules
    one, other = Rules.of(rules), Rules.of(rules)
    assert one == other
    assert hash(one) == hash(other)
    assert one != Rules.of(rules[:1])
    assert one.text == "when always: field 5\nafter win: stop"
    assert one.rules == rules


def test_a_pressed_size_never_outlives_its_wager():
    follow(
        "when point: place 6 12; place 8 12\nafter win of place: press it up to 48",
        """
        -                       | 4
        place 6 12, place 8 12  | 6
        place 6 24, place 8 12  | 8
        place 6 24, place 8 24  | 6
        place 6 48, place 8 24  | 7
        -                       | 9
        place 6 12, place 8 12
        """,
    )


def test_before_the_first_throw_there_is_no_total():
    """A commission paid with the first bets comes without dice: no rule about a throw applies."""
    text = "when always: buy 4 20\nafter throw of 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 or 12: field 5"
    table = opened(text, "nsw")
    table.bet()
    assert table.memory == table.system.start()
    table.throw(Throw(1, 2))
    assert table.memory != table.system.start()
