"""A store of people: their accounts and their sessions."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from bankcraps.server.stores.database import Database
from bankcraps.server.stores.protocol import Person

__all__ = ["PeopleStore"]


class PeopleStore(Database):
    """A store of people and their sessions."""

    def person(self, name: str) -> Person | None:
        """Return an account of a person."""
        found = self.run(
            "SELECT name, passphrase, roles, limits FROM people WHERE folded = ?", name.casefold()
        )
        return _person(found[0]) if found else None

    def people(self) -> list[Person]:
        """Return all accounts of people."""
        found = self.run("SELECT name, passphrase, roles, limits FROM people ORDER BY folded")
        return [_person(row) for row in found]

    def add_person(self, person: Person) -> bool:
        """Make an account of a person. Return False if somebody has that name."""
        with self.transaction():
            added = self.run(
                "INSERT INTO people (folded, name, passphrase, roles, limits) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (folded) DO NOTHING RETURNING folded",
                person.name.casefold(),
                person.name,
                person.passphrase,
                " ".join(person.roles),
                person.limits,
            )
        return bool(added)

    def change_person(self, name: str, change: Callable[[Person], Person]) -> Person | None:
        """Change an account as it is now, and return it, or None if nobody has that name."""
        folded = name.casefold()
        with self.transaction():
            # The change that changes nothing locks the row until the transaction ends.
            found = self.run(
                "UPDATE people SET name = name WHERE folded = ? RETURNING name, passphrase, roles, limits",
                folded,
            )
            if not found:
                return None
            person = replace(change(_person(found[0])), name=found[0][0])
            self.run(
                "UPDATE people SET passphrase = ?, roles = ?, limits = ? WHERE folded = ?",
                person.passphrase,
                " ".join(person.roles),
                person.limits,
                folded,
            )
        return person

    def save_session(self, token_hash: str, person: str, expires: int) -> None:
        """Keep a session."""
        with self.transaction():
            self.run(
                "INSERT INTO sessions (token, person, expires) VALUES (?, ?, ?)", token_hash, person, expires
            )

    def session(self, token_hash: str, now: int) -> str | None:
        """Return the person of a session that has not expired."""
        found = self.run("SELECT person FROM sessions WHERE token = ? AND expires > ?", token_hash, now)
        return found[0][0] if found else None

    def end_session(self, token_hash: str) -> None:
        """End a session."""
        with self.transaction():
            self.run("DELETE FROM sessions WHERE token = ?", token_hash)

    def forget_sessions(self, now: int) -> None:
        """Forget the sessions that have expired."""
        with self.transaction():
            self.run("DELETE FROM sessions WHERE expires <= ?", now)

    def end_sessions(self, person: str) -> None:
        """End all sessions of a person."""
        with self.transaction():
            self.run("DELETE FROM sessions WHERE person = ?", person)


def _person(row: tuple[Any, ...]) -> Person:
    name, passphrase, roles, limits = row
    return Person(name, passphrase, tuple(roles.split()), limits)
