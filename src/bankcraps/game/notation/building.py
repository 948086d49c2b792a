"""Turns parsed lines into events and phrases, and points at money and wagers that do not exist.

The readers of money, numbers, dice and wagers serve the language of betting systems, too.
"""

# Lark's annotations leave out type arguments.
# pyright: reportUnknownMemberType=false
import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeVar, cast

import lark
from lark import Token, Transformer, Tree
from lark.exceptions import UnexpectedInput
from msgspec.structs import replace

from bankcraps.errors import MoneyError
from bankcraps.game.chips import Cents, dollars, written_number
from bankcraps.game.dice import Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.state import OnOff
from bankcraps.game.notation.nicknames import GROUPS, meaning_of
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
from bankcraps.game.rulebook.terms import ON_A_TOTAL
from bankcraps.game.wagers import FLATS, NUMBERS, WAGERS, Kind, Wager, find

Node = Tree[Token] | Token
"""A part of a line after parsing."""

DIGITS: Final = 9
_NUMBERS_OF: Final = {
    kind: ", ".join(str(w.number) for w in WAGERS.values() if w.kind is kind and w.number) for kind in Kind
}


class Misplaced(Exception):  # noqa: N818 - becomes a NotationError where the line is known
    """A word that parses but makes no sense, such as a number no wager has. `token` is the word."""

    def __init__(self, message: str, token: Token) -> None:
        super().__init__(message)
        self.token = token


_Decorated = TypeVar("_Decorated")
_Read = TypeVar("_Read")


def v_args(*, inline: bool = False, meta: bool = False) -> Callable[[_Decorated], _Decorated]:
    """Lark's decorator of that name, with types: what a method of a builder gets of a rule."""
    return cast("Callable[[_Decorated], _Decorated]", lark.v_args(inline=inline, meta=meta))


def first_of(nodes: Node | Sequence[Node]) -> Token:
    """Return the first word of a part of a line, or of several."""
    while not isinstance(nodes, Token):
        nodes = nodes.children[0] if isinstance(nodes, Tree) else nodes[0]
    return nodes


def unexpected_at(error: UnexpectedInput, end: int) -> int:
    """The place of a word that does not parse, counted from 0; the end, if more words are missing there."""
    token = getattr(error, "token", None)
    if isinstance(token, Token):
        return end if token.type == "$END" else token.start_pos or 0
    place: int | None = error.pos_in_stream
    return place or 0


def _placed(token: Token, read: Callable[[], _Read]) -> _Read:
    """Read a word, and point at it if it cannot be read."""
    try:
        return read()
    except (MoneyError, ValueError) as error:
        raise Misplaced(str(error), token) from None


def money(token: Token) -> Cents:
    """Read a sum in dollars."""
    return _placed(token, lambda: dollars(str(token).rstrip(".")))


def whole(token: Token, what: str) -> int:
    """Read a whole number that is not money. `what` names it in the error."""
    number = written_number(token, DIGITS)
    if number is None:
        raise Misplaced(f"{what} must be a whole number of at most {DIGITS} digits, not {token}", token)
    return number


_MULTIPLES: Final = {"single": "1", "double": "2", "triple": "3"}


def times_of(token: Token) -> Token:
    """Return the number in a multiple of the flat wager: `2x`, `2 times`, `double`."""
    digits = "".join(letter for letter in token if letter.isdecimal())
    return token.update(value=digits or _MULTIPLES[token.lower()])


def combination(token: Token, other: Token | None = None) -> Throw:
    """Read two faces: `4-3`, or said apart, as in `roll 6 2`."""
    if other is not None:
        token = token.update(value=f"{whole(token, 'a face')}-{whole(other, 'a face')}")
    a, b = (int(face[:3]) for face in token.split("-"))
    return _placed(token, lambda: Throw(a, b))


def on_number(kind: Kind, token: Token) -> Wager:
    """Return the wager of a kind on the number in a token."""
    found = WAGERS.get(f"{kind.value} {whole(token, 'its number')}")
    if found is None:
        raise Misplaced(f"there is no {kind.value} {token}; its numbers are {_NUMBERS_OF[kind]}", token)
    return found


def nickname(token: Token) -> Wager | str:
    """Return the wager of a nickname, or the name of a group of bets."""
    return _placed(token, lambda: meaning_of(str(token)))


def read_limits(token: Token) -> Limits:
    """Read MIN:MAX or MIN:MAX:UNIT."""
    return _placed(token, lambda: Limits.read(str(token)))


def kind_of(node: Node) -> Kind:
    return Kind[first_of(node).type]


def spot_of(children: Sequence[Node]) -> Wager:
    """Return the wager that the words name."""
    first, *rest = children
    if isinstance(first, Token):
        return WAGERS[f"hop {combination(first_of(rest)).combination}"]
    kind = kind_of(first)
    return on_number(kind, first_of(rest)) if rest else WAGERS[kind.value]


_TOTALS: Final = ON_A_TOTAL | {7: Kind.ANY_SEVEN}
"""The wager that a bare number means if no place wager is on that number: `5 on the 11` is `eleven 5`."""


def _bare(token: Token) -> Wager:
    """Return the wager that a bare number means: a place wager, or the one-roll wager on that total."""
    number = whole(token, "a number")
    return find(_TOTALS[number]) if number in _TOTALS else on_number(Kind.PLACE, token)


def stake_of(children: Sequence[Node]) -> tuple[Wager, Token]:
    """Return the wager and the amount of a bet. The amount stands first or last."""
    match children:
        case [Token(type="MONEY") as amount, *named]:
            pass
        case _:
            *named, amount = children
    match named:
        case [Token(type="MONEY") as number]:
            return _bare(number), first_of(amount)
        case [Token(type="NO"), number]:
            return on_number(Kind.LAY, first_of(number)), first_of(amount)
        case _:
            return spot_of(named), first_of(amount)


def stakes_of(children: Sequence[Node], *, each_first: bool) -> tuple[list[Wager], Token]:
    """Return the wagers and the amount of several bets alike. The amount stands first or last."""
    amount, spots = (children[0], children[1:]) if each_first else (children[-1], children[:-1])
    kind = None if isinstance(spots[0], Token) else kind_of(spots[0])
    numbers = map(first_of, spots if kind is None else spots[1:])
    wagers = [_bare(number) if kind is None else on_number(kind, number) for number in numbers]
    return list(dict.fromkeys(wagers)), first_of(amount)


def wagers_of(kind: Kind) -> tuple[Wager, ...]:
    return tuple(wager for wager in WAGERS.values() if wager.kind is kind)


def quoted(token: Token) -> str:
    try:
        words = str(json.loads(token))
        words.encode()
    except ValueError:
        raise Misplaced("quote the words as in JSON, between double quotes", token) from None
    return words


Built = ev.Event | Phrase | Several
Target = Wager | Odds | Change
"""Wagers that stand, as they are named."""

Extra = Tokens | dict[str, object]
"""A part that follows a bet: the tokens in it, or a field with its value."""

_T = TypeVar("_T")


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
        return replace(_meant(target), act=act, amount=amount)

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
        return ev.Call(target, call) if isinstance(target, Wager) else replace(target, act=call)

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
        return replace(much, flat=spot_of(flat) if flat else None)

    def odds_on_number(self, *said: Token | Odds) -> Odds:
        """Build odds behind the flat wager on a number: `odds 9 10`, `10 odds on the 9`."""
        (number,) = (word for word in said if isinstance(word, Token))
        (much,) = (word for word in said if isinstance(word, Odds))
        return replace(much, number=whole(number, "a number"))

    def line_and_odds(self, flat: Tree[Token], amount: Token, much: Odds) -> Several:
        wager = spot_of([flat])
        return Several((ev.Bet(wager, money(amount)), replace(much, flat=wager)))

    def bet(self, stake: Built, *extras: Extra) -> Built:
        for extra in extras:
            if not isinstance(extra, Tokens):
                stake = replace(stake, **extra)
            elif isinstance(stake, ev.Bet):
                amount, faces = extra.whole(stake.amount), extra.faces(stake.amount)
                stake = replace(stake, amount=amount, tokens=faces)
            else:
                stake = replace(stake, tokens=extra)
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
        return self.bet(replace(stake, **more), *extras)

    def spread(self, *children: Token) -> ev.Bet | Spread:
        word, amount = sorted(children, key=lambda child: child.type == "MONEY")
        meant = nickname(word) if word.type == "NICKNAME" else word.type.lower()
        return ev.Bet(meant, money(amount)) if isinstance(meant, Wager) else Spread(meant, money(amount))

    def spread_alone(self, word: Token) -> Spread:
        return Spread(word.type.lower())

    def spread_each(self, *children: Token) -> ev.Bet | Spread:
        built = self.spread(*children)
        return built if isinstance(built, ev.Bet) else replace(built, each=True)

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
        return replace(_meant(target), act="units", units=int(units.split()[0]))

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
        return replace(ev.Invalidate(str(reason), guilty), scope=scope)

    def correct(self, *faces: Token) -> ev.Correct:
        return ev.Correct(throw=combination(*faces))

    def reason(self, word: Token) -> str:
        return quoted(word) if word.type == "TEXT" else str(word)


BUILDER: Final[Transformer[Token, Built]] = _Builder()
"""Builds what a line means from its words, part by part."""
