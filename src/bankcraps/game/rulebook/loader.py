"""Load a `Rulebook` from a TOML file: extend another book, apply options, check the result."""

import math
import re
import threading
import tomllib
from collections.abc import Mapping
from functools import cache, cached_property, lru_cache, partial
from numbers import Real
from pathlib import Path
from typing import Final, TypeVar, cast

import msgspec
from msgspec.structs import replace

from bankcraps.errors import BankcrapsError, RulebookError, did_you_mean, quoted, require_text
from bankcraps.game.pays import Pay, Times
from bankcraps.game.rulebook import schema
from bankcraps.game.rulebook.overlay import Data, OverlayError, choices_in, choices_of, edits_of, overlay
from bankcraps.game.rulebook.section import OTHERS, Section
from bankcraps.game.rulebook.terms import TERMS, OneRollTerms, Terms, with_sources
from bankcraps.game.rulebook.validation import validate
from bankcraps.game.wagers import Kind
from bankcraps.support.decode_errors import with_choices
from bankcraps.support.files import UnreadableError, read_text, shipped_text
from bankcraps.support.plain import is_list, is_table


def convert(type_: type, value: object) -> object:
    """Read a value that msgspec does not know: a pay, or how many times the flat wager odds may be."""
    if type_ is Pay:
        if not isinstance(value, str):
            raise ValueError(f'Expected a pay such as "9 to 5", got {value!r}')
        try:
            return Pay(value)
        except BankcrapsError as error:
            raise ValueError(str(error)) from None
    if type_ is Times:
        if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
            raise ValueError(f"Expected how many times the flat wager, such as 3 or 2.5, got {value!r}")
        return Times(str(value))
    if type_ is object:
        return value
    raise NotImplementedError(type_)


def explain(error: msgspec.ValidationError, type_: type[msgspec.Struct], section: Data) -> tuple[str, str]:
    """Turn an error of the decoder into a plain message and the key it is about: ("...", ".pays")."""
    said, _, where = with_choices(error, type_, section).partition(" - at `")
    path = where.removesuffix("`").rpartition("key` in `")[2]
    path = re.sub(r"\[\.\.\.\]|\[\d+\]", "", path.removeprefix("$"))
    missing = re.match(r"Object missing required field `(.*)`", said)
    if missing:
        return "expected a value, but it is missing", f"{path}.{missing[1]}"
    said = said[:1].lower() + said[1:]
    if said.startswith("expected `object`"):
        example = ' such as { 7 = "4 to 1" }, with a pay for each number' if path.endswith(".pays") else ""
        said = f"expected a table{example}, {said.partition(', ')[2].replace('`str`', 'text')}"
    return f"as a key, {said}" if where.startswith("key` in `") else said, path


def wrong_entry(section: Data, type_: type[msgspec.Struct], where: str) -> str:
    """The key that cannot be read, such as `6` in `.pays`; empty for none."""
    name = where.removeprefix(".")
    entries = section.get(name)
    for entry, value in entries.items() if is_table(entries) else ():
        try:
            msgspec.convert({**section, name: {entry: value}}, type_, dec_hook=convert, str_keys=True)
        except msgspec.ValidationError:
            return entry
    return ""


# Line numbers of the keys in a TOML file, for error messages. The standard parser does not keep them.


_HEADER: Final = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]\]?")
_KEY: Final = re.compile(r"\s*([A-Za-z0-9_.\"'* -]+?)\s*=")

_LONGEST: Final = 500
"""Characters of a line to search for its key. The search takes time as their square."""


def _plain(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))


def lines_of(text: str) -> dict[str, int]:
    r"""Return the line of every table and key of a TOML text, by dotted name, counted from 1.

    A table that only stands within dotted names has the first line that names it.

    >>> lines_of('[wagers.pass]\npays.6 = "7 to 6"\n')
    {'wagers': 1, 'wagers.pass.pays': 2, 'wagers.pass': 1, 'wagers.pass.pays.6': 2}
    """
    found: dict[str, int] = {}
    within: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        header = _HEADER.match(line, 0, _LONGEST)
        key = _KEY.match(line, 0, _LONGEST)
        if header and not key:
            name = table = _plain(header[1])
        elif key:
            name = f"{table}.{_plain(key[1])}" if table else _plain(key[1])
        else:
            continue
        found.setdefault(name, number)
        while name := name.rpartition(".")[0]:
            within.setdefault(name, number)
    return within | found


BOOKS: Final = ("nsw", "washington", "pennsylvania", "three_four_five", "classic")
"""The books that come with Bankcraps."""

DEFAULT_BOOK: Final = "three_four_five"
"""The house where none is named."""

MAX_FILE: Final = 2**20
"""The most bytes of a rulebook's file; the longest that comes with Bankcraps has 28,000."""

MAX_LINE: Final = 4000
"""The most characters of a line."""

MAX_DEPTH: Final = 12
"""The most levels of tables and lists in a rulebook. None of ours goes deeper than 8."""

MAX_NUMBER: Final = 10**15
"""The largest number in a rulebook."""

_MAX_MESSAGE: Final = 2000
"""The most characters of a message, which may quote a value of the file."""

_KINDS: Final = {kind.value: kind for kind in Kind}
_HEAD: Final = ("id", "title", "about", "document", "extends")
_CHANGED: Final = (*schema.SECTIONS, "wagers")
"""The tables of a book's file that an option may change."""

_TABLES: Final = (*_CHANGED, "options", "earlier")
_READING: Final = threading.RLock()
"""A lock, because msgspec crashes if two threads first convert to the same type at once."""


def load_rulebook(name: str | Path, /, **options: str | int) -> schema.Rulebook:
    """Load one of `BOOKS`, or your own file, with the options you choose.

    >>> load_rulebook("nsw").wagers[Kind.PASS].name
    'Win Line'
    >>> load_rulebook("classic", bar=2).chosen["bar"]
    '2'
    >>> load_rulebook("classic:bar=2,field_12=triple").id
    'classic'

    Args:
        name: an id, which may be followed by a colon and options, or the path of a `.toml` file.
        options: choices by option name. `Rulebook.options` lists what a book allows.

    Raises:
        RulebookError: if the book or file does not exist or is not valid. The error names the key and the
            line.
    """
    if not isinstance(name, Path):
        require_text(name, "the name of a rulebook")
    path, written = split_name(name) if isinstance(name, str) else (str(name), "")
    chosen = choices_in(written) | choices_of(options)
    return _load(path, tuple(sorted(chosen.items())))


def load_version(name: str, digest: str, /, **options: str | int) -> schema.Rulebook:
    """Load one of `BOOKS` in the version that has this digest, for a record or a table from before.

    `[earlier]` of a book says what its values were in earlier versions. If none of them has this digest, in
    any edition of the engine, return the book as it is now.
    """
    now = load_rulebook(name, **options)
    if now.digest == digest:
        return now
    chosen = tuple(sorted(choices_of(options).items()))
    earlier = _data_of(name).get("earlier")
    names = ("", *(earlier if is_table(earlier) else ()))
    before = (with_digest(_shipped(name, chosen, version), digest) for version in names)
    return next((book for book in before if book.digest == digest), now)


@lru_cache(maxsize=256)
def with_digest(book: schema.Rulebook, digest: str) -> schema.Rulebook:
    """Return a book in the edition of the engine that gives it this digest, or else as it is."""
    if book.digest == digest:
        return book
    sections = {name: getattr(book, name) for name in schema.SECTIONS}
    digests = {
        edition: schema.digest_of(sections, book.wagers, edition) for edition in range(1, schema.EDITION)
    }
    edition = next((edition for edition, known in digests.items() if known == digest), book.edition)
    return replace(book, edition=edition, digest=digest) if edition < book.edition else book


def split_name(name: str) -> tuple[str, str]:
    """An id or a path, and the options behind the last colon; a colon without options belongs to the path."""
    path, _, written = name.rpartition(":")
    return (path, written) if path and ("=" in written or path in BOOKS) else (name, "")


def read_rulebook(
    text: str | Mapping[str, object], source: str = "rulebook", /, **options: str | int
) -> schema.Rulebook:
    """Read a rulebook from TOML text, or from a dictionary of the same parts.

    A key of a dictionary may have dots. If it extends a book, `title` and `about` may be left out.

    >>> book = read_rulebook({"id": "triple", "extends": "nsw", "wagers.field.pays.12": "3 to 1"})
    >>> book.title, str(book.wagers[Kind.FIELD].pays[12])
    ('triple', '3 to 1')

    Args:
        text: the text or the dictionary.
        source: its name in errors.
        options: choices by option name, as in `load_rulebook`.

    Raises:
        RulebookError: if it is not a valid rulebook. The error names the key, and the line of a text.
    """
    require_text(source, "the source of a rulebook")
    if isinstance(text, Mapping):
        return _build("", source, choices_of(options), given=edits_of(text, source))
    require_text(text, "a rulebook")
    return _build(text, source, choices_of(options))


def _load(path: str, chosen: tuple[tuple[str, str], ...]) -> schema.Rulebook:
    if path in BOOKS:
        return _shipped(path, chosen)
    return _build(_text_of(path), path, dict(chosen))


@lru_cache(maxsize=256)
def _shipped(name: str, chosen: tuple[tuple[str, str], ...], version: str = "") -> schema.Rulebook:
    return _build(_text_of(name), name, dict(chosen), version, given=_data_of(name))


def _data_of(name: str) -> Data:
    """The data of one of `BOOKS`, which the caller may change."""
    return msgspec.msgpack.decode(_packed(name))


@cache
def _packed(name: str) -> bytes:
    """The same, packed: to unpack it takes a fiftieth of the time that its TOML takes to parse."""
    return msgspec.msgpack.encode(tomllib.loads(_text_of(name)))


def _text_of(name: str) -> str:
    if name in BOOKS:
        return shipped_text("bankcraps.game.rulebook", "books", f"{name}.toml")
    path = Path(name)
    if path.suffix != ".toml":
        known = f"the books are {', '.join(BOOKS)}; a file must end in .toml"
        raise RulebookError(f"there is no book {name!r} ({known}){did_you_mean(name, BOOKS)}")
    try:
        return read_text(path, MAX_FILE, "utf-8-sig")
    except UnreadableError as error:
        raise RulebookError(f"cannot read this file: {error}", source=name) from None


def _build(
    text: str, source: str, chosen: dict[str, str], version: str = "", *, given: Data | None = None
) -> schema.Rulebook:
    with _READING:
        reader = _Reader(source, text)
        data = reader.whole(reader.data() if given is None else given)
        data = reader.as_before(data, version) if version else data
        options = reader.options(data)
        data, picked = _apply_options(data, options, chosen, source)
        book = reader.book(data, options, picked)
        validate(book, reader.fail)
        return book


_Section = TypeVar("_Section", bound=Section)


class _Reader:
    """Reads one file. It keeps the line of each key for error messages."""

    def __init__(self, source: str, text: str) -> None:
        self.source = source
        self.text = text

    @cached_property
    def lines(self) -> dict[str, int]:
        """The lines of its keys, which only errors name."""
        return lines_of(self.text)

    def fail(self, key: str, message: str, entry: str = "") -> RulebookError:
        """Make the error for a key, with the line of the key or of the closest table around it.

        An entry of the key's table may stand on a line of its own: `pays.6`.
        """
        near = f"{key}.{entry}" if entry else key
        while near and near not in self.lines:
            near = near.rpartition(".")[0]
        shown = message if len(message) <= _MAX_MESSAGE else f"{message[:_MAX_MESSAGE]}..."
        return RulebookError(shown, source=self.source, key=key, line=self.lines.get(near))

    def data(self) -> Data:
        """Return the file's data."""
        for number, line in enumerate(self.text.split("\n"), 1):
            if len(line) > MAX_LINE:  # the parser takes minutes for a key of a million dots
                message = f"this line has {len(line):,} characters, and {MAX_LINE:,} is the most"
                raise RulebookError(message, source=self.source, line=number)
        try:
            data: Data = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"\(at line (\d+)", str(error))
            line = int(found[1]) if found else len(self.text.rstrip("\n").split("\n"))
            raise RulebookError(f"this is not valid TOML: {error}", source=self.source, line=line) from None
        except RecursionError:
            raise self.fail(
                "", f"tables and lists may nest {MAX_DEPTH} deep, and these nest deeper"
            ) from None
        except ValueError:  # Python reads no whole number of more than 4300 digits
            raise self.fail("", f"a number is larger than {MAX_NUMBER:,}") from None
        return data

    def whole(self, data: Data) -> Data:
        """Return the data, laid over the book that they extend."""
        self._check_size(data)
        for key in data:
            if key not in (*_HEAD, *_TABLES):
                raise self.fail(
                    key, f"a rulebook has no such part; its parts are {', '.join((*_HEAD, *_TABLES))}"
                )
        base = data.get("extends")
        if base is None:
            return data
        if not isinstance(base, str) or base not in BOOKS:
            raise self.fail("extends", f"expected one of {', '.join(BOOKS)}, got {base!r}")
        below = _data_of(base)
        below.pop("document", None)
        wagers = data.get("wagers")
        if is_table(wagers):
            gone = {name for name, value in wagers.items() if value is False}
            _take_from_choices(cast("dict[str, Data]", below.get("options", {})), gone)
        return self._overlay(below, data)

    def _check_size(self, data: Data) -> None:
        """Check depth and numbers, before the data is walked or printed."""
        waiting: list[tuple[str, int, object]] = [(key, 1, value) for key, value in data.items()]
        while waiting:
            key, depth, value = waiting.pop()
            if depth > MAX_DEPTH:
                raise self.fail(key, f"tables and lists may nest {MAX_DEPTH} deep, and this nests deeper")
            if isinstance(value, int) and abs(value) > MAX_NUMBER:
                raise self.fail(key, f"the number is larger than {MAX_NUMBER:,}")
            if is_table(value):
                waiting += ((f"{key}.{name}", depth + 1, each) for name, each in value.items())
            elif is_list(value):
                waiting += ((key, depth + 1, each) for each in value)

    def _overlay(self, below: Data, data: Data) -> Data:
        try:
            return overlay(below, data, f"house rule of {data.get('id', self.source)}")
        except OverlayError as error:
            raise self.fail(error.key, str(error)) from None

    def as_before(self, data: Data, version: str) -> Data:
        """Return the data with the values that they had in an earlier version."""
        values = self._table(self._table(data, "earlier"), version, f"earlier.{version}")
        return overlay(data, values, f"convention: as in the version of {version}")

    def options(self, data: Data) -> dict[str, schema.Option]:
        """Return the options that the book declares."""
        declared = self._table(data, "options")
        options = {
            name: self._section(value, schema.Option, f"options.{name}") for name, value in declared.items()
        }
        for name, option in options.items():
            if option.default not in option.choices:
                message = (
                    f"expected one of {', '.join(option.choices) or 'its choices'}, got {option.default!r}"
                )
                raise self.fail(f"options.{name}.default", message)
            for choice, changes in option.choices.items():
                for part in changes.keys() - set(_CHANGED):
                    key = f"options.{name}.choices.{choice}.{part}"
                    raise self.fail(
                        key, f"a choice may only change {', '.join((*schema.SECTIONS, 'wagers'))}"
                    )
        return options

    def book(self, data: Data, options: dict[str, schema.Option], chosen: dict[str, str]) -> schema.Rulebook:
        """Build the book from plain data."""
        head = {key: self._words(data, key) for key in _HEAD if key in data}
        for key in ("id", "title", "about"):
            if key not in head:
                raise self.fail(key, "expected text, but it is missing")
        sections = {key: self._section(data.get(key), type_, key) for key, type_ in schema.SECTIONS.items()}
        table = self._table(data, "wagers")
        shared = self._table(table, "from", "wagers.from")
        wagers = dict(self._wagers(table, shared))
        built: Data = {
            **head,
            **sections,
            "wagers": wagers,
            "offered": self._offered(shared),
            "options": options,
            "chosen": chosen,
            "digest": schema.digest_of(sections, wagers),
        }
        return schema.one_book(built)

    def _words(self, data: Data, key: str) -> str:
        value = data[key]
        if not isinstance(value, str) or not value.strip():
            raise self.fail(key, f"expected text, got {value!r}")
        return value

    def _table(self, data: Data, name: str, key: str = "") -> Data:
        value = data.get(name, {})
        if not is_table(value):
            raise self.fail(key or name, f"expected a table, got {value!r}")
        return value

    def _wagers(self, table: Data, shared: Data) -> list[tuple[Kind, Terms]]:
        terms: list[tuple[Kind, Terms]] = []
        for name, value in table.items():
            if name == "from":
                continue
            key = f"wagers.{name}"
            kind = _KINDS.get(name)
            if kind is None:
                raise self.fail(key, f"there is no such kind of wager{_near(name, list(_KINDS))}")
            if value is False:
                continue
            type_ = TERMS.get(kind, OneRollTerms)
            written = self._table(table, name, key)
            terms.append((kind, with_sources(self._section(written, type_, key), shared, written)))
        return sorted(terms, key=lambda item: list(Kind).index(item[0]))

    def _offered(self, shared: Data) -> str:
        source = shared.get("offered")
        if not isinstance(source, str):
            message = "expected the clause that allows no other wagers, or 'convention: why'"
            raise self.fail("wagers.from.offered", message)
        return source

    def _section(self, value: object, type_: type[_Section], key: str) -> _Section:
        if value is None:
            raise self.fail(key, "expected a table, but it is missing")
        if not is_table(value):
            raise self.fail(key, f"expected a table, got {value!r}")
        known = type_.__struct_encode_fields__
        for name in value:
            if name not in known:
                raise self.fail(f"{key}.{name}", f"there is no such key{_near(name, sorted(known))}")
        try:
            made = msgspec.convert(value, type_, dec_hook=convert, str_keys=True)
        except msgspec.ValidationError as error:
            said, where = explain(error, type_, value)
            raise self.fail(f"{key}{where}", said, wrong_entry(value, type_, where)) from None
        self._check_sources(made, value, key)
        return made

    def _check_sources(self, made: Section, section: Data, key: str) -> None:
        for name in section:
            if name != "from" and not made.cited(name):
                raise self.fail(
                    f"{key}.{name}", "has no source: give its clause, or 'convention: why', in `from`"
                )
        for name in made.source:
            key_of, _, part = name.partition(".")
            inner = section.get(key_of)
            there = part in inner if part and isinstance(inner, dict) else name in section
            there = there or (part == OTHERS and inner is not None)
            if name != "*" and not there:
                raise self.fail(f"{key}.from.{name}", "this is the source of a value that does not exist")


def _take_from_choices(options: dict[str, Data], gone: set[str]) -> None:
    """Take wagers that a house removes out of the options of the book that it extends.

    A choice that changes nothing else goes with them. The default stays, since records name it.
    """
    for option in options.values():
        choices = cast("dict[str, Data]", option["choices"])
        for name, changes in list(choices.items()):
            wagers = cast("Data", changes.get("wagers", {}))
            changes |= {"wagers": {kind: terms for kind, terms in wagers.items() if kind not in gone}}
            if wagers and changes == {"wagers": {}} and name != option["default"]:
                del choices[name]


def _near(name: str, known: list[str]) -> str:
    return did_you_mean(name, known) or f"; the names are {', '.join(known)}"


def _apply_options(
    data: Data, options: dict[str, schema.Option], chosen: dict[str, str], source: str
) -> tuple[Data, dict[str, str]]:
    """Apply the chosen options to the book. Changed values get the option's source."""
    wrong = partial(RulebookError, source=source)
    for name in chosen:
        if name not in options:
            known = f"; its options are {', '.join(sorted(options))}" if options else "; it has no options"
            raise wrong(f"this book has no option {name!r}{known}")
    picked: dict[str, str] = {}
    for name, option in options.items():
        choice = chosen.get(name, option.default)
        if choice not in option.choices:
            raise wrong(f"option {name} must be one of {', '.join(option.choices)}, not {quoted(choice)}")
        picked[name] = choice
        try:
            data = overlay(data, option.choices[choice], option.cited("choices"))
        except OverlayError as error:
            raise wrong(str(error), key=f"options.{name}.{choice}.{error.key}") from None
    return data, picked
