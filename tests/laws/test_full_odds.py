"""Full odds: the most that a flat wager carries, or a little less if only that can be paid to the chip."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.kit.houses import own_house
from tests.kit.profiles import examples

from bankcraps import BOOKS, Cents, Table, load_rulebook, step, wager
from bankcraps.game.engine import Standing, player
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.wagering.ranges import full_odds
from bankcraps.game.wagers import ODDS, Kind, find, flat_under

ONCE = own_house(
    "three_four_five", {"wagers": {"pass_odds": {"limit": {str(n): 1 for n in (4, 5, 6, 8, 9, 10)}}}}
)


def full(book, puck, odds, flat, purse=10_000, limits="1:10000:1"):
    """Full odds in dollars behind a flat wager of that much, for a player with that much for them."""
    table = Table(book, {"Ann": 10_000}, limits=limits, others=True)
    table.throw(*{4: (2, 2), 5: (2, 3), 6: (3, 3), 0: (6, 6)}[puck])
    return full_odds(table.rulebook, *with_flat(table, wager(odds), flat, purse)) / 100


def with_flat(table, odds, flat, purse):
    """A table at which Ann has so many dollars and a flat wager, and her bet on the odds."""
    seat = replace(
        table.state.seats[0], rail=purse * 100, wagers=(Standing(flat_under(odds), Cents(flat * 100)),)
    )
    return replace(table.state, seats=(seat,)), ev.Bet(odds, Cents(100), by=player("Ann"))


@pytest.mark.parametrize(
    ("puck", "flat", "odds"),
    [
        (4, 7, 7),  # 2 to 1 is always paid to the chip
        (6, 5, 5),  # 6 to 5: five wins six
        (6, 26, 25),  # nobody takes 26 where 25 pays 30
        (6, 29, 25),
        (6, 6, 5),
        (6, 7, 7),  # five would be less than three quarters of it
        (6, 8, 8),
        (6, 4, 4),
        (6, 1, 1),
        (5, 9, 8),  # 3 to 2
        (5, 1, 1),
    ],
)
def test_a_little_less_is_paid_to_the_chip(puck, flat, odds):
    assert full(ONCE, puck, "pass_odds", flat) == odds


@pytest.mark.parametrize(
    ("book", "puck", "flat", "odds"),
    [
        ("three_four_five", 4, 10, 30),
        ("three_four_five", 5, 10, 40),
        ("three_four_five", 6, 10, 50),
        ("nsw", 6, 10, 20),
    ],
)
def test_as_many_times_as_the_house_says(book, puck, flat, odds):
    assert full(book, puck, "pass_odds", flat) == odds


def test_only_what_the_player_has():
    assert full("three_four_five", 6, "pass_odds", 10, purse=27) == 25
    assert full("three_four_five", 6, "pass_odds", 10, purse=3) == 3
    assert full("three_four_five", 6, "pass_odds", 10, purse=0) == 0


def test_only_what_the_sign_allows():
    assert full("three_four_five", 6, "pass_odds", 10, purse=4, limits="5:500:5") == 0


def test_none_where_there_is_no_number():
    assert full("nsw", 0, "pass_odds", 10) == 0


@examples(200)
@given(
    book=st.sampled_from(BOOKS).map(load_rulebook),
    kind=st.sampled_from(list(ODDS)),
    number=st.sampled_from([4, 5, 6, 8, 9, 10]),
    flat=st.integers(1, 60),
    purse=st.integers(0, 400),
)
def test_it_may_stand_and_no_more_than_a_quarter_is_left_out(book, kind, number, flat, purse):
    on = number if kind in (Kind.COME, Kind.DONT_COME) else None
    table = Table(book, {"Ann": 10_000}, others=True)
    table.throw(number // 2, number - number // 2)
    odds = find(ODDS[kind], on)
    state, bet = with_flat(table, odds, flat, purse)

    def allowed(amount):
        return bool(step(book, state, ev.Bet(odds, Cents(amount), by=player("Ann"))))

    chosen = full_odds(book, state, bet)
    possible = [amount for amount in range(100, purse * 100 + 1, 100) if allowed(amount)]
    if not possible:
        assert chosen == 0
        return
    top, pay = possible[-1], book.terms(odds).pays[number].ratio
    even = [amount for amount in possible if amount * pay % 100 == 0 and 4 * amount > 3 * top]
    assert chosen == (even[-1] if even else top)
