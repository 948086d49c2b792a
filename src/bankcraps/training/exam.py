"""The exercises of a drill, and an exam: so many questions in a fixed time, and what the answers come to.

Nothing here keeps anything or knows the time: a sitting is a value, and whoever asks says what time it is.
Times are in milliseconds since 1970.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.dealing import FAMILIES, Action, Answer, Correction, WagerToSettle
from bankcraps.game.rulebook import Rulebook, load_rulebook
from bankcraps.training.level import ASKS, Asks, Draws, Exercise, Level, Question
from bankcraps.training.questions.calls import calling, settling
from bankcraps.training.questions.chips import cutting
from bankcraps.training.questions.keys import knowing
from bankcraps.training.questions.order import ordering

LARGEST_SEED: Final = 2**53 - 1
"""The largest seed and exercise number: a whole number that JavaScript holds exactly."""


def exercise(book: Rulebook, level: Level, seed: int, index: int) -> Exercise:
    """Make an exercise. The same arguments give the same exercise.

    Args:
        book: the house.
        level: the kind of question, the wagers, the amounts, and the number of players.
        seed: the seed of all exercises of a drill, from 0 to `LARGEST_SEED`.
        index: which of them, from 0.

    Raises:
        BankcrapsError: if the level is not possible at this house, or a number is out of range.
    """
    for what, number in (("the seed", seed), ("the number of an exercise", index)):
        if not 0 <= number <= LARGEST_SEED:
            raise BankcrapsError(f"{what} is from 0 to {LARGEST_SEED}, not {number}")
    made = _made(book, level, seed, index)
    if isinstance(made, str):
        raise BankcrapsError(made)
    return made


@lru_cache(maxsize=256)
def _made(book: Rulebook, level: Level, seed: int, index: int) -> Exercise | str:
    """Return an exercise, or why there is none: to find that out takes longer than to make one."""
    try:
        return _MAKERS[level.asked(index)](book, level, seed, index)
    except BankcrapsError as error:
        return str(error)


_MAKERS: Final[Mapping[Asks, Callable[[Rulebook, Level, int, int], Exercise]]] = {
    "settle": lambda book, level, seed, index: settling(book, level, Draws(seed, index)),
    "order": ordering,
    "keys": knowing,
    "chips": cutting,
    "calls": calling,
}
"""The makers of exercises by kind. Each takes the house, the level, the seed and the number."""


def question(exercise: Exercise, number: int) -> Question:
    """Return a question of an exercise, from 0.

    Raises:
        BankcrapsError: if the exercise has no such question.
    """
    if not 0 <= number < len(exercise.questions):
        last = len(exercise.questions) - 1
        raise BankcrapsError(f"the questions of this exercise are from 0 to {last}, not {number}")
    return exercise.questions[number]


def correction(book: Rulebook, exercise: Exercise, number: int) -> Correction:
    """Say what is right for a question of an exercise.

    Args:
        book: the house of the exercise.
        exercise: the exercise.
        number: which of its questions, from 0.

    Raises:
        BankcrapsError: if the exercise has no such question.
    """
    return question(exercise, number).correction(book)


def marked(book: Rulebook, exercise: Exercise, number: int, answer: Answer) -> tuple[bool, Correction]:
    """Mark an answer by the engine: whether it is right, and what is.

    Raises:
        BankcrapsError: if the exercise has no such question, or the words of an answer cannot be read.
    """
    asked = question(exercise, number)
    fits = answer.action == "say" or isinstance(asked, WagerToSettle)
    return fits and asked.right(book, answer), asked.correction(book)


MOST_QUESTIONS: Final = 200
MOST_MINUTES: Final = 240
MOST_SITTINGS: Final = 100
_MOST_SLOW_S: Final = 600
_LONGEST_NAME: Final = 80
_MINUTE_MS: Final = 60_000

LONGEST_MS: Final = MOST_MINUTES * _MINUTE_MS
"""The time of the longest exam, in milliseconds."""


class ExamPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of an exam.

    Attributes:
        name: its name.
        rules: the house, with the options that differ from the default: `classic:bar=2`.
        level: the kind of question, the wagers, the amounts, and the number of players.
        questions: the number of questions.
        minutes: the time for all of them, from the first question on.
        slow_s: the seconds after which an answer counts as slow; 0 if none does. A slow answer may be right.
        pass_percent: the share of right answers that is needed to pass.
        sittings: the number of times that a student may sit the exam.
        same: whether everybody gets the same questions. A second sitting always has others.
    """

    name: str
    rules: str
    level: Level
    questions: int = 20
    minutes: int = 15
    slow_s: int = 20
    pass_percent: int = 80
    sittings: int = 1
    same: bool = True

    @property
    def length_ms(self) -> int:
        """The time for the whole exam, in milliseconds."""
        return self.minutes * _MINUTE_MS

    def checked(self) -> "ExamPlan":
        """Return the plan with a tidy name, and a level that names everything once.

        Raises:
            BankcrapsError: if the exam is not possible.
        """
        name = " ".join(self.name.split())
        if not 1 <= len(name) <= _LONGEST_NAME or not name.isprintable():
            raise BankcrapsError(
                f"the name of an exam has 1 to {_LONGEST_NAME} letters, such as Odds, week 2"
            )
        for what, number, least, most in (
            ("an exam has {} questions", self.questions, 1, MOST_QUESTIONS),
            ("an exam takes {} minutes", self.minutes, 1, MOST_MINUTES),
            ("an answer is slow after {} seconds, or never with 0", self.slow_s, 0, _MOST_SLOW_S),
            ("{} percent of the answers are needed to pass", self.pass_percent, 1, 100),
            ("a student may sit an exam {} times", self.sittings, 1, MOST_SITTINGS),
        ):
            if not least <= number <= most:
                raise BankcrapsError(f"{what.format(f'{least} to {most}')}; you wrote {number}")
        book, level = load_rulebook(self.rules), self.level.each_once()
        level.kinds(book)
        for index in range(max(1, len(level.asks))):  # whether this house can ask every kind of question
            exercise(book, level, 0, index)
        return msgspec.structs.replace(self, name=name, level=level)


class Place(msgspec.Struct, frozen=True):
    """The place of a question: the number of its exercise, and its own number there, both from 0."""

    exercise: int = 0
    question: int = 0


class ExamAnswer(msgspec.Struct, frozen=True, rename={"pay": "pay_cents"}):
    """An answer, as it is kept.

    Attributes:
        place: the question.
        family: the family of its wager, or the kind of question.
        action: the student's action on the wager.
        pay: the pay beyond the stake, in cents; 0 unless they pay.
        right: whether that is right.
        at: when the house got it.
        said: the answer to a question that is answered in words.
    """

    place: Place
    family: str
    action: Action
    pay: int
    right: bool
    at: int
    said: str = ""


class Sitting(msgspec.Struct, frozen=True):
    """An exam that a student sits, or has sat.

    Attributes:
        attempt: the student's how many-th sitting of this exam it is, from 1.
        began: when the student got the first question.
        answers: the answers that came in time, in order.
    """

    attempt: int
    began: int
    answers: tuple[ExamAnswer, ...] = ()

    def ends(self, plan: ExamPlan) -> int:
        """Return the first moment at which an answer is too late."""
        return self.began + plan.length_ms

    def over(self, plan: ExamPlan, now: int) -> bool:
        """Whether all questions are answered, or the time is over."""
        return len(self.answers) >= plan.questions or now >= self.ends(plan)

    def seconds(self, number: int) -> float:
        """Return how long an answer took: since the answer before it, or since the exam began."""
        before = self.answers[number - 1].at if number else self.began
        return (self.answers[number].at - before) / 1000


class FamilyTally(msgspec.Struct, frozen=True):
    """The answers about a family of wagers, or of another kind: how many, how many right, how many slow."""

    family: str
    asked: int
    right: int
    slow: int


class Tally(msgspec.Struct, frozen=True):
    """The result of a sitting, counted from its answers.

    Attributes:
        questions, answered: the number of questions in the exam, and of those answered in time.
        right, wrong: the answers.
        late: the questions that had no answer when the time was over.
        slow: the answers, right or wrong, that took longer than the exam wants.
        percent: the share of right answers among all questions, rounded down.
        seconds: the time that the answers took in all.
        over: whether the sitting is over.
        passed: whether it is over with the mark that is needed.
        families: the answers by family of wagers, in the order of `FAMILIES`, then by other kind of question.
    """

    questions: int
    answered: int
    right: int
    wrong: int
    late: int
    slow: int
    percent: int
    seconds: float
    over: bool
    passed: bool
    families: tuple[FamilyTally, ...]


def seed_of(secret: str, plan: ExamPlan, person: str, attempt: int) -> int:
    """Return the seed that decides the exercises of a sitting.

    Args:
        secret: the exam's secret, which nobody but the house knows.
        plan: the exam.
        person: the student.
        attempt: the number of the sitting.
    """
    whose = "" if plan.same else person.casefold()
    drawn = hashlib.sha256(f"bankcraps exam {secret} {attempt} {whose}".encode()).digest()
    return int.from_bytes(drawn[:8]) % (LARGEST_SEED + 1)


def at_place(book: Rulebook, plan: ExamPlan, seed: int, place: Place) -> Exercise:
    """Return the exercise of a question."""
    return exercise(book, plan.level, seed, place.exercise)


def next_place(book: Rulebook, plan: ExamPlan, seed: int, sitting: Sitting) -> Place:
    """Return the question that comes after the answers of a sitting.

    It is of the same exercise while that has more, unless the questions left are needed for the kinds
    still to come.
    """
    if not sitting.answers:
        return Place()
    last = sitting.answers[-1].place
    left = plan.questions - len(sitting.answers)
    to_come = len(plan.level.asks) - 1 - last.exercise  # exercises take the kinds in turn
    more = not 0 < left <= to_come and last.question + 1 < len(at_place(book, plan, seed, last).questions)
    return Place(last.exercise, last.question + 1) if more else Place(last.exercise + 1)


def tally(plan: ExamPlan, sitting: Sitting, now: int) -> Tally:
    """Add up the answers of a sitting, as it stands at a time."""
    answers, over = sitting.answers, sitting.over(plan, now)
    slow = [bool(plan.slow_s) and sitting.seconds(number) > plan.slow_s for number in range(len(answers))]
    right = sum(one.right for one in answers)
    percent = 100 * right // plan.questions
    ended = answers[-1].at if len(answers) >= plan.questions else min(now, sitting.ends(plan))
    return Tally(
        questions=plan.questions,
        answered=len(answers),
        right=right,
        wrong=len(answers) - right,
        late=plan.questions - len(answers) if over else 0,
        slow=sum(slow),
        percent=percent,
        seconds=(ended - sitting.began) / 1000,
        over=over,
        passed=over and 100 * right >= plan.pass_percent * plan.questions,
        families=_by_family(answers, slow),
    )


def _by_family(answers: tuple[ExamAnswer, ...], slow: list[bool]) -> tuple[FamilyTally, ...]:
    found: dict[str, list[int]] = {}
    for one, too_slow in zip(answers, slow, strict=True):
        sums = found.setdefault(one.family, [0, 0, 0])
        for at, more in enumerate((1, one.right, too_slow)):
            sums[at] += more
    return tuple(FamilyTally(name, *found[name]) for name in (*FAMILIES, *ASKS) if name in found)
