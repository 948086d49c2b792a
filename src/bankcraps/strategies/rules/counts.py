"""Counts over throws: how often something happened, since when, with which shooter.

Each has as few values as its question needs, so that the memory stays finite.
"""

# The grammar of a phrase says which words its meaning is made of.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false

import re
from functools import partial
from typing import Final

import msgspec
from lark import Token

from bankcraps.game.chips import Cents, printed
from bankcraps.game.notation.building import Misplaced
from bankcraps.game.wagers import BOX_NUMBERS
from bankcraps.strategies.language import MOST_COUNTED, SUM, WHOLE, as_said, choices, count_of, says, word
from bankcraps.strategies.language import count as counted
from bankcraps.strategies.plan import LengthUnit
from bankcraps.strategies.policy import ThrowResult
from bankcraps.strategies.rules.events import NO_WAGER, Fired, Trigger, WinOrLoss, happened, thrown
from bankcraps.strategies.wager_sets import WagerSet

_FIVE: Final = 5


class Tracker(msgspec.Struct, frozen=True, cache_hash=True):
    """A counter whose value is a whole number, kept within what it needs to tell whether it `holds`."""

    def start(self) -> int:
        """The value before the first throw."""
        return 0

    def after(self, value: int, result: ThrowResult) -> int:
        """The value after a throw, or after bets: these leave it as it is, unless it counts money."""
        raise NotImplementedError

    def holds(self, value: int) -> bool:
        """Whether the count is reached."""
        raise NotImplementedError


class OfShooter(Tracker, frozen=True):
    """A tracker of this shooter's hand: it begins again with the next one."""

    def counted(self, value: int, result: ThrowResult) -> int:
        """The value with a throw of this hand, also with its last one."""
        raise NotImplementedError

    def after(self, value: int, result: ThrowResult) -> int:
        return self.start() if result.hand_over else self.counted(value, result)


class FiveCount(OfShooter, frozen=True):
    """The Captain's five-count, from Frank Scoblete, "Beat the Craps Out of the Casinos".

    A shooter's first point number counts one. The next three throws count two, three and four, whatever they
    are. The next point number after them counts five; until it comes, the count stays at four. A seven-out
    ends the count, and the next shooter starts at zero.

    | `five_count`, `8_count` | once this shooter has passed the five-count, or a count of another length |
    | `3 of five_count` | once the count has come so far, whatever the next throw needs |

    Attributes:
        count: the number to which it counts; a longer or shorter count begins and ends with a point number,
            too.
        at: the part of the count for which the tracker waits: `3 of five_count`; 0 for all.
    """

    count: int = 5
    at: int = 0

    def counted(self, value: int, result: ThrowResult) -> int:
        if value == self.count or result.throw is None:
            return value
        needs_point_number = value in (0, self.count - 1)
        return value + 1 if not needs_point_number or result.throw.total in BOX_NUMBERS else value

    def holds(self, value: int) -> bool:
        return (self.at or self.count) <= value <= self.count

    def __str__(self) -> str:
        name = "five_count" if self.count == _FIVE else f"{self.count}_count"
        return f"{self.at} of {name}" if self.at else name


_MOST_IN_COUNT: Final = 20


def _five_count(token: Token) -> FiveCount:
    """The count that a word names: `five_count`, `8_count`."""
    digits = re.findall(r"\d+", token)
    length = int(digits[0]) if digits else _FIVE
    if not 2 <= length <= _MOST_IN_COUNT:  # noqa: PLR2004 - a count begins and ends with a point number
        raise Misplaced(f"a count is from 2_count to {_MOST_IN_COUNT}_count, not {token}", token)
    return FiveCount(length)


def _part_of_count(part: Token, of: Token) -> FiveCount:
    whole = _five_count(of)
    at = count_of(part, f"a part of {whole}", whole.count)
    return whole if at == whole.count else FiveCount(whole.count, at)


word("FIVE_COUNT.2", r"(the[ \t]+)?(five|[0-9]{1,2})[ _-]?count\b", "five_count")


class NewShooter(Tracker, frozen=True):
    """Whether the shooter has not thrown yet. The value is 1 if so.

    | `new_shooter` | before a shooter's first throw |
    """

    def start(self) -> int:
        return 1

    def after(self, value: int, result: ThrowResult) -> int:
        if result.hand_over:
            return 1
        return value if result.throw is None else 0

    def holds(self, value: int) -> bool:
        return value == 1

    def __str__(self) -> str:
        return "new_shooter"


word("NEW_SHOOTER", r"new[ _]shooter\b", "new_shooter")
says(
    "counter new_shooter: NEW_SHOOTER", NewShooter, shown={"new_shooter": "a new shooter has not thrown yet"}
)


class CountTo(Tracker, frozen=True):
    """A tracker that counts up to `count`, and then holds."""

    count: int

    def holds(self, value: int) -> bool:
        return value == self.count


class Throws(CountTo, OfShooter, frozen=True):
    """Whether this shooter has thrown `count` times.

    | `3 throws`, `2 points made` | once this shooter has thrown that often, or made that many points |
    """

    def counted(self, value: int, result: ThrowResult) -> int:
        return value if result.throw is None else min(value + 1, self.count)

    def __str__(self) -> str:
        return f"{self.count} throws"


says(
    "count throws: MONEY _THROWS",
    Throws,
    counted("the number of throws"),
    {"3 throws": "the shooter has thrown … times"},
)


class Points(CountTo, OfShooter, frozen=True):
    """Whether this shooter has made `count` points."""

    def counted(self, value: int, result: ThrowResult) -> int:
        return min(value + result.point_made, self.count)

    def __str__(self) -> str:
        return f"{self.count} points made"


word("_POINTS_MADE", r"points?[ _]made\b", "points made")
says(
    "count points: MONEY _POINTS_MADE",
    Points,
    counted("the number of points"),
    {"2 points made": "the shooter has made … points"},
)
says(
    "count five_count: FIVE_COUNT",
    _five_count,
    WHOLE,
    {"five_count": "the shooter has passed the five-count"},
)
says(
    "count part_of_count: MONEY _OF FIVE_COUNT",
    _part_of_count,
    WHOLE,
    {"3 of five_count": "the five-count has come to …"},
)


class Streak(CountTo, frozen=True):
    """Whether the dice passed, or missed, at least `count` times in a row, with any shooters.

    The dice pass with a natural or a point that is made, and miss with craps on the come-out or a seven-out.

    | `3 dice_passes in a row`, `2 dice_misses in a row` | while the dice passed at least that often in a
    row, or missed: craps on a come-out, or a seven-out |

    Attributes:
        passes: whether it counts passes.
    """

    passes: bool = True

    def after(self, value: int, result: ThrowResult) -> int:
        if result.dice_pass or result.dice_miss:
            return min(value + 1, self.count) if result.dice_pass == self.passes else 0
        return value

    def __str__(self) -> str:
        return f"{self.count} dice_{'passes' if self.passes else 'misses'} in a row"


def _passes(token: Token) -> bool:
    return "pass" in token.lower()


_IN_A_ROW: Final = {
    "3 dice_passes in a row": "the dice passed so often in a row: …",
    "3 dice_misses in a row": "the dice missed so often in a row: …",
}
word(
    *("DICE_IN_A_ROW.2", r"(dice[ _])?(passes|misses)[ _]in[ _]a[ _]row\b"),
    *("dice_passes in a row", "dice_misses in a row"),
)
says(
    "count streak: MONEY DICE_IN_A_ROW",
    Streak,
    {**counted("the number in a row"), "DICE_IN_A_ROW": _passes},
)


class EveryShooter(Tracker, frozen=True):
    """Whether it is the turn of every `count`-th shooter. The value counts shooters modulo `count`.

    | `every 3rd shooter` | while the third, the sixth, the ninth shooter and so on has the dice |
    """

    count: int

    def after(self, value: int, result: ThrowResult) -> int:
        return (value + result.hand_over) % self.count

    def holds(self, value: int) -> bool:
        return value == self.count - 1

    def __str__(self) -> str:
        teens = self.count % 100 in (11, 12, 13)
        ending = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(self.count % 10, "th")
        return f"every {self.count}{ending} shooter"


def _every(token: Token) -> EveryShooter:
    digits = "".join(re.findall(r"\d", token))
    number = int(digits[:6])
    if not 2 <= number <= MOST_COUNTED:  # noqa: PLR2004 - every first shooter is every shooter
        raise Misplaced("write every 2nd shooter, every 3rd shooter and so on", token)
    return EveryShooter(number)


word(
    *("EVERY", r"every[ \t]+[0-9]+(st|nd|rd|th)[ \t]+shooter\b", "every 2nd shooter"),
    numbers=r"\d+",
)
says(
    "counter every_shooter: EVERY",
    _every,
    WHOLE,
    {"every 2nd shooter": "every so many shooters: …"},
)


class Money(Tracker, frozen=True):
    """Whether the player has lost or won so much since the start. The value is the balance, in cents.

    The balance counts wins, losses and commission, but not chips on the layout. It has finitely many values
    only if both `losing` and `winning` are set; 0 means no limit on that side.
    """

    losing: Cents = Cents(0)
    winning: Cents = Cents(0)

    def after(self, value: int, result: ThrowResult) -> int:
        if self.holds(value):
            return value
        value += result.net
        if self.losing and value <= -self.losing:
            return -self.losing
        return self.winning if self.winning and value >= self.winning else value

    def holds(self, value: int) -> bool:
        return bool((self.losing and value <= -self.losing) or (self.winning and value >= self.winning))

    def __str__(self) -> str:
        ends = [
            f"{word} {printed(sum_)}"
            for word, sum_ in (("losing", self.losing), ("winning", self.winning))
            if sum_
        ]
        return " or ".join(ends)


word("LOSING", r"losing\b")
word("WINNING", r"winning\b")
says("end losing_end: LOSING MONEY", Money, SUM, {"losing 200": "losing …"})
says("end winning_end: WINNING MONEY", lambda sum_: Money(winning=sum_), SUM, {"winning 100": "winning …"})


class Balance(Tracker, frozen=True):
    """The change of what is owned since an earlier moment, in cents. Only what can be owned bounds it.

    A system that asks for it looks at its money.
    """

    def change(self, value: int) -> int:
        """The change that a value stands for."""
        return value

    def after(self, value: int, result: ThrowResult) -> int:
        return value + result.net

    def holds(self, value: int) -> bool:
        """Always; a condition compares the value."""
        return True


class ShooterBalance(Balance, frozen=True):
    """The change since this shooter's hand began.

    | `ahead 50 this shooter`, `behind 30 this shooter` | the same since this shooter's hand began |
    """

    def after(self, value: int, result: ThrowResult) -> int:
        return 0 if result.hand_over else value + result.net

    def __str__(self) -> str:
        return "this shooter"


class LastShooterBalance(Balance, frozen=True):
    """Whether the last shooter brought or cost so much. The value is twice the change since, plus 1 if so.

    | `ahead 50 last shooter`, `behind last shooter` | while the shooter before brought or cost that much;
    before the second shooter, never |

    Attributes:
        sum_: the least sum, in cents.
        behind: whether it is a loss.
    """

    sum_: Cents
    behind: bool

    def change(self, value: int) -> int:
        return value >> 1

    def after(self, value: int, result: ThrowResult) -> int:
        now = (value >> 1) + result.net
        if result.hand_over:
            return int((-now if self.behind else now) >= self.sum_)
        return 2 * now + (value & 1)

    def holds(self, value: int) -> bool:
        return bool(value & 1)

    def __str__(self) -> str:
        return "last shooter"


class BelowPeak(Balance, frozen=True):
    """The change since the most was owned so far: 0 there, and below zero elsewhere.

    What is owned counts after each throw. Commission that comes back with a bet makes no peak.

    | `60 below the peak`, `25% below the peak` | while they own at least that much less than the most that
    they ever owned |
    """

    def after(self, value: int, result: ThrowResult) -> int:
        now = value + result.net
        return now if result.throw is None else min(0, now)

    def __str__(self) -> str:
        return "below the peak"


class StageBalance(Balance, frozen=True):
    """The change since this stage began.

    | `ahead 50 this stage`, `behind 30 this stage` | the same since [this stage](#stages) began |
    """

    def __str__(self) -> str:
        return "this stage"


class SinceStart(Balance, frozen=True):
    """The change since the start."""

    def __str__(self) -> str:
        return "since the start"


class Puck(Tracker, frozen=True):
    """The place of the puck: the value is the point, or 0 while there is none."""

    def after(self, value: int, result: ThrowResult) -> int:
        if result.point_set and result.throw is not None:
            return result.throw.total
        return 0 if result.point_made or result.seven_out else value

    def holds(self, value: int) -> bool:
        return bool(value)

    def __str__(self) -> str:
        return "point"


class InAll(CountTo, frozen=True):
    """Whether so many throws, decisions or shooters' hands came since the start: `60 throws`."""

    unit: LengthUnit

    def after(self, value: int, result: ThrowResult) -> int:
        return min(value + _uses_up(self.unit, result), self.count)

    def __str__(self) -> str:
        return f"{self.count} {self.unit}"


_LONG: Final[dict[LengthUnit, int]] = {"throws": 60, "shooters": 10, "decisions": 20}
for _unit, _most in _LONG.items():
    says(
        f"end {_unit}_end: MONEY {_unit.upper()}",
        partial(InAll, unit=_unit),
        counted("the length"),
        {f"{_most} {_unit}": f"so many {_unit}: …"},
    )


# Counts of the past: since an event, with this shooter, and with those before.


class _SinceEvent(Tracker, frozen=True):
    """Counts throws, decisions or shooters' hands from an event on.

    The value is the event's own, times `count` + 1, plus the count, which goes no further than `count`.

    Attributes:
        count: the number that it counts.
        event: the event, after which it counts anew.
        unit: the unit that it counts. The throw of the event counts as none, and ends no hand and no
            decision.
    """

    count: int
    event: Trigger
    unit: LengthUnit

    def after(self, value: int, result: ThrowResult) -> int:
        own, passed = divmod(value, self.count + 1)
        own, about = self.event.after(own, result)
        if about is not None:
            passed = 0
        elif _uses_up(self.unit, result):
            passed = min(passed + 1, self.count)
        return own * (self.count + 1) + passed

    def _begins(self, passed: int) -> int:
        return (self.event.start() or 0) * (self.count + 1) + passed

    def _passed(self, value: int) -> int:
        return value % (self.count + 1)

    @property
    def _said(self) -> str:
        return f"{self.count} {self.unit if self.count > 1 else self.unit[:-1]}"


class Since(_SinceEvent, frozen=True):
    """Whether so many came since an event, or since the start without it: `3 throws since point_set`.

    | `3 throws since point_set`, `7 shooters since throw of 3-3` | once that many throws, decisions or
    shooters' hands came since [an event](#after-a-throw), or since the start without it |
    """

    def start(self) -> int:
        return self._begins(0)

    def holds(self, value: int) -> bool:
        return self._passed(value) == self.count

    def __str__(self) -> str:
        return f"{self._said} since {self.event}"


class Within(_SinceEvent, frozen=True):
    """Whether an event happened, and not so many came since: `within 2 shooters of seven_out`.

    | `within 2 shooters of seven_out` | for so many throws, decisions or shooters after an event |
    """

    def start(self) -> int:
        return self._begins(self.count)

    def holds(self, value: int) -> bool:
        return self._passed(value) < self.count

    def __str__(self) -> str:
        return f"within {self._said} of {self.event}"


def _uses_up(unit: LengthUnit, result: ThrowResult) -> bool:
    """Whether a throw uses up one throw, decision or hand."""
    if unit == "throws":
        return result.throw is not None
    return result.line_decided if unit == "decisions" else result.hand_over


class WinsOrLosses(CountTo, OfShooter, frozen=True):
    """Whether some wagers won, or lost, `count` times with this shooter: `2 wins of place this shooter`.

    They need not come in a row.

    | `2 wins of place this shooter`, `3 losses of come this shooter` | once that many were won or lost with
    this shooter, in a row or not; without a wager, of whole throws |

    Attributes:
        won: whether it counts wins.
        target: of which wagers, or None for the money of whole throws.
    """

    won: bool
    target: WagerSet | None = None

    def counted(self, value: int, result: ThrowResult) -> int:
        if self.target is None:
            nets = [result.net] if result.throw is not None else []
        else:
            nets = [net for wager, net in result.decided if wager in self.target.wagers]
        return min(value + sum(net > 0 if self.won else net < 0 for net in nets), self.count)

    def __str__(self) -> str:
        return f"{WinOrLoss(self.won, self.count, self.target)}{_THIS}"


class TimesThisShooter(CountTo, OfShooter, frozen=True):
    """Whether something happened `count` times with this shooter: `2 times throw of 6 this shooter`.

    | `2 times throw of 6 this shooter`, `3 times natural last shooter` | once that happened so often with
    this shooter; while it did with the one before |

    Attributes:
        event: the event; it remembers nothing itself.
    """

    event: Trigger

    def counted(self, value: int, result: ThrowResult) -> int:
        return min(value + (self.event.after(0, result)[1] is not None), self.count)

    def __str__(self) -> str:
        return f"{self.count} times {self.event}{_THIS}"


_THIS: Final = " this shooter"


class LastShooters(Tracker, frozen=True):
    """Whether a count was reached by so many of the last shooters: `2 points made by 2 of last 3 shooters`.

    The value is this shooter's count times two to the power of `hands`, plus a bit for each of the last
    hands, that of the latest the lowest. Before there were so many, those missing did not reach it.

    | `2 points made by 2 of last 3 shooters` | while so many of the last shooters, at most 10, have done
    so; those missing at the start have not |

    Attributes:
        of: the count.
        many: the number of hands that must have reached it.
        hands: the number of hands that it looks back.
    """

    of: OfShooter
    many: int
    hands: int

    def start(self) -> int:
        return self.of.start() << self.hands

    def after(self, value: int, result: ThrowResult) -> int:
        now, before = divmod(value, 1 << self.hands)
        now = self.of.counted(now, result)
        if not result.hand_over:
            return now << self.hands | before
        return self.start() | (before << 1 | self.of.holds(now)) & (1 << self.hands) - 1

    def holds(self, value: int) -> bool:
        return (value & (1 << self.hands) - 1).bit_count() >= self.many

    def __str__(self) -> str:
        return f"{str(self.of).removesuffix(_THIS)} by {self.many} of last {self.hands} shooters"


class LastShooter(LastShooters, frozen=True):
    """Whether a count was reached by the shooter before: `2 points made last shooter`.

    Before the second shooter it is not.

    | `2 points made last shooter`, `5 throws last shooter`, `five_count last shooter` | while the shooter
    before has done so; before the second shooter, never |
    """

    many: int = 1
    hands: int = 1

    def __str__(self) -> str:
        return f"{str(self.of).removesuffix(_THIS)} last shooter"


# The words for these. Those of one shooter's hand can be said of several shooters.


MOST_SINCE: Final = 10_000
"""The most throws, decisions or shooters since an event that are counted."""

MOST_HANDS: Final = 10
"""The most shooters before this one that a condition looks back to."""


def _wins_this_shooter(said: WinOrLoss) -> WinsOrLosses:
    return WinsOrLosses(said.count, said.won, said.target)


def _of_shooter(of: Tracker, whose: str) -> OfShooter:
    """A count of one shooter's hand."""
    if not isinstance(of, OfShooter):
        raise Misplaced(f"'{of}' is of all shooters: leave out {whose}", Token("WORD", str(of)))
    return of


def _of_last(of: Tracker, many: Token, last: Token) -> LastShooters:
    """Whether so many of the last shooters did it."""
    hand = _of_shooter(of, "by so many of the last shooters")
    hands = count_of(last, "the number of last shooters", MOST_HANDS)
    return LastShooters(hand, count_of(many, "the number of those who did it", hands), hands)


def _often(times: Token, event: Trigger) -> TimesThisShooter:
    return TimesThisShooter(count_of(times, "the number of times"), event)


_SO_MANY: Final = {"MONEY": as_said}
_EVENT: Final = {**_SO_MANY, "HAPPENED": happened, "THROW_OF": thrown}
_OFTEN: Final = "MONEY _OFTEN (HAPPENED | THROW_OF)"
_WINS: Final = {
    "2 wins of place this shooter": "it won so often with this shooter: …",
    "2 losses of place this shooter": "it lost so often with this shooter: …",
}
word("_OFTEN", r"times\b", "times")
word("_OF_LAST.2", r"of[ \t]+(the[ \t]+)?last\b", "of last")
says(
    f"count often_this_shooter: {_OFTEN} THIS_SHOOTER",
    _often,
    _EVENT,
    {"2 times throw of 6 this shooter": "the dice showed … so often with this shooter: …"},
)
says(f"hand often: {_OFTEN}", _often, _EVENT)
says("hand won: wins", _wins_this_shooter)
says(
    "counter last_shooter: hand _LAST_SHOOTER",
    lambda of: LastShooter(_of_shooter(of, "last shooter")),
    shown={
        "2 points made last shooter": "the last shooter made … points",
        "3 throws last shooter": "the last shooter threw … times",
    },
)
says(
    "counter of_last_shooters: hand _BY MONEY _OF_LAST MONEY SHOOTERS",
    _of_last,
    _SO_MANY,
    {
        "2 points made by 2 of last 3 shooters": "so many of the last shooters made … points: …",
        "3 throws by 2 of last 3 shooters": "so many of the last shooters threw … times: …",
    },
)
says("count wins_this_shooter: wins THIS_SHOOTER", _wins_this_shooter, shown=_WINS)

word("_SINCE", r"since\b")
word("_WITHIN", r"within\b")
_UNITS: Final[tuple[tuple[LengthUnit, str, str], ...]] = (
    ("throws", "_THROWS", "point_set"),
    ("shooters", "SHOOTERS", "seven_out"),
    ("decisions", "DECISIONS", "seven_out"),
)
for _unit, _word, _ in _UNITS:
    _number = counted(f"the number of {_unit}", MOST_SINCE)
    says(f"counter {_unit}_since: MONEY {_word} _SINCE trigger", partial(Since, unit=_unit), _number)
    says(f"counter within_{_unit}: _WITHIN MONEY {_word} _OF trigger", partial(Within, unit=_unit), _number)
choices("condition", {f"3 {unit} since {event}": f"so many {unit} since …" for unit, _, event in _UNITS})
choices(
    "condition",
    {f"within 3 {unit} of {event}": f"at most so many {unit} after …" for unit, _, event in _UNITS},
)
choices("condition", _IN_A_ROW)


class TrackerReached(Trigger, frozen=True):
    """A tracker reaches its count on this throw: `3 throws`, `2 points made`, `five_count`.

    | `3 throws`, `2 points made`, `five_count`, `2 wins of place this shooter`, `3 dice_passes in a row` |
    that count was reached on this throw |
    """

    tracker: Tracker

    def start(self) -> int:
        return self.tracker.start()

    def after(self, value: int, result: ThrowResult) -> Fired:
        now = self.tracker.after(value, result)
        reached = self.tracker.holds(now) and not self.tracker.holds(value)
        return now, NO_WAGER if reached else None

    def __str__(self) -> str:
        return str(self.tracker)


says("trigger reached: count", TrackerReached)
choices("event", {**_IN_A_ROW, **_WINS}, before="throw of 12")
choices(
    "event",
    {
        "3 throws": "the shooter has thrown … times",
        "2 points made": "the shooter has made … points",
        "five_count": "the shooter passes the five-count",
    },
)
