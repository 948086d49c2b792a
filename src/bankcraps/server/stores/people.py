"""A store of people: their accounts and their sessions."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from bankcraps.live.proof.ledger import layout, rail, wallet
from bankcraps.server.look_alikes import look_of
from bankcraps.server.stores.protocol import Person
from bankcraps.server.stores.shared_profiles import SharedProfiles

__all__ = ["PeopleStore"]


_LOOKS_SINCE: Final = 2
"""The first version of the database with the looks of names."""

_PERSON: Final = (str, str, str, str)
"""The types of a person's columns."""

_AT_TABLES: Final = tuple(account("", "").partition("/")[0] for account in (rail, layout))
"""Prefixes of the names of players' accounts at tables."""


class PeopleStore(SharedProfiles):
    """A store of people and their sessions."""

    def person(self, name: str) -> Person | None:
        """Return an account of a person."""
        found = self.read(
            _PERSON, "SELECT name, passphrase, roles, limits FROM people WHERE folded = ?", name.casefold()
        )
        return _person(found[0]) if found else None

    def people(self) -> list[Person]:
        """Return all accounts of people."""
        found = self.read(_PERSON, "SELECT name, passphrase, roles, limits FROM people ORDER BY folded")
        return [_person(row) for row in found]

    def balances_of(self, person: str) -> dict[str, int]:
        """Return the balances of a person: the wallet, and what is at each open table."""
        # The tables are gone through, and each account is found by its key, however many people there are.
        at = [
            f"SELECT b.account, b.amount FROM tables t JOIN balances b "  # noqa: S608 - the kinds are ours
            f"ON b.account = '{kind}/' || t.id || '/' || ? WHERE t.closed = 0"
            for kind in _AT_TABLES
        ]
        own = "SELECT account, amount FROM balances WHERE account = ?"
        return dict(self.run(" UNION ALL ".join([own, *at]), wallet(person), *[person] * len(at)))

    def tables_of(self, person: str) -> list[str]:
        """Return the ids of the tables where a person ever had chips, open or closed."""
        # The account of a rail stays in the database, with nothing in it, after its player has left.
        found = self.run(
            "SELECT DISTINCT t.id FROM tables t JOIN balances b ON b.account IN "
            "('rail/' || t.id || '/' || ?, 'own_rail/' || t.id || '/' || ?) ORDER BY t.id",
            person,
            person,
        )
        return [table for (table,) in found]

    def add_person(self, person: Person) -> bool:
        """Make an account of a person. Return False if somebody has that name, or one that looks like it."""
        folded = person.name.casefold()
        with self.transaction():
            added = self.run(
                "INSERT INTO people (folded, name, passphrase, roles, limits) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (folded) DO NOTHING RETURNING folded",
                folded,
                person.name,
                person.passphrase,
                " ".join(person.roles),
                person.limits,
            )
            if added:
                self._enter_look(person.name)  # of two alike, the second waits here for the first
                if self.looks_like(person.name) is None:
                    return True
                self.run("DELETE FROM people WHERE folded = ?", folded)
        return False

    def looks_like(self, name: str) -> str | None:
        """Return the name of somebody else that looks like a name, or None."""
        found = self.run(
            "SELECT p.name FROM looks l JOIN people p ON p.folded = l.folded WHERE l.look = ?", look_of(name)
        )
        return found[0][0] if found and found[0][0].casefold() != name.casefold() else None

    def fill(self, version: int) -> None:
        """Enter how the names look of people who came before names that look alike were refused."""
        if version < _LOOKS_SINCE:
            for person in self.people():
                self._enter_look(person.name)

    def _enter_look(self, name: str) -> None:
        self.run(
            "INSERT INTO looks (look, folded) VALUES (?, ?) ON CONFLICT (look) DO NOTHING",
            look_of(name),
            name.casefold(),
        )

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
