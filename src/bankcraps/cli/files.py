"""Records on disk: reading them, and writing one while the session is played."""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Final, Self

import click
import msgspec

from bankcraps.errors import RecordError
from bankcraps.game.records import rails_of, write_end, write_entry, write_header
from bankcraps.game.table import Table
from bankcraps.live.people.lobby import SHORTEST_PASSPHRASE
from bankcraps.support.new_files import ExistsError, NewFile, UnwritableError, write_bytes


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


# Passphrases, and this user's saved sessions at houses, so that a closed terminal loses no place.


_FILE: Final = "houses.json"

_Sessions = dict[str, dict[str, str]]
"""Session tokens by the address of the house and the name."""


def _read() -> _Sessions:
    try:
        return msgspec.json.decode((state_folder() / _FILE).read_bytes(), type=_Sessions)
    except (OSError, msgspec.MsgspecError):
        return {}


def _write(sessions: _Sessions) -> None:
    """Write the file for this user alone. If that fails, the user has to sign in again."""
    file = state_folder() / _FILE
    with suppress(OSError, UnwritableError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_bytes(file, msgspec.json.encode(sessions), devices=False, private=True)


def saved_session(address: str, name: str) -> str:
    """Return the token of a session, or an empty text."""
    return _read().get(address, {}).get(name.casefold(), "")


def save_session(address: str, name: str, token: str) -> None:
    """Remember a session."""
    sessions = _read()
    sessions.setdefault(address, {})[name.casefold()] = token
    _write(sessions)


def forget_session(address: str, name: str) -> None:
    """Forget a session that has ended."""
    sessions = _read()
    if sessions.get(address, {}).pop(name.casefold(), None) is not None:
        _write(sessions)


def new_passphrase(asks: str) -> str:
    """Ask for a new passphrase twice at the terminal, until both are the same and long enough."""

    def read(typed: str) -> str:
        if len(typed) < SHORTEST_PASSPHRASE:
            raise click.BadParameter("it is too short")
        return typed

    asks = f"{asks} (at least {SHORTEST_PASSPHRASE} characters)"
    return click.prompt(asks, hide_input=True, confirmation_prompt="The same once more", value_proc=read)
