"""Reads files, whole up to a size or as a stream, and files that come with Bankcraps. Errors say why not.

It also makes files private to their user.
"""

import io
import logging
import os
import stat
from importlib import resources
from pathlib import Path
from typing import BinaryIO, Final

from bankcraps.errors import BankcrapsError

_PRIVATE: Final = 0o600
_OTHERS: Final = 0o077

_log: Final = logging.getLogger(__name__)


class UnreadableError(BankcrapsError):
    """A file that cannot be read; its text is the reason alone, such as "No such file or directory"."""


def exists(path: str | Path) -> bool:
    """Whether there is anything at a path. False if the user may not look there, or the name is too long."""
    return os.path.exists(path)  # noqa: PTH110 - a `Path` raises errors instead


def is_file(path: str | Path) -> bool:
    """Whether there is a file at a path, as `exists`."""
    return os.path.isfile(path)  # noqa: PTH113 - as above


def read_bytes(path: str | Path, largest: int, *, own: bool = False) -> bytes:
    """The content of a file.

    Args:
        path: the file.
        largest: the most bytes to accept.
        own: whether no other user may be able to write it, as `is_own` says.

    Raises:
        UnreadableError: if there is no such file, it is larger, or it is a folder, a device or a pipe.
    """
    try:
        with open_bytes(path) as file:
            if own and not is_own(os.fstat(file.fileno())):
                raise UnreadableError("another user can write it")
            data = file.read(largest + 1)
    except OSError as error:
        raise UnreadableError(error.strerror or "it cannot be opened") from None
    if len(data) > largest:
        raise UnreadableError(f"it is larger than {_size(largest)}, the most that is read")
    return data


def open_bytes(path: str | Path) -> BinaryIO:
    """Open a file to read it as a stream.

    Raises:
        UnreadableError: if there is no such file, or it is a folder, a device or a pipe.
    """
    try:
        kind = os.stat(path).st_mode  # noqa: PTH116 - a `Path` of a name with a null byte may fail otherwise
        if stat.S_ISDIR(kind):
            raise UnreadableError("it is a folder")
        if not stat.S_ISREG(kind):
            # Reading it may never end, or wait for ever.
            raise UnreadableError("it is a device or a pipe; save what it holds to a file first")
        return open(path, "rb")  # noqa: PTH123
    except OSError as error:
        raise UnreadableError(error.strerror or "it cannot be opened") from None
    except ValueError:
        raise UnreadableError("no file has such a name") from None


def read_text(path: str | Path, largest: int, encoding: str = "utf-8") -> str:
    """The text of a file; every line ends with a line feed, whatever system wrote it.

    Raises:
        UnreadableError: as `read_bytes`, and if it is not UTF-8 text.
    """
    try:
        return io.TextIOWrapper(io.BytesIO(read_bytes(path, largest)), encoding=encoding).read()
    except UnicodeDecodeError:
        raise UnreadableError("it is not UTF-8 text") from None


def shipped_text(package: str, *name: str) -> str:
    """Return the text of a file that comes with a package of Bankcraps."""
    return resources.files(package).joinpath(*name).read_text("utf-8")


def shipped_rows(package: str, name: str) -> dict[str, list[tuple[str, str]]]:
    """Return the rows of a shipped file, `left => right`, by the name in brackets below which they stand.

    Empty lines and those that begin with `#` are left out. Without an arrow, the right side is empty.
    """
    parts, rows = dict[str, list[tuple[str, str]]](), list[tuple[str, str]]()
    for line in shipped_text(package, name).splitlines():
        if line.startswith("[") and line.endswith("]"):
            rows = parts[line[1:-1]] = []
        elif line and not line.startswith("#"):
            left, _, right = line.partition(" =>")
            rows.append((left, right.removeprefix(" ")))
    return parts


def is_own(found: os.stat_result) -> bool:
    """Whether nobody but this user and the administrator can write a file, or put files into a folder.

    A group of this user's own may write, too: many systems give each user one, and let it write all.
    """
    if os.name != "posix":
        return True
    if found.st_uid not in (0, os.geteuid()) or found.st_mode & stat.S_IWOTH:
        return False
    return not found.st_mode & stat.S_IWGRP or _is_group_of_one(found.st_gid)


def _is_group_of_one(group: int) -> bool:
    """Whether a group has the name of this user, and nobody else in it."""
    import grp  # noqa: PLC0415 - Windows has none
    import pwd  # noqa: PLC0415

    try:
        name, found = pwd.getpwuid(os.geteuid()).pw_name, grp.getgrgid(group)
    except KeyError:
        return False
    return found.gr_name == name and not set(found.gr_mem) - {name}


def make_private(path: Path) -> bool:
    """Let only this user read and write a file, whatever the umask. A missing file is made, empty.

    Logs a warning if others could read or write the file until now. A link stays a link. Non-regular files,
    such as pipes, are unchanged.

    Returns:
        Whether the file was made.

    Raises:
        OSError: if the file cannot be made, or others can read it and it is another user's.
    """
    path = Path(os.path.realpath(path))
    try:
        made = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, _PRIVATE)
    except FileExistsError:
        _narrow(path)
        return False
    try:
        if os.name == "posix":
            os.fchmod(made, _PRIVATE)
    finally:
        os.close(made)
    return True


def _narrow(path: Path) -> None:
    """Remove other users' rights to a file, and log a warning."""
    found = path.stat().st_mode
    if os.name == "posix" and stat.S_ISREG(found) and found & _OTHERS:
        path.chmod(stat.S_IMODE(found) & ~_OTHERS)
        _log.warning("other users could use %s until now; from now on only you can", path)


def _size(many: int) -> str:
    return f"{many >> 20:,} MB" if many >= 1 << 20 else f"{many >> 10:,} KB"
