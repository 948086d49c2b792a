"""People's own limits: kept with the account, and worked out for each command.

`bankcraps.live.table.personal_limits` says what the limits mean. This module knows where the person's money
is, at whatever table, and what time it is.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine import events as ev
from bankcraps.game.records.codec import decoder, encode
from bankcraps.live.log.entries import DAY_MS
from bankcraps.live.proof.ledger import is_rail, wallet
from bankcraps.live.table import commands as cm
from bankcraps.live.table.live_table import LiveTable
from bankcraps.live.table.personal_limits import (
    Allowance,
    KeptLimits,
    LimitsNow,
    PersonalLimits,
    allowance,
    change,
    forbidden,
    in_force,
    of_the_day,
    played,
)
from bankcraps.live.table.undealt import rail_not_shown, won_not_shown
from bankcraps.server.stores.database import read_text
from bankcraps.server.stores.people import Person
from bankcraps.server.stores.store import Store

_decode: Final = decoder(KeptLimits)

_SAVED_MS: Final = 60_000
"""The shortest time between two saves of a person's playing time, in milliseconds."""


class LimitKeeper:
    """The limits of people with an account, or without one: a guest may limit themselves, too.

    Attributes:
        store: where people and balances are.
        undealt: returns the tables where wagers of a person are not dealt yet.
    """

    def __init__(self, store: Store, undealt: Callable[[str], Sequence[LiveTable]] = lambda _: ()) -> None:
        """Keep them in a store.

        Args:
            store: where people and balances are.
            undealt: returns the tables where wagers of a person are not dealt yet. The balances have what
                these won or lost. It counts when it is dealt, as the limits must not tell what is right.
        """
        self.store = store
        self.undealt = undealt
        # Locks live only while they are held or awaited.
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def turn(self, name: str) -> asyncio.Lock:
        """Return the turn of a person, to hold while a command of theirs is carried out.

        What a command leaves to risk is known once it is on disk. Two commands at once would both have all.
        """
        return self._turns.setdefault(name, asyncio.Lock())

    async def now(self, name: str) -> LimitsNow:
        """Return a person's limits as they stand."""
        return await asyncio.to_thread(self._now, name)

    async def change(self, name: str, wanted: PersonalLimits) -> LimitsNow:
        """Set other limits. Tighter ones count at once, looser ones a day later.

        Raises:
            BankcrapsError: if nobody has that name, or a limit is not possible.
        """
        return await asyncio.to_thread(self._change, name, wanted)

    async def sender(self, sender: cm.Sender, command: cm.PersonCommand | None = None) -> cm.Sender:
        """Return somebody with what limits leave: their own, or those of the player whose bet they confirm.

        Playing counts towards the session.

        Args:
            sender: the person.
            command: their command; None if they only look.
        """
        whose = command.player if isinstance(command, cm.ConfirmLate) else sender.person
        left = await asyncio.to_thread(self._left, whose, plays=_plays(command))
        return replace(sender, own=left)

    async def forbids_buying(self, name: str) -> str:
        """Say why a person's own limits forbid them to buy chips now, or return an empty text."""
        left = (await self.now(name)).left
        return forbidden(left, ev.BuyIn(Cents(1)), self.store.clock(), None)

    async def count_gift(self, name: str, amount: Cents) -> None:
        """Count a gift as money that a person had at the beginning of the day.

        So it does not make good what they lost today, and leaves no more to lose.

        Args:
            name: the person.
            amount: the gift in cents; below zero for one that did not come.
        """
        await asyncio.to_thread(self._count_gift, name, amount)

    def _count_gift(self, name: str, amount: Cents) -> None:
        if self._of(name) != KeptLimits():
            self._keep(name, lambda one: replace(one, worth=Cents(one.worth + amount)))

    def _now(self, name: str) -> LimitsNow:
        kept, now = self._of(name), self.store.clock()
        waits = kept.later is not None and now < kept.later_at
        return LimitsNow(
            in_force(kept, now),
            kept.later if waits else None,
            kept.later_at if waits else 0,
            self._own(kept, name, now),
        )

    def _of(self, name: str) -> KeptLimits:
        """Return a person's limits, updated to today."""
        kept, now = _read(self.store.people.get(name)), self.store.clock()
        if kept == KeptLimits() or kept.day == now // DAY_MS:
            return kept
        worth = self._worth(name)
        return self._keep(name, lambda one: of_the_day(one, worth, now))

    def _change(self, name: str, wanted: PersonalLimits) -> LimitsNow:
        now, worth = self.store.clock(), self._worth(name)
        self._keep(name, lambda one: change(of_the_day(one, worth, now), wanted, now))
        return self._now(name)

    def _left(self, name: str, *, plays: bool) -> Allowance:
        """Return what is left of a person's limits."""
        kept, now = self._of(name), self.store.clock()
        left = self._own(kept, name, now)
        over = left.time_out_until > now or (left.session_until is not None and left.session_until <= now)
        if plays and not over and now - kept.played_at >= _SAVED_MS:
            self._keep(name, lambda one: played(one, now))
        return left

    def _keep(self, name: str, changed: Callable[[KeptLimits], KeptLimits]) -> KeptLimits:
        """Change the latest saved data of a person, as another process may have changed it."""

        def apply(person: Person) -> Person:
            if person.deleted:  # a moment ago: their connections end within seconds
                raise BankcrapsError(f"the account of {person.name} was deleted")
            return replace(person, limits=encode(changed(_read(person))).decode())

        person = self.store.people.change(name, apply)
        if person is None:
            raise BankcrapsError(f"nobody has the name {name!r}")
        return _read(person)

    def _own(self, kept: KeptLimits, name: str, now: int) -> Allowance:
        if in_force(kept, now).loss is None:
            return allowance(kept, Cents(0), Cents(0), now)
        undealt = sum(rail_not_shown(table, name) for table in self.undealt(name))
        balances = self.store.money.balances_of(name)
        rails = sum(amount for account, amount in balances.items() if is_rail(account)) - max(0, undealt)
        return allowance(kept, Cents(balances.get(wallet(name), 0)), Cents(rails), now)

    def _worth(self, name: str) -> Cents:
        """Return a person's money: the wallet, and the rail and layout at all tables, as they are dealt."""
        undealt = sum(won_not_shown(table, name) for table in self.undealt(name))
        return Cents(sum(self.store.money.balances_of(name).values()) - undealt)


def _plays(command: cm.PersonCommand | None) -> bool:
    if isinstance(command, cm.Act):
        return isinstance(command.event, ev.Sit | ev.BuyIn | ev.Bet | ev.Accept)
    return isinstance(command, cm.Say)


def _read(person: Person | None) -> KeptLimits:
    """Read a person's limits. Unreadable limits are an error, because they must not be lost silently."""
    if person is None or not person.limits:
        return KeptLimits()
    return read_text(_decode, person.limits, f"the limits of {person.name}")
