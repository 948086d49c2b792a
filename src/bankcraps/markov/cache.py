"""A disk cache of explored chains. The key is a hash of everything that decides a chain.

The hash covers the rules, the system's text, the table, and the source of the code that explores. So an
edited rulebook or a changed program never meets an old chain. The files lie in the user's cache folder;
`BANKCRAPS_CACHE` names another one, and an empty value turns the cache off. A system written in Python is
never kept: its code may change while its text stays.

A file holds a checksum and the chain. The chain is checked before it is used, because the kernels trust its
numbers. If a file is damaged, a `CacheWarning` says so, and the chain is explored again. A file that cannot
be opened or written is no error. The oldest files go when the folder grows beyond `MAX_FOLDER`.
"""

import hashlib
import os
import re
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from bankcraps.cache_folder import cache_folder
from bankcraps.chips import Cents
from bankcraps.engine.limits import Limits
from bankcraps.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS
from bankcraps.errors import BankcrapsError
from bankcraps.files import UnreadableError, read_bytes
from bankcraps.markov.exploration import ChainError, explore
from bankcraps.markov.model import Chain
from bankcraps.new_files import UnwritableError, write_bytes
from bankcraps.rulebook.schema import Rulebook
from bankcraps.strategy.chart import Chart
from bankcraps.strategy.policy import Policy, looks_at_money
from bankcraps.strategy.text.program import TextSystem

__all__ = ["CacheWarning", "cached_chain"]

MAX_FILE: Final = 2**28
"""The most bytes of one file. The largest chain explored takes about a tenth."""

MAX_FOLDER: Final = 2**29
"""The most bytes of all files together."""

_MAGIC: Final = b"bankcraps chain 1\n"
_DIGEST: Final = hashlib.sha256().digest_size
_CHAIN: Final = re.compile(r"[0-9a-f]{32}\.chain")
_PART: Final = re.compile(r"part-[0-9a-f]{16}")
"""The names of unfinished files."""

_AN_HOUR: Final = 3600.0

_ROOMS = ("engine", "rulebook", "notation", "decisions", "strategy", "markov")
_VALUES = ("dice.py", "chips.py", "pays.py", "wagers.py", "absorbing_chain.py")


class CacheWarning(UserWarning):
    """A damaged file in the cache: it is explored again, and nothing is lost but time."""


class _DamagedError(BankcrapsError):
    """A file without a sound chain."""


def cached_chain(  # noqa: PLR0913 - as `explore`
    book: Rulebook,
    system: Policy,
    limits: Limits = DEFAULT_LIMITS,
    chip: Cents = DEFAULT_CHIP,
    *,
    let_it_ride: bool = False,
    bankroll: Cents | None = None,
    goal: Cents | None = None,
    ceiling: Cents | None = None,
    beyond: bool = True,
) -> Chain:
    """The chain of a system at a house, from the disk if it was explored before; the arguments of `explore`.

    Raises:
        ChainError: as `explore`.
    """
    if not looks_at_money(system):
        bankroll = goal = ceiling = None

    def walk() -> Chain:
        return explore(
            *(book, system, limits, chip),
            let_it_ride=let_it_ride,
            bankroll=bankroll,
            goal=goal,
            ceiling=ceiling,
            beyond=beyond,
        )

    path = _path(book, system, limits, chip, let_it_ride, bankroll, goal, ceiling, beyond)
    if path is None:
        return walk()
    kept = _read(path)
    if isinstance(kept, Chain):
        return kept
    if isinstance(kept, str):
        raise ChainError(kept)
    try:
        chain = walk()
    except ChainError as error:
        _write(path, error.why)  # so that the reason comes at once next time
        raise
    _write(path, chain)
    return chain


def _path(book: Rulebook, system: Policy, *table: Limits | Cents | bool | None) -> Path | None:
    folder = cache_folder()
    if folder is None or not isinstance(system, TextSystem | Chart):  # other policies are code
        return None
    parts = (
        _source(),
        book.digest,
        book.spec,
        book.title,
        system.name,
        system.text if isinstance(system, TextSystem) else system.to_json().decode(),
        *map(str, table),
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
    """Read a file: a chain, or the reason against one; None if it is missing or damaged."""
    try:
        data = read_bytes(path, MAX_FILE)
    except UnreadableError:
        return None
    try:
        found = decoded(path.stem, data)
    except _DamagedError as error:
        message = f"the kept chain {path} is damaged: {error}; it is explored again"
        warnings.warn(message, CacheWarning, stacklevel=3)
        return None
    with suppress(OSError):
        os.utime(path)  # the files used least go first
    return found


def decoded(key: str, data: bytes) -> Chain | str:
    """Decode the bytes of a file: a chain, or the reason why there is none.

    Raises:
        _DamagedError: if they are not what was written under this key, or no sound chain.
    """
    head, kept = len(_MAGIC) + _DIGEST, data[len(_MAGIC) :][:_DIGEST]
    if not data.startswith(_MAGIC) or kept != _checksum(key, data[head:]):
        raise _DamagedError("its checksum is wrong")
    try:
        found = msgspec.msgpack.decode(memoryview(data)[head:], type=Chain | str)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise _DamagedError("it holds no chain") from None
    from bankcraps.markov.validation import problem_with  # noqa: PLC0415 - NumPy loads slowly

    problem = problem_with(found) if isinstance(found, Chain) else ""
    if problem:
        raise _DamagedError(problem)
    return found


def encoded(key: str, chain: Chain | str) -> bytes:
    data = msgspec.msgpack.encode(chain)
    return _MAGIC + _checksum(key, data) + data


def _checksum(key: str, data: bytes) -> bytes:
    """A checksum of name and content, so that a renamed file is rejected."""
    return hashlib.sha256(key.encode() + b"\0" + data).digest()


def _write(path: Path, chain: Chain | str) -> None:
    """Write the whole file or nothing: another process may be reading."""
    data = encoded(path.stem, chain)
    if len(data) > MAX_FILE:
        return
    with suppress(OSError, UnwritableError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(path, data, devices=False, private=True)
        _tidy(path.parent)


def _tidy(folder: Path) -> None:
    """Delete unfinished files of killed processes, then the least used files until the rest fit.

    The folder may be one in which somebody keeps other files, too: they are left alone.
    """
    with os.scandir(folder) as entries:
        files = [(file.stat(), Path(file)) for file in entries if file.is_file(follow_symlinks=False)]
    files.sort(key=lambda each: each[0].st_mtime, reverse=True)
    room, newest = MAX_FOLDER, files[0][0].st_mtime
    for status, file in files:
        ours = _CHAIN.fullmatch(file.name)
        room -= status.st_size if ours else 0
        if (ours and room < 0) or (_PART.fullmatch(file.name) and status.st_mtime < newest - _AN_HOUR):
            file.unlink(missing_ok=True)
