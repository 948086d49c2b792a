"""The range of a bet: the table takes every amount in it and no other."""

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st
from msgspec.structs import replace

from bankcraps import BOOKS, Cents, Table
from bankcraps.game.engine import Refusal, bet_range, player, refusal
from bankcraps.game.engine.events import Bet
from bankcraps.game.wagers import wager

DO_INSTEAD = [
    # the house, its limits, what was played, the wager, the dollars refused, and those that would do
    ("nsw", "5:500", "", "pass", 3, 5),
    ("nsw", "5:500", "", "pass", 505, 500),
    ("nsw", "5:500", "pass 205", "pass", 300, 295),
    ("nsw", "5:500", "pass 500", "pass", 50, None),
    ("nsw", "5:500", "pass 10; roll 4-2", "pass_odds", 500, 20),
    ("classic", "5:500", "pass 10; roll 4-2", "pass_odds", 500, 50),
    ("nsw", "5:500", "", "craps_eleven", 15, 14),
    ("nsw", "5:500", "", "craps_eleven", 5, 6),
    ("pennsylvania", "5:500", "", "world", 7, 5),
    ("pennsylvania", "5:500", "world 5", "world", 7, 5),
    ("classic", "5:500", "", "horn", 10, 8),
    ("classic", "5:500", "", "horn", 3, 4),
    ("classic", "5:500:5", "world 25", "world", 7, 25),
    ("classic", "5:500", "", "hop 1-1", 17, 16),
    ("classic", "5:500", "pass 10; roll 2-2; pass_odds 25", "pass_odds", 10, 5),
    ("classic", "5:500", "pass 10; roll 2-2; pass_odds 30", "pass_odds", 10, None),
    ("classic", "5:500", "", "come", 10, None),
    ("classic", "5:500", "", "pass", 2000, 500),
    ("classic", "5:5000", "", "pass", 2000, 1000),
]


def nearest_bet(book, state, bet):
    """The nearest amount that the table takes instead; None if it takes none."""
    found = bet_range(book, state, bet)
    return None if isinstance(found, Refusal) else found.nearest(bet.amount)


def after(house, limits, lines, rail=1000):
    """The table after some lines, or None if it refuses one of them."""
    table = Table(house, {"Ann": rail}, limits=limits)
    for line in filter(None, lines.split("; ")):
        if not all(table.say(line if line.startswith("roll") else f"Ann: {line}")):
            return None
    return table


def refused(table, name, amount):
    """A bet that a table refuses: the house, the table as it is, the bet and why."""
    bet = Bet(wager(name), Cents(round(amount * 100)), by=player("Ann"))
    return table.rulebook, table.state, bet, refusal(table.rulebook, table.state, bet)


@pytest.mark.parametrize(("house", "limits", "lines", "name", "amount", "instead"), DO_INSTEAD)
def test_the_amount_that_would_do(house, limits, lines, name, amount, instead):
    book, state, bet, _ = refused(after(house, limits, lines), name, amount)
    assert nearest_bet(book, state, bet) == (None if instead is None else instead * 100)


RANGES = [
    # the house, its limits, what was played, the wager and the rail; then the least, the most and the step in
    # dollars, each with the rule and the clause behind it
    (("nsw", "5:500", "", "pass", 1000), "5 minimum 7.1, 500 maximum 7.1, 1 unit 7.1"),
    (("nsw", "5:500", "pass 205", "pass", 1000), "1 minimum 7.1, 295 maximum 7.1, 1 unit 7.1"),
    (
        ("nsw", "5:500:5", "pass 10; roll 4-2", "pass_odds", 1000),
        "5 minimum 7.1, 20 odds 6.1.5.1, 5 unit 7.1",
    ),
    (("nsw", "5:500:5", "pass 10; roll 4-2", "buy 4", 100), "20 commission 6.1.24, 85 rail None, 5 unit 7.1"),
    (("nsw", "5:500", "", "craps_eleven", 1000), "6 minimum 7.1, 500 maximum 7.1, 2 legs 8.1.crap_eleven"),
    (
        ("washington", "5:500:5", "", "horn", 1000),
        "20 minimum convention, 500 maximum convention, 20 legs horn.units",
    ),
]


@pytest.mark.parametrize(("asked", "answer"), RANGES)
def test_the_ends_of_a_range_and_their_clauses(asked, answer):
    house, limits, lines, name, rail = asked
    table = after(house, limits, lines, rail)
    found = bet_range(table.rulebook, table.state, Bet(wager(name), Cents(1), by=player("Ann")))
    ends = ((found.least, found.least_by), (found.most, found.most_by), (found.step, found.step_by))
    assert answer == ", ".join(f"{cents // 100} {limit.rule} {limit.clause}" for cents, limit in ends)


@pytest.mark.parametrize(
    ("lines", "name", "exact"),
    [
        ("", "pass", [1, 2, 3, 4, 5, 6, 7, 8]),
        ("", "place 6", [6]),
        ("pass 10; roll 4-2; pass_odds 7", "pass_odds", [3, 8]),
        ("", "any_craps", [1, 2, 3, 4, 5, 6, 7, 8]),
    ],
)
def test_odds_and_wagers_on_numbers_are_made_up_to_what_chips_pay(lines, name, exact):
    """The book pays 7 to 6 on place 6 and 6 to 5 on odds. A shortcut changes no other wager."""
    table = after("nsw", "1:500", lines)
    found = bet_range(table.rulebook, table.state, Bet(wager(name), Cents(1), by=player("Ann")))
    assert [chips for chips in range(1, 9) if chips * 100 in found.exact] == exact


@pytest.mark.parametrize(
    ("lines", "name", "rail", "says"),
    [
        ("pass 10", "come", 1000, "come can be made only while the puck is on, and it is off"),
        ("pass 500", "pass", 1000, "pass may be at most $500, not $501"),
        ("", "field", 3, "Ann has $3 in the rail and needs $5"),
    ],
)
def test_where_no_amount_will_do_the_range_is_a_refusal(lines, name, rail, says):
    table = after("nsw", "5:500", lines, rail)
    found = bet_range(table.rulebook, table.state, Bet(wager(name), Cents(1), by=player("Ann")))
    assert found.message == says


@pytest.mark.parametrize(
    ("name", "legs"),
    [
        ("hop 1-1", [(1, 30)]),
        ("hop 1-2", [(1, 15)]),
        ("horn", [(4, 30), (4, 15)]),
        ("world", [(5, 30), (5, 4)]),
    ],
)
def test_a_maximum_on_what_is_won_counts_to_the_cent(name, legs):
    """In chips of a cent. The pays are those of the classic book: 30, 15 and 4 to 1."""
    table = Table("classic", {"Ann": 1000}, limits="0.01:100:0.01", chip="0.01")
    found = bet_range(table.rulebook, table.state, Bet(wager(name), Cents(1), by=player("Ann")))
    assert not isinstance(found, Refusal)
    wins = {amount: max(Fraction(amount * pay, parts) for parts, pay in legs) for amount in range(1, 3000)}
    parts = legs[0][0]
    assert [a for a in wins if a in found] == [
        a for a, won in wins.items() if won <= 10_000 and a % parts == 0
    ]


def test_the_rail_is_offered_only_if_the_table_takes_so_little():
    for rail, instead in ((8, 800), (3, None)):
        book, state, bet, why = refused(after("nsw", "5:500", "", rail), "pass", 10)
        assert (why.code, nearest_bet(book, state, bet)) == ("not_enough_chips", instead)


def test_the_commission_of_less_is_less():
    """$129 and its commission of $6 are all that is left. For $130 the commission would be $7."""
    book, state, bet, why = refused(after("nsw", "10:200", "dont_pass 15; roll 4-1", 150), "buy 4", 130)
    assert (why.code, nearest_bet(book, state, bet)) == ("not_enough_chips", 12_900)


@pytest.mark.parametrize(("lines", "name"), [("", "pass_odds"), ("pass 5; roll 4-2", "dont_pass")])
def test_none_would_do_where_it_is_not_the_amount(lines, name):
    book, state, bet, why = refused(after("nsw", "5:500", lines), name, 5)
    assert why is not None
    assert nearest_bet(book, state, bet) is None


LINES = [
    "",
    "pass 10",
    "pass 10; roll 4-2",
    "dont_pass 15; roll 4-1",
    "pass 5; roll 2-2; place 6 12; buy 4 20; come 10",
]
WAGERS = [
    "pass", "dont_pass", "pass_odds", "dont_pass_odds", "come", "field", "place 6",
    "place 4", "place_to_lose 8", "buy 4", "lay 6", "hard 8", "any_craps", "craps_eleven",
    "horn", "world", "horn_high 12", "hop 1-2", "big 6", "fire",
]  # fmt: skip


@given(
    house=st.sampled_from(list(BOOKS)),
    limits=st.sampled_from(["1:100", "5:50", "5:500:5", "10:200"]),
    lines=st.sampled_from(LINES),
    name=st.sampled_from(WAGERS),
    amount=st.integers(2, 600).map(lambda halves: halves / 2),
    rail=st.sampled_from([150, 1000]),
)
def test_no_nearer_amount_would_do(house, limits, lines, name, amount, rail):
    """All amounts are tried. One below the bet is preferred: a player then risks no more than they meant."""
    table = after(house, limits, lines, rail)
    if table is None:  # the house offers no such wager, or not at these limits
        reject()
    book, state, bet, why = refused(table, name, amount)
    assume(why is not None and why.limit is not None)

    def takes(chips):
        return refusal(book, state, replace(bet, amount=Cents(chips * 100))) is None

    below = next((chips for chips in range(math.floor(amount), 0, -1) if takes(chips)), None)
    above = next((chips for chips in range(math.ceil(amount), 600) if takes(chips)), None)
    instead = below or above
    assert nearest_bet(book, state, bet) == (instead and instead * 100)


def test_a_range_is_true_and_its_refusal_is_false():
    table = Table("nsw", {"Ann": 500})
    taken, no = table.bet_range("Ann", "pass"), table.bet_range("Ann", "pass_odds")
    assert (bool(taken), 1000 in taken) == (True, True)
    assert (bool(no), 1000 in no, isinstance(no, Refusal)) == (False, False, True)
    assert no.code == "needs_flat"
