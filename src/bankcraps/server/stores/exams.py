"""A store of exams: their terms, sittings and answers."""

from typing import Final

from bankcraps.server.stores.exam_protocol import StoredAnswer, StoredExam, StoredRoster, StoredSitting
from bankcraps.server.stores.people import PeopleStore

__all__ = ["ExamStore"]

_EXAM: Final = (str, str, int, str, str)
_ROSTER: Final = (str, str, int, str)
_SITTING: Final = (str, str, int, int)
_ANSWER: Final = (str, int, int, str)


class ExamStore(PeopleStore):
    """A store of exams, beside the people who make and sit them."""

    def add_exam(self, exam: StoredExam) -> bool:
        """Keep a new exam. Return False if there is one of that id."""
        with self.transaction():
            return bool(
                self.run(
                    "INSERT INTO exams (id, owner, made, secret, body) VALUES (?, ?, ?, ?, ?) "
                    "ON CONFLICT (id) DO NOTHING RETURNING id",
                    exam.exam,
                    exam.owner,
                    exam.made,
                    exam.secret,
                    exam.body,
                )
            )

    def exam(self, exam: str) -> StoredExam | None:
        """Return an exam, or None if there is none of that id."""
        found = self.read(_EXAM, "SELECT id, owner, made, secret, body FROM exams WHERE id = ?", exam)
        return StoredExam(*found[0]) if found else None

    def exams(self, owner: str) -> list[StoredExam]:
        """Return the exams that a person made, the latest first."""
        found = self.read(
            _EXAM,
            "SELECT id, owner, made, secret, body FROM exams WHERE owner = ? ORDER BY made DESC, id",
            owner,
        )
        return [StoredExam(*row) for row in found]

    def change_exam(self, exam: str, body: str) -> None:
        """Replace the terms of an exam."""
        with self.transaction():
            self.run("UPDATE exams SET body = ? WHERE id = ?", body, exam)

    def add_sitting(self, sitting: StoredSitting) -> bool:
        """Keep a new sitting. Return False if it began before."""
        with self.transaction():
            return bool(
                self.run(
                    "INSERT INTO sittings (exam_id, person, attempt, began) VALUES (?, ?, ?, ?) "
                    "ON CONFLICT (exam_id, person, attempt) DO NOTHING RETURNING person",
                    sitting.exam,
                    sitting.person,
                    sitting.attempt,
                    sitting.began,
                )
            )

    def sittings(self, exam: str, person: str = "") -> list[StoredSitting]:
        """Return the sittings of an exam, or only those of a person, in the order in which they began."""
        found = self.read(
            _SITTING,
            "SELECT exam_id, person, attempt, began FROM sittings "
            "WHERE exam_id = ? AND (person = ? OR ? = '') ORDER BY began, person, attempt",
            exam,
            person,
            person,
        )
        return [StoredSitting(*row) for row in found]

    def sittings_of(self, person: str, since: int) -> list[StoredSitting]:
        """Return the sittings of any exam that a person began after a time, the latest first."""
        found = self.read(
            _SITTING,
            "SELECT exam_id, person, attempt, began FROM sittings "
            "WHERE person = ? AND began > ? ORDER BY began DESC, exam_id",
            person,
            since,
        )
        return [StoredSitting(*row) for row in found]

    def add_answer(self, exam: str, answer: StoredAnswer) -> bool:
        """Keep a new answer. Return False if that question was answered before."""
        with self.transaction():
            return bool(
                self.run(
                    "INSERT INTO exam_answers (exam_id, person, attempt, number, body) "
                    "VALUES (?, ?, ?, ?, ?) "
                    "ON CONFLICT (exam_id, person, attempt, number) DO NOTHING RETURNING person",
                    exam,
                    answer.person,
                    answer.attempt,
                    answer.number,
                    answer.body,
                )
            )

    def answers(self, exam: str, person: str = "", attempt: int = 0) -> list[StoredAnswer]:
        """Return the answers of an exam, or of a sitting if it is named, in order."""
        one = " AND person = ? AND attempt = ?" if person else ""
        found = self.read(
            _ANSWER,
            "SELECT person, attempt, number, body FROM exam_answers "  # noqa: S608 - the condition is ours
            f"WHERE exam_id = ?{one} ORDER BY person, attempt, number",
            exam,
            *((person, attempt) if person else ()),
        )
        return [StoredAnswer(*row) for row in found]

    def add_roster(self, roster: StoredRoster) -> bool:
        """Keep a new class. Return False if there is one of that id."""
        with self.transaction():
            return bool(
                self.run(
                    "INSERT INTO rosters (id, owner, made, body) VALUES (?, ?, ?, ?) "
                    "ON CONFLICT (id) DO NOTHING RETURNING id",
                    roster.roster,
                    roster.owner,
                    roster.made,
                    roster.body,
                )
            )

    def roster(self, roster: str) -> StoredRoster | None:
        """Return a class, or None if there is none of that id."""
        found = self.read(_ROSTER, "SELECT id, owner, made, body FROM rosters WHERE id = ?", roster)
        return StoredRoster(*found[0]) if found else None

    def rosters(self, owner: str) -> list[StoredRoster]:
        """Return the classes of a teacher, the latest first."""
        found = self.read(
            _ROSTER, "SELECT id, owner, made, body FROM rosters WHERE owner = ? ORDER BY made DESC, id", owner
        )
        return [StoredRoster(*row) for row in found]

    def change_roster(self, roster: str, body: str) -> None:
        """Replace the name and the students of a class."""
        with self.transaction():
            self.run("UPDATE rosters SET body = ? WHERE id = ?", body, roster)

    def remove_roster(self, roster: str) -> None:
        """Forget a class."""
        with self.transaction():
            self.run("DELETE FROM rosters WHERE id = ?", roster)
