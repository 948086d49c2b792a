"""What a process of the lab says to the house, a line of JSON each."""

from typing import Final

import msgspec

from bankcraps.lab.questions import LabQuestion

__all__ = [
    "OUR_MISTAKE",
    "Finished",
    "Note",
    "Place",
    "Progress",
    "Ready",
    "Refused",
    "Said",
    "SoFar",
    "decode_question",
    "decode_said",
    "too_much",
]


class Ready(msgspec.Struct, frozen=True, tag="ready", tag_field="event"):
    """The child of a process waits for a question, after the one before it was ended.

    Attributes:
        child: the number of its process.
    """

    child: int


class Progress(msgspec.Struct, frozen=True, tag="progress", tag_field="event"):
    """So many sessions of all are played."""

    done: int
    of: int


class SoFar(msgspec.Struct, frozen=True, tag="so_far", tag_field="event"):
    """The answer of what is finished."""

    result: msgspec.Raw


class Note(msgspec.Struct, frozen=True, tag="note", tag_field="event"):
    """Something to know meanwhile, such as that sessions are played slowly."""

    said: str


class Finished(msgspec.Struct, frozen=True, tag="finished", tag_field="event"):
    """The answer."""

    result: msgspec.Raw


class Place(msgspec.Struct, frozen=True):
    """Where the words of a system are wrong.

    Attributes:
        system: which of the question's systems, counted from 0.
        line: the line of its text, counted from 1; 0 if no line is to blame, as for an unknown name.
        column: where the word starts in that line, counted from 1.
        word: the word; empty at the end of the line.
    """

    system: int
    line: int = 0
    column: int = 0
    word: str = ""


class Refused(msgspec.Struct, frozen=True, tag="refused", tag_field="event"):
    """There is no answer, with the reason.

    Attributes:
        error: the reason.
        ours: whether the fault is the program's.
        simulates: whether the question is in order and only cannot be solved, so that it may be simulated.
        at: where the words of a system are wrong, if they are.
    """

    error: str
    ours: bool = False
    simulates: bool = False
    at: Place | None = None


def too_much(question: LabQuestion, error: str) -> Refused:
    """A refusal of a question that takes too much to solve. A session may still be simulated."""
    return Refused(error, simulates=question.kind == "session")


OUR_MISTAKE: Final = "the lab made a mistake; the house's keeper finds it in the log"

Said = Progress | SoFar | Note | Finished | Refused

decode_said: Final = msgspec.json.Decoder(Said | Ready).decode
decode_question: Final = msgspec.json.Decoder(LabQuestion).decode
