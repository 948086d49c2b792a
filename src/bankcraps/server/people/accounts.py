"""The people of a house: names, passphrases, sessions, and the roles that were granted."""

import asyncio
import hashlib
import secrets
import time
import unicodedata
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from typing import Final

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec.structs import replace

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine.actor import CREW, ROLES
from bankcraps.game.engine.floor.players import LONGEST_NAME, bad_name, near_name, written_name
from bankcraps.live.people.lobby import SHORTEST_PASSPHRASE
from bankcraps.live.table.commands import Sender
from bankcraps.server.look_alikes import look_of
from bankcraps.server.stores.people import BOT, Person
from bankcraps.server.stores.store import Store

SESSION_S: Final = 30 * 24 * 3600
"""The time that a sign-in lasts, in seconds."""

_KEPT_S: Final = 400 * 24 * 3600
"""Seconds that an expired sign-in is kept: it holds again if the clock was ahead, and is set back."""

TEACHER: Final = "teacher"
"""The role of people who make exams for dealers. It has no chair at a table."""

GRANTED: Final = (*CREW, TEACHER)
"""The roles that the house's keeper grants."""

_LONGEST: Final = 200
_FEWEST_DIGITS, _MOST_DIGITS = 3, 12

_HASHER: Final = PasswordHasher()
"""The hasher, with the settings that argon2 recommends. Each check briefly takes 64 MiB and a core."""


_ROLES_LOOK: Final = frozenset(map(look_of, ROLES))


_MOST_NAMESAKES: Final = 20


class SignInError(BankcrapsError):
    """Somebody cannot sign in.

    Attributes:
        would_do: a name that would do; empty if none is known.
        in_place_of: the name that is refused, where several were sent.
    """

    def __init__(self, message: str, would_do: str = "") -> None:
        super().__init__(message)
        self.would_do = would_do
        self.in_place_of = ""


def checked_name(typed: str) -> str:
    """Return the name that a person typed, as it is written: Big_Al for Big Al.

    Raises:
        SignInError: if it is invalid, or only looks like the name of a role.
    """
    name = written_name(typed)
    if look_of(name) in _ROLES_LOOK:
        raise SignInError(f"{name!r} is what tables call one of their own: choose another name, such as Ann")
    refused = bad_name(name)
    if refused is not None:
        raise SignInError(refused.message, _near(name))
    if not _is_plain(name):
        near = _near(name)
        instead = f": {near} would do" if near else ""
        says = "a name has letters of one alphabet, each one plain character, and digits from 0 to 9"
        raise SignInError(says + instead, near)
    return name


def _near(name: str) -> str:
    """Return the nearest name that people can sign in with; empty if there is none."""
    near = near_name(unicodedata.normalize("NFKC", name))
    return near if near and _is_plain(near) and look_of(near) not in _ROLES_LOOK else ""


def _is_plain(name: str) -> bool:
    """Whether the letters of a name are of one alphabet, each of them one plain character."""
    scripts = {_script(letter) for letter in name if letter.isalpha()}
    digits = all(letter.isascii() for letter in name if letter.isdigit())
    return unicodedata.normalize("NFKC", name) == name and len(scripts) <= 1 and digits


def _script(letter: str) -> str:
    """Return the alphabet of a letter, by the first word of its name in Unicode."""
    word = unicodedata.name(letter, "?").split()[0]
    return "CJK" if word.partition("-")[0] in ("HIRAGANA", "KATAKANA", "HANGUL") else word


def namesakes(name: str) -> Iterator[str]:
    """Return names like one that somebody else has: Ann2, Ann3 and so on."""
    near = near_name(name)[: LONGEST_NAME - len(str(_MOST_NAMESAKES))]
    return (f"{near}{number}" for number in range(2, _MOST_NAMESAKES + 1) if near)


_WRONG: Final = (
    "the name and the passphrase do not fit; the house's keeper can set another passphrase: "
    "bankcraps admin passphrase NAME"
)
"""The refusal of a name with a passphrase. It does not say which of them is wrong."""


class Session(msgspec.Struct, frozen=True):
    """Somebody who is signed in.

    Attributes:
        person: the person's account.
        key: the hash of the session's token, by which the store knows it.
        system: whether the house began it for a betting system that plays the person's seat.
    """

    person: Person
    key: str
    system: bool = False

    @property
    def sender(self) -> Sender:
        """The person as a live table knows them."""
        return Sender(self.person.name, frozenset(self.person.roles), system=self.system)


class Accounts:
    """The accounts of people in a store."""

    def __init__(
        self,
        store: Store,
        welcome: Callable[[str], None] | None = None,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """Keep accounts in a store.

        Args:
            store: the store.
            welcome: called with a new name, in the transaction that adds it.
            steady: a count of seconds that nobody can set.
        """
        self._store = store
        self._welcome = welcome
        self._steady = steady
        self._began = store.clock() - round(steady() * 1000)
        self._systems: set[str] = set()
        # Newcomers, however many, do not keep people with an account from signing in.
        self._arriving = Lane(2, 256)
        self._trying = Lane(2, 64)

    async def known(self, name: str) -> bool:
        """Whether somebody has a name.

        Raises:
            SignInError: if nobody can have it.
        """
        return await self.person(checked_name(name)) is not None

    async def person(self, name: str) -> Person | None:
        """Return the account of a name, in any case of letters, with spaces or underlines."""
        return await asyncio.to_thread(self._store.people.get, written_name(name))

    async def people(self) -> list[Person]:
        """Return all accounts."""
        return await asyncio.to_thread(self._store.people.all)

    async def sign_in(
        self,
        name: str,
        passphrase: str,
        now: Session | None = None,
        trying: AbstractContextManager[object] | None = None,
    ) -> tuple[str, Person]:
        """Sign somebody in, and return the token of the session.

        A name that nobody has becomes a guest's if no passphrase is given, and an account if one is. A guest
        who is signed in and gives a passphrase gets an account. Their session goes on, with their seat and
        their connections, so the token is empty.

        Args:
            name: the name.
            passphrase: the passphrase; empty for a guest.
            now: the person who sends this, if they are signed in already.
            trying: held while a name that somebody has is tried. It may refuse that.

        Raises:
            SignInError: if the name belongs to somebody else, or the passphrase is wrong or too short.
        """
        name = checked_name(name)
        person = await self.person(name)
        if person is None:
            return await self._register(name, passphrase)
        with trying or nullcontext():
            known = await self._known(person, passphrase, now)
        if now is not None and now.person.guest and now.person.name == person.name:
            return "", known
        token, _ = await self.begin_session(known)
        return token, known

    async def sign_in_anew(self) -> tuple[str, Person]:
        """Sign somebody in as a guest under a name that nobody has, and return the token of the session."""
        for digits in range(_FEWEST_DIGITS, _MOST_DIGITS):
            name = f"Guest{secrets.randbelow(10**digits):0{digits}}"
            if await self.person(name) is None and await self._looks_like(name) is None:
                return await self.sign_in(name, "")
        raise SignInError("no name was free: choose one yourself")

    async def _known(self, person: Person, passphrase: str, now: Session | None) -> Person:
        """Sign in under an existing name."""
        if person.bot:
            raise await self._taken(f"{person.name} is a bot of the house", person.name)
        if person.deleted:
            raise await self._taken(f"the account of {person.name} was deleted", person.name)
        if person.guest:
            return await self._again(person, passphrase, now)
        if not passphrase:
            why = (
                f"the name and the passphrase do not fit: {person.name} has an account, so sign in with its "
                "passphrase"
            )
            raise await self._taken(why, person.name, ", or")
        if not await self._fits(person, passphrase):
            raise SignInError(_WRONG)
        return person

    async def _register(self, name: str, passphrase: str) -> tuple[str, Person]:
        """Sign up somebody new: the person, their welcome and their session are written together, or not."""
        token = secrets.token_urlsafe(32)
        async with self._arriving.turn():
            person = Person(name, await self._hash(passphrase) if passphrase else "")

            def begin() -> None:
                if self._welcome is not None:
                    self._welcome(name)
                self._keep_session(token, person)

            await self._add(person, begin)
        return token, person

    async def _add(self, person: Person, begin: Callable[[], None] | None = None) -> None:
        """Add a new account, with all that `begin` writes.

        Raises:
            SignInError: if the name looks like another's, or somebody took it just now.
        """
        other = await self._looks_like(person.name)
        if other is not None:
            raise await self._taken(f"{person.name} looks like {other}, who is somebody else", person.name)

        def add() -> bool:
            added = self._store.people.add(person)
            if added and begin is not None:
                begin()
            return added

        if not await asyncio.to_thread(self._store.database.together, add):
            raise await self._taken(f"somebody took the name {person.name} just now", person.name)

    async def _taken(self, why: str, name: str, then: str = ":", more: str = "") -> SignInError:
        """Return the refusal of a name that somebody else has, with a free one like it if there is one."""
        for free in namesakes(name):
            if await self.person(free) is None and await self._looks_like(free) is None:
                return SignInError(f"{why}{then} choose another name, such as {free}{more}", free)
        return SignInError(f"{why}{then} choose another name{more}")

    async def _looks_like(self, name: str) -> str | None:
        return await asyncio.to_thread(self._store.people.looks_like, name)

    async def _again(self, person: Person, passphrase: str, now: Session | None) -> Person:
        """Sign a guest in again, or turn the guest into an account."""
        if now is None or now.person.name != person.name:
            more = (
                f". If {person.name} is yours, give it a passphrase where you played before: then it is an "
                "account, and you sign in with it from everywhere"
            )
            raise await self._taken(f"a guest plays as {person.name} already", person.name, more=more)
        if not passphrase:
            return person
        async with self._arriving.turn():
            hashed = await self._hash(passphrase)
        return await self._give(person.name, hashed)

    async def _give(self, name: str, hashed: str) -> Person:
        """Give an account a passphrase by its hash."""

        def give(one: Person) -> Person:
            _check_signs_in(one)  # it may have been deleted meanwhile
            return replace(one, passphrase=hashed)

        return await self._change(name, give)

    async def _change(self, name: str, change: Callable[[Person], Person]) -> Person:
        """Change the latest form of an account, so that simultaneous changes are all kept."""
        person = await asyncio.to_thread(self._store.people.change, written_name(name), change)
        if person is None:
            raise BankcrapsError(f"nobody has an account of the name {name!r}")
        return person

    async def _hash(self, passphrase: str) -> str:
        if not SHORTEST_PASSPHRASE <= len(passphrase) <= _LONGEST:
            raise SignInError(f"a passphrase has {SHORTEST_PASSPHRASE} to {_LONGEST} characters")
        return await asyncio.to_thread(_HASHER.hash, passphrase)

    async def _fits(self, person: Person, passphrase: str) -> bool:
        if len(passphrase) > _LONGEST:
            return False
        try:
            async with self._trying.turn():
                await asyncio.to_thread(_HASHER.verify, person.passphrase, passphrase)
        except (VerificationError, InvalidHashError):
            return False
        return True

    async def has_bot(self, name: str) -> bool:
        """Whether a bot has a name. If not, nobody has it.

        Raises:
            SignInError: if the name is none, or belongs to a person.
        """
        name = checked_name(name)
        person = await self.person(name)
        if person is not None and (not person.bot or person.name != name):
            raise await self._taken(f"{person.name} is a person's name", person.name)
        return person is not None

    async def is_free_for_bot(self, name: str) -> bool:
        """Whether a bot may come under a name: it is a bot's already, or new and like nobody's."""
        try:
            return await self.has_bot(name) or await self._looks_like(name) is None
        except SignInError:
            return False

    async def bot(self, name: str) -> Person:
        """Return the account of a bot, which nobody can sign in to. A name that nobody has becomes one.

        Raises:
            SignInError: if the name is none, or belongs to a person.
        """
        person = Person(checked_name(name), BOT)
        if not await self.has_bot(name):
            await self._add(person)
        return person

    async def begin_session(self, person: Person, *, system: bool = False) -> tuple[str, Session]:
        """Begin a session for somebody who is known, and return its token.

        Args:
            person: the person.
            system: whether it is for a betting system of this process that plays the person's seat.
        """
        token = secrets.token_urlsafe(32)
        await asyncio.to_thread(self._keep_session, token, person)
        if system:
            self._systems.add(_hashed(token))
        return token, Session(person, _hashed(token), system)

    def _keep_session(self, token: str, person: Person) -> None:
        self._store.people.save_session(_hashed(token), person.name, self._store.clock() + SESSION_S * 1000)

    def _now(self) -> int:
        """Return the time that sessions must last for, in milliseconds since 1970.

        A clock that is set forward while the process runs signs nobody out. If it was ahead at the start,
        people are signed out until it is right. A clock that is set back makes sessions last longer.
        """
        return min(self._store.clock(), self._began + round(self._steady() * 1000))

    async def of_token(self, token: str) -> Session | None:
        """Return the session of a token, or None if there is none or it has expired."""
        return await self.of_key(_hashed(token)) if token else None

    async def of_key(self, key: str) -> Session | None:
        """Return the session of the hash of a token, or None."""
        name = await asyncio.to_thread(self._store.people.session, key, self._now())
        person = None if name is None else await self.person(name)
        if person is None or person.deleted:  # also where it was deleted while they signed in
            return None
        return Session(person, key, key in self._systems)

    async def sign_out(self, session: Session) -> None:
        """End a session."""
        self._systems.discard(session.key)
        await asyncio.to_thread(self._store.people.end_session, session.key)

    async def forget_expired(self) -> None:
        """Forget the sessions that expired long ago."""
        await asyncio.to_thread(self._store.people.forget_sessions, self._now() - _KEPT_S * 1000)

    async def add(self, name: str, passphrase: str, *roles: str) -> bool:
        """Make an account with roles. Return False if somebody has the name, perhaps since a moment."""
        person = Person(name, await self._hash(passphrase), tuple(sorted(roles)))
        return await asyncio.to_thread(self._store.people.add, person)

    async def grant(self, name: str, *roles: str) -> Person:
        """Grant somebody roles, beside those that they have.

        Raises:
            BankcrapsError: if there is no account of that name, or no such role.
        """
        _check_roles(roles)

        def give(person: Person) -> Person:
            if person.guest:
                raise BankcrapsError(
                    f"{person.name} is a guest: only an account with a passphrase can have roles; "
                    f"make it one: bankcraps admin passphrase {person.name}"
                )
            _check_signs_in(person)
            return replace(person, roles=tuple(sorted({*person.roles, *roles})))

        return await self._change(name, give)

    async def revoke(self, name: str, *roles: str) -> Person:
        """Take roles from somebody; all if none is named.

        Raises:
            BankcrapsError: if there is no account of that name, or no such role.
        """
        _check_roles(roles)

        return await self._change(
            name, lambda one: replace(one, roles=tuple(sorted({*one.roles} - {*(roles or one.roles)})))
        )

    async def set_passphrase(self, name: str, passphrase: str) -> None:
        """Give an account a passphrase, and end its sessions. A name that nobody has becomes an account.

        Raises:
            SignInError: if the name is none or a bot's, or the passphrase is too short.
        """
        name = checked_name(name)
        hashed = await self._hash(passphrase)
        if await self.person(name) is None:
            await self._add(Person(name))
        person = await self._give(name, hashed)
        await asyncio.to_thread(self._store.people.end_sessions, person.name)


def _check_signs_in(person: Person) -> None:
    if person.deleted:
        raise SignInError(f"the account of {person.name} was deleted: nobody gets this name again")
    if person.bot:
        raise SignInError(f"{person.name} is a bot of the house: nobody signs in as one")


def _check_roles(roles: tuple[str, ...]) -> None:
    wrong = [role for role in roles if role not in GRANTED]
    if wrong:
        raise BankcrapsError(f"there is no role {wrong[0]!r}; the roles are {', '.join(GRANTED)}")


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


class CrowdError(BankcrapsError):
    """Too many people sign in at this moment."""

    def __init__(self) -> None:
        super().__init__("too many people sign in at once: try again in a moment")


class Lane:
    """A bound on how many are at work at a time, and on how many wait."""

    def __init__(self, at_once: int, waiting: int) -> None:
        """Set how many may work, and how many may wait."""
        self._turn = asyncio.Semaphore(at_once)
        self._most = at_once + waiting
        self._here = 0

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[None]:
        """Wait for a turn, and hold it.

        Raises:
            CrowdError: if too many wait already.
        """
        if self._here >= self._most:
            raise CrowdError
        self._here += 1
        try:
            async with self._turn:
                yield
        finally:
            self._here -= 1
