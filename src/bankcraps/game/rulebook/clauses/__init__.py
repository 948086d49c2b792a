"""The clauses of each book's document: what each says in our words, and what it means for the program."""

import tomllib
from importlib import resources
from typing import Literal

import msgspec

from bankcraps.errors import RulebookError
from bankcraps.game.rulebook.section import Immutable
from bankcraps.game.wagers import Wager

__all__ = ["Clause", "Topics", "clauses_of", "topics_of"]


class Clause(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One clause of a rule document.

    Attributes:
        id: the document's number for it, or our own short name if it has none.
        kind: a "rule" that the engine enforces, a "procedure" (an event that somebody performs), a "fact" for
            people to read, or "outside" the table.
        says: the clause, in our words.
        why: the reason that the clause is outside the table.
        note: our reading of a clause that is hard to read.
    """

    id: str
    kind: Literal["rule", "procedure", "fact", "outside"]
    says: str
    why: str = ""
    note: str = ""


class Topics(Immutable, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The clauses that answer a question for which the rulebook has no value.

    They stand by the kind of wager, or by the wager where a clause is about that one alone: "big 6". Several
    clauses are joined as in a rulebook: "D.1.b.i, D.1.b.ii".

    Attributes:
        losers_first: the clause by which dealers take losing wagers before they pay winners; empty if no
            clause says so.
        loses_at_once: the clauses that say to which throws a wager on the line loses on the come-out, and a
            come wager on its first throw.
        loses: the clauses that say to which throws a wager loses: the line and come wagers once they have a
            number, others at any time.
    """

    losers_first: str = ""
    loses_at_once: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    loses: dict[str, str] = msgspec.field(default_factory=dict[str, str])

    def losing(self, wager: Wager, /, *, at_once: bool) -> tuple[str, ...]:
        """Return the clauses that say to which throws a wager loses; none if no clause says so."""
        clauses = self.loses_at_once if at_once else self.loses
        found = clauses.get(wager.name) or clauses.get(wager.kind.value)
        return tuple(found.split(", ")) if found else ()


# Two threads that first convert to a type at once would crash msgspec.
msgspec.convert([], list[Clause])
msgspec.convert({}, Topics)


def clauses_of(book: str) -> tuple[Clause, ...]:
    """Return the clauses of one of our books, in the order of its document.

    Raises:
        RulebookError: if that book has no list of clauses.
    """
    return tuple(msgspec.convert(_file(book)["clause"], list[Clause]))


def topics_of(book: str) -> Topics:
    """Return the clauses of one of our books that answer a question for which the book has no value.

    Raises:
        RulebookError: if that book has no list of clauses.
    """
    return msgspec.convert(_file(book).get("topics", {}), Topics)


def _file(book: str) -> dict[str, object]:
    file = resources.files("bankcraps.game.rulebook.clauses").joinpath(f"{book}.toml")
    if not file.is_file():
        raise RulebookError(f"there is no list of clauses for {book!r}")
    return tomllib.loads(file.read_text(encoding="utf-8"))
