"""The types of a rulebook. One TOML file becomes one `Rulebook`."""

from collections.abc import Callable
from typing import Any, Final
from weakref import WeakValueDictionary

import msgspec

from bankcraps.game.rulebook import procedure
from bankcraps.game.rulebook.digest import EDITION
from bankcraps.game.rulebook.section import Immutable, Section
from bankcraps.game.rulebook.terms import Terms
from bankcraps.game.wagers import COMES, HAND_WAGERS, Kind, Wager
from bankcraps.support.tabular import html


class Option(Section, frozen=True, kw_only=True):
    """A choice that a book leaves to the house.

    Attributes:
        says: the subject of the option.
        default: the choice if none is made.
        choices: for each choice, the changes it makes to the book: plain data to lay over it.
    """

    says: str
    default: str
    choices: dict[str, dict[str, object]]


class Rulebook(Immutable, frozen=True, kw_only=True, eq=False, weakref=True, forbid_unknown_fields=True):
    """The rules of one house.

    Equal books are one object in a process, also after another load, a copy or a pickle: see `one_book`. So
    they compare by identity, which is quick.

    Attributes:
        id: the short name (`nsw`).
        title, about: a title and a description for people.
        document: the file of the document whose clauses are cited; empty for a book of your own.
        extends: the book that this one changes, or None.
        table, come_out, dice, no_roll, betting, floor: the rules of procedure.
        wagers: the terms of every kind of wager offered.
        offered: the source for offering no other wagers.
        options: the choices that the book leaves to the house.
        chosen: the choice made for each option.
        edition: the edition of the engine by which the book is played: see `EDITION`.
        digest: a hash of the values that the engine reads, and the edition, but no words. Records carry it.
    """

    id: str
    title: str
    about: str
    document: str = ""
    extends: str | None = None
    table: procedure.TableRules
    come_out: procedure.ComeOutRules
    dice: procedure.DiceRules
    no_roll: procedure.NoRollRules
    betting: procedure.BettingRules
    floor: procedure.FloorRules
    wagers: dict[Kind, Terms]
    offered: str
    options: dict[str, Option]
    chosen: dict[str, str]
    edition: int = EDITION
    digest: str

    @property
    def spec(self) -> str:
        """The name that loads this book: its id, and the options that differ from the default."""
        chosen = [(key, value) for key, value in self.chosen.items() if value != self.options[key].default]
        options = ",".join(f"{key}={value}" for key, value in sorted(chosen))
        return f"{self.id}:{options}" if options else self.id

    def __repr__(self) -> str:
        """Write the book in one line: `<Rulebook nsw: ..., 26 kinds of wager>`."""
        return f"<Rulebook {self.spec}: {self.title}, {len(self.wagers)} kinds of wager>"

    def __copy__(self) -> "Rulebook":
        """Return this book, which cannot change."""
        return self

    def __deepcopy__(self, memo: object) -> "Rulebook":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Rulebook"], tuple[dict[str, object]]]:
        """Pickle the book so that a process that has it already goes on with its own."""
        return one_book, (msgspec.structs.asdict(self),)

    def _repr_html_(self) -> str:
        """Return the pay table for notebooks."""
        rows = [
            (terms.name, kind.value, what, str(pay))
            for kind, terms in self.wagers.items()
            for what, pay in terms.rows()
        ]
        return html(("wager", "in files", "on", "pays"), rows, f"{self.title} ({self.spec})")

    def terms(self, wager: Wager) -> Terms | None:
        """Return the terms of a wager, or None if the house does not offer it."""
        terms = self.wagers.get(wager.kind)
        if terms is None or not terms.offers(wager):
            return None
        if wager.kind in COMES and wager.number and wager.number not in self.come_out.points:
            return None
        return terms

    @property
    def watches_hands(self) -> bool:
        """Whether the house offers a wager on a shooter's hand."""
        return any(kind in self.wagers for kind in HAND_WAGERS)


_BOOKS: Final[WeakValueDictionary[bytes, Rulebook]] = WeakValueDictionary()
"""Every book of this process by its content."""


def one_book(parts: dict[str, Any]) -> Rulebook:
    """Return the book of these parts: the one that this process has already, if there is one."""
    book = Rulebook(**parts)
    return _BOOKS.setdefault(msgspec.json.encode(book, enc_hook=str), book)


SECTIONS: Final = {
    field.name: field.type
    for field in msgspec.structs.fields(Rulebook)
    if isinstance(field.type, type) and issubclass(field.type, Section)
}
"""The sections with the rules of procedure, in the order of a file."""
