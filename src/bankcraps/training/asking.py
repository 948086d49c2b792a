"""The exercises of a drill, of every kind of question, and the marks."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from bankcraps.errors import BankcrapsError
from bankcraps.game.dealing import Answer, Correction
from bankcraps.game.rulebook import Rulebook
from bankcraps.training.bettors import Draws
from bankcraps.training.level import Asks, Level
from bankcraps.training.question import Exercise, Question
from bankcraps.training.questions.calls import calling, settling
from bankcraps.training.questions.chips import cutting
from bankcraps.training.questions.keys import knowing
from bankcraps.training.questions.order import ordering

__all__ = ["LARGEST_SEED", "correction", "exercise", "marked", "question"]

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


def _settle(book: Rulebook, level: Level, seed: int, index: int) -> Exercise:
    made = settling(book, level, Draws(seed, index))
    return Exercise(made.state, made.throw, made.throws, made.questions, made.others)


_MAKERS: Final[Mapping[Asks, Callable[[Rulebook, Level, int, int], Exercise]]] = {
    "settle": _settle,
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
    return asked.right(book, answer), asked.correction(book)
