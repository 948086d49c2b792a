"""Records of sessions: the `.craps` format, read, replayed and written; and JSON for programs."""

from bankcraps.game.records.record import (
    Entry,
    Header,
    Record,
    Replayed,
    StepBack,
    book_of,
    entry_of,
    line_of,
    opened,
    read_record,
    replay,
)

__all__ = [
    "Entry",
    "Header",
    "Record",
    "Replayed",
    "StepBack",
    "book_of",
    "entry_of",
    "line_of",
    "opened",
    "read_record",
    "replay",
]
