"""Tasks in the background, and news for many. One failure is logged, and blocks no others."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Final, TypeVar

from bankcraps.errors import BankcrapsError

_log: Final = logging.getLogger(__name__)

_One = TypeVar("_One")
_News = TypeVar("_News")


def for_each(all_of_them: Iterable[_One], call: Callable[[_One], object], failed: str) -> None:
    """Call a function with each one, also after one with which it fails.

    Args:
        all_of_them: they may come and go meanwhile.
        call: the function.
        failed: the line in the log for a failure.
    """
    for one in tuple(all_of_them):
        try:
            call(one)
        except Exception:  # noqa: BLE001 - whatever it is, it concerns none of the others
            _log.exception(failed)


def tell_all(listeners: Iterable[Callable[[_News], object]], news: _News, what: str) -> None:
    """Tell all listeners, also after one that fails. `what` is the thing that they listen to, for the log."""
    for_each(listeners, lambda listener: listener(news), f"a listener of {what} failed")


async def survive(what: str, looking: Awaitable[None]) -> None:
    """Await a look after something. A failure is logged: the other looks go on."""
    try:
        await looking
    except BankcrapsError as error:  # the database may be gone for a while, or the table has stopped
        _log.info("%s could not be looked after: %s", what, error)
    except Exception:  # noqa: BLE001 - a mistake of the program at one place must not be one everywhere
        _log.exception("%s could not be looked after", what)


class Tasks:
    """Tasks that nobody waits for. They are kept until they end: asyncio itself does not keep them."""

    def __init__(self) -> None:
        """Start without tasks."""
        self._running: set[asyncio.Task[None]] = set()

    def run(self, what: str, looking: Awaitable[None]) -> None:
        """Begin a look after something as a task. If it fails, the log says so."""
        task = asyncio.get_running_loop().create_task(survive(what, looking))
        self._running.add(task)
        task.add_done_callback(self._running.discard)


# Retries after ever longer waits.


class Retries:
    """Waits that double from a first to a longest one, for each key.

    A key that was not tried for the longest wait after it could have been begins with the first wait again.
    """

    def __init__(self, first_s: float, longest_s: float) -> None:
        """Set the first and the longest wait, in seconds."""
        self._first_s = first_s
        self._longest_s = longest_s
        self._waits: dict[str, tuple[float, float]] = {}

    def try_now(self, key: str, now: float) -> bool:
        """Whether to try now. If so, the wait until the next try begins.

        Args:
            key: the thing that is tried.
            now: the time in seconds, of a clock that never goes back.
        """
        wait = self._first_s
        if key in self._waits:
            before, until = self._waits[key]
            if now < until:
                return False
            if now < until + self._longest_s:
                wait = min(2 * before, self._longest_s)
        self._waits[key] = wait, now + wait
        return True

    def at_once(self, key: str) -> None:
        """Forget the wait of a key: it was not at fault."""
        self._waits.pop(key, None)

    def keep(self, keys: Collection[str]) -> None:
        """Forget all other keys."""
        self._waits = {key: wait for key, wait in self._waits.items() if key in keys}
