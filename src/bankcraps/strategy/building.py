"""From the words of a system to its lines, each with a word of it, so that trouble can be pointed at."""

# Lark's own annotations leave type arguments open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUntypedBaseClass=false, reportGeneralTypeIssues=false

import re
from typing import TYPE_CHECKING, Final, cast

import msgspec
from lark import Token, Tree, v_args

from bankcraps.chips import Cents
from bankcraps.errors import MoneyError
from bankcraps.notation.building import Misplaced, spot_of
from bankcraps.strategy import acts, changes, progressions, trackers, triggers
from bankcraps.strategy import conditions as cs
from bankcraps.strategy.acts import Act
from bankcraps.strategy.changes import Change
from bankcraps.strategy.parts import At, Parts, behind_of, count_of, first_of, no, place, positive, real
from bankcraps.strategy.program import Limit, Pace
from bankcraps.wagers import BOX_NUMBERS, FLATS, Kind, Wager

if TYPE_CHECKING:
    from bankcraps.notation.phrases import Spreads

__all__ = ["Builder", "Ends", "Line", "Only", "Said"]

MOST_STEPS: Final = 30
_BOXES: Final = (Kind.COME, Kind.DONT_COME)


class Only(msgspec.Struct, frozen=True):
    """`only when CONDITION`."""

    condition: cs.Condition


class Ends(msgspec.Struct, frozen=True):
    """`stop after ...`."""

    trackers: tuple[trackers.Tracker, ...]


Said = cs.Condition | triggers.Trigger | Act | Change | Only | Limit | Ends | Pace


class Line(msgspec.Struct, frozen=True):
    """Something said: the head of a rule, a step of one, or a line for the whole system.

    Attributes:
        said: what.
        token: a word of it.
    """

    said: Said
    token: Token


@v_args(inline=True)
class Builder(Parts):
    """Each rule of `systems.lark` made into what it means."""

    @v_args(inline=False)
    def start(self, children: list[Line]) -> list[Line]:
        """All lines."""
        return children

    # Heads.

    @v_args(meta=True, inline=True)
    def when(self, meta: object, condition: cs.Condition) -> Line:
        """A rule for before a throw."""
        return Line(condition, place(meta, "when"))

    @v_args(meta=True, inline=True)
    def after(self, meta: object, trigger: triggers.Trigger) -> Line:
        """A rule for after a throw."""
        return Line(trigger, place(meta, "after"))

    # Bets.

    @v_args(inline=False)
    def stake(self, children: list[Tree[Token] | Token]) -> tuple[Wager, Cents, Token]:
        """A wager and a sum."""
        *spot, amount = children
        wager = spot_of(spot)
        if wager.kind in _BOXES and wager.number:
            box = wager.kind.value
            no(f"{wager} is reached by way of the box: say {box} {amount}", first_of(children))
        return wager, positive(cast("Token", amount)), first_of(children)

    def bet(self, stake: tuple[Wager, Cents, Token], beside: Token | None = None) -> Line:
        """Have it up."""
        wager, amount, token = stake
        if wager.kind in FLATS:
            if beside:
                no("odds are where their flat wager is", beside)
            return Line(acts.Odds(FLATS[wager.kind], wager.number or 0, 0, amount), token)
        if beside and wager.number not in BOX_NUMBERS:
            no(f"{wager} has no number that could be the point", beside)
        return Line(acts.Bet(wager, amount, beside is not None), token)

    def box_bet(self, box: Tree[Token], amount: Token, up_to: Token) -> Line:
        """Come wagers, up to so many."""
        count = count_of(up_to, "how many come wagers may be up", len(BOX_NUMBERS))
        return Line(acts.Box(spot_of([box]), positive(amount), count), first_of(box))

    def spread(self, word: Token, amount: Token) -> tuple[Token, Cents, Token]:
        """One sum over several numbers."""
        return word, positive(amount), amount

    def spread_bet(self, spread: tuple[Token, Cents, Token], beside: Token | None = None) -> Line:
        """Have them up."""
        word, amount, token = spread
        name = cast("Spreads", word.type.lower())
        if beside and name == "hi_lo":
            no("hi_lo has no number that could be the point", beside)
        try:
            return Line(acts.Spread.of(name, amount, except_point=beside is not None), word)
        except MoneyError as error:
            raise Misplaced(str(error), token) from None

    def much(self, token: Token) -> Token:
        """How much in odds."""
        return token

    @v_args(meta=True, inline=True)
    def odds(self, meta: object, *children: Tree[Token] | Token) -> Line:
        """Odds behind flat wagers."""
        *behind, much = children
        flat, number = behind_of(behind)
        token, times, amount = cast("Token", much), 0, Cents(0)
        if token.type == "TIMES":
            times = count_of(token.update(value=token[:-1]), "odds are so many times the flat: that", 1000)
        elif token.type == "MONEY":
            amount = positive(token)
        return Line(acts.Odds(flat, number, times, amount), place(meta, "odds"))

    # Down, on, off.

    def down(self, at: At) -> Line:
        """Take down."""
        return Line(acts.Down(at.target), at.token)

    def call_on(self, at: At) -> Line:
        """Call on."""
        return Line(acts.CallIt(real(at), "on"), at.token)

    def call_off(self, at: At) -> Line:
        """Call off."""
        return Line(acts.CallIt(real(at), "off"), at.token)

    # Sizes.

    def up_to(self, amount: Token) -> tuple[Cents]:
        """A limit of growth."""
        return (positive(amount),)

    @v_args(inline=False)
    def press(self, children: list[At | Token | tuple[Cents]]) -> Line:
        """Double, or more by a sum."""
        at, by, up_to = cast("At", children[0]), Cents(0), Cents(0)
        for child in children[1:]:
            if isinstance(child, Token):
                by = positive(child)
            else:
                up_to = cast("tuple[Cents]", child)[0]
        return Line(changes.Press(at.target, by, up_to), at.token)

    def half_press(self, at: At, up_to: tuple[Cents] = (Cents(0),)) -> Line:
        """More by half."""
        return Line(changes.HalfPress(at.target, up_to[0]), at.token)

    def add(self, amount: Token, at: At, up_to: tuple[Cents] = (Cents(0),)) -> Line:
        """More by a sum."""
        return Line(changes.Press(at.target, positive(amount), up_to[0]), at.token)

    def take(self, amount: Token, at: At, down_to: Token | None = None) -> Line:
        """Less by a sum."""
        floor = positive(down_to) if down_to else Cents(0)
        return Line(changes.Take(at.target, positive(amount), floor), at.token)

    def regress(self, at: At, amount: Token) -> Line:
        """To a sum."""
        return Line(changes.Regress(at.target, positive(amount)), at.token)

    def reset(self, at: At) -> Line:
        """Back to the sum said."""
        return Line(changes.Reset(at.target), at.token)

    def stop(self, token: Token) -> Line:
        """Stop for good."""
        return Line(acts.Stop(), token)

    # Lines for the whole system.

    @v_args(meta=True, inline=True)
    def only(self, meta: object, condition: cs.Condition) -> Line:
        """A gate."""
        return Line(Only(condition), place(meta, "only"))

    def at_most(self, count: Token, at: At) -> Line:
        """A limit a shooter."""
        return Line(Limit(count_of(count, "how many a shooter"), real(at)), at.token)

    def ends(self, *ends: trackers.Tracker) -> tuple[trackers.Tracker, ...]:
        """Several ends."""
        return ends

    def money_end(self, word: Token, amount: Token) -> trackers.Tracker:
        """So much lost or won."""
        cents = positive(amount)
        return trackers.Money(cents) if word.type == "LOSING" else trackers.Money(winning=cents)

    def count_end(self, count: Token, word: Token) -> trackers.Tracker:
        """So many of something."""
        return _ENDS[word.type](count_of(count, "how many it is until the end"))

    @v_args(meta=True, inline=True)
    def stop_after(self, meta: object, ends: tuple[trackers.Tracker, ...]) -> Line:
        """An end."""
        return Line(Ends(ends), place(meta, "stop after"))

    def progression(self, name: Token, at: At, steps: Token | None = None) -> Line:
        """A progression with a name."""
        word = re.sub(r"[ _-]", "_", name.lower().replace("'", ""))
        found = {"1_3_2_6": "1-3-2-6", "oscars_grind": "oscar", "oscar_grind": "oscar"}.get(word, word)
        count = count_of(steps, "the steps of a progression", MOST_STEPS) if steps else 0
        return Line(Pace(progressions.named(found, count), real(at)), name)

    @v_args(inline=False)
    def series(self, children: list[Token | At]) -> Line:
        """A progression of one's own."""
        word, *steps, at = children
        multiples = [count_of(cast("Token", step), "a step of a series") for step in steps]
        if len(multiples) > MOST_STEPS:
            no(f"a series has at most {MOST_STEPS} steps", cast("Token", steps[-1]))
        made = progressions.series(multiples, on_wins="wins" in cast("Token", word).lower())
        return Line(Pace(made, real(cast("At", at))), cast("Token", word))


_ENDS: Final = {
    "THROWS": trackers.TotalThrows,
    "SHOOTERS": trackers.Shooters,
    "DECISIONS": trackers.Decisions,
}
