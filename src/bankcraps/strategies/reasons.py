"""The reasons of a system: the rule behind each wager, and behind its leaving."""

from typing import Any, cast

from bankcraps.game.engine.effects import Effect
from bankcraps.game.wagers import Wager
from bankcraps.strategies.combinators import StopAfter, WithProgression, Wrapper
from bankcraps.strategies.observation import Observation
from bankcraps.strategies.policy import Policy, looks_at_money
from bankcraps.strategies.rules.rule_policy import Rules
from bankcraps.strategies.stages import Staged
from bankcraps.strategies.text.program import TextSystem

__all__ = ["move_reason", "reasons", "says_rules", "stop_reason"]


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
    while isinstance(policy, TextSystem):
        policy = policy.inner
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
        bare = reasons(policy.base, observation.without(policy.wagers), inner)
        found |= {wager: f"{why}; {policy.words}" for wager, why in bare.items() if wager in policy.wagers}
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
    while isinstance(policy, TextSystem | Wrapper):
        policy = policy.inner if isinstance(policy, TextSystem) else policy.base
    return isinstance(policy, Staged)


def stop_reason(policy: Policy, observation: Observation, memory: Any) -> str:  # noqa: ANN401 - as in `Policy`
    """The rule by which a system stops, as its text says it; or an empty text."""
    while isinstance(policy, TextSystem):
        policy = policy.inner
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
