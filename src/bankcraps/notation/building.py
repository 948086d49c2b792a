"""From the words of the grammar to events and phrases. Money and wagers that do not exist are pointed at."""

# Lark's own annotations leave type arguments open.
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


class Misplaced(Exception):  # noqa: N818 - becomes a NotationError, once the line is known
    """A word that reads well and means nothing, with the word."""

    def __init__(self, message: str, token: Token) -> None:
        """Keep the word for its place."""
        super().__init__(message)
        self.token = token


def money(token: Token) -> Cents:
    """A sum in dollars."""
    try:
        return dollars(str(token).rstrip("."))
    except MoneyError as error:
        raise Misplaced(str(error), token) from None


def whole(token: Token, what: str) -> int:
    """A whole number that is not money."""
    if not str(token).isdecimal() or len(token) > DIGITS:
        raise Misplaced(f"{what} is a whole number of at most {DIGITS} digits, not {token}", token)
    return int(token)


def combination(token: Token) -> Throw:
    """Two faces."""
    a, b = (int(face[:3]) for face in token.split("-"))
    try:
        return Throw(a, b)
    except ValueError as error:
        raise Misplaced(str(error), token) from None


def on_number(kind: Kind, token: Token) -> Wager:
    """A wager on a number."""
    found = WAGERS.get(f"{kind.value} {whole(token, 'its number')}")
    if found is None:
        raise Misplaced(f"there is no {kind.value} {token}; {kind.value} is on {_NUMBERS_OF[kind]}", token)
    return found


def limits(token: Token) -> Limits:
    """MIN:MAX or MIN:MAX:UNIT."""
    try:
        return Limits.read(str(token))
    except MoneyError as error:
        raise Misplaced(str(error), token) from None


def _kind(tree: Tree[Token]) -> Kind:
    return Kind[cast("Token", tree.children[0]).type]


def spot_of(children: list[Tree[Token] | Token]) -> Wager:
    """The wager that a few words name."""
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
        raise Misplaced("words are quoted as in JSON", token) from None
    return words


@v_args(inline=True)
class Builder(Transformer[Token, Built]):
    """Each rule of `words.lark` made into what it means. Who did it is not known here."""

    # Wagers.

    @v_args(inline=False)
    def stake(self, children: list[Tree[Token] | Token]) -> ev.Bet:
        """The wager and the chips."""
        *spot, amount = children
        return ev.Bet(spot_of(spot), money(cast("Token", amount)))

    @v_args(inline=False)
    def stake_odds(self, children: list[Tree[Token] | Token]) -> Odds:
        """The flat wager, if it was said, and the chips."""
        *flat, amount = children
        return Odds("bet", spot_of(flat) if flat else None, money(cast("Token", amount)))

    def bet(self, stake: Built, *extras: tuple[str, tuple[str, ...]]) -> Built:
        """With a token, or late."""
        given = dict(extras)
        return _changed(stake, token="token" in given, confirmed=given.get("confirmed", ()))

    def token(self) -> tuple[str, tuple[str, ...]]:
        """With a promotional token."""
        return "token", ()

    def confirmed(self, *roles: Token) -> tuple[str, tuple[str, ...]]:
        """After "no more bets", confirmed by these."""
        return "confirmed", tuple(str(role) for role in roles)

    def press(self, stake: ev.Bet | Odds, *extras: tuple[str, tuple[str, ...]]) -> Built:
        """More on what stands."""
        more = {"act": "press"} if isinstance(stake, Odds) else {"press": True}
        return self.bet(_changed(stake, **more), *extras)

    def spread(self, word: Token, amount: Token) -> Spread:
        """One sum over several numbers."""
        return Spread(cast("Spreads", word.type.lower()), money(amount))

    # Down, on, off.

    @v_args(inline=False)
    def spot(self, children: list[Tree[Token] | Token]) -> Wager:
        """A wager."""
        return spot_of(children)

    @v_args(inline=False)
    def spot_odds(self, children: list[Tree[Token] | Token]) -> Odds:
        """Odds behind a flat wager, or behind the only one."""
        return Odds("down", spot_of(children) if children else None)

    def take_down(self, spot: Wager | Odds) -> Built:
        """All of it."""
        return spot if isinstance(spot, Odds) else ev.TakeDown(spot)

    @v_args(inline=False)
    def reduce(self, children: list[Tree[Token] | Token]) -> Built:
        """Part of it."""
        *spot, amount = children
        return ev.TakeDown(spot_of(spot), money(cast("Token", amount)))

    def reduce_box(self, box: Tree[Token], amount: Token) -> Built:
        """Part of what lies in the come box."""
        return ev.TakeDown(spot_of([box]), money(amount))

    def call_on(self, spot: Wager | Odds) -> Built:
        """On."""
        return _changed(spot, act="on") if isinstance(spot, Odds) else ev.Call(spot, "on")

    def call_off(self, spot: Wager | Odds) -> Built:
        """Off."""
        return _changed(spot, act="off") if isinstance(spot, Odds) else ev.Call(spot, "off")

    def down_all(self) -> All:
        """Everything that may come down."""
        return All("down")

    def all_on(self) -> All:
        """Everything that may be called."""
        return All("on")

    def all_off(self) -> All:
        """Everything that may be called."""
        return All("off")

    # Players.

    def undo(self) -> ev.Undo:
        """Take back a slip."""
        return ev.Undo()

    def sit(self, place: Token | None = None) -> ev.Sit:
        """At a place."""
        return ev.Sit(None if place is None else whole(place, "a place"))

    def leave(self) -> ev.Leave:
        """Go."""
        return ev.Leave()

    def buy_in(self, amount: Token) -> ev.BuyIn:
        """Money for chips."""
        return ev.BuyIn(money(amount))

    def cash_out(self, amount: Token | None = None) -> ev.CashOut:
        """Chips for money."""
        return ev.CashOut(None if amount is None else money(amount))

    def colour_up(self) -> ev.ColourUp:
        """Fewer, larger chips."""
        return ev.ColourUp()

    def dispute(self, about: Token) -> ev.Dispute:
        """Complain."""
        return ev.Dispute(_quoted(about))

    def ask_review(self, number: Token) -> ev.AskReview:
        """Take it further."""
        return ev.AskReview(whole(number, "a dispute"))

    # Dice.

    def roll(self, faces: Token, *notes: tuple[str, str]) -> ev.Rolled:
        """A throw."""
        given = dict(notes)
        return ev.Rolled(combination(faces), given.get("seen", ""), given.get("ruled", ""))

    def throw_dice(self) -> ev.ThrowDice:
        """The shooter throws; how the dice rest is said by another."""
        return ev.ThrowDice()

    def seen(self, reason: Token) -> tuple[str, str]:
        """Something irregular that was let stand."""
        return "seen", str(reason)

    def ruled(self, role: Token) -> tuple[str, str]:
        """Who said which face is up."""
        return "ruled", str(role)

    def accept(self) -> ev.Accept:
        """Take the dice."""
        return ev.Accept()

    def decline(self) -> ev.Decline:
        """Let them go by."""
        return ev.Decline()

    def choose(self, *dice: Token) -> ev.Choose:
        """Pick dice."""
        return ev.Choose(tuple(whole(die, "a die") for die in dice))

    def pass_dice(self) -> ev.PassDice:
        """Give them up."""
        return ev.PassDice()

    def same_dice(self) -> ev.SameDice:
        """Ask for the same ones."""
        return ev.SameDice()

    # Crew.

    def offer(self, to: Token) -> ev.Offer:
        """Push the dice over."""
        return ev.Offer(str(to))

    def no_more_bets(self) -> ev.NoMoreBets:
        """Dice out."""
        return ev.NoMoreBets()

    def no_roll(self, reason: Token, *dice: Token) -> ev.NoRoll:
        """It does not count."""
        return ev.NoRoll(str(reason), tuple(whole(die, "a die") for die in dice))

    def order_pass(self, reason: Token) -> ev.OrderPass:
        """Next shooter."""
        return ev.OrderPass(str(reason))

    def inspect(self, die: Token) -> ev.Inspect:
        """A die is found, and sound."""
        return ev.Inspect(whole(die, "a die"))

    def inspect_unsound(self, die: Token) -> ev.Inspect:
        """A die is found, and will not do."""
        return ev.Inspect(whole(die, "a die"), sound=False)

    def die_lost(self, die: Token) -> ev.DieLost:
        """A die is lost."""
        return ev.DieLost(whole(die, "a die"))

    def new_set(self) -> ev.NewSet:
        """New dice."""
        return ev.NewSet()

    # Those in charge.

    def sign_closing(self) -> ev.PostSign:
        """A notice of closing."""
        return ev.PostSign()

    def sign_limits(self, new: Token) -> ev.PostSign:
        """A notice of limits."""
        return ev.PostSign(limits(new))

    def limits(self, new: Token) -> ev.SetLimits:
        """New limits."""
        return ev.SetLimits(limits(new))

    def own_limits(self, player: Token, new: Token) -> ev.OwnLimits:
        """Limits for one player."""
        return ev.OwnLimits(str(player), limits(new))

    def close(self) -> ev.Close:
        """Close."""
        return ev.Close()

    def issue_token(self, player: Token, amount: Token) -> ev.IssueToken:
        """A free wager."""
        return ev.IssueToken(str(player), money(amount))

    def invalidate(self, reason: Token, *guilty: Token) -> ev.Invalidate:
        """No result."""
        return ev.Invalidate(str(reason), tuple(str(name) for name in guilty))

    def void(self, player: Token, spot: Wager, reason: Token) -> ev.VoidWager:
        """One wager void."""
        return ev.VoidWager(str(player), spot, str(reason))

    def exclude(self, player: Token, reason: Token) -> ev.Exclude:
        """Out."""
        return ev.Exclude(str(player), str(reason))

    def vacate(self, player: Token) -> ev.Vacate:
        """Make room."""
        return ev.Vacate(str(player))

    def warn(self, player: Token, reason: Token) -> ev.Warn:
        """A breach noted."""
        return ev.Warn(str(player), str(reason))

    def decide(self, number: Token, ruling: Token) -> ev.Decide:
        """A ruling."""
        return ev.Decide(whole(number, "a dispute"), _quoted(ruling))


def _changed(built: Built, **changes: object) -> Built:
    return msgspec.structs.replace(built, **changes)
