"""The text form at work: words to a system, and what is said when they make no sense."""

# Lark's own annotations leave type arguments open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import re
from contextlib import suppress
from functools import cache
from importlib import resources
from typing import Final, cast

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError

from bankcraps.notation.building import Misplaced
from bankcraps.notation.parsing import SHARED
from bankcraps.strategy.assembling import assembled
from bankcraps.strategy.building import Builder, Line
from bankcraps.strategy.expected import unexpected
from bankcraps.strategy.program import Program
from bankcraps.strategy.trouble import SystemTextError

__all__ = ["parse"]

LONGEST: Final = 20_000
DEEPEST: Final = 12


@cache
def _parser() -> Lark:
    grammar = resources.files("bankcraps.strategy").joinpath("systems.lark").read_text(encoding="utf-8")
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        maybe_placeholders=False,
        propagate_positions=True,
        import_paths=[SHARED],
    )


def parse(text: str) -> Program:
    """Read a system.

    Raises:
        SystemTextError: a `NotationError` with the line and the place in it.
    """
    if len(text) > LONGEST:
        raise SystemTextError(f"a system has at most {LONGEST} characters, not {len(text)}")
    _not_too_deep(text)
    try:
        return assembled(cast("list[Line]", Builder().transform(_parser().parse(text))))
    except VisitError as error:
        if not isinstance(error.orig_exc, Misplaced):
            raise
        raise _pointed(text, error.orig_exc) from None
    except Misplaced as wrong:
        raise _pointed(text, wrong) from None
    except UnexpectedInput as error:
        raise _unexpected(text, error) from None


def _not_too_deep(text: str) -> None:
    """Nobody follows so many brackets, and a reader of trees must not either."""
    depth = 0
    for found in re.finditer(r"#[^\r\n]*|[()]", text):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if depth > DEEPEST:
            raise _error(text, f"brackets go at most {DEEPEST} deep", found.start(), found[0])


def _pointed(text: str, wrong: Misplaced) -> SystemTextError:
    """The error for a word that reads well and means nothing; an empty one stands for the whole system."""
    if not wrong.token:
        return SystemTextError(str(wrong))
    return _error(text, str(wrong), wrong.token.start_pos or 0, str(wrong.token))


def _unexpected(text: str, error: UnexpectedInput) -> SystemTextError:
    """The error for a word that is not said there, with what is."""
    start = error.pos_in_stream if isinstance(error, UnexpectedCharacters) else None
    if isinstance(error, UnexpectedToken):
        token = cast("Token", error.token)
        start = len(text) if token.type == "$END" else token.start_pos
    start = start or 0
    found = re.match(r"[^\s;:#()]+|[;:()]", text[start:])
    word = found[0] if found else ""
    return _error(text, unexpected(word, _wanted(text[:start]), text[:start]), start, word)


def _wanted(before: str) -> set[str]:
    """What could be said after a text. The word in the way is left out: it would rule out some of it."""
    reading = _parser().parse_interactive(before)
    with suppress(UnexpectedInput):
        reading.exhaust_lexer()
    return set(reading.accepts())


def _error(text: str, message: str, start: int, word: str) -> SystemTextError:
    before = text[:start]
    line = len(re.findall(r"\r\n|\r|\n", before))
    lines = re.split(r"\r\n|\r|\n", text)
    head = re.split(r"[\r\n]", before)[-1]
    place = f"line {line + 1}: " if len(lines) > 1 else ""
    return SystemTextError(f"{place}{message}", lines[line], line + 1, len(head) + 1, word)
