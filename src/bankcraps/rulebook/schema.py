"""What a rulebook says, as types. One TOML file fills a `Rulebook`; nothing here asks a book its name."""

import msgspec

from bankcraps.rulebook.procedure import (
    BettingRules,
    ComeOutRules,
    DiceRules,
    FloorRules,
    NoRollRules,
    TableRules,
)
from bankcraps.rulebook.section import Section
from bankcraps.rulebook.terms import Terms
from bankcraps.tabular import html
from bankcraps.wagers import COMES, HAND_WAGERS, Kind, Wager

__all__ = ["Option", "Rulebook"]


class Option(Section, frozen=True, kw_only=True):
    """A way in which a house may differ.

    Attributes:
        says: what it is about.
        default: the choice where none is made.
        choices: for each choice, the changes it makes to the book (plain data, laid over it).
    """

    says: str
    default: str
    choices: dict[str, dict[str, object]]


class Rulebook(msgspec.Struct, frozen=True, kw_only=True, eq=False, forbid_unknown_fields=True):
    """A house's rules, whole. Compared by identity; two loads of one file have the same `digest`.

    Attributes:
        id: the short name (`nsw`).
        title, about: for people.
        document: the file the clauses are counted in, empty for a book of one's own.
        extends: the book this one changes, if it does.
        table, come_out, dice, no_roll, betting, floor: the rules of procedure.
        wagers: the terms of every kind of wager offered.
        offered: the source of there being no others.
        options: how a house may differ, and `chosen`, what was chosen.
        digest: a hash of what the engine reads of the book, and of no words; a record carries it.
    """

    id: str
    title: str
    about: str
    document: str = ""
    extends: str | None = None
    table: TableRules
    come_out: ComeOutRules
    dice: DiceRules
    no_roll: NoRollRules
    betting: BettingRules
    floor: FloorRules
    wagers: dict[Kind, Terms]
    offered: str
    options: dict[str, Option]
    chosen: dict[str, str]
    digest: str

    @property
    def spec(self) -> str:
        """How this book is asked for: its id, with the options chosen other than by default."""
        chosen = [(key, value) for key, value in self.chosen.items() if value != self.options[key].default]
        options = ",".join(f"{key}={value}" for key, value in sorted(chosen))
        return f"{self.id}:{options}" if options else self.id

    def __repr__(self) -> str:
        """In a line: `<Rulebook nsw: ..., 26 kinds of wager>`."""
        return f"<Rulebook {self.spec}: {self.title}, {len(self.wagers)} kinds of wager>"

    def _repr_html_(self) -> str:
        """The pay table, for notebooks."""
        rows = [
            (terms.name, kind.value, what, str(pay))
            for kind, terms in self.wagers.items()
            for what, pay in terms.rows()
        ]
        return html(("wager", "in files", "on", "pays"), rows, f"{self.title} ({self.spec})")

    def terms(self, wager: Wager) -> Terms | None:
        """The terms of a wager, or None if the house does not offer it."""
        terms = self.wagers.get(wager.kind)
        if terms is None or not terms.offers(wager):
            return None
        if wager.kind in COMES and wager.number and wager.number not in self.come_out.points:
            return None
        return terms

    @property
    def watches_hands(self) -> bool:
        """Whether the house offers a wager that watches a shooter's hand."""
        return any(kind in self.wagers for kind in HAND_WAGERS)
