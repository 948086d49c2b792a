"""The types of a rulebook. One TOML file becomes one `Rulebook`."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, Final
from weakref import WeakValueDictionary

import msgspec

from bankcraps.game.pays import Pay, Times
from bankcraps.game.rulebook import procedure
from bankcraps.game.rulebook.section import Immutable, Section
from bankcraps.game.rulebook.terms import Terms
from bankcraps.game.wagers import COMES, HAND_WAGERS, Kind, Wager
from bankcraps.support.plain import is_table
from bankcraps.support.tabular import html

EDITION: Final = 2
"""The edition of what the engine does by every book. Records and tables from before keep theirs.

1: until November 2026. The player due to throw when the dice came to rest had thrown them. A correction kept
   commission paid since the throw. A seven-out by the stickperson ended a shooter's hand. A throw that nobody
   announced left no trace if it was no roll. A closed table could be left with wagers that no throw decided.
   A lower role could change what a higher one corrected. The minimum of one player went up without notice.
2: who threw is remembered. A correction returns commission paid since. Only a player's seven-out ends a hand
   that wagers watch. A no roll ends alike whether the throw was announced or not. A closed table comes to the
   end of every wager. A correction binds the roles below. A higher minimum of one player needs its notice.
"""


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


# The digest of a rulebook: a hash of the values that the engine reads. Titles, names of wagers, explanations
# and sources do not count. Rewording them does not make a record belong to another book.


DIGITS: Final = 16
_WORDS: Final = ("from", "name", "steps", "may_advise")
"""Keys of texts, clauses and advice, on which no rule rests."""

_IF_WRITTEN: Final = (
    "total_called_by",
    "face_final",
    "down_in_the_air",
    "new_pair",
    "removes",
    "on_confirmed_by",
    "rejected_by",
    "never_on",
)
"""Keys hashed only where they are set to something, so that older books keep their digest."""

_REASONS: Final = ("must", "may", "pass_ordered_for", "invalidate_for", "void_for", "exclude_for", "breaches")
"""Keys whose values are reasons, each with its clause. The digest has the reasons without the clauses."""


def digest_of(sections: Mapping[str, Section], wagers: Mapping[Kind, Section], edition: int = EDITION) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of a book's rules and of its edition."""
    rules: dict[str, object] = {name: _rules(section) for name, section in sections.items()}
    rules["wagers"] = {kind.value: _rules(terms) for kind, terms in wagers.items()}
    if edition > 1:
        rules["edition"] = edition
    return hashlib.sha256(msgspec.json.encode(rules, order="sorted")).hexdigest()[:DIGITS]


def _rules(section: Section) -> dict[str, object]:
    return _without_words(msgspec.to_builtins(section, enc_hook=_ratio, str_keys=True))


def _without_words(plain: dict[str, object]) -> dict[str, object]:
    kept: dict[str, object] = {}
    for key, value in plain.items():
        if key in _WORDS or (key in _IF_WRITTEN and value in (None, False, (), [])):
            continue
        if is_table(value):
            kept[key] = sorted(value) if key in _REASONS else _without_words(value)
        else:
            kept[key] = value
    return kept


def _ratio(value: object) -> object:
    """Encode a pay as its ratio, because "7 to 1" and "8 for 1" are the same, and a multiple as a number."""
    if isinstance(value, Times):
        return int(value) if value.denominator == 1 else str(value)
    if isinstance(value, Pay):
        return str(value.ratio)
    raise NotImplementedError(type(value))
