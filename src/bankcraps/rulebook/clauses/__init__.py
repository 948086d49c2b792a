"""The clauses of each book's document: what each says in our words, and what it means for the program."""

import tomllib
from importlib import resources
from typing import Literal

import msgspec

from bankcraps.errors import RulebookError

__all__ = ["Clause", "clauses_of"]


class Clause(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One clause of a rule document.

    Attributes:
        id: the document's number for it, or our own short name if it has none.
        kind: a "rule" that the engine enforces, a "procedure" (an event that somebody performs), a "fact" for
            people to read, or "outside" the table.
        says: what the clause says, in our words.
        why: why the clause is outside the table.
        note: how we read a clause that is hard to read.
    """

    id: str
    kind: Literal["rule", "procedure", "fact", "outside"]
    says: str
    why: str = ""
    note: str = ""


msgspec.convert([], list[Clause])  # two threads that first convert to a type at once would crash msgspec


def clauses_of(book: str) -> tuple[Clause, ...]:
    """Return the clauses of one of our books, in the order of its document.

    Raises:
        RulebookError: if that book has no list of clauses.
    """
    file = resources.files("bankcraps.rulebook.clauses").joinpath(f"{book}.toml")
    if not file.is_file():
        message = f"there is no list of clauses for {book!r}"
        raise RulebookError(message)
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(msgspec.convert(data["clause"], list[Clause]))
