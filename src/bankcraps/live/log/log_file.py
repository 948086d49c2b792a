"""The log of a table as a file of JSON lines, which anybody can check with a program of their own.

The first line names the table and the hash of the row before the first, and the last line the number of the
last row and its hash, the head. Between them each line is a row with its hash:

    {"bankcraps_log":1,"table":"k3x9","after":0,"hash":"5d1f..."}
    {"hash":"90ab...","row":{"table":"k3x9","seq":1,...}}
    {"rows":1,"head":"90ab..."}

The hash of a row is the SHA-256 of the hash before it, a line feed, and the bytes of the row as they stand in
its line: from the `{` after `"row":` to the last but one character of the line.
"""

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final, TypeVar

import msgspec

from bankcraps.errors import RecordError
from bankcraps.game.records.codec import encode
from bankcraps.live.log.rows import StoredRow, first_hash

__all__ = ["LogFile", "LogHeader", "is_log", "log_lines"]

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
