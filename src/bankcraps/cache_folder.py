"""The folder of this user where chains and answers of the lab are kept."""

import os
from pathlib import Path

__all__ = ["cache_folder"]


def cache_folder() -> Path | None:
    """Return the folder, or None if nothing is kept.

    `BANKCRAPS_CACHE` names another folder; if it is empty, nothing is kept.
    """
    named = os.environ.get("BANKCRAPS_CACHE")
    if named is not None:
        return Path(named) if named else None
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        return Path(base).expanduser() / "bankcraps"
    except RuntimeError:  # nobody's home, as in some containers
        return None
