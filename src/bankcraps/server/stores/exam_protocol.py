"""The part of a store that keeps exams: who made them, who sat them when, and every answer.

A sitting or an answer is added once and never changed. Its key says which it is, so of two requests for the
same one, also of two processes, the second adds nothing.
"""

from typing import Protocol

import msgspec

__all__ = ["KeepsExams", "StoredAnswer", "StoredExam", "StoredRoster", "StoredSitting"]


class StoredExam(msgspec.Struct, frozen=True):
    """An exam.

    Attributes:
        exam: its id, which the link to it has.
        owner: the person who made it.
        made: when, in milliseconds since 1970.
        secret: the seed of the exercises. Nobody but the house knows it.
        body: the terms, as JSON.
    """

    exam: str
    owner: str
    made: int
    secret: str
    body: str


class StoredSitting(msgspec.Struct, frozen=True):
    """A sitting: the exam, the student, the how many-th it is, and when it began."""

    exam: str
    person: str
    attempt: int
    began: int


class StoredAnswer(msgspec.Struct, frozen=True):
    """An answer: whose it is, in which sitting, its number from 0, and the answer as JSON."""

    person: str
    attempt: int
    number: int
    body: str


class StoredRoster(msgspec.Struct, frozen=True):
    """A class: its id, the teacher, when it was made, and its name and students as JSON."""

    roster: str
    owner: str
    made: int
    body: str


class KeepsExams(Protocol):
    """Keeps exams. Every method raises `StoreError` if the database fails."""

    def add_exam(self, exam: StoredExam) -> bool:
        """Keep a new exam. Return False if there is one of that id."""
        ...

    def exam(self, exam: str) -> StoredExam | None:
        """Return an exam, or None if there is none of that id."""
        ...

    def exams(self, owner: str) -> list[StoredExam]:
        """Return the exams that a person made, the latest first."""
        ...

    def change_exam(self, exam: str, body: str) -> None:
        """Replace the terms of an exam."""
        ...

    def add_sitting(self, sitting: StoredSitting) -> bool:
        """Keep a new sitting. Return False if it began before."""
        ...

    def sittings(self, exam: str, person: str = "") -> list[StoredSitting]:
        """Return the sittings of an exam, or only those of a person, in the order in which they began."""
        ...

    def sittings_of(self, person: str, since: int) -> list[StoredSitting]:
        """Return the sittings of any exam that a person began after a time, the latest first."""
        ...

    def add_answer(self, exam: str, answer: StoredAnswer) -> bool:
        """Keep a new answer. Return False if that question was answered before."""
        ...

    def answers(self, exam: str, person: str = "", attempt: int = 0) -> list[StoredAnswer]:
        """Return the answers of an exam, or of a sitting if it is named, in order."""
        ...

    def add_roster(self, roster: StoredRoster) -> bool:
        """Keep a new class. Return False if there is one of that id."""
        ...

    def roster(self, roster: str) -> StoredRoster | None:
        """Return a class, or None if there is none of that id."""
        ...

    def rosters(self, owner: str) -> list[StoredRoster]:
        """Return the classes of a teacher, the latest first."""
        ...

    def change_roster(self, roster: str, body: str) -> None:
        """Replace the name and the students of a class."""
        ...

    def remove_roster(self, roster: str) -> None:
        """Forget a class."""
        ...
