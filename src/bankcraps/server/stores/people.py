"""The people of a house in its database: accounts, sessions, and who shares their evenings."""

from collections.abc import Callable
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.server.look_alikes import look_of
from bankcraps.server.stores.database import PERSON, Database
from bankcraps.server.stores.schema import LOOKS

BOT: Final = "bot"
DELETED: Final = "deleted"
"""The text that bots and deleted accounts have for a passphrase's hash. No passphrase matches it."""


class Person(msgspec.Struct, frozen=True):
    """An account of a person.

    Attributes:
        name: the person's name.
        passphrase: the passphrase as argon2 stores it; empty for a guest, `BOT` or `DELETED`.
        roles: the roles of the crew that were granted, sorted.
        limits: the limits that the person has set for themselves, as JSON; empty for none.
    """

    name: str
    passphrase: str = ""
    roles: tuple[str, ...] = ()
    limits: str = ""

    @property
    def guest(self) -> bool:
        """Whether the person has no passphrase."""
        return not self.passphrase

    @property
    def bot(self) -> bool:
        """Whether it is a bot of the house."""
        return self.passphrase == BOT

    @property
    def deleted(self) -> bool:
        """Whether the account was deleted. Nobody gets its name again, because logs have it."""
        return self.passphrase == DELETED


class People:
    """The people of a house, with their sessions and what they share."""

    def __init__(self, database: Database) -> None:
        """Keep the people in a database."""
        self._database = database

    def get(self, name: str) -> Person | None:
        """Return an account of a person. Names that differ only in case are one name."""
        return next(iter(self._found("WHERE folded = ?", name.casefold())), None)

    def all(self) -> list[Person]:
        """Return all accounts of people, sorted by name."""
        return self._found("ORDER BY folded")

    def _found(self, which: str, *values: object) -> list[Person]:
        columns = "SELECT name, passphrase, roles, limits FROM people"
        return [_person(*row) for row in self._database.read(PERSON, f"{columns} {which}", *values)]

    def add(self, person: Person) -> bool:
        """Make an account of a person. Return False if somebody has that name, or one that looks like it."""
        folded = person.name.casefold()
        with self._database.transaction():
            if self._database.add(
                "people (folded, name, passphrase, roles, limits)",
                *(folded, person.name, person.passphrase, " ".join(person.roles), person.limits),
            ):
                # Of two alike, the second waits here for the first.
                self._database.add(LOOKS, look_of(person.name), folded)
                if self.looks_like(person.name) is None:
                    return True
                self._database.run("DELETE FROM people WHERE folded = ?", folded)
        return False

    def looks_like(self, name: str) -> str | None:
        """Return the name of somebody else that looks like a name, or None."""
        other = self._database.value(
            "SELECT p.name FROM looks l JOIN people p ON p.folded = l.folded WHERE l.look = ?", look_of(name)
        )
        return other if other is not None and other.casefold() != name.casefold() else None

    def change(self, name: str, change: Callable[[Person], Person]) -> Person | None:
        """Change an account as it is now, and return it, or None if nobody has that name.

        Nobody else changes the account meanwhile. `change` must not write, and the name stays.
        """
        folded = name.casefold()
        with self._database.transaction():
            # The change that changes nothing locks the row until the transaction ends.
            found = self._database.run(
                "UPDATE people SET name = name WHERE folded = ? RETURNING name, passphrase, roles, limits",
                folded,
            )
            if not found:
                return None
            person = replace(change(_person(*found[0])), name=found[0][0])
            self._database.run(
                "UPDATE people SET passphrase = ?, roles = ?, limits = ? WHERE folded = ?",
                *(person.passphrase, " ".join(person.roles), person.limits, folded),
            )
        return person

    def share_profile(self, name: str, key: str) -> str:
        """Share a person's evenings under a key. Return it, or the key that they have already."""
        with self._database.transaction():
            self._database.add("shared_profiles (folded, key)", name.casefold(), key)
            return self.shared_key(name)

    def shared_key(self, name: str) -> str:
        """Return the key under which a person shares their evenings; empty if they do not."""
        key = self._database.value("SELECT key FROM shared_profiles WHERE folded = ?", name.casefold())
        return "" if key is None else key

    def sharer(self, key: str) -> str | None:
        """Return the name of the person who shares their evenings under a key, or None."""
        if not key.isprintable():
            return None  # PostgreSQL would not even look for it
        return self._database.value(
            "SELECT p.name FROM shared_profiles s JOIN people p ON p.folded = s.folded WHERE s.key = ?", key
        )

    def unshare_profile(self, name: str) -> None:
        """Take back what a person shares. The key leads nowhere any more."""
        self._database.write("DELETE FROM shared_profiles WHERE folded = ?", name.casefold())

    def save_session(self, token_hash: str, person: str, expires: int) -> None:
        """Keep a session. Only the hash of its token is stored."""
        insert = "INSERT INTO sessions (token, person, expires) VALUES (?, ?, ?)"
        self._database.write(insert, token_hash, person, expires)

    def session(self, token_hash: str, now: int) -> str | None:
        """Return the person of a session that has not expired."""
        found = "SELECT person FROM sessions WHERE token = ? AND expires > ?"
        return self._database.value(found, token_hash, now)

    def end_session(self, token_hash: str) -> None:
        """End a session."""
        self._database.write("DELETE FROM sessions WHERE token = ?", token_hash)

    def forget_sessions(self, now: int) -> None:
        """Forget the sessions that have expired."""
        self._database.write("DELETE FROM sessions WHERE expires <= ?", now)

    def end_sessions(self, person: str) -> None:
        """End all sessions of a person."""
        self._database.write("DELETE FROM sessions WHERE person = ?", person)


def _person(name: str, passphrase: str, roles: str, limits: str) -> Person:
    return Person(name, passphrase, tuple(roles.split()), limits)
