"""Tasks in the background, and news for listeners. One failure is logged, and blocks no others."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Final, TypeVar

__all__ = ["Tasks", "tell_all"]

_log: Final = logging.getLogger(__name__)

_News = TypeVar("_News")


def tell_all(listeners: Iterable[Callable[[_News], object]], news: _News, what: str) -> None:
    """Tell all listeners, also after one that fails.

    Args:
        listeners: the functions to call. They may come and go meanwhile.
        news: the value to call them with.
        what: the thing that they listen to, for the log.
    """
    for listener in tuple(listeners):
        try:
            listener(news)
        except Exception:  # noqa: BLE001 - whatever it is, the others hear the news
            _log.exception("a listener of %s failed", what)


class Tasks:
    """Tasks that nobody waits for. They are kept until they end: asyncio itself does not keep them."""

    def __init__(self) -> None:
        """Start without tasks."""
        self._running: set[asyncio.Task[None]] = set()

    def run(self, coroutine: Coroutine[Any, Any, None], what: str) -> None:
        """Start a task, and log its failure."""
        task = asyncio.get_running_loop().create_task(_logged(coroutine, what))
        self._running.add(task)
        task.add_done_callback(self._running.discard)


async def _logged(coroutine: Coroutine[Any, Any, None], what: str) -> None:
    try:
        await coroutine
    except Exception:  # noqa: BLE001 - nobody else would hear of it
        _log.exception("%s failed", what)
