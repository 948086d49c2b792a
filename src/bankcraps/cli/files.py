"""Records on disk: reading them, and writing one while the session is played."""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Self

from bankcraps.errors import RecordError
from bankcraps.game.records.record import rails_of, write_end, write_entry, write_header
from bankcraps.game.table import Table
from bankcraps.support.new_files import ExistsError, NewFile, UnwritableError

__all__ = ["Recorder", "last_session", "new_session", "state_folder"]


def sessions_folder() -> Path:
    """The folder in which sessions are saved: `BANKCRAPS_SESSIONS`, or else the user's folder for state."""
    named = os.environ.get("BANKCRAPS_SESSIONS")
    if named:
        return Path(named).expanduser()
    return state_folder() / "sessions"


def state_folder() -> Path:
    """The folder in which this program keeps what a user wants to find again."""
    base = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(base).expanduser() / "bankcraps"


def new_session(book: str) -> Path:
    """A new file for a session at a house, named after the time.

    Raises:
        RecordError: if the folder for sessions cannot be made.
    """
    folder = sessions_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError(f"cannot be made: {error.strerror}", source=str(folder)) from None
    begun = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    names = (f"{begun}-{book}{more}.craps" for more in ("", *(f"-{count}" for count in range(2, 100))))
    return next(path for name in names if not os.path.lexists(path := folder / name))


def last_session() -> Path | None:
    """The session that was saved last, or None."""
    try:
        saved = [(path.stat().st_mtime, path) for path in sessions_folder().glob("*.craps")]
    except OSError:
        return None
    return max(saved)[1] if saved else None


def _not_begun(path: str | Path, error: UnwritableError) -> RecordError:
    name = repr(str(path)) if "\0" in str(path) else str(path)
    if isinstance(error, ExistsError):
        return RecordError(
            "exists already; --resume goes on with it, and --overwrite replaces it", source=name
        )
    return RecordError(f"cannot be written: {error}", source=name)


class Recorder:
    """A record that grows with its table; its end is written when the session ends."""

    def __init__(self, path: str | Path, table: Table, *, replace: bool = False) -> None:
        """Begin the file with the table's header and its events so far.

        A device such as /dev/null is written to as it is.

        Args:
            path: the file.
            table: the table.
            replace: whether a file that exists may be replaced. It stays whole until the new one is.

        Raises:
            RecordError: if the file exists, or cannot be written.
        """
        self.table = table
        self.path: Path = Path(path)
        self.written: int = 0
        self.length: int = 0
        try:
            new = NewFile(path, replace=replace, devices=True, buffered=False)
        except UnwritableError as error:
            raise _not_begun(path, error) from None
        self.file: BinaryIO = new.file
        try:
            self._write([*write_header(table.header()), ""])
            self.sync()
            new.take_place()
        except UnwritableError as error:
            new.drop()
            raise _not_begun(path, error) from None
        except BaseException:
            new.drop()
            raise

    def _write(self, lines: list[str]) -> None:
        """Write whole lines or none, so that a full disk leaves no half event.

        Raises:
            RecordError: if they cannot be written.
        """
        rest = ("\n".join(lines) + "\n").encode()
        try:
            while rest:
                rest = rest[self.file.write(rest) :]
        except OSError as error:
            with suppress(OSError):  # a device has no length
                self.file.truncate(self.length)
                self.file.seek(self.length)
            raise RecordError(f"cannot be written: {error.strerror}", source=str(self.path)) from None
        with suppress(OSError):
            self.length = self.file.tell()

    def sync(self) -> None:
        """Write the events that happened since."""
        for entry in self.table.entries(self.written):
            self._write(write_entry(entry))
            self.written += 1

    def __enter__(self) -> Self:
        """Return this recorder."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Write the end and close. After a failed write there is no end, and the record can be resumed."""
        with self.file:
            if kind is None or not issubclass(kind, RecordError):
                self.sync()
                self._write(write_end(self.written, rails_of(self.table.state)))
