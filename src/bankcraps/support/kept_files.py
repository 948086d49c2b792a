"""Files in the cache folder: chains and edges that were worked out once, each under a key.

The key is a hash of everything that decides the content, the source of the program included. So an edited
rulebook or a changed program never meets an old file. A file holds a checksum and its content. If it is
damaged, a `CacheWarning` says so, and the content is worked out again. A file that another user can write is
not read. A file that cannot be opened or written is no error. The files used least go when the folder grows
beyond `MAX_FOLDER`.
"""

import hashlib
import os
import re
import warnings
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from bankcraps.errors import BankcrapsError
from bankcraps.support.files import UnreadableError, is_own, read_bytes
from bankcraps.support.new_files import UnwritableError, write_bytes


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


T = TypeVar("T")

Kind = Literal["chain", "edges"]
"""The content of a file: the chain of a system at a house, or the edges of a house's wagers."""

MAX_FILE: Final = 2**28
"""The most bytes of one file. The largest chain explored takes about a tenth."""

MAX_FOLDER: Final = 2**29
"""The most bytes of all files together."""

_MAGIC: Final = b"bankcraps kept 1\n"
_DIGEST: Final = hashlib.sha256().digest_size
_OURS: Final = re.compile(r"[0-9a-f]{32}\.(?:chain|edges)")
_PART: Final = re.compile(r"part-[0-9a-f]{16}")
"""The names of unfinished files."""

_AN_HOUR: Final = 3600.0

_IMPORT: Final = re.compile(r"^ *from (bankcraps[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)
_DATA: Final = ("*.lark", "*.toml", "*.txt")

_AGAIN: Final[dict[Kind, str]] = {
    "chain": "the chain is explored again",
    "edges": "the edges are worked out again",
}
"""The remedy for a damaged file."""


class DamagedError(BankcrapsError):
    """A file without sound content."""


@cache
def source_hash(*modules: str) -> str:
    """A hash of the code on which some modules rest: all that they import here, and the data beside it."""
    digest = hashlib.sha256()
    for path in sources(*modules):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def sources(*modules: str) -> list[Path]:
    """The files of some modules and of all that they import here, with the grammars and books beside them."""
    home = Path(__file__).parents[2]
    found: dict[str, Path] = {}
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module in found:
            continue
        path = home.joinpath(*module.split("."))
        file = path.with_suffix(".py")
        if not file.is_file() and not (file := path / "__init__.py").is_file():
            continue  # a name in a package, and no module
        found[module] = file
        waiting += module.rpartition(".")[:1]
        for other, names in _IMPORT.findall(file.read_text(encoding="utf-8")):
            waiting.append(other)
            if (home.joinpath(*other.split(".")) / "__init__.py").is_file():
                waiting += (f"{other}.{name}" for name in re.findall(r"\w+", names))
    folders = {path.parent for path in found.values()} - {home / "bankcraps"}
    beside = {
        file
        for folder in folders
        for kind in _DATA
        for file in (*folder.glob(kind), *folder.glob(f"*/{kind}"))
    }
    return sorted({*found.values(), *beside})


def place_for_others(name: str, begin: bytes = b"") -> Path | None:
    """A private file in the cache folder for another library; None if nothing can be kept.

    It may hold code, so one that another user could write is deleted. A new one holds `begin`.
    """
    folder = cache_folder()
    with suppress(OSError, UnwritableError):
        if folder is not None:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = folder / name
            if path.exists() and not is_own(path.stat()):
                path.unlink()
            if not path.exists():
                write_bytes(path, begin, devices=False, private=True)
            return path
    return None


def place(kind: Kind, *parts: str) -> Path | None:
    """The file for what is decided by these parts; None if nothing is kept."""
    folder = cache_folder()
    if folder is None:
        return None
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return folder / f"{digest[:32]}.{kind}"


def read(path: Path, kind: Kind, decoded: Callable[[str, bytes], T]) -> T | None:
    """Read a file with a function of its key and its bytes; None if it is missing or damaged."""
    try:
        data = read_bytes(path, MAX_FILE, own=True)
    except UnreadableError:
        return None
    try:
        found = decoded(path.stem, data)
    except DamagedError as error:
        message = f"the kept {path} is damaged: {error}; {_AGAIN[kind]}"
        warnings.warn(message, CacheWarning, stacklevel=3)
        return None
    use(path)
    return found


def use(path: Path) -> None:
    """Note that a file was used: those used least go first."""
    with suppress(OSError):
        os.utime(path)


def sealed(key: str, data: bytes) -> bytes:
    """The bytes of a file: a checksum of its key and its content, and the content."""
    return _MAGIC + _checksum(key, data) + data


def unsealed(key: str, data: bytes) -> memoryview:
    """The content in the bytes of a file.

    Raises:
        DamagedError: if they are not what was written under this key.
    """
    head, kept = len(_MAGIC) + _DIGEST, data[len(_MAGIC) :][:_DIGEST]
    if not data.startswith(_MAGIC) or kept != _checksum(key, data[head:]):
        raise DamagedError("its checksum is wrong")
    return memoryview(data)[head:]


def keep(path: Path, data: bytes) -> None:
    """Write a file of the cache, unless it is too large."""
    if len(data) <= MAX_FILE:
        keep_in(path, data, _OURS, MAX_FOLDER)


def keep_in(path: Path, data: bytes, ours: re.Pattern[str], most: int) -> None:
    """Write the whole file or nothing, as another process may be reading, and make room in its folder.

    An error of the disk is no error here: the file is only not kept.

    Args:
        path: the file.
        data: its content.
        ours: the names of the files in the folder that may be deleted.
        most: the most bytes of those files together.
    """
    with suppress(OSError, UnwritableError):
        for folder in (path.parent.parent, path.parent):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_bytes(path, data, devices=False, private=True)
        _tidy(path.parent, ours, most)


def _checksum(key: str, data: bytes) -> bytes:
    """A checksum of name and content, so that a renamed file is rejected."""
    return hashlib.sha256(key.encode() + b"\0" + data).digest()


def _tidy(folder: Path, ours: re.Pattern[str], most: int) -> None:
    """Delete unfinished files of killed processes, then the least used files until the rest fit.

    The folder may be one in which somebody keeps other files, too: they are left alone.
    """
    with os.scandir(folder) as entries:
        files = [(file.stat(), Path(file)) for file in entries if file.is_file(follow_symlinks=False)]
    files.sort(key=lambda each: each[0].st_mtime, reverse=True)
    room, newest = most, files[0][0].st_mtime
    for status, file in files:
        is_ours = ours.fullmatch(file.name)
        room -= status.st_size if is_ours else 0
        if (is_ours and room < 0) or (_PART.fullmatch(file.name) and status.st_mtime < newest - _AN_HOUR):
            file.unlink(missing_ok=True)


# In-memory LRU cache, for a process that answers one question after another, such as one of the lab.


class Recent:
    """The values used last, by their keys, within a bound on their bytes.

    Attributes:
        bytes: those of all values that are kept.
    """

    def __init__(self) -> None:
        """Keep nothing."""
        self._room = 0
        self._kept: OrderedDict[Hashable, tuple[object, int]] = OrderedDict()
        self.bytes: int = 0

    def make_room(self, most_bytes: int) -> None:
        """Keep values of at most so many bytes from now on."""
        self._room = most_bytes
        self._tidy()

    def find(self, key: Hashable) -> Any:  # noqa: ANN401 - whatever was kept
        """The value kept under a key, or None."""
        found = self._kept.get(key)
        if found is None:
            return None
        self._kept.move_to_end(key)
        return found[0]

    def keep(self, key: Hashable, value: object, size: int) -> None:
        """Keep a value of so many bytes. Those used least go for it; one that has no room is not kept."""
        self._drop(key)
        if size <= self._room:
            self._kept[key] = value, size
            self.bytes += size
            self._tidy()

    def forget(self) -> bool:
        """Drop all values, and say whether there were any."""
        had_any = bool(self._kept)
        self._kept.clear()
        self.bytes = 0
        return had_any

    def _tidy(self) -> None:
        while self.bytes > self._room:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Hashable) -> None:
        _, size = self._kept.pop(key, (None, 0))
        self.bytes -= size


RECENT: Final = Recent()
"""Chains and their quotients, which questions of the same system share."""
