"""The log of a table: its entries in rows, each chained to the row before it by a hash.

A row's hash is the SHA-256 of the hash before it and of the row's own bytes. Whoever changes, removes or adds
a row changes every hash after it, so the last hash (the head) stands for the whole log.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

import msgspec

from bankcraps.errors import RecordError, quoted
from bankcraps.game.records.codec import decoder, encode
from bankcraps.live.log.entries import AnyEntry

__all__ = ["NAMES", "Row", "StoredRow", "chained", "decode_row", "first_hash", "names", "next_row"]


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


def _unknown_keys(value: object, given: object) -> Iterator[str]:
    """Yield the keys in a value of JSON that the value read from it does not have, however deep."""
    if isinstance(value, msgspec.Struct) and isinstance(given, Mapping):
        parts = cast("Mapping[str, object]", given)
        names = dict(zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True))
        yield from parts.keys() - names.keys() - {value.__struct_config__.tag_field}
        for name in parts.keys() & names.keys():
            yield from _unknown_keys(getattr(value, names[name]), parts[name])
    elif isinstance(value, tuple) and isinstance(given, list):
        for one, part in zip(cast("tuple[object, ...]", value), cast("list[object]", given), strict=False):
            yield from _unknown_keys(one, part)


# The people whom a row of a log names: in fields with a name, not in any text that reads like one.


NAMES: Final = frozenset({"by", "guilty", "name", "person", "player", "to"})
"""The fields with the name of a person or a bot, or with several, in rows and in all that they hold."""


def names(row: object) -> frozenset[str]:
    """Return the names of the people in a row of a log, which was read from its JSON."""
    return frozenset(_names(row))


def _names(value: object, *, named: bool = False) -> Iterator[str]:
    """Yield the names in a value of JSON. `named` says whether a text there is a name."""
    if isinstance(value, str):
        yield from (value,) if named and value else ()
    elif isinstance(value, Mapping):
        for key, part in cast("Mapping[str, Any]", value).items():
            yield from _names(part, named=key in NAMES)
    elif isinstance(value, Sequence):
        for part in cast("Sequence[Any]", value):
            yield from _names(part, named=named)
