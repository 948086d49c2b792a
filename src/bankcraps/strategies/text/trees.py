"""Parse trees of systems and of their lines, with ordinary talk made plain where it has to be."""

# Lark's own annotations leave type arguments open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache
from typing import Final, NamedTuple

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from bankcraps.game.notation.parsing import SHARED, grammar_of
from bankcraps.game.notation.spoken import plain

__all__ = [
    "DEEPEST",
    "SaidLine",
    "accepted_after",
    "as_talk",
    "line_tree",
    "lines_as_talk",
    "too_deep",
    "whole_tree",
]

DEEPEST: Final = 12
"""The most brackets open at once, so that walking the tree cannot overflow the stack."""

_MOST_COLONS: Final = 2
"""The most colons of a line: behind the name of a stage, and behind the head of a rule."""

_WHOLE: Final = "start"
_LINE: Final = "_line"
"""The rules of the grammar for a whole system, and for one of its lines."""

_LINE_ENDS: Final = re.compile(r"#[^\r\n]*|[;\r\n]")
_PIECE: Final = re.compile(r"[^:]+:?|:")
"""The head of a line with its colon, and what it says to do."""


@cache
def _parser() -> Lark:
    return Lark(
        grammar_of("bankcraps.strategies.text", "grammar.lark"),
        parser="lalr",
        lexer="contextual",
        maybe_placeholders=False,
        propagate_positions=True,
        import_paths=[SHARED],
        start=[_WHOLE, _LINE],
    )


def whole_tree(text: str) -> Tree[Token]:
    """The parse tree of a system, as it is written.

    Raises:
        UnexpectedInput: it does not parse.
    """
    return _parser().parse(text, start=_WHOLE)


def line_tree(text: str) -> Tree[Token] | None:
    """The parse tree of a single line, with the places of its words; None if it does not parse.

    A line holds no `;` and no line break. It may begin a stage, a rule or both. Its meaning is not checked.
    """
    if too_deep(text) is not None:
        return None
    with suppress(UnexpectedInput):
        return _parser().parse(text, start=_LINE)
    return None


def accepted_after(before: str) -> set[str]:
    """The names of the words that may follow the beginning of a system."""
    reading = _parser().parse_interactive(before, start=_WHOLE)
    with suppress(UnexpectedInput):
        reading.exhaust_lexer()
    return set(reading.accepts())


def too_deep(text: str) -> int | None:
    """The place of an opening bracket that is one too many; None if there is none."""
    depth = 0
    for found in re.finditer(r"#[^\r\n]*|[()]", text):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if depth > DEEPEST:
            return found.start()
    return None


def _lines_of(text: str) -> Iterator[tuple[int, int]]:
    """The spans of a text's lines, without remarks and the space around them. None is empty."""
    start = 0
    for end in _LINE_ENDS.finditer(text):
        yield from _trimmed(text, start, end.start())
        start = end.end()
    yield from _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    line = text[start:end]
    if line.strip():
        start += len(line) - len(line.lstrip())
        yield start, start + len(line.strip())


class SaidLine(NamedTuple):
    """A line of a text, with ordinary talk made plain.

    Attributes:
        start, end: its span in the text.
        said: its words.
        tree: their parse tree; None if they do not parse.
    """

    start: int
    end: int
    said: str
    tree: Tree[Token] | None


def as_talk(text: str) -> str:
    """The text with ordinary talk made plain, character for character.

    What can be read as it is stays: `when behind 100` is no talk of odds behind a bet. What cannot be read as
    talk either stays too, so that an error is about the words that were written.

    >>> as_talk("when behind 100: five dollars on the pass line")
    'when behind 100: 5            on     pass line'
    """
    said, end = list[str](), 0
    for line in lines_as_talk(text):
        said += text[end : line.start], line.said
        end = line.end
    return "".join((*said, text[end:]))


@lru_cache(maxsize=8)
def lines_as_talk(text: str) -> tuple[SaidLine, ...]:
    """The lines of a text as `as_talk` reads them. They are kept, because slots and errors need them, too."""
    return tuple(SaidLine(start, end, *_line_as_talk(text[start:end])) for start, end in _lines_of(text))


def _line_as_talk(line: str) -> tuple[str, Tree[Token] | None]:
    if line.count(":") > _MOST_COLONS:
        return line, None
    if tree := line_tree(line):
        return line, tree
    pieces = _PIECE.findall(line)
    said = "".join(map(_piece_as_talk, pieces)) if pieces[1:] else plain(line)
    tree = line_tree(said) if said != line else None
    return said if tree or pieces[1:] else line, tree


def _piece_as_talk(piece: str) -> str:
    """A piece that cannot be read, made plain if it can be read then."""
    if line_tree(piece):
        return piece
    said = plain(piece)
    return said if said != piece and line_tree(said) else piece
