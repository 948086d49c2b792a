"""A system as text: its lines printed in one form only, scaled, and compiled to a policy."""

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from bankcraps.errors import NotationError
from bankcraps.game.chips import Cents
from bankcraps.game.engine.effects import Effect
from bankcraps.strategies.combinators import AtMost, Gate, MostLost, MostUp, StopAfter, WithProgression
from bankcraps.strategies.observation import Observation
from bankcraps.strategies.policy import Layout, Policy, looks_at_money
from bankcraps.strategies.progressions import Progression
from bankcraps.strategies.rules.amounts import scaled
from bankcraps.strategies.rules.conditions import Condition
from bankcraps.strategies.rules.rule_policy import After, Rules, When
from bankcraps.strategies.rules.trackers import Money, Tracker
from bankcraps.strategies.stages import Move, Stage, Staged
from bankcraps.strategies.wager_sets import WagerSet

__all__ = [
    "AtMostLine",
    "MostLostLine",
    "MostUpLine",
    "Program",
    "ProgressionLine",
    "StageLines",
    "SystemTextError",
    "TextSystem",
    "in_a_line",
]


class SystemTextError(NotationError):
    """A text that is not a system, with the place.

    Attributes:
        line: the line, counted from 1; `text` is that line, and `column` counts in it. None if no single line
            is to blame; then `column` is 0.
    """

    def __init__(
        self, message: str, text: str = "", line: int | None = None, column: int = 0, word: str = ""
    ) -> None:
        """Set the message, and its place if there is one."""
        super().__init__(message, text, column, word)
        self.line = line

    def pointed(self) -> str:
        """The line with a caret under the word, and the message below it; or only the message."""
        return str(self) if self.line is None else super().pointed()


class AtMostLine(msgspec.Struct, frozen=True):
    """`at most 3 come a shooter`."""

    count: int
    target: WagerSet


class MostLostLine(msgspec.Struct, frozen=True):
    """`at most 60 lost this shooter`."""

    sum_: Cents


class MostUpLine(msgspec.Struct, frozen=True):
    """`at most 100 on the table`."""

    sum_: Cents


class ProgressionLine(msgspec.Struct, frozen=True):
    """`progression martingale on pass up to 7 steps`."""

    progression: Progression
    target: WagerSet


class Program(msgspec.Struct, frozen=True):
    """The content of a text. `str` prints it.

    Attributes:
        gates: the conditions of `only` lines.
        at_most: the `at most` lines.
        rules: the rules, in order.
        progressions: the `progression` lines.
        ends: the trackers of `stop after`; both amounts of money are in one tracker.
        stages: the stages. The other lines hold in each of them, and the rules come before those of a stage.
        most_lost: the most that may be lost on a shooter, in cents; 0 without a line that says so.
        most_up: the most that may lie on the layout, in cents; 0 without such a line.
    """

    gates: tuple[Condition, ...]
    at_most: tuple[AtMostLine, ...]
    rules: tuple[When | After, ...]
    progressions: tuple[ProgressionLine, ...]
    ends: tuple[Tracker, ...]
    stages: tuple["StageLines", ...] = ()
    most_lost: Cents = Cents(0)
    most_up: Cents = Cents(0)

    @property
    def parts(self) -> "tuple[Program, ...]":
        """Programs without stages: one for each stage, with the lines that hold in all; or this one."""
        return tuple(
            Program(
                self.gates + stage.program.gates,
                self.at_most + stage.program.at_most,
                self.rules + stage.program.rules,
                self.progressions + stage.program.progressions,
                self.ends + stage.program.ends,
            )
            for stage in self.stages
        ) or (self,)

    @property
    def rule_numbers(self) -> tuple[tuple[int, ...], ...]:
        """The number of each rule in the text, from 1; a tuple for each of `parts`."""
        own, at = tuple(range(1, 1 + len(self.rules))), 1 + len(self.rules)
        found: list[tuple[int, ...]] = []
        for stage in self.stages:
            found.append((*own, *range(at, at + len(stage.program.rules))))
            at += len(stage.program.rules)
        return tuple(found) or (own,)

    def policy(self) -> Policy:
        """The policy: rules inside, then progressions, limits and gates around them, and stops outermost."""
        policy: Policy = self._staged() if self.stages else Rules.of(self.rules)
        for line in reversed(self.progressions):
            policy = WithProgression(policy, line.progression, line.target)
        for limit in reversed(self.at_most):
            policy = AtMost(policy, limit.count, limit.target)
        for gate in reversed(self.gates):
            policy = Gate(policy, gate)
        if self.most_up:
            policy = MostUp(policy, self.most_up)
        if self.most_lost:
            policy = MostLost(policy, self.most_lost)
        for end in reversed(self.ends):
            policy = StopAfter(policy, end)
        return policy

    def _staged(self) -> Staged:
        """The policy of the stages, each with the rules that hold in all."""
        stages = (
            Stage(one.name, replace(one.program, rules=self.rules + one.program.rules).policy(), one.moves)
            for one in self.stages
        )
        return Staged.of(tuple(stages))

    def scaled(self, by: Fraction) -> "Program":
        """The same with every amount times a scale.

        Raises:
            MoneyError: if an amount is then not a whole number of cents.
        """
        rules = tuple(
            When(
                rule.condition.scaled(by), tuple(instruction.scaled(by) for instruction in rule.instructions)
            )
            if isinstance(rule, When)
            else After(
                rule.trigger,
                tuple(step.scaled(by) for step in rule.steps),
                None if rule.condition is None else rule.condition.scaled(by),
            )
            for rule in self.rules
        )
        ends = tuple(_scaled_end(end, by) for end in self.ends)
        gates = tuple(gate.scaled(by) for gate in self.gates)
        stages = tuple(
            StageLines(one.name, one.program.scaled(by), tuple(move.scaled(by) for move in one.moves))
            for one in self.stages
        )
        lost, up = scaled(self.most_lost, by), scaled(self.most_up, by)
        return Program(gates, self.at_most, rules, self.progressions, ends, stages, lost, up)

    @property
    def gate_words(self) -> list[str]:
        """The `only` lines."""
        none: Any = None  # the words of a wrapper do not depend on what is inside
        return [Gate(none, gate).words for gate in self.gates]

    def __str__(self) -> str:
        none: Any = None  # as above
        lines = self.gate_words
        lines += [AtMost(none, limit.count, limit.target).words for limit in self.at_most]
        lines += [MostUp(none, self.most_up).words] if self.most_up else []
        lines += [MostLost(none, self.most_lost).words] if self.most_lost else []
        lines += map(str, self.rules)
        lines += [WithProgression(none, line.progression, line.target).words for line in self.progressions]
        if self.ends:
            lines.append(f"stop after {' or '.join(map(str, self.ends))}")
        return "\n".join([*lines, *map(str, self.stages)])


class StageLines(msgspec.Struct, frozen=True):
    """`stage NAME:`, the lines of that stage, and the moves out of it."""

    name: str
    program: Program
    moves: tuple[Move, ...]

    def __str__(self) -> str:
        lines = [*str(self.program).splitlines(), *map(str, self.moves)]
        return "\n".join([f"stage {self.name}:", *(f"  {line}" for line in lines)])


def _scaled_end(end: Tracker, by: Fraction) -> Tracker:
    if not isinstance(end, Money):
        return end
    return Money(Cents(scaled(end.losing, by)), Cents(scaled(end.winning, by)))


def in_a_line(text: str) -> str:
    """A system's text in one line: `stage one: when come_out: pass 10; go to two when ahead 70`."""
    return "; ".join(line.strip() for line in text.splitlines()).replace(":; ", ": ")


class TextSystem(msgspec.Struct, frozen=True, eq=False):
    """A policy read from text. Two with the same printed text are equal.

    Attributes:
        name: its name in reports.
        text: its text, printed in the one form that every such text has.
        program: the content of the text.
        inner: the policy it makes.
    """

    name: str
    text: str
    program: Program
    inner: Policy

    @classmethod
    def of(cls, program: Program, name: str = "") -> "TextSystem":
        """Compile a program; without a name, its text is its name."""
        text = str(program)
        return cls(name or in_a_line(text), text, program, program.policy())

    @property
    def looks_at_money(self) -> bool:
        """Whether some line depends on what the player owns."""
        return looks_at_money(self.inner)

    def start(self) -> Hashable:
        """The memory before the first throw."""
        return self.inner.start()

    def layout(self, observation: Observation, memory: Any) -> Layout | None:  # noqa: ANN401 - the memory of `inner`
        """The layout wanted for the next throw, or None to stop for good."""
        return self.inner.layout(observation, memory)

    def remember(self, memory: Any, effects: tuple[Effect, ...]) -> Hashable:  # noqa: ANN401 - as above
        """The memory after bets, or after a throw."""
        return self.inner.remember(memory, effects)

    def __repr__(self) -> str:
        """`<TextSystem pass: when come_out: pass 10>`, or only the text if it is the name."""
        said = in_a_line(self.text)
        return f"<TextSystem {said}>" if said == self.name else f"<TextSystem {self.name}: {said}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TextSystem) and self.text == other.text

    def __ne__(self, other: object) -> bool:
        return not self == other  # msgspec's own asks whether they are the same object

    def __hash__(self) -> int:
        return hash(self.text)
