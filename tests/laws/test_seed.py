"""The laws look at new examples each day, and at the same ones again when somebody asks for them."""

import pytest
from hypothesis import core
from tests.kit import profiles


def test_the_seed_is_the_one_that_the_head_of_the_run_names(request):
    assert core.global_force_seed == int(request.config.getoption("--hypothesis-seed"))


def test_a_seed_can_be_asked_for(monkeypatch):
    monkeypatch.delenv("MUTANT_UNDER_TEST", raising=False)
    monkeypatch.setenv("LAWS_SEED", "77")
    assert profiles.seed() == 77


def test_every_day_has_its_seed(monkeypatch):
    monkeypatch.delenv("MUTANT_UNDER_TEST", raising=False)
    monkeypatch.delenv("LAWS_SEED", raising=False)
    assert 20260101 < profiles.seed() < 99991231


@pytest.mark.parametrize("mutant", ["", "stats", "bankcraps.engine.x__mutmut_1"])
def test_mutants_are_judged_by_the_same_examples(monkeypatch, mutant):
    monkeypatch.setenv("MUTANT_UNDER_TEST", mutant)
    assert profiles.seed() == 0
