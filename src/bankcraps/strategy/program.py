"""A system in words, whole: its lines, printed in one way only, scaled, and made to play."""

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import msgspec

from bankcraps.chips import Cents
from bankcraps.engine.effects import Effect
from bankcraps.strategy.acts import scaled
from bankcraps.strategy.combinators import AtMost, Gate, Paced, StopAfter
from bankcraps.strategy.conditions import Condition
from bankcraps.strategy.progressions import Progression
from bankcraps.strategy.protocol import Layout, System
from bankcraps.strategy.rules import After, Rules, When
from bankcraps.strategy.targets import Target
from bankcraps.strategy.trackers import Money, Tracker
from bankcraps.strategy.view import View

__all__ = ["Limit", "Pace", "Program", "TextSystem"]


class Limit(msgspec.Struct, frozen=True):
    """`at most 3 come a shooter`."""

    count: int
    target: Target


class Pace(msgspec.Struct, frozen=True):
    """`progression martingale on pass up to 7 steps`."""

    progression: Progression
    target: Target


class Program(msgspec.Struct, frozen=True):
    """What a text says.

    Attributes:
        gates: the conditions of `only` lines.
        limits: the `at most` lines.
        rules: the rules, in order.
        paces: the progressions.
        ends: what `stop after` waits for; the money ends are one tracker.
    """

    gates: tuple[Condition, ...]
    limits: tuple[Limit, ...]
    rules: tuple[When | After, ...]
    paces: tuple[Pace, ...]
    ends: tuple[Tracker, ...]

    def made(self) -> System:
        """The system itself, with what is around its rules: progressions, limits, gates, and stops last."""
        system: System = Rules.of(self.rules)
        for pace in reversed(self.paces):
            system = Paced(system, pace.progression, pace.target)
        for limit in reversed(self.limits):
            system = AtMost(system, limit.count, limit.target)
        for gate in reversed(self.gates):
            system = Gate(system, gate)
        for end in reversed(self.ends):
            system = StopAfter(system, end)
        return system

    def scaled(self, by: Fraction) -> "Program":
        """The same with every sum times a scale.

        Raises:
            MoneyError: if one of them is then no whole number of cents.
        """
        rules = tuple(
            When(rule.condition, tuple(act.scaled(by) for act in rule.acts))
            if isinstance(rule, When)
            else After(rule.trigger, tuple(step.scaled(by) for step in rule.steps))
            for rule in self.rules
        )
        ends = tuple(_scaled_end(end, by) for end in self.ends)
        return Program(self.gates, self.limits, rules, self.paces, ends)

    def __str__(self) -> str:
        """As it is written: gates and limits, rules, progressions, and the end."""
        some: Any = None  # what is inside does not matter for the words
        lines = [Gate(some, gate).words for gate in self.gates]
        lines += [AtMost(some, limit.count, limit.target).words for limit in self.limits]
        lines += map(str, self.rules)
        lines += [Paced(some, pace.progression, pace.target).words for pace in self.paces]
        if self.ends:
            lines.append(f"stop after {' or '.join(map(str, self.ends))}")
        return "\n".join(lines)


def _scaled_end(end: Tracker, by: Fraction) -> Tracker:
    if not isinstance(end, Money):
        return end
    return Money(Cents(scaled(end.losing, by)), Cents(scaled(end.winning, by)))


class TextSystem(msgspec.Struct, frozen=True, eq=False):
    """A system that was read from words. Two that read alike are equal.

    Attributes:
        name: how it is called.
        text: its words, in the one way in which they are printed.
        program: what they say.
        inner: what plays.
    """

    name: str
    text: str
    program: Program
    inner: System

    @classmethod
    def of(cls, program: Program, name: str = "") -> "TextSystem":
        """Make a program play; without a name it is called by its words."""
        text = str(program)
        return cls(name or "; ".join(text.splitlines()), text, program, program.made())

    def start(self) -> Hashable:
        """The memory before the first throw."""
        return self.inner.start()

    def layout(self, view: View, memory: Any) -> Layout | None:  # noqa: ANN401 - the memory of what is inside
        """The layout wanted before the next throw, or None to stop for good."""
        return self.inner.layout(view, memory)

    def observe(self, memory: Any, effects: tuple[Effect, ...]) -> Hashable:  # noqa: ANN401 - as above
        """The memory after a throw."""
        return self.inner.observe(memory, effects)

    def __eq__(self, other: object) -> bool:
        """By their words."""
        return isinstance(other, TextSystem) and self.text == other.text

    def __hash__(self) -> int:
        """As equality."""
        return hash(self.text)
