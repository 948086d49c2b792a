"""The edition of the program: a hash of its code and its rulebooks. Another one may give other figures."""

import hashlib
from functools import cache

from bankcraps import __version__
from bankcraps.support.kept_files import source_hash

__all__ = ["edition"]


@cache
def edition() -> str:
    """The edition, as 12 characters."""
    code = source_hash("bankcraps.lab.answers", "bankcraps.lab.system_answers")
    return hashlib.sha256(f"{__version__} {code}".encode()).hexdigest()[:12]
