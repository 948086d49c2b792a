"""One act meets another: corrections, undo, voids, orders, closing and leaving between bets and throws."""

from typing import Final

from hypothesis import given
from hypothesis import strategies as st
from tests.kit.laws import LAWS, SESSION_LAWS, meeting, throwing
from tests.kit.laws.refusing import the_same_again_is_the_same
from tests.kit.pairs import around_throws, meetings
from tests.kit.profiles import examples

from bankcraps.game.notation import write_effect
from bankcraps.game.records.codec import decode_effect, decode_state, encode
from bankcraps.live.proof.ledger import changes, layout, moves, rail

SOME: Final = tuple(law for law in LAWS if law is not the_same_again_is_the_same)
"""The laws of every session; that one copies each table, and copies are held to it in `test_records`."""


@examples(240)
@given(session=meetings())
def test_where_acts_meet_the_laws_hold(session):
    for moment in session.moments:
        for law in (*SOME, *meeting.MOMENTS):
            law(session.book, moment)
    for law in meeting.SESSIONS:
        law(session)


@examples(1000)
@given(seed=st.integers(0, 2**32))
def test_at_every_moment_of_a_throw_the_laws_hold(seed):
    """Every act before a throw, in the air, and between its rest and its correction."""
    session = around_throws(seed)
    for moment in session.moments:
        for law in (*SOME, *meeting.MOMENTS, *throwing.MOMENTS):
            law(session.book, moment)
    for law in (*SESSION_LAWS, *meeting.SESSIONS, *throwing.SESSIONS):
        law(session)


@examples(60)
@given(session=meetings())
def test_where_acts_meet_the_books_are_right(session):
    """Tables and effects are read back as they were written, and the accounts move as the chips do."""
    for moment in session.happened:
        before, after, effects = moment.before, moment.after, moment.came.effects
        assert decode_state(encode(after)) == after
        assert tuple(decode_effect(encode(effect)) for effect in effects) == effects
        assert all(write_effect(effect, session.book) for effect in effects)
        balances = changes(moves("t", effects))
        assert not sum(balances.values())
        for seat in after.seats:
            was = before.seat(seat.name)
            assert balances.get(rail("t", seat.name), 0) == seat.rail - (was.rail if was else 0)
            assert balances.get(layout("t", seat.name), 0) == seat.at_risk - (was.at_risk if was else 0)
