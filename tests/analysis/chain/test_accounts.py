"""Every chip that is decided counts as action, ties included, and every cent that moves counts in the net."""

import pytest

from bankcraps import BOOKS, Cents, Throw, explore, wager
from bankcraps.analysis.chain.model import Account, account_name, accounts_of, label_of
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import effects as fx

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


def test_the_effects_of_a_throw_are_added_up_wager_by_wager_in_the_order_of_names():
    place, come, other = wager("place 6"), wager("come 6"), wager("come 8")
    effects = [
        fx.Lost("Ann", place, Cents(600)),
        fx.Paid("Ann", come, Cents(1000), Cents(1000)),
        fx.Vigorish("Ann", wager("buy 4"), Cents(100)),
        fx.Lost("Ann", other, Cents(500)),
        fx.PointMade(6),
    ]
    assert accounts_of(effects) == (
        Account("buy 4", Cents(0), Cents(-100)),
        Account("come", Cents(1500), Cents(500)),  # come wagers share one account, whatever their numbers
        Account("place 6", Cents(600), Cents(-600)),
    )


@pytest.mark.parametrize(
    ("effect", "decision", "hand_over"),
    [
        (fx.Natural(7), True, False),
        (fx.Craps(12), True, False),
        (fx.PointMade(6), True, False),
        (fx.SevenOut(6), True, True),
        (fx.PointSet(6), False, False),
        (fx.Lost("Ann", DONT, Cents(1000)), False, False),
    ],
)
def test_what_a_throw_counts_for_in_the_length_of_a_session(effect, decision, hand_over):
    label = label_of((effect,))
    assert (label.decision, label.hand_over) == (decision, hand_over)
    assert label.accounts == accounts_of([effect])


def test_odds_on_come_wagers_share_one_account_and_place_wagers_do_not():
    names = [
        account_name(wager(spot)) for spot in ("come_odds 4", "come_odds 5", "place 4", "hard 6", "pass")
    ]
    assert names == ["come_odds", "come_odds", "place 4", "hard 6", "pass"]
