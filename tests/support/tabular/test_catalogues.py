"""The library of systems and the houses as tables, and what completion shows."""

import polars as pl
import pytest

import bankcraps
from bankcraps import BOOKS, BankcrapsError, exact, houses, systems
from bankcraps.game.wagers import Kind
from bankcraps.strategies.checking import check
from bankcraps.strategies.library import library, system


def test_the_library_is_a_table_with_what_each_system_needs():
    rows = pl.DataFrame(systems())
    assert rows["system"].to_list() == list(library())
    molly = systems()["three_point_molly"]
    assert [kind.value for kind in molly.wagers] == ["pass", "pass_odds", "come", "come_odds"]
    needs_fire = rows.filter(pl.col("wagers").list.contains("fire"))
    assert set(needs_fire["houses"].explode()) <= {book.spec for book in houses() if Kind.FIRE in book.wagers}


@pytest.mark.parametrize("book", BOOKS)
def test_systems_of_a_house_are_those_that_it_takes(book):
    rulebook = houses()[book]
    assert [one.name for one in systems(book)] == [
        name for name in library() if not check(system(name), rulebook)
    ]


def test_houses_are_a_table_with_their_options():
    rows = {row["house"]: row for row in pl.DataFrame(houses()).iter_rows(named=True)}
    assert list(rows) == list(BOOKS)
    assert {"bar=2", "bar=12"} <= set(rows["classic"]["options"])
    assert "place" in rows["nsw"]["wagers"]
    assert [book.spec for book in houses(["classic:bar=2"])] == ["classic:bar=2"]


def test_a_notebook_shows_both():
    assert '<td style="text-align:right">pass, pass_odds</td>' in systems()._repr_html_()
    assert "bar=2" in houses()._repr_html_()
    assert (repr(houses(["nsw"])), len(systems())) == ("<Houses nsw>", len(library()))


@pytest.mark.parametrize("wrong", ["nosuch", "paas"])
def test_a_name_that_is_not_there_is_a_sentence(wrong):
    for table in (systems(), houses()):
        with pytest.raises(BankcrapsError, match=f"'{wrong}' is not among these"):
            table[wrong]
    with pytest.raises(BankcrapsError, match="there is no house"):
        systems(wrong)


def test_completion_shows_what_people_use_and_nothing_else():
    assert set(dir(bankcraps)) == {*bankcraps.__all__, "__version__"}
    assert dir(exact) == ["bankroll", "curve", "fractions", "long_run", "session"]
    for name in dir(bankcraps):
        assert getattr(bankcraps, name) is not None
