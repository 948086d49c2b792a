"""Messages from the house to a process of the lab and back, a line of JSON each."""

from binascii import a2b_base64, b2a_base64
from typing import Final

import msgspec

from bankcraps.lab.questions import LabQuestion

__all__ = [
    "NOTHING",
    "OUR_MISTAKE",
    "Asked",
    "Finished",
    "Note",
    "Place",
    "Progress",
    "Ready",
    "Refused",
    "Said",
    "SoFar",
    "decode_asked",
    "decode_said",
    "packed",
    "too_much",
    "unpacked",
]

NOTHING: Final = b"null"

_PART: Final = 2**18
"""Characters that are unpacked at once: a multiple of 4."""


class Asked(msgspec.Struct, frozen=True):
    """A question to a process.

    Attributes:
        question: the question.
        answer: for a picture, the answer that it shows, as JSON; else null.
    """

    question: LabQuestion
    answer: msgspec.Raw = msgspec.Raw(NOTHING)


class Ready(msgspec.Struct, frozen=True, tag="ready", tag_field="event"):
    """The child of a process waits for a question, after the one before it was ended.

    Attributes:
        child: the number of its process.
        whole: whether all of the lab is loaded, and not only what questions about wagers need.
    """

    child: int
    whole: bool = True


class Progress(msgspec.Struct, frozen=True, tag="progress", tag_field="event"):
    """Progress: the sessions played so far, and all of them."""

    done: int
    of: int


class SoFar(msgspec.Struct, frozen=True, tag="so_far", tag_field="event"):
    """The answer of what is finished."""

    result: msgspec.Raw


class Note(msgspec.Struct, frozen=True, tag="note", tag_field="event"):
    """A remark for the time of waiting, such as that sessions are played slowly."""

    said: str


class Finished(msgspec.Struct, frozen=True, tag="finished", tag_field="event"):
    """The answer: as JSON, or `packed` if its form is another one."""

    result: msgspec.Raw


class Place(msgspec.Struct, frozen=True):
    """The place where the words of a system are wrong.

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
    """The reason why there is no answer.

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
decode_asked: Final = msgspec.json.Decoder(Asked).decode


def packed(content: bytes) -> bytes:
    """Bytes as text in JSON, so that an answer of any form is one line."""
    return b'"' + b2a_base64(content, newline=False) + b'"'


def unpacked(text: bytes) -> bytes:
    """The bytes of such a text. They are read in parts, so that other threads go on meanwhile."""
    inside = text[1:-1]
    return b"".join(a2b_base64(inside[at : at + _PART]) for at in range(0, len(inside), _PART))
