"""A rule of a betting system: `when` rules act before a throw, `after` rules act on what it did."""

from collections.abc import Iterable

import msgspec

from bankcraps.game.wagers import Wager
from bankcraps.strategies.rules.changes import Change
from bankcraps.strategies.rules.conditions import Condition
from bankcraps.strategies.rules.instructions import Amount, HaveOddsUp, Instruction
from bankcraps.strategies.rules.triggers import Trigger

__all__ = ["After", "Rule", "When", "amounts_said", "odds_said"]


class When(msgspec.Struct, frozen=True):
    """Before a throw, if a condition holds: `when point: odds max; come 10 up to 2`."""

    condition: Condition
    instructions: tuple[Instruction, ...]

    @property
    def parts(self) -> tuple[Condition | Instruction, ...]:
        """The condition, and all that is done."""
        return (self.condition, *self.instructions)

    @property
    def head(self) -> str:
        """When it applies."""
        return f"when {self.condition}"

    def __str__(self) -> str:
        return f"{self.head}: {'; '.join(map(str, self.instructions))}"


class After(msgspec.Struct, frozen=True):
    """After a throw, if something happened on it: `after win of place 6 when ahead 50: press place 6`.

    Attributes:
        trigger: the event that must happen.
        steps: changes of sizes, which last, and instructions, which are done once before the next throw.
        condition: the condition that must hold after the throw, or None.
    """

    trigger: Trigger
    steps: tuple[Instruction | Change, ...]
    condition: Condition | None = None

    @property
    def parts(self) -> tuple[Condition | Instruction | Change, ...]:
        """The condition, and all that is done."""
        return self.steps if self.condition is None else (self.condition, *self.steps)

    @property
    def head(self) -> str:
        """The event that it waits for."""
        return f"after {self.trigger}" + (f" when {self.condition}" if self.condition is not None else "")

    def __str__(self) -> str:
        return f"{self.head}: {'; '.join(map(str, self.steps))}"


Rule = When | After


def amounts_said(rules: Iterable[Rule]) -> dict[Wager, set[Amount]]:
    """The wagers that rules bet on, each with every amount they say for it."""
    amounts: dict[Wager, set[Amount]] = {}
    for rule in rules:
        for step in rule.parts:
            if isinstance(step, Instruction):
                for wager, amount in step.bets():
                    amounts.setdefault(wager, set()).add(amount)
    return amounts


def odds_said(rules: Iterable[Rule]) -> list[HaveOddsUp]:
    """The instructions of rules that take odds."""
    return [step for rule in rules for step in rule.parts if isinstance(step, HaveOddsUp)]
