"""Chains kept on disk."""

import os
import subprocess
import sys

import pytest

from bankcraps import load_rulebook
from bankcraps.analysis.chain import exploration, explore
from bankcraps.analysis.chain.walk import Scope
from bankcraps.game.chips import Cents
from bankcraps.game.engine import Limits
from bankcraps.strategies.library import system
from bankcraps.support.kept_files import cache_folder


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path / "chains"))
    return tmp_path / "chains"


def test_what_is_read_is_what_was_explored(kept):
    book, molly = load_rulebook("nsw"), system("three_point_molly")
    first = exploration.cached_chain(Scope(book, molly))
    assert len(list(kept.iterdir())) == 1
    assert exploration.cached_chain(Scope(book, molly)) == first == explore(Scope(book, molly))


def test_a_kept_chain_is_not_explored_again(monkeypatch):
    book, one = load_rulebook("nsw"), system("pass")
    kept = exploration.cached_chain(Scope(book, one))
    monkeypatch.setattr(exploration, "explore", None)
    assert exploration.cached_chain(Scope(book, one)) == kept


@pytest.mark.parametrize("other", ["classic", "classic:bar=2", "nsw"])
def test_another_house_is_another_chain(kept, other):
    exploration.cached_chain(Scope(load_rulebook("three_four_five"), system("dont_pass")))
    exploration.cached_chain(Scope(load_rulebook(other), system("dont_pass")))
    assert len(list(kept.iterdir())) == 2


TABLES = [
    {"limits": Limits(Cents(500), Cents(50_000), Cents(500))},
    {"chip": Cents(50)},
    {"let_it_ride": True},
]


@pytest.mark.parametrize("table", TABLES)
def test_another_table_is_another_chain(kept, table):
    book, one = load_rulebook("nsw"), system("dont_pass")
    exploration.cached_chain(Scope(book, one))
    assert exploration.cached_chain(Scope(book, one, **table)) == explore(Scope(book, one, **table))
    assert len(list(kept.iterdir())) == 2


@pytest.mark.parametrize("table", TABLES)
def test_without_a_folder_the_table_is_asked_for_too(monkeypatch, table):
    monkeypatch.setenv("BANKCRAPS_CACHE", "")
    book, one = load_rulebook("nsw"), system("dont_pass")
    assert exploration.cached_chain(Scope(book, one, **table)) == explore(Scope(book, one, **table))


def test_the_folder_is_made_with_those_above_it(monkeypatch, tmp_path):
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path / "new" / "and" / "below"))
    exploration.cached_chain(Scope(load_rulebook("nsw"), system("pass")))
    assert len(list((tmp_path / "new" / "and" / "below").iterdir())) == 1


def test_a_folder_that_cannot_be_written_to_is_no_error(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path / "file" / "below"))
    assert exploration.cached_chain(Scope(load_rulebook("nsw"), system("pass"))).states


def test_an_empty_name_keeps_nothing(monkeypatch):
    monkeypatch.setenv("BANKCRAPS_CACHE", "")
    assert cache_folder() is None
    assert exploration.cached_chain(Scope(load_rulebook("nsw"), system("pass"))).states


HOUSE = """
id = "own"
title = "A house of your own"
extends = "three_four_five"

[wagers.field]
pays = { 2 = "TWO to 1", 3 = "1 to 1", 4 = "1 to 1", 10 = "1 to 1", 11 = "1 to 1", 12 = "2 to 1" }
from = { pays = "house rule" }
"""


def test_an_edited_house_never_meets_its_old_chain(tmp_path):
    """The id, the title and the system are the same: only one pay in the file has changed."""
    file, swings = tmp_path / "own.toml", []
    for pay in ("2", "3", "2"):
        file.write_text(HOUSE.replace("TWO", pay), encoding="utf-8")
        swings.append(exploration.cached_chain(Scope(load_rulebook(file), system("field"))).swing)
    assert swings == [2000, 3000, 2000]
    assert len(list((tmp_path / "chains").iterdir())) == 2


class OwnPass:
    """A system written in Python: its text does not say what it does."""

    name = "own"
    text = "my own system"

    def __init__(self, amount):
        self.amount = amount

    def start(self):
        return ()

    def layout(self, observation, memory):
        return system(f"when come_out: pass {self.amount}").layout(observation, memory)

    def remember(self, memory, effects):
        del effects
        return memory


def test_a_system_in_python_is_not_kept(kept):
    book = load_rulebook("nsw")
    chains = (exploration.cached_chain(Scope(book, OwnPass(amount))) for amount in (10, 25))
    needs = [max(state.need for state in chain.states) for chain in chains]
    assert needs == [1000, 2500]
    assert not kept.exists()


@pytest.mark.some
def test_every_process_finds_the_same_files(kept):
    """Sets print in another order in each process, so a file's name must not depend on how they print."""
    program = (
        "import sys; from bankcraps import load_rulebook;"
        "from bankcraps.analysis.chain.exploration import Scope, cached_chain;"
        "from bankcraps.strategies.library import system;"
        "[cached_chain(Scope(load_rulebook('nsw'), system(name))) for name in sys.argv[1:]]"
    )
    names = ("three_two_one", "hammerlock", "pass")
    for seed in "123":
        environment = os.environ | {"PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", program, *names], check=True, env=environment)
    assert len(list(kept.iterdir())) == len(names)
