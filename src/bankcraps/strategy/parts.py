"""The parts of what systems say: which wagers, when, and after what."""

# Lark's own annotations leave type arguments open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import re
from typing import Final, NoReturn, cast

import msgspec
from lark import Token, Transformer, Tree, v_args

from bankcraps.chips import Cents
from bankcraps.dice import Throw  # noqa: TC001 - Lark calls with it
from bankcraps.notation.building import Misplaced, combination, money, spot_of, whole
from bankcraps.strategy import conditions as cs
from bankcraps.strategy import trackers, triggers
from bankcraps.strategy.targets import ALL, IT, LINE_WAGERS, ODDS_WAGERS, Target, family, only
from bankcraps.wagers import BOX_NUMBERS, ODDS, Kind, find

__all__ = ["At", "Parts", "behind_of", "count_of", "first_of", "no", "place", "positive", "real"]

MOST_COUNTED: Final = 100_000
_BOXES: Final = (Kind.COME, Kind.DONT_COME)
_FIRST_TOTAL, _LAST_TOTAL = 2, 12
_POINTS: Final = frozenset(map(str, BOX_NUMBERS))


def no(message: str, token: Token) -> NoReturn:
    """Point at a word that means nothing."""
    raise Misplaced(message, token)


def positive(token: Token) -> Cents:
    """A sum above nothing."""
    amount = money(token)
    if amount <= 0:
        no(f"a sum is more than nothing, not {token}", token)
    return amount


def count_of(token: Token, what: str, most: int = MOST_COUNTED) -> int:
    """A whole number from 1."""
    count = whole(token, what)
    if not 1 <= count <= most:
        no(f"{what} is from 1 to {most}, not {token}", token)
    return count


def _numbers(token: Token) -> list[Token]:
    """The numbers and combinations within a token, each with its own place."""
    start = token.start_pos or 0
    found = re.finditer(r"\d+(?:-\d+)?", token)
    return [Token(token.type, part[0], start_pos=start + part.start()) for part in found]


def _flat(kind: type[cs.AllOf | cs.AnyOf], parts: tuple[cs.Condition, ...]) -> cs.Condition:
    """Several conditions joined, those joined alike already taken apart, and none twice."""
    found: list[cs.Condition] = []
    for part in parts:
        found += part.inner if isinstance(part, kind) else (part,)
    first, *others = dict.fromkeys(found)
    return kind((first, *others)) if others else first


class At(msgspec.Struct, frozen=True):
    """A target with the word it begins with."""

    target: Target
    token: Token


def first_of(children: object) -> Token:
    """The first word of what was said."""
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


def real(at: At) -> Target:
    """A target that is not `it`."""
    if at.target == IT:
        no("it is the wager that an event was about; say which one is meant", at.token)
    return at.target


def behind_of(behind: list[Tree[Token] | Token]) -> tuple[Kind | None, int]:
    """The flat wager that odds are said to be behind, if any, and its number, if any."""
    if not behind:
        return None, 0
    flat = spot_of(behind)
    if flat.kind not in ODDS:
        no(f"there are no odds behind {flat}", first_of(behind))
    return flat.kind, flat.number or 0


@v_args(inline=True)
class Parts(Transformer[Token, object]):
    """Conditions, events and targets made into what they mean."""

    # Conditions.

    def any_of(self, *parts: cs.Condition) -> cs.Condition:
        """One of several."""
        return _flat(cs.AnyOf, parts)

    def all_of(self, *parts: cs.Condition) -> cs.Condition:
        """All of several."""
        return _flat(cs.AllOf, parts)

    def negated(self, condition: cs.Condition) -> cs.Condition:
        """The opposite."""
        return condition.inner if isinstance(condition, cs.Not) else cs.Not(condition)

    def nested(self, condition: cs.Condition) -> cs.Condition:
        """In brackets."""
        return condition

    def always(self, token: Token) -> cs.Condition:
        """Before every throw."""
        del token
        return cs.Always()

    def come_out(self) -> cs.Condition:
        """Before a come-out throw."""
        return cs.ComeOut()

    def point(self, token: Token) -> cs.Condition:
        """While there is a point."""
        del token
        return cs.OnPoint()

    def point_on(self, token: Token) -> cs.Condition:
        """On some points."""
        points = _numbers(token)
        for point in points:
            if point.lstrip("0") not in _POINTS:
                no(f"a point is 4, 5, 6, 8, 9 or 10, not {point}", point)
        numbers = sorted({int(point) for point in points})
        other = "not" in token.lower()
        return cs.OnPoint(tuple(numbers), other)

    @v_args(inline=False)
    def up(self, children: list[Token | At]) -> cs.Condition:
        """So many stand."""
        at = cast("At", children[-1])
        least = count_of(cast("Token", children[0]), "how many are up") if len(children) > 1 else 1
        if least > len(real(at).wagers):
            no(f"there are never {least} of {at.target}", cast("Token", children[0]))
        return cs.Up(at.target, least)

    def none_up(self, at: At) -> cs.Condition:
        """None stands."""
        return cs.Not(cs.Up(real(at)))

    def counted(self, tracker: trackers.Tracker) -> cs.Condition:
        """A tracker has come to its count."""
        return cs.Counted(tracker)

    def counter(self, token: Token) -> trackers.Tracker:
        """A tracker that is a word."""
        if token.type == "FIVE_COUNT":
            return trackers.FiveCount()
        if token.type == "EVERY":
            digits = "".join(re.findall(r"\d", token))
            count = int(digits[:6])
            if not 2 <= count <= MOST_COUNTED:  # noqa: PLR2004 - every first shooter is every shooter
                no("shooters are counted every 2nd, every 3rd and so on", token)
            return trackers.EveryShooter(count)
        return trackers.NewShooter()

    def throws(self, count: Token) -> trackers.Tracker:
        """Throws of this shooter."""
        return trackers.Throws(count_of(count, "a number of throws"))

    def points(self, count: Token) -> trackers.Tracker:
        """Points this shooter made."""
        return trackers.Points(count_of(count, "a number of points"))

    # Events.

    @v_args(inline=False)
    def decided(self, children: list[Token | At]) -> triggers.Trigger:
        """Wins or losses."""
        at = children[-1] if isinstance(children[-1], At) else None
        words = [child for child in children if isinstance(child, Token)]
        count = count_of(words[0], "a number in a row") if len(words) > 1 else 1
        return triggers.Decided(words[-1].type == "WIN", count, real(at) if at else None)

    def happened(self, token: Token) -> triggers.Trigger:
        """Something of the puck or the hand."""
        word = re.sub(r"[ _-]", "_", token.lower())
        return triggers.Happened("seven_out" if word == "sevenout" else word)

    def thrown(self, token: Token) -> triggers.Trigger:
        """Totals or combinations."""
        totals: set[int] = set()
        dice: set[Throw] = set()
        for word in _numbers(token):
            if "-" in word:
                dice.add(combination(word).combination)
            elif not _FIRST_TOTAL <= int(word[:3]) <= _LAST_TOTAL:
                no(f"two dice make 2 to 12, not {word}", word)
            else:
                totals.add(int(word))
        return triggers.Thrown(tuple(sorted(totals)), tuple(sorted(dice)))

    def reached(self, token: Token) -> triggers.Trigger:
        """The five-count."""
        del token
        return triggers.Reached(trackers.FiveCount())

    def reached_throws(self, count: Token) -> triggers.Trigger:
        """So many throws of this shooter."""
        return triggers.Reached(self.throws(count))

    def reached_points(self, count: Token) -> triggers.Trigger:
        """So many points of this shooter."""
        return triggers.Reached(self.points(count))

    # Targets.

    @v_args(inline=False)
    def spot(self, children: list[Tree[Token] | Token]) -> At:
        """One wager."""
        return At(only(spot_of(children)), first_of(children))

    def spot_target(self, at: At) -> At:
        """One wager, or every come wager."""
        return at

    @v_args(meta=True, inline=True)
    def odds_target(self, meta: object, *behind: Tree[Token] | Token) -> At:
        """Odds."""
        flat, number = behind_of(list(behind))
        token = place(meta, "odds")
        if flat is None:
            return At(ODDS_WAGERS, token)
        kind = ODDS[flat]
        return At(only(find(kind, number or None)) if number or flat not in _BOXES else family(kind), token)

    def family_target(self, kind: Tree[Token]) -> At:
        """Every wager of a kind."""
        token = first_of(kind)
        return At(family(Kind[token.type]), token)

    def hops_target(self, token: Token) -> At:
        """Every hop."""
        return At(family(Kind.HOP), token)

    def hards_target(self, token: Token) -> At:
        """Every hard way."""
        return At(family(Kind.HARD), token)

    def line_target(self, token: Token) -> At:
        """Pass and don't pass."""
        return At(LINE_WAGERS, token)

    def it_target(self, token: Token) -> At:
        """The wager the event is about."""
        return At(IT, token)

    def all_target(self, token: Token) -> At:
        """Everything."""
        return At(ALL, token)
