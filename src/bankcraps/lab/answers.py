"""Answers to questions to the lab: what the command of the same name prints with `--json`.

Wagers, houses and hands are worked out in fractions, on plain Python. What is asked about betting systems
stands on arrays: `system_answers` is imported when the first such question comes.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from bankcraps.errors import BankcrapsError
from bankcraps.game.rulebook import BOOKS
from bankcraps.house_edge.house_comparison import compare_houses
from bankcraps.house_edge.layout_cost import layout_cost
from bankcraps.house_edge.odds import odds
from bankcraps.house_edge.shooter_hand import hand
from bankcraps.lab.kinds import EVERY_SESSION
from bankcraps.lab.questions import SYSTEMS_NEED, Answer, LabQuestion, Result, Watcher, arguments
from bankcraps.support.extras import MissingExtraError, missing
from bankcraps.support.tabular import parquet_of

if TYPE_CHECKING:
    from bankcraps.analysis.question import Question


def answer(question: LabQuestion, watcher: Watcher) -> Result:
    """Answer a question: what the command of its kind prints with `--json`.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason. `MissingExtraError` if a package
            that the answer needs is not installed.
    """
    return _find(question, watcher).told()


def parquet(question: LabQuestion, watcher: Watcher, most: int) -> bytes:
    """Answer a question with a Parquet file: the rows of its result, or every session of a simulation.

    Args:
        question: of a kind that has rows.
        watcher: hears how the answer comes along.
        most: the most bytes.

    Raises:
        BankcrapsError: for a question that has no answer, or one that would be larger, with the reason.
    """
    if question.kind == EVERY_SESSION:
        from bankcraps.lab.system_answers import every_session  # noqa: PLC0415 - as below

        return every_session(arguments(question), watcher, most)
    rows = _find(question, watcher).rows
    if rows is None:
        raise BankcrapsError(f"the answer to {question.kind} has no rows for Parquet")
    return parquet_of(rows.to_arrow())


def _find(question: LabQuestion, watcher: Watcher) -> Answer:
    asked = arguments(question)
    if is_of_wagers(question.kind):
        return _OF_WAGERS[question.kind](asked)
    from bankcraps.lab.system_answers import OF_SYSTEMS  # noqa: PLC0415 - it loads slowly, or is not installed

    return OF_SYSTEMS[question.kind](asked, watcher)


def missing_for(kind: str) -> MissingExtraError | None:
    """Return why this installation has no answers to a kind of question, or None if it has them."""
    return None if is_of_wagers(kind) else missing(*SYSTEMS_NEED)


def is_of_wagers(kind: str) -> bool:
    """Whether a kind of question is about wagers and hands alone, and needs no arrays."""
    return kind in _OF_WAGERS


def read_session(question: LabQuestion) -> "Question":
    """Read the house, the system and the plan of a session, solved or simulated.

    Raises:
        BankcrapsError: with what is wrong.
    """
    from bankcraps.lab.system_answers import question_of  # noqa: PLC0415 - as above

    return question_of(arguments(question))


def _odds(asked: Result) -> Answer:
    if "amount" not in asked:
        del asked["limits"], asked["chip"]
    return Answer.of(odds(asked.pop("house"), **asked))


_OF_WAGERS: Final[Mapping[str, Callable[[Result], Answer]]] = {
    "odds": _odds,
    "layout": lambda asked: Answer.of(layout_cost(asked.pop("house"), asked.pop("layout"), **asked)),
    "houses": lambda asked: Answer.of(compare_houses(list(BOOKS), asked.get("wager"))),
    "hand": lambda asked: Answer.of(hand(asked["house"]), at_least=asked.get("at_least")),
}
