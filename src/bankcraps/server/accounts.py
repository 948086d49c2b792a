"""Who somebody is: names, passphrases, sessions, and the roles that were granted."""

import asyncio
import hashlib
import secrets
from collections.abc import Awaitable, Callable
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from msgspec.structs import replace

from bankcraps.engine.actor import ROLES
from bankcraps.engine.floor.players import NAME
from bankcraps.errors import BankcrapsError
from bankcraps.server.stores.protocol import EventStore, Person
from bankcraps.server.table_host import now_ms

__all__ = ["SESSION_S", "Accounts", "SignInError"]

SESSION_S: Final = 30 * 24 * 3600
"""How long a session lasts, in seconds."""

_SHORTEST: Final = 8
_LONGEST: Final = 200


class SignInError(BankcrapsError):
    """Somebody cannot sign in. The message does not say whether the name or the passphrase was wrong."""


class Accounts:
    """The accounts of people in a store."""

    def __init__(self, store: EventStore, on_new: Callable[[str], Awaitable[None]] | None = None) -> None:
        """Keep accounts in a store. `on_new` is awaited with the name of everybody who is new."""
        self._store = store
        self._on_new = on_new
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(2)  # each check takes 64 MiB and a core for a moment

    async def sign_in(self, name: str, passphrase: str) -> str:
        """Sign somebody in, and return the token of the session.

        A name that nobody has becomes a guest's if no passphrase is given, and an account if one is.

        Raises:
            SignInError: if the name belongs to somebody else, or the passphrase is wrong or too short.
        """
        _check_name(name)
        person = await asyncio.to_thread(self._store.person, name)
        if person is None:
            person = await self._register(name, passphrase)
        elif not person.passphrase:
            raise SignInError(f"a guest plays as {person.name} already: choose another name")
        elif not await self._fits(person, passphrase):
            raise SignInError("the name and the passphrase do not fit")
        return await self._begin_session(person)

    async def _register(self, name: str, passphrase: str) -> Person:
        hashed = await self._hash(passphrase) if passphrase else ""
        person = Person(name, hashed)
        await asyncio.to_thread(self._store.save_person, person)
        if self._on_new is not None:
            await self._on_new(name)
        return person

    async def _hash(self, passphrase: str) -> str:
        if not _SHORTEST <= len(passphrase) <= _LONGEST:
            raise SignInError(f"a passphrase has {_SHORTEST} to {_LONGEST} characters")
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, passphrase)

    async def _fits(self, person: Person, passphrase: str) -> bool:
        try:
            async with self._hashing:
                return await asyncio.to_thread(self._hasher.verify, person.passphrase, passphrase[:_LONGEST])
        except (VerifyMismatchError, InvalidHashError):
            return False

    async def _begin_session(self, person: Person) -> str:
        token = secrets.token_urlsafe(32)
        until = now_ms() + SESSION_S * 1000
        await asyncio.to_thread(self._store.save_session, _hashed(token), person.name, until)
        return token

    async def of_session(self, token: str) -> Person | None:
        """Return the person of a session, or None if there is none or it has expired."""
        if not token:
            return None
        name = await asyncio.to_thread(self._store.session, _hashed(token), now_ms())
        return None if name is None else await asyncio.to_thread(self._store.person, name)

    async def any(self) -> bool:
        """Whether anybody has an account."""
        return bool(await asyncio.to_thread(self._store.people))

    async def grant(self, name: str, roles: tuple[str, ...]) -> Person:
        """Grant somebody roles of the crew, in place of those that they had.

        Raises:
            BankcrapsError: if there is no account of that name, or no such role.
        """
        wrong = [role for role in roles if role not in ROLES or role == "dice"]
        if wrong:
            known = ", ".join(role for role in ROLES if role != "dice")
            raise BankcrapsError(f"there is no role {wrong[0]!r}; the roles are {known}")
        person = await asyncio.to_thread(self._store.person, name)
        if person is None:
            raise BankcrapsError(f"nobody has an account of the name {name!r}")
        person = replace(person, roles=tuple(sorted(set(roles))))
        await asyncio.to_thread(self._store.save_person, person)
        return person

    async def set_passphrase(self, name: str, passphrase: str) -> None:
        """Give an account a passphrase, and end its sessions."""
        _check_name(name)
        hashed = await self._hash(passphrase)
        person = await asyncio.to_thread(self._store.person, name) or Person(name)
        await asyncio.to_thread(self._store.save_person, replace(person, passphrase=hashed))
        await asyncio.to_thread(self._store.end_sessions, person.name)


def _check_name(name: str) -> None:
    if not NAME.fullmatch(name) or name in ROLES:
        raise SignInError(f"a name is one word of at most 32 letters, such as Ann, not {name[:40]!r}")


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
