"""Finding a system: by its name in the library, by file, or by its text."""

import difflib
import re
import tomllib
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import msgspec

from bankcraps.errors import BankcrapsError, MoneyError, require_text
from bankcraps.game.wagers import Kind
from bankcraps.strategies.chart import Chart, read_chart
from bankcraps.strategies.text.parsing import parse
from bankcraps.strategies.text.program import TextSystem
from bankcraps.support import files

MAX_FILE: Final = 2**16
"""The most bytes of a system's file: more than a text may have characters."""

MAX_CHART: Final = 2**27
"""The most bytes of a chart's file."""

_RULE_WORDS: Final = ("when", "after", "only", "at most", "stop", "progression", "stage")
_STEP_WORDS: Final = frozenset(
    {
        *("odds", "down", "off", "on", "press", "double", "half", "add", "take", "regress", "reset"),
        *(kind.value for kind in Kind),
    }
)
_TEXT: Final = re.compile(r";|:\s|\b[a-z]+\s+\$?\d", re.IGNORECASE)
"""Marks of a text: the end of a line or of a rule's head, and a word followed by a number."""

_FILE: Final = re.compile(r"[/\\]|\.[a-z]\w*\Z", re.IGNORECASE)
"""Marks of a path."""

_TYPO: Final = 0.85
"""The least likeness of a suggested name."""

_LARGEST_SCALE: Final = 10**6
_SHORTEST: Final = 4
_SHOWN: Final = 60


class LibraryEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A system of the library.

    Attributes:
        about: a description, in one sentence.
        origin: where it comes from.
        text: the system as text.
    """

    about: str
    origin: str
    text: str


msgspec.convert({}, dict[str, LibraryEntry])  # two threads that first convert to a type at once would crash


@cache
def library() -> dict[str, LibraryEntry]:
    """Every system of the library by name, in the order of `library.toml`."""
    text = files.shipped_text("bankcraps.strategies", "library.toml")
    return msgspec.convert(tomllib.loads(text), dict[str, LibraryEntry])


def text_system(spec: str) -> TextSystem:
    """The system that a name, a file or a text gives, unless it is a chart.

    Raises:
        BankcrapsError: if there is no such system, or it is a chart.
    """
    found = system(spec)
    if isinstance(found, Chart):
        raise BankcrapsError(f"{spec} is a chart, and only a system of words will do here")
    return found


def system(spec: str, *, files_too: bool = True) -> TextSystem | Chart:
    """The system that a name, a file or a text gives.

    >>> system("three_point_molly").text.splitlines()
    ['when come_out: pass 10', 'when point: odds max; come 10 up to 2']
    >>> system("pass:scale=2.5").text
    'when come_out: pass 25'
    >>> system("when come_out: pass 1; when point: odds max").start()
    ()

    Args:
        spec: a name of the library or the path of a file, either with `:scale=2.5` behind it to multiply
            every amount; or the text itself.
        files_too: whether a file may be read.

    Raises:
        NotationError: for a text that cannot be read, with the place.
        BankcrapsError: if there is no such system.
    """
    require_text(spec, "a system's name, file or text")
    spec = spec.strip()
    head, colon, options = spec.partition(":")
    if head in library():
        return _named(head, _scale(options if colon else ""))
    if "\n" in spec or _is_text(spec):
        return read_text(spec)
    path = Path(head if colon and "=" in options else spec)
    if files_too and _is_file(path):
        return _in_file(path, _scale(options if colon and "=" in options else ""))
    if _looks_like_text(spec) and not _similar_names(spec):
        return read_text(spec)
    raise BankcrapsError(_unknown(spec, head, files_too=files_too))


def _is_text(spec: str) -> bool:
    """Whether it begins with a word of rules and more words, or with a comment."""
    lower = spec.lower()
    return any(lower.startswith(f"{word} ") for word in _RULE_WORDS) or spec.startswith("#")


def _looks_like_text(spec: str) -> bool:
    """Whether it is probably meant as a text."""
    if "=" in spec or _FILE.search(spec):
        return False
    first, *more = re.split(r"[\s:;]+", spec.lower())
    return first in _RULE_WORDS or (bool(more) and first in _STEP_WORDS) or _TEXT.search(spec) is not None


def _similar_names(spec: str) -> list[str]:
    """Similar names, with or without spaces. Different numbers make a different name."""
    if ";" in spec or ":" in spec:
        return []
    plain = re.sub(r"[\s-]+", "_", spec.lower().replace("'", ""))
    if plain in library():
        return [plain]
    said = re.findall(r"\d+", plain)
    names = [name for name in library() if re.findall(r"\d+", name) == said]
    return difflib.get_close_matches(plain, names, 3, _TYPO)


def _is_file(path: Path) -> bool:
    try:
        return path.exists() and not path.is_dir()  # a device is refused when it is read
    except (OSError, ValueError):
        return False


def _unknown(spec: str, head: str, *, files_too: bool) -> str:
    shown = spec if len(spec) <= _SHOWN else f"{spec[:_SHOWN]}..."
    containing = [name for name in library() if len(head) >= _SHORTEST and head in name]
    near = _similar_names(head) or difflib.get_close_matches(head, library(), 3) or containing[:3]
    if near:
        return f"there is no system {shown!r}; did you mean {' or '.join(near)}?"
    return (
        f"there is no system {shown!r}: give a name that bankcraps strategies lists, "
        f'{"a file, " * files_too}or the text itself, such as "when come_out: pass 10"'
    )


def _scale(options: str) -> Fraction:
    """The scale in `scale=2.5`; 1 if there is none."""
    if not options.strip():
        return Fraction(1)
    key, equals, value = options.partition("=")
    if key.strip() != "scale" or not equals:
        raise BankcrapsError(f"a system has one option, scale, as in :scale=2.5; not {options!r}")
    try:
        scale = Decimal(value.strip() if value.isascii() else "NaN")
    except InvalidOperation:
        scale = Decimal(0)
    if not scale.is_finite() or not 0 < scale <= _LARGEST_SCALE:
        raise BankcrapsError(f"a scale must be a number above 0 and at most {_LARGEST_SCALE}, not {value!r}")
    return Fraction(scale)


def _scaled(found: TextSystem, by: Fraction) -> TextSystem:
    if by == 1:
        return found
    try:
        program = found.program.scaled(by)
    except MoneyError as error:
        raise BankcrapsError(f"{found.name} cannot be scaled like that: {error}") from None
    return TextSystem.of(program, f"{found.name}:scale={Decimal(by.numerator) / by.denominator}")


@lru_cache(maxsize=256)
def _named(name: str, scale: Fraction) -> TextSystem:
    return _scaled(read_text(library()[name].text, name), scale)


def _in_file(path: Path, by: Fraction) -> TextSystem | Chart:
    """The system in a file: a text, or a chart."""
    try:
        data = files.read_bytes(path, MAX_CHART)
    except files.UnreadableError as error:
        raise BankcrapsError(f"{path} cannot be read: {error}") from None
    if not data.lstrip().startswith(b"{"):
        return _scaled(read_file(path), by)
    if by != 1:
        raise BankcrapsError(f"{path} is a chart, which has its own amounts and cannot be scaled")
    try:
        return read_chart(data)
    except BankcrapsError as error:
        raise BankcrapsError(f"{path} cannot be read: {error}") from None


def read_saved(text: str, name: str = "") -> TextSystem | Chart:
    """The system in a text that was kept: words, or the JSON of a chart, which has its own name.

    Raises:
        NotationError: for words that cannot be read, with the place.
        BankcrapsError: for a chart that cannot be read.
    """
    return read_chart(text) if is_chart(text) else read_text(text, name)


def saved_text(policy: TextSystem | Chart) -> str:
    """The text from which `read_saved` reads the system again."""
    return policy.to_json().decode() if isinstance(policy, Chart) else policy.text


def is_chart(text: str) -> bool:
    """Whether a text is meant as a chart, and not as words."""
    return text.lstrip().startswith("{")


def read_file(path: str | Path) -> TextSystem:
    """The system in a file; its name is the file's.

    Raises:
        NotationError: for a text that cannot be read, with the place.
        BankcrapsError: if there is no such file, or it is not UTF-8 text.
    """
    return read_text(text_of(path), Path(path).stem)


def text_of(path: str | Path) -> str:
    """The text of a file.

    Raises:
        BankcrapsError: if there is no such file, or it is not UTF-8 text.
    """
    try:
        return files.read_text(path, MAX_FILE, "utf-8-sig")
    except files.UnreadableError as error:
        raise BankcrapsError(f"{path} cannot be read: {error}") from None


def read_text(text: str, name: str = "") -> TextSystem:
    """The system in a text; without a name, its text is its name.

    Raises:
        NotationError: for a text that cannot be read, with the place.
    """
    return TextSystem.of(parse(text), name)
