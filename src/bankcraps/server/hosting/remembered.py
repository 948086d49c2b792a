"""A table's memory: past answers, for repeated commands, and its latest rows, for clients that reconnect."""

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Final

from bankcraps.live.table.decision import Happening
from bankcraps.live.table.live_table import LiveTable
from bankcraps.live.wire.messages import Answer

__all__ = ["LATEST", "LatestRows", "Remembered"]

_OF_PERSON: Final = 500
"""The latest answers remembered for each person."""

_AT_LEAST: Final = 64
"""The same when very many people send commands. No client has more unanswered commands."""

_OF_ALL: Final = 10_000

_Answers = dict[str, Answer | asyncio.Future[Answer]]


class Remembered:
    """The latest answers of each person, by the ids of the commands. One person's do not push out another's.

    Only among very many people, those silent for longest are forgotten.
    """

    def __init__(self) -> None:
        """Start without answers."""
        self._of: dict[str, _Answers] = {}
        self._count = 0

    def get(self, person: str, command: str) -> Answer | asyncio.Future[Answer] | None:
        """Return the answer to a command, or the future of it; None if it is not remembered."""
        return self._of.get(person, {}).get(command)

    def put(self, person: str, command: str, answer: Answer | asyncio.Future[Answer]) -> None:
        """Remember the answer to a command."""
        mine = self._of[person] = self._of.pop(person, {})  # the last to speak is the last to be forgotten
        self._count += command not in mine
        mine[command] = answer
        if len(mine) > _OF_PERSON:
            self._trim(mine, _OF_PERSON)
        if self._count > _OF_ALL:
            self._forget()

    def settle(self, person: str, command: str, answer: Answer) -> None:
        """Put the answer in the place of the one who waits for it, unless the command is forgotten."""
        mine = self._of.get(person, {})
        if command in mine:
            mine[command] = answer

    def drop(self, person: str, command: str) -> None:
        """Forget a command, and a person of whom nothing else is remembered."""
        mine = self._of.get(person, {})
        if mine.pop(command, None) is not None:
            self._count -= 1
            if not mine:
                del self._of[person]

    def _trim(self, mine: _Answers, most: int) -> None:
        for command in list(mine)[: max(0, len(mine) - most)]:
            del mine[command]
            self._count -= 1

    def _forget(self) -> None:
        """Drop answers of everybody or, with too many people for that, whole people."""
        for mine in self._of.values():
            self._trim(mine, _AT_LEAST)
        while self._count > _OF_ALL // 2:
            self._trim(self._of.pop(next(iter(self._of))), 0)


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
