"""The edition of the program: a hash of its code and its rulebooks. Another one may give other figures."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from bankcraps import __version__

__all__ = ["edition"]

_ELSEWHERE: Final = ("cli", "client", "drill", "join", "live", "play", "server")
"""Rooms whose code changes no answer."""

_KINDS: Final = (".lark", ".py", ".toml")


@cache
def edition() -> str:
    """The edition, as 12 characters."""
    home = Path(__file__).parents[1]
    digest = hashlib.sha256(__version__.encode())
    for path in sorted(home.rglob("*")):
        inside = path.relative_to(home)
        if path.suffix in _KINDS and inside.parts[0] not in _ELSEWHERE:
            digest.update(str(inside).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
