"""A usual run looks at the same examples every day; a long one draws a seed, which can be asked for again."""

import importlib
import sys

import pytest
from hypothesis import core, given, settings
from hypothesis import seed as with_seed
from hypothesis import strategies as st
from tests.kit import profiles


def test_the_seed_is_the_one_that_the_head_of_the_run_names(request):
    assert core.global_force_seed == int(request.config.getoption("--hypothesis-seed"))


def test_a_seed_can_be_asked_for(monkeypatch):
    monkeypatch.delenv("MUTANT_UNDER_TEST", raising=False)
    monkeypatch.setenv("LAWS_SEED", "77")
    assert profiles.seed() == 77


@pytest.mark.parametrize(("long", "seeds"), [(False, 1), (True, 5)])
def test_a_usual_run_has_one_seed_and_a_long_one_draws_it(monkeypatch, long, seeds):
    monkeypatch.delenv("MUTANT_UNDER_TEST", raising=False)
    monkeypatch.delenv("LAWS_SEED", raising=False)
    monkeypatch.setattr(profiles, "LONG", long)
    assert len({profiles.seed() for _ in range(5)}) == seeds


@pytest.mark.parametrize("mutant", ["", "stats", "bankcraps.game.engine.x__mutmut_1"])
def test_mutants_are_judged_by_the_same_examples(monkeypatch, mutant):
    monkeypatch.setenv("MUTANT_UNDER_TEST", mutant)
    assert profiles.seed() == 0


def drawn():
    """The examples of a law with a fixed seed."""
    found = []

    @with_seed(5)
    @settings(max_examples=300, database=None)
    @given(st.integers(0, 10**9))
    def look(number):
        found.append(number)

    look()
    return found


def test_a_seed_means_the_same_examples_whatever_is_loaded(monkeypatch, tmp_path):
    before = drawn()
    (tmp_path / "many_numbers.py").write_text(f"NUMBERS = {list(range(123_456, 124_456))}")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("many_numbers")
    after = drawn()
    del sys.modules["many_numbers"]
    assert after == before
