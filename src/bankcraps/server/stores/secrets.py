"""Secrets of sealed dice in a store, and the key that lies beside it."""

from pathlib import Path

from bankcraps.server.stores.dice_key import DiceKey, key_needed, load_key, make_key
from bankcraps.server.stores.reading_store import ReadingStore

__all__ = ["SecretStore"]


class SecretStore(ReadingStore):
    """A store of salts, with a key outside the database.

    Attributes:
        key_file: where the key lies.
    """

    def __init__(self, key_file: Path) -> None:
        """Set the key's place. The key is read, or made, on first use."""
        super().__init__()
        self.key_file = key_file
        self._key: DiceKey | None = None

    def dice_key(self, *, make: bool = False) -> DiceKey | None:
        """Return the key of the dice. An open store keeps it, whatever becomes of its file."""
        if self._key is None:
            self._key = make_key(self.key_file) if make else load_key(self.key_file)
        return self._key

    def keys_needed(self) -> dict[str, str]:
        """Return the ids of the keys that the open tables need for their latest throws, by their tables."""
        found = self.run(
            "SELECT s.table_id, s.secret FROM secrets s JOIN tables t ON t.id = s.table_id AND t.closed = 0 "
            "WHERE s.number = (SELECT MAX(number) FROM secrets WHERE table_id = s.table_id)"
        )
        return {table: needed for table, kept in found if (needed := key_needed(kept))}

    def secrets_of(self, table: str) -> frozenset[int]:
        """Return the numbers of the throws of which something is kept."""
        found = self.read((int,), "SELECT number FROM secrets WHERE table_id = ?", table)
        return frozenset(number for (number,) in found)

    def secret(self, table: str, number: int) -> str | None:
        """Return what is kept of the secret of a throw."""
        found = self.run("SELECT secret FROM secrets WHERE table_id = ? AND number = ?", table, number)
        return found[0][0] if found else None
