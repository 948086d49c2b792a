"""Asks a policy that is Python code every question twice, because only a function has a Markov chain.

A system in words is a function by its construction. Code can be anything: it may draw random numbers, count
how often it was asked, or change the memory that it was given. The answers of such a policy depend on more
than the state, so no chain holds them, and an "exact" solution would be wrong without a word.

Each question goes to the policy and to a copy of it. When all states are known, another copy is asked again,
in the opposite order. This finds whatever another answer shows, and every random number of the module
`random`. It cannot find a policy that answers differently only on some other day.
"""

import copy
import pickle
import random
from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Final, TypeVar

from bankcraps.errors import BankcrapsError, quoted
from bankcraps.game.chips import printed
from bankcraps.game.engine.effects import Effect
from bankcraps.strategies.policy import Layout, Observation, Policy, require_layout

_DRAWS: Final = 20
"""Answers in a row, each with a random number drawn, after which a policy is said to draw random numbers."""

_KEPT: Final = 20_000
"""The most questions that are asked again in the opposite order."""

_LEAST: Final = 2000
"""The fewest questions asked in the opposite order: of a small chain, all are asked several times."""

_PLAIN: Final = (int, float, str, bytes, type(None))

_Answer = TypeVar("_Answer")


class NotAFunctionError(BankcrapsError):
    """A policy whose answers depend on more than what it is given, so that it has no Markov chain."""


class AskedTwice:
    """A policy, asked every question twice. Each method raises `NotAFunctionError` if its answers differ."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._copy, self._another = _copied(policy), _copied(policy)
        self._before = _attributes(policy)
        self._drawn = random.getstate()
        self._asked: list[tuple[Callable[[], str], Callable[[Policy], object], object]] = []

    def start(self) -> Hashable:
        """Return the memory before the first throw."""
        return self._same(lambda: "start()", lambda policy: policy.start())

    def layout(self, observation: Observation, memory: Hashable) -> Layout | None:
        """Return the wanted layout."""

        def where() -> str:
            return f"layout() at {_at(observation, memory)}"

        def ask() -> Layout | None:
            answer = self._same(where, lambda one: _wanted(one, observation, memory))
            for other in observation.elsewhere():
                if _differ(_wanted(self._copy, other, memory), answer):
                    raise NotAFunctionError(
                        f"{self.policy.name} looks at money in {where()} without asking: questions such as "
                        "observation.purse.at_least(30_000) are all that it may know of what it owns"
                    )
            return answer

        return self._kept(memory, ask)

    def remember(self, memory: Hashable, effects: tuple[Effect, ...]) -> Hashable:
        """Return the memory after effects."""

        def where() -> str:
            return f"remember() with the memory {quoted(memory)}"

        return self._kept(memory, lambda: self._same(where, lambda one: one.remember(memory, effects)))

    def ask_again(self) -> None:
        """Ask another copy in the opposite order; then check that the policy is what it was."""
        for _ in range(1 + _LEAST // max(1, len(self._asked))):
            for what, ask, answer in reversed(self._asked):
                again = ask(self._another)
                if _differ(again, answer):
                    raise self._two_answers(what, answer, again)
        changed = [name for name, now in _attributes(self.policy).items() if self._before.get(name) != now]
        if changed:
            raise NotAFunctionError(
                f"{self.policy.name} changes its attribute {changed[0]!r} while it plays: what changes "
                "belongs in the memory, which start() and remember() return"
            )

    def _same(self, what: Callable[[], str], ask: Callable[[Policy], _Answer]) -> _Answer:
        answer, other = ask(self.policy), ask(self._copy)
        if _differ(answer, other):
            raise self._two_answers(what, answer, other)
        drawn, self._drawn = self._drawn, random.getstate()
        if self._drawn != drawn:
            self._ask_on(what, ask, answer)
        if len(self._asked) < _KEPT:
            self._asked.append((what, ask, answer))
        return answer

    def _ask_on(self, what: Callable[[], str], ask: Callable[[Policy], _Answer], answer: _Answer) -> None:
        """Ask on while random numbers are drawn. If it was another thread that drew one, it stops soon."""
        for _ in range(_DRAWS):
            again = ask(self._copy)
            if _differ(again, answer):
                raise self._two_answers(what, answer, again)
            drawn, self._drawn = self._drawn, random.getstate()
            if self._drawn == drawn:
                return
        raise NotAFunctionError(f"{self.policy.name} draws a random number in {what()}: {_NO_ANSWER}")

    def _two_answers(self, what: Callable[[], str], one: object, other: object) -> NotAFunctionError:
        if type(one) is type(other) and type(one).__eq__ is object.__eq__:
            return NotAFunctionError(
                f"the memories of {self.policy.name} must compare by value, as tuples and numbers do, and a "
                f"{type(one).__name__} has no __eq__"
            )
        return NotAFunctionError(
            f"{self.policy.name} gave two answers to one question, {what()}: {_shown(one)}, and then "
            f"{_shown(other)}; {_NO_ANSWER}"
        )

    def _kept(self, memory: Hashable, ask: Callable[[], _Answer]) -> _Answer:
        """Ask something, and check that the memory stays what it was."""
        before = _picture(memory)
        answer = ask()
        if _picture(memory) != before:
            raise NotAFunctionError(
                f"{self.policy.name} changes the memory that it is given, {quoted(memory)}: remember() "
                "returns a new one instead"
            )
        return answer


_NO_ANSWER: Final = (
    "only a policy whose answers depend on what it is given, and on nothing else, has an exact answer"
)


def _wanted(policy: Policy, observation: Observation, memory: Hashable) -> Layout | None:
    layout = policy.layout(observation, memory)
    if layout is not None:
        require_layout(layout, observation.chip)
    return layout


def _differ(one: object, other: object) -> bool:
    """Whether two answers differ. What cannot be compared cannot be hashed, and is refused for that."""
    try:
        return bool(one != other)
    except Exception:  # noqa: BLE001 - an array of NumPy raises here, and other code may raise anything
        return False


def _copied(policy: Policy) -> Policy:
    """Return a copy; the policy itself where Python cannot copy it."""
    try:
        return copy.deepcopy(policy)
    except Exception:  # noqa: BLE001 - a policy may hold anything, and its own code may raise anything
        return policy


def _attributes(policy: Policy) -> dict[str, object]:
    """Return a picture of each attribute. What `cached_property` keeps follows from the others."""
    names = [*getattr(policy, "__dict__", ()), *getattr(type(policy), "__slots__", ())]
    own = [name for name in names if not isinstance(getattr(type(policy), name, None), cached_property)]
    return {name: _picture(getattr(policy, name, None)) for name in own}


def _picture(value: object) -> object:
    """Return what differs when a value has changed: itself if it cannot change, or else its pickled bytes."""
    if isinstance(value, _PLAIN):
        return value
    try:
        return pickle.dumps(value)
    except Exception:  # noqa: BLE001 - as above
        return None


def _at(observation: Observation, memory: Hashable) -> str:
    stands = [f"{s.wager} {printed(s.amount)}" for s in observation.standing]
    puck = f"the point {observation.puck}" if observation.puck else "the come-out"
    return f"{puck} with {', '.join(stands) or 'no wagers'} and the memory {quoted(memory)}"


def _shown(answer: object) -> str:
    if not isinstance(answer, Layout):
        return quoted(answer)
    wagers = [f"{wager} {printed(stake)}" for wager, stake in answer.stakes.items()]
    calls = [f"{wager} {call}" for wager, call in answer.calls.items()]
    return ", ".join([*wagers, *calls]) or "no wagers"
