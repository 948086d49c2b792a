"""The meaning of the words of a line: money, numbers, dice and wagers. Betting systems use it, too."""

# Lark's annotations leave out type arguments.
# pyright: reportUnknownMemberType=false

import json
from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar, cast

import lark
from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from bankcraps.errors import MoneyError
from bankcraps.game.chips import Cents, dollars, written_number
from bankcraps.game.dice import Throw
from bankcraps.game.engine.limits import Limits
from bankcraps.game.notation.nicknames import meaning_of
from bankcraps.game.rulebook.terms import ON_A_TOTAL
from bankcraps.game.wagers import WAGERS, Kind, Wager, find

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


_Made_co = TypeVar("_Made_co", covariant=True)


class Parser(Protocol[_Made_co]):
    """Lark's parser, with types: what it makes of a text."""

    def parse(self, text: str, start: str | None = None) -> _Made_co:
        """Parse a text."""
        ...

    def parse_interactive(self, text: str, start: str | None = None) -> "Beginning":
        """Parse the beginning of a text."""
        ...


class Beginning(Protocol):
    """The beginning of a text, with types."""

    def exhaust_lexer(self) -> object:
        """Read it to its end."""
        ...

    def accepts(self) -> set[str]:
        """The names of the words that may follow."""
        ...


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
