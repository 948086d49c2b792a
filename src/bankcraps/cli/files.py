"""Reading and writing records on disk."""

from pathlib import Path
from typing import BinaryIO, Final, Self

from bankcraps.errors import RecordError
from bankcraps.files import UnreadableError, read_text
from bankcraps.notation import Record, entry_of, read_record
from bankcraps.notation.record import rails_of, write_end, write_entry, write_header
from bankcraps.table import Table

__all__ = ["Recorder", "load_record"]

MAX_RECORD: Final = 2**25
"""The most bytes of a record: about 200,000 events, a table's whole month."""


def load_record(path: str) -> Record:
    """Read a record from a file.

    Raises:
        RecordError: if the file cannot be read or is not a whole record.
    """
    try:
        return read_record(read_text(path, MAX_RECORD), path)
    except UnreadableError as error:
        raise RecordError(f"cannot be read: {error}", source=path) from None


class Recorder:
    """A record that grows with its table; its end is written when the session ends."""

    def __init__(self, path: str, table: Table) -> None:
        """Begin the file with the table's header.

        Raises:
            RecordError: if the file cannot be written.
        """
        self.table = table
        try:
            self.file: BinaryIO = Path(path).open("wb")  # noqa: SIM115 - closed by `__exit__`
        except OSError as error:
            raise RecordError(f"cannot be written: {error.strerror}", source=path) from None
        except ValueError:
            raise RecordError("cannot be written: no file has such a name", source=repr(path)) from None
        self.written = 0
        self._write([*write_header(table.header()), ""])

    def _write(self, lines: list[str]) -> None:
        self.file.write(("\n".join(lines) + "\n").encode())
        self.file.flush()

    def sync(self) -> None:
        """Write the events that happened since."""
        for event, came in self.table.log[self.written :]:
            self._write(write_entry(entry_of(event, came, self.table.rulebook)))
            self.written += 1

    def __enter__(self) -> Self:
        """For `with`."""
        return self

    def __exit__(self, *_: object) -> None:
        """Write the end and close."""
        self.sync()
        self._write(write_end(len(self.table.log), rails_of(self.table.state)))
        self.file.close()
