"""News that a client receives at a table."""

import asyncio
from typing import Self

import msgspec

from bankcraps.live.wire.messages import Company, Happened, Inspection, Welcome, You

__all__ = ["Hearing", "Lost", "News"]


class Lost(msgspec.Struct, frozen=True):
    """The connection dropped. The client tries to connect again.

    Attributes:
        reason: why, for people.
    """

    reason: str


News = Company | Happened | Inspection | Welcome | You | Lost
"""News for a client. After a reconnect: the missed entries, or the whole table."""


class Hearing:
    """The news at a table from the moment this object is made: `async for news in hearing`.

    It ends when the connection ends for good.
    """

    def __init__(self) -> None:
        self._queue: asyncio.Queue[News | None] = asyncio.Queue()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> News:
        news = await self._queue.get()
        if news is None:
            self._queue.put_nowait(None)
            raise StopAsyncIteration
        return news

    def so_far(self) -> list[News]:
        """Return the news that have come and have not been read yet."""
        news: list[News] = []
        while not self._queue.empty() and (one := self._queue.get_nowait()) is not None:
            news.append(one)
        return news

    def put(self, news: News | None) -> None:
        """Add a piece of news. None ends the hearing."""
        self._queue.put_nowait(news)
