"""The first ceiling of a system that bets a share of what it owns is a guess that changes no answer."""

from fractions import Fraction

import msgspec
import pytest

from bankcraps import BankcrapsError, Cents, exact, explore
from bankcraps.analysis.chain.arrays import in_units
from bankcraps.analysis.chain.ceiling import first_ceiling
from bankcraps.analysis.chain.exploration import ChainError
from bankcraps.analysis.question import ask, cached_chain
from bankcraps.strategies.inspecting import lone_share
from bankcraps.strategies.library import system

HOUSE = "three_four_five"


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("when come_out: pass 5%", Fraction(1, 20)),
        ("when come_out: pass half; when point: odds 10", Fraction(1, 2)),
        ("only when ahead 10\nwhen come_out: pass 5%", Fraction(1, 20)),
        ("when come_out: pass 5%; when point: come 5%", 0),
        ("when come_out: pass 5% of start", 0),
        ("when come_out: pass 10; when point: odds half", 0),
        ("pass", 0),
    ],
)
def test_the_only_share_that_a_system_bets(text, share):
    assert lone_share(system(text)) == share


@pytest.mark.parametrize(
    ("text", "length", "ceiling"),
    [
        ("when come_out: pass 5%", {"throws": 300}, 8000),
        ("when come_out: pass 5%", {"decisions": 90}, 8000),
        ("when come_out: pass 5%", {"throws": 30}, 2000),
        ("when come_out: pass 2%", {"throws": 300}, 2000),
        ("when come_out: pass half", {"throws": 300}, None),
        ("when come_out: pass 5%", {"throws": 300, "goal": 600}, None),
        ("when come_out: pass 5%", {"until_settled": True}, None),
        ("pass", {"throws": 300}, None),
    ],
)
def test_the_first_ceiling_is_higher_for_a_larger_share_and_a_longer_session(text, length, ceiling):
    asked = ask(HOUSE, text, 500, **length)
    assert first_ceiling(asked.system, asked.plan) == (None if ceiling is None else 100 * ceiling)


def test_an_answer_does_not_depend_on_the_first_ceiling(monkeypatch):
    text = "when come_out: pass 10%"
    guessed = exact.session(HOUSE, text, 60, throws=21)
    assert first_ceiling(system(text), guessed.plan) == 16 * 6000
    monkeypatch.setattr("bankcraps.analysis.question.first_ceiling", lambda *_: None)
    found = exact.session(HOUSE, text, 60, throws=21)
    assert found.final.mean == pytest.approx(guessed.final.mean, rel=1e-7)
    assert found.ends == pytest.approx(guessed.ends, abs=2e-9)


def test_a_first_ceiling_with_too_many_states_is_not_insisted_on(monkeypatch):
    tried = []

    def wide(scope):
        tried.append(scope.ceiling)
        if scope.ceiling:
            raise ChainError("too many states")
        return cached_chain(scope)

    monkeypatch.setattr("bankcraps.analysis.question.cached_chain", wide)
    asked = ask(HOUSE, "when come_out: pass 10%", 60, throws=21)
    assert asked.chain().ceiling == 4 * 6000
    assert tried == [16 * 6000, None]


def test_a_chain_with_a_throw_too_many_here_and_one_too_few_there_is_not_sound():
    chain = explore(HOUSE, "pass")
    first, second, *others = chain.transitions
    uneven = msgspec.structs.replace(chain, transitions=((*first, second[0]), second[1:], *others))
    with pytest.raises(BankcrapsError, match="point outside it"):
        in_units(uneven, Cents(10_000))
