"""A system as text: its lines printed in one form only, scaled, and compiled to a policy."""

from collections.abc import Hashable
from fractions import Fraction
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from bankcraps.errors import NotationError
from bankcraps.game.engine.effects import Effect
from bankcraps.strategies.combinators import Wrapper
from bankcraps.strategies.language import with_scaled_parts
from bankcraps.strategies.policy import EqualByText, Layout, Memory, Observation, Policy, looks_at_money
from bankcraps.strategies.rules.rule_policy import After, Rules, When
from bankcraps.strategies.stages import Move, Stage, Staged

_Line = TypeVar("_Line", bound=Wrapper)


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


class Program(msgspec.Struct, frozen=True):
    """The content of a text. `str` prints it.

    Attributes:
        rules: the rules, in order.
        lines: the lines for the whole system, each a policy around nothing, in the order in which they print.
        stages: the stages. The other lines hold in each of them, and the rules come before those of a stage.
    """

    rules: tuple[When | After, ...]
    lines: tuple[Wrapper, ...] = ()
    stages: tuple["StageLines", ...] = ()

    @property
    def parts(self) -> "tuple[Program, ...]":
        """Programs without stages: one for each stage, with the lines that hold in all; or this one."""
        return tuple(
            Program(self.rules + stage.program.rules, self.lines + stage.program.lines)
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

    def said(self, kind: type[_Line]) -> list[_Line]:
        """The lines of a kind."""
        return [line for line in self.lines if isinstance(line, kind)]

    def policy(self) -> Policy:
        """The policy: rules inside, and around them the lines, each at its layer."""
        policy: Policy = self._staged() if self.stages else Rules.of(self.rules)
        for line in sorted(self.lines, key=lambda line: -line.layer)[::-1]:
            policy = replace(line, base=policy)
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
        return with_scaled_parts(self, by)

    def __str__(self) -> str:
        kinds: list[type[Wrapper]] = [*dict.fromkeys(type(line) for line in self.lines)]
        before, behind = (
            [line for kind in kinds if (kind.place > 0) == after for line in kind.printed(self.said(kind))]
            for after in (False, True)
        )
        return "\n".join([*before, *map(str, self.rules), *behind, *map(str, self.stages)])


class StageLines(msgspec.Struct, frozen=True):
    """`stage NAME:`, the lines of that stage, and the moves out of it."""

    name: str
    program: Program
    moves: tuple[Move, ...]

    def __str__(self) -> str:
        lines = [*str(self.program).splitlines(), *map(str, self.moves)]
        return "\n".join([f"stage {self.name}:", *(f"  {line}" for line in lines)])


def in_a_line(text: str) -> str:
    """A system's text in one line: `stage one: when come_out: pass 10; go to two when ahead 70`."""
    return "; ".join(line.strip() for line in text.splitlines()).replace(":; ", ": ")


def bare(policy: Policy) -> Policy:
    """The policy that a text makes; any other policy itself."""
    while isinstance(policy, TextSystem):
        policy = policy.inner
    return policy


def core(policy: Policy) -> Policy:
    """A policy without the lines and texts around it."""
    while isinstance(policy, TextSystem | Wrapper):
        policy = policy.inner if isinstance(policy, TextSystem) else policy.base
    return policy


class TextSystem(EqualByText, frozen=True, eq=False):
    """A policy read from text. Two with the same printed text are equal.

    Attributes:
        text: its text, printed in the one form that every such text has.
        name: its name in reports.
        program: the content of the text.
        inner: the policy it makes.
    """

    name: str
    program: Program
    inner: Policy

    @classmethod
    def of(cls, program: Program, name: str = "") -> "TextSystem":
        """Compile a program; without a name, its text is its name."""
        text = str(program)
        return cls(text, name or in_a_line(text), program, program.policy())

    @property
    def looks_at_money(self) -> bool:
        """Whether some line depends on what the player owns."""
        return looks_at_money(self.inner)

    def start(self) -> Hashable:
        """The memory before the first throw."""
        return self.inner.start()

    def layout(self, observation: Observation, memory: Memory) -> Layout | None:
        """The layout wanted for the next throw, or None to stop for good."""
        return self.inner.layout(observation, memory)

    def remember(self, memory: Memory, effects: tuple[Effect, ...]) -> Hashable:
        """The memory after bets, or after a throw."""
        return self.inner.remember(memory, effects)

    def __repr__(self) -> str:
        """`<TextSystem pass: when come_out: pass 10>`, or only the text if it is the name."""
        said = in_a_line(self.text)
        return f"<TextSystem {said}>" if said == self.name else f"<TextSystem {self.name}: {said}>"
