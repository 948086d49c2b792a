"""A question to the lab in one form: read from an address, written as an address and as a command.

The edition says which program answers: another one may give other figures.
"""

import shlex
from collections.abc import Callable, Iterable
from functools import cache, partial
from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple, Protocol
from urllib.parse import urlencode

import msgspec

from bankcraps import __version__
from bankcraps.errors import BankcrapsError, did_you_mean, quoted
from bankcraps.game.rulebook import read_rulebook
from bankcraps.lab.kinds import CHART, EVERY_SESSION, KINDS, Field, Kind
from bankcraps.strategies.library import system
from bankcraps.strategies.plan import LENGTH_UNITS
from bankcraps.strategies.policy import Policy
from bankcraps.support.kept_files import source_hash
from bankcraps.support.results import JsonObject
from bankcraps.support.tabular import Tabular

BOOK_FILE: Final = "book.toml"
"""The file with the user's own book, for the command of a question."""

ROW_FILE: Final = "sessions.parquet"
"""The file that such a command writes every session to."""

Form = Literal["json", "parquet", "png"]
"""The forms of an answer: data, its rows, and a picture for the preview of a link."""

_MOST_VALUES: Final = 200
"""The most values in a query."""


class UnknownKindError(BankcrapsError):
    """There is no such kind of question."""


class LabQuestion(msgspec.Struct, frozen=True):
    """A question in one form, so that the same question is the same value.

    Attributes:
        kind: the name of its kind.
        values: each field that says something else than its default, with its value in one form, in the order
            of the kind.
        form: the form of the answer.
    """

    kind: str
    values: tuple[tuple[str, str], ...]
    form: Form = "json"

    @property
    def query(self) -> str:
        """The question as the query of an address."""
        return urlencode(self.values)

    @property
    def address(self) -> str:
        """The address of a house that answers it, without the house."""
        suffix = "" if self.form == "json" else f".{self.form}"
        return f"/api/lab/{self.kind}{suffix}?{self.query}"

    @property
    def command(self) -> str:
        """The command that answers the same question in a terminal; empty if there is none.

        A user's own book is in the file `BOOK_FILE` then.
        """
        command = _COMMANDS.get(self.kind, (self.kind,))
        if not command:
            return ""
        words = ["bankcraps", *command]
        for name, value in self.values:
            words += _spoken(self.kind, name, value)
        rows = self.form == "parquet" and self.kind == EVERY_SESSION
        return shlex.join([*words, *(("--parquet", ROW_FILE) if rows else ("--json",))])

    def arguments(self) -> dict[str, object]:
        """The question as arguments of the lab's functions; a field that may be repeated is a list."""
        return self.arguments_of(KINDS[self.kind])

    def arguments_of(self, kind: Kind) -> dict[str, object]:
        """The same, for a kind that may be none of `KINDS`."""
        found: dict[str, object] = {}
        for field in kind.fields:
            values = [field.form.value(value) for name, value in self.values if name == field.name]
            if not values and field.default is not None:
                values = [field.form.value(field.default)]
            if field.most > 1:
                found[field.argument] = values
            elif values:
                found[field.argument] = values[0]
        return found


_COMMANDS: Final[dict[str, tuple[str, ...]]] = {
    CHART: (),
    "houses": ("odds", "--compare"),
    "layout": (),
    "trajectories": (),
}
"""The commands with another name than their kind of question; no words if it has no command."""


def _spoken(kind: str, name: str, value: str) -> list[str]:
    """A value as words of a command."""
    if kind == "compare" and name == "strategy":
        return [value]
    if name == "book":
        return ["--rules", BOOK_FILE]
    option = f"--{name.replace('_', '-')}"
    if name == "extremes":
        return [option if value == "true" else "--no-extremes"]
    return [option] if value == "true" else [option, value]


def read_question(kind: str, given: Iterable[tuple[str, str]]) -> LabQuestion:
    """Read a question.

    Args:
        kind: the name of a kind.
        given: the fields with their values, in any order, as the query of an address has them.

    Raises:
        BankcrapsError: with what is wrong, and what would be right.
    """
    asks = KINDS.get(kind)
    if asks is None:
        raise UnknownKindError(f"there is no question {quoted(kind)}{did_you_mean(kind, KINDS)}")
    return read_fields(asks, given)


def read_fields(asks: Kind, given: Iterable[tuple[str, str]]) -> LabQuestion:
    """Read the fields of a kind.

    Raises:
        BankcrapsError: with what is wrong, and what would be right.
    """
    kind = asks.name
    values: dict[str, list[str]] = {}
    for number, (name, written) in enumerate(given):
        if number == _MOST_VALUES:
            raise BankcrapsError(f"a question has at most {_MOST_VALUES} values")
        values.setdefault(name, []).append(written)
    if unknown := next((name for name in values if asks.field(name) is None), None):
        known = ", ".join(one.name for one in asks.fields)
        raise BankcrapsError(f"{kind} has no field {quoted(unknown)}; it has {known}")
    if "rules" in values and "book" in values:
        raise BankcrapsError("book is the house itself, and rules names one: leave one of them out")
    found = [(one.name, value) for one in asks.fields for value in _read(one, values.get(one.name, []))]
    _require_length(asks, found)
    return LabQuestion(kind, tuple(_without_idle(asks, found)))


def _read(field: Field, written: list[str]) -> list[str]:
    """The values of a field in one form, without its default."""
    if not written and field.required:
        raise BankcrapsError(f"{field.name} is missing: {field.says[:1].lower()}{field.says[1:]}")
    if len(written) > field.most:
        often = "once" if field.most == 1 else f"at most {field.most} times"
        raise BankcrapsError(f"{field.name} is said {often}, not {len(written)} times")
    read = field.form.several([field.form.read(field.name, each) for each in written])
    return [] if read == [field.default] else read


def _require_length(kind: Kind, found: list[tuple[str, str]]) -> None:
    """A session needs a length: said here, so that the words are those of the address."""
    names = {name for name, _ in found}
    lengths = [one for one in (*LENGTH_UNITS, "until_settled") if kind.field(one)]
    if kind.needs_length and not names & {*lengths, "goal"}:
        said = ", ".join(lengths) + (" or goal" if kind.field("goal") else "")
        raise BankcrapsError(f"say how long the session is with one of {said}")


def _without_idle(kind: Kind, found: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The values that change something beside the others, so that equal questions have one form."""
    names = {name for name, _ in found}
    idle = {one.name for one in kind.fields if one.only_with and one.only_with not in names}
    if kind.needs_length and "goal" in names and names.isdisjoint(LENGTH_UNITS):
        idle.add("until_settled")  # a goal says so
    return [one for one in found if one[0] not in idle]


def key_of(question: LabQuestion, edition: str) -> str:
    """The name of an answer: a hash of the question and of the edition that answers it, then another form."""
    parts = edition, question.kind, question.query
    suffix = "" if question.form == "json" else f".{question.form}"
    return sha256("\0".join(parts).encode()).hexdigest()[:32] + suffix


@cache
def edition() -> str:
    """The edition, as 12 characters."""
    code = source_hash("bankcraps.lab.answers", "bankcraps.lab.system_answers")
    return sha256(f"{__version__} {code}".encode()).hexdigest()[:12]


# The parts of a question as the lab's functions take them, its answer, and who hears how that goes on.


Result = JsonObject

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

    @classmethod
    def of(cls, found: Any, **how: object) -> "Answer":  # noqa: ANN401 - a result that is a table
        """A result, written with such arguments of its `to_dict`."""
        return cls(partial(found.to_dict, **how), found)


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
