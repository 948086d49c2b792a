"""Amounts that follow from what a player owns: their words, what a table takes of them, exact sessions."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit.profiles import examples

from bankcraps import Cents, MoneyError, exact, load_rulebook, simulate
from bankcraps.analysis.chain import explore
from bankcraps.analysis.chain.ceiling import CeilingError
from bankcraps.analysis.chain.walk import ChainError, Scope
from bankcraps.analysis.exact.sessions import solve
from bankcraps.analysis.question import ask
from bankcraps.analysis.simulation.run_plan import read_options
from bankcraps.analysis.simulation.simulate import play
from bankcraps.analysis.simulation.simulators import KernelSimulator
from bankcraps.game.chips import printed
from bankcraps.game.engine import open_table
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.state import Standing
from bankcraps.game.engine.wagering.bounds import Step, Sums
from bankcraps.game.wagers import WAGERS, Kind, find
from bankcraps.strategies.library import system
from bankcraps.strategies.observation import Observation, Purse
from bankcraps.strategies.offers import most
from bankcraps.strategies.policy import looks_at_money
from bankcraps.strategies.text.program import SystemTextError


@pytest.mark.parametrize(
    ("said", "printed"),
    [
        ("when come_out: pass 5 %", "when come_out: pass 5%"),
        ("when come_out: pass 2.50 percent of the start", "when come_out: pass 2.5% of start"),
        ("when come_out: pass 50%", "when come_out: pass half"),
        ("when come_out: pass 33.333333%", "when come_out: pass 33.333333%"),
        ("when come_out: pass 0.0000100%", "when come_out: pass 0.00001%"),
        ("when point: place 6 HALF of my winnings", "when point: place 6 half of winnings"),
        ("when come_out: dont_pass all of losses", "when come_out: dont_pass all of losses"),
        ("when come_out: pass 200 % of the losses", "when come_out: pass 200% of losses"),
        ("when point: place 6 10% of start except point", "when point: place 6 10% of start except point"),
        ("when point: come 5% up to 2; odds come all", "when point: come 5% up to 2; odds come all"),
        ("when point: come half; odds come 10% of start", "when point: come half; odds come 10% of start"),
        ("when come_out: pass to reach $1,000", "when come_out: pass to reach 1000"),
        ("when point: odds to reach 100", "when point: odds to reach 100"),
        ("when point: odds come 6 half; hop 6-2 1%", "when point: odds come 6 half; hop 2-6 1%"),
    ],
)
def test_amounts_are_printed_in_one_form(said, printed):
    found = system(said)
    assert found.text == printed
    assert system(printed) == found
    assert looks_at_money(found)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("when come_out: pass 0%", "a share is more than 0% and at most 100%, not 0%"),
        ("when come_out: pass 101%", "a share is more than 0% and at most 100%, not 101%"),
        ("when come_out: pass 10001% of losses", "a share is more than 0% and at most 10000%, not 10001%"),
        ("when come_out: pass 0% of losses", "a share is more than 0% and at most 10000%, not 0%"),
        ("when come_out: pass 0.0000000001%", "a share has at most 9 digits"),
        ("when come_out: pass to reach 0", "an amount must be more than 0, not 0"),
        ("when come_out: come 6 5%", "come bets start in the box: say come 5%"),
        ("when come_out: pass 5% except point", "pass has no number that could be the point"),
        (
            "when come_out: pass 5%; after win of pass: press pass",
            "pass is 5% before each throw, so it has no",
        ),
        (
            "when come_out: pass 5% of bankroll",
            "'bankroll' is not understood here; say of winnings, of losses, of start or of a wager",
        ),
        (
            "when come_out: pass 5%; progression paroli on pass",
            "pass is 5% before each throw, so it has no size",
        ),
        ("when come_out: pass 5% of all", "5% alone is of all that is owned; of wagers, name them"),
        ("when come_out: pass 5; any_craps 0% of pass", "a share is more than 0% and at most 10000%"),
        ("when come_out: pass 5; any_craps 10% of it", "name the wager here"),
        (
            "when come_out: pass 50; any_craps 10% of pass; after win of any_craps: press it",
            "any_craps is 10% of pass before each throw, so it has no size to change",
        ),
        ("when point: place 6 5% up to 2", "only come and dont_come go up to a number, not place 6"),
        ("when come_out: pass 5% of wins", "'wins' is not understood here"),
        ("when point: odds place 6 5%", "'place' is not understood here"),
    ],
)
def test_amounts_that_make_no_sense_are_refused(said, reason):
    with pytest.raises(SystemTextError, match=reason.replace("(", r"\(")):
        system(said)


def test_sums_are_scaled_and_shares_are_not():
    program = system("when come_out: pass to reach 100; when point: odds 5%; place 6 12").program
    assert str(program.scaled(Fraction(3))).splitlines() == [
        "when come_out: pass to reach 300",
        "when point: odds 5%; place 6 36",
    ]


def test_a_sum_that_scales_to_parts_of_a_cent_is_refused():
    with pytest.raises(MoneyError, match=r"100 times 0\.333333 is not a whole number of cents"):
        system("when come_out: pass to reach 100").program.scaled(Fraction(1, 3))


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
    rules = load_rulebook("classic")
    state = open_table(rules, [("Ann", 100_000)], TABLE)
    policy = system(f"when always: {words}")
    layout = policy.layout(Observation(rules, state, Purse(owned * 100, 50_000)), policy.start())
    assert layout is not None
    assert ", ".join(f"{wager} {printed(amount)}" for wager, amount in layout.stakes.items()) == bets


@pytest.mark.parametrize(
    ("words", "owned", "odds"),
    [
        ("odds 5%", 400, 20),
        ("odds all", 60, 40),  # 20 stand on the line
        ("odds to reach 100", 60, 17),  # 20 on the line and 17 at 6 to 5 win 40
        ("odds to reach 1000", 400, 100),  # the house takes five times
    ],
)
def test_odds_follow_the_money_beside_their_flat_wager(words, owned, odds):
    rules = load_rulebook("three_four_five")
    state = open_table(rules, [("Ann", 100_000)])
    (seat,) = state.seats
    stands = (Standing(WAGERS["pass"], Cents(2000)),)
    state = state.__replace__(seats=(seat.__replace__(wagers=stands),), puck=8)
    policy = system(f"when point: {words}")
    layout = policy.layout(Observation(rules, state, Purse(owned * 100, 50_000)), policy.start())
    assert layout is not None
    assert layout.stakes == {WAGERS["pass"]: 2000, find(Kind.PASS_ODDS): odds * 100}


@pytest.mark.parametrize(("words", "bets"), [("buy 4 all", 20_000), ("buy 4 to reach 600", 20_000)])
def test_commission_is_not_counted_twice(words, bets):
    """200 stand on the 4, which win 400, and nothing else is left; their commission is paid."""
    rules = load_rulebook("three_four_five")
    state = open_table(rules, [("Ann", 100_000)])
    (seat,) = state.seats
    stands = (Standing(WAGERS["buy 4"], Cents(20_000), commission=Cents(1000)),)
    state = state.__replace__(seats=(seat.__replace__(wagers=stands),), puck=8)
    policy = system(f"when point: {words}")
    layout = policy.layout(Observation(rules, state, Purse(20_000, 50_000)), policy.start())
    assert layout is not None
    assert layout.stakes == {WAGERS["buy 4"]: bets}


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
    state, policy = open_table(rules, [("Ann", 100_000)], TABLE), system(f"when always: {words}")

    def wants(sum_):
        purse = Purse(sum_, 10_000)
        layout = policy.layout(Observation(rules, state, purse), policy.start())
        return purse, dict(layout.stakes)

    purse, stakes = wants(owned)
    assert purse.low <= owned < purse.high
    if purse.low <= other < purse.high:
        assert wants(other)[1] == stakes
    assert wants(purse.low)[1] == stakes
    if purse.high <= 40_000:
        assert wants(purse.high - 1)[1] == stakes


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


P = Fraction(244, 495)
"""The chance of the pass line."""


def bold(share, of):
    """Bold play's chance to reach the goal from a share of it, by its own equations, in fractions.

    From x: all of it below a half, or as much as is missing. A path that comes back is a linear equation.
    """
    order = [share]
    while (after := 2 * order[-1] if 2 * order[-1] <= of else 2 * order[-1] - of) not in (0, of, *order):
        order.append(after)
    # Each value is a + b times the next one; the last leads to 0, to the goal or back.
    constant, factor = Fraction(0), Fraction(1)
    for x in order:
        if 2 * x <= of:
            factor *= P  # lost: 0
        else:
            constant, factor = constant + factor * P, factor * (1 - P)
    if after == of:
        return constant + factor
    if after == 0:
        return constant
    assert after == share
    return constant / (1 - factor)


@pytest.mark.parametrize(("share", "of"), [(1, 2), (1, 3), (2, 3), (1, 5), (1, 7), (3, 7), (1, 9)])
def test_bold_play_has_its_published_value(share, of):
    """244/495 from a half, and p p / (1 - p (1 - p)) from a third: Dubins and Savage, 1965, chapter 5."""
    if (share, of) == (1, 2):
        assert bold(share, of) == P
    if (share, of) == (1, 3):
        assert bold(share, of) == P * P / (1 - P * (1 - P))
    text = f"when come_out: pass to reach {of * 30}"
    found = exact.session("classic", text, share * 30, goal=of * 30, extremes=False)
    assert found.ends["goal"] == pytest.approx(float(bold(share, of)), abs=1e-12)


@pytest.mark.parametrize(
    "text",
    [
        "when come_out: pass 5%; when point: odds 5%",
        "when point: place 6 5%; place 8 5%",
        "when come_out: pass half of winnings; when point: odds to reach 200",
    ],
)
def test_taken_home_is_the_bankroll_less_the_cost(text):
    for solved in (
        exact.session("classic", text, 100, goal=160, shooters=5, extremes=False),
        exact.session("classic", text, 60, 100, extremes=False),
    ):
        cost = sum(wager.cost for wager in solved.wagers)
        assert solved.final.mean == pytest.approx(solved.plan.bankroll - cost, abs=1e-6)


PERCENT = "when come_out: pass 10%"


def test_only_sums_that_can_be_owned_are_explored():
    """From a half, bold play bets once, all of it. The least bet of 1 is what ruin asks for."""
    rules, bold_play = load_rulebook("classic"), system("when come_out: pass to reach 1000")
    chain = explore(Scope(rules, bold_play, bankroll=Cents(50_000), goal=Cents(100_000)))
    stakes = {amount for state in chain.states for _, amount, _ in state.wagers}
    assert stakes == {100, 50_000}


def test_a_chain_says_up_to_which_sum_it_holds():
    rules, tenth = load_rulebook("classic"), system(PERCENT)
    assert explore(Scope(rules, tenth, bankroll=Cents(5000), ceiling=Cents(20_000))).ceiling == 20_000
    few = Limits(Cents(500), Cents(1000), Cents(500))  # 5 or 10, whatever is owned
    assert explore(Scope(rules, tenth, few, bankroll=Cents(5000), ceiling=Cents(20_000))).ceiling is None


def test_no_answer_depends_on_where_a_ceiling_was():
    asked = ask("classic", PERCENT, 50, throws=40)
    found = exact.session("classic", PERCENT, 50, throws=40, extremes=False)
    far = explore(Scope(asked.book, asked.system, bankroll=Cents(5000), ceiling=Cents(160_000)))
    assert solve(far, asked.plan).final.mean == pytest.approx(found.final.mean, abs=1e-5)
    low = explore(Scope(asked.book, asked.system, bankroll=Cents(5000), ceiling=Cents(6000)))
    with pytest.raises(CeilingError, match="comes to own 60, for which the chain has no answer"):
        solve(low, asked.plan)
    with pytest.raises(CeilingError):
        KernelSimulator.of(asked, low).metrics(7, (0, 1000))
    with pytest.raises(CeilingError):
        KernelSimulator.of(asked, low).work(7, paths=False)((0, 1000))
    with pytest.raises(CeilingError):
        KernelSimulator.of(asked, low).trajectories(7, 1000)


def test_a_simulation_explores_as_far_as_its_players_come(monkeypatch):
    """Where the first ceiling is does not show."""
    asked = ask("classic", PERCENT, 50, throws=40)
    low = explore(Scope(asked.book, asked.system, bankroll=Cents(5000), ceiling=Cents(6000)))
    far = simulate("classic", PERCENT, 50, throws=40, sessions=1000, seed=7)
    monkeypatch.setattr(
        "bankcraps.analysis.question.cached_chain",
        lambda scope: explore(
            Scope(asked.book, asked.system, bankroll=Cents(5000), ceiling=scope.ceiling or low.ceiling)
        ),
    )
    assert simulate("classic", PERCENT, 50, throws=40, sessions=1000, seed=7).final == far.final
    assert exact.session("classic", PERCENT, 50, throws=40, extremes=False).error_bound < 1e-8


def test_a_commission_that_comes_back_makes_no_peak():
    """A peak at the betting could be the goal although nobody leaves there: that state was lost."""
    text = "when come_out: lay 4 40; field 1\nwhen point: down lay; field 1\nwhen 1 below the peak: place 6 6"
    asked = {"throws": 2, "goal": 101, "limits": "1:500:1"}
    found = exact.session("pennsylvania", text, 100, **asked)
    assert "stopped" not in found.ends
    played = simulate("pennsylvania", text, 100, sessions=20_000, seed=5, **asked)
    assert found.ends["goal"] == pytest.approx(played.ends["goal"], abs=4 * played.error(played.ends["goal"]))


def test_a_threshold_between_two_sums_that_can_be_owned():
    text = "when come_out and owning 1.50 or more: pass 500"
    found, kept, plain = (
        exact.session("three_four_five", each, 5002, goal=20_002, extremes=False)
        for each in (text, text, "when come_out: pass 500")
    )
    assert kept.ends == found.ends  # the file of its chain is sound
    assert found.ends["goal"] == pytest.approx(plain.ends["goal"], abs=1e-12)


def test_a_chunk_is_told_of_once_though_a_run_begins_again(monkeypatch):
    """Somebody comes above four bankrolls here, and the run begins again with sixteen."""
    sessions: list[int] = []
    asked = ask("classic", "when come_out: pass 20%", 50, throws=40)
    how, _ = read_options({"sessions": 5000, "seed": 7})
    monkeypatch.setattr("bankcraps.analysis.simulation.simulators._MAX_SESSIONS", 1000)
    monkeypatch.setattr("bankcraps.analysis.simulation.simulators._MIN_SESSIONS", 1000)
    found = play(asked, how, finished=lambda done: sessions.append(done.sessions))
    assert found.highest is not None
    assert found.highest.values[-1] > 4 * 5000
    assert sessions == [1000] * 5


def test_too_many_states_are_refused_with_what_would_help():
    wide = system("when always: place 6 half; place 8 3%; hard 6 5%")
    with pytest.raises(
        ChainError, match="than 300 states with sums up to 400: a goal or a nearer one, a lower"
    ):
        explore(Scope(load_rulebook("classic"), wide, max_states=300, bankroll=Cents(10_000)))
