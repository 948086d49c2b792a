"""A table crowded with wagers: a throw ends each as the game says, and the laws hold after every act."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit.houses import shipped
from tests.kit.laws import LAWS, hold
from tests.kit.layouts import LAID, crowds, everything_on
from tests.kit.profiles import examples, share
from tests.kit.sessions import Moment, play, sessions_at

from bankcraps import BOOKS, Cents, Throw, load_rulebook, step
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import crew, player
from bankcraps.game.engine import events as ev

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
        for event in (
            ev.Bet(spot, half, by=player(seat.name)),
            ev.TakeDown(spot, by=player(seat.name)),
            ev.TakeDown(spot, half, by=player(seat.name)),
            ev.Call(spot, "on", by=player(seat.name)),
            ev.Call(spot, "off", by=player(seat.name)),
            ev.VoidWager(
                seat.name, spot, next(iter(rules.floor.void_for)), by=crew(rules.floor.in_charge[0])
            ),
        ):
            moment = Moment(before, event, step(rules, before, event))
            for law in LAWS:
                law(rules, moment)


@examples(120)
@given(crowd=crowds(), throw=st.sampled_from(OUTCOMES))
def test_a_throw_by_any_house(crowd, throw):
    hold(play(crowd, [ev.Rolled(throw)]))


@examples(60)
@given(crowd=crowds(shipped()), throw=st.sampled_from(OUTCOMES))
def test_a_throw_by_a_shipped_house_with_its_options(crowd, throw):
    hold(play(crowd, [ev.Rolled(throw)]))


@examples(150)
@given(session=sessions_at(crowds(), longest=12))
def test_whatever_is_done_in_a_crowd(session):
    hold(session)
