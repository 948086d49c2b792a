"""Looks into a system in words: the rule behind each change on the layout, and what its memory grows by.

The rules of a system are in its `Rules`, perhaps inside stages, limits and progressions. A line that is not a
rule, such as `progression`, changes amounts or leaves bets out; the bet is still that of the rule inside.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, printed
from bankcraps.game.engine.effects import Effect
from bankcraps.game.wagers import Kind, Wager
from bankcraps.strategies.combinators import StopAfter, WithProgression, Wrapper
from bankcraps.strategies.policy import Memory, Observation, Policy, looks_at_money
from bankcraps.strategies.rules.amounts import Share
from bankcraps.strategies.rules.counts import Balance, Money
from bankcraps.strategies.rules.events import GameEvent, WinOrLoss
from bankcraps.strategies.rules.rule_policy import NO_RULE, After, Behind, Resized, Rules, When
from bankcraps.strategies.rules.steps import (
    Change,
    HalfPress,
    HaveUp,
    Instruction,
    Parlay,
    Press,
    Raise,
    StopPlaying,
)
from bankcraps.strategies.stages import Staged, StageMemory, trackers_of
from bankcraps.strategies.text.program import TextSystem, bare, core
from bankcraps.strategies.wager_sets import only


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

    def start(self, memory: Memory) -> Resized:
        """Nothing was resized yet."""
        return (NO_RULE,) * len(_acting(self.system, memory)[1].slots)

    def behind(self, observation: Observation, memory: Memory, resized: Resized) -> Behind:
        """The rule behind each change that the system wants before a throw."""
        stage = _acting(self.system, memory)[0]
        stakes, calls = _behind(self.system, observation, memory, resized)
        numbers = self.numbers[stage]
        return Behind(
            {wager: numbers[rule] for wager, rule in stakes.items()},
            {wager: numbers[rule] for wager, rule in calls.items()},
        )

    def resized(self, before: Resized, memory: Memory, effects: tuple[Effect, ...], after: Memory) -> Resized:
        """The rule that last changed each size, after effects with which `memory` became `after`."""
        stage, rules, mine = _acting(self.system, memory)
        now, _, then = _acting(self.system, after)
        return rules.resized(before, mine, effects, then) if now == stage else self.start(after)


def _does(rule: When | After) -> tuple[Instruction | Change, ...]:
    return rule.instructions if isinstance(rule, When) else rule.steps


def _within(policy: Policy, memory: Memory) -> tuple[Policy, Memory]:
    """The policy that plays directly inside another, with its memory."""
    if isinstance(policy, TextSystem):
        return policy.inner, memory
    if isinstance(policy, Staged):
        stage, inner = policy.playing(memory)
        return stage.policy, inner
    assert isinstance(policy, Wrapper)  # a system in words is made of nothing else
    return policy.base, memory[1]


def _inside(policy: Policy, memory: Memory) -> Iterator[tuple[Policy, Memory]]:
    """Yield a policy and all that play inside it, each with its memory, from the outside in."""
    yield policy, memory
    while isinstance(policy, TextSystem | Staged | Wrapper):
        policy, memory = _within(policy, memory)
        yield policy, memory


def _acting(policy: Policy, memory: Memory) -> tuple[int, Rules, Memory]:
    """The stage that is played, by its position; its rules, and their memory."""
    inside = [*_inside(policy, memory)]
    rules, mine = inside[-1]
    assert isinstance(rules, Rules)
    return next((one.stage for _, one in inside if isinstance(one, StageMemory)), 0), rules, mine


def _behind(policy: Policy, observation: Observation, memory: Memory, resized: Resized) -> Behind:
    """The rule behind each change, by its position among the rules of the stage."""
    if isinstance(policy, Rules):
        return policy.behind(observation, memory, resized)
    inside, inner = _within(policy, memory)
    found = _behind(inside, observation, inner, resized)
    if not isinstance(policy, WithProgression):
        return found
    # A progression asks for the stake as if its wagers did not stand, but for those that wait on a number.
    alone = _behind(inside, observation.without(policy.wagers), inner, resized)
    again = {wager: rule for wager, rule in alone.stakes.items() if policy.multiplies(wager, observation)}
    return Behind({**found.stakes, **again}, found.calls)


# The reasons of a system: the rule behind each wager, and behind its leaving.


def reasons(policy: Policy, observation: Observation, memory: Memory) -> dict[Wager, str]:
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
    if isinstance(policy, Rules):
        return policy.reasons(observation, memory)
    if not isinstance(policy, TextSystem | Staged | Wrapper):
        return {}
    inside, inner = _within(policy, memory)
    found = reasons(inside, observation, inner)
    if isinstance(policy, Staged):
        stage = policy.playing(memory)[0].name
        return {wager: f"stage {stage}: {why}" for wager, why in found.items()}
    if isinstance(policy, WithProgression):
        alone = reasons(inside, observation.without(policy.wagers), inner)
        found |= {wager: f"{why}; {policy.words}" for wager, why in alone.items() if wager in policy.wagers}
    return found


def says_rules(policy: Policy) -> bool:
    """Whether the rules of a system say more than its bets: it has stages, or looks at its money."""
    return looks_at_money(policy) or isinstance(core(policy), Staged)


def move_reason(policy: Policy, memory: Memory, effects: tuple[Effect, ...]) -> str:
    """The move to another stage that a throw makes: `stage one: go to two when ahead 70`; or an empty text.

    Args:
        policy: the system.
        memory: its memory before the throw.
        effects: the effects of the throw.
    """
    for one, mine in _inside(policy, memory):
        if isinstance(one, Staged) and (move := one.move_due(mine, effects)):
            return f"stage {one.playing(mine)[0].name}: {move}"
    return ""


def stop_reason(policy: Policy, observation: Observation, memory: Memory) -> str:
    """The rule by which a system stops, as its text says it; or an empty text."""
    stage = ""
    for one, mine in _inside(policy, memory):
        why = ""
        if isinstance(one, Staged):
            stage = f"stage {one.playing(mine)[0].name}: "
        elif isinstance(one, StopAfter) and one.tracker.holds(mine[0]):
            why = one.words
        elif isinstance(one, Rules):
            why = one.stop_reason(observation, mine)
        if why:
            return stage + why
    return ""


def is_bounded(system: Policy) -> bool:
    """Whether a system's words show that its memory is small: sizes with near caps, and no long counts."""
    system = bare(system)
    if not isinstance(system, Rules) or system.trackers:
        return False
    counted = [watch.trigger for watch in system.watches if watch.cell >= 0]
    return all(isinstance(trigger, WinOrLoss) and trigger.count <= _FEW for trigger in counted) and all(
        not isinstance(change, Parlay) and _few_sizes(change, slot.said)
        for watch in system.watches
        for change, slots in watch.changes
        for slot in (system.slots if slots is None else slots)
        if isinstance(change, Raise)
    )


def counts_money(system: Policy) -> bool:
    """Whether a system remembers a balance, which only what can be owned bounds."""
    return any(isinstance(one, Balance) for one in trackers_of(system))


def bets_shares(system: Policy) -> bool:
    """Whether amounts follow from what is owned. Of a policy in Python that looks, it may be so."""
    system = core(system)
    if isinstance(system, Staged):
        return any(bets_shares(stage.policy) for stage in system.stages)
    if not isinstance(system, Rules):
        return True
    steps = (step for rule in system.rules for step in rule.parts)
    return any(isinstance(step, Instruction) and step.looks_at_money for step in steps)


def lone_bet(system: Policy) -> HaveUp | None:
    """The bet of a share of all that is owned, if no other instruction of a system looks at money."""
    system = core(system)
    if not isinstance(system, Rules):
        return None
    steps = (step for rule in system.rules for step in rule.parts)
    looking = [step for step in steps if isinstance(step, Instruction) and step.looks_at_money]
    bet = looking[0] if len(looking) == 1 and isinstance(looking[0], HaveUp) else None
    shares = bet is not None and isinstance(bet.amount, Share) and bet.amount.of_what == "owned"
    return bet if shares else None


def lone_share(system: Policy) -> Fraction:
    """The share of all that is owned which a system bets, if a single instruction looks at money; else 0."""
    bet = lone_bet(system)
    return bet.amount.share if bet is not None and isinstance(bet.amount, Share) else Fraction(0)


_FEW: Final = 10
"""The largest short count of wins or losses, and the most sizes below a near cap."""


def _few_sizes(change: Raise, said: Cents) -> bool:
    """Whether a change reaches its cap after a few steps from the amount said."""
    return bool(change.up_to) and len(_sizes(change, said)) <= _FEW + 1


_ON_NUMBERS: Final = frozenset({Kind.PLACE, Kind.BUY, Kind.HARD})
"""Wagers that each win on their own throws, and stay up while others win."""

_STARTS_AGAIN: Final = ("seven_out", "new_shooter")


def sizes_together(system: Policy) -> dict[Wager, int]:
    """The sizes of each wager that is pressed by its own wins, if every combination of them comes up.

    Empty for a system in which one wager's win may change another's size, or that is not in words.
    """
    system = bare(system)
    if not isinstance(system, Rules):
        return {}
    sizes: dict[Wager, int] = {}
    for watch in system.watches:
        trigger = watch.trigger
        if isinstance(trigger, GameEvent) and trigger.what in _STARTS_AGAIN and not watch.stops:
            continue
        target = trigger.target if isinstance(trigger, WinOrLoss) and trigger.won else None
        if target is None or watch.stops:
            return {}
        for change, slots in watch.changes:
            own = slots is None or (len(slots) == 1 and target.wagers == only(slots[0].wager).wagers)
            if not own or not isinstance(change, Press | HalfPress):
                return {}
            for slot in system.slots:
                if slot.wager in target.wagers and slot.wager.kind in _ON_NUMBERS:
                    sizes[slot.wager] = max(sizes.get(slot.wager, 1), len(_sizes(change, slot.said)))
    return sizes


def _sizes(change: Raise, said: Cents) -> set[int]:
    """The sizes that a change comes to from the amount said, up to one more than a few steps."""
    sizes = [int(said)]
    for _ in range(_FEW + 1):
        sizes.append(change.to(sizes[-1], said))
    return set(sizes)


def grows_without_end(system: Policy) -> bool:
    """Whether a system's words show that its memory has no end, if its bets ever win and lose.

    So it is with a stop ahead or behind alone, where nothing else stops the system.
    """
    system = bare(system)
    end = system.tracker if isinstance(system, StopAfter) else None
    if not isinstance(system, Wrapper) or not isinstance(end, Money) or (end.losing and end.winning):
        return False
    base = bare(system.base)
    if not isinstance(base, Rules) or any(watch.stops for watch in base.watches):
        return False
    steps = (step for rule in base.rules for step in rule.parts)
    return not any(isinstance(step, StopPlaying) for step in steps)


def largest_part(system: Policy, memories: Iterable[Memory], of: int) -> str:
    """The part of a system's memory with most values, in the system's own words, and what would bound it.

    Empty if that is not known: the system is not in words, or no single part has most of the values.
    """
    system = bare(system)
    kept = [memory for memory in memories if memory is not None]  # a player who has left has no memory
    if isinstance(system, Wrapper):
        own, inner = ({memory[part] for memory in kept} for part in (0, 1))
        if len(own) <= len(inner):
            return largest_part(system.base, inner, of)
        return _endless(system) if len(own) ** 2 > of else ""
    if isinstance(system, Staged):
        by_stage = [[one.inner for one in kept if one.stage == at] for at in range(len(system.stages))]
        grown = max(range(len(by_stage)), key=lambda at: len(set(by_stage[at])))
        return largest_part(system.stages[grown].policy, by_stage[grown], of)
    if isinstance(system, Rules):
        values = [len(set(cell)) for cell in zip(*kept, strict=True)]
        most, cell = max(zip(values, range(len(values)), strict=True), default=(0, 0))
        return _of_rules(system, cell) if most**2 > of else ""
    return ""


def _endless(system: Wrapper) -> str:
    """The advice for a line about the whole system."""
    end = system.tracker if isinstance(system, StopAfter) else None
    if isinstance(end, Money) and not (end.losing and end.winning):
        both = Money(end.losing or end.winning, end.winning or end.losing)
        return f"'{system.words}' has no end in the other direction, as 'stop after {both}' has"
    return f"'{system.words}' counts far; a smaller number would make it fit"


def _of_rules(rules: Rules, cell: int) -> str:
    """The advice for one of the numbers that rules remember."""
    for slot in rules.slots:
        if slot.cell == cell:
            return _grown(rules, slot.wager, Cents(10 * slot.said))
    counted = [str(tracker) for tracker in rules.trackers[cell : cell + 1]]
    counted += [str(watch.trigger) for watch in rules.watches if watch.cell == cell]
    return f"'{counted[0]}' counts far; a smaller number would make it fit" if counted else ""


def _grown(rules: Rules, wager: Wager, cap: Cents) -> str:
    """The advice for a wager's size, with the first rule that lets it grow."""
    for watch in rules.watches:
        about = watch.trigger.target if isinstance(watch.trigger, WinOrLoss) else None
        for change, slots in watch.changes:
            target = change.target if slots is not None else about
            if isinstance(change, Raise) and target and wager in target.wagers:
                cure = "a lower cap" if change.up_to else f"a cap, as in up to {printed(cap)},"
                rule = f"after {watch.trigger}: {change}"
                return f"the size of {wager}, by '{rule}'; {cure} would make it fit"
    return f"the size of {wager}"
