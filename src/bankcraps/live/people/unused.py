"""Unused tables. The house closes those that a person opened, or that the lobby does not show."""

from collections.abc import Iterable
from typing import Final

from bankcraps.live.log.settings import DAY_MS
from bankcraps.live.table.live_table import LiveTable

__all__ = ["COMING_BACK_MS", "KEEP_LISTED_MS", "KEEP_UNLISTED_MS", "is_unused", "people_at"]

KEEP_UNLISTED_MS: Final = 8 * DAY_MS
"""The time that an unlisted table stays open without people: a week and a day, for weekly games."""

KEEP_LISTED_MS: Final = DAY_MS
"""The time that a person's table in the lobby stays open without people: a day and a night."""

COMING_BACK_MS: Final = 600_000
"""The time that people have to come back after a restart, in milliseconds."""


def people_at(table: LiveTable, connected: Iterable[str]) -> bool:
    """Whether anybody is at a table, to play or to watch.

    Args:
        table: the table.
        connected: the names of the people connected to it; empty for people who watch without a name. Bots of
            the house do not count.
    """
    return any(table.bot(name) is None for name in connected)


def is_unused(table: LiveTable, *, used: int, served: int, now: int, keep: int, keep_listed: int = 0) -> bool:
    """Whether a table without people has been left long enough to be closed.

    The house's own tables in the lobby stay: anybody may come to them at any time.

    Args:
        table: the table.
        used: when a person was last there, in milliseconds since 1970.
        served: when this process began to serve it. After a restart people need a while to come back.
        now: the time.
        keep: the time that the house keeps an unlisted table without people; 0 for ever.
        keep_listed: the time that it keeps a table of the lobby that a person opened; 0 for ever.
    """
    if table.settings.listed:
        keep = keep_listed if table.opener else 0
    if not keep:
        return False
    return now >= max(used + keep, served + min(keep, COMING_BACK_MS))
