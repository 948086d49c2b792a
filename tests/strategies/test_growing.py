"""A memory with too many values: the error names the part with most, in the system's words, and a remedy.

It says that the memory grows without end only where that is so.
"""

import pytest
from tests.kit.systems import Counting

from bankcraps.analysis.chain.exploration import ChainError, explore
from bankcraps.analysis.chain.walk import Scope
from bankcraps.game.game import Game
from bankcraps.game.rulebook import load_rulebook
from bankcraps.strategies.combinators import StopAfter
from bankcraps.strategies.library import system
from bankcraps.strategies.rules.counts import InAll

GAME = Game(load_rulebook("three_four_five"))
PASS = "when come_out: pass 10\n"
FEW = 60
FAR = "counts far; a smaller number would make it fit"

OPEN = "has no end in the other direction"
CAP = "as in up to 100, would make it fit"


@pytest.fixture(autouse=True)
def soon_too_many(monkeypatch):
    """Lower the limit on memories, so that it is reached soon."""
    monkeypatch.setattr("bankcraps.analysis.chain.walk.MAX_MEMORIES", FEW)


GROWING = [
    (
        f"{PASS}stop after losing 20",
        f"'stop after losing 20' {OPEN}, as 'stop after losing 20 or winning 20' has",
    ),
    (
        f"{PASS}stop after winning 50.50",
        f"'stop after winning 50.50' {OPEN}, as 'stop after losing 50.50 or winning 50.50' has",
    ),
    (f"{PASS}stop after losing 5000 or winning 7000", f"'stop after losing 5000 or winning 7000' {FAR}"),
    (f"{PASS}stop after 500 throws", f"'stop after 500 throws' {FAR}"),
    (f"only after 400 throws\n{PASS}", f"'only after 400 throws' {FAR}"),
    (f"when 900 throws: pass 10\n{PASS}", f"'900 throws' {FAR}"),
    (f"{PASS}after 500 wins of pass: stop", f"'500 wins of pass' {FAR}"),
    (f"{PASS}progression oscar on pass up to 30 steps", f"'progression oscar on pass up to 30 steps' {FAR}"),
    (
        f"{PASS}after win of pass: add 1 to pass",
        f"the size of pass, by 'after win of pass: press pass by 1'; a cap, {CAP}",
    ),
    (
        f"{PASS}after loss of pass: press it by 1 up to 99\nafter win of pass: reset pass",
        "the size of pass, by 'after loss of pass: press it by 1 up to 99'; a lower cap would make it fit",
    ),
    (
        "when point: place 6 10; field 5\nafter 2 losses of field: stop\nafter win: press place 6 by 1",
        f"the size of place 6, by 'after win: press place 6 by 1'; a cap, {CAP}",
    ),
]


def refused(asked, **options):
    with pytest.raises(ChainError) as raised:
        explore(Scope(GAME, asked, **options))
    return str(raised.value)


@pytest.mark.parametrize(("text", "why"), GROWING, ids=[text for text, _ in GROWING])
@pytest.mark.some
def test_what_grows_is_named(text, why):
    said = refused(system(text))
    endless = f"its memory grows without end, {FEW + 1} different ones after "
    large = f"it has more than {FEW} memories, the most that a chain may have, after "
    assert said.startswith(endless if OPEN in why else large)
    assert said.endswith(f" states: {why}; a simulation plays it stepwise")


def test_around_a_system_of_python_too():
    around = StopAfter(system("pass"), InAll(300, "throws"))
    assert f"states: 'stop after 300 throws' {FAR}; a simulation" in refused(around)


@pytest.mark.parametrize(
    "asked",
    [
        Counting(),
        StopAfter(Counting(), InAll(3000, "throws")),
        # Several small things, of which none is to blame more than the others.
        system(
            f"{PASS}progression paroli on pass up to 7 steps\nprogression martingale on pass up to 6 steps\n"
            "progression dalembert on pass up to 7 steps\nonly on every 7th shooter"
        ),
    ],
)
@pytest.mark.some
def test_what_cannot_be_told_is_not_named(asked):
    said = refused(asked)
    assert " states: a cap, a lower one or larger steps would make them fewer; a simulation plays it" in said


def test_too_many_layouts_play_stepwise_as_well():
    said = refused(system("three_point_molly"), max_states=100)
    assert "more than 100 states: too many layouts to hold as a chain, with " in said
    assert " memories; fewer wagers" in said
    assert said.endswith("; a simulation plays it stepwise")


def test_several_sizes_with_caps_have_a_chain():
    three = system("when always: place 5 10; place 6 12; place 8 12; after win of place: press it up to 80")
    assert len({state.memory for state in explore(Scope(GAME, three)).playing}) > FEW


def test_a_finite_chain_of_many_states_is_not_said_to_grow():
    asked = system(
        f"{PASS}when point: come 10\nprogression dalembert on pass up to 12 steps\n"
        "progression dalembert on come up to 12 steps"
    )
    said = refused(asked, max_states=400)
    assert "has more than 400 states: too many layouts to hold as a chain, with " in said
    assert "grow" not in said


def test_a_stop_in_one_direction_is_known_to_grow_after_a_hundred_memories(monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.chain.walk.MAX_MEMORIES", 2500)
    assert refused(system(f"{PASS}stop after losing 20")).startswith(
        "its memory grows without end, 101 different ones after "
    )


def test_a_stop_in_one_direction_has_an_end_where_something_else_stops_the_system(monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.chain.walk.MAX_MEMORIES", 2500)
    explored = explore(Scope(GAME, system(f"{PASS}stop after 20 throws\nstop after winning 900")))
    assert len({state.memory for state in explored.playing}) > 100
