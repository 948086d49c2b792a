"""The latest rows of a table with their effects, for clients that reconnect."""

from collections import deque
from collections.abc import Iterable
from typing import Final

from bankcraps.live.table.decision import Happening
from bankcraps.live.table.live_table import LiveTable

__all__ = ["LATEST", "LatestRows"]

LATEST: Final = 200
"""The number of latest rows kept, with their effects."""


class LatestRows:
    """The latest rows of a table with what followed from them.

    Attributes:
        happened: the rows.
        behind: the table as it was before the latest rows, with the hash of its row. A snapshot is made of
            it, so that a process which opens the table reads these rows again and can tell them to clients.
            None while there are fewer rows.
    """

    def __init__(self) -> None:
        """Start without rows."""
        self.happened: deque[Happening] = deque(maxlen=LATEST)
        self.behind: tuple[LiveTable, str] | None = None
        self._mark: tuple[LiveTable, str] | None = None

    def add(self, table: LiveTable, head: str, happened: Iterable[Happening] = ()) -> None:
        """Move to a table, and the hash of its last row."""
        self.happened.extend(happened)
        if self._mark is None or table.seq >= self._mark[0].seq + LATEST:
            self.behind, self._mark = self._mark, (table, head)

    def since(self, seq: int, now: int) -> tuple[Happening, ...] | None:
        """Return what happened after a row up to now; None if it is not known any more."""
        oldest = self.happened[0].seq if self.happened else now + 1
        if not oldest - 1 <= seq <= now:
            return None
        return tuple(one for one in self.happened if one.seq > seq)
