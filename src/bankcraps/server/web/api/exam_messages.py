"""Messages about exams, from the house and to it."""

from typing import Literal

import msgspec

from bankcraps.game.dealing import Action, Correction
from bankcraps.server.web.api.drill import DrillAsks, DrillExercise
from bankcraps.training import Asks
from bankcraps.training.exam import Tally

__all__ = [
    "ExamCard",
    "ExamMade",
    "ExamResult",
    "ExamUnderWay",
    "NewExam",
    "OwnSitting",
    "ResultLine",
    "SittingNow",
]


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
    asks: list[DrillAsks]
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
    exercise: DrillExercise | None = None


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
