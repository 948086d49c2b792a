"""A rule of a betting system: `when` rules act before a throw, `after` rules act on what it did."""

from collections.abc import Iterable

import msgspec

from bankcraps.strategy.rules.changes import Change
from bankcraps.strategy.rules.conditions import Condition
from bankcraps.strategy.rules.instructions import Amount, Instruction
from bankcraps.strategy.rules.triggers import Trigger
from bankcraps.wagers import Wager

__all__ = ["After", "Rule", "When", "amounts_said"]


class When(msgspec.Struct, frozen=True):
    """Before a throw, if a condition holds: `when point: odds max; come 10 up to 2`."""

    condition: Condition
    instructions: tuple[Instruction, ...]

    @property
    def parts(self) -> tuple[Condition | Instruction, ...]:
        """The condition, and all that is done."""
        return (self.condition, *self.instructions)

    def __str__(self) -> str:
        return f"when {self.condition}: {'; '.join(map(str, self.instructions))}"


class After(msgspec.Struct, frozen=True):
    """After a throw, if something happened on it: `after win of place 6: press place 6`.

    Attributes:
        trigger: what must happen.
        steps: changes of sizes, which last, and instructions, which are done once before the next throw.
    """

    trigger: Trigger
    steps: tuple[Instruction | Change, ...]

    @property
    def parts(self) -> tuple[Instruction | Change, ...]:
        """All that is done."""
        return self.steps

    def __str__(self) -> str:
        return f"after {self.trigger}: {'; '.join(map(str, self.steps))}"


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
