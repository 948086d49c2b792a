"""The parts of a problem: sizes foreseen, wagers settled one by one, assumptions; what has no answer."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.kit.houses import own_house
from tests.kit.profiles import examples

from bankcraps import (
    BOOKS,
    BankcrapsError,
    Cents,
    Limits,
    best,
    load_rulebook,
    step,
    wager,
)
from bankcraps.analysis.best_play.asking import read_menu
from bankcraps.analysis.best_play.charting import Charting
from bankcraps.analysis.best_play.choices import (
    MAX_CHOICES,
    Checks,
    Extras,
    Stands,
    require_few_sets,
    sets_with_room,
)
from bankcraps.analysis.best_play.problem import Search, layouts, problem_of
from bankcraps.analysis.best_play.throws import Bets, Position, Result, moves, under
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.state import Standing
from bankcraps.game.game import Game
from bankcraps.game.wagers import WAGERS
from bankcraps.strategies.plan import LENGTH_UNITS, uses_up


@pytest.mark.parametrize(
    ("house", "menu", "goal", "limits"), [("nsw", "pass, come", 4, "1:9"), ("classic", "come", 7, "2:3:1")]
)
def test_positions_of_flat_wagers_are_foreseen(house, menu, goal, limits):
    """There are seven pucks, and six spots with each: a come wager is not on the point."""
    book, sign = load_rulebook(house), Limits.read(limits)
    table = Bets(Game(book, sign))
    search = Search(Extras(table, read_menu(menu, book), 100 * goal - 1, None), 9)
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
    table = Bets(Game(book, sign))
    table.thrown = lambda *_: pytest.fail("the engine is asked for a throw")
    extras = Extras(table, read_menu("place, hard, field", book), 9999, None)
    with pytest.raises(BankcrapsError, match="more than 10,000,000 bets"):
        next(extras.choices(0, (), 99))


@pytest.mark.parametrize(
    ("house", "menu", "bankroll", "goal", "limits", "fits"),
    [
        ("nsw", "pass, dont_pass", 300, 600, "5:300:5", "25:300:25"),
        pytest.param("classic", "pass, come, odds", 30, 60, "1:60", "10:60:10", marks=pytest.mark.long),
    ],
)
def test_too_many_positions_name_limits_that_have_few_enough(house, menu, bankroll, goal, limits, fits):
    with pytest.raises(BankcrapsError, match=f"larger units, as in limits of {fits}, would make them fewer"):
        best(house, bankroll, goal, menu, limits=limits)
    assert best(house, bankroll, goal, menu, limits=fits, chip=limits.partition(":")[0]).value > 0.4


TABLES = {book: Bets(Game.read(book, "1:1000:1")) for book in BOOKS}
NAMES = [
    "pass",
    "dont_pass",
    "come 5",
    "dont_come 9",
    "pass_odds",
    "come_odds 5",
    "place 6",
    "field",
    "hard 8",
    "hop 3-4",
]


def layout(bets, puck, amounts):
    """Possible layouts of some wagers: those that the house takes, and odds only behind a flat wager."""
    standing = tuple(
        Standing(one, Cents(100 * amounts[one.name]))
        for one in WAGERS.values()
        if one.name in amounts and bets.book.terms(one) is not None
    )
    return tuple(
        one
        for one in standing
        if "_odds" not in one.wager.name
        or (under(one.wager, standing) is not None and (puck or one.wager.number))
    )


@examples(60)
@given(
    book=st.sampled_from(BOOKS),
    puck=st.sampled_from([0, 4, 5, 6, 8, 9, 10]),
    amounts=st.dictionaries(st.sampled_from(NAMES), st.integers(1, 60), min_size=1, max_size=5),
)
def test_a_layout_is_the_sum_of_its_wagers(book, puck, amounts):
    bets = TABLES[book]
    standing = layout(bets, puck, amounts)
    for number in range(len(OUTCOMES)):
        whole = bets.thrown(puck, standing, number)
        parts = [bets.result(puck, one, under(one.wager, standing), number) for one in standing]
        assert whole.change == sum(part.change for part in parts)
        assert sorted(map(str, whole.left)) == sorted(str(one) for part in parts for one in part.left)


@examples(30)
@given(
    book=st.sampled_from(BOOKS),
    puck=st.sampled_from([0, 4, 5, 6, 8, 9, 10]),
    amounts=st.dictionaries(st.sampled_from(NAMES), st.integers(1, 60), max_size=5),
    unit=st.sampled_from(LENGTH_UNITS),
)
def test_no_wager_matters_for_what_is_counted(book, puck, amounts, unit):
    bets = TABLES[book]
    standing = layout(bets, puck, amounts)
    came = [step(bets.book, bets.table(puck, standing), ev.Rolled(throw)) for throw in OUTCOMES]
    assert tuple(uses_up(unit, each.effects) for each in came) == bets.uses_up(unit, puck)


@examples(20)
@given(
    book=st.sampled_from(BOOKS),
    puck=st.sampled_from([0, 5, 6]),
    name=st.sampled_from(["place 6", "field", "hard 8"]),
)
def test_every_amount_has_the_groups_of_the_first(book, puck, name):
    bets = TABLES[book]
    extras = Extras(bets, (wager(name),), 5000, None)
    for extra in extras.of(puck, (), list(extras.offered(puck, (), 5000))):
        for number, amount in enumerate(extra.amounts.tolist()):
            one = bets.standing(puck, (), extra.one.wager, Cents(amount))
            for each, group in enumerate(extra.groups):
                found = bets.result(puck, one, None, each)
                assert found.change == extra.change[group, number]
                assert found.left == extra.left[group][number]


def test_a_wager_that_is_free_only_with_small_amounts_is_refused(monkeypatch):
    bets = Bets(Game.read("classic", "1:100"))
    monkeypatch.setattr(bets, "is_free", lambda _puck, one, _standing: one.amount < 2000)
    checks, place = Checks(bets), Standing(wager("place 6"), Cents(600))
    checks.free(4, place, (), 1200)
    with pytest.raises(BankcrapsError, match="place 6 comes down and goes up again for nothing with some"):
        checks.free(4, place, (), 3000)


def test_a_wager_that_pays_more_to_stay_up_than_it_wins_is_refused():
    """A winner there stays up only if its player has chips in the rail."""
    commission = {"percent": 99, "on": "stake", "small": "up"}
    book = own_house("classic", {"wagers": {"lay": {"commission": commission}}})
    with pytest.raises(BankcrapsError, match="lay 4: with 2, a winner pays more commission to stay up"):
        best(book, 5, 10, "lay 4", limits="1:9:1")


def test_a_layout_that_is_not_the_sum_of_its_wagers_is_refused():
    bets = Bets(Game.read("classic", "1:100"))
    ones = [Standing(wager(name), Cents(600)) for name in ("place 6", "field")]
    alone = [tuple(bets.result(5, one, None, each) for each in range(len(OUTCOMES))) for one in ones]
    Checks(bets).layout(5, [Stands(*each) for each in zip(ones, alone, strict=True)])
    wrong = tuple(Result(result.change + 100, result.left) for result in alone[0])
    with pytest.raises(BankcrapsError, match="together something else than to each of them alone"):
        Checks(bets).layout(5, [Stands(ones[0], wrong), Stands(ones[1], alone[1])])


def test_a_wager_that_binds_comes_down_by_the_least_part_that_the_house_lets_go():
    """At a unit of 5, a six takes multiples of 5, and of 6 as well."""
    book = own_house("washington", {"wagers": {"place": {"made": "puck_on"}}})
    bets, stands = Bets(Game.read(book, "5:100:5")), Standing(wager("place 6"), Cents(1800))
    found = {move.to for move in moves(bets, 0, (stands,), (), 10_000)}
    assert found == {Position(0), Position(0, (replace(stands, amount=Cents(1500)),))}


def test_a_policy_that_leads_nowhere_has_no_rows():
    table = Bets(Game.read("nsw", "1:9"))
    search = Search(Extras(table, (wager("pass"),), 300, None), 1)
    search.run()
    problem = problem_of(search, Cents(200), Cents(400))
    policy = np.zeros((len(problem.positions), problem.sums), np.int32)
    assert list(Charting(problem).rows(policy, np.zeros(0, np.int64))) == []
