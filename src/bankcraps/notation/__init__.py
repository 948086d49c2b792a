"""The notation: what people say at a table, read and written, for the terminal, scripts and records."""

from bankcraps.notation.reading import Said, read, understand
from bankcraps.notation.record import Entry, Header, Record, entry_of, read_record
from bankcraps.notation.replay import Replayed, book_of, opened, replay
from bankcraps.notation.writing import write_effect, write_event

__all__ = [
    "Entry",
    "Header",
    "Record",
    "Replayed",
    "Said",
    "book_of",
    "entry_of",
    "opened",
    "read",
    "read_record",
    "replay",
    "understand",
    "write_effect",
    "write_event",
]
