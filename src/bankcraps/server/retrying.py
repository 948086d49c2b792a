"""Retries after ever longer waits."""

from collections.abc import Collection

__all__ = ["Retries"]


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
