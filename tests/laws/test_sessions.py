"""Random sessions, held to every law: at our houses and at invented ones, crowded, and where acts meet."""

from typing import Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.kit.houses import shipped
from tests.kit.laws import LAWS, SESSION_LAWS, hold, meeting, shooting
from tests.kit.laws.standing import the_same_again_is_the_same
from tests.kit.layouts import LAID, crowds, everything_on
from tests.kit.pairs import around_throws, meetings
from tests.kit.profiles import examples, share
from tests.kit.sessions import Moment, play, sessions, sessions_at

from bankcraps import BOOKS, Cents, Throw, load_rulebook, read_record, replay, step
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import DICE, crew, player
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.shooter.turns import Hand
from bankcraps.game.notation import write_effect
from bankcraps.game.records import book_of
from bankcraps.game.records.codec import decode_effect, decode_state, encode
from bankcraps.live.advice.statistics import Tally
from bankcraps.live.proof.ledger import changes, layout, moves, rail
from bankcraps.live.table.live_table import PlayerResult, results_after

# Every law of a moment, at every moment of random sessions, at our houses and at invented ones.


@examples(300)
@given(session=sessions())
def test_at_every_moment(session):
    hold(session)


# One act meets another: corrections, undo, voids, orders, closing and leaving between bets and throws.

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


@examples(400)
@given(seed=st.integers(0, 2**32))
def test_at_every_moment_of_a_throw_the_laws_hold(seed):
    """Every act before a throw, in the air, and between its rest and its correction."""
    session = around_throws(seed)
    for moment in session.moments:
        for law in (*SOME, *meeting.MOMENTS, *shooting.MOMENTS):
            law(session.book, moment)
    for law in (*SESSION_LAWS, *meeting.SESSIONS, *shooting.SESSIONS):
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


# A throw that was called wrongly and corrected leads to the same table as the right throw at once.

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


# A table crowded with wagers: a throw ends each as the game says, and the laws hold after every act.

POINTS = [(book, puck) for book in BOOKS for puck in (0, *load_rulebook(book).come_out.points)]


@pytest.mark.parametrize(("book", "puck", "laid"), share([(*at, laid) for at in POINTS for laid in LAID], 8))
@pytest.mark.some
def test_every_wager_of_a_house_on_every_throw(book, puck, laid):
    rules = load_rulebook(book)
    before = everything_on(rules, puck, laid=laid)
    for throw in OUTCOMES:
        event = ev.Rolled(throw)
        moment = Moment(before, event, step(rules, before, event))
        for law in LAWS:
            law(rules, moment)


@pytest.mark.parametrize(("book", "puck"), share([(book, puck) for book in BOOKS for puck in (0, 6)], 3))
@pytest.mark.some
def test_everything_that_can_be_done_to_every_sort_of_wager(book, puck):
    rules = load_rulebook(book)
    before = everything_on(rules, puck)
    (seat,) = before.seats
    for standing in seat.wagers:
        spot, half = standing.wager, Cents(standing.amount // 2)
        if spot.number not in (None, 2, 6) or spot.dice not in (None, Throw(3, 3)):
            continue
        by, reason = player(seat.name), next(iter(rules.floor.void_for))
        for event in (
            ev.Bet(spot, half, by=by),
            *(ev.TakeDown(spot, amount, by=by) for amount in (None, half)),
            *(ev.Call(spot, call, by=by) for call in ("on", "off")),
            ev.VoidWager(seat.name, spot, reason, by=crew(rules.floor.in_charge[0])),
        ):
            moment = Moment(before, event, step(rules, before, event))
            for law in LAWS:
                law(rules, moment)


@examples(180)
@given(crowd=crowds() | crowds() | crowds(shipped()), throw=st.sampled_from(OUTCOMES))
def test_a_throw_by_any_house_and_by_a_shipped_one_with_its_options(crowd, throw):
    hold(play(crowd, [ev.Rolled(throw)]))


@examples(150)
@given(session=sessions_at(crowds(), longest=12))
def test_whatever_is_done_in_a_crowd(session):
    hold(session)


# A record is the session: written, read and played again, nothing is different.


def table_of(session):
    """The session at a `Table`, which keeps the log."""
    table = session.opening.table()
    for moment in session.moments:
        assert table.do(moment.event) == moment.came
    assert table.state == session.last
    return table


@examples(150)
@given(session=sessions())
def test_what_is_written_is_read_and_played_again_to_the_letter(session):
    table = table_of(session)
    text = table.record().text()
    assert text.encode("utf-8").decode("utf-8") == text
    record = read_record(text)
    assert record.text() == text
    assert [entry.event for entry in record.entries] == [event for event, _ in table.log]
    steps = [replayed.step for replayed in replay(record, session.book)]
    assert steps == [moment.came for moment in session.happened]


@examples(60)
@given(session=sessions(shipped()))
def test_a_record_by_a_shipped_book_finds_its_book_and_options(session):
    record = read_record(table_of(session).record().text())
    book = book_of(record)
    assert (book.id, book.digest) == (session.book.id, session.book.digest)
    assert len(list(replay(record, book))) == len(session.happened)


# A player's result is what their money did. A throw that is put right counts in the hand of that throw.

NOT_TALLIED = fx.Left | fx.Owed | fx.Vigorish | fx.Forfeited | fx.Awarded
"""Effects that the statistics count elsewhere: a fee or an award counts for the throw after it."""


@examples(240)
@given(session=meetings())
def test_a_session_is_what_the_money_of_a_player_did(session):
    hand, results = Hand(), _seated(session)
    paid_in = {seat.name: seat.rail for seat in session.opening.state.seats}
    for moment in session.happened:
        hand, results = results_after(hand, results, moment.came.effects)
        for effect in moment.came.effects:
            match effect:
                case fx.Seated(seat):
                    paid_in[seat] = 0
                case fx.Bought(seat, amount):
                    paid_in[seat] += amount
                case fx.CashedOut(seat, amount):
                    paid_in[seat] -= amount
                case _:
                    pass
        own = {seat.name: seat.rail + seat.at_risk - paid_in[seat.name] for seat in moment.after.seats}
        assert {one.name: one.session for one in results} == own


@examples(240)
@given(session=meetings())
def test_a_hand_is_what_its_throws_did(session):
    """The results of a hand and the statistics of the same hand agree."""
    hand, results, tally = Hand(), _seated(session), Tally()
    aside: set[str] = set()
    for moment in session.happened:
        hand, results = results_after(hand, results, moment.came.effects)
        tally.see(moment.after, moment.came.effects)
        aside |= {effect.seat for effect in moment.came.effects if isinstance(effect, NOT_TALLIED)}
        throws = [throw for throw in tally.throws if throw.hand == hand.number]
        for one in results:
            if one.name not in aside:
                assert one.hand == sum(net.net for throw in throws for net in throw.results.get(one.name, ()))


def _seated(session):
    return tuple(PlayerResult(seat.name) for seat in session.opening.state.seats)
