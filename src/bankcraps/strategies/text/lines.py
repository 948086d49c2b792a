"""Builds the lines of a system from the parse tree, each with a word that an error can point at."""

# Lark's own annotations leave type arguments open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUntypedBaseClass=false, reportGeneralTypeIssues=false

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, cast

import msgspec
from lark import Token, Tree

from bankcraps.errors import MoneyError
from bankcraps.game.chips import Cents
from bankcraps.game.notation.nicknames import GROUPS
from bankcraps.game.notation.tokens import (
    Misplaced,
    spot_of,
    stake_of,
    stakes_of,
    times_of,
    v_args,
)
from bankcraps.game.wagers import COMES, FLATS, WAGERS, Wager
from bankcraps.strategies import progressions
from bankcraps.strategies.observation import MOST_TIMES, points_of
from bankcraps.strategies.rules import changes, instructions, trackers, triggers
from bankcraps.strategies.rules import conditions as cs
from bankcraps.strategies.rules.amounts import FromMoney
from bankcraps.strategies.rules.triggers import unseen_in
from bankcraps.strategies.stages import Move
from bankcraps.strategies.text.phrases import (
    AfterHead,
    Line,
    Located,
    OnlyLine,
    PhraseBuilder,
    StageHead,
    StopAfterLine,
    count_of,
    first_of,
    flat_named,
    not_it,
    place,
    positive,
)
from bankcraps.strategies.text.program import AtMostLine, MostLostLine, MostUpLine, ProgressionLine
from bankcraps.strategies.wager_sets import bettable

if TYPE_CHECKING:
    from bankcraps.game.notation.phrases import Spreads

__all__ = ["LineBuilder"]

MOST_STEPS: Final = 30
MOST_UNITS: Final = 1000
_LONG: Final = 6
"""The most digits of a number in a line that are read: it is too large with more."""

_NO_LIMIT: Final = Cents(0)
"""The largest size of a press that says none."""


class _HowMuch(msgspec.Struct, frozen=True):
    """The size of odds: a sum, a multiple of the flat wager, or the most."""

    token: Token


@v_args(inline=True)
class LineBuilder(PhraseBuilder):
    """Builds lines. Each method builds the grammar's rule of its name."""

    @v_args(inline=False)
    def start(self, children: list[Line | list[Line]]) -> list[Line]:
        lines = list[Line]()
        for child in children:
            lines += child if isinstance(child, list) else [child]
        return lines

    # Heads.

    @v_args(meta=True, inline=True)
    def when(self, meta: object, condition: cs.Condition) -> Line:
        return Line(condition, place(meta, "when"))

    @v_args(meta=True, inline=True)
    def after(self, meta: object, trigger: triggers.Trigger, condition: cs.Condition | None = None) -> Line:
        at = place(meta, "after")
        return Line(AfterHead(trigger, _seen(_AFTER_RULES, condition, at)), at)

    # Stages.

    def stage(self, token: Token) -> Line:
        return Line(StageHead(_name(token)), token)

    def go_when(self, token: Token, condition: cs.Condition) -> Line:
        return Line(Move(_name(token), cast("cs.Condition", _seen(_MOVES, condition, token))), token)

    def go_after(
        self, token: Token, trigger: triggers.Trigger, condition: cs.Condition | None = None
    ) -> Line:
        return Line(Move(_name(token), trigger, _seen(_MOVES, condition, token)), token)

    # Bets.

    @v_args(inline=False)
    def stake(self, children: list[Tree[Token] | Token]) -> tuple[Wager, Cents, Token]:
        wager, amount = stake_of(children)
        if not bettable(wager):
            box = wager.kind.value
            message = f"come bets start in the box and move to their number: say {box} {amount}"
            raise Misplaced(message, first_of(children))
        return wager, positive(amount), first_of(children)

    @v_args(inline=False)
    def stakes(self, children: list[Tree[Token] | Token]) -> list[Line]:
        return self._alike(children, each_first=False)

    @v_args(inline=False)
    def stakes_each(self, children: list[Tree[Token] | Token]) -> list[Line]:
        return self._alike(children, each_first=True)

    def _alike(self, children: list[Tree[Token] | Token], *, each_first: bool) -> list[Line]:
        """Build a line for each of several bets alike: `12 each on the 6 and 8`."""
        wagers, amount = stakes_of(children, each_first=each_first)
        return _have_up(wagers, positive(amount), first_of(children))

    def sevens(self, *children: Token) -> list[Line]:
        amount, hops = _money(children), GROUPS["hop_sevens"]
        each, rest = divmod(positive(amount), len(hops))
        if rest:
            raise Misplaced(
                f"the sevens are three hops, and {amount} does not split in three;"
                " say, for example: hop sevens 3, or: hop sevens 1 each",
                amount,
            )
        return _have_up(hops, Cents(each), children[0])

    def sevens_each(self, *children: Token) -> list[Line]:
        return _have_up(GROUPS["hop_sevens"], positive(_money(children)), children[0])

    def bet(self, stake: tuple[Wager, Cents, Token], beside: Token | None = None) -> Line:
        wager, amount, token = stake
        if wager.kind in FLATS:
            if beside:
                raise Misplaced("odds are on the number of their flat wager: leave out except point", beside)
            return Line(instructions.HaveOddsUp(FLATS[wager.kind], wager.number or 0, 0, amount), token)
        _may_be_point(wager, beside)
        return Line(instructions.HaveUp(wager, amount, beside is not None), token)

    def share_bet(self, at: Located, share: FromMoney, beside: Token | None = None) -> Line:
        wager = WAGERS[at.target.words]
        if not bettable(wager):
            box = wager.kind.value
            raise Misplaced(f"come bets start in the box: say {box} {share}", at.token)
        _may_be_point(wager, beside)
        return Line(instructions.HaveUp(wager, share, beside is not None), at.token)

    def share_up_to(self, at: Located, share: FromMoney, up_to: Token) -> Line:
        wager = WAGERS[at.target.words]
        if wager.kind not in COMES or not bettable(wager):
            raise Misplaced(f"only come and dont_come go up to a number, not {wager}", at.token)
        return Line(instructions.HaveComesUp(wager, share, _comes(up_to)), at.token)

    def box_bet(self, box: Tree[Token], amount: Token, up_to: Token) -> Line:
        size, count = positive(amount), _comes(up_to)
        return Line(instructions.HaveComesUp(spot_of([box]), size, count), first_of(box))

    def spread(self, *children: Token) -> tuple[Token, Token, bool]:
        word, amount = sorted(children, key=lambda child: child.type == "MONEY")
        return word, amount, False

    def spread_each(self, *children: Token) -> tuple[Token, Token, bool]:
        word, amount, _ = self.spread(*children)
        return word, amount, True

    def spread_bet(self, spread: tuple[Token, Token, bool], beside: Token | None = None) -> Line:
        word, token, each = spread
        amount = positive(token)
        name = cast("Spreads", word.type.lower())
        if beside and name == "hi_lo":
            raise Misplaced("hi_lo has no number that could be the point", beside)
        try:
            made = instructions.HaveSpreadUp.said(name, amount, each=each)
            return Line(msgspec.structs.replace(made, except_point=beside is not None), word)
        except MoneyError as error:
            raise Misplaced(str(error), token) from None

    def much(self, token: Token) -> _HowMuch:
        return _HowMuch(token)

    multiple = much

    @v_args(inline=False)
    def stake_odds(
        self, children: list[Tree[Token] | Token | _HowMuch]
    ) -> tuple[list[Tree[Token] | Token], Token]:
        """Take how much the odds are, which stands first or last, apart from the flat wager."""
        much = next(child for child in children if isinstance(child, _HowMuch))
        return [child for child in children if not isinstance(child, _HowMuch)], much.token

    @v_args(meta=True, inline=True)
    def odds(self, meta: object, stake: tuple[list[Tree[Token] | Token], Token]) -> Line:
        behind, token = stake
        flat, number = flat_named(behind)
        times, amount = 0, Cents(0)
        if token.type == "TIMES":
            times = count_of(times_of(token), "the multiple of the flat wager", MOST_TIMES)
        elif token.type == "MONEY":
            amount = positive(token)
        return Line(instructions.HaveOddsUp(flat, number, times, amount), place(meta, "odds"))

    @v_args(meta=True, inline=True)
    def odds_behind_all(self, meta: object, box: Tree[Token], amount: Token) -> Line:
        return self.odds(meta, ([box], amount))

    @v_args(inline=False)
    def spot_odds(self, children: list[Tree[Token] | Token]) -> list[Tree[Token] | Token]:
        return children

    @v_args(meta=True, inline=True)
    def odds_share(
        self, meta: object, behind: Tree[Token] | list[Tree[Token] | Token], share: FromMoney
    ) -> Line:
        flat, number = flat_named(behind if isinstance(behind, list) else [behind])
        return Line(instructions.HaveOddsUp(flat, number, 0, share), place(meta, "odds"))

    # Down, on, off.

    def down(self, at: Located) -> Line:
        return Line(instructions.BringDown(at.target), at.token)

    def call_on(self, at: Located) -> Line:
        return Line(instructions.CallOnOff(not_it(at), "on"), at.token)

    def call_off(self, at: Located) -> Line:
        return Line(instructions.CallOnOff(not_it(at), "off"), at.token)

    # Sizes.

    def up_to(self, amount: Token) -> Cents:
        return positive(amount)

    def press(self, at: Located, up_to: Cents = _NO_LIMIT) -> Line:
        return Line(changes.Press(at.target, up_to=up_to), at.token)

    def press_by(self, at: Located, amount: Token, up_to: Cents = _NO_LIMIT) -> Line:
        return Line(changes.Press(at.target, positive(amount), up_to), at.token)

    def half_press(self, at: Located, up_to: Cents = _NO_LIMIT) -> Line:
        return Line(changes.HalfPress(at.target, up_to), at.token)

    def parlay(self, at: Located, up_to: Cents = _NO_LIMIT) -> Line:
        return Line(changes.Parlay(at.target, up_to), at.token)

    def add(self, amount: Token, at: Located, up_to: Cents = _NO_LIMIT) -> Line:
        return self.press_by(at, amount, up_to)

    def take(self, amount: Token, at: Located, down_to: Token | None = None) -> Line:
        floor = positive(down_to) if down_to else Cents(0)
        return Line(changes.Take(at.target, positive(amount), floor), at.token)

    def regress(self, at: Located, amount: Token) -> Line:
        return Line(changes.Regress(at.target, positive(amount)), at.token)

    def reset(self, at: Located) -> Line:
        return Line(changes.Reset(at.target), at.token)

    def stop(self, token: Token) -> Line:
        return Line(instructions.StopPlaying(), token)

    # Lines for the whole system.

    @v_args(meta=True, inline=True)
    def only(self, meta: object, condition: cs.Condition) -> Line:
        return Line(OnlyLine(condition), place(meta, "only"))

    def at_most(self, count: Token, at: Located) -> Line:
        return Line(AtMostLine(count_of(count, "the number of wagers"), not_it(at)), at.token)

    def most_lost(self, amount: Token, shooter: Token | None = None) -> Line:
        del shooter
        return Line(MostLostLine(positive(amount)), amount)

    def most_up(self, amount: Token) -> Line:
        return Line(MostUpLine(positive(amount)), amount)

    def money_end(self, word: Token, amount: Token) -> trackers.Tracker:
        cents = positive(amount)
        return trackers.Money(cents) if word.type == "LOSING" else trackers.Money(winning=cents)

    def count_end(self, count: Token, word: Token) -> trackers.Tracker:
        return _ENDS[word.type](count_of(count, "the length"))

    @v_args(meta=True, inline=True)
    def stop_after(self, meta: object, *ends: trackers.Tracker) -> Line:
        return Line(StopAfterLine(ends), place(meta, "stop after"))

    def progression(self, name: Token, at: Located, steps: Token | None = None) -> Line:
        word = re.sub(r"[ _-]", "_", name.lower().replace("'", ""))
        found = {"1_3_2_6": "1-3-2-6", "oscars_grind": "oscar", "oscar_grind": "oscar"}.get(word, word)
        count = count_of(steps, "the number of steps", MOST_STEPS) if steps else 0
        return Line(ProgressionLine(progressions.named(found, count), not_it(at)), name)

    def labouchere(self, word: Token, at: Located, most: Token | None = None) -> Line:
        line = tuple(int(one[:_LONG]) for one in re.findall(r"\d+", word))
        if not line or len(line) > MOST_STEPS or not all(0 < one <= MOST_UNITS for one in line):
            message = f"a line has 1 to {MOST_STEPS} numbers from 1 to {MOST_UNITS}, as in labouchere 1-2-3-4"
            raise Misplaced(message, word)
        if most is None:
            example = "up to 20 units"
            raise Misplaced(f"its line could grow without end: say the most it stakes, as in {example}", word)
        units = count_of(most, "the number of units", MOST_UNITS)
        made = progressions.Labouchere.of(line, units, reverse=word.lower().startswith("reverse"))
        first = made.multiple(0)
        if first > units:
            raise Misplaced(
                f"this line begins with a stake of {first} units, so it needs at least that many", most
            )
        return Line(ProgressionLine(made, not_it(at)), word)

    @v_args(inline=False)
    def series(self, children: list[Token | Located]) -> Line:
        word, *rest, at = children
        steps = [one for one in cast("list[Token]", rest) if one.type == "MONEY"]
        back = [one for one in cast("list[Token]", rest) if one.type == "BACK"]
        multiples = [count_of(step, "a step of a series") for step in steps]
        if len(multiples) > MOST_STEPS:
            raise Misplaced(f"a series has at most {MOST_STEPS} steps", steps[-1])
        made = progressions.series(
            multiples,
            on_wins="wins" in cast("Token", word).lower(),
            back=_steps_back(back[0]) if back else None,
            stays=any(one.type == "THEN_STAY" for one in cast("list[Token]", rest)),
        )
        return Line(ProgressionLine(made, not_it(cast("Located", at))), cast("Token", word))


def _have_up(wagers: Iterable[Wager], amount: Cents, token: Token) -> list[Line]:
    """The same amount on each of several wagers, a line for each."""
    return [Line(instructions.HaveUp(wager, amount), token) for wager in wagers]


def _money(children: tuple[Token, ...]) -> Token:
    """The amount among some words."""
    return next(child for child in children if child.type == "MONEY")


def _steps_back(token: Token) -> int:
    """The number in `back 1`."""
    (number,) = re.findall(r"\d+", token)
    return count_of(Token("MONEY", number, start_pos=(token.end_pos or 0) - len(number)), _BACK, MOST_STEPS)


_BACK: Final = "the number of steps back"
_MOVES: Final = "a stage changes after a throw"
_AFTER_RULES: Final = "the condition of an 'after' rule is asked after the throw"


def _name(token: Token) -> str:
    """The name of a stage."""
    return token.lower().split()[-1]


def _seen(why: str, condition: cs.Condition | None, token: Token) -> cs.Condition | None:
    """Check that a condition can be asked after a throw; `why` says that it is."""
    unseen = None if condition is None else unseen_in(condition)
    if unseen is None:
        return condition
    of_money = unseen.looks_at_money
    instead = "ahead 100" if of_money else "point, 2 points made or ahead 100"
    raise Misplaced(f"{why}, where '{unseen}' is not seen: say {instead}", token)


def _comes(up_to: Token) -> int:
    return count_of(up_to, "the number of come wagers", len(points_of()))


def _may_be_point(wager: Wager, beside: Token | None) -> None:
    """Check that a wager can be left out on the point."""
    if beside and wager.number not in points_of():
        raise Misplaced(f"{wager} has no number that could be the point", beside)


_ENDS: Final = {
    "THROWS": trackers.TotalThrows,
    "SHOOTERS": trackers.Shooters,
    "DECISIONS": trackers.Decisions,
}
