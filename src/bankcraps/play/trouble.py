"""Why something did not happen, for the bar above the line: the reason, and the rule behind it."""

from functools import cache

import msgspec

from bankcraps.engine import Refusal
from bankcraps.errors import NotationError, RulebookError
from bankcraps.rulebook import Rulebook, clauses_of

__all__ = ["Trouble", "refused", "told", "unread"]


class Trouble(msgspec.Struct, frozen=True):
    """Something to show where the eye is.

    Attributes:
        what: the reason.
        rule: the clause and what it says, empty where there is none.
        line: the line that could not be read, empty where it could.
        column, length: the place of the trouble in that line, counted from 0.
        hint: what to do about it.
        alarm: whether something was refused, and not only told.
    """

    what: str
    rule: str = ""
    line: str = ""
    column: int = 0
    length: int = 1
    hint: str = ""
    alarm: bool = True


def told(what: str, hint: str = "") -> Trouble:
    """Something said that is no trouble."""
    return Trouble(what, hint=hint, alarm=False)


def unread(error: NotationError, line: str) -> Trouble:
    """A line that nobody says at a table."""
    return Trouble(str(error), line=line, column=error.column - 1, length=max(1, len(error.word)))


def refused(book: Rulebook, refusal: Refusal, who: str) -> Trouble:
    """An ordinary no, with its clause and what that says."""
    hint = f"{who}: buy_in 500" if refusal.code == "not_enough_chips" else ""
    return Trouble(refusal.message, rule_of(book, refusal.clause), hint=hint)


def rule_of(book: Rulebook, clause: str | None) -> str:
    """A clause and what it says; several where a value is from several."""
    if clause is None:
        return ""
    if clause == "convention":
        return f"By convention: the rules of {book.title} are silent here."
    says = _says(book.id) or _says(book.extends or "")
    cited = [part.strip() for part in clause.split(",")]
    return "  ".join(f"{part}: {says[part]}" if part in says else part for part in cited)


@cache
def _says(book: str) -> dict[str, str]:
    """The index of a document; none for a book of somebody's own."""
    try:
        return {clause.id: clause.says for clause in clauses_of(book)}
    except RulebookError:
        return {}
