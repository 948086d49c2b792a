"""The notation: what people say at a table, read and written, for the terminal, scripts and records."""

from bankcraps.notation.names import tell_refusal
from bankcraps.notation.reading import Said, read, understand
from bankcraps.notation.record import Entry, Header, Record, StepBack, entry_of, line_of, read_record
from bankcraps.notation.replay import Replayed, book_of, opened, replay
from bankcraps.notation.writing import tell, write_effect, write_event

__all__ = [
    "Entry",
    "Header",
    "Record",
    "Replayed",
    "Said",
    "StepBack",
    "book_of",
    "entry_of",
    "line_of",
    "opened",
    "read",
    "read_record",
    "replay",
    "tell",
    "tell_refusal",
    "understand",
    "write_effect",
    "write_event",
]
