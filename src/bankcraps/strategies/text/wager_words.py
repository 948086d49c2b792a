"""Builds the wagers that words name from the parse tree of a line, and finds the words of an error."""

# Lark's own annotations leave type arguments open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from typing import cast

import msgspec
from lark import Token, Transformer, Tree

from bankcraps.game.notation.tokens import Misplaced, spot_of, v_args
from bankcraps.game.wagers import ODDS, Kind, find
from bankcraps.strategies.wager_sets import ALL, IT, LINE_WAGERS, ODDS_WAGERS, WagerSet, every, only

__all__ = ["Located", "WagersBuilder", "first_of", "flat_named", "not_it", "place"]


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
