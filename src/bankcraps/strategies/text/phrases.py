"""Builds the parts of a line from the parse tree: conditions, triggers and amounts."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Final, cast

import msgspec
from lark import Token, Transformer, Tree

from bankcraps.game.chips import Cents
from bankcraps.game.notation.tokens import Misplaced, combination, money, spot_of, v_args, whole
from bankcraps.game.wagers import ODDS, Kind, find
from bankcraps.strategies.observation import points_of
from bankcraps.strategies.plan import LengthUnit
from bankcraps.strategies.rules import amounts, history, trackers, triggers
from bankcraps.strategies.rules import conditions as cs
from bankcraps.strategies.rules import money_conditions as ms
from bankcraps.strategies.rules.changes import Change
from bankcraps.strategies.rules.instructions import Instruction
from bankcraps.strategies.stages import Move
from bankcraps.strategies.text.program import AtMostLine, MostLostLine, MostUpLine, ProgressionLine
from bankcraps.strategies.wager_sets import ALL, IT, LINE_WAGERS, ODDS_WAGERS, WagerSet, every, only

if TYPE_CHECKING:
    from bankcraps.game.dice import Throw

__all__ = [
    "AfterHead",
    "Content",
    "Line",
    "Located",
    "OnlyLine",
    "PhraseBuilder",
    "StageHead",
    "StopAfterLine",
    "WagersBuilder",
    "count_of",
    "first_of",
    "flat_named",
    "not_it",
    "place",
    "positive",
]

# Lark's own annotations leave type arguments open.


class Located(msgspec.Struct, frozen=True):
    """A set of wagers with the word it begins with."""

    target: WagerSet
    token: Token


def first_of(children: object) -> Token:
    """The first word of some children of a tree."""
    if isinstance(children, Token):
        return children
    if isinstance(children, Tree):
        return first_of(children.children[0])
    return first_of(cast("list[object]", children)[0])


def place(meta: object, word: str) -> Token:
    """A word at the place where a rule of the grammar begins."""
    return Token(
        "WORD",
        word,
        start_pos=getattr(meta, "start_pos", 0),
        line=getattr(meta, "line", 1),
        column=getattr(meta, "column", 1),
    )


def not_it(at: Located) -> WagerSet:
    """A set of wagers that is not `it`."""
    if at.target == IT:
        raise Misplaced("'it' works only in a rule such as after win of place; name the wager here", at.token)
    return at.target


def flat_named(words: list[Tree[Token] | Token]) -> tuple[Kind | None, int]:
    """The kind and number of the flat wager that odds are said to be behind; None and 0 if not said."""
    if not words:
        return None, 0
    flat = spot_of(words)
    if flat.kind not in ODDS:
        raise Misplaced(f"there are no odds behind {flat}", first_of(words))
    return flat.kind, flat.number or 0


@v_args(inline=True)
class WagersBuilder(Transformer[Token, object]):
    """Builds wager sets. Each method builds the grammar's rule of its name."""

    @v_args(inline=False)
    def spot(self, children: list[Tree[Token] | Token]) -> Located:
        return Located(only(spot_of(children)), first_of(children))

    @v_args(meta=True, inline=True)
    def odds_target(self, meta: object, *behind: Tree[Token] | Token) -> Located:
        flat, number = flat_named(list(behind))
        token = place(meta, "odds")
        if flat is None:
            return Located(ODDS_WAGERS, token)
        return Located(only(find(ODDS[flat], number)) if number else every(ODDS[flat]), token)

    def family_target(self, kind: Tree[Token]) -> Located:
        token = first_of(kind)
        return Located(every(Kind[token.type]), token)

    def hops_target(self, token: Token) -> Located:
        return Located(every(Kind.HOP), token)

    def hards_target(self, token: Token) -> Located:
        return Located(every(Kind.HARD), token)

    def line_target(self, token: Token) -> Located:
        return Located(LINE_WAGERS, token)

    def it_target(self, token: Token) -> Located:
        return Located(IT, token)

    def all_target(self, token: Token) -> Located:
        return Located(ALL, token)


# Lark's own annotations leave type arguments open.


MOST_COUNTED: Final = 100_000
MOST_TIMES: Final = 100
"""The most times the start, the winnings or the losses that a share may be."""

MOST_SINCE: Final = 10_000
"""The most throws, decisions or shooters since an event that are counted."""

MOST_HANDS: Final = 10
"""The most shooters before this one that a condition looks back to."""

_MOST_IN_COUNT: Final = 20
_FIRST_TOTAL, _LAST_TOTAL = 2, 12
_DIGITS: Final = 9
"""The most digits of a share."""


def positive(token: Token) -> Cents:
    """An amount above 0, in cents."""
    amount = money(token)
    if amount <= 0:
        raise Misplaced(f"an amount must be more than 0, not {token}", token)
    return amount


def count_of(token: Token, what: str, most: int = MOST_COUNTED) -> int:
    """A whole number from 1 to `most`; `what` it counts is for the message."""
    count = whole(token, what)
    if not 1 <= count <= most:
        raise Misplaced(f"{what} is from 1 to {most}, not {token}", token)
    return count


def _share_of(token: Token) -> Fraction:
    """The share that a word says: `half`, `a third`, `all`, `5%`."""
    part = Fraction(1, 3 if "third" in token.lower() else 2)
    named = {"HALF": part, "ALL": Fraction(1)}.get(token.type)
    digits = token.rstrip("%percntPERCNT \t").replace(",", "").rstrip(".")
    if named is None and len(digits) > _DIGITS:
        raise Misplaced(f"a share has at most {_DIGITS} digits", token)
    return Fraction(digits) / 100 if named is None else named


def _part_of(token: Token, most: int = 1) -> Fraction:
    """A share that is not more than all, or than so many times all."""
    share = _share_of(token)
    if not 0 < share <= most:
        more = "; of losses, of winnings or of start it may be more" if most == 1 and share > 1 else ""
        raise Misplaced(f"a share is more than 0% and at most {100 * most}%, not {token}{more}", token)
    return share


def _numbers(token: Token) -> list[Token]:
    """The numbers and combinations in a token, each with its place."""
    start = token.start_pos or 0
    found = re.finditer(r"\d+(?:-\d+)?", token)
    return [Token(token.type, part[0], start_pos=start + part.start()) for part in found]


def _joined(kind: type[cs.AllOf | cs.AnyOf], parts: tuple[cs.Condition, ...]) -> cs.Condition:
    """Conditions joined without nesting the same kind, and each once."""
    found: list[cs.Condition] = []
    for part in parts:
        found += part.inner if isinstance(part, kind) else (part,)
    first, *others = dict.fromkeys(found)
    return kind((first, *others)) if others else first


def _much(word: Token, rest: tuple[Token, ...]) -> ms.Ahead:
    """Read how far ahead or behind: by a sum, or by anything."""
    (sum_,) = [positive(one) for one in rest if one.type == "MONEY"] or [Cents(1)]
    return ms.Ahead(sum_, word.lower() == "behind")


def _counted(count: Token, unit: Token) -> tuple[int, LengthUnit]:
    """So many decisions or shooters."""
    what = "decisions" if unit.type == "DECISIONS" else "shooters"
    return count_of(count, f"the number of {what}", MOST_SINCE), what


def _of_shooter(of: trackers.Tracker, meta: object, whose: str) -> trackers.OfShooter:
    """A count of one shooter's hand."""
    if not isinstance(of, trackers.OfShooter):
        raise Misplaced(f"'{of}' is of all shooters: leave out {whose}", place(meta, str(of)))
    return of


def _of_last(of: trackers.OfShooter, many: Token, last: Token, word: Token) -> trackers.Tracker:
    """Whether so many of the last shooters did it."""
    del word
    hands = count_of(last, "the number of last shooters", MOST_HANDS)
    return history.LastShooters(of, count_of(many, "the number of those who did it", hands), hands)


@v_args(inline=True)
class PhraseBuilder(WagersBuilder):
    """Builds conditions, triggers, amounts, wager sets. Each method builds the grammar's rule of its name."""

    # Conditions.

    def any_of(self, *parts: cs.Condition) -> cs.Condition:
        return _joined(cs.AnyOf, parts)

    def all_of(self, *parts: cs.Condition) -> cs.Condition:
        return _joined(cs.AllOf, parts)

    def negated(self, condition: cs.Condition) -> cs.Condition:
        return condition.inner if isinstance(condition, cs.Not) else cs.Not(condition)

    def always(self, token: Token) -> cs.Condition:
        del token
        return cs.Always()

    def come_out(self) -> cs.Condition:
        return cs.ComeOut()

    def point(self, token: Token) -> cs.Condition:
        del token
        return cs.OnPoint()

    def point_on(self, token: Token) -> cs.Condition:
        points = [str(point) for point in points_of()]
        numbers = _numbers(token)
        for number in numbers:
            if number.lstrip("0") not in points:
                raise Misplaced(f"a point is {', '.join(points[:-1])} or {points[-1]}, not {number}", number)
        other = "not" in token.lower()
        return cs.OnPoint(tuple(sorted({int(number) for number in numbers})), other)

    @v_args(inline=False)
    def up(self, children: list[Token | Located]) -> cs.Condition:
        at = cast("Located", children[-1])
        least = count_of(cast("Token", children[0]), "the number of wagers") if len(children) > 1 else 1
        most = len(not_it(at).wagers)
        if least > most:
            raise Misplaced(f"at most {most} {at.target} can be up, not {least}", cast("Token", children[0]))
        return cs.Up(at.target, least)

    def none_up(self, no: Token, at: Located) -> cs.Condition:
        del no
        return cs.Not(cs.Up(not_it(at)))

    def owning(self, word: Token, sum_: Token, or_what: Token | None = None) -> cs.Condition:
        del word
        return ms.Owning(positive(sum_), most=or_what is not None and "less" in or_what.lower())

    def ahead(self, word: Token, *rest: Token) -> cs.Condition:
        much = _much(word, rest)
        this_shooter = any(one.type == "THIS_SHOOTER" for one in rest)
        return ms.BalanceOf(trackers.ShooterBalance(), much=much) if this_shooter else much

    def ahead_last_shooter(self, word: Token, *rest: Token) -> cs.Condition:
        return ms.AheadLastShooter.of(_much(word, rest))

    def ahead_this_stage(self, word: Token, *rest: Token) -> cs.Condition:
        return ms.BalanceOf(trackers.StageBalance(), much=_much(word, rest))

    def below_peak(self, sum_: Token) -> cs.Condition:
        return ms.BalanceOf(trackers.BelowPeak(), much=ms.Ahead(positive(sum_), behind=True))

    def share_below_peak(self, much: Token, of_what: Token | None = None) -> cs.Condition:
        named = of_what.split()[-1].lower() if of_what else ""
        if of_what and named != "winnings":
            message = f"say half of winnings below the peak, or half below the peak, not of {named}"
            raise Misplaced(message, of_what)
        return ms.BelowPeakBy.of(_part_of(much), winnings=bool(of_what))

    def counted(self, tracker: trackers.Tracker) -> cs.Condition:
        return cs.TrackerHolds(tracker)

    def new_shooter(self, token: Token) -> trackers.Tracker:
        del token
        return trackers.NewShooter()

    def every_shooter(self, token: Token) -> trackers.Tracker:
        digits = "".join(re.findall(r"\d", token))
        count = int(digits[:6])
        if not 2 <= count <= MOST_COUNTED:  # noqa: PLR2004 - every first shooter is every shooter
            raise Misplaced("write every 2nd shooter, every 3rd shooter and so on", token)
        return trackers.EveryShooter(count)

    def five_count(self, token: Token) -> trackers.Tracker:
        digits = re.findall(r"\d+", token)
        count = int(digits[0]) if digits else 5
        if not 2 <= count <= _MOST_IN_COUNT:  # noqa: PLR2004 - a count begins and ends with a point number
            raise Misplaced(f"a count is from 2_count to {_MOST_IN_COUNT}_count, not {token}", token)
        return trackers.FiveCount(count)

    def part_of_count(self, part: Token, token: Token) -> trackers.Tracker:
        whole = cast("trackers.FiveCount", self.five_count(token))
        at = count_of(part, f"a part of {whole}", whole.count)
        return whole if at == whole.count else trackers.FiveCount(whole.count, at)

    def throws(self, count: Token) -> trackers.Tracker:
        return trackers.Throws(count_of(count, "the number of throws"))

    def points(self, count: Token) -> trackers.Tracker:
        return trackers.Points(count_of(count, "the number of points"))

    def streak(self, count: Token, word: Token) -> trackers.Tracker:
        return trackers.Streak(count_of(count, "the number in a row"), "pass" in word.lower())

    def wins_this_shooter(self, said: triggers.WinOrLoss, shooter: Token | None = None) -> trackers.Tracker:
        del shooter
        return history.WinsOrLosses(said.count, said.won, said.target)

    def wins_last_shooter(self, said: triggers.WinOrLoss) -> trackers.Tracker:
        return history.LastShooter(history.WinsOrLosses(said.count, said.won, said.target))

    def often_this_shooter(
        self, count: Token, event: Token, shooter: Token | None = None
    ) -> history.TimesThisShooter:
        del shooter
        found = self.thrown(event) if event.type == "THROW_OF" else self.happened(event)
        return history.TimesThisShooter(count_of(count, "the number of times"), found)

    def often_last_shooter(self, count: Token, event: Token) -> trackers.Tracker:
        return history.LastShooter(self.often_this_shooter(count, event))

    @v_args(meta=True, inline=True)
    def last_shooter(self, meta: object, of: trackers.Tracker) -> trackers.Tracker:
        return history.LastShooter(_of_shooter(of, meta, "last shooter"))

    @v_args(meta=True, inline=True)
    def of_last_shooters(self, meta: object, of: trackers.Tracker, *words: Token) -> trackers.Tracker:
        return _of_last(_of_shooter(of, meta, "by so many of the last shooters"), *words)

    def wins_of_last_shooters(self, said: triggers.WinOrLoss, *words: Token) -> trackers.Tracker:
        return _of_last(history.WinsOrLosses(said.count, said.won, said.target), *words)

    def often_of_last_shooters(self, count: Token, event: Token, *words: Token) -> trackers.Tracker:
        return _of_last(self.often_this_shooter(count, event), *words)

    def throws_since(self, count: Token, event: triggers.Trigger) -> trackers.Tracker:
        return history.Since(count_of(count, "the number of throws", MOST_SINCE), "throws", event)

    def units_since(self, count: Token, unit: Token, event: triggers.Trigger) -> trackers.Tracker:
        return history.Since(*_counted(count, unit), event)

    def within_throws(self, count: Token, event: triggers.Trigger) -> trackers.Tracker:
        return history.Within(count_of(count, "the number of throws", MOST_SINCE), "throws", event)

    def within_units(self, count: Token, unit: Token, event: triggers.Trigger) -> trackers.Tracker:
        return history.Within(*_counted(count, unit), event)

    # Triggers.

    def decided(self, said: triggers.WinOrLoss) -> triggers.Trigger:
        return said

    @v_args(inline=False)
    def wins(self, children: list[Token | Located]) -> triggers.WinOrLoss:
        at = children[-1] if isinstance(children[-1], Located) else None
        words = [child for child in children if isinstance(child, Token)]
        count = count_of(words[0], "the number of wins or losses") if len(words) > 1 else 1
        return triggers.WinOrLoss(words[-1].type == "WIN", count, not_it(at) if at else None)

    def happened(self, token: Token) -> triggers.Trigger:
        word = re.sub(r"[ _-]", "_", token.lower())
        return triggers.GameEvent("seven_out" if word == "sevenout" else word)

    def seven_outs(self, count: Token) -> triggers.Trigger:
        return triggers.SevenOuts(count_of(count, "the number in a row"))

    def thrown(self, token: Token) -> triggers.Trigger:
        totals: set[int] = set()
        dice: set[Throw] = set()
        for word in _numbers(token):
            if "-" in word:
                dice.add(combination(word).combination)
            elif not _FIRST_TOTAL <= int(word[:3]) <= _LAST_TOTAL:
                raise Misplaced(f"two dice make 2 to 12, not {word}", word)
            else:
                totals.add(int(word))
        return triggers.ThrowOf(tuple(sorted(totals)), tuple(sorted(dice)))

    def reached(self, tracker: trackers.Tracker) -> triggers.Trigger:
        return triggers.TrackerReached(tracker)

    # Amounts that follow from money.

    def share(self, much: Token, of_what: Token | None = None) -> amounts.FromMoney:
        named = of_what.split()[-1].lower() if of_what else "owned"
        share = _part_of(much, MOST_TIMES if of_what else 1)
        return amounts.Share(share, cast("amounts.ShareOf", named))

    def share_of_wagers(self, much: Token, of: Located) -> amounts.FromMoney:
        if of.target == ALL:
            raise Misplaced(f"{much} alone is of all that is owned; of wagers, name them", of.token)
        return amounts.ShareOfWagers(_part_of(much, MOST_TIMES), not_it(of))

    def kelly(self, *words: Token) -> amounts.FromMoney:
        return amounts.Kelly(_part_of(words[0]) if len(words) > 1 else Fraction(1))

    def to_reach(self, sum_: Token) -> amounts.FromMoney:
        return amounts.ToReach(positive(sum_))


# The contents of a line of a system, each with the word that an error can point at.


class OnlyLine(msgspec.Struct, frozen=True):
    """`only when CONDITION`."""

    condition: cs.Condition


class StopAfterLine(msgspec.Struct, frozen=True):
    """`stop after ...`."""

    trackers: tuple[trackers.Tracker, ...]


class StageHead(msgspec.Struct, frozen=True):
    """`stage NAME:`."""

    name: str


class AfterHead(msgspec.Struct, frozen=True):
    """`after EVENT:`, `after EVENT when CONDITION:`."""

    trigger: triggers.Trigger
    condition: cs.Condition | None


Content = (
    cs.Condition
    | AfterHead
    | Instruction
    | Change
    | OnlyLine
    | AtMostLine
    | StopAfterLine
    | ProgressionLine
    | MostLostLine
    | MostUpLine
    | StageHead
    | Move
)


class Line(msgspec.Struct, frozen=True):
    """The head of a rule, a step of a rule, or a line for the whole system.

    Attributes:
        token: a word of it.
    """

    content: Content
    token: Token
