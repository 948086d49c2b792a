"""Kelly's share: its closed forms, its law, what a system bets by it, and what is said without it."""

from fractions import Fraction
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit.profiles import examples

from bankcraps import BankcrapsError, exact, load_rulebook
from bankcraps.game.engine import open_table
from bankcraps.game.wagers import WAGERS
from bankcraps.strategies.checking import check
from bankcraps.strategies.library import system
from bankcraps.strategies.observation import Observation, Purse
from bankcraps.strategies.offers import advantage, house_fraction, kelly_fraction
from bankcraps.strategies.policy import looks_at_money

KIND = """
extends = "three_four_five"
id = "kind"
title = "A kind house"
[wagers.field]
pays = { 2 = "3 to 1", 3 = "1 to 1", 4 = "1 to 1", 9 = "1 to 1", 10 = "1 to 1", 11 = "1 to 1", 12 = "4 to 1" }
[wagers.eleven]
pays = { 11 = "19 to 1" }
"""


@pytest.fixture(scope="module")
def kind(tmp_path_factory):
    path = tmp_path_factory.mktemp("kind") / "kind.toml"
    path.write_text(KIND)
    return load_rulebook(path)


@pytest.mark.parametrize(
    ("nets", "share"),
    [
        # A coin that falls right 60 % of the time: a fifth. Haghani and Dewey, Rational Decision-Making under
        # Uncertainty: Observed Betting Patterns on a Biased Coin (2016).
        ({1: Fraction(6, 10), -1: Fraction(4, 10)}, Fraction(1, 5)),
        # Edge over odds, Kelly (1956): (b p - q) / b.
        ({3: Fraction(1, 3), -1: Fraction(2, 3)}, Fraction(1, 9)),
        # A push changes nothing.
        ({1: Fraction(3, 10), 0: Fraction(1, 2), -1: Fraction(2, 10)}, Fraction(1, 5)),
        # Of two pays: where the growth has no slope.
        ({4: Fraction(1, 2), 1: Fraction(1, 6), -1: Fraction(1, 3)}, None),
        ({1: Fraction(1, 2), -1: Fraction(1, 2)}, Fraction(0)),
        ({1: Fraction(244, 495), -1: Fraction(251, 495)}, Fraction(0)),
        ({1: Fraction(1)}, Fraction(1)),
        ({}, Fraction(0)),
    ],
)
def test_the_share_is_kellys(nets, share):
    found = kelly_fraction({Fraction(net): often for net, often in nets.items()})
    if share is None:
        slope = sum(float(often) * net / (1 + float(found) * net) for net, often in nets.items())
        assert abs(slope) < 1e-12
    else:
        assert found == share


NETS = st.dictionaries(st.integers(-4, 12).map(lambda net: Fraction(net, 4)), st.integers(1, 9), min_size=1)


@examples(40)
@given(counts=NETS, other=st.integers(0, 99))
def test_no_other_share_grows_faster(counts, other):
    whole = sum(counts.values())
    nets = {net: Fraction(count, whole) for net, count in counts.items()}

    def growth(share):
        return sum(float(often) * log(1 + share * net) for net, often in nets.items())

    found = kelly_fraction(nets)
    assert 0 <= found <= 1
    if found < 1 or min(nets) > -1:
        assert growth(float(found)) >= growth(other / 100) - 1e-12


def bets(house, words, owned):
    policy, table = system(f"when always: {words}"), open_table(house, [("Ann", 100_000)])
    layout = policy.layout(Observation(house, table, Purse(owned * 100, 100_000)), policy.start())
    return {str(wager): amount // 100 for wager, amount in layout.stakes.items()}


@pytest.mark.parametrize(
    ("words", "owned", "found"),
    [
        # The yo pays 19 for 1/18: Kelly's share is (19/18 - 17/18) / 19 = 1/171.
        ("yo kelly", 1710, {"eleven": 10}),
        ("yo kelly", 1709, {"eleven": 9}),
        ("yo half kelly", 1710, {"eleven": 5}),
        ("yo 20% kelly", 1710, {"eleven": 2}),
        ("yo kelly", 100, {"eleven": 1}),  # no less than the table minimum
        ("field 5; field kelly; pass kelly", 1000, {"field": 17}),
        ("place 6 12; place 6 kelly", 1000, {"place 6": 12}),  # no advantage, no bet
    ],
)
def test_a_system_bets_kellys_share_rounded_down(kind, words, owned, found):
    assert house_fraction(kind, WAGERS["eleven"], 0) == Fraction(1, 171)
    assert bets(kind, words, owned) == found


def test_one_bet_by_kelly_has_the_largest_expected_logarithm(kind):
    def growth(amount):
        final = exact.session(kind, f"when always: field {amount}", 1000, throws=1).final
        return sum(chance * log(sum_) for sum_, chance in zip(final.values, final.chances, strict=True))

    best = max(range(14, 22), key=growth)
    assert bets(kind, "field kelly", 1000)["field"] in (best - 1, best)


@pytest.mark.parametrize(
    ("said", "printed"),
    [
        ("when always: field Kelly", "when always: field kelly"),
        ("when always: field 100% kelly", "when always: field kelly"),
        ("when always: field 50% kelly; odds half kelly", "when always: field half kelly; odds half kelly"),
        ("when point: come 25 % kelly up to 2", "when point: come 25% kelly up to 2"),
    ],
)
def test_kelly_is_printed_in_one_form(said, printed):
    found = system(said)
    assert found.text == printed
    assert system(printed) == found
    assert looks_at_money(found)
    assert str(found.program.scaled(Fraction(3))) == printed


@pytest.mark.parametrize(
    ("words", "house", "says"),
    [
        (
            "pass kelly",
            "classic",
            (
                "Kelly bets nothing on pass, which has no advantage at Classic: "
                "the house edge is 1.414% before rounding"
            ),
        ),
        (
            "pass 10; odds kelly",
            "nsw",
            "Kelly bets nothing on odds, which has no advantage at New South Wales: it pays what it costs",
        ),
        (
            "come 10; odds come 6 kelly",
            "classic",
            "Kelly bets nothing on come_odds 6, which has no advantage at Classic: it pays what it costs",
        ),
        ("hop 3-4 kelly", "nsw", "New South Wales does not offer hop 3-4"),
    ],
)
def test_a_house_says_where_kelly_bets_nothing(words, house, says):
    assert check(system(f"when always: {words}"), load_rulebook(house)) == [says]


def test_a_session_says_where_kelly_bets_nothing(kind):
    assert check(system("when always: field kelly"), kind) == []
    assert advantage(kind, WAGERS["field"], 0) == Fraction(1, 36)
    with pytest.raises(BankcrapsError, match="cannot be played by kind: Kelly bets nothing on pass, which"):
        exact.session(kind, "when come_out: pass kelly", 100, throws=10)
