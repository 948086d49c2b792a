"""Turns parsed lines into events and phrases, and points at money and wagers that do not exist."""

from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

import msgspec
from lark import Token, Transformer, Tree

from bankcraps.game.chips import Cents
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.state import OnOff
from bankcraps.game.notation.nicknames import GROUPS
from bankcraps.game.notation.phrases import (
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
    Node,
    combination,
    first_of,
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
Target = Wager | Odds | Change
"""Wagers that stand, as they are named."""

Extra = Tokens | dict[str, object]
"""A part that follows a bet: the tokens in it, or a field with its value."""

_B = TypeVar("_B", bound=msgspec.Struct)
_T = TypeVar("_T")


def _changed(built: _B, **changes: object) -> _B:
    return msgspec.structs.replace(built, **changes)


# Methods of the builder that differ only in what they build.


def _made(kind: Callable[..., _T], *reads: Callable[[Token], object]) -> Callable[..., _T]:
    """Build one kind of line from its words, each read in its way; the last words may be missing."""

    def built(_: "_Builder", *words: Token) -> _T:
        return kind(*(read(word) for read, word in zip(reads, words, strict=False)))

    return built


def _change(act: str) -> Callable[..., Change]:
    """Build a change of wagers, by an amount if there is one."""

    def built(_: "_Builder", *said: Target | Token) -> Change:
        (target,) = (one for one in said if not isinstance(one, Token))
        amount = Cents(sum(money(one) for one in said if isinstance(one, Token)))
        return _changed(_meant(target), act=act, amount=amount)

    return built


def _meant(target: Target) -> Change:
    """Return the wagers meant by one of the ways to name them, to take down."""
    if isinstance(target, Change):
        return target
    if isinstance(target, Wager):
        return Change("down", (target,))
    flats = [target.flat] if target.flat else [find(flat) for flat in FLATS.values()]
    kinds = [kind for kind, flat in FLATS.items() if flat in {one.kind for one in flats}]
    number = target.flat.number if target.flat else None
    found = (wager for kind in kinds for wager in wagers_of(kind))
    return Change("down", tuple(wager for wager in found if number is None or wager.number == number))


def _call(call: OnOff) -> Callable[..., Built]:
    """Build a call on or off, of a wager, of odds or of several wagers."""

    def built(_: "_Builder", target: Target) -> Built:
        return ev.Call(target, call) if isinstance(target, Wager) else _changed(target, act=call)

    return built


_die = partial(whole, what="a die")
_number_of_dispute = partial(whole, what="a dispute")


def _as_built(said: _T) -> _T:
    """Keep a part of a line that was built already."""
    return said


@v_args(inline=True)
class _Builder(Transformer[Token, Built]):
    """Turns each rule of `words.lark` into an event or a phrase. The members are named after the rules.

    The event has no actor yet: the speaker stands outside the grammar.
    """

    # Wagers.

    @v_args(inline=False)
    def stake(self, children: list[Node]) -> ev.Bet:
        wager, amount = stake_of(children)
        return ev.Bet(wager, money(amount))

    @v_args(inline=False)
    def stakes(self, children: list[Node]) -> Stakes:
        wagers, amount = stakes_of(children, each_first=False)
        return Stakes(tuple(wagers), money(amount))

    @v_args(inline=False)
    def stakes_each(self, children: list[Node]) -> Stakes:
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
    def stake_odds(self, children: list[Node | Odds]) -> Odds:
        """Build odds behind the flat wager named, or behind the only one."""
        much = next(child for child in children if isinstance(child, Odds))
        flat = [child for child in children if not isinstance(child, Odds)]
        return _changed(much, flat=spot_of(flat) if flat else None)

    def odds_on_number(self, *said: Token | Odds) -> Odds:
        """Build odds behind the flat wager on a number: `odds 9 10`, `10 odds on the 9`."""
        (number,) = (word for word in said if isinstance(word, Token))
        (much,) = (word for word in said if isinstance(word, Odds))
        return _changed(much, number=whole(number, "a number"))

    def line_and_odds(self, flat: Tree[Token], amount: Token, much: Odds) -> Several:
        wager = spot_of([flat])
        return Several((ev.Bet(wager, money(amount)), _changed(much, flat=wager)))

    def bet(self, stake: Built, *extras: Extra) -> Built:
        for extra in extras:
            if not isinstance(extra, Tokens):
                stake = _changed(stake, **extra)
            elif isinstance(stake, ev.Bet):
                amount, faces = extra.whole(stake.amount), extra.faces(stake.amount)
                stake = _changed(stake, amount=amount, tokens=faces)
            else:
                stake = _changed(stake, tokens=extra)
        return stake

    def tokens(self, *children: Token | bool) -> Tokens:
        faces = tuple(money(child) for child in children if isinstance(child, Token))
        return Tokens(alone=True in children, beside=faces)

    def token(self) -> bool:
        """Build the mark of an amount that is a token."""
        return True

    def unrejected(self) -> dict[str, object]:
        """Build the mark of a bet outside the limits that the crew let stand."""
        return {"unrejected": True}

    def confirmed(self, *roles: Token) -> dict[str, object]:
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
    def family(self, children: list[Node]) -> Change:
        """Build all wagers of a kind, or all on some numbers."""
        words = [first_of(child) for child in children]
        match words[0].type:
            case "IT":
                return Change("down")
            case "NICKNAME":
                meant = nickname(words[0])
                return Change("down", (meant,) if isinstance(meant, Wager) else tuple(GROUPS[meant]))
            case "HARDWAYS":
                return Change("down", wagers_of(Kind.HARD))
            case "MONEY":
                numbers = tuple(whole(word, "a number") for word in words)
                for number, word in zip(numbers, words, strict=True):
                    if number not in NUMBERS:
                        raise Misplaced(f"no wager is on {word}", word)
                return Change("down", numbers=numbers)
            case _:
                return Change("down", wagers_of(kind_of(words[0])))

    double = _change("double")
    half_press = _change("half")
    parlay = _change("parlay")
    add = add_to = _change("add")
    take_from = _change("take")
    raise_to = _change("raise")
    regress = _change("regress")

    def press_units(self, target: Target, units: Token) -> Change:
        return _changed(_meant(target), act="units", units=int(units.split()[0]))

    # Down, on, off.

    @v_args(inline=False)
    def spot(self, children: list[Node]) -> Wager:
        return spot_of(children)

    fixed = boxed = travelled = spot

    @v_args(inline=False)
    def spot_odds(self, children: list[Node]) -> Odds:
        """Build odds to take down or call, behind the flat wager named or the only one."""
        return Odds("down", spot_of(children) if children else None)

    def take_down(self, target: Target) -> Built:
        return ev.TakeDown(target) if isinstance(target, Wager) else target

    def reduce(self, wager: Wager, amount: Token, *token: bool) -> ev.TakeDown:
        """Build a reduction by chips, or by a token."""
        return ev.TakeDown(wager, money(amount), any(token))

    call_on = _call("on")
    call_off = _call("off")
    down_all = _made(partial(All, "down"))
    all_on = _made(partial(All, "on"))
    all_off = _made(partial(All, "off"))

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

    sit = _made(ev.Sit, partial(whole, what="a place"))
    buy_in = _made(ev.BuyIn, money)
    cash_out = _made(ev.CashOut, money)
    dispute = _made(ev.Dispute, quoted)
    ask_review = _made(ev.AskReview, _number_of_dispute)

    def colour_up(self, player: Token | None = None) -> ev.ColourUp:
        """Build the act of the crew. The player who asks is filled in where the actor is known."""
        return ev.ColourUp("" if player is None else str(player))

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
        return ev.Choose(tuple(map(_die, dice)))

    # Crew.

    offer = _made(ev.Offer, str)
    order_pass = _made(ev.OrderPass, str)
    inspect = _made(ev.Inspect, _die)
    inspect_unsound = _made(partial(ev.Inspect, sound=False), _die)
    die_lost = _made(ev.DieLost, _die)

    def no_roll(self, reason: Token, *dice: Token) -> ev.NoRoll:
        return ev.NoRoll(str(reason), tuple(map(_die, dice)))

    # The house.

    sign_closing = _made(partial(ev.PostSign, None), ev.clock_seconds)
    sign_limits = _made(ev.PostSign, read_limits, ev.clock_seconds)
    limits = _made(ev.SetLimits, read_limits)
    own_limits = _made(ev.OwnLimits, str, read_limits)
    issue_token = _made(ev.IssueToken, str, money)
    confirm = _made(ev.Confirm, str, _as_built)
    reject = _made(ev.Reject, str, _as_built)
    void = _made(ev.VoidWager, str, _as_built, _as_built)
    exclude = _made(ev.Exclude, str, str)
    vacate = _made(ev.Vacate, str)
    warn = _made(ev.Warn, str, str)
    decide = _made(ev.Decide, _number_of_dispute, quoted)
    award = _made(ev.Award, str, money, quoted)
    reclaim = _made(ev.Award, str, lambda token: Cents(-money(token)), quoted)
    investigate = _made(ev.Investigate, _number_of_dispute, quoted)

    def invalidate(self, reason: Token, *others: Token) -> ev.Invalidate:
        scope = "".join(one.lower() for one in others if one.type == "SCOPE")
        guilty = tuple(str(one) for one in others if one.type != "SCOPE")
        return _changed(ev.Invalidate(str(reason), guilty), scope=scope)

    def correct(self, *faces: Token) -> ev.Correct:
        return ev.Correct(throw=combination(*faces))

    def reason(self, word: Token) -> str:
        return quoted(word) if word.type == "TEXT" else str(word)


BUILDER: Final[Transformer[Token, Built]] = _Builder()
"""Builds what a line means from its words, part by part."""
