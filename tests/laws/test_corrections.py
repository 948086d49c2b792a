"""A throw that was called wrongly and corrected leads to the same table as the right throw at once."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.kit.profiles import examples
from tests.kit.sessions import sessions

from bankcraps import Table, Throw, step
from bankcraps.game.engine import DICE, crew
from bankcraps.game.engine import events as ev
from bankcraps.game.records.codec import state_hash

THROWS = st.builds(Throw, st.integers(1, 6), st.integers(1, 6))


def correction(book, throw):
    """A correction by the first who decides disputes, but not by those whose word on faces is final."""
    roles = book.floor.disputes
    first = next((role for role in roles if role not in book.dice.face_ruled_by), roles[0])
    return ev.Correct(throw=throw, by=crew(book.table.covers.get(first, first)))  # at a small table, others


def as_if_thrown(state):
    """A table without its slips, which a correction does not restore, and without who corrected the throw."""
    last = state.last and replace(state.last, before=as_if_thrown(state.last.before), ruled="")
    return replace(state, seats=tuple(replace(seat, earlier=()) for seat in state.seats), last=last)


@examples(80)
@given(sessions(longest=30), THROWS, THROWS)
def test_corrected_at_once_it_is_as_if_the_right_throw_had_come(session, wrong, right):
    book, state = session.book, session.last
    thrown = step(book, state, ev.Rolled(wrong, by=DICE))
    assume(thrown)
    due = step(book, state, ev.Rolled(right, by=DICE))
    came = step(book, thrown.state, correction(book, right))
    if wrong.combination == right.combination:
        assert not came.effects
        return
    assert came
    assert as_if_thrown(came.state) == as_if_thrown(due.state)
    again = step(book, came.state, correction(book, wrong))
    assert as_if_thrown(again.state) == as_if_thrown(thrown.state)


@pytest.mark.parametrize(
    ("house", "before", "since", "rail"),
    [
        ("nsw", ["buy 4 1000"], [], 394_000),
        ("nsw", ["buy 4 1000"], ["down buy 4"], 394_000),
        ("nsw", ["buy 4 1000"], ["down buy 4", "buy 4 1000"], 394_000),
        ("nsw", ["buy 4 1000"], ["buy 4 500"], 394_000),
        ("nsw", ["buy 4 1000"], ["buy 4 500", "undo"], 394_000),
        ("nsw", ["buy 4 1000"], ["buy 4 500", "down buy 4 by 600"], 394_000),
        ("nsw", ["buy 4 1000"], ["down buy 4 by 600", "buy 4 600"], 394_000),
        ("nsw", ["buy 4 1000"], ["off buy 4", "on buy 4"], 394_000),
        ("nsw", ["buy 4 1000"], ["supervisor: void Ann buy 4 device"], 499_000),
        ("nsw", ["buy 4 1000"], ["supervisor: void Ann buy 4 device", "buy 4 1000"], 499_000),
        ("nsw", ["buy 4 1000"], ["buy 4 500", "supervisor: void Ann buy 4 device"], 499_000),
        ("nsw", ["buy 4 29", "down buy 4 by 9"], ["buy 4 1"], 496_900),
        ("nsw", [], ["buy 4 1000", "down buy 4"], 499_000),
        ("nsw", [], ["lay 4 1000", "buy 5 100", "down lay 4", "lay 4 40"], 499_000),
        ("nsw", [], ["buy 4 1000", "down buy 4", "undo"], 499_000),
        ("pennsylvania", ["buy 4 1000"], ["down buy 4", "buy 4 500", "down buy 4 by 100"], 394_000),
        ("pennsylvania", [], ["buy 4 1000", "lay 4 40"], 499_000),
        ("three_four_five", ["buy 4 1000"], ["down buy 4", "buy 4 1000"], 394_000),
        ("three_four_five", [], ["buy 4 1000", "down buy 4"], 499_000),
        ("classic", ["buy 4 1000"], ["down buy 4", "buy 4 1000"], 394_000),
    ],
)
def test_commission_paid_since_comes_back(house, before, since, rail):
    """Ann has 5,000 and 10 on pass; a 6-2 and what she did since it are undone by the right throw, a 6-3."""
    table = Table(house, {"Ann": 5000}, limits="1:5000")
    for line in (*before, "pass 10", "roll 6-2", *since, "correct 6-3"):
        assert all(table.say(line)), line
    assert table.rail("Ann") == rail
    direct = Table(house, {"Ann": 5000}, limits="1:5000")
    void = [line for line in since if "void" in line][:1]
    for line in (*before, "pass 10", *void, "roll 6-3"):
        assert all(direct.say(line)), line
    assert state_hash(table.state) == state_hash(direct.state)
