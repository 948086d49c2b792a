"""The log of a table: its entries in rows, each chained to the row before it by a hash.

A row's hash is the SHA-256 of the hash before it and of the row's own bytes. Whoever changes, removes or adds
a row changes every hash after it, so the last hash (the head) stands for the whole log.
"""

import hashlib
from typing import Final

import msgspec

from bankcraps.codec import decoder, encode
from bankcraps.errors import RecordError
from bankcraps.live.log.entries import AnyEntry

__all__ = ["Row", "chained", "decode_row", "first_hash"]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a table's log with who caused it.

    Attributes:
        table: the table's id.
        seq: the number of the entry, from 1.
        at: when it happened, in milliseconds since 1970.
        by: the person whose command it came from; empty for the host.
        command: the client's id of that command; empty for the host.
        entry: what happened.
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
