"""Rulebooks: what a house's document says, as data with its sources.

The five that come with Bankcraps are TOML files in `books/`; the index of each document's clauses is in
`clauses/`. A book of your own may `extends` one of them and change a few lines.
"""

from bankcraps.rulebook.clauses import Clause, clauses_of
from bankcraps.rulebook.loader import BOOKS, load_rulebook, read_rulebook
from bankcraps.rulebook.schema import Rulebook

__all__ = ["BOOKS", "Clause", "Rulebook", "clauses_of", "load_rulebook", "read_rulebook"]
