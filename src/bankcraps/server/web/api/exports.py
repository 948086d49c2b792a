"""Streams the log of a table as a file, without holding all of it in memory."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, ExitStack
from itertools import takewhile
from typing import Final

import msgspec
from starlette.responses import StreamingResponse
from starlette.types import Send

from bankcraps.errors import BankcrapsError
from bankcraps.live.log.entries import StoredRow, first_hash
from bankcraps.live.proof.exporting import (
    Span,
    both,
    effect_rows,
    last_dealt,
    last_without_open_seeds,
    log_part,
    parquet_parts,
    record_lines,
    span_of_player,
)
from bankcraps.server.stores.store import Store
from bankcraps.server.web.edge.rates import ApiThreads

KINDS: Final = {
    "craps": ("a record that `bankcraps replay` verifies", "text/plain; charset=utf-8"),
    "jsonl": ("its log in JSON lines, which `bankcraps audit` and `verify` check", "application/jsonl"),
    "parquet": ("a row for each effect, with its money", "application/vnd.apache.parquet"),
}
"""The kinds of files, with descriptions and media types."""

_CHUNK: Final = 65_536
_log: Final = logging.getLogger(__name__)


class Wanted(msgspec.Struct, frozen=True):
    """A request for a file of a table: its kind, the part of the log, and perhaps only one player."""

    table: str
    kind: str
    span: Span
    player: str


class Export(StreamingResponse):
    """A file of a table. If the log turns out to be wrong on the way, the file ends early, and shows it."""

    @classmethod
    async def begin(
        cls,
        store: Store,
        wanted: Wanted,
        slot: AbstractContextManager[None],
        threads: ApiThreads,
    ) -> "Export":
        """Read the beginning, so that what cannot be exported is refused with a sentence.

        Args:
            store: where the log is.
            wanted: the export that is wanted.
            slot: held until the file is sent.
            threads: make its parts.

        Raises:
            BankcrapsError: if nothing happened in that part, or the log is wrong from the beginning.
        """
        with ExitStack() as slots:
            slots.enter_context(slot)
            parts = _parts(store, wanted)
            first = await _next(parts, threads)
            export = cls(_all(first, parts, threads), media_type=KINDS[wanted.kind][1])
            export.headers["content-disposition"] = f'attachment; filename="{wanted.table}.{wanted.kind}"'
            export.held, export.table = slots.pop_all(), wanted.table
        return export

    held: ExitStack
    table: str

    async def stream_response(self, send: Send) -> None:
        """Send the file."""
        with self.held:
            try:
                await super().stream_response(send)
            except BankcrapsError as error:
                _log.warning("an export of table %s ended early: %s", self.table, error)


async def _all(first: bytes, parts: Iterator[bytes], threads: ApiThreads) -> AsyncIterator[bytes]:
    while first:
        yield first
        first = await _next(parts, threads)


async def _next(parts: Iterator[bytes], threads: ApiThreads) -> bytes:
    return await asyncio.get_running_loop().run_in_executor(threads.files, next, parts, b"")


def _parts(store: Store, wanted: Wanted) -> Iterator[bytes]:
    """Yield the file in larger chunks."""
    chunk = bytearray()
    for part in _file(store, wanted):
        chunk += part
        if len(chunk) >= _CHUNK:
            yield bytes(chunk)
            chunk.clear()
    if chunk:
        yield bytes(chunk)


def _file(store: Store, wanted: Wanted) -> Iterator[bytes]:
    def rows() -> Iterator[StoredRow]:
        return takewhile(lambda row: row.seq <= last, store.logs.rows(table))

    table, span = wanted.table, wanted.span
    last = _last_shown(store, table, wanted.kind)
    if wanted.kind == "jsonl":
        yield from log_part(table, (0, first_hash(table)), rows(), span)
    elif wanted.kind == "craps":
        stay = both(span, span_of_player(wanted.player, rows(), table)) if wanted.player else span
        yield from (f"{line}\n".encode() for line in record_lines(table, rows(), stay))
    else:
        yield from parquet_parts(effect_rows(table, rows(), span, wanted.player))


def _last_shown(store: Store, table: str, kind: str) -> int:
    """Return the last row that may be in a file now, or a number that no row has.

    Seeds are only in the log itself. A throw for which seeds were given at a table that has closed since is
    never made, and nobody deals there any more.
    """
    if any(info.table == table and info.closed for info in store.tables.all()):
        return sys.maxsize
    dealt = last_dealt(store.logs.rows(table))
    last = sys.maxsize if dealt is None else dealt
    return min(last, last_without_open_seeds(store.logs.rows(table))) if kind == "jsonl" else last
