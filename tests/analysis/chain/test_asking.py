"""A policy written in Python is solved only if it is a function of what it is given."""
# ruff: noqa: ARG002 - most policies need only a part of what they are given

import random
import threading
from functools import cached_property

import pytest

from bankcraps.analysis.chain import walk
from bankcraps.analysis.chain.asking import NotAFunctionError
from bankcraps.analysis.question import explore
from bankcraps.errors import BankcrapsError
from bankcraps.game.engine.effects import Lost
from bankcraps.game.wagers import wager
from bankcraps.strategies.policy import Layout

PASS = wager("pass")


class PassLine:
    """The pass line, without anything odd. Each other policy here changes one thing."""

    name = "odd"
    text = ""

    def start(self) -> object:
        return 0

    def stake(self, memory) -> int:
        return 1000

    def layout(self, observation, memory):
        return Layout({PASS: self.stake(memory)} if observation.come_out else observation.stakes())

    def remember(self, memory, effects) -> object:
        return memory


class Notes:
    losses = 0

    def __eq__(self, other):
        return isinstance(other, Notes)

    def __hash__(self):
        return 1


def counts_itself(policy, _):
    policy.asked += 1
    return 1000


def counts_in_a_list(policy, memory):
    policy.seen.append(memory)
    return 1000


def counts_elsewhere(_, memory):
    ASKED.append(memory)
    return 1000 * (1 + len(ASKED) % 2)


def changes_later(_, memory):
    """The same twice in a row, but not when it is asked in another order."""
    ASKED.append(memory)
    return 1000 * (1 + len(ASKED) // 6)


def writes_notes(_, memory, effects):
    memory.losses += any(isinstance(effect, Lost) for effect in effects)
    return memory


ASKED = []


TWICE, ASKS = "odd gave two answers to one question", "layout() at the come-out with no wagers"
ODD = {
    "draws": ({"stake": lambda *_: 1000 * random.randint(1, 3)}, f"{TWICE}, {ASKS}"),
    "seldom different": (
        {"stake": lambda *_: 1000 if random.random() < 0.999_999 else 2000},
        f"odd draws a random number in {ASKS}",
    ),
    "forgets by chance": (
        {"remember": lambda *_: random.randint(0, 3)},
        f"{TWICE}, remember() with the memory 0",
    ),
    "counts itself": (
        {"stake": counts_itself, "asked": 0},
        "odd changes its attribute 'asked' while it plays: what changes belongs in the memory",
    ),
    "counts in a list": ({"stake": counts_in_a_list}, "odd changes its attribute 'seen' while it plays"),
    "counts elsewhere": ({"stake": counts_elsewhere}, f"{TWICE}, {ASKS}"),
    "changes later": ({"stake": changes_later}, f"{TWICE}, layout() at "),
    "writes notes": (
        {"start": lambda _: Notes(), "remember": writes_notes},
        "odd changes the memory that it is given",
    ),
    "forgets to compare": (
        {"remember": lambda *_: object()},
        "the memories of odd must compare by value, as tuples and numbers do, and a object",
    ),
    "unhashable": (
        {"start": lambda _: []},
        "the memory of odd must be hashable, as tuples and numbers are, and list is not",
    ),
}
"""The parts in which each policy differs from the pass line, and the sentence that refuses it."""


@pytest.mark.parametrize("odd", ODD)
def test_a_policy_that_is_no_function_is_refused(odd):
    ASKED.clear()
    random.seed(7)
    other, says = ODD[odd]
    policy = type("Odd", (PassLine,), other)()
    policy.seen = []
    with pytest.raises(BankcrapsError) as refused:
        explore("nsw", policy)
    assert says in str(refused.value)


class Remembers(PassLine):
    """A policy that works something out once. That is no change."""

    @cached_property
    def base(self):
        return 1000

    def stake(self, memory):
        return self.base * (1 + memory)

    def remember(self, memory, effects):
        return (memory + any(isinstance(effect, Lost) for effect in effects)) % 3


class Looks(PassLine):
    """It asks its purse, as it may."""

    looks_at_money = True

    def layout(self, observation, memory):
        large = self.sees(observation.purse)
        return Layout({PASS: 2000 if large else 1000} if observation.come_out else observation.stakes())

    def sees(self, purse):
        return purse.at_least(30_000)


class Peeks(Looks):
    def sees(self, purse):
        return getattr(purse, "_owned") >= 30_000  # noqa: B009 - a policy may try


class Reads(Looks):
    def sees(self, purse):
        return "Purse 2" not in repr(purse)


@pytest.mark.parametrize("policy", [Peeks, Reads])
def test_a_policy_cannot_look_at_money_behind_the_back_of_its_purse(policy):
    assert len(explore("nsw", Looks(), bankroll=250).states) > len(explore("nsw", PassLine()).states)
    with pytest.raises(NotAFunctionError, match=r"looks at money in layout.* without asking"):
        explore("nsw", policy(), bankroll=250)


def test_a_policy_that_is_a_function_is_solved():
    chain = explore("nsw", Remembers())
    assert {state.memory for state in chain.states} == {"0", "1", "2", ""}


def test_random_numbers_of_another_thread_are_not_those_of_a_policy():
    stop = threading.Event()

    def draw():
        while not stop.wait(0.0005):
            random.random()

    other = threading.Thread(target=draw)
    other.start()
    try:
        explore("nsw", Remembers())
    finally:
        stop.set()
        other.join()


class Counts(PassLine):
    def remember(self, memory, effects):
        return memory + 1


@pytest.mark.some
def test_a_memory_without_an_end_is_met_before_most_states_are_expanded(monkeypatch):
    """Each memory has several tables; following the memories takes hardly more states than memories."""
    expanded = 0
    real = walk.Walk.expanded

    def counted(one, key):
        nonlocal expanded
        expanded += 1
        return real(one, key)

    monkeypatch.setattr(walk.Walk, "expanded", counted)
    monkeypatch.setattr(walk, "MAX_MEMORIES", 400)
    with pytest.raises(walk.ChainError, match="more than 400 memories"):
        explore("nsw", Counts())
    assert expanded < 1500
