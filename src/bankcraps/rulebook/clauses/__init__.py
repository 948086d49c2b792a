"""The index of a document's clauses: what each says in our words, and what it is to software."""

import tomllib
from importlib import resources
from typing import Literal

import msgspec

from bankcraps.errors import RulebookError

__all__ = ["Clause", "clauses_of"]


class Clause(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One clause of a rule document.

    Attributes:
        id: the document's own number, or a slug of ours where it has none.
        kind: a "rule" the engine enforces, a "procedure" that is an event somebody performs, a "fact" shown
            to people, or "outside" the table.
        says: what it says, in our words.
        why: why it is outside.
        note: a hard reading, and how it was read.
    """

    id: str
    kind: Literal["rule", "procedure", "fact", "outside"]
    says: str
    why: str = ""
    note: str = ""


def clauses_of(book: str) -> tuple[Clause, ...]:
    """The clauses of one of the shipped books, in the order of its document.

    Raises:
        RulebookError: if there is no index for that book.
    """
    file = resources.files("bankcraps.rulebook.clauses").joinpath(f"{book}.toml")
    if not file.is_file():
        message = f"there is no clause index for {book!r}"
        raise RulebookError(message)
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(msgspec.convert(data["clause"], list[Clause]))
