"""The rule of a system in words behind each change that it makes on the layout.

The rules of a system are in its `Rules`, perhaps inside stages, limits and progressions. A line that is not a
rule, such as `progression`, changes amounts or leaves bets out; the bet is still that of the rule inside.
"""

from typing import Any

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine.effects import Effect
from bankcraps.strategies.combinators import WithProgression, Wrapper
from bankcraps.strategies.observation import Observation
from bankcraps.strategies.policy import Policy
from bankcraps.strategies.rules.changes import Change
from bankcraps.strategies.rules.instructions import Instruction, StopPlaying
from bankcraps.strategies.rules.rule import After, When
from bankcraps.strategies.rules.rule_policy import NO_RULE, Behind, Resized, Rules
from bankcraps.strategies.stages import Staged
from bankcraps.strategies.text.program import TextSystem

__all__ = ["Firing"]


class Firing:
    """The rules of a system in words, by their numbers in its text, from 1.

    Attributes:
        numbers: for each stage, or for a system without stages, the number of each rule.
        texts: the text of each rule that can bet, take down or call, by its number.
        stages: the stage of each rule that belongs to one, by its number.
    """

    def __init__(self, system: Policy) -> None:
        """Number the rules.

        Raises:
            BankcrapsError: for a policy in Python and for a saved best play, which have no rules.
        """
        if not isinstance(system, TextSystem):
            raise BankcrapsError(
                f"{system.name} has no rules that could be counted: only a system in words has them"
            )
        program = system.program
        self.system: TextSystem = system
        self.numbers: tuple[tuple[int, ...], ...] = program.rule_numbers
        self.texts: dict[int, str] = {}
        self.stages: dict[int, str] = {}
        for part, numbers in zip(program.parts, self.numbers, strict=True):
            for rule, number in zip(part.rules, numbers, strict=True):
                if not all(isinstance(step, StopPlaying) for step in _does(rule)):
                    self.texts[number] = str(rule)
        shared = len(program.rules)
        for stage, numbers in zip(program.stages, self.numbers, strict=False):
            self.stages |= dict.fromkeys(numbers[shared:], stage.name)

    def start(self, memory: Any) -> Resized:  # noqa: ANN401 - each policy has its own
        """Nothing was resized yet."""
        return (NO_RULE,) * len(_acting(self.system, memory)[1].slots)

    def behind(self, observation: Observation, memory: Any, resized: Resized) -> Behind:  # noqa: ANN401 - as above
        """The rule behind each change that the system wants before a throw."""
        stage = _acting(self.system, memory)[0]
        stakes, calls = _behind(self.system, observation, memory, resized)
        numbers = self.numbers[stage]
        return Behind(
            {wager: numbers[rule] for wager, rule in stakes.items()},
            {wager: numbers[rule] for wager, rule in calls.items()},
        )

    def resized(self, before: Resized, memory: Any, effects: tuple[Effect, ...], after: Any) -> Resized:  # noqa: ANN401 - as above
        """The rule that last changed each size, after effects with which `memory` became `after`."""
        stage, rules, mine = _acting(self.system, memory)
        now, _, then = _acting(self.system, after)
        return rules.resized(before, mine, effects, then) if now == stage else self.start(after)


def _does(rule: When | After) -> tuple[Instruction | Change, ...]:
    return rule.instructions if isinstance(rule, When) else rule.steps


def _acting(policy: Policy, memory: Any) -> tuple[int, Rules, Any]:  # noqa: ANN401 - each policy has its own
    """The stage that is played, by its position; its rules, and their memory."""
    if isinstance(policy, Rules):
        return 0, policy, memory
    if isinstance(policy, TextSystem):
        return _acting(policy.inner, memory)
    if isinstance(policy, Staged):
        stage, inner = policy.playing(memory)
        return memory.stage, *_acting(stage.policy, inner)[1:]
    assert isinstance(policy, Wrapper)  # a system in words is made of nothing else
    return _acting(policy.base, memory[1])


def _behind(policy: Policy, observation: Observation, memory: Any, resized: Resized) -> Behind:  # noqa: ANN401 - as above
    """The rule behind each change, by its position among the rules of the stage."""
    if isinstance(policy, Rules):
        return policy.behind(observation, memory, resized)
    if isinstance(policy, TextSystem):
        return _behind(policy.inner, observation, memory, resized)
    if isinstance(policy, Staged):
        stage, inner = policy.playing(memory)
        return _behind(stage.policy, observation, inner, resized)
    assert isinstance(policy, Wrapper)
    inner = memory[1]
    found = _behind(policy.base, observation, inner, resized)
    if not isinstance(policy, WithProgression):
        return found
    # A progression asks for the stake as if its wagers did not stand, but for those that wait on a number.
    bare = _behind(policy.base, observation.without(policy.wagers), inner, resized)
    again = {wager: rule for wager, rule in bare.stakes.items() if policy.multiplies(wager, observation)}
    return Behind({**found.stakes, **again}, found.calls)
