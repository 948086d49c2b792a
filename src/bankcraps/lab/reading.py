"""The parts of a question as the lab's functions take them, its answer, and who hears how that goes on."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol

from bankcraps.game.rulebook import read_rulebook
from bankcraps.lab.questions import LabQuestion
from bankcraps.strategies.library import system
from bankcraps.strategies.policy import Policy
from bankcraps.support.tabular import Tabular

__all__ = ["SYSTEMS_NEED", "Answer", "Result", "Watcher", "arguments", "read_system"]

Result = dict[str, Any]

SYSTEMS_NEED: Final = ("numpy", "scipy", "numba")
"""Packages that answers about betting systems need, and an installation without the extra `lab` lacks."""


class Answer(NamedTuple):
    """An answer in the forms in which people take it along.

    Attributes:
        told: makes what the command of its kind prints with `--json`.
        rows: the same as a table; None for an answer that is none.
    """

    told: Callable[[], Result]
    rows: Tabular | None


class Watcher(Protocol):
    """Hears how an answer comes along."""

    def progress(self, done: int, of: int) -> None:
        """Progress: the sessions played so far, and all of them."""
        ...

    def so_far(self, make: Callable[[], Result]) -> None:
        """An answer of what is finished can be made."""
        ...

    def note(self, said: str) -> None:
        """A remark for the time of waiting."""
        ...


def arguments(question: LabQuestion) -> Result:
    """Return the arguments of the lab's functions. A user's own book is read as strictly as a file."""
    asked: Result = question.arguments()
    if "book" in asked:
        asked["house"] = read_rulebook(asked.pop("book"), "book")
    return asked


def read_system(said: object) -> Policy:
    """Read a system by its name or its text. No file is read for somebody who asks over a network.

    Raises:
        BankcrapsError: with what is wrong; a `SystemTextError` names the place.
    """
    return system(str(said), files_too=False)
