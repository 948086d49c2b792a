"""The houses as a table."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import cast

import msgspec

from bankcraps.errors import BankcrapsError, did_you_mean, quoted
from bankcraps.game.rulebook.loader import BOOKS, load_rulebook
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.support.tabular import Tabular, html

__all__ = ["Houses", "houses", "several_books"]


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
    if isinstance(houses, str | bytes | Mapping) or not isinstance(cast("object", houses), Iterable):
        raise BankcrapsError(
            f'houses are a list, as in ["nsw", "classic"], not {quoted(cast("object", houses))}'
        )
    books: dict[str, Rulebook] = {}
    for one in houses:
        book = one if isinstance(one, Rulebook) else load_rulebook(one)
        if books.setdefault(book.spec, book).digest != book.digest:
            raise BankcrapsError(f"two of the houses are called {book.spec}: give one an id of its own")
    if not books:
        raise BankcrapsError("the list of houses is empty")
    return tuple(books.values())
