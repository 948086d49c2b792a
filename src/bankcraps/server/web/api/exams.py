"""Exams on the web: a teacher makes one and looks at the board, students sit it.

Requests name the sitting and the question, so a page that was loaded again or whose connection was lost asks
where it was, and sends its last answer once more if it does not know whether it came.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from typing import Literal
from weakref import WeakValueDictionary

import msgspec
from starlette.requests import Request

from bankcraps.game.dealing import FAMILIES, Action, Correction
from bankcraps.game.rulebook import load_rulebook
from bankcraps.server.exams import examinations
from bankcraps.server.exams.examinations import Exam, NewRoster, Roster
from bankcraps.server.stores.store import now_ms
from bankcraps.server.web.api import drill
from bankcraps.server.web.edge.endpoints import Endpoint, ForbiddenError
from bankcraps.server.web.edge.page import Invitation, invitation
from bankcraps.server.web.edge.sessions import Api, Desk
from bankcraps.support.structs import struct_of
from bankcraps.training import AMOUNTS, Asks, Level, offered
from bankcraps.training.exam import ExamPlan, Sitting, Tally, tally


class NewExam(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to make an exam.

    Attributes:
        name: its name.
        house: the house.
        options: choices of its options: NAME=CHOICE,NAME=CHOICE.
        asks, families, amounts, players: the level, as in the drill.
        questions: the number of questions.
        minutes: the time for all of them.
        slow_s: the seconds after which an answer counts as slow; 0 if none does.
        pass_percent: the share of right answers that is needed to pass.
        sittings: the number of times that a student may sit it.
        same: whether everybody gets the same questions.
        roster: the class that writes it; empty for everybody with the link.
    """

    name: str
    house: str
    options: str = ""
    families: tuple[str, ...] = ()
    amounts: Literal["even", "odd", "large"] = "even"
    players: int = 3
    questions: int = 20
    minutes: int = 15
    slow_s: int = 20
    pass_percent: int = 80
    sittings: int = 1
    same: bool = True
    roster: str = ""
    asks: tuple[Asks, ...] = ("settle",)


class ExamMade(msgspec.Struct, frozen=True):
    """An exam that was made: its id, which the link to it has."""

    exam: str


class OwnSitting(msgspec.Struct, frozen=True):
    """A sitting of the person who asks: its number, when it began, and what it comes to.

    What is right or wrong is said when the sitting is over.
    """

    attempt: int
    began: int
    over: bool
    answered: int
    tally: Tally | None = None


class ExamCard(msgspec.Struct, frozen=True, kw_only=True):
    """An exam, as its link shows it.

    Attributes:
        exam, name: its id and its name.
        teacher: the person who made it.
        made: when, in milliseconds since 1970.
        rules, title: the house, and what it is called.
        asks: the kinds of question.
        families: titles of the families of wagers.
        amounts: which amounts players bet, in words.
        questions, minutes, slow_s, pass_percent, sittings, same: the terms, as in `NewExam`.
        closed: whether nobody begins it any more.
        mine: whether the person who asks made it.
        own: their sittings.
        refused: the reason that they cannot begin another one, in a sentence; empty if they can.
        writing: the number of students who sit it now, or have sat it, for the teacher.
        roster: the name of the class that writes it; empty for everybody with the link.
        students: the students of the class, for the teacher.
    """

    exam: str
    name: str
    teacher: str
    made: int
    rules: str
    title: str
    asks: list[drill.DrillAsks]
    families: list[str]
    amounts: str
    questions: int
    minutes: int
    slow_s: int
    pass_percent: int
    sittings: int
    same: bool
    closed: bool
    mine: bool
    own: list[OwnSitting]
    refused: str
    writing: int = 0
    roster: str = ""
    students: tuple[str, ...] = ()


class ExamUnderWay(msgspec.Struct, frozen=True):
    """An exam that the person who asks has begun and whose time runs: its id, its name, and the time left."""

    exam: str
    name: str
    left_ms: int


class SittingNow(msgspec.Struct, frozen=True):
    """A sitting, and its question.

    Attributes:
        exam, attempt: which it is.
        number: the question, from 0.
        questions: their number.
        left_ms: the time left, in milliseconds.
        over: whether the sitting is over.
        late: the reason that the last answer did not count, in a sentence; empty if it did.
        rules: the house.
        exercise: the layout and the throw, with the one question; nothing if the sitting is over.
    """

    exam: str
    attempt: int
    number: int
    questions: int
    left_ms: int
    over: bool
    late: str
    rules: str
    exercise: drill.DrillExercise | None = None


class ResultLine(msgspec.Struct, frozen=True, rename={"pay": "pay_cents"}):
    """A question of a sitting that is over.

    Attributes:
        asks: the question; of a wager to settle, the player, the amount and the wager in the house's words.
        kind: the kind of question.
        items: the wagers that were put in order, in words, with the letters A, B and so on; or those that lay
            there when a bet was spoken.
        dice: the throw: `4-2`; empty without one.
        puck: the point before the throw, or 0.
        action, pay, said: the student's answer.
        right: whether it was right.
        slow: whether it took longer than the exam wants.
        seconds: the time that it took.
        correction: the right answer.
    """

    asks: str
    kind: Asks
    items: tuple[str, ...]
    dice: str
    puck: int
    action: Action
    pay: int
    said: str
    right: bool
    slow: bool
    seconds: float
    correction: Correction


class ExamResult(msgspec.Struct, frozen=True):
    """A sitting that is over.

    Attributes:
        card: the exam.
        person: the student.
        attempt: the student's how many-th sitting it is.
        began, ended: when, in milliseconds since 1970.
        seed: the seed of its exercises. The drill shows them again.
        tally: the marks of the answers.
        lines: every answer.
        told: whether the right answers are shown. If not, others still write the same questions, and there
            are no lines and no seed.
    """

    card: ExamCard
    person: str
    attempt: int
    began: int
    ended: int
    seed: int | None
    tally: Tally
    lines: list[ResultLine]
    told: bool


_Who = Callable[[Request], Awaitable[str]]


class ExamApi(Api):
    """Makes exams, asks their questions, and shows their results.

    A class sits behind one address, so its requests wait for each other, and are not refused because there
    are many. One person has one request under way at a time.
    """

    def __init__(self, desk: Desk) -> None:
        """Serve the exams of a house."""
        super().__init__(desk)
        self._exams = examinations.Examinations(desk.house.store.exams)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def endpoints(self) -> list[Endpoint]:
        """Return every address of exams and classes with its handler."""
        at, roster = "/api/exams/{exam}", "/api/classes/{roster}"
        teacher, student = partial(self._handler, self._desk.teacher), partial(self._handler, self._student)
        return [
            Endpoint("GET", "/api/classes", teacher(self.classes)),
            Endpoint("POST", "/api/classes", teacher(self.make_class), status=201),
            Endpoint("POST", roster, teacher(self.change_class)),
            Endpoint("DELETE", roster, teacher(self.remove_class)),
            Endpoint("GET", "/api/exams", teacher(self.mine)),
            Endpoint("POST", "/api/exams", teacher(self.make), status=201),
            Endpoint("GET", "/api/sittings", student(self.under_way)),
            Endpoint("GET", at, self._handler(self._desk.name, self.card)),
            Endpoint("DELETE", at, teacher(self.close)),
            Endpoint("GET", f"{at}/invitation", self.invitation),
            Endpoint("GET", f"{at}/board", teacher(self.board)),
            Endpoint("POST", f"{at}/sittings", student(self.begin)),
            Endpoint("POST", f"{at}/answers", student(self.give)),
            Endpoint("GET", f"{at}/sittings/{{attempt:int}}", student(self.result)),
        ]

    def _handler(self, who: _Who, work: Callable[..., object]) -> Callable[..., Awaitable[object]]:
        """Return a handler that works in a thread, with the name of the person who asks."""

        @wraps(work)
        async def handle(request: Request, *given: object) -> object:
            person = await who(request)
            async with self._turns.setdefault(person, asyncio.Lock()):
                return await self._desk.threads.work(work, request, person, *given)

        return handle

    # Classes. Nobody but their teacher sees them.

    def classes(self, _: Request, teacher: str) -> list[Roster]:
        """The classes of the teacher who asks, the latest first."""
        return self._exams.classes(teacher)

    def make_class(self, _: Request, teacher: str, wanted: NewRoster) -> Roster:
        """Make a class, as a teacher."""
        return self._exams.make_class(teacher, wanted, now_ms())

    def change_class(self, request: Request, teacher: str, wanted: NewRoster) -> Roster:
        """Give a class another name and other students. It counts at once, also for its exams."""
        return self._exams.change_class(teacher, request.path_params["roster"], wanted)

    def remove_class(self, request: Request, teacher: str) -> None:
        """Forget a class. Its exams stay, and nobody begins them any more."""
        self._exams.remove_class(teacher, request.path_params["roster"])

    # Teachers.

    def make(self, _: Request, teacher: str, asked: NewExam) -> ExamMade:
        """Make an exam, as a teacher."""
        book = drill.house_book(asked.house, asked.options)
        families = asked.families or tuple(offered(book))
        level = Level(families, asked.amounts, asked.players, asked.asks)
        plan = struct_of(ExamPlan, asked, rules=book.spec, level=level)
        return ExamMade(self._exams.make(teacher, plan, now_ms(), asked.roster).id)

    def mine(self, _: Request, teacher: str) -> list[ExamCard]:
        """The exams that a teacher made, the latest first."""
        return [self._card(exam, teacher) for exam in self._exams.made_by(teacher)]

    def close(self, request: Request, teacher: str) -> None:
        """Let nobody begin an exam any more. Students who have begun go on."""
        self._exams.close(self._own_exam(request, teacher))

    def board(self, request: Request, teacher: str) -> list[examinations.ExamLine]:
        """Every sitting of an exam as it stands, for its teacher."""
        return self._exams.board(self._own_exam(request, teacher), now_ms())

    async def invitation(self, request: Request) -> Invitation:
        """The link to an exam, and its QR code."""
        found = await asyncio.to_thread(self._exams.exam, request.path_params["exam"][:40])
        asked_at, at = request.app.state.public or str(request.base_url), self._desk.house.address
        return await self._desk.threads.work(invitation, f"/exams/{found.id}", asked_at, at)

    # Students.

    def card(self, request: Request, name: str) -> ExamCard:
        """An exam as its link shows it, with the asker's own sittings."""
        return self._card(self._exam(request), name)

    def under_way(self, _: Request, student: str) -> list[ExamUnderWay]:
        """The exams that one has begun and whose time runs: the way back to them."""
        now = now_ms()
        return [
            ExamUnderWay(exam.id, exam.plan.name, sitting.ends(exam.plan) - now)
            for exam, sitting in self._exams.under_way(student, now)
        ]

    def begin(self, request: Request, student: str, asked: examinations.BeginSitting) -> SittingNow:
        """Begin to sit an exam, or go on at the same question. The time runs from here."""
        exam = self._exam(request)
        try:
            begun = self._exams.begin(exam, student, asked.attempt, request.state.came)
        except examinations.ExamRefusedError as error:
            raise ForbiddenError(str(error)) from None
        return self._now(exam, student, begun)

    def give(self, request: Request, student: str, asked: examinations.GiveAnswer) -> SittingNow:
        """Answer a question, and get the next one. An answer counts from when the house got it."""
        exam = self._exam(request)
        try:
            after, late = self._exams.answer(exam, student, asked, request.state.came), ""
        except examinations.LateAnswerError as error:
            after, late = self._exams.sitting(exam, student, asked.attempt), str(error)
        return self._now(exam, student, after, late)

    def result(self, request: Request, name: str) -> ExamResult:
        """A sitting that is over, with every answer and what is right, unless others still write the same."""
        exam, whose = self._exam(request), request.query_params.get("person", "") or name
        if name not in {whose, exam.owner}:
            raise ForbiddenError(f"only {whose[:40]} and the teacher see this result")
        sitting, now = self._exams.sitting(exam, whose, request.path_params["attempt"]), now_ms()
        if not sitting.over(exam.plan, now):
            raise ForbiddenError("the result is shown when the exam is over")
        told = name == exam.owner or self._exams.tells(exam, whose, sitting, now)
        return self._result(exam, name, whose, sitting, told=told)

    # Views of exams.

    def _card(self, exam: Exam, name: str) -> ExamCard:
        plan, book, now = exam.plan, load_rulebook(exam.plan.rules), now_ms()
        own, roster = self._exams.of(exam, name) if name else [], self._exams.roster(exam)
        sat = self._desk.house.store.exams.sittings(exam.id) if exam.owner == name else ()
        return struct_of(
            ExamCard,
            plan,
            exam,
            exam=exam.id,
            teacher=exam.owner,
            title=book.title,
            asks=drill.asks_of(plan.level.asks),
            families=[FAMILIES[one][0] for one in plan.level.families],
            amounts=AMOUNTS[plan.level.amounts],
            closed=exam.terms.closed,
            mine=exam.owner == name,
            own=[_own(exam, one, now) for one in own],
            refused=self._exams.refuses(exam, name, own),
            writing=len({one.person for one in sat}),
            roster=roster.name if roster else "",
            students=roster.students if roster and exam.owner == name else (),
        )

    def _now(self, exam: Exam, name: str, sitting: Sitting, late: str = "") -> SittingNow:
        now, plan = now_ms(), exam.plan
        over = sitting.over(plan, now)
        exercise = None
        if not over:
            asked = self._exams.question(exam, name, sitting)
            whole = drill.shown(asked.book, asked.exercise)
            exercise = msgspec.structs.replace(whole, questions=[whole.questions[asked.place.question]])
        return struct_of(
            SittingNow,
            sitting,
            plan,
            exam=exam.id,
            number=len(sitting.answers),
            left_ms=max(0, sitting.ends(plan) - now),
            over=over,
            late=late,
            exercise=exercise,
        )

    def _result(self, exam: Exam, name: str, whose: str, sitting: Sitting, *, told: bool) -> ExamResult:
        answers = self._exams.answers(exam, whose, sitting) if told else ()
        sums = tally(exam.plan, sitting, now_ms())
        return struct_of(
            ExamResult,
            sitting,
            card=self._card(exam, name),
            person=whose,
            ended=sitting.began + round(sums.seconds * 1000),
            seed=exam.seed(whose, sitting.attempt) if told else None,
            tally=sums,
            lines=[_result_line(exam, one) for one in answers],
            told=told,
        )

    # The exam of a request, and the student who sends it.

    def _exam(self, request: Request) -> Exam:
        return self._exams.exam(request.path_params["exam"])

    def _own_exam(self, request: Request, teacher: str) -> Exam:
        exam = self._exam(request)
        if exam.owner != teacher:
            raise ForbiddenError(f"this is an exam of {exam.owner}, who alone sees its board")
        return exam

    async def _student(self, request: Request) -> str:
        session = await self._desk.signed_in(request)
        if session.person.bot or session.system:
            raise ForbiddenError("a bot of the house writes no exam")
        return session.person.name


def _own(exam: Exam, sitting: Sitting, now: int) -> OwnSitting:
    over = sitting.over(exam.plan, now)
    sums = tally(exam.plan, sitting, now) if over else None
    return OwnSitting(sitting.attempt, sitting.began, over, len(sitting.answers), sums)


def _result_line(exam: Exam, one: examinations.MarkedAnswer) -> ResultLine:
    made = one.question.exercise
    asked = drill.shown_question(one.question.book, made.questions[one.question.place.question])
    return struct_of(
        ResultLine,
        asked,
        one.answer,
        one,
        dice=f"{made.throw.a}-{made.throw.b}" if made.throw else "",
        puck=made.state.puck,
        slow=bool(exam.plan.slow_s) and one.seconds > exam.plan.slow_s,
    )
