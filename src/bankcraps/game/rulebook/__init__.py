"""Rulebooks: a house's rules as data, with the source of every value.

The five books that come with Bankcraps are TOML files in `books/`. `clauses/` lists the clauses of each
book's document. Your own book may extend one of the five and change a few values.
"""

from bankcraps.game.rulebook.clauses import Clause, Topics, clauses_of, topics_of
from bankcraps.game.rulebook.loader import (
    BOOKS,
    DEFAULT_BOOK,
    load_rulebook,
    load_version,
    read_rulebook,
    with_digest,
)
from bankcraps.game.rulebook.schema import Rulebook

__all__ = [
    "BOOKS",
    "DEFAULT_BOOK",
    "Clause",
    "Rulebook",
    "Topics",
    "clauses_of",
    "load_rulebook",
    "load_version",
    "read_rulebook",
    "topics_of",
    "with_digest",
]
