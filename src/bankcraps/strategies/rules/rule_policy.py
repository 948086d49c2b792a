"""The policy that rules make: `when` rules choose the layout, `after` rules change sizes and counts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from bankcraps.game.chips import Cents, printed
from bankcraps.game.engine.effects import Effect
from bankcraps.game.wagers import Wager
from bankcraps.strategies.policy import EqualByText, Layout, Observation, ThrowResult, result_of
from bankcraps.strategies.rules.amounts import FromMoney
from bankcraps.strategies.rules.conditions import (
    Condition,
    Counts,
    holds_after,
    note_balances,
    read_after,
    trackers_in,
)
from bankcraps.strategies.rules.counts import Tracker
from bankcraps.strategies.rules.events import Trigger, WinOrLoss
from bankcraps.strategies.rules.steps import (
    DOWN,
    Amount,
    Change,
    Draft,
    HaveOddsUp,
    Instruction,
    KeepDown,
    Parlay,
    StopPlaying,
)
from bankcraps.strategies.wager_sets import IT, WagerSet, only


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


NO_RULE: Final = -1
"""No rule changed the size of a wager: it is the amount said."""

Resized = tuple[int, ...]
"""For each slot of some rules, the position of the rule that last changed its size, or `NO_RULE`."""

Memory = tuple[int, ...]
"""Tracker values, trigger counts, changed sizes, instructions due once, and whether a rule said stop.

Each number has a fixed position, its *cell*. The memory holds only the cells that the rules need: many
systems need none.
"""


class _Slot(msgspec.Struct, frozen=True):
    """A wager whose size the rules change.

    Attributes:
        said: the amount in the `when` rules, in cents.
        cell: the cell of its size; 0 there means the amount said.
        falls_back: whether the size returns to the amount said when the wager loses.
        rides: whether some rule adds what the wager won.
    """

    wager: Wager
    said: Cents
    cell: int
    falls_back: bool
    rides: bool


class Behind(NamedTuple):
    """The rule behind each change that is wanted before a throw: of a stake, and of a call."""

    stakes: Mapping[Wager, int]
    calls: Mapping[Wager, int]


class _Watch(msgspec.Struct, frozen=True):
    """An `after` rule with its cells.

    Attributes:
        rule: its position among the rules.
        condition: the condition that must hold after the throw, or None.
        cell: the cell of the trigger's value, or -1 if it has none.
        changes: each change with the slots it changes; None if it changes the wager the event was about.
        once: the instructions to do once.
        due: the cell that says whether these are due, or -1 without any.
        stops: whether the rule stops the system.
    """

    rule: int
    trigger: Trigger
    condition: Condition | None
    cell: int
    changes: tuple[tuple[Change, tuple[_Slot, ...] | None], ...]
    once: tuple[Instruction, ...]
    due: int
    stops: bool


class Rules(EqualByText, frozen=True, eq=False):
    """A policy made of rules. Two with the same text are equal.

    Attributes:
        text: the rules as text, a line each.
        rules: the rules.
        trackers: the trackers that conditions read, those of `when` rules first; their cells come first.
        watches: the `after` rules.
        slots: the wagers whose sizes change; `slot_of` finds one by wager.
        riding: those that add what they won.
        first: the memory at the start.
        stops: whether some rule stops the system; the last cell then says whether one did.
    """

    rules: tuple[Rule, ...]
    trackers: tuple[Tracker, ...]
    watches: tuple[_Watch, ...]
    slots: tuple[_Slot, ...]
    slot_of: dict[Wager, _Slot]
    riding: frozenset[Wager]
    first: Memory
    stops: bool
    name: str = "rules"

    @classmethod
    def of(cls, rules: Sequence[Rule]) -> "Rules":
        """Give every number that the rules must remember its cell, in order: trackers, sizes, triggers."""
        afters = [rule for rule in rules if isinstance(rule, After)]
        read = [one for rule in rules if isinstance(rule, When) for one in trackers_in(rule.condition)]
        read += [one for after in afters if after.condition for one in read_after(after.condition)]
        trackers = tuple(dict.fromkeys(read))
        first = [tracker.start() for tracker in trackers]

        def cell(start: int = 0) -> int:
            first.append(start)
            return len(first) - 1

        slots = tuple(_slots(rules, afters, cell))
        numbered = [(number, rule) for number, rule in enumerate(rules) if isinstance(rule, After)]
        watches = tuple(_watch(number, after, slots, cell) for number, after in numbered)
        stops = any(watch.stops for watch in watches)
        if stops:
            cell()
        return cls(
            "\n".join(map(str, rules)),
            tuple(rules),
            trackers,
            watches,
            slots,
            {wager: slot for slot in slots for wager in only(slot.wager).wagers},
            frozenset(slot.wager for slot in slots if slot.rides),
            tuple(first),
            stops,
        )

    @property
    def looks_at_money(self) -> bool:
        """Whether some rule depends on what the player owns."""
        steps = (step for rule in self.rules for step in rule.parts)
        return any(step.looks_at_money for step in steps if not isinstance(step, Change))

    def start(self) -> Memory:
        return self.first

    def layout(self, observation: Observation, memory: Memory) -> Layout | None:
        """The wanted layout: `when` rules in order, then the instructions of `after` rules that are due."""
        if self.stops and memory[-1]:
            return None
        note_balances(observation, self._counts(memory))
        draft = Draft(observation, self._sizes(memory), self.riding)
        for _, instruction in self._due(observation, memory):
            instruction.do(draft)
        return draft.layout()

    def reasons(self, observation: Observation, memory: Memory) -> dict[Wager, str]:
        """The rule behind each change that `layout` wants: `when point: place 6 12`."""
        found: dict[Wager, str] = {}
        draft = Draft(observation, self._sizes(memory), self.riding)
        saw = f", owning {printed(observation.purse.owned)}" if self.looks_at_money else ""
        for number, instruction in self._due(observation, memory):
            rule = self.rules[number]
            looks = instruction.looks_at_money or (isinstance(rule, When) and rule.condition.looks_at_money)
            stakes, calls = dict(draft.stakes), draft.calls
            instruction.do(draft)
            for wager in dict.fromkeys((*draft.stakes, *stakes, *draft.calls)):
                changed = draft.stakes.get(wager) != stakes.get(wager)
                if changed or draft.calls.get(wager) != calls.get(wager):
                    size = draft.sizes.get(wager, 0)
                    grown = f", now {printed(size)}" if size > 0 else ""
                    found[wager] = f"{rule.head}: {instruction}{grown}{saw if looks else ''}"
        return found

    def behind(self, observation: Observation, memory: Memory, resized: Resized) -> Behind:
        """The rule behind each change that `layout` wants, by its position in `rules`.

        It is the last rule that says the stake or the call. If an `after` rule changed the size of the wager,
        it is the one that changed it last.
        """
        sized = {slot.wager: rule for slot, rule in zip(self.slots, resized, strict=True) if rule != NO_RULE}
        draft = Draft(observation, self._sizes(memory), self.riding)
        stakes: dict[Wager, int] = {}
        said: list[int] = []
        for rule, instruction in self._due(observation, memory):
            before = dict(draft.stakes)
            instruction.do(draft)
            said += [rule] * (len(draft.said) - len(said))
            for wager in {**draft.stakes, **before}:
                if draft.stakes.get(wager) != before.get(wager):
                    stakes[wager] = sized.get(wager, rule) if wager in draft.stakes else rule
        calls = {
            wager: rule
            for rule, (target, _) in zip(said, draft.said, strict=True)
            for wager in draft.calls
            if wager in target.wagers
        }
        before = dict(draft.stakes)
        for wager, size in draft.sizes.items():
            if size == DOWN:
                draft.take_down(only(wager))
                stakes |= {gone: sized[wager] for gone in before if gone not in draft.stakes}
                before = dict(draft.stakes)
        return Behind(stakes, calls)

    def stop_reason(self, observation: Observation, memory: Memory) -> str:
        """The rule that said `stop`."""
        if self.stops and memory[-1]:
            heads = [self.rules[watch.rule].head for watch in self.watches if watch.stops]
        else:
            due = self._due(observation, memory)
            heads = [self.rules[rule].head for rule, step in due if isinstance(step, StopPlaying)]
        return " or ".join(f"{head}: stop" for head in heads)

    def _counts(self, memory: Sequence[int]) -> Counts:
        return dict(zip(self.trackers, memory, strict=False))

    def _sizes(self, memory: Memory) -> dict[Wager, int]:
        return {slot.wager: memory[slot.cell] for slot in self.slots if memory[slot.cell]}

    def _due(self, observation: Observation, memory: Memory) -> Iterator[tuple[int, Instruction]]:
        """The instructions for the next throw, each with the position of its rule."""
        counts = self._counts(memory)
        for number, rule in enumerate(self.rules):
            if isinstance(rule, When) and rule.condition.holds(observation, counts):
                for instruction in rule.instructions:
                    yield number, instruction
        for watch in self.watches:
            if watch.due >= 0 and memory[watch.due]:
                for instruction in watch.once:
                    yield watch.rule, instruction

    def remember(self, memory: Memory, effects: tuple[Effect, ...]) -> Memory:
        """The memory after a throw: trackers count, sizes of losers fall back, then `after` rules apply."""
        return self._after(memory, effects, {})

    def resized(self, before: Resized, memory: Memory, effects: tuple[Effect, ...], after: Memory) -> Resized:
        """The rule that last changed each size, after effects with which `memory` became `after`."""
        changed: dict[int, int] = {}
        self._after(memory, effects, changed)
        return tuple(
            changed.get(slot.cell, rule) if after[slot.cell] else NO_RULE
            for slot, rule in zip(self.slots, before, strict=True)
        )

    def _after(self, memory: Memory, effects: tuple[Effect, ...], changed: dict[int, int]) -> Memory:
        """The memory after effects; notes by cell which rule changed a size."""
        if not memory or (self.stops and memory[-1]):
            return memory
        result, cells = result_of(effects), list(memory)
        for cell, tracker in enumerate(self.trackers):
            cells[cell] = tracker.after(cells[cell], result)
        self._fall_back(cells, result)
        for watch in self.watches:
            self._watch(watch, cells, result, changed)
        return tuple(cells)

    def _fall_back(self, cells: list[int], result: ThrowResult) -> None:
        for wager, net in result.decided:
            slot = self.slot_of.get(wager)
            if slot is not None and net < 0 and slot.falls_back:
                cells[slot.cell] = 0
        if result.hand_over:
            for slot in self.slots:
                if cells[slot.cell] == DOWN:
                    cells[slot.cell] = 0

    def _watch(self, watch: _Watch, cells: list[int], result: ThrowResult, changed: dict[int, int]) -> None:
        value = cells[watch.cell] if watch.cell >= 0 else 0
        value, about = watch.trigger.after(value, result)
        if watch.cell >= 0:
            cells[watch.cell] = value
        if about is not None and watch.condition is not None:
            about = about if holds_after(watch.condition, self._counts(cells)) else None
        if watch.due >= 0:
            cells[watch.due] = int(about is not None)
        if about is None:
            return
        if watch.stops:
            cells[-1] = 1
        for change, slots in watch.changes:
            for slot in self._slots_of(about) if slots is None else slots:
                won = sum(net for wager, net in result.decided if self.slot_of.get(wager) is slot)
                size = change.to(cells[slot.cell] or slot.said, slot.said, won)
                size = 0 if size == slot.said else size
                if size != cells[slot.cell]:
                    cells[slot.cell], changed[slot.cell] = size, watch.rule

    def _slots_of(self, wagers: tuple[Wager, ...]) -> list[_Slot]:
        found = [self.slot_of[wager] for wager in wagers if wager in self.slot_of]
        return list(dict.fromkeys(found))


_Cell = Callable[..., int]
"""Takes the next cell of the memory for a number that starts at 0 or, if given, another value."""


def _slots(rules: Sequence[Rule], afters: Sequence[After], cell: _Cell) -> Iterator[_Slot]:
    """A slot for every wager that is bet on and resized by some rule."""
    changed = [(after, step) for after in afters for step in after.steps if isinstance(step, Change)]
    for wager, amounts in amounts_said(rules).items():
        meant = only(wager).wagers
        on_it = [(after, step) for after, step in changed if meant & _changed_by(after, step).wagers]
        if not on_it:
            continue
        losses_change_it = any(
            isinstance(after.trigger, WinOrLoss) and not after.trigger.won and not isinstance(step, KeepDown)
            for after, step in on_it
        )
        said = max((one for one in amounts if not isinstance(one, FromMoney)), default=Cents(0))
        rides = any(isinstance(step, Parlay) for _, step in on_it)
        yield _Slot(wager, said, cell(), falls_back=not losses_change_it, rides=rides)


def _watch(rule: int, after: After, slots: tuple[_Slot, ...], cell: _Cell) -> _Watch:
    """An `after` rule with its cells."""
    first = after.trigger.start()
    does = [step for step in after.steps if isinstance(step, Instruction)]
    once = tuple(step for step in does if not isinstance(step, StopPlaying))
    changes = [
        (step, None if step.target == IT else tuple(s for s in slots if _meant(s, step.target)))
        for step in after.steps
        if isinstance(step, Change)
    ]
    return _Watch(
        rule,
        after.trigger,
        after.condition,
        -1 if first is None else cell(first),
        tuple(changes),
        once,
        cell() if once else -1,
        stops=len(once) < len(does),
    )


def _changed_by(after: After, change: Change) -> WagerSet:
    """The wagers that a change affects; for `it`, every wager of the event."""
    about = after.trigger.target if isinstance(after.trigger, WinOrLoss) else None
    return about if change.target == IT and about is not None else change.target


def _meant(slot: _Slot, target: WagerSet) -> bool:
    return bool(only(slot.wager).wagers & target.wagers)
