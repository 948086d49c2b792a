"""The exams of a house in its database: who made them, who sat them when, and every answer.

A sitting or an answer is added once and never changed. Its key says which it is, so of two requests for the
same one, also of two processes, the second adds nothing.
"""

from typing import Generic, TypeVar

import msgspec
from msgspec.structs import astuple

from bankcraps.server.stores.database import Database


class Made(msgspec.Struct, frozen=True):
    """Something that a teacher made: a class, or an exam.

    Attributes:
        id: its id, which the link to it has.
        owner: the person who made it.
        made: when, in milliseconds since 1970.
        body: the name and the students of a class, or the terms of an exam, as JSON.
    """

    id: str
    owner: str
    made: int
    body: str


class StoredExam(Made, frozen=True):
    """An exam, with the seed of its exercises. Nobody but the house knows it."""

    secret: str


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


_Made = TypeVar("_Made", bound=Made)


class Owned(Generic[_Made]):
    """The classes of teachers, or their exams."""

    def __init__(self, database: Database, table: str, kind: type[_Made]) -> None:
        """Keep them in a table of the database."""
        self._database, self._table, self._kind = database, table, kind
        self._columns = ", ".join(kind.__struct_fields__)
        self._select = f"SELECT {self._columns} FROM {table}"  # noqa: S608 - names of ours

    def add(self, made: _Made) -> bool:
        """Keep a new one. Return False if there is one of that id."""
        return self._database.add(f"{self._table} ({self._columns})", *astuple(made))

    def get(self, id_: str) -> _Made | None:
        """Return one, or None if there is none of that id."""
        return self._database.first_as(self._kind, f"{self._select} WHERE id = ?", id_)

    def of(self, owner: str) -> list[_Made]:
        """Return those that a person made, the latest first."""
        of_owner = f"{self._select} WHERE owner = ? ORDER BY made DESC, id"
        return self._database.read_as(self._kind, of_owner, owner)

    def change(self, id_: str, body: str) -> None:
        """Replace its terms, or its name and students."""
        self._database.write(f"UPDATE {self._table} SET body = ? WHERE id = ?", body, id_)  # noqa: S608

    def remove(self, id_: str) -> None:
        """Forget it."""
        self._database.write(f"DELETE FROM {self._table} WHERE id = ?", id_)  # noqa: S608


class Exams:
    """The exams of a house, and the classes that sit them.

    Attributes:
        exams: the exams.
        rosters: the classes.
    """

    def __init__(self, database: Database) -> None:
        """Keep the exams in a database."""
        self._database = database
        self.exams: Owned[StoredExam] = Owned(database, "exams", StoredExam)
        self.rosters: Owned[Made] = Owned(database, "rosters", Made)

    def add_sitting(self, sitting: StoredSitting) -> bool:
        """Keep a new sitting. Return False if it began before."""
        return self._database.add("sittings (exam_id, person, attempt, began)", *astuple(sitting))

    def sittings(self, exam: str, person: str = "") -> list[StoredSitting]:
        """Return the sittings of an exam, or only those of a person, in the order in which they began."""
        if not person.isprintable():
            return []  # PostgreSQL would not even look for it
        which = "exam_id = ? AND (person = ? OR ? = '') ORDER BY began, person, attempt"
        return self._sittings(which, exam, person, person)

    def sittings_of(self, person: str, since: int) -> list[StoredSitting]:
        """Return the sittings of any exam that a person began after a time, the latest first."""
        return self._sittings("person = ? AND began > ? ORDER BY began DESC, exam_id", person, since)

    def _sittings(self, which: str, *values: object) -> list[StoredSitting]:
        select = f"SELECT exam_id, person, attempt, began FROM sittings WHERE {which}"  # noqa: S608 - ours
        return self._database.read_as(StoredSitting, select, *values)

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
