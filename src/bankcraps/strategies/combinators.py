"""Policies around a policy: gates, limits, progressions and stops. Each wraps any policy.

The memory of a wrapper is a pair: its own, and that of the policy inside.
"""

# The grammar of a phrase says which words its meaning is made of.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, ClassVar, cast

import msgspec
from lark import Token

from bankcraps.game.chips import Cents, printed
from bankcraps.game.engine.effects import Effect
from bankcraps.game.wagers import FLATS, flat_under
from bankcraps.strategies import progressions
from bankcraps.strategies.language import SUM, WHOLE, How, Said, count, says, word
from bankcraps.strategies.policy import Layout, Memory, Observation, Policy, looks_at_money, result_of
from bankcraps.strategies.progressions import Progression
from bankcraps.strategies.rules.conditions import Condition, Counts, TrackerHolds, note_balances, trackers_in
from bankcraps.strategies.rules.counts import (
    EveryShooter,
    Money,
    NewShooter,
    OfShooter,
    ShooterBalance,
    Tracker,
)
from bankcraps.strategies.wager_sets import NOT_IT, WagerSet, bettable, not_it

if TYPE_CHECKING:
    from collections.abc import Callable

    from bankcraps.game.engine.state import OnOff
    from bankcraps.game.wagers import Wager

Pair = tuple[Memory, Memory]
"""The memory of the wrapper, and that of the policy inside."""


class Wrapper(msgspec.Struct, frozen=True):
    """A policy around another.

    Attributes:
        base: the policy inside.
        place: the place of its line among the printed lines of a system; above 0 behind the rules.
        layer: the higher, the further outside it stands; of several of a layer, the first line is outermost.
    """

    base: Policy

    place: ClassVar[int]
    layer: ClassVar[int]

    @property
    def words(self) -> str:
        """The line of text that adds this wrapper."""
        raise NotImplementedError

    @property
    def name(self) -> str:
        """The name of the policy inside, and the words of this wrapper."""
        return f"{self.base.name}, {self.words}"

    @property
    def text(self) -> str:
        """The words and the text of the policy inside; empty if that has none."""
        return f"{self.words}\n{self.base.text}" if self.base.text else ""

    @property
    def looks_at_money(self) -> bool:
        """Whether it depends on what the player owns."""
        return looks_at_money(self.base)

    def start(self) -> Pair:
        return 0, self.base.start()

    def layout(self, observation: Observation, memory: Pair) -> Layout | None:
        """The layout that the policy inside wants, as this wrapper changes it."""
        raise NotImplementedError

    def remember(self, memory: Pair, effects: tuple[Effect, ...]) -> Pair:
        own, inner = memory
        return self.after(own, effects), self.base.remember(inner, effects)

    def after(self, own: Memory, effects: tuple[Effect, ...]) -> Memory:
        """The wrapper's own memory after some effects."""
        return own

    @classmethod
    def together(cls, lines: "Sequence[Wrapper]") -> "Sequence[Wrapper]":
        """The meaning of several lines of a system together."""
        return lines

    @classmethod
    def printed(cls, lines: "Sequence[Wrapper]") -> list[str]:
        """The text of several lines of a system."""
        return [line.words for line in lines]


NO_POLICY = cast("Policy", None)
"""The inside of a line of a system, before the line is put around the policy of the rules."""


class Tracking(Wrapper, frozen=True):
    """A policy around another that changes its layouts by what some trackers have counted."""

    @property
    def trackers(self) -> tuple[Tracker, ...]:
        """The trackers; their values are the memory."""
        return ()

    def changed(self, wanted: Layout, observation: Observation, counts: Counts) -> Layout:
        """The layout instead of one that the policy inside wants."""
        raise NotImplementedError

    def start(self) -> Pair:
        return tuple(tracker.start() for tracker in self.trackers), self.base.start()

    def layout(self, observation: Observation, memory: Pair) -> Layout | None:
        values, inner = memory
        counts = dict(zip(self.trackers, values, strict=True))
        note_balances(observation, counts)
        wanted = self.base.layout(observation, inner)
        return None if wanted is None else self.changed(wanted, observation, counts)

    def after(self, own: tuple[int, ...], effects: tuple[Effect, ...]) -> tuple[int, ...]:
        if not own:  # as nearly always: most conditions count nothing
            return own
        result = result_of(effects)
        return tuple(tracker.after(value, result) for tracker, value in zip(self.trackers, own, strict=True))


class Gate(Tracking, frozen=True):
    """Unless a condition holds, nothing new: no wager, no odds, no press. What stands, stands.

    Behind a closed gate the policy inside may still take wagers down and call them on or off.

    | `only after five_count`, `only when point 6 or 8`, `only on every 2nd shooter` | while the condition
    does not hold, nothing new: no wager, no odds, no press. Wagers that are up stay up, unless a rule takes
    them `down`, or they stand on the point that an `except point` leaves out |
    """

    condition: Condition

    place: ClassVar[int] = -4
    layer: ClassVar[int] = 3

    @classmethod
    def together(cls, lines: Sequence[Wrapper]) -> Sequence[Wrapper]:
        """Each of them once."""
        return [*dict.fromkeys(lines)]

    @property
    def words(self) -> str:
        """The line of text: `only after five_count`, `only when point 6 or 8`."""
        tracker = self.condition.tracker if isinstance(self.condition, TrackerHolds) else None
        if not isinstance(tracker, EveryShooter | NewShooter | OfShooter):
            return f"only when {self.condition}"
        link = "on" if isinstance(tracker, EveryShooter) else "after"
        return f"only {link} {self.condition}"

    @property
    def looks_at_money(self) -> bool:
        """Whether the condition or the policy inside depends on what the player owns."""
        return self.condition.looks_at_money or looks_at_money(self.base)

    @property
    def trackers(self) -> tuple[Tracker, ...]:
        """The trackers that the condition reads."""
        return _trackers_of(self.condition)

    def changed(self, wanted: Layout, observation: Observation, counts: Counts) -> Layout:
        """Behind a closed gate, no more on any wager than stands there."""
        if self.condition.holds(observation, counts):
            return wanted
        stands = observation.stakes()
        stakes = {w: min(amount, stands[w]) for w, amount in wanted.stakes.items() if w in stands}
        calls: dict[Wager, OnOff] = {wager: call for wager, call in wanted.calls.items() if wager in stands}
        return Layout(stakes, calls)


word("_ONLY", r"only\b")
says(
    "wrapper only: _ONLY (_WHEN | _AFTER | _ON) condition",
    lambda condition: Gate(NO_POLICY, condition),
    shown={"only when point": "new bets only when …"},
    how=How(at="only"),
)


@lru_cache(maxsize=256)
def _trackers_of(condition: Condition) -> tuple[Tracker, ...]:
    return tuple(dict.fromkeys(trackers_in(condition)))


class AtMost(Wrapper, frozen=True):
    """Limits new wagers of some sort per shooter: `at most 3 come a shooter`.

    A come wager counts once: in the box, and still when it moves to its number. A wager that wins and stays
    up is still the same one. The memory counts the wagers that left the spot where they were made.

    | `at most 3 come a shooter` | at most that many new wagers of that kind per shooter |
    """

    count: int
    target: WagerSet

    place: ClassVar[int] = -3
    layer: ClassVar[int] = 2

    @property
    def words(self) -> str:
        """The line of text."""
        return f"at most {self.count} {self.target} a shooter"

    def layout(self, observation: Observation, memory: Pair) -> Layout | None:
        """The wanted layout without the new wagers beyond the count."""
        counted, inner = memory
        wanted = self.base.layout(observation, inner)
        if wanted is None:
            return None
        mine = [w for w in wanted.stakes if w in self.target.wagers and bettable(w)]
        stands = [wager for wager in mine if observation.amount(wager)]
        room = self.count - counted - len(stands)
        over = [wager for wager in mine if wager not in stands][max(0, room) :]
        if not over:
            return wanted
        stakes = {wager: amount for wager, amount in wanted.stakes.items() if wager not in over}
        return Layout(stakes, wanted.calls)

    def after(self, own: int, effects: tuple[Effect, ...]) -> int:
        result = result_of(effects)
        left = {wager for wager in result.ended if wager in self.target.wagers and bettable(wager)}
        return 0 if result.hand_over else min(self.count, own + len(left))


word("_AT_MOST", r"at[ _]most\b", "at most")
word("_A_SHOOTER", r"(a|per|each)[ \t]+shooter\b", "a shooter")
says(
    "wrapper at_most: _AT_MOST MONEY target _A_SHOOTER",
    lambda number, target: AtMost(NO_POLICY, number, target),
    {**count("the number of wagers"), **NOT_IT},
    {"at most 3 come a shooter": "at most so many new wagers a shooter: …"},
    examples={"at most": "at most 3 come a shooter"},
)


class AtMostSum(Tracking, frozen=True):
    """No bet that would go beyond a sum.

    Attributes:
        sum_: the sum, in cents.
    """

    sum_: Cents

    @classmethod
    def together(cls, lines: Sequence[Wrapper]) -> Sequence[Wrapper]:
        """The least of their sums."""
        return [min((line for line in lines if isinstance(line, cls)), key=lambda line: line.sum_)]


class MostLost(AtMostSum, frozen=True):
    """No bet with which this shooter could cost more than a sum: `at most 60 lost this shooter`.

    It counts what the player lost on balance since the hand began, and all that would stand, as if the next
    throw took everything. A bet that does not fit is left out whole; a smaller one after it may fit.

    | `at most 60 lost this shooter` | no bet with which this shooter could cost more than that, if the next
    throw took all that stands. A bet that does not fit is left out |
    """

    place: ClassVar[int] = -1
    layer: ClassVar[int] = 5

    @property
    def words(self) -> str:
        """The line of text."""
        return f"at most {printed(self.sum_)} lost this shooter"

    @property
    def looks_at_money(self) -> bool:
        """Always: only what can be owned bounds what a shooter wins."""
        return True

    @property
    def trackers(self) -> tuple[Tracker, ...]:
        """The balance with this shooter."""
        return (ShooterBalance(),)

    def changed(self, wanted: Layout, observation: Observation, counts: Counts) -> Layout:
        """The wanted layout without the bets that do not fit."""
        return _fitting(wanted, observation.stakes(), self.sum_ + counts[ShooterBalance()], observation.cost)


word("_LOST", r"lost\b", "lost this shooter")
says(
    "wrapper most_lost: _AT_MOST MONEY _LOST (THIS_SHOOTER | _A_SHOOTER)",
    lambda sum_: MostLost(NO_POLICY, sum_),
    SUM,
    {"at most 60 lost this shooter": "lose at most this much on a shooter: …"},
)


class MostUp(AtMostSum, frozen=True):
    """No bet with which more than a sum would lie on the layout: `at most 100 on the table`.

    A bet that does not fit is left out whole; a smaller one after it may fit.

    | `at most 100 on the table` | no bet with which more than that would lie on the layout. A bet that does
    not fit is left out |
    """

    place: ClassVar[int] = -2
    layer: ClassVar[int] = 4

    @property
    def words(self) -> str:
        """The line of text."""
        return f"at most {printed(self.sum_)} on the table"

    def changed(self, wanted: Layout, observation: Observation, counts: Counts) -> Layout:
        """The wanted layout without the bets that do not fit."""
        return _fitting(wanted, observation.stakes(), self.sum_, lambda _, amount: amount)


word("_ON_TABLE.2", r"on[ \t]+(the[ \t]+)?(table|layout)\b", "on the table")
says(
    "wrapper most_up: _AT_MOST MONEY _ON_TABLE",
    lambda sum_: MostUp(NO_POLICY, sum_),
    SUM,
    {"at most 100 on the table": "have at most this much on the table: …"},
)


def _fitting(
    wanted: Layout,
    stands: "dict[Wager, Cents]",
    room: int,
    price: "Callable[[Wager, Cents], int]",
) -> Layout:
    """A layout without the bets for which there is no room beside what stands, in their order.

    Args:
        wanted: the layout.
        stands: the amount on each wager now.
        room: the room for all that stands and is wanted, in cents.
        price: the part of the room that so much on a wager takes.
    """
    kept = {wager: min(amount, stands.get(wager, Cents(0))) for wager, amount in wanted.stakes.items()}
    left = room - sum(kept.values())
    for wager, amount in wanted.stakes.items():
        more = price(wager, amount) - price(wager, kept[wager]) if amount > kept[wager] else 0
        if more <= left:
            left -= more
            kept[wager] = amount
    stakes = {wager: amount for wager, amount in kept.items() if amount}
    return Layout(stakes, {wager: call for wager, call in wanted.calls.items() if wager in stakes})


class WithProgression(Wrapper, frozen=True):
    """A progression on the stakes of some wagers: `progression martingale on pass up to 7 steps`.

    The policy inside says the base stake, asked as if these wagers did not stand; the progression multiplies
    it. A flat wager on its number is left alone until it is decided. No stake grows beyond the table maximum,
    and no odds beyond what the house allows.

    | `progression martingale on pass up to 7 steps` | the size of that wager follows its wins and losses |

    Attributes:
        progression: the progression of the multiple by wins and losses.
        target: the wagers; all share one step of the progression.
    """

    progression: Progression
    target: WagerSet

    place: ClassVar[int] = 1
    layer: ClassVar[int] = 1

    @property
    def words(self) -> str:
        """The line of text."""
        head, up_to, steps = self.progression.words.partition(" up to ")
        return f"progression {head} on {self.target}{up_to}{steps}"

    @property
    def wagers(self) -> "frozenset[Wager]":
        """The wagers whose stakes it multiplies."""
        return _bettable_in(self.target)

    def layout(self, observation: Observation, memory: Pair) -> Layout | None:
        """The wanted layout with these stakes multiplied."""
        state, inner = memory
        multiple = self.progression.multiple(state)
        inside = observation if multiple == 1 else observation.multiplied(self.wagers, multiple)
        wanted = self.base.layout(inside, inner)
        if wanted is None:
            return None
        without = inside.without(self.wagers)
        bare = wanted if without is inside else self.base.layout(without, inner)
        stakes = dict(wanted.stakes)
        for wager, amount in bare.stakes.items() if bare else ():
            if self.multiplies(wager, observation):
                flat = stakes.get(flat_under(wager), 0) if wager.kind in FLATS else 0
                stakes[wager] = observation.times(wager, amount, multiple, flat)
        return Layout(stakes, wanted.calls)

    def multiplies(self, wager: "Wager", observation: Observation) -> bool:
        """Whether it multiplies the stake of a wager now."""
        waits = observation.amount(wager) and observation.flat_on_number(wager)
        return wager in self.wagers and not waits

    def after(self, own: Memory, effects: tuple[Effect, ...]) -> Memory:
        """Every decision of one of these wagers moves the progression; a tie does not."""
        for wager, net in result_of(effects).decided:
            if net and wager in self.target.wagers:
                own = self.progression.after(own, won=net > 0)
        return own


@lru_cache(maxsize=256)
def _bettable_in(target: WagerSet) -> "frozenset[Wager]":
    return frozenset(wager for wager in target.wagers if bettable(wager))


def _progression(of: "Callable[..., Progression]", said: Token, *rest: Token | Said) -> Said:
    """The line for a progression, which `of` makes of its words."""
    (at,) = (one for one in rest if isinstance(one, Said))
    made = of(said, *(one for one in rest if isinstance(one, Token)))
    return Said(WithProgression(NO_POLICY, made, not_it(at)), said)


word("_PROGRESSION", r"progression\b")
word("_STEPS", r"steps?\b")
word("_UNITS", r"units?\b", "units")
word(
    "PROGRESSION",
    rf"({'|'.join(one.pattern or name for name, one in progressions.PROGRESSIONS.items())})(?![\w-])",
    *progressions.PROGRESSIONS,
)
word("SERIES", r"series[ \t]+after[ \t]+(wins|losses)\b", "series after wins 1 2 4")
word("BACK", r"back[ \t]+[0-9]+", "back 1", numbers=r"\d+")
word("THEN_STAY", r"(then[ \t]+|and[ \t]+)?stay\b", "then stay")
word(
    "LABOUCHERE.2",
    r"(reverse[ \t_]+)?labouch[eè]re([ \t]+[0-9]+([ \t]*[-,][ \t]*[0-9]+|[ \t]+[0-9]+)*)?(?![\w.-])",
    *("labouchere 1-2-3-4", "reverse_labouchere 1-2-3-4"),
)
_PACE = "progression martingale on pass up to 7 steps"
_ROW = {"series after wins": "multiples after wins", "series after losses": "multiples after losses"}
_ROW_ENDS = {"": "", " then stay": ", and stay", " back 1": ", steps back"}
says(
    "wrapper progression: _PROGRESSION PROGRESSION _ON target (_UP_TO MONEY _STEPS)?",
    partial(_progression, progressions.named_by),
    WHOLE,
    {_PACE: "a progression, so many steps: …", "progression paroli on pass": "a progression: …"},
    examples={"progression": _PACE},
)
says(
    "wrapper series: _PROGRESSION SERIES MONEY+ BACK? THEN_STAY? _ON target",
    partial(_progression, progressions.series_of),
    WHOLE,
    {
        f"progression {row} 1 2 4{end} on pass": f"{says}{how}: …"
        for end, how in _ROW_ENDS.items()
        for row, says in _ROW.items()
    },
    how=How(parts=progressions.series_slots),
    examples={"progression series": "progression series after wins 1 2 4 on pass"},
)
says(
    "wrapper labouchere: _PROGRESSION LABOUCHERE _ON target (_UP_TO MONEY _UNITS)?",
    partial(_progression, progressions.labouchere_of),
    WHOLE,
    {
        "progression labouchere 1-2-3-4 on pass up to 20 units": "a labouchere: …",
        "progression reverse_labouchere 1-2-3-4 on pass up to 20 units": "a reverse labouchere: …",
    },
    examples={"progression labouchere": "progression labouchere 1-2-3-4 on pass up to 20 units"},
)


class StopAfter(Wrapper, frozen=True):
    """Stop for good once a tracker holds: `stop after losing 200 or winning 100`, `stop after 60 throws`.

    | `stop after losing 200 or winning 100`, `stop after 60 throws`, `... 10 shooters`, `... 20 decisions`
    | no more wagers once the first of these has happened |
    """

    tracker: Tracker

    place: ClassVar[int] = 2
    layer: ClassVar[int] = 6

    @classmethod
    def together(cls, lines: Sequence[Wrapper]) -> Sequence[Wrapper]:
        """Each end once: money first, with losses and wins in one tracker."""
        ends = [line.tracker for line in lines if isinstance(line, cls)]
        money = [end for end in ends if isinstance(end, Money)]
        losing = min((end.losing for end in money if end.losing), default=Cents(0))
        winning = min((end.winning for end in money if end.winning), default=Cents(0))
        first: list[Tracker] = [Money(losing, winning)] if money else []
        others = [end for end in ends if not isinstance(end, Money)]
        return [cls(NO_POLICY, end) for end in dict.fromkeys(first + others)]

    @classmethod
    def printed(cls, lines: Sequence[Wrapper]) -> list[str]:
        """The line that says all of these ends."""
        return ["stop after " + " or ".join(str(one.tracker) for one in lines if isinstance(one, cls))]

    @property
    def words(self) -> str:
        """The line of text."""
        return f"stop after {self.tracker}"

    def start(self) -> Pair:
        return self.tracker.start(), self.base.start()

    def layout(self, observation: Observation, memory: Pair) -> Layout | None:
        """The wanted layout, or None once the tracker holds."""
        value, inner = memory
        return None if self.tracker.holds(value) else self.base.layout(observation, inner)

    def remember(self, memory: Pair, effects: tuple[Effect, ...]) -> Pair:
        """Once the tracker holds, the memory no longer changes."""
        value, inner = memory
        if self.tracker.holds(value):
            return memory
        return self.tracker.after(value, result_of(effects)), self.base.remember(inner, effects)


word("_STOP_AFTER.2", r"stop[ \t]+after\b", "stop after")
says(
    "wrapper stop_after: _STOP_AFTER end (_OR end)*",
    lambda *ends: [StopAfter(NO_POLICY, end) for end in ends],
    shown={"stop after losing 200": "stop after …"},
    how=How(at="stop after"),
    examples={"stop after": "stop after losing 200 or winning 100"},
)
