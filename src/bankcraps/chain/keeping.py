"""Explored chains kept on disk under the hash of everything that decides them.

The hash takes in the rules, the system's text, the table, and the source of the rooms that explore, so a
chain from before a change is never found again. Kept in the user's cache; `BANKCRAPS_CACHE` names another
folder, and an empty one keeps nothing. What cannot be read or written is explored anew: a cache is no error.
"""

import hashlib
import os
import tempfile
from functools import cache
from pathlib import Path

import msgspec

from bankcraps.chain.chain import Chain
from bankcraps.chain.exploring import ChainError, explore
from bankcraps.chips import Cents
from bankcraps.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS
from bankcraps.engine.state import Limits
from bankcraps.rulebook.schema import Rulebook
from bankcraps.strategy.policy import Policy

__all__ = ["chain_of", "kept_in"]

_ROOMS = ("engine", "rulebook", "notation", "strategy", "chain")
_VALUES = ("dice.py", "chips.py", "pays.py", "wagers.py")


def chain_of(
    book: Rulebook, system: Policy, limits: Limits = DEFAULT_LIMITS, chip: Cents = DEFAULT_CHIP
) -> Chain:
    """The chain of a system at a house, explored or as it was kept.

    Raises:
        ChainError: as `explore`.
    """
    path = _path(book, system, limits, chip)
    if path is None:
        return explore(book, system, limits, chip)
    kept = _read(path)
    if isinstance(kept, Chain):
        return kept
    if isinstance(kept, str):
        raise ChainError(kept)
    try:
        chain = explore(book, system, limits, chip)
    except ChainError as error:
        _write(path, error.why)  # so that nobody waits for the same answer twice
        raise
    _write(path, chain)
    return chain


def kept_in() -> Path | None:
    """The folder chains are kept in, or None where they are not kept."""
    named = os.environ.get("BANKCRAPS_CACHE")
    if named is not None:
        return Path(named) if named else None
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "bankcraps"


def _path(book: Rulebook, system: Policy, limits: Limits, chip: Cents) -> Path | None:
    folder = kept_in()
    if folder is None or not system.text:
        return None
    parts = (_source(), book.digest, book.spec, system.name, _said(system), str(limits), str(chip))
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return folder / f"{digest[:32]}.chain"


def _said(system: Policy) -> str:
    """The system's text with its representation, where that tells: types may say more than words."""
    shown = repr(system)
    return system.text if " at 0x" in shown else f"{system.text}\0{shown}"


@cache
def _source() -> str:
    """A hash of the code that explores, and of the words it reads."""
    home = Path(__file__).parents[1]
    files = [home / name for name in _VALUES]
    for room in _ROOMS:
        files += sorted((*(home / room).rglob("*.py"), *(home / room).rglob("*.lark")))
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _read(path: Path) -> Chain | str | None:
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=Chain | str)
    except (OSError, msgspec.MsgspecError):
        return None


def _write(path: Path, chain: Chain | str) -> None:
    """Whole or not at all: another process may be reading."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(msgspec.msgpack.encode(chain))
        Path(file.name).replace(path)
    except OSError:
        return
