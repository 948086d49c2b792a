"""List every value of a rulebook with its source, and compare two rulebooks."""

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from bankcraps.errors import BankcrapsError, did_you_mean, require_list
from bankcraps.game.chips import printed
from bankcraps.game.pays import Pay
from bankcraps.game.rulebook.loader import BOOKS, load_rulebook
from bankcraps.game.rulebook.schema import SECTIONS, Option, Rulebook
from bankcraps.game.rulebook.section import Section
from bankcraps.game.rulebook.terms import TERMS, Commission, OneRollTerms
from bankcraps.game.wagers import Kind
from bankcraps.support.plain import is_list, is_mapping
from bankcraps.support.tabular import Tabular, html


class Line(msgspec.Struct, frozen=True):
    """One value of a rulebook.

    Attributes:
        key: the dotted key: `wagers.place.pays.6`.
        value: the value as text.
        source: its clause, or "convention: why".
    """

    key: str
    value: str
    source: str


class Difference(msgspec.Struct, frozen=True):
    """A value that differs between two rulebooks, with its source in each; None where a book lacks it."""

    key: str
    first: str | None
    second: str | None
    first_source: str | None = None
    second_source: str | None = None


def listing(book: Rulebook) -> list[Line]:
    """List every value of a book, in the order of its file."""
    return [
        *(line for name in SECTIONS for line in _section(name, getattr(book, name))),
        *(line for kind, terms in book.wagers.items() for line in _section(f"wagers.{kind.value}", terms)),
        *(_option(name, option, book.chosen[name]) for name, option in book.options.items()),
    ]


_TOLD: Final = ("calls", "face_final")
"""Values listed even where they are not set. Others that may be left out are listed only where they are."""

_OF_A_CAP: Final = ("max_pay_on", "over_max_pay")
"""Values listed only if a wager has a cap on pays."""


_NO_CLAUSES: Final = ("covers", "binds")
"""Tables whose texts are values. In the others the text of an entry is its source."""


def _section(key: str, section: Section) -> Iterator[Line]:
    for field in msgspec.structs.fields(section):
        value = getattr(section, field.name)
        if field.name == "parts" and not getattr(section, "legs", None):
            continue
        left_out = value == field.default and field.name not in _TOLD
        if field.name == "source" or value is None or value == {} or (left_out and not value):
            continue
        if field.name in _OF_A_CAP and getattr(section, "max_pay", None) is None:
            continue
        if isinstance(value, Section):
            yield from _section(f"{key}.{field.name}", value)
        elif is_mapping(value):
            for name, part in value.items():
                source = section.cited(f"{field.name}.{_shown(name)}")
                if isinstance(part, str) and field.name not in _NO_CLAUSES:
                    why = source if part == "convention" and source.startswith(part) else part
                    yield Line(f"{key}.{field.name}.{_shown(name)}", "yes", why)
                else:
                    yield Line(f"{key}.{field.name}.{_shown(name)}", _shown(part), source)
        else:
            yield Line(f"{key}.{field.name}", _shown_as(field.name, value), section.cited(field.name))


def _option(name: str, option: Option, chosen: str) -> Line:
    choices = ", ".join(f"[{choice}]" if choice == chosen else choice for choice in option.choices)
    return Line(f"options.{name}", f"{choices}: {option.says}", option.cited("choices"))


_MONEY: Final = ("denominations", "max_pay")


def _shown_as(name: str, value: object) -> str:
    """Write a value as text; a key that holds money is written in dollars."""
    if name not in _MONEY:
        return _shown(value)
    sums = value if is_list(value) else (value,)
    return ", ".join(printed(one) for one in sums if isinstance(one, int))


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    if is_list(value):
        return ", ".join(map(_shown, value)) or "none"
    return str(value)


def differences(first: Rulebook, second: Rulebook) -> list[Difference]:
    """List the values that differ between two books. "7 to 1" and "8 for 1" are the same pay."""
    left = {line.key: line for line in listing(first)}
    right = {line.key: line for line in listing(second)}
    keys = [*left, *(key for key in right if key not in left)]
    pairs = ((key, left.get(key), right.get(key)) for key in keys)
    return [
        Difference(key, a and a.value, b and b.value, a and a.source, b and b.source)
        for key, a, b in pairs
        if not _same(key, a and a.value, b and b.value)
    ]


def _same(key: str, first: str | None, second: str | None) -> bool:
    if first == second or first is None or second is None:
        return first == second
    is_pay = ".pays" in key or key.endswith((".easy", ".hard"))
    return is_pay and key.startswith("wagers.") and Pay(first) == Pay(second)


# The houses as a table.


class Houses(Tabular, msgspec.Struct, frozen=True):
    """Houses, in the order asked; a house is its rulebook.

    Attributes:
        books: the rulebooks.
    """

    books: tuple[Rulebook, ...]

    def __len__(self) -> int:
        """The number of houses."""
        return len(self.books)

    def __iter__(self) -> Iterator[Rulebook]:
        """The rulebooks."""
        return iter(self.books)

    def __getitem__(self, house: str) -> Rulebook:
        """The rulebook of a house: `houses()["nsw"]`.

        Raises:
            BankcrapsError: if it is not among these.
        """
        known = {book.spec: book for book in self.books}
        if house not in known:
            raise BankcrapsError(f"{house!r} is not among these houses{did_you_mean(house, known)}")
        return known[house]

    def __repr__(self) -> str:
        """`<Houses nsw, classic>`."""
        return f"<Houses {', '.join(book.spec for book in self.books)}>"

    def _columns(self) -> Mapping[str, object]:
        return {
            "house": [book.spec for book in self.books],
            "title": [book.title for book in self.books],
            "about": [book.about for book in self.books],
            "wagers": [[kind.value for kind in book.wagers] for book in self.books],
            "options": [_options(book) for book in self.books],
        }

    def _repr_html_(self) -> str:
        rows = [(book.spec, book.title, f"{len(book.wagers)}", ", ".join(_options(book))) for book in self]
        return html(("house", "title", "kinds of wager", "options"), rows)


def _options(book: Rulebook) -> list[str]:
    """Every choice that a house leaves open, as `load_rulebook` takes it: `bar=2`."""
    return [f"{name}={choice}" for name, option in book.options.items() for choice in option.choices]


def houses(books: Iterable[Rulebook | str | Path] = BOOKS) -> Houses:
    """The houses as a table: title, wagers and options of each.

    >>> houses()["classic"].title
    'Classic'

    Args:
        books: rulebooks, their ids or the paths of files; the five that come with Bankcraps if not given.

    Raises:
        RulebookError: if there is no such rulebook.
    """
    return Houses(several_books(books))


def several_books(houses: Iterable[Rulebook | str | Path]) -> tuple[Rulebook, ...]:
    """Return the rulebooks of a list of houses, each once.

    Args:
        houses: rulebooks, their ids or the paths of files.

    Raises:
        BankcrapsError: if it is no list or empty, a house is unknown, or two have one name and other rules.
    """
    require_list(houses, 'houses are a list, as in ["nsw", "classic"]')
    books: dict[str, Rulebook] = {}
    for one in houses:
        book = one if isinstance(one, Rulebook) else load_rulebook(one)
        if books.setdefault(book.spec, book).digest != book.digest:
            raise BankcrapsError(f"two of the houses are called {book.spec}: give one an id of its own")
    if not books:
        raise BankcrapsError("the list of houses is empty")
    return tuple(books.values())


# The meaning of each value of a rulebook, in the words of the docstrings that define it.


@cache
def meaning(key: str) -> str:
    """Say what the value with a dotted key means, or return an empty text.

    >>> meaning("dice.set_size")
    'the number of dice in a set, of which the shooter chooses two'
    >>> meaning("wagers.buy.commission.percent")
    'the percentage'
    """
    section, _, rest = key.partition(".")
    if section == "wagers":
        kind, _, rest = rest.partition(".")
        struct: type = TERMS.get(Kind(kind), OneRollTerms)
        if rest.startswith("commission."):
            struct, rest = Commission, rest.removeprefix("commission.")
    elif section in SECTIONS:
        struct = SECTIONS[section]
    else:
        return ""
    means = attributes(struct).get(rest.partition(".")[0], "").replace("`", "")
    return means.replace(", in cents", ", in dollars")  # as `listing` writes them


@cache
def attributes(struct: type) -> dict[str, str]:
    """Return the fields of a struct with their descriptions, from its docstring and those of its bases."""
    found: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if base is not object and base.__doc__:
            found |= _attributes(inspect.cleandoc(base.__doc__))
    return found


def _attributes(text: str) -> dict[str, str]:
    _, _, listing = text.partition("Attributes:\n")
    entries = re.split(r"\n(?=    \S)", "\n" + listing)
    found: dict[str, str] = {}
    for entry in filter(None, entries):
        for part in re.split(r"; (?=`\w+`: )", " ".join(entry.split())):
            names, colon, words = part.partition(": ")
            if colon:
                found |= dict.fromkeys(names.replace("`", "").split(", "), words.rstrip("."))
    return found
