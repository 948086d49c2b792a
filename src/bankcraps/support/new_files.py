"""Opens every file that the program writes; `tests/shape` checks that no other code does.

A new file is written beside its place, and moved there when it is complete. A file that is there already
stays as it was unless it may be replaced, and a database or a key of dice is never replaced. A link stays a
link: the file that it names is written. Nothing here waits for a pipe.
"""

import os
import re
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, Self

from bankcraps.errors import BankcrapsError
from bankcraps.support.files import UnreadableError, open_bytes

_ANYBODY: Final = 0o666
"""The rights of a new file, before the umask of the user."""

_OWNER: Final = 0o600
"""The rights of a private file."""

_WRITE: Final = os.O_WRONLY | getattr(os, "O_BINARY", 0)
_MAKE: Final = _WRITE | os.O_CREAT | os.O_EXCL
_AT_ONCE: Final = _WRITE | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)


_DATABASE: Final = b"SQLite format 3\0"
_BESIDE: Final = ("", "-wal", "-shm", "-journal")
"""The ends of the names of a database and of the files that SQLite keeps beside it."""

_KEY: Final = re.compile(rb"[0-9a-f]{64}\n?")
_HEAD: Final = 80


class UnwritableError(BankcrapsError):
    """A file that cannot be written; its text is the reason alone, such as "No such file or directory"."""


class ExistsError(UnwritableError):
    """A file that exists already, and may not be replaced."""

    def __init__(self) -> None:
        super().__init__("exists already; --overwrite replaces it")


def check_place(path: str | Path, *, replace: bool, devices: bool = False) -> Path:
    """Check that a file may be written at a path, before any work is done for it.

    Args:
        path: the file.
        replace: whether a file or a link that exists may be replaced.
        devices: whether a device such as /dev/null may be written to.

    Returns:
        The place of the file, which is not a link.

    Raises:
        UnwritableError: if not, or if it is a database. `ExistsError` if only `replace` is in the way.
    """
    try:
        kind = _kind(path)
        place = Path(os.path.realpath(path))
    except OSError as error:
        raise _unwritable(error) from None
    except ValueError:
        raise UnwritableError("no file has such a name") from None
    if stat.S_ISDIR(kind):
        raise UnwritableError("it is a folder")
    if kind and not stat.S_ISREG(kind) and not (devices and stat.S_ISCHR(kind)):
        raise UnwritableError("it is a device or a pipe, not a file")
    if stat.S_ISREG(kind) and _is_of_house(place):
        raise UnwritableError("it is a database, or a file that a house needs: name another file")
    if not replace and not stat.S_ISCHR(kind) and os.path.lexists(path):
        raise ExistsError
    if not place.parent.is_dir():
        raise UnwritableError("No such file or directory")
    return place


def _kind(path: str | Path) -> int:
    """Return the kind and the rights of what is at a path, through all links; 0 for nothing."""
    try:
        return os.stat(path).st_mode  # noqa: PTH116 - a `Path` of a name with a null byte may fail otherwise
    except FileNotFoundError:
        return 0


def _is_of_house(place: Path) -> bool:
    """Whether a file is an SQLite database, lies beside one and belongs to it, or is a key of sealed dice."""
    bases = (place.name.removesuffix(end) for end in _BESIDE if place.name.endswith(end))
    return bool(_KEY.fullmatch(_head(place))) or any(
        _head(place.with_name(base)).startswith(_DATABASE) for base in bases if base
    )


def _head(path: Path) -> bytes:
    """Return the first bytes of a file, or nothing if it cannot be read."""
    with suppress(OSError, UnreadableError), open_bytes(path) as file:
        return file.read(_HEAD)
    return b""


class NewFile:
    """A file that is being written. At the end of a `with` block it takes its place, unless something failed.

    Attributes:
        file: takes the bytes.
    """

    file: BinaryIO

    def __init__(
        self,
        path: str | Path,
        *,
        replace: bool = False,
        devices: bool = False,
        private: bool = False,
        buffered: bool = True,
    ) -> None:
        """Open a file.

        Args:
            path: the file.
            replace: whether a file that exists may be replaced. It stays whole until then, and passes its
                rights on.
            devices: whether a device such as /dev/null may be written to. That is written in place.
            private: whether the file is for its user alone, whatever the umask.
            buffered: whether what is written may wait in memory.

        Raises:
            UnwritableError: if it cannot be opened, or may not be replaced.
        """
        self._place = check_place(path, replace=replace, devices=devices)
        self._replace = replace
        self._beside: Path | None = None
        try:
            kind = _kind(self._place)
            opened = self._open_device() if stat.S_ISCHR(kind) else self._open_beside(kind, private=private)
        except OSError as error:
            raise _unwritable(error) from None
        self.file = os.fdopen(opened, "wb", buffering=-1 if buffered else 0)

    def _open_device(self) -> int:
        opened = os.open(self._place, _AT_ONCE)  # it may have become a pipe since: do not wait for that
        if not stat.S_ISCHR(os.fstat(opened).st_mode):
            os.close(opened)
            raise UnwritableError("it is a device or a pipe, not a file")
        os.set_blocking(opened, True)
        return opened

    def _open_beside(self, kind: int, *, private: bool) -> int:
        self._beside = self._place.with_name(f"part-{os.urandom(8).hex()}")
        opened = os.open(self._beside, _MAKE, _OWNER if kind or private else _ANYBODY)
        rights = stat.S_IMODE(kind) if kind else _OWNER
        try:
            if os.name == "posix" and (kind or private):
                os.fchmod(opened, rights & _OWNER if private else rights)
        except OSError:  # there are disks without rights
            os.close(opened)
            self._beside.unlink()
            raise
        return opened

    def take_place(self) -> None:
        """Move the file, as far as it is written, to its place. Later writes go there, too.

        Raises:
            UnwritableError: if it cannot be written, or somebody else has put a file there meanwhile that may
                not be replaced.
        """
        try:
            self.file.flush()
            if self._beside is not None and self._replace:
                self._beside.replace(self._place)
            elif self._beside is not None:
                move_to_free(self._beside, self._place)
        except OSError as error:
            raise _unwritable(error) from None
        self._beside = None

    def drop(self) -> None:
        """Close the file. Nothing is left of it unless it has taken its place."""
        with suppress(OSError):
            self.file.close()
        if self._beside is not None:
            with suppress(OSError):
                self._beside.unlink()

    def __enter__(self) -> Self:
        """Return this file."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Take the place and close, or drop the file."""
        try:
            if kind is None:
                self.take_place()
                self.file.close()
        finally:
            self.drop()


@contextmanager
def new_file(
    path: str | Path, *, replace: bool = False, devices: bool = False, private: bool = False
) -> Generator[BinaryIO]:
    """Open a file for a `with` block. It takes its place at the end; `NewFile` explains the arguments.

    Raises:
        UnwritableError: if it cannot be written. Then an older file stays as it was, and no part is left.
    """
    try:
        with NewFile(path, replace=replace, devices=devices, private=private) as new:
            yield new.file
    except OSError as error:
        raise _unwritable(error) from None


def write_bytes(path: str | Path, content: bytes, *, devices: bool = True, private: bool = False) -> None:
    """Write a whole file, in place of an older one.

    Raises:
        UnwritableError: if it cannot be written. Then an older file stays as it was, and no part is left.
    """
    with new_file(path, replace=True, devices=devices, private=private) as file:
        file.write(content)


def unwritten(path: str | Path, error: UnwritableError) -> str:
    """Say in a sentence which file cannot be written, and why.

    >>> unwritten("night.parquet", ExistsError())
    'night.parquet exists already; --overwrite replaces it'
    """
    name = repr(str(path)) if "\0" in str(path) else str(path)
    return f"{name} {error}" if isinstance(error, ExistsError) else f"{name} cannot be written: {error}"


@contextmanager
def writes(path: str | Path) -> Generator[None]:
    """Say which file cannot be written, and why.

    Raises:
        BankcrapsError: in place of an `UnwritableError`.
    """
    try:
        yield
    except UnwritableError as error:
        raise BankcrapsError(unwritten(path, error)) from None


def move_to_free(new: Path, place: Path) -> None:
    """Give a file its name, unless the name has been taken meanwhile."""
    try:
        os.link(new, place)
    except FileExistsError:
        raise ExistsError from None
    except OSError:  # there are disks without links
        if os.path.lexists(place):
            raise ExistsError from None
        new.rename(place)
    else:
        new.unlink()


def move_over(new: Path, place: Path) -> None:
    """Give a file its name, in place of an older file of that name."""
    new.replace(place)


def _unwritable(error: OSError) -> UnwritableError:
    return UnwritableError(os.strerror(error.errno) if error.errno else "it cannot be opened")
