"""The clock of a room, as a client knows it."""

import asyncio

__all__ = ["RoomClock"]


class RoomClock:
    """A room's time. Messages come late but never early, so the one that puts the clock furthest is right."""

    def __init__(self) -> None:
        self._ahead: float | None = None

    @property
    def now(self) -> int:
        """The room's time, in milliseconds since 1970."""
        return int((self._ahead or 0) + _own())

    def restart(self, now: int) -> None:
        """Set the clock by the first message of a room."""
        self._ahead = now - _own()

    def hear(self, now: int) -> None:
        """Set the clock by another message."""
        ahead = now - _own()
        self._ahead = ahead if self._ahead is None else max(ahead, self._ahead)


def _own() -> float:
    return asyncio.get_running_loop().time() * 1000
