"""Chains kept on disk."""

import pytest

from bankcraps import load_rulebook
from bankcraps.markov import cache, explore
from bankcraps.strategy.library import system


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path / "chains"))
    return tmp_path / "chains"


def test_what_is_read_is_what_was_explored(kept):
    book, molly = load_rulebook("nsw"), system("three_point_molly")
    first = cache.cached_chain(book, molly)
    assert len(list(kept.iterdir())) == 1
    assert cache.cached_chain(book, molly) == first == explore(book, molly)


def test_a_kept_chain_is_not_explored_again(monkeypatch):
    book, one = load_rulebook("nsw"), system("pass")
    kept = cache.cached_chain(book, one)
    monkeypatch.setattr(cache, "explore", None)
    assert cache.cached_chain(book, one) == kept


@pytest.mark.parametrize("other", ["classic", "classic:bar=2", "nsw"])
def test_another_house_is_another_chain(kept, other):
    cache.cached_chain(load_rulebook("three_four_five"), system("dont_pass"))
    cache.cached_chain(load_rulebook(other), system("dont_pass"))
    assert len(list(kept.iterdir())) == 2


def test_a_damaged_file_is_explored_anew(kept):
    book, one = load_rulebook("nsw"), system("pass")
    whole = cache.cached_chain(book, one)
    (path,) = kept.iterdir()
    path.write_bytes(path.read_bytes()[:50])
    assert cache.cached_chain(book, one) == whole


def test_a_folder_that_cannot_be_written_to_is_no_error(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path / "file" / "below"))
    assert cache.cached_chain(load_rulebook("nsw"), system("pass")).states


def test_an_empty_name_keeps_nothing(monkeypatch):
    monkeypatch.setenv("BANKCRAPS_CACHE", "")
    assert cache.cache_folder() is None
    assert cache.cached_chain(load_rulebook("nsw"), system("pass")).states
