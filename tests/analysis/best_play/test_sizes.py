"""The size of a problem, foreseen before it is put together."""

from itertools import product

import numpy as np
import pytest

from bankcraps import BankcrapsError, Cents, Limits, best, load_rulebook
from bankcraps.analysis.best_play.asking import read_menu
from bankcraps.analysis.best_play.choices import (
    MAX_CHOICES,
    Extras,
    layouts,
    require_few_sets,
    sets_with_room,
)
from bankcraps.analysis.best_play.search import Search
from bankcraps.analysis.best_play.throws import Bets


@pytest.mark.parametrize(
    ("house", "menu", "goal", "limits"), [("nsw", "pass, come", 4, "1:9"), ("classic", "come", 7, "2:3:1")]
)
def test_positions_of_flat_wagers_are_foreseen(house, menu, goal, limits):
    """There are seven pucks, and six spots with each: a come wager is not on the point."""
    book, sign = load_rulebook(house), Limits.read(limits)
    table = Bets(book, sign, Cents(100))
    search = Search(Extras(table, read_menu(menu, book), 100 * goal - 1), 9)
    search.run()
    assert len(search.found) == 1 + 7 * layouts(6, sign, 100, 100 * goal - 1)


def test_the_sets_with_room_are_counted():
    amounts = [np.array(one) for one in ([1, 2, 3, 4, 5], [2, 4, 6], [3, 6])]
    for room, at_once in product(range(6, 14), range(1, 5)):
        every = [(0, *one.tolist()) for one in amounts]
        found = [s for s in product(*every) if sum(s) <= room and np.count_nonzero(s) <= at_once]
        assert sets_with_room(amounts, at_once, room) == len(found)


def test_sets_are_refused_for_their_number_with_room():
    """Seven wagers with ten amounts have 11 ** 7 sets, and two at once or a small room only some."""
    amounts = [np.arange(500, 5500, 500)] * 7
    assert MAX_CHOICES < 11**7
    with pytest.raises(BankcrapsError, match="more than 10,000,000 bets"):
        require_few_sets(amounts, 7, 35_000)
    require_few_sets(amounts, 2, 35_000)
    require_few_sets(amounts, 7, 5000)


def test_a_large_menu_is_refused_before_its_bets_are_put_together():
    """The sum of some dozen wagers is what makes them many: the engine is asked for none of them."""
    book, sign = load_rulebook("nsw"), Limits.read("5:100:5")
    table = Bets(book, sign, Cents(100))
    table.thrown = lambda *_: pytest.fail("the engine is asked for a throw")
    extras = Extras(table, read_menu("place, hard, field", book), 9999)
    with pytest.raises(BankcrapsError, match="more than 10,000,000 bets"):
        next(extras.choices(0, (), 99))


def test_too_many_positions_are_refused_before_they_are_found():
    with pytest.raises(BankcrapsError, match=r"more than 20,000 positions.*a nearer goal"):
        best("classic", 100, 200, "pass, come, odds", limits="1:100")


@pytest.mark.parametrize(
    ("house", "menu", "bankroll", "goal", "limits", "fits"),
    [
        ("three_four_five", "pass, dont_pass", 50, 100, "1:100", "5:100:5"),
        ("nsw", "pass, dont_pass", 300, 600, "5:300:5", "25:300:25"),
        pytest.param("classic", "pass, come, odds", 30, 60, "1:60", "10:60:10", marks=pytest.mark.long),
    ],
)
def test_too_many_positions_name_limits_that_have_few_enough(house, menu, bankroll, goal, limits, fits):
    with pytest.raises(BankcrapsError, match=f"larger units, as in limits of {fits}, would make them fewer"):
        best(house, bankroll, goal, menu, limits=limits)
    assert best(house, bankroll, goal, menu, limits=fits, chip=limits.partition(":")[0]).value > 0.4
