"""A system by what people write for it: a name of the library, a file, or its text."""

import difflib
import re
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final

from bankcraps.errors import BankcrapsError, MoneyError
from bankcraps.strategy.library import library
from bankcraps.strategy.program import TextSystem
from bankcraps.wagers import Kind

__all__ = ["read_file", "read_text", "system"]

_RULE_WORDS: Final = ("when", "after", "only", "at most", "stop", "progression")
_STEP_WORDS: Final = frozenset(
    {
        *("odds", "down", "off", "on", "press", "double", "half", "add", "take", "regress", "reset"),
        *(kind.value for kind in Kind),
    }
)
_TEXT: Final = re.compile(r";|:\s|\b[a-z]+\s+\$?\d", re.IGNORECASE)
"""What stands in systems and in no name: the end of an item or a head, and a word with a number behind it."""

_FILE: Final = re.compile(r"[/\\]|\.[a-z]\w*\Z", re.IGNORECASE)
"""What stands in paths and in no system."""

_SLIP: Final = 0.85
"""How alike a name is, at least, to what is taken for a slip of the pen and not for a system."""

_LARGEST_SCALE: Final = 10**6
_SHORTEST: Final = 4
_SHOWN: Final = 60


def system(spec: str) -> TextSystem:
    """The system that somebody asks for.

    >>> system("three_point_molly").text.splitlines()
    ['when come_out: pass 10', 'when point: odds max; come 10 up to 2']
    >>> system("pass:scale=2.5").text
    'when come_out: pass 25'
    >>> system("when come_out: pass 1; when point: odds max").start()
    ()

    Args:
        spec: a name of the library, with `:scale=2.5` behind it if every sum is to be so many times as much;
            the path of a file, likewise; or the text itself.

    Raises:
        NotationError: for words that are not understood, with the place.
        BankcrapsError: if there is nothing of that name.
    """
    spec = spec.strip()
    head, colon, options = spec.partition(":")
    if head in library():
        return _named(head, _scale(options if colon else ""))
    if "\n" in spec or _is_text(spec):
        return read_text(spec)
    path = Path(head if colon and "=" in options else spec)
    if _is_file(path):
        return _scaled(read_file(path), _scale(options if colon and "=" in options else ""))
    if _looks_like_text(spec) and not _as_named(spec):
        return read_text(spec)
    raise BankcrapsError(_unknown(spec, head))


def _is_text(spec: str) -> bool:
    """Whether it begins as a system does, and goes on."""
    lower = spec.lower()
    return any(lower.startswith(f"{word} ") for word in _RULE_WORDS) or spec.startswith("#")


def _looks_like_text(spec: str) -> bool:
    """Whether words that begin no system were still meant as one, and not as a name or a file."""
    if "=" in spec or _FILE.search(spec):
        return False
    first, *more = re.split(r"[\s:;]+", spec.lower())
    return first in _RULE_WORDS or (bool(more) and first in _STEP_WORDS) or _TEXT.search(spec) is not None


def _as_named(spec: str) -> list[str]:
    """The names that something nearly is, with spaces or without; other numbers are no slip of the pen."""
    if ";" in spec or ":" in spec:
        return []
    plain = re.sub(r"[\s-]+", "_", spec.lower().replace("'", ""))
    if plain in library():
        return [plain]
    said = re.findall(r"\d+", plain)
    names = [name for name in library() if re.findall(r"\d+", name) == said]
    return difflib.get_close_matches(plain, names, 3, _SLIP)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _unknown(spec: str, head: str) -> str:
    shown = spec if len(spec) <= _SHOWN else f"{spec[:_SHOWN]}..."
    named = [name for name in library() if len(head) >= _SHORTEST and head in name]
    near = _as_named(head) or difflib.get_close_matches(head, library(), 3) or named[:3]
    if near:
        return f"there is no system {shown!r}; did you mean {' or '.join(near)}?"
    return (
        f"there is no system {shown!r}: say a name that bankcraps strategies lists, a file, "
        'or the system itself, such as "when come_out: pass 10"'
    )


def _scale(options: str) -> Fraction:
    """What `scale=2.5` says; one where nothing is said."""
    if not options.strip():
        return Fraction(1)
    key, equals, value = options.partition("=")
    if key.strip() != "scale" or not equals:
        raise BankcrapsError(f"a system has one option, as in :scale=2.5, not {options!r}")
    try:
        scale = Decimal(value.strip())
    except InvalidOperation:
        scale = Decimal(0)
    if not scale.is_finite() or not 0 < scale <= _LARGEST_SCALE:
        raise BankcrapsError(f"a scale is a number above 0 and at most {_LARGEST_SCALE}, not {value!r}")
    return Fraction(scale)


def _scaled(found: TextSystem, by: Fraction) -> TextSystem:
    if by == 1:
        return found
    try:
        program = found.program.scaled(by)
    except MoneyError as error:
        raise BankcrapsError(f"{found.name} cannot be scaled like that: {error}") from None
    return TextSystem.of(program, f"{found.name}:scale={Decimal(by.numerator) / by.denominator}")


@cache
def _named(name: str, scale: Fraction) -> TextSystem:
    return _scaled(read_text(library()[name].text, name), scale)


def read_file(path: str | Path) -> TextSystem:
    """The system in a file; it is called by the file's name.

    Raises:
        NotationError: for words that are not understood, with the place.
        BankcrapsError: if there is no such file, or it is no text.
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise BankcrapsError(f"{path} cannot be read: {reason}") from None
    return read_text(text, path.stem)


def read_text(text: str, name: str = "") -> TextSystem:
    """The system that a text says; without a name it is called by its words.

    Raises:
        NotationError: for words that are not understood, with the place.
    """
    # Only here, so that importing Bankcraps does not load a parser.
    from bankcraps.strategy.parsing import parse  # noqa: PLC0415

    return TextSystem.of(parse(text), name)
