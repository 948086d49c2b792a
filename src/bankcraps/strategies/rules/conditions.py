"""The conditions of rules: on the table before the betting, on counts, and on what the player owns."""

# The grammar of a phrase says which words its meaning is made of.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Final, NamedTuple, cast

import msgspec
from lark import Token

from bankcraps.game.chips import LARGEST, Cents, printed
from bankcraps.game.notation.building import Misplaced
from bankcraps.game.wagers import NUMBERS
from bankcraps.strategies.language import (
    SUM,
    WHOLE,
    Said,
    choices,
    count_of,
    numbers_in,
    positive,
    says,
    scaled,
    with_scaled_parts,
    word,
)
from bankcraps.strategies.policy import Observation, Purse
from bankcraps.strategies.rules.amounts import base_of, part_of, said_share
from bankcraps.strategies.rules.counts import (
    Balance,
    BelowPeak,
    LastShooterBalance,
    Puck,
    ShooterBalance,
    SinceStart,
    StageBalance,
    Tracker,
)
from bankcraps.strategies.wager_sets import NOT_IT, WagerSet, meant, not_it

Counts = Mapping[Tracker, int]
"""The value of each tracker."""


class Condition(msgspec.Struct, frozen=True):
    """Something that is true or false before each throw's betting. `str` prints it as text."""

    def holds(self, observation: Observation, counts: Counts) -> bool:
        """Whether it is true.

        Args:
            observation: the table before the betting.
            counts: the values of its trackers.
        """
        raise NotImplementedError

    def possible(self, puck: int) -> bool:
        """Whether it can be true with the puck there (0: off), whatever stands."""
        return True

    def certain(self, puck: int) -> bool:
        """Whether it is always true with the puck there."""
        return False

    @property
    def looks_at_money(self) -> bool:
        """Whether it depends on what the player owns."""
        balances = any(isinstance(one, Balance) for one in trackers_in(self))
        return balances or any(isinstance(one, Owning | Ahead) for one in _each(self))

    @property
    def parts(self) -> "tuple[Condition, ...]":
        """The conditions that it is made of."""
        return ()


class Always(Condition, frozen=True):
    """Before every throw: `always`.

    | `always` | before every throw |
    """

    def holds(self, observation: Observation, counts: Counts) -> bool:
        return True

    def certain(self, puck: int) -> bool:
        return True

    def __str__(self) -> str:
        return "always"


class OnPuck(Condition, frozen=True):
    """A condition on the place of the puck alone."""

    def holds(self, observation: Observation, counts: Counts) -> bool:
        return self.possible(observation.puck)

    def certain(self, puck: int) -> bool:
        return self.possible(puck)


class ComeOut(OnPuck, frozen=True):
    """Before a come-out throw: `come_out`.

    | `come_out`, `point` | while the puck is off; while it is on |
    """

    def possible(self, puck: int) -> bool:
        return not puck

    def __str__(self) -> str:
        return "come_out"


class OnPoint(OnPuck, frozen=True):
    """While there is a point: `point`, `point 6 or 8`, `point not 4`.

    | `point 6`, `point 6 or 8`, `point not 4` | while that is the point; while the point is another
    number |

    Attributes:
        numbers: the points named; none for any point.
        other: whether any other point is meant instead.
    """

    numbers: tuple[int, ...] = ()
    other: bool = False

    def possible(self, puck: int) -> bool:
        if not puck:
            return False
        return not self.numbers or (puck in self.numbers) != self.other

    def __str__(self) -> str:
        if not self.numbers:
            return "point"
        return f"point {'not ' if self.other else ''}{' or '.join(map(str, self.numbers))}"


class Up(Condition, frozen=True):
    """At least a number of some wagers stand: `place 6 up`, `2 come up`.

    | `place 6 up`, `place up`, `no come` | while that wager is up; while any wager of that kind is up;
    while none is |
    | `2 come up` | while at least that many are up |
    """

    target: WagerSet
    least: int = 1

    def holds(self, observation: Observation, counts: Counts) -> bool:
        wagers, least = self.target.wagers, self.least
        found = 0
        for standing in observation.standing:
            if standing.wager in wagers:
                found += 1
                if found >= least:
                    return True
        return False

    def __str__(self) -> str:
        return f"{self.target} up" if self.least == 1 else f"{self.least} {self.target} up"


def joined(kind: "type[AllOf | AnyOf]", parts: Sequence[Condition]) -> Condition:
    """Conditions joined without nesting the same kind, and each once."""
    found: list[Condition] = []
    for part in parts:
        found += part.inner if isinstance(part, kind) else (part,)
    first, *others = dict.fromkeys(found)
    return kind((first, *others)) if others else first


def opposite(condition: Condition) -> Condition:
    """The opposite of a condition; that of an opposite is the condition itself."""
    return condition.inner if isinstance(condition, Not) else Not(condition)


def _on_points(token: Token) -> OnPoint:
    points, numbers = [str(point) for point in NUMBERS], numbers_in(token)
    for number in numbers:
        if number.lstrip("0") not in points:
            raise Misplaced(f"a point is {', '.join(points[:-1])} or {points[-1]}, not {number}", number)
    return OnPoint(tuple(sorted({int(number) for number in numbers})), "not" in token.lower())


def _so_many_up(least: Token, at: Said) -> Up:
    number, most = count_of(least, "the number of wagers"), len(not_it(at).wagers)
    if number > most:
        raise Misplaced(f"at most {most} {at.meaning} can be up, not {number}", least)
    return Up(meant(at), number)


choices(
    "condition",
    {
        "come_out": "the puck is off (come-out)",
        "point": "the puck is on",
        "point 6": "the point is …",
        "point not 6": "the point is another than …",
        "point 6 or 8": "the point is … or …",
        "point not 6 or 8": "the point is neither … nor …",
        "always": "always",
        "pass up": "a wager is up: …",
        "2 come up": "so many are up: …",
        "no come": "none is up: …",
    },
    before="new_shooter",
)
word("ALWAYS", r"always\b")
word("_COME_OUT.2", r"come[ _-]?out\b", "come_out")
word("POINT", r"point\b")
word(
    "POINT_ON.2",
    r"point[ \t]+(not[ \t]+)?[0-9]+"
    r"([ \t]*(,|or)[ \t]*[0-9]+(?=[ \t]*(,|or\b|and\b|[:;)#\r\n]|\Z)))*(?![\w.-])",
    numbers=r"\d+",
)
says("atom come_out: _COME_OUT", ComeOut)
says("atom point: POINT", OnPoint)
says("atom point_on: POINT_ON", _on_points, WHOLE)
says("atom always: ALWAYS", Always)
says("atom up: target _UP", Up, NOT_IT)
says("atom so_many_up: MONEY target _UP", _so_many_up, WHOLE)
says("atom none_up: NO target _UP?", lambda target: Not(Up(target)), NOT_IT)


class OnTracker(Condition, frozen=True):
    """A condition on the value of a tracker."""

    tracker: Tracker

    def holds(self, observation: Observation, counts: Counts) -> bool:
        return self.tracker.holds(counts[self.tracker])


class TrackerHolds(OnTracker, frozen=True):
    """A tracker has reached its count: `new_shooter`, `five_count`, `3 throws`."""

    def __str__(self) -> str:
        return str(self.tracker)


says("atom counted: counter", TrackerHolds)


class Not(Condition, frozen=True):
    """The opposite: `not five_count`; for wagers up, `no place 6`."""

    inner: Condition

    @property
    def parts(self) -> tuple[Condition, ...]:
        return (self.inner,)

    def holds(self, observation: Observation, counts: Counts) -> bool:
        return not self.inner.holds(observation, counts)

    def possible(self, puck: int) -> bool:
        return not self.inner.certain(puck)

    def certain(self, puck: int) -> bool:
        return not self.inner.possible(puck)

    def __str__(self) -> str:
        if isinstance(self.inner, Up) and self.inner.least == 1:
            return f"no {self.inner.target}"
        inner = f"({self.inner})" if isinstance(self.inner, Several) else str(self.inner)
        return f"not {inner}"


class Several(Condition, frozen=True):
    """Several conditions joined by one word.

    Attributes:
        joins: whether the whole is true, of the truth of the parts.
    """

    inner: tuple[Condition, ...]

    joins: ClassVar[Callable[[Iterable[bool]], bool]]

    @property
    def parts(self) -> tuple[Condition, ...]:
        return self.inner

    def holds(self, observation: Observation, counts: Counts) -> bool:
        return type(self).joins(one.holds(observation, counts) for one in self.inner)

    def possible(self, puck: int) -> bool:
        return type(self).joins(one.possible(puck) for one in self.inner)

    def certain(self, puck: int) -> bool:
        return type(self).joins(one.certain(puck) for one in self.inner)


class AllOf(Several, frozen=True):
    """All of several: `point and no place 6`."""

    joins: ClassVar[Callable[[Iterable[bool]], bool]] = all

    def __str__(self) -> str:
        return " and ".join(f"({one})" if isinstance(one, AnyOf) else str(one) for one in self.inner)


class AnyOf(Several, frozen=True):
    """At least one of several: `come_out or no come`."""

    joins: ClassVar[Callable[[Iterable[bool]], bool]] = any

    def __str__(self) -> str:
        return " or ".join(map(str, self.inner))


# Money: since the start, the peak, this shooter and the last.


class Owning(Condition, frozen=True):
    """The player's money, rail and layout together: `owning 300 or more`, `owning 300 or less`.

    | `owning 300 or more`, `owning 300 or less` | while the player owns that much, the rail and the wagers
    that stand together |

    Attributes:
        sum_: the sum, in cents.
        most: whether it holds at that sum and below, not at that sum and above.
    """

    sum_: Cents
    most: bool = False

    def holds(self, observation: Observation, counts: Counts) -> bool:
        purse = observation.purse
        return not purse.at_least(self.sum_ + 1) if self.most else purse.at_least(self.sum_)

    def __str__(self) -> str:
        return f"owning {printed(self.sum_)} or {'less' if self.most else 'more'}"


def _less(token: Token) -> bool:
    return "less" in token.lower()


class Ahead(Condition, frozen=True):
    """Owning so much more than at the start, or so much less: `ahead 100`, `behind 200`, `ahead`.

    | `ahead 100`, `behind 200` | while they own at least that much more than they brought, or less; without
    a sum, anything |

    Attributes:
        sum_: the sum in cents, at least; 1 for any.
        behind: whether it counts what is missing.
    """

    sum_: Cents = Cents(1)
    behind: bool = False

    def holds(self, observation: Observation, counts: Counts) -> bool:
        purse = observation.purse
        if self.behind:
            return not purse.at_least(purse.start - self.sum_ + 1)
        return purse.at_least(purse.start + self.sum_)

    def scaled(self, by: Fraction) -> "Ahead":
        """The same with its sum times a scale; anything stays anything."""
        return self if self.sum_ == 1 else with_scaled_parts(self, by)

    def __str__(self) -> str:
        word = "behind" if self.behind else "ahead"
        return word if self.sum_ == 1 else f"{word} {printed(self.sum_)}"


def _ahead(word: Token, sum_: Token | None = None) -> Ahead:
    return Ahead(positive(sum_) if sum_ else Cents(1), word.lower() == "behind")


class BalanceOf(OnTracker, frozen=True):
    """So much won or lost since an earlier moment: `ahead 50 this shooter`, `60 below the peak`.

    Attributes:
        much: the sum, and whether it is won or lost.
    """

    much: Ahead

    def holds(self, observation: Observation, counts: Counts) -> bool:
        value, sum_ = counts[self.tracker], self.much.sum_
        return value <= -sum_ if self.much.behind else value >= sum_

    def __str__(self) -> str:
        said = printed(self.much.sum_) if isinstance(self.tracker, BelowPeak) else self.much
        return f"{said} {self.tracker}"


class AheadLastShooter(OnTracker, frozen=True):
    """So much won or lost with the shooter before: `ahead 50 last shooter`.

    Attributes:
        much: the sum, and whether it is won or lost. Before the second shooter, nothing was.
    """

    much: Ahead

    @classmethod
    def of(cls, much: Ahead) -> "AheadLastShooter":
        """The condition for a sum."""
        return cls(LastShooterBalance(much.sum_, much.behind), much=much)

    def scaled(self, by: Fraction) -> "AheadLastShooter":
        return AheadLastShooter.of(scaled(self.much, by))

    def __str__(self) -> str:
        return f"{self.much} {self.tracker}"


class BelowPeakBy(OnTracker, frozen=True):
    """A share given back: `half of winnings below the peak`, `25% below the peak`.

    | `half of winnings below the peak` | while they lost again half of the most that they were ever ahead |

    Attributes:
        share: the share, above 0 and at most 1.
        winnings: whether it is a share of the most that they were ever ahead, and not of the most owned.
    """

    share: Fraction
    winnings: bool

    def holds(self, observation: Observation, counts: Counts) -> bool:
        """Whether the peak was above the start, or nothing, and no more is left than that share less."""
        fallen = -counts[self.tracker]
        if not fallen:
            return False
        purse = observation.purse
        base = purse.start if self.winnings else 0
        most = base - fallen + fallen * self.share.denominator // self.share.numerator
        return purse.at_least(base - fallen + 1) and not purse.at_least(most + 1)

    def __str__(self) -> str:
        return f"{said_share(self.share)}{' of winnings' if self.winnings else ''} {self.tracker}"


def _share_below_peak(much: Token, of_what: Token | None = None) -> BelowPeakBy:
    if of_what and base_of(of_what) != "winnings":
        message = f"say half of winnings below the peak, or half below the peak, not of {base_of(of_what)}"
        raise Misplaced(message, of_what)
    return BelowPeakBy(BelowPeak(), part_of(much), bool(of_what))


choices(
    "condition",
    {
        "owning 300 or more": "I own at least …",
        "owning 300 or less": "I own at most …",
        "ahead 100": "I am ahead by …",
        "behind 100": "I am behind by …",
        "ahead": "I am ahead by anything",
        "behind": "I am behind by anything",
        "ahead 50 this shooter": "ahead on this shooter by …",
        "behind 50 this shooter": "behind on this shooter by …",
        "60 below the peak": "below the most I owned by …",
        "25% below the peak": "below the most I owned by a share: …",
        "half of winnings below the peak": "half of the most I was ahead is lost",
        "25% of winnings below the peak": "of the most I was ahead, this share is lost: …",
        "ahead 50 last shooter": "ahead on the last shooter by …",
        "behind 50 last shooter": "behind on the last shooter by …",
        "ahead 50 this stage": "ahead since this stage began by …",
        "behind 50 this stage": "behind since this stage began by …",
    },
    before="2 times throw of 6 this shooter",
)
word("AHEAD", r"(ahead|behind)\b", "ahead", "behind")
word("OWNING", r"owning\b")
word("OR_WHAT.2", r"or[ \t]+(more|less)\b", "or more", "or less")
word("_BELOW_PEAK.2", r"below[ \t]+(the[ \t]+|its[ \t]+|my[ \t]+)?peak\b", "below the peak")
word("_THIS_STAGE.2", r"(in[ \t]+)?this[ _]stage\b", "this stage")
says("atom owning: OWNING MONEY OR_WHAT?", Owning, {**SUM, "OR_WHAT": _less})
says("ahead_by ahead_by: AHEAD MONEY?", _ahead, WHOLE)
says("atom ahead: ahead_by", lambda much: much)
says("atom ahead_this_shooter: ahead_by THIS_SHOOTER", lambda much: BalanceOf(ShooterBalance(), much=much))
says(
    "atom below_peak: MONEY _BELOW_PEAK",
    lambda sum_: BalanceOf(BelowPeak(), much=Ahead(sum_, behind=True)),
    SUM,
)
says("atom share_below_peak: (PERCENT | HALF | ALL) OF_WHAT? _BELOW_PEAK", _share_below_peak, WHOLE)
says("atom ahead_last_shooter: ahead_by _LAST_SHOOTER", AheadLastShooter.of)
says("atom ahead_this_stage: ahead_by _THIS_STAGE", lambda much: BalanceOf(StageBalance(), much=much))


# Trackers that conditions read.


def _each(condition: Condition) -> Iterator[Condition]:
    """A condition, and all that it is made of."""
    yield condition
    for part in condition.parts:
        yield from _each(part)


def trackers_in(condition: Condition) -> Iterator[Tracker]:
    """The trackers that a condition reads."""
    return (one.tracker for one in _each(condition) if isinstance(one, OnTracker))


def note_balances(observation: Observation, counts: Counts) -> None:
    """Let the purse know of each balance, whether or not a condition asks for it now."""
    for tracker, count in counts.items():
        if isinstance(tracker, Balance):
            observation.purse.changed_by(tracker.change(count))


# Conditions asked right after a throw: they see the puck, the counts and the money after it.


_HALFWAY: Final = LARGEST // 2
"""A sum from which a player can win and lose: conditions since the start do not ask for it."""


class _AfterThrow(NamedTuple):
    """The view of a condition after a throw, in place of an observation."""

    puck: int
    purse: Purse


def read_after(condition: Condition) -> Iterator[Tracker]:
    """The trackers that a condition reads after a throw: its own, the puck, and the money since the start."""
    yield from trackers_in(condition)
    yield Puck()
    if any(isinstance(one, Ahead | BelowPeakBy) for one in _each(condition)):
        yield SinceStart()


def holds_after(condition: Condition, counts: Counts) -> bool:
    """Whether a condition is true after a throw.

    Args:
        condition: the condition.
        counts: the values of the trackers of `read_after` after the throw.
    """
    purse = Purse(_HALFWAY + counts.get(SinceStart(), 0), _HALFWAY)
    return condition.holds(cast("Observation", _AfterThrow(counts.get(Puck(), 0), purse)), counts)


def unseen_in(condition: Condition) -> Condition | None:
    """A part of a condition that cannot be seen after a throw."""
    unseen = (
        one
        for one in _each(condition)
        if isinstance(one, Up | Owning) or (isinstance(one, BelowPeakBy) and not one.winnings)
    )
    return next(unseen, None)
