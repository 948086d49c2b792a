"""A table of a rulebook, with the source of each value.

Every table has a `from` table. It gives for each value the clause it comes from, or `convention: ` and a
reason if the document is silent. `"*"` in `from` stands for all values that it does not name.
"""

import msgspec

__all__ = ["Section", "clause_of"]


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a rulebook, with the source of each value.

    Attributes:
        source: for each key, or for one value under it (`limit.4`), its clause or "convention: why".
    """

    source: dict[str, str] = msgspec.field(name="from", default_factory=dict[str, str])

    def cited(self, key: str) -> str:
        """Return the source of a value. A wager's values default to the source of its `name`."""
        source = self.source
        return (
            source.get(key) or source.get(key.partition(".")[0]) or source.get("*") or source.get("name", "")
        )

    def clause(self, key: str) -> str:
        """Return the clause of a value as a refusal names it: its id, or just "convention"."""
        return clause_of(self.cited(key))


def clause_of(source: str) -> str:
    """Return the clause that a source names, or "convention" without the reason."""
    return "convention" if source.startswith("convention") else source
