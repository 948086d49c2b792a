"""The exams of a house: made by teachers, sat by students, marked by the house.

`bankcraps.training.exam` says what an exam is and how it is marked. This module keeps exams in the store,
decides who may do what, and gives each sitting a seed that nobody learns before it is over. The time comes
from the caller, so an answer counts from the moment the house got it.

Nothing is kept in memory: a student whose page was loaded again, or who comes back through another process of
the house, goes on at the same question.
"""

import secrets
import string
from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Final

import msgspec
from msgspec.structs import astuple, replace

from bankcraps.errors import BankcrapsError
from bankcraps.game.dealing import Action, Answer, Correction
from bankcraps.game.engine.floor.players import NAME_RULE, is_word, near_name, written_name
from bankcraps.game.records.codec import decoder, encode
from bankcraps.game.rulebook import Rulebook, load_rulebook
from bankcraps.server.stores.database import UnknownError, read_text
from bankcraps.server.stores.exams import Exams, Made, StoredAnswer, StoredExam, StoredSitting
from bankcraps.support.structs import grouped
from bankcraps.training import exam as ex
from bankcraps.training.level import LONGEST_SAID, Exercise

_LONGEST_NAME: Final = 80
_MOST_IN_CLASS: Final = 200
_MOST_ROSTERS: Final = 200


class NoStudentError(BankcrapsError):
    """A class has a student whose name nobody can sign in with.

    Attributes:
        would_do: a name that would do; empty if none is known.
        in_place_of: the name that is refused.
    """

    def __init__(self, name: str) -> None:
        self.would_do: str = near_name(name)
        self.in_place_of: str = name
        instead = f": {self.would_do} would do" if self.would_do else ""
        super().__init__(f"{name[:40]!r} is no name that somebody can sign in with; {NAME_RULE}{instead}")


class NewRoster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A class, as a teacher writes it down, and as it is kept: its name, and the names of its students."""

    name: str
    students: tuple[str, ...] = ()

    def checked(self) -> "NewRoster":
        """Return the class with tidy names, each student once, in alphabetical order.

        Raises:
            BankcrapsError: if a name is not possible, or there are too many.
        """
        name = " ".join(self.name.split())
        if not 1 <= len(name) <= _LONGEST_NAME or not name.isprintable():
            says = f"the name of a class has 1 to {_LONGEST_NAME} letters, such as Monday evening"
            raise BankcrapsError(says)
        for one in self.students:
            if one.strip() and not is_word(written_name(one)):
                raise NoStudentError(one.strip())
        students = {one.casefold(): one for one in map(written_name, self.students) if one}
        if len(students) > _MOST_IN_CLASS:
            raise BankcrapsError(f"a class has at most {_MOST_IN_CLASS} students, not {len(students)}")
        return NewRoster(name, tuple(students[folded] for folded in sorted(students)))


class Roster(msgspec.Struct, frozen=True):
    """A class: its id, its teacher, its name and its students."""

    roster: str
    teacher: str
    name: str
    students: tuple[str, ...]

    def has(self, person: str) -> bool:
        """Whether somebody is a student of the class."""
        return person.casefold() in map(str.casefold, self.students)


_decode: Final = decoder(NewRoster)


_LETTERS: Final = string.ascii_lowercase + string.digits
_ID_LENGTH: Final = 10
_MOST_STUDENTS: Final = 500
_MOST_EXAMS: Final = 1000


class ExamRefusedError(BankcrapsError):
    """A person may not do that with an exam."""


class LateAnswerError(BankcrapsError):
    """An answer came after the time was over. It does not count."""


class Terms(msgspec.Struct, frozen=True):
    """The terms of an exam, as they are kept.

    Attributes:
        plan: the exam.
        closed: whether nobody begins it any more.
        roster: the class that writes it; empty for everybody with the link.
    """

    plan: ex.ExamPlan
    closed: bool = False
    roster: str = ""


class Exam(StoredExam, frozen=True, dict=True):
    """An exam of the house, with its terms as they are read when they are first needed."""

    @cached_property
    def terms(self) -> Terms:
        return read_text(_decode_terms, self.body, f"the exam {self.id}")

    @property
    def plan(self) -> ex.ExamPlan:
        return self.terms.plan

    def seed(self, person: str, attempt: int) -> int:
        """Return the seed of a sitting. A student may know it when the sitting is over."""
        return ex.seed_of(self.secret, self.plan, person, attempt)


class ExamQuestion(msgspec.Struct, frozen=True):
    """The question that a student answers now: the house, the exercise, and its place in the exam."""

    book: Rulebook
    exercise: Exercise
    place: ex.Place


class BeginSitting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to begin a sitting, or to go on with it: the student's how many-th it is, from 1."""

    attempt: int


class GiveAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"pay": "pay_cents"}):
    """An answer.

    Attributes:
        attempt: the sitting.
        number: the question, from 0. An answer that was sent before may be sent again.
        action: the student's action on the wager.
        pay: the pay beyond the stake, in cents.
        said: the answer to a question that is answered in words.
    """

    attempt: int
    number: int
    action: Action
    pay: int = 0
    said: Annotated[str, msgspec.Meta(max_length=LONGEST_SAID)] = ""


class MarkedAnswer(msgspec.Struct, frozen=True):
    """An answer, its question, what is right, and how long it took."""

    question: ExamQuestion
    answer: ex.ExamAnswer
    correction: Correction
    seconds: float


class ExamLine(msgspec.Struct, frozen=True):
    """A sitting on the teacher's board.

    Attributes:
        person, attempt: whose it is, and which.
        began, last: when it began, and when the last answer came, in milliseconds since 1970.
        tally: the marks so far.
    """

    person: str
    attempt: int
    began: int
    last: int
    tally: ex.Tally


_decode_terms: Final = decoder(Terms)
_decode_answer: Final = decoder(ex.ExamAnswer)


class Examinations:
    """The exams in a store, and the classes that write them."""

    def __init__(self, exams: Exams) -> None:
        """Keep exams in a store."""
        self._exams = exams

    # Classes.

    def make_class(self, owner: str, wanted: NewRoster, now: int) -> Roster:
        """Make a class.

        Raises:
            BankcrapsError: if it is not possible.
        """
        tidy = wanted.checked()
        if len(self._exams.rosters.of(owner)) >= _MOST_ROSTERS:
            raise BankcrapsError(f"a teacher has at most {_MOST_ROSTERS} classes")
        made = Made(_new_id(), owner, now, encode(tidy).decode())
        if not self._exams.rosters.add(made):
            raise BankcrapsError("another class got the same id just now: make it once more")
        return _roster(made)

    def classes(self, owner: str) -> list[Roster]:
        """Return the classes of a teacher, the latest first."""
        return [_roster(one) for one in self._exams.rosters.of(owner)]

    def own_class(self, owner: str, roster: str) -> Roster:
        """Return a class of a teacher.

        Raises:
            UnknownError: if they have none of that id.
        """
        found = self._exams.rosters.get(roster)
        if found is None or found.owner != owner:
            raise UnknownError(f"you have no class {roster[:40]!r}")
        return _roster(found)

    def change_class(self, owner: str, roster: str, wanted: NewRoster) -> Roster:
        """Replace the name and the students of a class. It counts at once, also for its exams.

        Raises:
            BankcrapsError: if it is not possible, or the teacher has no such class.
        """
        own = self.own_class(owner, roster)
        self._exams.rosters.change(own.roster, encode(wanted.checked()).decode())
        return self.own_class(owner, roster)

    def remove_class(self, owner: str, roster: str) -> None:
        """Forget a class. Its exams stay, and nobody begins them any more.

        Raises:
            UnknownError: if the teacher has no such class.
        """
        self._exams.rosters.remove(self.own_class(owner, roster).roster)

    # Teachers.

    def make(self, owner: str, plan: ex.ExamPlan, now: int, roster: str = "") -> Exam:
        """Make an exam, for a class of the teacher or for everybody with the link.

        Raises:
            BankcrapsError: if it is not possible.
        """
        terms = Terms(plan.checked(), roster=self.own_class(owner, roster).roster if roster else "")
        if len(self._exams.exams.of(owner)) >= _MOST_EXAMS:
            raise ExamRefusedError(f"a teacher has at most {_MOST_EXAMS} exams")
        made = Exam(_new_id(), owner, now, encode(terms).decode(), secrets.token_hex(16))
        if not self._exams.exams.add(made):
            raise BankcrapsError("another exam got the same link just now: make it once more")
        return made

    def made_by(self, owner: str) -> list[Exam]:
        """Return the exams of a teacher, the latest first."""
        return [Exam(*astuple(one)) for one in self._exams.exams.of(owner)]

    def exam(self, exam: str) -> Exam:
        """Return an exam.

        Raises:
            UnknownError: if there is none of that id.
        """
        found = self._exams.exams.get(exam)
        if found is None:
            raise UnknownError(f"there is no exam {exam[:40]!r}: ask your teacher for the link")
        return Exam(*astuple(found))

    def close(self, exam: Exam) -> None:
        """Let nobody begin an exam any more. Students who have begun go on."""
        self._exams.exams.change(exam.id, encode(replace(exam.terms, closed=True)).decode())

    def roster(self, exam: Exam) -> Roster | None:
        """Return the class that writes an exam; None if everybody with the link may."""
        found = self._exams.rosters.get(exam.terms.roster) if exam.terms.roster else None
        return found and _roster(found)

    def board(self, exam: Exam, now: int) -> list[ExamLine]:
        """Return every sitting of an exam, as it stands."""
        answers = grouped(((one.person, one.attempt), one) for one in self._exams.answers(exam.id))
        lines: list[ExamLine] = []
        for one in self._exams.sittings(exam.id):
            sitting = _sitting(one, answers.get((one.person, one.attempt), []))
            sums = ex.tally(exam.plan, sitting, now)
            lines.append(ExamLine(one.person, one.attempt, one.began, _last(sitting), sums))
        return lines

    # Students.

    def of(self, exam: Exam, person: str) -> list[ex.Sitting]:
        """Return the sittings of a student, the first one first."""
        return [self._read(one) for one in self._exams.sittings(exam.id, person)]

    def under_way(self, person: str, now: int) -> list[tuple[Exam, ex.Sitting]]:
        """Return the sittings of a student that are not over, of any exam, the latest first."""
        begun = self._exams.sittings_of(person, now - ex.LONGEST_MS)
        found = ((self.exam(one.exam), self._read(one)) for one in begun)
        return [(exam, sitting) for exam, sitting in found if not sitting.over(exam.plan, now)]

    def _read(self, begun: StoredSitting) -> ex.Sitting:
        return _sitting(begun, self._exams.answers(begun.exam, begun.person, begun.attempt))

    def refuses(self, exam: Exam, person: str, before: Sequence[ex.Sitting]) -> str:
        """Say why a student cannot begin another sitting, or return an empty text."""
        if exam.terms.closed:
            return f"{exam.owner} has closed this exam: nobody begins it any more"
        roster = self.roster(exam)
        if exam.terms.roster and (roster is None or not roster.has(person)):
            of = f"the class {roster.name}" if roster else "a class that is no more"
            return f"this exam is for {of}, and {person} is not on its list: ask {exam.owner}"
        if len(before) >= exam.plan.sittings:
            often = "once" if exam.plan.sittings == 1 else f"{exam.plan.sittings} times"
            return f"this exam can be written {often}, and you have done that"
        others = {one.person for one in self._exams.sittings(exam.id)} - {person}
        full = len(others) >= _MOST_STUDENTS
        return f"{_MOST_STUDENTS} students write this exam: it is full" if full else ""

    def begin(self, exam: Exam, person: str, attempt: int, now: int) -> ex.Sitting:
        """Begin a sitting of a student, or return it as it is if it has begun.

        While a sitting is not over, no other one begins.

        Args:
            exam: the exam.
            person: the student.
            attempt: the student's how many-th sitting it is. A page that asks again names the same one, so it
                never begins another one by mistake.
            now: the time.

        Raises:
            ExamRefusedError: if they may not begin it.
        """
        before = self.of(exam, person)
        if 1 <= attempt <= len(before):
            return before[attempt - 1]
        if before and not before[-1].over(exam.plan, now):
            return before[-1]
        refused = self.refuses(exam, person, before)
        if refused:
            raise ExamRefusedError(refused)
        # If two requests begin the same sitting, the second one adds nothing and finds the first one's.
        self._exams.add_sitting(StoredSitting(exam.id, person, len(before) + 1, now))
        return self.sitting(exam, person, len(before) + 1)

    def sitting(self, exam: Exam, person: str, attempt: int) -> ex.Sitting:
        """Return a sitting of a student.

        Raises:
            UnknownError: if they have not begun it.
        """
        found = next((one for one in self.of(exam, person) if one.attempt == attempt), None)
        if found is None:
            raise UnknownError(f"{person[:40]} has not begun sitting {attempt} of this exam")
        return found

    def question(self, exam: Exam, person: str, sitting: ex.Sitting) -> ExamQuestion:
        """Return the next question of a sitting that is not over."""
        book, seed = load_rulebook(exam.plan.rules), exam.seed(person, sitting.attempt)
        return self._at(exam, book, seed, ex.next_place(book, exam.plan, seed, sitting))

    def answer(self, exam: Exam, person: str, given: GiveAnswer, at: int) -> ex.Sitting:
        """Mark an answer and keep it. An answer to a question that was answered before changes nothing.

        Args:
            exam: the exam.
            person: the student.
            given: the answer.
            at: when the house got it.

        Raises:
            BankcrapsError: if the words of the answer cannot be read. It does not count, and another one may.
            LateAnswerError: if the time was over.
            ExamRefusedError: if another question comes first.
        """
        number, sitting = given.number, self.sitting(exam, person, given.attempt)
        if number < len(sitting.answers):  # its answer was lost on the way, and the page asks again
            return sitting
        if len(sitting.answers) >= exam.plan.questions:
            raise ExamRefusedError("you have answered every question of this exam")
        if sitting.over(exam.plan, at):
            raise LateAnswerError("the time was over before this answer came, so it does not count")
        if number > len(sitting.answers):
            raise ExamRefusedError(f"question {len(sitting.answers) + 1} comes before question {number + 1}")
        asked = self.question(exam, person, sitting)
        at_question, said = asked.place.question, Answer(given.action, given.pay, given.said)
        right, _ = ex.marked(asked.book, asked.exercise, at_question, said)
        kept = ex.ExamAnswer(
            place=asked.place,
            family=asked.exercise.questions[at_question].family,
            action=given.action,
            pay=given.pay if given.action == "pay" else 0,
            right=right,
            at=max(at, _last(sitting)),
            said=given.said if given.action == "say" else "",
        )
        self._exams.add_answer(exam.id, StoredAnswer(person, given.attempt, number, encode(kept).decode()))
        return self.sitting(exam, person, given.attempt)

    def tells(self, exam: Exam, person: str, sitting: ex.Sitting, now: int) -> bool:
        """Whether the house says what is right in a sitting of a student that is over.

        Where questions are the same for everybody, it waits until nobody writes them, or the exam is closed.
        """
        plan = exam.plan
        if exam.terms.closed or not plan.same:
            return True
        others = (one for one in self._exams.sittings(exam.id) if one.person != person)
        same = (one for one in others if one.attempt == sitting.attempt)
        return all(_sitting(one, ()).over(plan, now) or self._read(one).over(plan, now) for one in same)

    def answers(self, exam: Exam, person: str, sitting: ex.Sitting) -> list[MarkedAnswer]:
        """Return every answer of a sitting with its question and what is right."""
        book, seed = load_rulebook(exam.plan.rules), exam.seed(person, sitting.attempt)
        found: list[MarkedAnswer] = []
        for number, one in enumerate(sitting.answers):
            asked = self._at(exam, book, seed, one.place)
            right = ex.correction(book, asked.exercise, one.place.question)
            found.append(MarkedAnswer(asked, one, right, sitting.seconds(number)))
        return found

    def _at(self, exam: Exam, book: Rulebook, seed: int, place: ex.Place) -> ExamQuestion:
        return ExamQuestion(book, ex.at_place(book, exam.plan, seed, place), place)


def _new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def _roster(stored: Made) -> Roster:
    kept = read_text(_decode, stored.body, f"the class {stored.id}")
    return Roster(stored.id, stored.owner, kept.name, kept.students)


def _sitting(stored: StoredSitting, answers: Sequence[StoredAnswer]) -> ex.Sitting:
    what = f"an answer of {stored.person}"
    read = tuple(read_text(_decode_answer, one.body, what) for one in answers)
    return ex.Sitting(stored.attempt, stored.began, read)


def _last(sitting: ex.Sitting) -> int:
    """Return when the last answer came; without one, when the sitting began."""
    return sitting.answers[-1].at if sitting.answers else sitting.began
