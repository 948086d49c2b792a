"""From the wanted layout to bets: their order, the reported refusals, and bets that a player cannot pay."""

import re

from msgspec.structs import replace

from bankcraps.game.chips import Cents, dollars
from bankcraps.game.dice import Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.opening import open_table
from bankcraps.game.engine.state import Standing
from bankcraps.game.engine.step import step
from bankcraps.game.rulebook import load_rulebook
from bankcraps.game.wagers import wager
from bankcraps.strategies.policy import NOTHING, Layout, bets

BOOK = load_rulebook("classic")
RAIL = 500


def wanted(calls=None, **stakes):
    """A layout in dollars: `wanted(pass_=10, place_6=12)`."""
    names = {name: re.sub(r"_(\d+)$", r" \1", name).removesuffix("_") for name in stakes}
    amounts = {wager(names[name]): dollars(amount) for name, amount in stakes.items()}
    return Layout(amounts, {wager(name): call for name, call in (calls or {}).items()})


def table(*done, rail=RAIL, book=BOOK):
    """A table with one player, after layouts and throws."""
    state = open_table(book, [("Ann", dollars(rail))], others=True)
    for one in done:
        if isinstance(one, Throw):
            state = step(book, state, ev.Rolled(one)).state
        else:
            came = bets(book, state, one)
            assert not came.refused
            assert not came.broke
            state = came.state
    return state


def up(state):
    return {str(s.wager): s.amount // 100 for s in state.seats[0].wagers}


FOUR, SIX = Throw(2, 2), Throw(4, 2)


def test_the_difference_is_bet():
    state = table(wanted(place_6=12, place_8=12, field=5), SIX)
    came = bets(BOOK, state, wanted(place_6=18, place_8=6, hard_6=1))
    assert up(came.state) == {"place 6": 18, "place 8": 6, "hard 6": 1}
    assert [(type(effect), effect.amount) for effect in came.effects] == [
        (fx.Returned, 600),
        (fx.Staked, 600),
        (fx.Staked, 100),
    ]


def test_what_is_up_as_wanted_is_left_alone():
    state = table(wanted(place_6=12))
    came = bets(BOOK, state, wanted(place_6=12))
    assert (came.state, came.effects, came.refused) == (state, (), ())
    assert came.lowest == state.seats[0].rail


def test_odds_come_down_before_their_flat_and_go_up_after_it():
    state = table(wanted(dont_pass=10), SIX, wanted(dont_pass=10, dont_pass_odds=12))
    down = bets(BOOK, state, NOTHING)
    assert [str(effect.wager) for effect in down.effects] == ["dont_pass_odds", "dont_pass"]
    put = load_rulebook("classic:after_point=put")
    both = bets(
        put, table(SIX, book=put), Layout({wager("pass_odds"): dollars(10), wager("pass"): dollars(10)})
    )
    assert [str(effect.wager) for effect in both.effects] == ["pass", "pass_odds"]
    assert both.refused == ()


def test_what_comes_down_pays_for_what_goes_up():
    state = table(wanted(place_6=30), rail=30)
    came = bets(BOOK, state, wanted(place_8=30))
    assert (came.broke, up(came.state), came.lowest) == (False, {"place 8": 30}, 0)


def test_who_cannot_pay_for_all_makes_no_bet():
    state = table(wanted(field=5), rail=30)
    came = bets(BOOK, state, wanted(place_4=10, place_6=12, place_8=12, come=10))
    assert came.broke
    assert (came.state, came.effects, came.refused) == (state, (), ())
    assert came.lowest == state.seats[0].rail == 2500


def test_the_lowest_rail_on_the_way():
    came = bets(BOOK, table(rail=50), wanted(field=5, two=1))
    assert (came.lowest, came.broke) == (4400, False)
    freed = bets(BOOK, table(wanted(field=20), rail=50), NOTHING)
    assert (freed.lowest, freed.state.seats[0].rail) == (3000, 5000)


def test_a_refused_bet_with_a_call_is_told_once():
    came = bets(BOOK, table(), wanted({"come": "off"}, come=10))
    assert [refusal.code for refusal in came.refused] == ["not_now"]


def test_a_refusal_does_not_keep_the_others_from_being_bet():
    came = bets(BOOK, table(), wanted(come=10, field=5))
    assert [refusal.code for refusal in came.refused] == ["not_now"]
    assert up(came.state) == {"field": 5}


def test_a_wager_that_always_works_is_not_called_on():
    came = bets(BOOK, table(SIX, wanted(come=10)), wanted({"come": "on"}, come=10))
    assert (came.effects, came.refused) == ((), ())


# Stakes to bet through: a wager comes down before it goes up again.


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
