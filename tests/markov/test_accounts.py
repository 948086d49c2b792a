"""Every chip that is decided counts as action, ties included, and every cent that moves counts in the net."""

import pytest

from bankcraps import BOOKS, Cents, Throw, explore, wager
from bankcraps.dice import OUTCOMES
from bankcraps.engine import effects as fx
from bankcraps.markov.accounts import Account, accounts_of

DONT = wager("dont_pass")


@pytest.mark.parametrize(
    ("effect", "action", "net"),
    [
        (fx.Paid("Ann", DONT, Cents(1000), Cents(1000)), 1000, 1000),
        (fx.Lost("Ann", DONT, Cents(1000)), 1000, -1000),
        (fx.Tied("Ann", DONT, Cents(1000)), 1000, 0),
        (fx.Returned("Ann", DONT, Cents(1000), "tied"), 1000, 0),
        (fx.Returned("Ann", DONT, Cents(1000), "taken down"), None, None),
        (fx.Returned("Ann", DONT, Cents(1000), "off"), 1000, 0),
    ],
)
def test_what_an_effect_means_for_the_account_of_its_wager(effect, action, net):
    expected = () if action is None else (Account("dont_pass", Cents(action), Cents(net)),)
    assert accounts_of([effect]) == expected


@pytest.mark.parametrize("book", BOOKS)
def test_a_tie_is_action_whether_the_wager_comes_back_or_lies_on(book):
    chain = explore(book, "dont_pass")
    come_out = chain.transitions[chain.states[0].post]
    bar = Throw(1, 1) if book == "nsw" else Throw(6, 6)
    label = chain.labels[come_out[OUTCOMES.index(bar)].label]
    assert label.accounts == (Account("dont_pass", Cents(1000), Cents(0)),)
