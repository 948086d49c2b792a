"""The exams of a house in its database: who made them, who sat them when, and every answer.

A sitting or an answer is added once and never changed. Its key says which it is, so of two requests for the
same one, also of two processes, the second adds nothing.
"""

import msgspec
from msgspec.structs import astuple

from bankcraps.server.stores.database import Database


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
    """A sitting: the exam, the student, the number of the attempt, and when it began."""

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


class Exams:
    """The exams of a house, and the classes that sit them."""

    def __init__(self, database: Database) -> None:
        """Keep the exams in a database."""
        self._database = database

    def add_exam(self, exam: StoredExam) -> bool:
        """Keep a new exam. Return False if there is one of that id."""
        return self._database.add("exams (id, owner, made, secret, body)", *astuple(exam))

    def exam(self, exam: str) -> StoredExam | None:
        """Return an exam, or None if there is none of that id."""
        found = "SELECT id, owner, made, secret, body FROM exams WHERE id = ?"
        return self._database.first_as(StoredExam, found, exam)

    def exams(self, owner: str) -> list[StoredExam]:
        """Return the exams that a person made, the latest first."""
        found = "SELECT id, owner, made, secret, body FROM exams WHERE owner = ? ORDER BY made DESC, id"
        return self._database.read_as(StoredExam, found, owner)

    def change_exam(self, exam: str, body: str) -> None:
        """Replace the terms of an exam."""
        self._database.write("UPDATE exams SET body = ? WHERE id = ?", body, exam)

    def add_sitting(self, sitting: StoredSitting) -> bool:
        """Keep a new sitting. Return False if it began before."""
        return self._database.add("sittings (exam_id, person, attempt, began)", *astuple(sitting))

    def sittings(self, exam: str, person: str = "") -> list[StoredSitting]:
        """Return the sittings of an exam, or only those of a person, in the order in which they began."""
        if not person.isprintable():
            return []  # PostgreSQL would not even look for it
        return self._database.read_as(
            StoredSitting,
            "SELECT exam_id, person, attempt, began FROM sittings "
            "WHERE exam_id = ? AND (person = ? OR ? = '') ORDER BY began, person, attempt",
            *(exam, person, person),
        )

    def sittings_of(self, person: str, since: int) -> list[StoredSitting]:
        """Return the sittings of any exam that a person began after a time, the latest first."""
        return self._database.read_as(
            StoredSitting,
            "SELECT exam_id, person, attempt, began FROM sittings "
            "WHERE person = ? AND began > ? ORDER BY began DESC, exam_id",
            *(person, since),
        )

    def add_answer(self, exam: str, answer: StoredAnswer) -> bool:
        """Keep a new answer. Return False if that question was answered before."""
        into = "exam_answers (exam_id, person, attempt, number, body)"
        return self._database.add(into, exam, *astuple(answer))

    def answers(self, exam: str, person: str = "", attempt: int = 0) -> list[StoredAnswer]:
        """Return the answers of an exam, or of a sitting if it is named, in order."""
        one = " AND person = ? AND attempt = ?" if person else ""
        return self._database.read_as(
            StoredAnswer,
            "SELECT person, attempt, number, body FROM exam_answers "  # noqa: S608 - the condition is ours
            f"WHERE exam_id = ?{one} ORDER BY person, attempt, number",
            *((exam, person, attempt) if person else (exam,)),
        )

    def add_roster(self, roster: StoredRoster) -> bool:
        """Keep a new class. Return False if there is one of that id."""
        return self._database.add("rosters (id, owner, made, body)", *astuple(roster))

    def roster(self, roster: str) -> StoredRoster | None:
        """Return a class, or None if there is none of that id."""
        found = "SELECT id, owner, made, body FROM rosters WHERE id = ?"
        return self._database.first_as(StoredRoster, found, roster)

    def rosters(self, owner: str) -> list[StoredRoster]:
        """Return the classes of a teacher, the latest first."""
        found = "SELECT id, owner, made, body FROM rosters WHERE owner = ? ORDER BY made DESC, id"
        return self._database.read_as(StoredRoster, found, owner)

    def change_roster(self, roster: str, body: str) -> None:
        """Replace the name and the students of a class."""
        self._database.write("UPDATE rosters SET body = ? WHERE id = ?", body, roster)

    def remove_roster(self, roster: str) -> None:
        """Forget a class."""
        self._database.write("DELETE FROM rosters WHERE id = ?", roster)
