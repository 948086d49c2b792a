"""Reads a file, whole up to a size or bit by bit, or says why not."""

import io
import os
import stat
from pathlib import Path
from typing import BinaryIO

from bankcraps.errors import BankcrapsError

__all__ = ["UnreadableError", "open_bytes", "read_bytes", "read_text"]


class UnreadableError(BankcrapsError):
    """A file that cannot be read; its text is the reason alone, such as "No such file or directory"."""


def read_bytes(path: str | Path, largest: int) -> bytes:
    """The content of a file.

    Args:
        path: the file.
        largest: the most bytes to accept.

    Raises:
        UnreadableError: if there is no such file, it is larger, or it is a folder, a device or a pipe.
    """
    try:
        with open_bytes(path) as file:
            data = file.read(largest + 1)
    except OSError as error:
        raise UnreadableError(error.strerror or "it cannot be opened") from None
    if len(data) > largest:
        raise UnreadableError(f"it is larger than {_size(largest)}, the most that is read")
    return data


def open_bytes(path: str | Path) -> BinaryIO:
    """Open a file to read it bit by bit.

    Raises:
        UnreadableError: if there is no such file, or it is a folder, a device or a pipe.
    """
    try:
        kind = os.stat(path).st_mode  # noqa: PTH116 - a `Path` of a name with a null byte may fail otherwise
        if stat.S_ISDIR(kind):
            raise UnreadableError("it is a folder")
        if not stat.S_ISREG(kind):
            # It may never end, or never begin.
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


def _size(many: int) -> str:
    return f"{many >> 20:,} MB" if many >= 1 << 20 else f"{many >> 10:,} KB"
