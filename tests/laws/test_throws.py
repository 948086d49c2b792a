"""One throw at a table crowded with wagers: each ends as the game says, told a second time."""

import pytest
from hypothesis import given
from tests.kit.houses import shipped
from tests.kit.laws import LAWS, a_throw_does_what_craps_says
from tests.kit.layouts import crowds, everything_on
from tests.kit.profiles import examples
from tests.kit.sessions import Moment

from bankcraps import BOOKS, load_rulebook, step
from bankcraps.dice import NUMBERS, OUTCOMES
from bankcraps.engine import events as ev


@pytest.mark.parametrize("puck", [0, *NUMBERS])
@pytest.mark.parametrize("book", BOOKS)
def test_every_wager_of_a_house_on_every_throw(book, puck):
    rules = load_rulebook(book)
    before = everything_on(rules, puck)
    for throw in OUTCOMES:
        event = ev.Rolled(throw)
        moment = Moment(before, event, step(rules, before, event))
        for law in LAWS:
            law(rules, moment)


@examples(250)
@given(crowd=crowds())
def test_a_throw_by_any_house(crowd):
    a_throw_does_what_craps_says(*crowd)


@examples(100)
@given(crowd=crowds(shipped()))
def test_a_throw_by_a_shipped_house_with_its_options(crowd):
    for law in LAWS:
        law(*crowd)
