"""The engine, the full kernel and the fast kernel on the same dice: the same money after every throw."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st
from tests.kit.profiles import LONG, examples, share
from tests.kit.systems import TEXT

from bankcraps import BOOKS, BankcrapsError, Cents, Limits, NotationError, load_rulebook
from bankcraps.analysis.chain import ChainError, explore
from bankcraps.analysis.chain.walk import Scope
from bankcraps.analysis.question import Question, ask
from bankcraps.analysis.simulation import metrics as metric
from bankcraps.analysis.simulation.simulators import (
    KernelSimulator,
    StepwiseSimulator,
    choose_simulator,
    play_fast,
    play_full,
)
from bankcraps.analysis.simulation.stepwise import metrics_of, play_session, trajectory_of
from bankcraps.game.game import Game
from bankcraps.strategies.library import library, system
from bankcraps.strategies.plan import Plan

SEED = 1972
SESSIONS = 4
HOUSES = (*BOOKS, "classic:after_point=put")


def allowed(name, bankroll, goal, **length):
    """A question at every house that offers the system's wagers."""
    for house in HOUSES:
        try:
            yield ask(house, name, bankroll, goal, **length)
        except BankcrapsError as error:
            assert "cannot be played" in str(error)


ALIKE = re.compile(r"_odds_(1|2|4|5|10|20)x$")
"""Systems that differ from others only in how much they lay on the odds: those wait for LONG=1."""
NAMES = [name for name in library() if LONG or not ALIKE.search(name)]


@pytest.mark.some
@pytest.mark.parametrize("name", share(NAMES, 8))
def test_every_system_of_the_library(name):
    questions = list(allowed(name, 700, 1100, throws=50))
    assert questions
    for asked in questions if LONG else questions[::3]:
        agree(asked, asked.chain())
    for plan in (
        Plan(Cents(40_000), counted="decisions", count=12),
        Plan(Cents(200_000), floor=Cents(30_000), counted="shooters", count=4, let_it_ride=True),
    ):
        asked = replace(questions[0], plan=plan)
        agree(asked, asked.chain())


@examples(40)
@given(text=TEXT, book=st.sampled_from(BOOKS), bankroll=st.sampled_from([60, 500, 5000]))
def test_any_system_that_can_be_said(text, book, bankroll):
    plan = Plan(Cents(bankroll * 100), count=25)
    try:
        asked = Question(Game(load_rulebook(book)), system(text), plan)
        chain = explore(Scope(asked.game, asked.system, max_states=1500, bankroll=plan.bankroll))
    except (NotationError, ChainError):
        reject()  # a sentence that means nothing, or more than a chain holds
    assume(chain.first_wager <= bankroll * 100)
    agree(asked, chain)


def agree(asked, chain):
    """Metrics of whole sessions, and what is owned after every single throw."""
    by_chain = KernelSimulator.of(asked, chain)
    unit, offset = by_chain.unit, by_chain.offset
    stepwise = [list(play_session(asked, SEED, number)) for number in range(SESSIONS)]
    expected = np.array([metrics_of(asked.plan, played) for played in stepwise]).T
    by_chain.work(SEED)((0, SESSIONS))  # raises where somebody comes to own more than the chain holds
    full = play_full(by_chain.packed, SEED, 0, SESSIONS)
    found = full.metrics.copy()
    found[metric.FINAL : metric.HIGHEST + 1] = offset + unit * found[metric.FINAL : metric.HIGHEST + 1]
    found[metric.DRAWDOWN] *= unit
    assert found.tolist() == expected.tolist()
    for played, path in zip(stepwise, by_chain.trajectories(SEED, SESSIONS), strict=True):
        assert path.tolist() == trajectory_of(played)
    if asked.plan.counted == "throws":
        fast = play_fast(by_chain.packed, SEED, 0, SESSIONS)
        assert fast.tolist() == full.metrics[: metric.FAST].tolist()
    costs_agree(asked, by_chain)


def costs_agree(asked, by_chain):
    """Accounts and refusals from counted transitions are those that the engine's effects add up to."""
    stepwise, _ = by_engine(asked)
    counted, _ = by_chain.costs(by_chain.work(SEED).metrics((0, SESSIONS))[1])
    assert {(w.wager, round(w.action, 6), round(w.cost, 6)) for w in stepwise} == {
        (w.wager, round(w.action, 6), round(w.cost, 6)) for w in counted
    }


def by_engine(asked):
    """The costs of wagers and the refusals in the same sessions, played stepwise."""
    one = StepwiseSimulator(asked, "asked for")
    return one.costs(one.work(SEED).metrics(one.chunks(SESSIONS)[0])[1])


def off_the_unit(house):
    """A question that nobody may ask by name: a wager that the sign at this table does not allow."""
    text = "when come_out: pass 10; when point: place 6 12"
    game = Game(load_rulebook(house), Limits.read("10:500:10"))
    return Question(game, system(text), Plan(Cents(20_000), count=40))


@pytest.mark.parametrize("house", ["nsw", "pennsylvania"])
def test_refusals_are_counted_alike(house):
    asked = off_the_unit(house)
    one = choose_simulator(asked)
    _, counted = one.costs(one.work(SEED).metrics((0, SESSIONS))[1])
    _, stepwise = by_engine(asked)
    assert counted
    assert {(r.code, r.message, r.times) for r in counted} == {(r.code, r.message, r.times) for r in stepwise}
