"""The log of a table: its entries in rows, each chained to the row before it by a hash, and as a file.

A row's hash is the SHA-256 of the hash before it and of the row's own bytes. Whoever changes, removes or adds
a row changes every hash after it, so the last hash (the head) stands for the whole log.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final, NamedTuple, TypeAlias, TypeVar, cast

import msgspec

from bankcraps.errors import RecordError, quoted
from bankcraps.game.records.codec import decoder, encode
from bankcraps.live.log.entries import AnyEntry

Json: TypeAlias = "str | float | list[Json] | dict[str, Json] | None"
"""A value read from JSON."""


class StoredRow(NamedTuple):
    """A row of a log as it is stored: its number, its JSON, and its hash."""

    seq: int
    body: str
    hash: str


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a table's log with the person who caused it.

    Attributes:
        table: the table's id.
        seq: the number of the entry, from 1.
        at: when it happened, in milliseconds since 1970.
        by: the person whose command it came from; empty for the host.
        command: the client's id of that command; empty for the host.
        entry: the event.
    """

    table: str
    seq: int
    at: int
    by: str
    command: str
    entry: AnyEntry

    def body(self) -> bytes:
        """Return the row as it is stored and hashed: one line of JSON."""
        return encode(self)

    def stored(self, previous: str) -> StoredRow:
        """Return the row as it is stored after a row with that hash."""
        body = self.body()
        return StoredRow(self.seq, body.decode(), chained(previous, body))


_decode: Final = decoder(Row)


def first_hash(table: str) -> str:
    """Return the hash that the first row of a table's log is chained to."""
    return hashlib.sha256(f"bankcraps log 1\n{table}\n".encode()).hexdigest()


def chained(previous: str, body: bytes) -> str:
    """Return the hash of a row, from the hash of the row before it and the row's bytes."""
    return hashlib.sha256(previous.encode() + b"\n" + body).hexdigest()


def decode_row(body: bytes | str) -> Row:
    """Read a row as it is stored.

    Raises:
        RecordError: if the bytes are no row. The message says where they are wrong.
    """
    try:
        return _decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"this is no row of a log: {error}") from None


def next_row(seq: int, head: str, stored: StoredRow) -> Row:
    """Read the row that follows in a log on the row `seq` with the hash `head`.

    Raises:
        RecordError: if it is not the next row, does not fit its hash, is no row, or has a key twice or one
            that its entry does not have: another program could read another row from it.
    """
    if stored.seq > seq + 1:
        raise RecordError(f"the row is missing; the next is row {stored.seq}")
    if stored.seq <= seq:
        raise RecordError(f"row {stored.seq} is there twice, or rows were swapped")
    if stored.hash != chained(head, stored.body.encode()):
        raise RecordError("the row does not fit its hash, or the row before it: it was changed")
    row = decode_row(stored.body)
    if row.body() != stored.body.encode():  # older programs wrote rows otherwise
        _require_its_keys(row, stored.body)
    return row


def _require_its_keys(row: Row, body: str) -> None:
    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(dict(pairs)) < len(pairs):
            raise RecordError("the row has a key twice, so it can be read in two ways")
        return dict(pairs)

    try:
        given = json.loads(body, object_pairs_hook=unique)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is no row of a log: {error}") from None
    unknown = next(_unknown_keys(row, given), None)
    if unknown is not None:
        raise RecordError(f"the row has a key that its entry does not have: {quoted(unknown)}")


def _unknown_keys(value: object, given: Json) -> Iterator[str]:
    """Yield the keys in a value of JSON that the value read from it does not have, however deep."""
    if isinstance(value, msgspec.Struct) and isinstance(given, dict):
        names = dict(zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True))
        yield from given.keys() - names.keys() - {value.__struct_config__.tag_field}
        for name in given.keys() & names.keys():
            yield from _unknown_keys(getattr(value, names[name]), given[name])
    elif isinstance(value, tuple) and isinstance(given, list):
        for one, part in zip(cast("tuple[object, ...]", value), given, strict=False):
            yield from _unknown_keys(one, part)


# The people whom a row of a log names: in fields with a name, not in any text that reads like one.


NAMES: Final = frozenset({"by", "guilty", "name", "person", "player", "to"})
"""The fields with the name of a person or a bot, or with several, in rows and in all that they hold."""


def names(row: Json) -> frozenset[str]:
    """Return the names of the people in a row of a log, which was read from its JSON."""
    return frozenset(_names(row))


def _names(value: Json, *, named: bool = False) -> Iterator[str]:
    """Yield the names in a value of JSON. `named` says whether a text there is a name."""
    if isinstance(value, str):
        yield from (value,) if named and value else ()
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _names(part, named=key in NAMES)
    elif isinstance(value, list):
        for part in value:
            yield from _names(part, named=named)


# The log of a table as a file of JSON lines, which anybody can check with a program of their own.


T = TypeVar("T")

_VERSION: Final = 1
_LONGEST: Final = 1 << 20
_ROW: Final = re.compile(rb'\{"hash":"([0-9a-f]{64})","row":(\{.*\})\}\n?', re.DOTALL)
_BEGINS: Final = b'{"bankcraps_log":'


class LogHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"version": "bankcraps_log"}):
    """The first line of a log file.

    Attributes:
        version: the version of the format.
        table: the table's id.
        after: the number of the row before the first; 0 if the log is whole.
        hash: the hash of that row.
    """

    version: int
    table: str
    after: int
    hash: str


class _End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rows: int
    head: str


def _read(line: bytes, kind: type[T]) -> T:
    """Read the first or the last line of a file. Other bytes than we write, as a key twice, are refused."""
    found = msgspec.json.decode(line, type=kind)
    if encode(found) != line.removesuffix(b"\n"):
        raise msgspec.ValidationError("it is written otherwise")
    return found


def log_lines(table: str, before: tuple[int, str], rows: Iterable[StoredRow]) -> Iterator[bytes]:
    """Yield the lines of a log file, each with its line feed.

    Args:
        table: the table's id.
        before: the number and the hash of the row before the first.
        rows: the rows as they are stored.
    """
    seq, head = before
    yield encode(LogHeader(_VERSION, table, seq, head)) + b"\n"
    for seq, body, head in rows:  # noqa: B007 - the last of them end the file
        yield b'{"hash":"' + head.encode() + b'","row":' + body.encode() + b"}\n"
    yield encode(_End(seq, head)) + b"\n"


def is_log(first: bytes) -> bool:
    """Whether these first bytes are those of a log file."""
    return first.startswith(_BEGINS)


class LogFile:
    """A log file that is read line by line, so that a long log does not fill the memory.

    Attributes:
        header: its first line.
    """

    def __init__(self, file: BinaryIO, source: str = "") -> None:
        """Read the first line.

        Raises:
            RecordError: if the file is no log.
        """
        self._file = file
        self._source = source
        self._line = 0
        try:
            self.header: LogHeader = _read(self._next(), LogHeader)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise self._error("a log file begins with its table: this is none") from None
        if self.header.version != _VERSION:
            raise self._error(f"this program reads logs of version {_VERSION}, not {self.header.version}")
        if self.header.after <= 0 and (self.header.after, self.header.hash) != (
            0,
            first_hash(self.header.table),
        ):
            raise self._error("the hash in its first line is not the one before the first row of that table")

    def rows(self) -> Iterator[StoredRow]:
        """Yield the rows. They are numbered as they stand in the file.

        Raises:
            RecordError: if a line is no row, or the file was cut short. The error names the line.
        """
        seq, head = self.header.after, self.header.hash
        while True:
            line = self._next()
            found = _ROW.fullmatch(line)
            if found is None:
                break
            seq, head = seq + 1, found[1].decode()
            yield StoredRow(seq, self._text(found[2]), head)
        self._end(line, _End(seq, head))

    def _end(self, line: bytes, end: _End) -> None:
        if not line:
            raise self._error("the log was cut short: its last line is missing")
        try:
            said = _read(line, _End)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise self._error("this line is neither a row with its hash nor the end of the log") from None
        if said != end:
            message = f"the log ends with row {end.rows}, and its last line says row {said.rows}"
            raise self._error(
                message if said.rows != end.rows else "the head of the log is not its last hash"
            )
        if self._next():
            raise self._error("nothing may follow the end of the log")

    def _next(self) -> bytes:
        self._line += 1
        line = self._file.readline(_LONGEST + 1)
        if len(line) > _LONGEST:
            raise self._error("this line is too long for a row of a log")
        return line

    def _text(self, body: bytes) -> str:
        try:
            return body.decode()
        except UnicodeDecodeError:
            raise self._error("this line is not UTF-8 text") from None

    def _error(self, message: str) -> RecordError:
        return RecordError(message, source=self._source, line=self._line)
