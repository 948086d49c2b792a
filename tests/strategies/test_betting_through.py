"""Stakes to bet through: a wager comes down before it goes up again."""

from msgspec.structs import replace

from bankcraps import Cents, Limits, load_rulebook, wager
from bankcraps.game.engine.opening import open_table
from bankcraps.game.engine.state import Standing
from bankcraps.strategies.policy import Layout, bets


def test_to_come_down_first_may_save_commission():
    """Classic counts the 28 that came down: from 1 to 22 it rounds up twice. A new bet of 22 pays once."""
    book, buy = load_rulebook("classic"), wager("buy 4")
    opened = open_table(book, [("Ann", 10_000)], Limits.read("1:100"), Cents(100), others=True)
    stands = Standing(buy, Cents(100), withdrawn=Cents(2800))
    table = replace(opened, seats=(replace(opened.seats[0], wagers=(stands,)),))
    wanted = {buy: Cents(2200)}
    at_once, through = bets(book, table, Layout(wanted)), bets(book, table, Layout(wanted, through=({},)))
    rails = [one.state.seats[0].rail for one in (at_once, through)]
    assert rails == [10_000 - 2100 - 200, 10_000 - 2100 - 100]
    assert through.state.seats[0].on(buy) == Standing(buy, Cents(2200), commission=Cents(100))
