"""Systems that look at what they own: what they see, the amounts they make of it, and exact sessions."""

from fractions import Fraction
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit.profiles import examples

from bankcraps import BankcrapsError, Cents, MoneyError, exact, load_rulebook
from bankcraps.analysis.chain import explore
from bankcraps.analysis.chain.walk import Scope
from bankcraps.analysis.question import ask
from bankcraps.analysis.simulation.stepwise import play_throws
from bankcraps.game.chips import printed
from bankcraps.game.engine import open_table
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.state import Standing
from bankcraps.game.engine.wagering.bounds import Step, Sums
from bankcraps.game.game import Game
from bankcraps.game.wagers import WAGERS
from bankcraps.strategies.checking import check
from bankcraps.strategies.library import system
from bankcraps.strategies.offers import advantage, house_fraction, kelly_fraction, most
from bankcraps.strategies.policy import ENDLESS, Observation, Purse

from .playing import thrown


def table_of(rules, limits=None, *, puck=0, stands=()):
    """A table with one player and what stands."""
    state = open_table(rules, [("Ann", 100_000)], *([limits] if limits else []))
    (seat,) = state.seats
    return state.__replace__(seats=(seat.__replace__(wagers=stands),), puck=puck)


def wanted(rules, text, owned, start=50_000, **table):
    """Return the bets of a system that owns so many cents, and began with others."""
    policy, state = system(text), table_of(rules, **table)
    layout = policy.layout(Observation(rules, state, Purse(owned, start)), policy.start())
    assert layout is not None
    return {str(wager): amount for wager, amount in layout.stakes.items()}


def test_a_purse_notes_every_question():
    purse = Purse(500, 400)
    assert [purse.at_least(sum_) for sum_ in (300, 900, 200)] == [True, False, True]
    assert (purse.low, purse.high) == (300, 900)
    assert (Purse(5, 5).low, Purse(5, 5).high) == (0, ENDLESS)


SCALED = [
    (
        3,
        "only when owning 50; when behind 20 or ahead: pass 10",
        "only when owning 150 or more; when behind 60 or ahead: pass 30",
    ),
    (
        3,
        "when come_out: pass to reach 100; when point: odds 5%; place 6 12",
        "when come_out: pass to reach 300; when point: odds 5%; place 6 36",
    ),
    (3, "when always: field half kelly; odds kelly", "when always: field half kelly; odds kelly"),
    (
        2,
        "at most 30 lost this shooter; at most 30 on the table; when always: field 10",
        "at most 60 lost this shooter; at most 60 on the table; when always: field 20",
    ),
    (
        2,
        "stage one: when always: field 5; go to two when ahead 10; stage two:",
        "stage one: when always: field 10; go to two when ahead 20; stage two:",
    ),
    (
        2,
        (
            "when half of winnings below the peak and ahead 50 last shooter: stop; when come_out: pass 10; "
            "after seven_out when behind 20: stop; after win of pass: parlay pass up to 40"
        ),
        (
            "when half of winnings below the peak and ahead 100 last shooter: stop; when come_out: pass 20; "
            "after seven_out when behind 40: stop; after win of pass: parlay pass up to 80"
        ),
    ),
]


@pytest.mark.parametrize(("by", "text", "scaled"), SCALED)
def test_sums_are_scaled_and_shares_are_not(by, text, scaled):
    assert str(system(text).program.scaled(Fraction(by))) == str(system(scaled).program)


def test_a_sum_that_scales_to_parts_of_a_cent_is_refused():
    with pytest.raises(MoneyError, match=r"100 times 0\.333333 is not a whole number of cents"):
        system("when come_out: pass to reach 100").program.scaled(Fraction(1, 3))


@pytest.mark.parametrize(
    ("words", "wagers"),
    [
        # The field pays 1 to 1 on 4 and 9, and loses on 6 and 7; it stands before each of five throws.
        ("ahead this shooter", [0, 0, 0, 0, 0]),
        ("not behind this shooter", [1, 0, 1, 0, 1]),
        ("behind 10 this shooter", [0, 1, 0, 1, 0]),
        ("10 below the peak", [0, 1, 0, 1, 0]),
        ("not 20 below the peak", [1, 1, 1, 1, 1]),
    ],
)
def test_a_balance_counts_from_the_first_throw_of_a_shooter_or_the_highest_sum(words, wagers):
    """Field 10 always: the balance is 0, -10, 0, -10, 0, and 0 with the next shooter."""
    asked = ask("classic", f"when always: field 10; down hard; when {words}: hard 8 1", 100, throws=5)
    played = list(play_throws(asked, [thrown(each) for each in ("3-3", "2-2", "3-3", "5-4", "4-3")]))
    stood = [any(one.wager.name == "hard 8" for one in each.betting.state.seats[0].wagers) for each in played]
    assert [int(one) for one in stood] == wagers


@pytest.mark.parametrize(
    ("words", "owned", "holds"),
    [
        ("owning 300 or more", 30_000, True),
        ("owning 300 or more", 29_999, False),
        ("owning 300 or less", 30_000, True),
        ("owning 300 or less", 30_001, False),
        ("ahead 100", 60_000, True),
        ("ahead 100", 59_999, False),
        ("behind 100", 40_000, True),
        ("behind 100", 40_001, False),
        ("ahead", 50_000, False),
        ("ahead", 50_001, True),
        ("behind", 50_000, False),
        ("behind", 49_999, True),
    ],
)
def test_sums_hold_from_that_sum_on(words, owned, holds):
    assert bool(wanted(load_rulebook("nsw"), f"when {words}: pass 10", owned)) is holds


class Greedy:
    """A policy that looks at its money without a word."""

    name, text = "greedy", ""

    def start(self):
        return 0

    def layout(self, observation, memory):
        del memory
        assert not observation.purse.at_least(ENDLESS)
        return system("pass").layout(observation, ())

    def remember(self, memory, effects):
        del effects
        return memory


def test_only_a_system_that_says_so_sees_its_money():
    with pytest.raises(BankcrapsError, match="give the policy looks_at_money = True"):
        exact.session("nsw", Greedy(), 100, goal=200)
    open_ = Greedy()
    open_.looks_at_money = True
    plain = exact.session("nsw", "pass", 100, goal=200, extremes=False)
    found = exact.session("nsw", open_, 100, goal=200, extremes=False)
    assert found.ends == pytest.approx(plain.ends)


def test_a_chain_of_such_a_system_wants_its_bankroll():
    with pytest.raises(BankcrapsError, match="looks at its money: say which bankroll it begins with"):
        explore(Scope(Game(load_rulebook("nsw")), system("when ahead 5: pass 10")))


def test_two_thresholds_are_one_system_for_each_interval():
    """Betting 10 when ahead and 10 when not is betting 10."""
    same = "when ahead 20: pass 10; when not ahead 20: pass 10; when owning 30 or less: pass 10"
    game = Game(load_rulebook("nsw"))
    chain = explore(Scope(game, system(same), bankroll=Cents(10_000)))
    plain = explore(Scope(game, system("when always: pass 10")))
    assert sorted(str(one) for one in chain.states) == sorted(str(one) for one in plain.states)
    assert not any(one.below >= 0 for one in chain.states)


def test_no_more_is_lost_than_was_said():
    solved = exact.session("classic", "at most 15 lost this shooter; when always: field 10", 60, throws=2)
    assert solved.final.values.min() >= 45
    assert solved.final.mean == pytest.approx(6_000 - sum(one.cost for one in solved.wagers), abs=1e-6)


def test_a_wager_of_a_share_may_be_kept_down():
    found = system("when point: place 6 5%; after win of place 6: down place 6")
    assert exact.session("classic", found, 100, throws=20, extremes=False).ends["limit"] > 0


TABLE = Limits(Cents(500), Cents(30_000), Cents(500))


@pytest.mark.parametrize(
    ("words", "owned", "bets"),
    [
        # 500 was brought; the table takes 5 to 300 in steps of 5.
        ("pass 5%", 510, "pass 25"),
        ("pass 5%", 599, "pass 25"),
        ("pass 5%", 600, "pass 30"),
        ("pass 5%", 60, "pass 5"),  # no less than the minimum
        ("pass 5%", 9000, "pass 300"),  # no more than the maximum
        ("pass 5% of start", 900, "pass 25"),
        ("pass half of winnings", 620, "pass 60"),
        ("pass half of winnings", 480, "pass 5"),
        ("pass half of losses", 380, "pass 60"),
        ("pass half of losses", 510, "pass 5"),
        ("pass 200% of losses", 480, "pass 40"),
        ("pass 200% of losses", 478, "pass 40"),  # 44, rounded down
        ("pass 200% of losses", 120, "pass 120"),  # no more than all
        ("pass 150% of winnings", 540, "pass 60"),
        ("pass 120% of start", 900, "pass 300"),
        ("pass all", 238, "pass 235"),
        ("pass all", 510, "pass 300"),
        ("field 100; pass all", 238, "field 100, pass 135"),  # what is left beside the other wager
        ("field 100; pass all", 103, "field 100, pass 5"),  # the player cannot pay for both, and is ruined
        ("pass to reach 600", 510, "pass 90"),
        ("pass to reach 602", 510, "pass 95"),
        ("pass to reach 1000", 510, "pass 300"),
        ("pass to reach 1000", 120, "pass 120"),
        ("pass to reach 400", 510, "pass 5"),
        ("place 6 5%", 510, "place 6 25"),
        ("hard 8 to reach 600", 510, "hard 8 10"),  # 9 to 1
        ("buy 4 all", 109, "buy 4 100"),  # 5 for the commission
        ("buy 4 100; pass all", 208, "buy 4 100, pass 100"),  # 5 for that of the buy
        ("place 8 30; place 6 all", 121, "place 8 30, place 6 90"),  # not 91, which the house pays as 90
    ],
)
def test_an_amount_becomes_one_that_the_table_takes(words, owned, bets):
    found = wanted(load_rulebook("classic"), f"when always: {words}", owned * 100, limits=TABLE)
    assert ", ".join(f"{name} {printed(amount)}" for name, amount in found.items()) == bets


LINE = Standing(WAGERS["pass"], Cents(2000))
BUY = Standing(WAGERS["buy 4"], Cents(20_000), commission=Cents(1000))


@pytest.mark.parametrize(
    ("words", "stands", "owned", "bet"),
    [
        ("odds 5%", LINE, 400, 20),
        ("odds all", LINE, 60, 40),  # 20 stand on the line
        ("odds to reach 100", LINE, 60, 17),  # 20 on the line and 17 at 6 to 5 win 40
        ("odds to reach 1000", LINE, 400, 100),  # the house takes five times
        ("buy 4 all", BUY, 200, 200),  # nothing else is left, and the commission is paid
        ("buy 4 to reach 600", BUY, 200, 200),
    ],
)
def test_amounts_follow_the_money_beside_what_stands(words, stands, owned, bet):
    rules = load_rulebook("three_four_five")
    found = wanted(rules, f"when point: {words}", owned * 100, puck=8, stands=(stands,))
    name = "pass_odds" if stands is LINE else "buy 4"
    assert found == {str(stands.wager): stands.amount, name: bet * 100}


@given(
    words=st.sampled_from(
        [
            *("pass 7%", "pass half of winnings", "pass 150% of losses", "pass to reach 90", "place 8 30%"),
            *("field 10; pass all", "buy 10 half", "field 15%; hard 4 3%", "lay 4 to reach 120"),
        ]
    ),
    owned=st.integers(0, 30_000),
    other=st.integers(0, 30_000),
)
@examples(150)
def test_a_purse_notes_for_which_sums_an_amount_stays_the_same(words, owned, other):
    rules = load_rulebook("classic")
    state, policy = table_of(rules, TABLE), system(f"when always: {words}")

    def wants(sum_):
        purse = Purse(sum_, 10_000)
        layout = policy.layout(Observation(rules, state, purse), policy.start())
        return purse, dict(layout.stakes)

    purse, stakes = wants(owned)
    assert purse.low <= owned < purse.high
    same = [purse.low, *([other] if purse.low <= other < purse.high else [])]
    same += [purse.high - 1] if purse.high <= 40_000 else []
    assert all(wants(sum_)[1] == stakes for sum_ in same)


SUMS = st.builds(
    lambda least, more, sizes: Sums(
        Cents(least), Cents(least + more), tuple(Step(0, size) for size in sizes)
    ),
    st.integers(1, 50),
    st.integers(0, 200),
    st.lists(st.integers(1, 40), min_size=1, max_size=3),
)


@given(SUMS, st.integers(0, 300))
@examples(200)
def test_the_largest_amount_allowed_is_found_by_halving(sums, top):
    allowed = [amount for amount in range(301) if amount in sums and amount <= top]
    assert most(sums, lambda amount: amount <= top) == max(allowed, default=None)


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
    found = wanted(house, f"when always: {words}", owned * 100, start=100_000)
    return {name: amount // 100 for name, amount in found.items()}


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


def test_a_session_says_where_kelly_bets_nothing(kind):
    assert check(system("when always: field kelly"), kind) == []
    assert advantage(kind, WAGERS["field"], 0) == Fraction(1, 36)
    with pytest.raises(BankcrapsError, match="cannot be played by kind: Kelly bets nothing on pass, which"):
        exact.session(kind, "when come_out: pass kelly", 100, throws=10)
