"""A throw that was called wrongly and corrected leads to the same table as the right throw at once."""

from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.kit.profiles import examples
from tests.kit.sessions import sessions

from bankcraps import Throw, step
from bankcraps.game.engine import DICE, crew
from bankcraps.game.engine import events as ev

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
