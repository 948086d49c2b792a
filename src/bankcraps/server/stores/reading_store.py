"""Reads the logs and books of a store page by page, so that a long log does not fill the memory."""

from collections.abc import Iterator
from typing import Final

from bankcraps.live.log.rows import StoredRow
from bankcraps.live.proof.ledger import Move
from bankcraps.server.stores.exams import ExamStore

__all__ = ["LOWEST", "ReadingStore"]

LOWEST: Final = -(2**63)
"""The least number that databases store."""

_PAGE: Final = 1000
"""The number of rows read at once."""

_OF_TABLES: Final = ("log", "commands", "moves", "secrets", "snapshots")
"""The parts of the database with data of tables."""


class ReadingStore(ExamStore):
    """Reads the logs and the books of a store."""

    def rows(self, table: str, after: int = 0, limit: int = 1_000_000_000) -> Iterator[StoredRow]:
        """Yield the rows of a log after a number."""
        while limit > 0:
            page = self.read(
                (int, str, str),
                "SELECT seq, body, hash FROM log WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?",
                table,
                after,
                min(limit, _PAGE),
            )
            yield from (StoredRow(*row) for row in page)
            if len(page) < _PAGE:
                return
            after, limit = page[-1][0], limit - len(page)

    def moves(self, table: str, after: int = 0) -> Iterator[tuple[int, Move]]:
        """Yield the moves of a table with the number of the last row of their command."""
        line = -LOWEST - 1
        while True:
            page = self.read(
                (int, int, str, str, int),
                "SELECT seq, line, source, target, amount FROM moves "
                "WHERE table_id = ? AND (seq > ? OR (seq = ? AND line > ?)) ORDER BY seq, line LIMIT ?",
                table,
                after,
                after,
                line,
                _PAGE,
            )
            yield from ((row[0], Move(*row[2:])) for row in page)
            if len(page) < _PAGE:
                return
            after, line = page[-1][:2]

    def known_command(self, table: str, person: str, command: str) -> int | None:
        """Return the row that a command led to, or None if it is not known."""
        found = self.read(
            (int,),
            "SELECT seq FROM commands WHERE table_id = ? AND person = ? AND command = ?",
            table,
            person,
            command,
        )
        return found[0][0] if found else None

    def count_commands(self, table: str) -> int:
        """Return how many commands of a table are known."""
        return self.run("SELECT COUNT(*) FROM commands WHERE table_id = ?", table)[0][0]

    def commands(self, table: str) -> Iterator[tuple[int, str, str]]:
        """Yield the known commands of a table inside `reading`: the row it led to, the person, and its id."""
        yield from self.read_long(
            (int, str, str),
            "SELECT seq, person, command FROM commands WHERE table_id = ? ORDER BY seq",
            table,
        )

    def early(self) -> list[tuple[str, str]]:
        """Return what is kept of rows before the first, which nothing reads: what it is, and the table."""
        early = "WHERE seq < 1 ORDER BY table_id"
        return [
            (kind, table)
            for kind in ("log", "commands", "moves")
            for (table,) in self.read((str,), f"SELECT DISTINCT table_id FROM {kind} {early}")  # noqa: S608 - as below
        ]

    def strays(self) -> list[tuple[str, str]]:
        """Return what is kept of tables that are not there: what it is, and the id of the table."""
        gone = "WHERE table_id NOT IN (SELECT id FROM tables) ORDER BY table_id"
        return [
            (kind, table)
            for kind in _OF_TABLES
            for (table,) in self.read((str,), f"SELECT DISTINCT table_id FROM {kind} {gone}")  # noqa: S608 - the kinds are ours
        ]
