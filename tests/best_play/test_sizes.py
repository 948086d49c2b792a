"""The size of a problem, foreseen before it is put together."""

from itertools import product

import numpy as np
import pytest

from bankcraps import BankcrapsError, Cents, Limits, best, load_rulebook
from bankcraps.best_play.bets.choices import Extras
from bankcraps.best_play.bets.menu import read_menu
from bankcraps.best_play.bets.search import Search
from bankcraps.best_play.bets.sizes import fewest_sets, layouts
from bankcraps.best_play.bets.throws import Bets


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


def test_the_sets_foreseen_are_never_more_than_there_are():
    amounts = [np.array(one) for one in ([1, 2, 3, 4, 5], [2, 4, 6], [3, 6])]
    for room, at_once in product(range(1, 14), range(1, 4)):
        every = [(0, *one.tolist()) for one in amounts]
        found = [s for s in product(*every) if sum(s) <= room and np.count_nonzero(s) <= at_once]
        assert 1 <= fewest_sets(amounts, at_once, room) <= len(found)


def test_too_many_positions_are_refused_before_they_are_found():
    with pytest.raises(BankcrapsError, match=r"more than 20,000 positions.*a nearer goal"):
        best("classic", 100, 200, "pass, come, odds", limits="1:100")
