"""The limit of open files, and so of connections, of this process."""

import logging
import sys
from contextlib import suppress
from typing import Final

import msgspec

from bankcraps.server.web.edge.rates import QuotaLimits

__all__ = ["most_connections", "raise_open_files", "within"]

_WANTED: Final = 65_536
_OWN: Final = 128
"""Files for the house itself: its database, its threads' pipes, exports."""

_FEW: Final = 4096
_ELSEWHERE: Final = 8192
"""The number assumed on systems without such a limit."""

_log: Final = logging.getLogger(__name__)


def raise_open_files() -> int:
    """Raise the limit of open files as far as the system allows, and return it. Say so if it is low."""
    if sys.platform == "win32":
        return _ELSEWHERE
    import resource  # noqa: PLC0415 - only on Unix

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED if hard == resource.RLIM_INFINITY else min(_WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = _WANTED if soft == resource.RLIM_INFINITY else min(soft, _WANTED)
    if files < _FEW:
        _log.warning(
            "this process may open %d files, so at most %d connections at once: raise it (ulimit -n)",
            files,
            most_connections(files),
        )
    return files


def most_connections(files: int) -> int:
    """Return the most connections with that number of open files."""
    return max(files // 2, files - _OWN)


def within(limits: QuotaLimits, files: int) -> QuotaLimits:
    """Return the limits that fit a number of open files. No address may hold more than half of them."""
    most = most_connections(files)
    return msgspec.structs.replace(
        limits, sockets=min(limits.sockets, most // 2), greeting=min(limits.greeting, most // 4)
    )
