"""The rule of a system in words behind each change that it makes on the layout.

The rules of a system are in its `Rules`, perhaps inside stages, limits and progressions. A line that is not a
rule, such as `progression`, changes amounts or leaves bets out; the bet is still that of the rule inside.
"""

from typing import Any, cast

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine.effects import Effect
from bankcraps.game.wagers import Wager
from bankcraps.strategies.combinators import StopAfter, WithProgression, Wrapper
from bankcraps.strategies.observation import Observation
from bankcraps.strategies.policy import Policy, looks_at_money
from bankcraps.strategies.rules.rule_policy import NO_RULE, After, Behind, Resized, Rules, When
from bankcraps.strategies.rules.steps import Change, Instruction, StopPlaying
from bankcraps.strategies.stages import Staged
from bankcraps.strategies.text.program import TextSystem, bare, core

__all__ = ["Firing", "move_reason", "reasons", "says_rules", "stop_reason"]


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


# The reasons of a system: the rule behind each wager, and behind its leaving.


def reasons(policy: Policy, observation: Observation, memory: Any) -> dict[Wager, str]:  # noqa: ANN401 - as in `Policy`
    """The rule behind each change that a system wants before a throw, as its text says it.

    >>> from bankcraps import load_rulebook
    >>> from bankcraps.game.engine import open_table
    >>> from bankcraps.strategies.library import system
    >>> policy, book = system("three_point_molly"), load_rulebook("nsw")
    >>> seen = Observation(book, open_table(book, [("Ann", 50000)]))
    >>> {str(wager): why for wager, why in reasons(policy, seen, policy.start()).items()}
    {'pass': 'when come_out: pass 10'}

    A policy written in Python has no rules, so it has no reasons.
    """
    policy = bare(policy)
    if isinstance(policy, Rules):
        return policy.reasons(observation, memory)
    if isinstance(policy, Staged):
        stage, inner = policy.playing(memory)
        found = reasons(stage.policy, observation, inner)
        return {wager: f"stage {stage.name}: {why}" for wager, why in found.items()}
    if not isinstance(policy, Wrapper):
        return {}
    inner = cast("tuple[Any, Any]", memory)[1]
    found = reasons(policy.base, observation, inner)
    if isinstance(policy, WithProgression):
        alone = reasons(policy.base, observation.without(policy.wagers), inner)
        found |= {wager: f"{why}; {policy.words}" for wager, why in alone.items() if wager in policy.wagers}
    return found


def says_rules(policy: Policy) -> bool:
    """Whether the rules of a system say more than its bets: it has stages, or looks at its money."""
    return looks_at_money(policy) or _has_stages(policy)


def move_reason(policy: Policy, memory: Any, effects: tuple[Effect, ...]) -> str:  # noqa: ANN401 - as above
    """The move to another stage that a throw makes: `stage one: go to two when ahead 70`; or an empty text.

    Args:
        policy: the system.
        memory: its memory before the throw.
        effects: the effects of the throw.
    """
    while isinstance(policy, TextSystem | Wrapper):
        if isinstance(policy, TextSystem):
            policy = policy.inner
        else:
            policy, memory = policy.base, memory[1]
    if not isinstance(policy, Staged):
        return ""
    move = policy.move_due(memory, effects)
    return "" if move is None else f"stage {policy.playing(memory)[0].name}: {move}"


def _has_stages(policy: Policy) -> bool:
    return isinstance(core(policy), Staged)


def stop_reason(policy: Policy, observation: Observation, memory: Any) -> str:  # noqa: ANN401 - as in `Policy`
    """The rule by which a system stops, as its text says it; or an empty text."""
    policy = bare(policy)
    if isinstance(policy, Rules):
        return policy.stop_reason(observation, memory)
    if isinstance(policy, Staged):
        stage, inner = policy.playing(memory)
        why = stop_reason(stage.policy, observation, inner)
        return why and f"stage {stage.name}: {why}"
    if not isinstance(policy, Wrapper):
        return ""
    mine, inner = cast("tuple[Any, Any]", memory)
    if isinstance(policy, StopAfter) and policy.tracker.holds(mine):
        return policy.words
    return stop_reason(policy.base, observation, inner)
