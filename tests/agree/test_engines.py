"""The engine, the full kernel and the fast kernel on the same dice: the same money after every throw."""

import numpy as np
import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st
from tests.kit.profiles import examples
from tests.kit.systems import TEXT

from bankcraps import BOOKS, BankcrapsError, Cents, Limits, NotationError, load_rulebook
from bankcraps.chain import ChainError, explore
from bankcraps.chain.asking import Game, game, plan_of
from bankcraps.engine.opening import DEFAULT_LIMITS
from bankcraps.simulation import figures as fig
from bankcraps.simulation import kernel
from bankcraps.simulation.engines import figures_of, session
from bankcraps.simulation.player import Stepwise, player
from bankcraps.simulation.stepwise import owned_path
from bankcraps.strategy.library import library, system

SEED = 1972
SESSIONS = 4
HOUSES = (*BOOKS, "classic:after_point=put")


def allowed(name):
    """A system at every house that has what it wagers."""
    for house in HOUSES:
        try:
            yield game(house, name)
        except BankcrapsError as error:
            assert "cannot be played" in str(error)


@pytest.mark.parametrize("name", list(library()))
def test_every_system_of_the_library(name):
    games = list(allowed(name))
    assert games
    for asked in games:
        agree(asked, plan_of(700, 1100, throws=50))
    agree(games[0], plan_of(400, decisions=12))
    agree(games[0], plan_of(2000, floor=300, shooters=4))


@examples(40)
@given(text=TEXT, book=st.sampled_from(BOOKS), bankroll=st.sampled_from([60, 500, 5000]))
def test_any_system_that_can_be_said(text, book, bankroll):
    try:
        asked = Game(load_rulebook(book), system(text), DEFAULT_LIMITS, Cents(100))
        chain = explore(asked.book, asked.system, most=1500)
    except (NotationError, ChainError):
        reject()  # a sentence that means nothing, or more than a chain holds
    assume(chain.moments[0].need <= bankroll * 100)
    asked.chain = lambda: chain
    agree(asked, plan_of(bankroll, throws=25))


def agree(asked, plan):
    """Figures of whole sessions, and what is owned after every single throw."""
    by_chain = player(asked, plan)
    unit, offset = by_chain.unit, by_chain.offset
    stepwise = [list(session(asked, plan, SEED, number)) for number in range(SESSIONS)]
    expected = np.array([figures_of(plan, played) for played in stepwise]).T
    paths = kernel.play_paths(by_chain.chain, by_chain.terms, SEED, 0, SESSIONS)
    found = paths.figures.copy()
    found[fig.FINAL : fig.HIGHEST + 1] = offset + unit * found[fig.FINAL : fig.HIGHEST + 1]
    found[fig.DRAWDOWN] *= unit
    assert found.tolist() == expected.tolist()
    for played, path in zip(stepwise, by_chain.trajectories(SEED, SESSIONS), strict=True):
        assert path.tolist() == owned_path(played)
    if plan.counted == "throws":
        lean = kernel.play(by_chain.chain, by_chain.terms, SEED, 0, SESSIONS)
        assert lean.tolist() == paths.figures[: fig.LEAN].tolist()
    costs_agree(asked, plan, by_chain)


def costs_agree(asked, plan, by_chain):
    """Accounts and refusals from counted steps are those that the engine's effects add up to."""
    stepwise = by_engine(asked, plan).wagers
    counted = by_chain.simulation(by_chain.figures(SEED, (0, SESSIONS))[1], SEED).wagers
    assert {(w.wager, round(w.action, 6), round(w.cost, 6)) for w in stepwise} == {
        (w.wager, round(w.action, 6), round(w.cost, 6)) for w in counted
    }


def by_engine(asked, plan):
    """The same sessions as a result, played stepwise."""
    one = Stepwise(asked, plan, "asked for")
    return one.simulation(one.figures(SEED, one.chunks(SESSIONS)[0])[1], SEED)


def off_the_unit(house):
    """A game that nobody may ask for by name: a wager that the sign at this table does not allow."""
    text = "when come_out: pass 10; when point: place 6 12"
    return Game(load_rulebook(house), system(text), Limits.read("10:500:10"), Cents(100))


@pytest.mark.parametrize("house", ["nsw", "pennsylvania"])
def test_refusals_are_counted_alike(house):
    asked = off_the_unit(house)
    plan = plan_of(200, throws=40)
    one = player(asked, plan)
    counted = one.simulation(one.figures(SEED, (0, SESSIONS))[1], SEED)
    stepwise = by_engine(asked, plan)
    assert counted.refused
    assert {(r.code, r.message, r.times) for r in counted.refused} == {
        (r.code, r.message, r.times) for r in stepwise.refused
    }
