"""Systems that look at what they own: what they see, and exact sessions against all throws of the engine."""

from fractions import Fraction

import pytest

from bankcraps import Cents, exact, load_rulebook
from bankcraps.analysis.chain import explore
from bankcraps.analysis.chain.walk import Scope
from bankcraps.analysis.question import ask
from bankcraps.analysis.simulation.stepwise import play_throws
from bankcraps.errors import BankcrapsError
from bankcraps.game.dice import Throw
from bankcraps.game.engine import open_table
from bankcraps.strategies.library import system
from bankcraps.strategies.observation import ENDLESS, Observation, Purse
from bankcraps.strategies.policy import looks_at_money

from .playing import after_every_sequence, follow


def test_a_purse_notes_every_question():
    purse = Purse(500, 400)
    assert purse.at_least(300)
    assert not purse.at_least(900)
    assert purse.at_least(200)
    assert (purse.low, purse.high) == (300, 900)
    assert (Purse(5, 5).low, Purse(5, 5).high) == (0, ENDLESS)


@pytest.mark.parametrize(
    ("said", "printed"),
    [
        ("when owning 300: pass 10", "when owning 300 or more: pass 10"),
        ("when OWNING $1,000 or less: pass 10", "when owning 1000 or less: pass 10"),
        ("when ahead 7.50 and come_out: pass 10", "when ahead 7.50 and come_out: pass 10"),
        ("only when not behind; when ahead: pass 10", "only when not behind\nwhen ahead: pass 10"),
        ("when ahead 50 with this shooter: pass 10", "when ahead 50 this shooter: pass 10"),
        ("when behind this_shooter: pass 10", "when behind this shooter: pass 10"),
        (
            "only when not 60 below my peak; when point: come 10",
            "only when not 60 below the peak\nwhen point: come 10",
        ),
    ],
)
def test_words_about_money_are_printed_in_one_form(said, printed):
    found = system(said)
    assert found.text == printed
    assert system(printed) == found
    assert looks_at_money(found)


def test_sums_are_scaled_with_the_bets():
    found = system("pass:scale=2")
    assert not looks_at_money(found)
    program = system("only when owning 50 or more; when behind 20 or ahead: pass 10").program
    assert str(program.scaled(Fraction(3))).splitlines() == [
        "only when owning 150 or more",
        "when behind 60 or ahead: pass 30",
    ]


THROWN = (
    ("3-3", "a point of 6"),
    ("2-2", ""),
    ("3-3", "made"),
    ("5-4", "a point of 9"),
    ("4-3", "a seven-out"),
)


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
    dice = [Throw(*map(int, each.split("-"))) for each, _ in THROWN]
    played = list(play_throws(asked, dice))
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
    policy = system(f"when {words}: pass 10")
    seen = Observation(
        load_rulebook("nsw"), open_table(load_rulebook("nsw"), [("Ann", 50_000)]), Purse(owned, 50_000)
    )
    layout = policy.layout(seen, policy.start())
    assert layout is not None
    assert bool(layout.stakes) is holds


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
        explore(Scope(load_rulebook("nsw"), system("when ahead 5: pass 10")))


ONE_ROLL = [
    "when always: field 10; when ahead 10: field 30; when behind 20: field 5",
    "when always: field 10; when behind 20: stop",
    "when always: any_seven 5; when owning 70 or more: field 10; when owning 40 or less: horn 4",
    "only when not behind 15; when always: field 10; progression martingale on field up to 3 steps",
]
"""Systems of wagers that each throw decides: every sequence of totals is played to its end."""

AMOUNTS_AND_BALANCES = [
    "when always: field 30%",
    "when always: field to reach 80",
    "when always: field 10; when ahead 10 this shooter: field 20; when behind 10 this shooter: horn 4",
    "when always: field 10; when 20 below the peak: field 5; when not 5 below the peak: any_seven 5",
    "when always: field 10; when half of winnings below the peak: stop; when 20% below the peak: any_seven 5",
    "when always: field 10; after win when ahead 10: press field; after loss when behind: any_seven 5",
]
THREE_THROWS = [
    *ONE_ROLL,
    "when always: field 10; when ahead 10 last shooter: field 20; when behind 10 last shooter: any_seven 5",
]


@pytest.mark.parametrize(
    ("text", "bankroll", "throws"),
    [*((text, 60, 3) for text in THREE_THROWS), *((text, 40, 2) for text in AMOUNTS_AND_BALANCES)],
)
def test_an_exact_session_is_all_sequences_of_throws(text, bankroll, throws):
    asked = ask("classic", text, bankroll, throws=throws)
    solved = exact.session("classic", text, bankroll, throws=throws, extremes=False).final
    found = dict(zip(solved.values.tolist(), solved.chances.tolist(), strict=True))
    assert found == pytest.approx(after_every_sequence(asked, throws))


PRESSED = [
    "when come_out and ahead 10: pass 20; when come_out and not ahead 10: pass 10",
    "when come_out: pass 10; when point: odds max; when behind 50 and come_out: pass 5",
    "when come_out: pass 10; when owning 130 or more and point: place 6 12; place 8 12",
    "when come_out: pass 10; when come_out and behind 50: pass 20; when behind 90: stop",
    "only when not behind 20 this shooter; when come_out: pass 10",
    "when come_out: pass 10; when come_out and 30 below the peak: pass 5; when 70 below the peak: stop",
    "when come_out: pass 10; when come_out and ahead 10 last shooter: pass 20",
    "when come_out: pass 10; when a third of winnings below the peak: stop",
    "when come_out: pass 10; after win of pass when ahead: press it up to 40; after craps: stop",
]


@pytest.mark.parametrize("text", PRESSED)
def test_taken_home_is_the_bankroll_less_the_cost(text):
    for solved in (
        exact.session("classic", text, 100, goal=160, extremes=False),
        exact.session("classic", text, 100, throws=80, extremes=False),
        exact.session("classic", text, 100, shooters=6, extremes=False),
    ):
        cost = sum(wager.cost for wager in solved.wagers)
        assert solved.final.mean == pytest.approx(10_000 - cost, abs=1e-6)


@pytest.mark.parametrize("text", PRESSED)
def test_equations_and_a_long_sweep_agree(text):
    until = exact.session("classic", text, 100, goal=160, extremes=False)
    swept = exact.session("classic", text, 100, goal=160, throws=5000, extremes=False)
    assert until.ends == pytest.approx(swept.ends, abs=1e-9)
    assert until.throws == pytest.approx(swept.throws, rel=1e-6)


def test_two_thresholds_are_one_system_for_each_interval():
    """Betting 10 when ahead and 10 when not is betting 10."""
    same = "when ahead 20: pass 10; when not ahead 20: pass 10; when owning 30 or less: pass 10"
    rules = load_rulebook("nsw")
    chain = explore(Scope(rules, system(same), bankroll=Cents(10_000)))
    plain = explore(Scope(rules, system("when always: pass 10")))
    assert sorted(str(one) for one in chain.states) == sorted(str(one) for one in plain.states)
    assert not any(one.below >= 0 for one in chain.states)


AT_MOST_30 = "at most 30 lost this shooter; when always: field 10; when always: any_craps 10; horn 4"


def test_a_shooter_costs_no_more_than_was_said():
    follow(
        AT_MOST_30,
        """
        field 10, any_craps 10, horn 4 | 6
        horn 4                         | 8
        -                              | 7
        field 10, any_craps 10, horn 4 | 7
        horn 4                         | 3
        field 10, horn 4
        """,
    )


def test_the_most_lost_is_read_scaled_and_solved():
    found = system("at most $30 lost a shooter; at most 40 lost with this shooter; when always: field 10")
    assert found.text == "at most 30 lost this shooter\nwhen always: field 10"
    assert str(found.program.scaled(Fraction(2))) == "at most 60 lost this shooter\nwhen always: field 20"
    solved = exact.session("classic", "at most 15 lost this shooter; when always: field 10", 60, throws=2)
    assert solved.final.values.min() >= 45
    assert solved.final.mean == pytest.approx(6_000 - sum(one.cost for one in solved.wagers), abs=1e-6)


def test_no_more_lies_on_the_table_than_was_said():
    """A bet that does not fit is left out whole. What stands, stays, and commission does not lie there."""
    follow(
        "at most 25 on the table; when always: buy 4 20; when always: field 10; any_craps 5; hard 6 1",
        """
        buy 4 20, any_craps 5  | 3
        buy 4 20, any_craps 5  | 4
        buy 4 20, any_craps 5
        """,
        "nsw",
    )


def test_the_most_on_the_table_is_read_and_scaled():
    found = system(
        "at most $30 on table; at most 40 on the layout; at most 50 lost a shooter; when point: field 10"
    )
    assert found.text.splitlines()[:2] == ["at most 30 on the table", "at most 50 lost this shooter"]
    assert str(found.program.scaled(Fraction(2))).startswith("at most 60 on the table\n")
    assert system(found.text) == found
