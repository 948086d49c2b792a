"""Full odds: the most that a flat wager carries, or a little less if only that can be paid to the chip."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.kit.profiles import examples

from bankcraps import BOOKS, Cents, Table, load_rulebook, step
from bankcraps.game.engine import Standing, player
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.wagering.ranges import full_odds
from bankcraps.game.wagers import ODDS, Kind, find, flat_under


def with_flat(table, odds, flat, purse):
    """A table at which Ann has so many dollars and a flat wager, and her bet on the odds."""
    seat = replace(
        table.state.seats[0], rail=purse * 100, wagers=(Standing(flat_under(odds), Cents(flat * 100)),)
    )
    return replace(table.state, seats=(seat,)), ev.Bet(odds, Cents(100), by=player("Ann"))


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
