"""Finds the part of a system's memory that has most values, and a remedy, for errors about chains."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

from bankcraps.game.chips import Cents, printed
from bankcraps.game.wagers import Kind, Wager
from bankcraps.strategies.combinators import Gate, MostLost, StopAfter, Wrapper
from bankcraps.strategies.policy import Policy
from bankcraps.strategies.rules.amounts import Share
from bankcraps.strategies.rules.counts import Balance, Money
from bankcraps.strategies.rules.events import GameEvent, WinOrLoss
from bankcraps.strategies.rules.rule_policy import Rules
from bankcraps.strategies.rules.steps import HalfPress, HaveUp, Instruction, Parlay, Press, StopPlaying
from bankcraps.strategies.stages import Staged
from bankcraps.strategies.text.program import bare, core
from bankcraps.strategies.wager_sets import only

__all__ = [
    "bets_shares",
    "counts_money",
    "grows_without_end",
    "is_bounded",
    "largest_part",
    "lone_bet",
    "lone_share",
    "sizes_together",
]


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
        if isinstance(change, Press | HalfPress | Parlay)
    )


def counts_money(system: Policy) -> bool:
    """Whether a system remembers a balance, which only what can be owned bounds."""
    system = bare(system)
    if isinstance(system, Wrapper):
        own = system.trackers if isinstance(system, Gate | MostLost) else ()
        return any(isinstance(one, Balance) for one in own) or counts_money(system.base)
    if isinstance(system, Staged):
        return any(isinstance(one, Balance) for one in system.trackers)
    return isinstance(system, Rules) and any(isinstance(one, Balance) for one in system.trackers)


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


def _few_sizes(change: Press | HalfPress, said: Cents) -> bool:
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


def _sizes(change: Press | HalfPress, said: Cents) -> set[int]:
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


def largest_part(system: Policy, memories: Iterable[Any], of: int) -> str:
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
            if isinstance(change, Press | HalfPress | Parlay) and target and wager in target.wagers:
                cure = "a lower cap" if change.up_to else f"a cap, as in up to {printed(cap)},"
                rule = f"after {watch.trigger}: {change}"
                return f"the size of {wager}, by '{rule}'; {cure} would make it fit"
    return f"the size of {wager}"
