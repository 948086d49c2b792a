"""The library of betting systems as a table, with what each needs."""

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from bankcraps.errors import BankcrapsError, did_you_mean
from bankcraps.game.rulebook.loader import BOOKS, load_rulebook
from bankcraps.game.wagers import ODDS, Kind
from bankcraps.strategies.checking import check
from bankcraps.strategies.library import library, text_system
from bankcraps.strategies.rules.rule_policy import When, amounts_said
from bankcraps.strategies.rules.steps import HaveOddsUp
from bankcraps.strategies.text.program import Program
from bankcraps.support.tabular import Tabular, html

__all__ = ["SystemEntry", "Systems", "systems"]


class SystemEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A system of the library, with what it needs.

    Attributes:
        name: its name, as every function of the lab takes it.
        about: a description, in one sentence.
        origin: where it comes from.
        text: the system in words.
        wagers: the kinds of wager that it bets on.
        houses: those of the five houses that take all its bets.
    """

    name: str
    about: str
    origin: str
    text: str
    wagers: tuple[Kind, ...]
    houses: tuple[str, ...]


class Systems(Tabular, msgspec.Struct, frozen=True):
    """Systems of the library, in its order.

    Attributes:
        entries: the systems.
    """

    entries: tuple[SystemEntry, ...]

    def __len__(self) -> int:
        """The number of systems."""
        return len(self.entries)

    def __iter__(self) -> Iterator[SystemEntry]:
        """The systems."""
        return iter(self.entries)

    def __getitem__(self, name: str) -> SystemEntry:
        """One system: `systems()["iron_cross"]`.

        Raises:
            BankcrapsError: if it is not among these.
        """
        known = {one.name: one for one in self.entries}
        if name not in known:
            raise BankcrapsError(f"{name!r} is not among these systems{did_you_mean(name, known)}")
        return known[name]

    def __repr__(self) -> str:
        """`<Systems: 110 systems>`."""
        return f"<Systems: {len(self.entries)} systems>"

    def _columns(self) -> Mapping[str, object]:
        return {
            "system": [one.name for one in self.entries],
            "about": [one.about for one in self.entries],
            "origin": [one.origin for one in self.entries],
            "text": [one.text for one in self.entries],
            "wagers": [[kind.value for kind in one.wagers] for one in self.entries],
            "houses": [list(one.houses) for one in self.entries],
        }

    def _repr_html_(self) -> str:
        rows = [
            (one.name, one.about, ", ".join(kind.value for kind in one.wagers), ", ".join(one.houses))
            for one in self.entries
        ]
        return html(("system", "what it does", "wagers", "houses"), rows)


def systems(house: str | None = None) -> Systems:
    """The library of betting systems as a table, with the wagers each needs and the houses that take it.

    >>> len(systems("nsw")) < len(systems())
    True

    Args:
        house: only systems that this one of the five houses takes.

    Raises:
        BankcrapsError: if there is no such house.
    """
    if house is not None and house not in BOOKS:
        raise BankcrapsError(f"there is no house {house!r}; the houses are {', '.join(BOOKS)}")
    found = (_entry(name) for name in library())
    return Systems(tuple(one for one in found if house is None or house in one.houses))


@cache
def _entry(name: str) -> SystemEntry:
    told, read = library()[name], text_system(name)
    return SystemEntry(
        name=name,
        about=told.about,
        origin=told.origin,
        text=read.text,
        wagers=_wagers(read.program),
        houses=tuple(book for book in BOOKS if not check(read, load_rulebook(book))),
    )


def _wagers(program: Program) -> tuple[Kind, ...]:
    """The kinds that a program bets on, in the order of `Kind`; odds count as wagers of their own."""
    rules = [rule for part in program.parts for rule in part.rules]
    kinds = {wager.kind for wager in amounts_said(rules)}
    steps = [step for rule in rules for step in (rule.instructions if isinstance(rule, When) else rule.steps)]
    for step in steps:
        if isinstance(step, HaveOddsUp):
            kinds |= {ODDS[step.flat]} if step.flat else {ODDS[kind] for kind in kinds if kind in ODDS}
    return tuple(kind for kind in Kind if kind in kinds)
