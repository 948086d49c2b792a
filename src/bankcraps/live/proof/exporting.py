"""Exports a table, an evening or a player from a log: as a `.craps` record, or as rows for analysts."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from io import BytesIO
from itertools import chain, islice, takewhile
from typing import Final

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game import records
from bankcraps.game.engine import State
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.notation import write_effect
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.log import entries as en
from bankcraps.live.log.entries import StoredRow, decode_row, log_lines
from bankcraps.live.log.settings import TableSettings
from bankcraps.live.proof.audit import Checked, LogCheck
from bankcraps.support.structs import struct_of
from bankcraps.support.tabular import Same, arrow_schema

_GROUP: Final = 5000
"""The number of a Parquet file's rows in memory at once."""

_SEED_GIVEN: Final = '"type":"seed_given"'
_ROLLED: Final = f'"event":{{"type":"{ev.Rolled.__struct_config__.tag}"'
_BETTING: Final = '"entry":{"type":"phase_began","phase":"betting"'
_SEEDS_KNOWN: Final = ('"type":"seeds_locked"', '"type":"secret_shown"', '"type":"secret_lost"')


class Span(msgspec.Struct, frozen=True):
    """A part of a log: from one moment up to another, in milliseconds since 1970; None for its ends."""

    since: int | None = None
    until: int | None = None

    def __contains__(self, at: int) -> bool:
        """Whether a time lies in this part."""
        return (self.since is None or at >= self.since) and (self.until is None or at < self.until)


def log_part(table: str, before: tuple[int, str], rows: Iterator[StoredRow], span: Span) -> Iterator[bytes]:
    """Yield the lines of a log file with the rows of a part of a log.

    Args:
        table: the table's id.
        before: the number and the hash of the row before the first.
        rows: the rows of the log.
        span: which part.

    Raises:
        BankcrapsError: if nothing happened in that part.
    """
    for row in rows:
        if decode_row(row.body).at in span:
            inside = takewhile(lambda one: decode_row(one.body).at in span, rows)
            yield from log_lines(table, before, chain([row], inside))
            return
        before = row.seq, row.hash
    raise BankcrapsError(f"nothing happened at table {table} in that time")


def last_without_open_seeds(rows: Iterable[StoredRow]) -> int:
    """Return the last row before the seeds of an open betting, which must not be shown yet."""
    seq, before = 0, None
    for seq, body, _ in rows:
        if before is None and _SEED_GIVEN in body:
            before = seq - 1
        elif before is not None and any(tag in body for tag in _SEEDS_KNOWN):
            before = None
    return seq if before is None else before


def last_dealt(rows: Iterable[StoredRow]) -> int | None:
    """Return the last row before a throw that people still deal; None if all rows may be shown.

    What follows from a throw would tell dealers what is right. The betting opens when all of it is dealt.
    """
    before: int | None = None
    for seq, body, _ in rows:
        if seq == 1 and not _people_deal(decode_row(body).entry):
            return None
        if _ROLLED in body:
            before = seq - 1
        elif _BETTING in body:
            before = None
    return before


def _people_deal(entry: en.LogEntry) -> bool:
    return isinstance(entry, en.TableOpened) and bool(entry.settings.dealt)


def both(one: Span, other: Span) -> Span:
    """Return what lies in two parts of a log."""
    since = [span.since for span in (one, other) if span.since is not None]
    until = [span.until for span in (one, other) if span.until is not None]
    return Span(max(since, default=None), min(until, default=None))


def span_of_player(player: str, rows: Iterable[StoredRow], table: str, own: Rulebook | None = None) -> Span:
    """Return the part of a log from a player's first sitting down to their last leaving.

    Raises:
        BankcrapsError: if they never sat at the table, or the log is wrong.
    """
    check = LogCheck(table, own=own)
    since = until = None
    for row in rows:
        checked = check.check(*row)
        for effect in checked.effects:
            if isinstance(effect, fx.Seated) and effect.seat == player:
                since, until = checked.row.at if since is None else since, None
            elif isinstance(effect, fx.Left) and effect.seat == player:
                until = checked.row.at + 1
    if since is None:
        raise _never_sat(player, table)
    return Span(since, until)


def _never_sat(player: str, table: str) -> BankcrapsError:
    return BankcrapsError(f"{player} never sat at table {table}")


def record_lines(
    table: str, rows: Iterable[StoredRow], span: Span, own: Rulebook | None = None
) -> Iterator[str]:
    """Yield the lines of a `.craps` record of a part of a log, without line feeds.

    The log is checked on the way. A record that does not begin with the opening of the table has the table
    as it was in its header.

    Raises:
        BankcrapsError: if the log is wrong, or nothing happened in that part.
    """
    check = LogCheck(table, own=own)
    fresh: State | None = None
    last: State | None = None
    events = 0
    for row in rows:
        before = check.room.state if check.room is not None else None
        checked = check.check(*row)
        room, entry = check.room, checked.row.entry
        fresh = fresh or before
        if check.book is None or room is None or before is None or not isinstance(entry, en.Acted):
            continue
        if checked.row.at not in span:
            if events:
                break
            continue
        if not events:
            yield from [*records.write_header(_header(room.settings, before, fresh)), ""]
        events, last = events + 1, room.state
        told = tuple(write_effect(effect, check.book) for effect in checked.effects)
        yield from records.write_entry(records.Entry(entry.event, entry.hash, told))
    if last is None:
        raise BankcrapsError(f"nothing happened at table {table} in that time")
    yield from records.write_end(events, records.rails_of(last))


def _header(settings: TableSettings, before: State, fresh: State | None) -> records.Header:
    """Return the header of a record that begins at a table. `fresh` is the table as it was opened."""
    table = None if before == fresh else before
    return struct_of(records.Header, before.floor, settings, seats=(), table=table)


def effect_rows(
    table: str, rows: Iterable[StoredRow], span: Span, player: str = "", own: Rulebook | None = None
) -> Iterator[Mapping[str, object]]:
    """Yield a row for each effect of a part of a log: what happened to whom, with the money in cents.

    `EFFECT_COLUMNS` lists the columns.

    Args:
        table: the table's id.
        rows: the rows of its log.
        span: which part.
        player: only what happened to this player; empty for everybody.
        own: the rulebook, if it is not one of ours.

    Raises:
        BankcrapsError: if the player never sat at the table, or the log is wrong.
    """
    check = LogCheck(table, own=own)
    sat = not player
    for row in rows:
        checked = check.check(*row)
        sat = sat or any(
            isinstance(effect, fx.Seated) and effect.seat == player for effect in checked.effects
        )
        if checked.row.at in span:
            for effect in checked.effects:
                if player in ("", _seat(effect)):
                    yield _effect_row(check, checked, effect)
    if not sat:
        raise _never_sat(player, table)


def parquet_parts(rows: Iterable[Mapping[str, object]]) -> Iterator[bytes]:
    """Yield the parts of a Parquet file of effects, a group of rows at a time.

    Raises:
        BankcrapsError: if PyArrow is not installed.
    """
    try:
        arrow = import_module("pyarrow")
        parquet = import_module("pyarrow.parquet")
    except ImportError:
        raise BankcrapsError("Parquet files need PyArrow, which is not installed here") from None
    rows = iter(rows)
    first = list(islice(rows, 1))
    schema = arrow_schema(
        {
            name: Same(first[0]["house"]) if first and name == "house" else None
            for name in records.EFFECT_COLUMNS
        }
    )
    rows = chain(first, rows)
    sink = _Sink()
    with parquet.ParquetWriter(arrow.PythonFile(sink, mode="w"), schema) as writer:
        while group := list(islice(rows, _GROUP)):
            writer.write_table(arrow.Table.from_pylist(group, schema=schema))
            yield sink.taken()
    yield sink.taken()


class _Sink(BytesIO):
    """A file whose finished parts are taken out of it."""

    _before = 0

    def tell(self) -> int:
        return self._before + super().tell()

    def taken(self) -> bytes:
        """Return what was written since the last call."""
        part = self.getvalue()
        self._before += len(part)
        self.seek(0)
        self.truncate()
        return part


def _seat(effect: fx.Effect) -> str:
    inner = effect.effect if isinstance(effect, fx.Reversed) else effect
    return str(getattr(inner, "seat", ""))


def _effect_row(check: LogCheck, checked: Checked, effect: fx.Effect) -> Mapping[str, object]:
    row, entry = checked.row, checked.row.entry
    assert isinstance(entry, en.Acted)
    assert check.book is not None
    about = {"table": row.table, "seq": row.seq, "at": row.at, "hand": checked.hand, "why": entry.why or None}
    return about | records.effect_row(check.book, entry.event, effect)
