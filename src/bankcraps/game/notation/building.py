"""Turns parsed lines into events and phrases, and points at money and wagers that do not exist."""

# Lark's annotations leave out type arguments.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from typing import TypeVar, cast

import msgspec
from lark import Token, Transformer, Tree

from bankcraps.game.chips import Cents
from bankcraps.game.engine import events as ev
from bankcraps.game.notation.nicknames import GROUPS
from bankcraps.game.notation.phrases import (
    NO_TOKENS,
    All,
    Change,
    Odds,
    Phrase,
    SameBet,
    Several,
    Spread,
    Stakes,
    Tokens,
)
from bankcraps.game.notation.tokens import (
    Misplaced,
    combination,
    kind_of,
    money,
    nickname,
    quoted,
    read_limits,
    spot_of,
    stake_of,
    stakes_of,
    times_of,
    v_args,
    wagers_of,
    whole,
)
from bankcraps.game.wagers import FLATS, NUMBERS, Kind, Wager, find

Built = ev.Event | Phrase | Several
Extra = dict[str, object]
"""The parts that follow a bet, by the name of the field that each sets."""

_B = TypeVar("_B", bound=msgspec.Struct)


@v_args(inline=True)
class Builder(Transformer[Token, Built]):
    """Turns each rule of `words.lark` into an event or a phrase. The members are named after the rules.

    The event has no actor yet: the speaker stands outside the grammar.
    """

    # Wagers.

    @v_args(inline=False)
    def stake(self, children: list[Tree[Token] | Token]) -> ev.Bet:
        wager, amount = stake_of(children)
        return ev.Bet(wager, money(amount))

    @v_args(inline=False)
    def stakes(self, children: list[Tree[Token] | Token]) -> Stakes:
        wagers, amount = stakes_of(children, each_first=False)
        return Stakes(tuple(wagers), money(amount))

    @v_args(inline=False)
    def stakes_each(self, children: list[Tree[Token] | Token]) -> Stakes:
        wagers, amount = stakes_of(children, each_first=True)
        return Stakes(tuple(wagers), money(amount))

    def much(self, token: Token) -> Odds:
        """Build the size of odds: an amount, a multiple of the flat wager, or the most."""
        if token.type == "MAX":
            return Odds("bet", most=True)
        if token.type == "TIMES":
            return Odds("bet", times=whole(times_of(token), "the multiple of the flat wager"))
        return Odds("bet", amount=money(token))

    multiple = much

    @v_args(inline=False)
    def stake_odds(self, children: list[Tree[Token] | Token | Odds]) -> Odds:
        """Build odds behind the flat wager named, or behind the only one."""
        much = next(child for child in children if isinstance(child, Odds))
        flat = [child for child in children if not isinstance(child, Odds)]
        return _changed(much, flat=spot_of(flat) if flat else None)

    def odds_on_number(self, number: Token, much: Odds, *extras: Extra) -> Built:
        """Build odds behind the flat wager on a number: `odds 9 10`."""
        return self.bet(_changed(much, number=whole(number, "a number")), *extras)

    def odds_to_number(self, much: Odds, number: Token) -> Built:
        return self.odds_on_number(number, much)

    def line_and_odds(self, flat: Tree[Token], amount: Token, much: Odds) -> Several:
        wager = spot_of([flat])
        return Several((ev.Bet(wager, money(amount)), _changed(much, flat=wager)))

    def bet(self, stake: Built, *extras: Extra) -> Built:
        given = {name: value for extra in extras for name, value in extra.items()}
        tokens = given.pop("tokens", NO_TOKENS)
        if isinstance(stake, ev.Bet):
            assert isinstance(tokens, Tokens)
            return _changed(
                stake, amount=tokens.whole(stake.amount), tokens=tokens.faces(stake.amount), **given
            )
        return _changed(stake, tokens=tokens, **given)

    def tokens(self, *children: Token | bool) -> Extra:
        faces = tuple(money(child) for child in children if isinstance(child, Token))
        return {"tokens": Tokens(alone=True in children, beside=faces)}

    def token(self) -> bool:
        """Build the mark of an amount that is a token."""
        return True

    def unrejected(self) -> Extra:
        """Build the mark of a bet outside the limits that the crew let stand."""
        return {"unrejected": True}

    def confirmed(self, *roles: Token) -> Extra:
        """Build the roles that confirmed a bet after "no more bets"."""
        return {"confirmed": tuple(str(role) for role in roles)}

    def press_by(self, stake: ev.Bet | Odds, *extras: Extra) -> Built:
        more = {"act": "press"} if isinstance(stake, Odds) else {"press": True}
        return self.bet(_changed(stake, **more), *extras)

    def spread(self, *children: Token) -> ev.Bet | Spread:
        word, amount = sorted(children, key=lambda child: child.type == "MONEY")
        meant = nickname(word) if word.type == "NICKNAME" else word.type.lower()
        return ev.Bet(meant, money(amount)) if isinstance(meant, Wager) else Spread(meant, money(amount))

    def spread_alone(self, word: Token) -> Spread:
        return Spread(word.type.lower())

    def spread_each(self, *children: Token) -> ev.Bet | Spread:
        built = self.spread(*children)
        return built if isinstance(built, ev.Bet) else _changed(built, each=True)

    # Wagers that stand, and changes to them.

    @v_args(inline=False)
    def family(self, children: list[Tree[Token] | Token]) -> Change:
        """Build all wagers of a kind, or all on some numbers."""
        first = children[0]
        if not isinstance(first, Token):
            return Change("down", wagers_of(kind_of(first)))
        if first.type == "IT":
            return Change("down")
        if first.type == "NICKNAME":
            meant = nickname(first)
            return Change("down", (meant,) if isinstance(meant, Wager) else tuple(GROUPS[meant]))
        if first.type != "MONEY":
            return Change("down", wagers_of(Kind.HOP if first.type == "HOP" else Kind.HARD))
        numbers = [whole(cast("Token", child), "a number") for child in children]
        for number, child in zip(numbers, children, strict=True):
            if number not in NUMBERS:
                raise Misplaced(f"no wager is on {child}", cast("Token", child))
        return Change("down", numbers=tuple(numbers))

    def target(self, spot: Wager | Odds | Change) -> Change:
        """Build the wagers meant by one of the ways to name them."""
        if isinstance(spot, Change):
            return spot
        if isinstance(spot, Wager):
            return Change("down", (spot,))
        flats = [spot.flat] if spot.flat else [find(flat) for flat in FLATS.values()]
        kinds = [kind for kind, flat in FLATS.items() if flat in {one.kind for one in flats}]
        number = spot.flat.number if spot.flat else None
        found = (wager for kind in kinds for wager in wagers_of(kind))
        return Change("down", tuple(wager for wager in found if number is None or wager.number == number))

    down_family = target

    @v_args(inline=False)
    def pressed(self, children: list[Tree[Token] | Token | Change | Odds]) -> Change:
        first = children[0]
        if isinstance(first, Odds | Change):
            return self.target(first)
        return self.travelled(cast("list[Tree[Token] | Token]", children))

    @v_args(inline=False)
    def travelled(self, children: list[Tree[Token] | Token]) -> Change:
        return Change("down", (spot_of(children),))

    def double(self, target: Change) -> Change:
        return _changed(target, act="double")

    def add(self, target: Change, amount: Token) -> Change:
        return _changed(target, act="add", amount=money(amount))

    def raise_to(self, target: Change, amount: Token) -> Change:
        return _changed(target, act="raise", amount=money(amount))

    def press_units(self, target: Change, units: Token) -> Change:
        return _changed(target, act="units", units=int(units.split()[0]))

    def half_press(self, target: Change) -> Change:
        return _changed(target, act="half")

    def parlay(self, target: Change) -> Change:
        return _changed(target, act="parlay")

    def add_to(self, amount: Token, target: Change) -> Change:
        return self.add(target, amount)

    def take_from(self, amount: Token, target: Change) -> Change:
        return _changed(target, act="take", amount=money(amount))

    def regress(self, target: Change, amount: Token) -> Change:
        return _changed(target, act="regress", amount=money(amount))

    def family_on(self, target: Change) -> Change:
        return _changed(target, act="on")

    def family_off(self, target: Change) -> Change:
        return _changed(target, act="off")

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
    def reduce(self, children: list[Tree[Token] | Token | bool]) -> Built:
        """Build a reduction by chips, or by a token."""
        token = children[-1] is True
        *spot, amount = children[:-1] if token else children
        return ev.TakeDown(
            spot_of(cast("list[Tree[Token] | Token]", spot)), money(cast("Token", amount)), token
        )

    def reduce_box(self, box: Tree[Token], amount: Token, token: bool = False) -> Built:  # noqa: FBT001, FBT002
        """Build a reduction of a wager still in the come box."""
        return ev.TakeDown(spot_of([box]), money(amount), token)

    def call_on(self, spot: Wager | Odds) -> Built:
        return _changed(spot, act="on") if isinstance(spot, Odds) else ev.Call(spot, "on")

    def call_off(self, spot: Wager | Odds) -> Built:
        return _changed(spot, act="off") if isinstance(spot, Odds) else ev.Call(spot, "off")

    def down_all(self, _: Token) -> All:
        return All("down")

    def all_on(self, _: Token) -> All:
        return All("on")

    def all_off(self, _: Token) -> All:
        return All("off")

    # Lines without values.

    same_bet = SameBet
    undo = ev.Undo
    leave = ev.Leave
    throw_dice = ev.ThrowDice
    accept = ev.Accept
    decline = ev.Decline
    pass_dice = ev.PassDice
    same_dice = ev.SameDice
    no_more_bets = ev.NoMoreBets
    new_set = ev.NewSet
    no_answer = ev.NoAnswer
    close = ev.Close

    # Players.

    def sit(self, place: Token | None = None) -> ev.Sit:
        return ev.Sit(None if place is None else whole(place, "a place"))

    def buy_in(self, amount: Token) -> ev.BuyIn:
        return ev.BuyIn(money(amount))

    def cash_out(self, amount: Token | None = None) -> ev.CashOut:
        return ev.CashOut(None if amount is None else money(amount))

    def colour_up(self, player: Token | None = None) -> ev.ColourUp:
        """Build the act of the crew. The player who asks is filled in where the actor is known."""
        return ev.ColourUp("" if player is None else str(player))

    def dispute(self, about: Token) -> ev.Dispute:
        return ev.Dispute(quoted(about))

    def ask_review(self, number: Token) -> ev.AskReview:
        return ev.AskReview(whole(number, "a dispute"))

    # Dice.

    def roll(self, *said: Token | tuple[str, str]) -> ev.Rolled:
        """Build a roll from its faces, in one word or two, and from what was seen and ruled."""
        faces = (word for word in said if isinstance(word, Token))
        given = dict(word for word in said if isinstance(word, tuple))
        return ev.Rolled(combination(*faces), given.get("seen", ""), given.get("ruled", ""))

    def seen(self, reason: Token) -> tuple[str, str]:
        """Build the irregularity that the crew let stand."""
        return "seen", str(reason)

    def ruled(self, role: Token) -> tuple[str, str]:
        """Build the role that decided a disputed face."""
        return "ruled", str(role)

    def choose(self, *dice: Token) -> ev.Choose:
        return ev.Choose(tuple(whole(die, "a die") for die in dice))

    # Crew.

    def offer(self, to: Token) -> ev.Offer:
        return ev.Offer(str(to))

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

    # The house.

    def sign_closing(self, proposed: Token | None = None) -> ev.PostSign:
        return ev.PostSign(proposed=None if proposed is None else ev.clock_seconds(proposed))

    def sign_limits(self, new: Token, proposed: Token | None = None) -> ev.PostSign:
        return ev.PostSign(read_limits(new), None if proposed is None else ev.clock_seconds(proposed))

    def limits(self, new: Token) -> ev.SetLimits:
        return ev.SetLimits(read_limits(new))

    def own_limits(self, player: Token, new: Token) -> ev.OwnLimits:
        return ev.OwnLimits(str(player), read_limits(new))

    def issue_token(self, player: Token, amount: Token) -> ev.IssueToken:
        return ev.IssueToken(str(player), money(amount))

    def invalidate(self, reason: Token, *guilty: Token) -> ev.Invalidate:
        return ev.Invalidate(str(reason), tuple(str(name) for name in guilty))

    def invalidate_scope(self, reason: Token, scope: Token, *guilty: Token) -> ev.Invalidate:
        return msgspec.structs.replace(self.invalidate(reason, *guilty), scope=scope.lower())

    def correct(self, *faces: Token) -> ev.Correct:
        return ev.Correct(throw=combination(*faces))

    def confirm(self, player: Token, spot: Wager) -> ev.Confirm:
        return ev.Confirm(str(player), spot)

    def reject(self, player: Token, spot: Wager) -> ev.Reject:
        return ev.Reject(str(player), spot)

    def void(self, player: Token, spot: Wager, reason: str) -> ev.VoidWager:
        return ev.VoidWager(str(player), spot, reason)

    def reason(self, word: Token) -> str:
        return quoted(word) if word.type == "TEXT" else str(word)

    def exclude(self, player: Token, reason: Token) -> ev.Exclude:
        return ev.Exclude(str(player), str(reason))

    def vacate(self, player: Token) -> ev.Vacate:
        return ev.Vacate(str(player))

    def warn(self, player: Token, reason: Token) -> ev.Warn:
        return ev.Warn(str(player), str(reason))

    def decide(self, number: Token, ruling: Token) -> ev.Decide:
        return ev.Decide(whole(number, "a dispute"), quoted(ruling))

    def award(self, player: Token, amount: Token, why: Token) -> ev.Award:
        return ev.Award(str(player), money(amount), quoted(why))

    def reclaim(self, player: Token, amount: Token, why: Token) -> ev.Award:
        return ev.Award(str(player), Cents(-money(amount)), quoted(why))

    def investigate(self, number: Token, finding: Token) -> ev.Investigate:
        return ev.Investigate(whole(number, "a dispute"), quoted(finding))


def _changed(built: _B, **changes: object) -> _B:
    return msgspec.structs.replace(built, **changes)
