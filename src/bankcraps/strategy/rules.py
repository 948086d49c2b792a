"""The heart of a system in words: `when` rules make the layout, `after` rules change sizes and counts."""

from collections.abc import Iterable, Sequence

import msgspec

from bankcraps.chips import Cents
from bankcraps.engine.effects import Effect
from bankcraps.strategy.acts import Act, Stop
from bankcraps.strategy.changes import Change, TakeDown
from bankcraps.strategy.conditions import Condition, bound, trackers_in
from bankcraps.strategy.desk import OFF, Desk
from bankcraps.strategy.outcome import Outcome
from bankcraps.strategy.protocol import Layout
from bankcraps.strategy.targets import IT, Target, only
from bankcraps.strategy.trackers import Tracker
from bankcraps.strategy.triggers import Decided, Trigger
from bankcraps.strategy.view import View
from bankcraps.wagers import Wager

__all__ = ["After", "Memory", "Rules", "When", "sums_said"]

Memory = tuple[int, ...]
"""The values of trackers, counts of triggers, sizes that were changed, and what is to be done once."""


class When(msgspec.Struct, frozen=True):
    """Before a throw, if a condition holds: `when point: odds max; come 10 up to 2`."""

    condition: Condition
    acts: tuple[Act, ...]

    def __str__(self) -> str:
        """As it is written."""
        return f"when {self.condition}: {'; '.join(map(str, self.acts))}"


class After(msgspec.Struct, frozen=True):
    """After a throw, if something happened on it: `after win of place 6: press place 6`.

    Attributes:
        trigger: what has to happen.
        steps: changes of sizes, which last, and acts, which are done once before the next throw.
    """

    trigger: Trigger
    steps: tuple[Act | Change, ...]

    def __str__(self) -> str:
        """As it is written."""
        return f"after {self.trigger}: {'; '.join(map(str, self.steps))}"


Rule = When | After


class _Slot(msgspec.Struct, frozen=True):
    """A wager whose size changes.

    Attributes:
        said: the sum that the rules say.
        cell: where memory has the size, 0 for the sum said.
        falls_back: whether it goes back to that sum when the wager loses.
    """

    wager: Wager
    said: Cents
    cell: int
    falls_back: bool


class _Watch(msgspec.Struct, frozen=True):
    """An `after` rule at work.

    Attributes:
        cell: where memory counts for the trigger, or -1.
        changes: each change with the slots it is for; None where it is for whatever the event was about.
        once: the acts, and `due`, where memory has whether they are to be done; -1 without any.
        stops: whether it stops the system.
    """

    trigger: Trigger
    cell: int
    changes: tuple[tuple[Change, tuple[_Slot, ...] | None], ...]
    once: tuple[Act, ...]
    due: int
    stops: bool


class Rules(msgspec.Struct, frozen=True, eq=False):
    """A system made of rules.

    Attributes:
        text: the rules as they are written, a line each.
        rules: the rules.
    """

    text: str
    rules: tuple[Rule, ...]
    whens: tuple[tuple[Condition, tuple[Act, ...]], ...]
    trackers: tuple[Tracker, ...]
    watches: tuple[_Watch, ...]
    slots: tuple[_Slot, ...]
    slot_of: dict[Wager, _Slot]
    first: Memory
    stops: bool
    name: str = "rules"

    @classmethod
    def of(cls, rules: Sequence[Rule]) -> "Rules":
        """Work out what the rules need to remember."""
        return _Planner(rules).plan()

    def start(self) -> Memory:
        """Nothing happened yet."""
        return self.first

    def layout(self, view: View, memory: Memory) -> Layout | None:
        """What the rules want before the next throw: `when` rules in order, then what an event asked for."""
        if self.stops and memory[-1]:
            return None
        sizes = {slot.wager: memory[slot.cell] for slot in self.slots if memory[slot.cell]}
        desk = Desk(view, sizes)
        for condition, acts in self.whens:
            if condition.holds(view, memory):
                for act in acts:
                    act.do(desk)
        for watch in self.watches:
            if watch.due >= 0 and memory[watch.due]:
                for act in watch.once:
                    act.do(desk)
        return desk.layout()

    def observe(self, memory: Memory, effects: tuple[Effect, ...]) -> Memory:
        """What the rules remember after a throw."""
        if not memory or (self.stops and memory[-1]):
            return memory
        outcome, cells = Outcome(effects), list(memory)
        for cell, tracker in enumerate(self.trackers):
            cells[cell] = tracker.after(cells[cell], outcome)
        self._fall_back(cells, outcome)
        for watch in self.watches:
            self._watch(watch, cells, outcome)
        return tuple(cells)

    def _fall_back(self, cells: list[int], outcome: Outcome) -> None:
        for wager, net in outcome.decided:
            slot = self.slot_of.get(wager)
            if slot is not None and net < 0 and slot.falls_back:
                cells[slot.cell] = 0
        if outcome.hand_over:
            for slot in self.slots:
                if cells[slot.cell] == OFF:
                    cells[slot.cell] = 0

    def _watch(self, watch: _Watch, cells: list[int], outcome: Outcome) -> None:
        value = cells[watch.cell] if watch.cell >= 0 else 0
        value, about = watch.trigger.after(value, outcome)
        if watch.cell >= 0:
            cells[watch.cell] = value
        if watch.due >= 0:
            cells[watch.due] = int(about is not None)
        if about is None:
            return
        if watch.stops:
            cells[-1] = 1
        for change, slots in watch.changes:
            for slot in self._about(about) if slots is None else slots:
                size = change.to(cells[slot.cell] or slot.said, slot.said)
                cells[slot.cell] = 0 if size == slot.said else size

    def _about(self, wagers: tuple[Wager, ...]) -> list[_Slot]:
        found = [self.slot_of[wager] for wager in wagers if wager in self.slot_of]
        return list(dict.fromkeys(found))

    def __eq__(self, other: object) -> bool:
        """Rules that read alike are alike."""
        return isinstance(other, Rules) and self.text == other.text

    def __hash__(self) -> int:
        """As equality."""
        return hash(self.text)


def sums_said(rules: Iterable[Rule]) -> dict[Wager, set[Cents]]:
    """The wagers that rules bet on, with every sum they say for each."""
    sums: dict[Wager, set[Cents]] = {}
    for rule in rules:
        for act in rule.acts if isinstance(rule, When) else rule.steps:
            if isinstance(act, Act):
                for wager, amount in act.bets():
                    sums.setdefault(wager, set()).add(amount)
    return sums


class _Planner:
    """Rules being made ready: which cell of memory is whose."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = tuple(rules)
        self.whens = [rule for rule in rules if isinstance(rule, When)]
        self.afters = [rule for rule in rules if isinstance(rule, After)]
        self.first: list[int] = []
        asked = (tracker for when in self.whens for tracker in trackers_in(when.condition))
        self.trackers = tuple(dict.fromkeys(asked))
        self.first += [tracker.start() for tracker in self.trackers]

    def plan(self) -> Rules:
        """All of it."""
        slots = tuple(self._slots())
        slot_of = {wager: slot for slot in slots for wager in only(slot.wager).wagers}
        watches = tuple(self._watch(after, slots) for after in self.afters)
        stops = any(watch.stops for watch in watches)
        if stops:
            self._cell()
        whens = tuple((bound(when.condition, self.trackers), when.acts) for when in self.whens)
        text = "\n".join(map(str, self.rules))
        return Rules(
            text, self.rules, whens, self.trackers, watches, slots, slot_of, tuple(self.first), stops
        )

    def _cell(self, start: int = 0) -> int:
        self.first.append(start)
        return len(self.first) - 1

    def _slots(self) -> Iterable[_Slot]:
        """A slot for every wager bet on whose size some rule changes."""
        changed = [(after, step) for after in self.afters for step in after.steps if isinstance(step, Change)]
        for wager, sums in sums_said(self.rules).items():
            meant = only(wager).wagers
            on_it = [(after, step) for after, step in changed if meant & _for(after, step).wagers]
            if not on_it:
                continue
            stays = any(
                isinstance(after.trigger, Decided)
                and not after.trigger.won
                and not isinstance(step, TakeDown)
                for after, step in on_it
            )
            yield _Slot(wager, max(sums), self._cell(), falls_back=not stays)

    def _watch(self, after: After, slots: tuple[_Slot, ...]) -> _Watch:
        trigger = after.trigger
        changes = [
            (step, None if step.target == IT else tuple(s for s in slots if _meant(s, step.target)))
            for step in after.steps
            if isinstance(step, Change)
        ]
        acts = [step for step in after.steps if isinstance(step, Act) and not isinstance(step, Stop)]
        return _Watch(
            trigger,
            self._cell(trigger.start()) if trigger.counts else -1,
            tuple(changes),
            tuple(acts),
            self._cell() if acts else -1,
            stops=any(isinstance(step, Stop) for step in after.steps),
        )


def _for(after: After, change: Change) -> Target:
    """The wagers a change is for; `it` may be any that the event is about."""
    about = after.trigger.target if isinstance(after.trigger, Decided) else None
    return about if change.target == IT and about is not None else change.target


def _meant(slot: _Slot, target: Target) -> bool:
    return bool(only(slot.wager).wagers & target.wagers)
