"""The notation: what people say at a table, read and written, for the terminal, scripts and records."""

from bankcraps.notation.names import tell_refusal
from bankcraps.notation.reading import Past, Said, Understood, read, understand, understood
from bankcraps.notation.record import Entry, Header, Record, StepBack, entry_of, line_of
from bankcraps.notation.record_reader import read_record
from bankcraps.notation.replay import Replayed, book_of, opened, replay
from bankcraps.notation.writing import tell, write_effect, write_event

__all__ = [
    "Entry",
    "Header",
    "Past",
    "Record",
    "Replayed",
    "Said",
    "StepBack",
    "Understood",
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
    "understood",
    "write_effect",
    "write_event",
]
