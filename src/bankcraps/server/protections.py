"""The limits that people set for themselves: kept with the account, and worked out for each command.

`bankcraps.house.protection` says what the limits mean. This module knows where the person's money is, at
whatever table, and what time it is.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.chips import Cents
from bankcraps.codec import decoder, encode
from bankcraps.engine import events as ev
from bankcraps.errors import BankcrapsError
from bankcraps.house import commands as cm
from bankcraps.house.ledger import wallet
from bankcraps.house.protection import Own, OwnLimits, Protection, change, of_the_day, own, played
from bankcraps.server.stores.protocol import EventStore, Person

__all__ = ["Protections"]

_decode: Final = decoder(Protection)

_SAVED_MS: Final = 60_000
"""How often, at most, a person's playing time is written down, in milliseconds."""

_REMEMBERED_MS: Final = 5_000
"""For how long it is remembered that somebody has no limits, which another process may have changed."""

_MOST_REMEMBERED: Final = 100_000


class Protections:
    """The limits of people with an account, or without one: a guest may limit themselves, too."""

    def __init__(self, store: EventStore, clock: Callable[[], int]) -> None:
        """Keep them in a store. `clock` gives the time in milliseconds since 1970."""
        self._store = store
        self._clock = clock
        self._saving = asyncio.Lock()
        self._without: dict[str, int] = {}

    async def of(self, name: str) -> Protection:
        """Return a person's limits, brought up to this day."""
        return await asyncio.to_thread(self._of, name)

    def _of(self, name: str) -> Protection:
        person = self._store.person(name)
        protection = _read(person)
        if protection == Protection():
            return protection
        today = of_the_day(protection, self._worth(name), self._clock())
        if today != protection and person is not None:
            self._store.save_person(replace(person, limits=encode(today).decode()))
        return today

    async def change(self, name: str, wanted: OwnLimits) -> Protection:
        """Set other limits. Tighter ones count at once, looser ones a day later.

        Raises:
            BankcrapsError: if nobody has that name, or a limit is not possible.
        """
        async with self._saving:
            return await asyncio.to_thread(self._change, name, wanted)

    def _change(self, name: str, wanted: OwnLimits) -> Protection:
        person = self._store.person(name)
        if person is None:
            raise BankcrapsError(f"nobody has the name {name!r}")
        now = self._clock()
        changed = change(of_the_day(_read(person), self._worth(name), now), wanted, now)
        self._store.save_person(replace(person, limits=encode(changed).decode()))
        self._without.pop(name, None)
        return changed

    async def sender(self, sender: cm.Sender, command: cm.PersonCommand) -> cm.Sender:
        """Return who sends a command, with what their own limits leave. Who plays has the session counted.

        That somebody has no limits is remembered for a moment, so that most commands wait for nothing.
        """
        now = self._clock()
        if abs(now - self._without.get(sender.person, -_REMEMBERED_MS)) < _REMEMBERED_MS:
            return sender
        async with self._saving:
            left = await asyncio.to_thread(self._own, sender.person, plays=_plays(command))
        if left is None:
            if len(self._without) >= _MOST_REMEMBERED:
                self._without.clear()
            self._without[sender.person] = now
        return replace(sender, own=left or Own())

    def _own(self, name: str, *, plays: bool) -> Own | None:
        """Return what a person's limits leave; None for no limits."""
        protection = self._of(name)
        if protection == Protection():
            return None
        now = self._clock()
        left = own(protection, Cents(self._store.balance(wallet(name))), now)
        over = left.time_out_until > now or (left.session_until is not None and left.session_until <= now)
        if plays and not over and now - protection.played_at >= _SAVED_MS:
            person = self._store.person(name)
            if person is not None:
                self._store.save_person(replace(person, limits=encode(played(protection, now)).decode()))
        return left

    def _worth(self, name: str) -> Cents:
        """Return what a person has: in the wallet, and at all tables in the rail and on the layout."""
        at_tables = (
            amount
            for account, amount in self._store.balances().items()
            if account.startswith(("rail/", "layout/")) and account.endswith(f"/{name}")
        )
        return Cents(self._store.balance(wallet(name)) + sum(at_tables))


def _plays(command: cm.PersonCommand) -> bool:
    if isinstance(command, cm.Act):
        return isinstance(command.event, ev.Sit | ev.BuyIn | ev.Bet | ev.Accept)
    return isinstance(command, cm.Say)


def _read(person: Person | None) -> Protection:
    """Read a person's limits. Limits that cannot be read are an error: nobody may lose them in silence."""
    if person is None or not person.limits:
        return Protection()
    try:
        return _decode(person.limits)
    except msgspec.MsgspecError as error:
        raise BankcrapsError(f"the limits of {person.name} cannot be read: {error}") from None
