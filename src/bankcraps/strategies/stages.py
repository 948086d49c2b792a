"""Stages: several systems, one played at a time, and what moves the player from one to another.

A stage changes after a throw, and the new one makes the next bets. It begins anew: its sizes, progressions,
limits, stops and counts of events in a row start from nothing. What is true of the shooter, the points and
the money goes on.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from bankcraps.game.engine.effects import Effect
from bankcraps.strategies.combinators import StopAfter, Tracking, Wrapper
from bankcraps.strategies.policy import Layout, Memory, Observation, Policy, looks_at_money, result_of
from bankcraps.strategies.rules.conditions import Condition, holds_after, note_balances, read_after
from bankcraps.strategies.rules.counts import StageBalance, Tracker, TrackerReached
from bankcraps.strategies.rules.events import Trigger
from bankcraps.strategies.rules.rule_policy import Rules


class Move(msgspec.Struct, frozen=True):
    """A rule that moves the player to another stage: `go to two when ahead 70`, `go to one after seven_out`.

    Attributes:
        to: the name of the other stage.
        cause: a condition that is asked after each throw, or an event of a throw.
        condition: the condition that must hold after the throw of the event, or None.
    """

    to: str
    cause: Condition | Trigger
    condition: Condition | None = None

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions that are asked after a throw."""
        return tuple(one for one in (self.cause, self.condition) if isinstance(one, Condition))

    def __str__(self) -> str:
        if isinstance(self.cause, Condition):
            return f"go to {self.to} when {self.cause}"
        return f"go to {self.to} after {self.cause}" + (
            "" if self.condition is None else f" when {self.condition}"
        )


class Stage(msgspec.Struct, frozen=True):
    """One stage: a system, and the moves out of it. Of several that are due, the first counts."""

    name: str
    policy: Policy
    moves: tuple[Move, ...] = ()


class StageMemory(NamedTuple):
    """The memory of stages.

    Attributes:
        stage: the position of the stage that is played.
        counts: the values of the trackers that this stage, or one that may follow, reads.
        values: the value of each move's trigger.
        inner: the memory of the stage.
    """

    stage: int
    counts: tuple[int, ...]
    values: tuple[int, ...]
    inner: Memory


class Staged(msgspec.Struct, frozen=True, eq=False):
    """A policy of several stages; it begins in the first.

    Attributes:
        stages: the stages.
        trackers: the trackers of the conditions of all stages and moves, and the puck and the money for
            moves.
        needed: for each stage, whether each tracker is read there or in a stage that may follow.
        targets: for each stage, the position of the stage that each move leads to.
    """

    stages: tuple[Stage, ...]
    trackers: tuple[Tracker, ...]
    needed: tuple[tuple[bool, ...], ...]
    targets: tuple[tuple[int, ...], ...]
    name: str = "stages"
    text: str = ""

    @classmethod
    def of(cls, stages: Sequence[Stage], name: str = "stages") -> "Staged":
        """Put stages together.

        Raises:
            ValueError: if a move leads to no stage.
        """
        names = [stage.name for stage in stages]
        targets = tuple(tuple(names.index(move.to) for move in stage.moves) for stage in stages)
        own = [tuple(dict.fromkeys(_read(stage))) for stage in stages]
        trackers = tuple(dict.fromkeys(tracker for some in own for tracker in some))
        needed = tuple(
            tuple(any(tracker in own[later] for later in _reached(at, targets)) for tracker in trackers)
            for at in range(len(stages))
        )
        return cls(tuple(stages), trackers, needed, targets, name)

    @property
    def looks_at_money(self) -> bool:
        """Whether a stage or a move depends on what the player owns."""
        moves = (move for stage in self.stages for move in stage.moves)
        return any(one.looks_at_money for move in moves for one in move.conditions) or any(
            looks_at_money(stage.policy) for stage in self.stages
        )

    def start(self) -> StageMemory:
        return self._entered(0, tuple(tracker.start() for tracker in self.trackers))

    def layout(self, observation: Observation, memory: StageMemory) -> Layout | None:
        """The layout that the stage wants."""
        self.note(observation, memory)
        return self.stages[memory.stage].policy.layout(observation, memory.inner)

    def playing(self, memory: StageMemory) -> tuple[Stage, Memory]:
        """The stage that is played, and its memory."""
        return self.stages[memory.stage], memory.inner

    def note(self, observation: Observation, memory: StageMemory) -> None:
        """Let the purse know of the balances that are remembered."""
        note_balances(observation, dict(zip(self.trackers, memory.counts, strict=True)))

    def remember(self, memory: StageMemory, effects: tuple[Effect, ...]) -> StageMemory:
        """The stage remembers and the trackers count; then the first move that is due is made."""
        after, due = self._followed(memory, effects)
        return after if due is None else self._entered(self.targets[memory.stage][due], after.counts)

    def move_due(self, memory: StageMemory, effects: tuple[Effect, ...]) -> Move | None:
        """The move that these effects make, if any."""
        due = self._followed(memory, effects)[1]
        return None if due is None else self.stages[memory.stage].moves[due]

    def _followed(self, memory: StageMemory, effects: tuple[Effect, ...]) -> tuple[StageMemory, int | None]:
        """The memory within the stage, and the position of the first move that is due."""
        at, result = memory.stage, result_of(effects)
        inner = self.stages[at].policy.remember(memory.inner, effects)
        counts = tuple(
            tracker.after(value, result) if needed else 0
            for tracker, value, needed in zip(self.trackers, memory.counts, self.needed[at], strict=True)
        )
        known, values = dict(zip(self.trackers, counts, strict=True)), list(memory.values)
        due: list[int] = []
        for number, move in enumerate(self.stages[at].moves):
            if isinstance(move.cause, Trigger):
                values[number], about = move.cause.after(values[number], result)
                happened, asked = about is not None, move.condition
            else:
                happened, asked = result.throw is not None, move.cause
            if happened and (asked is None or holds_after(asked, known)):
                due.append(number)
        moves = bool(due) and not _stopped(self.stages[at].policy, inner)
        return StageMemory(at, counts, tuple(values), inner), due[0] if moves else None

    def _entered(self, stage: int, counts: tuple[int, ...]) -> StageMemory:
        """The memory at the beginning of a stage."""
        counts = tuple(
            value if needed and not isinstance(tracker, StageBalance) else 0
            for tracker, value, needed in zip(self.trackers, counts, self.needed[stage], strict=True)
        )
        known = dict(zip(self.trackers, counts, strict=True))
        values = tuple(
            known[cause.tracker]
            if isinstance(cause, TrackerReached)
            else (cause.start() or 0)
            if isinstance(cause, Trigger)
            else 0
            for cause in (move.cause for move in self.stages[stage].moves)
        )
        return StageMemory(stage, counts, values, _begun(self.stages[stage].policy, known))


def _reached(stage: int, targets: tuple[tuple[int, ...], ...]) -> set[int]:
    """A stage and all that may follow it."""
    found, new = {stage}, [stage]
    while new:
        for later in targets[new.pop()]:
            if later not in found:
                found.add(later)
                new.append(later)
    return found


def _read(stage: Stage) -> Iterator[Tracker]:
    """The trackers that a stage and its moves read."""
    yield from trackers_of(stage.policy)
    for move in stage.moves:
        for condition in move.conditions:
            yield from read_after(condition)
        if isinstance(move.cause, TrackerReached):
            yield move.cause.tracker


def _inside(policy: Policy) -> Policy:
    """The policy that a text makes; any other policy itself."""
    return getattr(policy, "inner", policy) if hasattr(policy, "program") else policy


def trackers_of(policy: Policy) -> Iterator[Tracker]:
    """The trackers that the conditions and events of a policy read."""
    policy = _inside(policy)
    if isinstance(policy, Tracking | Rules | Staged):
        yield from policy.trackers
    if isinstance(policy, Wrapper):
        yield from trackers_of(policy.base)
    if isinstance(policy, Rules):
        for watch in policy.watches:
            if isinstance(watch.trigger, TrackerReached):
                yield watch.trigger.tracker


def _begun(policy: Policy, known: Mapping[Tracker, int]) -> Memory:
    """The memory of a policy that begins during play, with what its trackers would have counted."""
    policy = _inside(policy)
    if isinstance(policy, Wrapper):
        own = policy.start()[0]
        if isinstance(policy, Tracking):
            own = tuple(known[tracker] for tracker in policy.trackers)
        return own, _begun(policy.base, known)
    if not isinstance(policy, Rules):
        return policy.start()
    cells = list(policy.start())
    cells[: len(policy.trackers)] = [known[tracker] for tracker in policy.trackers]
    for watch in policy.watches:
        if isinstance(watch.trigger, TrackerReached):
            cells[watch.cell] = known[watch.trigger.tracker]
    return tuple(cells)


def _stopped(policy: Policy, memory: Memory) -> bool:
    """Whether a stage has stopped for good: then no other begins."""
    policy = _inside(policy)
    if isinstance(policy, StopAfter) and policy.tracker.holds(memory[0]):
        return True
    if isinstance(policy, Wrapper):
        return _stopped(policy.base, memory[1])
    return isinstance(policy, Rules) and policy.stops and bool(memory[-1])
