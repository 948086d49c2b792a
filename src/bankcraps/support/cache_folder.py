"""The folder of this user where chains and answers of the lab are kept."""

import os
import warnings
from pathlib import Path

from bankcraps.support.files import is_own

__all__ = ["CacheWarning", "cache_folder"]


class CacheWarning(UserWarning):
    """Something in the cache that is not used: a damaged file, or a folder that others can write to."""


def cache_folder(*inside: str) -> Path | None:
    """Return the folder or one inside it, or None if nothing is kept. It may have to be made.

    `BANKCRAPS_CACHE` names another folder; if it is empty, nothing is kept. If another user can write to the
    folder, a `CacheWarning` says so, and nothing is kept.
    """
    folder = _named()
    if folder is None:
        return None
    for name in ("", *inside):
        folder /= name
        if _is_shared(folder):
            message = f"the cache {folder} is not used, because another user can write there"
            helps = "name a folder of your own in BANKCRAPS_CACHE"
            warnings.warn(f"{message}: {helps}", CacheWarning, stacklevel=1)
            return None
    return folder


def _is_shared(folder: Path) -> bool:
    try:
        return not is_own(folder.stat())
    except OSError:  # it has to be made first, or nothing can be kept there
        return False


def _named() -> Path | None:
    named = os.environ.get("BANKCRAPS_CACHE")
    if named is not None:
        return Path(named) if named else None
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        return Path(base).expanduser() / "bankcraps"
    except RuntimeError:  # nobody's home, as in some containers
        return None
