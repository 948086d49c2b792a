"""Answers to questions to the lab: what the command of the same name prints with `--json`.

Wagers, houses and hands are worked out in fractions, on plain Python. What is asked about betting systems
stands on arrays: `system_answers` is imported when the first such question comes.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from bankcraps.extras import MissingExtraError, missing
from bankcraps.house_edge.house_comparison import compare_houses
from bankcraps.house_edge.layout_cost import layout_cost
from bankcraps.house_edge.odds import odds
from bankcraps.house_edge.shooter_hand import hand
from bankcraps.lab.questions import LabQuestion
from bankcraps.lab.reading import Result, Watcher, arguments, read_system
from bankcraps.rulebook import BOOKS

if TYPE_CHECKING:
    from bankcraps.question import Question

__all__ = ["SYSTEMS_NEED", "Watcher", "answer", "missing_for", "read_session", "read_system"]

SYSTEMS_NEED: Final = ("numpy", "scipy", "numba")
"""Packages that answers about betting systems need, and an installation without the extra `lab` lacks."""


def answer(question: LabQuestion, watcher: Watcher) -> Result:
    """Answer a question: what the command of its kind prints with `--json`.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason. `MissingExtraError` if a package
            that the answer needs is not installed.
    """
    asked = arguments(question)
    if question.kind in _OF_WAGERS:
        return _OF_WAGERS[question.kind](asked)
    from bankcraps.lab.system_answers import OF_SYSTEMS  # noqa: PLC0415 - it loads slowly, or is not installed

    return OF_SYSTEMS[question.kind](asked, watcher)


def missing_for(kind: str) -> MissingExtraError | None:
    """Return why this installation has no answers to a kind of question, or None if it has them."""
    return None if kind in _OF_WAGERS else missing(*SYSTEMS_NEED)


def read_session(question: LabQuestion) -> "Question":
    """Read the house, the system and the plan of a session, solved or simulated.

    Raises:
        BankcrapsError: with what is wrong.
    """
    from bankcraps.lab.system_answers import question_of  # noqa: PLC0415 - as above

    return question_of(arguments(question))


def _odds(asked: Result) -> Result:
    if "amount" not in asked:
        del asked["limits"], asked["chip"]
    return odds(asked.pop("house"), **asked).to_dict()


def _layout(asked: Result) -> Result:
    return layout_cost(asked.pop("house"), asked.pop("layout"), **asked).to_dict()


def _houses(asked: Result) -> Result:
    return compare_houses(list(BOOKS), asked.get("wager")).to_dict()


def _hand(asked: Result) -> Result:
    return hand(asked["house"]).to_dict()


_OF_WAGERS: Final[Mapping[str, Callable[[Result], Result]]] = {
    "odds": _odds,
    "layout": _layout,
    "houses": _houses,
    "hand": _hand,
}
