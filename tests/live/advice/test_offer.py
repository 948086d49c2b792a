"""A bet that somebody thinks of: its win, its commission, its edge, and a sum that is paid exactly."""

import pytest

from bankcraps import Cents, Table, load_rulebook
from bankcraps.game.chips import dollars
from bankcraps.game.wagers import wager
from bankcraps.house_edge.edge import percent
from bankcraps.live.advice.act_forms import offer
from bankcraps.server.web.api.edges import edge_of
from bankcraps.server.web.api.table import spots_of


def offered(table, on, amount):
    return offer(table.rulebook, table.state, "Ann", wager(on), Cents(dollars(amount)))


EXACT = [
    # what lies there, the bet thought of, what it would win, and the bet that is paid exactly
    ("", "place 6", 5, (5, 5), (6, 6, 7)),
    ("", "place 6", 25, (25, 29), (30, 30, 35)),
    ("", "place 6", 6, (6, 7), None),
    ("", "place 6", 1, (1, 1), None),  # six is far more than one
    ("place 6 6", "place 6", 5, (11, 12), (6, 12, 14)),
    ("place 6 5", "place 6", 1, (6, 7), None),
    ("", "buy 6", 21, (21, 25), (25, 25, 30)),
    ("", "field", 7, (7, 14), None),
]


@pytest.mark.parametrize(("before", "on", "amount", "comes", "exact"), EXACT)
def test_a_sum_that_is_rounded_comes_with_one_that_is_not(before, on, amount, comes, exact):
    table = Table("pennsylvania", {"Ann": 500}, limits="1:500")
    assert not before or all(table.say(before))
    found = offered(table, on, amount)
    assert (found.total // 100, found.wins // 100) == comes
    more = found.exact
    assert (more and (more.stake // 100, more.total // 100, more.wins // 100)) == exact


def test_what_the_table_does_not_take_is_not_offered():
    table = Table("classic", {"Ann": 500}, limits="5:500:5")
    assert offered(table, "place 6", 5).exact is None
    assert offered(Table("classic", {"Ann": 5}), "place 6", 5).exact is None  # there are no chips for it
    assert offered(Table("classic", {"Bob": 500}), "place 6", 5).exact is None  # Ann does not play


def test_a_buy_says_its_commission():
    table = Table("pennsylvania", {"Ann": 500})
    found = offered(table, "buy 4", 20)
    assert (found.wins, found.commission) == (4000, 100)
    assert all(table.say("buy 4 20"))
    assert offered(table, "buy 4", 10).commission == 100  # of 30, and 1 is paid
    assert offered(table, "place 4", 20).commission == 0


@pytest.mark.parametrize(
    ("book", "before", "on", "amount", "edge"),
    [
        ("pennsylvania", "", "place 6", 6, "1.52%"),
        ("pennsylvania", "", "place 6", 5, "9.09%"),
        ("classic", "pass 10; roll 4-2", "pass_odds", 10, "0.00%"),  # once the point is known
        ("nsw", "", "place 6", 6, ""),  # this house may not advise
        ("pennsylvania", "", "place 6", 5000, ""),  # no table takes it
    ],
)
def test_the_edge_is_that_of_the_sum_as_it_is_paid_where_the_house_may_advise(book, before, on, amount, edge):
    table = Table(book, {"Ann": 500}, limits="1:500")
    assert all(all(table.say(line)) for line in filter(None, before.split("; ")))
    found = edge_of(table.rulebook, table.state, wager(on), dollars(amount))
    assert ("" if found is None else percent(found.edge, 2)) == edge


def test_spots_say_what_is_paid_exactly_and_the_commission():
    spots = {one.wager: one for one in spots_of(load_rulebook("classic"), Cents(100))}
    exact = {name: spots[name].exact_cents for name in ("place 6", "place 5", "buy 4", "pass", "pass_odds")}
    assert exact == {"place 6": 600, "place 5": 500, "buy 4": 100, "pass": 0, "pass_odds": 0}
    assert (spots["buy 4"].commission, spots["place 4"].commission) == (5, 0)
