"""The amounts that may be bet, as a sum, a range, a limit, and the most chips that anybody may have.

`tests/golden/answers/bets.txt` has the ranges and refusals of single bets.
"""

import math
import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.kit.profiles import examples

from bankcraps import BOOKS, Cents, Table, load_rulebook
from bankcraps.game import rulebook
from bankcraps.game.chips import LARGEST, printed
from bankcraps.game.engine import Limits, Refusal, Standing, bet_range, crew, player, refusal
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.wagering.bounds import Step, Sums, multiples
from bankcraps.game.engine.wagering.sign_bounds import least_flat, limits_for, most_odds, won_exactly
from bankcraps.game.pays import Pay
from bankcraps.game.wagers import wager

ANN = player("Ann")

# Sets of sums, against lists of all their members.

STEPS = st.builds(lambda size, rest: Step(rest % size, size), st.integers(1, 12), st.integers(0, 11))
SUMS = st.builds(
    Sums, st.integers(1, 40), st.integers(0, 90), st.lists(STEPS, min_size=1, max_size=2).map(tuple)
)


def members(sums, among=range(1, 400)):
    return [amount for amount in among if amount in sums]


@examples(300)
@given(SUMS, SUMS, st.integers(0, 120))
def test_sums_hold_what_is_in_each(one, other, amount):
    assert members(one & other) == [each for each in members(one) if each in other]
    below, above = ([each for each in members(one) if (each - amount) * sign >= 0] for sign in (-1, 1))
    assert one.at_most(amount) == (below[-1] if below else None)
    assert one.at_least(amount) == (above[0] if above else None)
    less = amount // 2
    assert members(one.less(less)) == [each - less for each in members(one) if each > less]
    assert members(multiples(150), range(1, 500)) == [150, 300, 450]


# Ranges.

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
    table = Table(house, {"Ann": rail}, limits=limits)
    for line in filter(None, lines.split("; ")):
        if not all(table.say(line if line.startswith("roll") else f"Ann: {line}")):
            reject()  # the house offers no such wager, or not at these limits
    bet = ev.Bet(wager(name), Cents(round(amount * 100)), by=ANN)
    why = refusal(table.rulebook, table.state, bet)
    assume(why is not None and why.limit is not None)

    def takes(chips):
        return refusal(table.rulebook, table.state, replace(bet, amount=Cents(chips * 100))) is None

    below = next((chips for chips in range(math.floor(amount), 0, -1) if takes(chips)), None)
    above = next((chips for chips in range(math.ceil(amount), 600) if takes(chips)), None)
    found, instead = bet_range(table.rulebook, table.state, bet), below or above
    nearest = None if isinstance(found, Refusal) else found.nearest(bet.amount)
    assert nearest == (instead and instead * 100)


MOST = {"hop 1-1": [(1, 30)], "hop 1-2": [(1, 15)], "horn": [(4, 30), (4, 15)], "world": [(5, 30), (5, 4)]}


@pytest.mark.parametrize(("name", "legs"), MOST.items())
def test_a_maximum_on_what_is_won_counts_to_the_cent(name, legs):
    """In chips of a cent. The pays are those of the classic book: 30, 15 and 4 to 1."""
    table = Table("classic", {"Ann": 1000}, limits="0.01:100:0.01", chip="0.01")
    found = bet_range(table.rulebook, table.state, ev.Bet(wager(name), Cents(1), by=ANN))
    wins = {amount: max(Fraction(amount * pay, parts) for parts, pay in legs) for amount in range(1, 3000)}
    due = [a for a, won in wins.items() if won <= 10_000 and a % legs[0][0] == 0]
    assert [a for a in wins if a in found] == due


def test_a_range_is_true_and_its_refusal_is_false():
    table = Table("nsw", {"Ann": 500})
    taken, no = table.bet_range("Ann", "pass"), table.bet_range("Ann", "pass_odds")
    assert (bool(taken), 1000 in taken) == (True, True)
    assert (bool(no), 1000 in no, isinstance(no, Refusal)) == (False, False, True)


# Limits.


@pytest.mark.parametrize("house", BOOKS)
@pytest.mark.parametrize("odds", ["pass_odds", "dont_pass_odds"])
@pytest.mark.parametrize("amount", [1, 499, 500, 2500, 10_001])
def test_the_least_flat_carries_the_odds_and_a_cent_less_does_not(house, odds, amount):
    terms = load_rulebook(house).terms(wager(odds))
    for number in terms.limit:
        flat = least_flat(terms, number, amount)
        assert most_odds(terms, number, flat) >= amount > most_odds(terms, number, flat - 1)


def test_winnings_are_rounded_up_to_the_cent_against_a_maximum():
    won = [(500, "7 to 6", 584), (600, "7 to 6", 700), (1, "1 to 2", 1), (700, "1 to 1", 700)]
    assert [won_exactly(stake, Pay(pay)) for stake, pay, _ in won] == [most for _, _, most in won]


@pytest.mark.parametrize(
    ("own", "applies"),
    [
        (None, "5:500"),
        ("25:1000:5", "25:1000:5"),
        ("25:500:5", "25:500:5"),
        ("25:100:5", "25:500:5"),  # a player's own limits never lower the maximum
    ],
)
def test_limits_of_a_players_own(own, applies):
    state = Table("nsw", {"Ann": 5000}, limits="5:500").state
    assert str(limits_for(state, replace(state.seats[0], limits=own and Limits.read(own)))) == applies


STANDING = {
    "place 6 $12": Standing(wager("place 6"), Cents(1200)),
    "place 6 $12 off": Standing(wager("place 6"), Cents(1200), "off"),
    "pass token $25": Standing(wager("pass"), Cents(2500), tokens=(Cents(2500),)),
    "pass $10 and token $5 and token $20": Standing(
        wager("pass"), Cents(3500), tokens=(Cents(500), Cents(2000))
    ),
    "small $5 (2, 4)": Standing(wager("small"), Cents(500), progress=(2, 4)),
}


def test_chips_on_a_spot_in_words():
    assert [*map(str, STANDING.values())] == [*STANDING]


# The most that a player may have, so that no throw pays more than a database holds.


def rich(book="nsw", rail=LARGEST):
    """A table where Ann has this much in her rail."""
    table = Table(book, {"Ann": 100})
    return table.rulebook, table.state.with_seat(replace(table.state.seated("Ann"), rail=Cents(rail)))


SUPERVISOR = crew("games_supervisor")
DOORS = {
    "buying chips": ev.BuyIn(Cents(100), by=ANN),
    "an award": ev.Award("Ann", Cents(100), "paid short", by=SUPERVISOR),
    "a token": ev.IssueToken("Ann", Cents(100), by=crew("supervisor")),
}


@pytest.mark.parametrize("event", DOORS.values(), ids=DOORS)
def test_nobody_gets_chips_above_the_most(event):
    refused = refusal(*rich(), event)
    assert (refused.code, refused.limit, refused.offered) == ("too_many_chips", LARGEST, LARGEST + 100)
    assert refusal(*rich(rail=LARGEST - 100), event) is None


def test_what_lies_on_the_layout_counts_and_too_much_may_be_taken_back():
    table = Table("classic", {"Ann": printed(LARGEST)})
    assert table.bet("Ann", "field", 10)
    assert table.say("Ann: buy_in 1")[0].refusal.code == "too_many_chips"
    back = ev.Award("Ann", Cents(-100), "paid twice", by=SUPERVISOR)
    for event in (back, ev.CashOut(LARGEST, by=ANN), ev.CashOut(by=ANN), ev.Leave(by=ANN)):
        assert refusal(*rich(rail=3 * LARGEST), event) is None


@pytest.mark.parametrize("book", BOOKS)
def test_nobody_bets_with_more_than_twice_the_most(book):
    bet = ev.Bet(wager("pass"), Cents(1000), by=ANN)
    refused = refusal(*rich(book, 2 * LARGEST + 100), bet)
    assert refused.code == "too_many_chips"
    assert "cash out some of it before you bet" in refused.message
    assert refusal(*rich(book, 2 * LARGEST), bet) is None


def test_no_throw_pays_more_than_a_small_part_of_what_a_balance_holds():
    """The argument of `chips.LARGEST`, with every pay that a book or one of its options prints."""
    files = Path(rulebook.__file__).parent.glob("books/*.toml")
    books = "".join(file.read_text("utf-8") for file in files)
    highest = max(Pay(text).ratio for text in re.findall(r'"([\d.]+ (?:to|for) \d+)"', books))
    assert highest == 999
    assert 100 * (1 + highest) * 2 * LARGEST < 2**62
