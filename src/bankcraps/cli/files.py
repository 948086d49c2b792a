"""Reading and writing records on disk."""

from pathlib import Path
from typing import BinaryIO, Self

from bankcraps.errors import RecordError
from bankcraps.notation import Record, entry_of, read_record
from bankcraps.notation.record import rails_of, write_end, write_entry, write_header
from bankcraps.table import Table

__all__ = ["Recorder", "load_record"]


def load_record(path: str) -> Record:
    """Read a record from a file.

    Raises:
        RecordError: if the file cannot be read or is not a whole record.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}", source=path) from None
    except UnicodeDecodeError:
        raise RecordError("not a record: it is not UTF-8 text", source=path) from None
    return read_record(text, path)


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
