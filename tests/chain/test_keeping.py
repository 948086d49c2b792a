"""Chains kept on disk."""

import pytest

from bankcraps import load_rulebook
from bankcraps.chain import explore, keeping
from bankcraps.strategy.library import system


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path / "chains"))
    return tmp_path / "chains"


def test_what_is_read_is_what_was_explored(kept):
    book, molly = load_rulebook("nsw"), system("three_point_molly")
    first = keeping.chain_of(book, molly)
    assert len(list(kept.iterdir())) == 1
    assert keeping.chain_of(book, molly) == first == explore(book, molly)


def test_a_kept_chain_is_not_explored_again(monkeypatch):
    book, one = load_rulebook("nsw"), system("pass")
    kept = keeping.chain_of(book, one)
    monkeypatch.setattr(keeping, "explore", None)
    assert keeping.chain_of(book, one) == kept


@pytest.mark.parametrize("other", ["classic", "classic:bar=2", "nsw"])
def test_another_house_is_another_chain(kept, other):
    keeping.chain_of(load_rulebook("three_four_five"), system("dont_pass"))
    keeping.chain_of(load_rulebook(other), system("dont_pass"))
    assert len(list(kept.iterdir())) == 2


def test_a_damaged_file_is_explored_anew(kept):
    book, one = load_rulebook("nsw"), system("pass")
    whole = keeping.chain_of(book, one)
    (path,) = kept.iterdir()
    path.write_bytes(path.read_bytes()[:50])
    assert keeping.chain_of(book, one) == whole


def test_a_folder_that_cannot_be_written_to_is_no_error(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path / "file" / "below"))
    assert keeping.chain_of(load_rulebook("nsw"), system("pass")).moments


def test_an_empty_name_keeps_nothing(monkeypatch):
    monkeypatch.setenv("BANKCRAPS_CACHE", "")
    assert keeping.kept_in() is None
    assert keeping.chain_of(load_rulebook("nsw"), system("pass")).moments
