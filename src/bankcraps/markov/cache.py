"""A disk cache of explored chains. The key is a hash of everything that decides a chain.

The hash covers the rules, the system's text, the table, and the source of the rooms that explore. So an
edited rulebook or a changed program never meets an old chain. The files lie in the user's cache folder;
`BANKCRAPS_CACHE` names another one, and an empty value turns the cache off. A file that cannot be read or
written is no error: the chain is explored again. A system written in Python is never kept: its code may
change while its text stays.
"""

import hashlib
import os
import tempfile
from functools import cache
from pathlib import Path

import msgspec

from bankcraps.chips import Cents
from bankcraps.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS
from bankcraps.engine.state import Limits
from bankcraps.markov.exploration import ChainError, explore
from bankcraps.markov.model import Chain
from bankcraps.rulebook.schema import Rulebook
from bankcraps.strategy.policy import Policy
from bankcraps.strategy.text.program import TextSystem

__all__ = ["cache_folder", "cached_chain"]

_ROOMS = ("engine", "rulebook", "notation", "strategy", "markov")
_VALUES = ("dice.py", "chips.py", "pays.py", "wagers.py")


def cached_chain(
    book: Rulebook,
    system: Policy,
    limits: Limits = DEFAULT_LIMITS,
    chip: Cents = DEFAULT_CHIP,
    *,
    let_it_ride: bool = False,
) -> Chain:
    """The chain of a system at a house, from the disk if it was explored before; the arguments of `explore`.

    Raises:
        ChainError: as `explore`.
    """
    path = _path(book, system, limits, chip, let_it_ride=let_it_ride)
    if path is None:
        return explore(book, system, limits, chip, let_it_ride=let_it_ride)
    kept = _read(path)
    if isinstance(kept, Chain):
        return kept
    if isinstance(kept, str):
        raise ChainError(kept)
    try:
        chain = explore(book, system, limits, chip, let_it_ride=let_it_ride)
    except ChainError as error:
        _write(path, error.why)  # so that the reason comes at once next time
        raise
    _write(path, chain)
    return chain


def cache_folder() -> Path | None:
    """The folder of the cache, or None if there is none."""
    named = os.environ.get("BANKCRAPS_CACHE")
    if named is not None:
        return Path(named) if named else None
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        return Path(base).expanduser() / "bankcraps"
    except RuntimeError:  # nobody's home, as in some containers
        return None


def _path(book: Rulebook, system: Policy, limits: Limits, chip: Cents, *, let_it_ride: bool) -> Path | None:
    folder = cache_folder()
    if folder is None or not isinstance(system, TextSystem):  # other policies are code that no text decides
        return None
    parts = (
        _source(),
        book.digest,
        book.spec,
        book.title,
        system.name,
        system.text,
        str(limits),
        str(chip),
        str(let_it_ride),
    )
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return folder / f"{digest[:32]}.chain"


@cache
def _source() -> str:
    """A hash of the code that explores, and of the grammar it reads."""
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
    """Write the whole file or nothing: another process may be reading."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(msgspec.msgpack.encode(chain))
        Path(file.name).replace(path)
    except OSError:
        return
