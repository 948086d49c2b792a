"""Turns parsed lines into events and phrases, and points at money and wagers that do not exist."""

# Lark's annotations leave out type arguments.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import json
from typing import Final, cast

import msgspec
from lark import Token, Transformer, Tree, v_args

from bankcraps.chips import Cents, dollars
from bankcraps.dice import Throw
from bankcraps.engine import events as ev
from bankcraps.engine.state import Limits
from bankcraps.errors import MoneyError
from bankcraps.notation.phrases import All, Odds, Phrase, Spread, Spreads
from bankcraps.wagers import WAGERS, Kind, Wager

__all__ = ["Builder", "Misplaced", "combination", "money", "on_number", "spot_of", "whole"]

DIGITS: Final = 9
Built = ev.Event | Phrase
_NUMBERS_OF: Final = {
    kind: ", ".join(str(w.number) for w in WAGERS.values() if w.kind is kind and w.number) for kind in Kind
}


class Misplaced(Exception):  # noqa: N818 - becomes a NotationError where the line is known
    """A word that parses but makes no sense, such as a number no wager has. `token` is the word."""

    def __init__(self, message: str, token: Token) -> None:
        super().__init__(message)
        self.token = token


def money(token: Token) -> Cents:
    """Read a sum in dollars."""
    try:
        return dollars(str(token).rstrip("."))
    except MoneyError as error:
        raise Misplaced(str(error), token) from None


def whole(token: Token, what: str) -> int:
    """Read a whole number that is not money. `what` names it in the error."""
    if not str(token).isdecimal() or len(token) > DIGITS:
        raise Misplaced(f"{what} must be a whole number of at most {DIGITS} digits, not {token}", token)
    return int(token)


def combination(token: Token) -> Throw:
    """Read two faces: `4-3`."""
    a, b = (int(face[:3]) for face in token.split("-"))
    try:
        return Throw(a, b)
    except ValueError as error:
        raise Misplaced(str(error), token) from None


def on_number(kind: Kind, token: Token) -> Wager:
    """Return the wager of a kind on the number in a token."""
    found = WAGERS.get(f"{kind.value} {whole(token, 'its number')}")
    if found is None:
        raise Misplaced(f"there is no {kind.value} {token}; its numbers are {_NUMBERS_OF[kind]}", token)
    return found


def read_limits(token: Token) -> Limits:
    """Read MIN:MAX or MIN:MAX:UNIT."""
    try:
        return Limits.read(str(token))
    except MoneyError as error:
        raise Misplaced(str(error), token) from None


def _kind(tree: Tree[Token]) -> Kind:
    return Kind[cast("Token", tree.children[0]).type]


def spot_of(children: list[Tree[Token] | Token]) -> Wager:
    """Return the wager that the words name."""
    first, *rest = children
    if isinstance(first, Token):
        return WAGERS[f"hop {combination(cast('Token', rest[0])).combination}"]
    kind = _kind(first)
    return on_number(kind, cast("Token", rest[0])) if rest else WAGERS[kind.value]


def _quoted(token: Token) -> str:
    try:
        words = str(json.loads(token))
        words.encode()
    except ValueError:
        raise Misplaced("quote the words as in JSON, between double quotes", token) from None
    return words


@v_args(inline=True)
class Builder(Transformer[Token, Built]):
    """Turns each rule of `words.lark` into an event or a phrase. The methods are named after the rules.

    The event has no actor yet: who speaks stands outside the grammar.
    """

    # Wagers.

    @v_args(inline=False)
    def stake(self, children: list[Tree[Token] | Token]) -> ev.Bet:
        *spot, amount = children
        return ev.Bet(spot_of(spot), money(cast("Token", amount)))

    @v_args(inline=False)
    def stake_odds(self, children: list[Tree[Token] | Token]) -> Odds:
        """Build odds behind the flat wager named, or behind the only one."""
        *flat, amount = children
        return Odds("bet", spot_of(flat) if flat else None, money(cast("Token", amount)))

    def bet(self, stake: Built, *extras: tuple[str, tuple[str, ...]]) -> Built:
        given = dict(extras)
        return _changed(stake, token="token" in given, confirmed=given.get("confirmed", ()))

    def token(self) -> tuple[str, tuple[str, ...]]:
        return "token", ()

    def confirmed(self, *roles: Token) -> tuple[str, tuple[str, ...]]:
        """Build the roles that confirmed a bet after "no more bets"."""
        return "confirmed", tuple(str(role) for role in roles)

    def press(self, stake: ev.Bet | Odds, *extras: tuple[str, tuple[str, ...]]) -> Built:
        more = {"act": "press"} if isinstance(stake, Odds) else {"press": True}
        return self.bet(_changed(stake, **more), *extras)

    def spread(self, word: Token, amount: Token) -> Spread:
        return Spread(cast("Spreads", word.type.lower()), money(amount))

    # Down, on, off.

    @v_args(inline=False)
    def spot(self, children: list[Tree[Token] | Token]) -> Wager:
        return spot_of(children)

    @v_args(inline=False)
    def spot_odds(self, children: list[Tree[Token] | Token]) -> Odds:
        """Build odds to take down or call, behind the flat wager named or the only one."""
        return Odds("down", spot_of(children) if children else None)

    def take_down(self, spot: Wager | Odds) -> Built:
        return spot if isinstance(spot, Odds) else ev.TakeDown(spot)

    @v_args(inline=False)
    def reduce(self, children: list[Tree[Token] | Token]) -> Built:
        *spot, amount = children
        return ev.TakeDown(spot_of(spot), money(cast("Token", amount)))

    def reduce_box(self, box: Tree[Token], amount: Token) -> Built:
        """Build a reduction of a wager still in the come box."""
        return ev.TakeDown(spot_of([box]), money(amount))

    def call_on(self, spot: Wager | Odds) -> Built:
        return _changed(spot, act="on") if isinstance(spot, Odds) else ev.Call(spot, "on")

    def call_off(self, spot: Wager | Odds) -> Built:
        return _changed(spot, act="off") if isinstance(spot, Odds) else ev.Call(spot, "off")

    def down_all(self) -> All:
        return All("down")

    def all_on(self) -> All:
        return All("on")

    def all_off(self) -> All:
        return All("off")

    # Players.

    def undo(self) -> ev.Undo:
        return ev.Undo()

    def sit(self, place: Token | None = None) -> ev.Sit:
        return ev.Sit(None if place is None else whole(place, "a place"))

    def leave(self) -> ev.Leave:
        return ev.Leave()

    def buy_in(self, amount: Token) -> ev.BuyIn:
        return ev.BuyIn(money(amount))

    def cash_out(self, amount: Token | None = None) -> ev.CashOut:
        return ev.CashOut(None if amount is None else money(amount))

    def colour_up(self) -> ev.ColourUp:
        return ev.ColourUp()

    def dispute(self, about: Token) -> ev.Dispute:
        return ev.Dispute(_quoted(about))

    def ask_review(self, number: Token) -> ev.AskReview:
        return ev.AskReview(whole(number, "a dispute"))

    # Dice.

    def roll(self, faces: Token, *notes: tuple[str, str]) -> ev.Rolled:
        given = dict(notes)
        return ev.Rolled(combination(faces), given.get("seen", ""), given.get("ruled", ""))

    def throw_dice(self) -> ev.ThrowDice:
        return ev.ThrowDice()

    def seen(self, reason: Token) -> tuple[str, str]:
        """Build the irregularity that the crew let stand."""
        return "seen", str(reason)

    def ruled(self, role: Token) -> tuple[str, str]:
        """Build the role that decided a disputed face."""
        return "ruled", str(role)

    def accept(self) -> ev.Accept:
        return ev.Accept()

    def decline(self) -> ev.Decline:
        return ev.Decline()

    def choose(self, *dice: Token) -> ev.Choose:
        return ev.Choose(tuple(whole(die, "a die") for die in dice))

    def pass_dice(self) -> ev.PassDice:
        return ev.PassDice()

    def same_dice(self) -> ev.SameDice:
        return ev.SameDice()

    # Crew.

    def offer(self, to: Token) -> ev.Offer:
        return ev.Offer(str(to))

    def no_more_bets(self) -> ev.NoMoreBets:
        return ev.NoMoreBets()

    def no_roll(self, reason: Token, *dice: Token) -> ev.NoRoll:
        return ev.NoRoll(str(reason), tuple(whole(die, "a die") for die in dice))

    def order_pass(self, reason: Token) -> ev.OrderPass:
        return ev.OrderPass(str(reason))

    def inspect(self, die: Token) -> ev.Inspect:
        return ev.Inspect(whole(die, "a die"))

    def inspect_unsound(self, die: Token) -> ev.Inspect:
        return ev.Inspect(whole(die, "a die"), sound=False)

    def die_lost(self, die: Token) -> ev.DieLost:
        return ev.DieLost(whole(die, "a die"))

    def new_set(self) -> ev.NewSet:
        return ev.NewSet()

    # The house.

    def sign_closing(self) -> ev.PostSign:
        return ev.PostSign()

    def sign_limits(self, new: Token) -> ev.PostSign:
        return ev.PostSign(read_limits(new))

    def limits(self, new: Token) -> ev.SetLimits:
        return ev.SetLimits(read_limits(new))

    def own_limits(self, player: Token, new: Token) -> ev.OwnLimits:
        return ev.OwnLimits(str(player), read_limits(new))

    def close(self) -> ev.Close:
        return ev.Close()

    def issue_token(self, player: Token, amount: Token) -> ev.IssueToken:
        return ev.IssueToken(str(player), money(amount))

    def invalidate(self, reason: Token, *guilty: Token) -> ev.Invalidate:
        return ev.Invalidate(str(reason), tuple(str(name) for name in guilty))

    def invalidate_scope(self, reason: Token, scope: Token, *guilty: Token) -> ev.Invalidate:
        names = tuple(str(name) for name in guilty)
        return ev.Invalidate(str(reason), names, "round" if scope.lower() == "round" else "throw")

    def void(self, player: Token, spot: Wager, reason: Token) -> ev.VoidWager:
        return ev.VoidWager(str(player), spot, str(reason))

    def exclude(self, player: Token, reason: Token) -> ev.Exclude:
        return ev.Exclude(str(player), str(reason))

    def vacate(self, player: Token) -> ev.Vacate:
        return ev.Vacate(str(player))

    def warn(self, player: Token, reason: Token) -> ev.Warn:
        return ev.Warn(str(player), str(reason))

    def decide(self, number: Token, ruling: Token) -> ev.Decide:
        return ev.Decide(whole(number, "a dispute"), _quoted(ruling))


def _changed(built: Built, **changes: object) -> Built:
    return msgspec.structs.replace(built, **changes)
