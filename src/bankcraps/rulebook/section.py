"""A table of a rulebook, with its sources.

Every table of a book has a `from` table beside its values, which gives for each value the clause it was taken
from, or `convention: ` and a word why where the document is silent. `from` may name a value by its key, and
`"*"` stands for all the values it does not name.
"""

import msgspec

__all__ = ["Section", "clause_of"]


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a rulebook, with its sources.

    Attributes:
        source: for each key, or for one value under it (`limit.4`), the clause it is from, or "convention:
            why".
    """

    source: dict[str, str] = msgspec.field(name="from", default_factory=dict[str, str])

    def cited(self, key: str) -> str:
        """The source of one value; for a wager, that of its definition (its `name`) unless it has its own."""
        source = self.source
        return (
            source.get(key) or source.get(key.partition(".")[0]) or source.get("*") or source.get("name", "")
        )

    def clause(self, key: str) -> str:
        """The clause of one value as a refusal names it: its id, or just "convention"."""
        return clause_of(self.cited(key))


def clause_of(source: str) -> str:
    """The clause a source names, or "convention" without its reason."""
    return "convention" if source.startswith("convention") else source
