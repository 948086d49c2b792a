"""A store of the people who share their evenings, each with the key in their link."""

from bankcraps.server.stores.database import Database

__all__ = ["SharedProfiles"]


class SharedProfiles(Database):
    """A store of shared profiles."""

    def share_profile(self, name: str, key: str) -> str:
        """Share a person's evenings under a key, or under the one that they have already."""
        with self.transaction():
            self.run(
                "INSERT INTO shared_profiles (folded, key) VALUES (?, ?) ON CONFLICT (folded) DO NOTHING",
                name.casefold(),
                key,
            )
            return self.shared_key(name)

    def shared_key(self, name: str) -> str:
        """Return the key under which a person shares their evenings; empty if they do not."""
        found = self.run("SELECT key FROM shared_profiles WHERE folded = ?", name.casefold())
        return found[0][0] if found else ""

    def sharer(self, key: str) -> str | None:
        """Return the name of the person who shares their evenings under a key, or None."""
        if not key.isprintable():
            return None  # PostgreSQL would not even look for it
        found = self.run(
            "SELECT p.name FROM shared_profiles s JOIN people p ON p.folded = s.folded WHERE s.key = ?", key
        )
        return found[0][0] if found else None

    def unshare_profile(self, name: str) -> None:
        """Take back what a person shares."""
        with self.transaction():
            self.run("DELETE FROM shared_profiles WHERE folded = ?", name.casefold())
