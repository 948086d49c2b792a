"""More play money for people who ask, by the rule of the house.

A gift never loosens a person's own loss limit: what they lost today stays lost. See
`bankcraps.server.people.limit_keeper`.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.live.people.more_money import MoneyOffer, PlayMoney
from bankcraps.live.table.live_table import LiveTable
from bankcraps.server.people.grants import HOUSE_LOG, Only, fund
from bankcraps.server.people.limit_keeper import LimitKeeper
from bankcraps.server.stores.store import Store

__all__ = ["MoneyRefusedError", "MoreMoney"]

_WHILE_DEALING: Final = "the dealers are paying your wagers: ask when all of it is dealt"
"""The money of a player would show what is right before all of it is dealt."""


class MoneyRefusedError(BankcrapsError):
    """The house gives a person no more play money now."""


class MoreMoney:
    """Gives play money to people who ask."""

    def __init__(
        self,
        store: Store,
        limits: LimitKeeper,
        clock: Callable[[], int],
        rule: PlayMoney,
        undealt: Callable[[str], Sequence[LiveTable]] = lambda _: (),
    ) -> None:
        """Give money by a rule.

        Args:
            store: where it is written.
            limits: the limits that people set for themselves.
            clock: the time, in milliseconds since 1970.
            rule: when the house gives money, and how much.
            undealt: returns the tables where wagers of a person are not dealt yet.
        """
        self._store = store
        self._limits = limits
        self._clock = clock
        self._rule = rule
        self._undealt = undealt

    async def offer(self, person: str) -> MoneyOffer:
        """Return what a person gets if they ask now."""
        if self._rule.gives and await asyncio.to_thread(self._undealt, person):
            return MoneyOffer(why=_WHILE_DEALING)
        now = self._clock()
        own = await self._limits.forbids_buying(person) if self._rule.gives else ""
        has, given = await asyncio.to_thread(self._known, person, now)
        return self._rule.offer(has, now, given=given, own=own)

    async def give(self, person: str) -> Cents:
        """Give a person what the house offers, and return how much it was, in cents.

        Requests at once, also of several processes, are given it once: all carry the same id of a command.

        Raises:
            MoneyRefusedError: if it offers nothing.
            StoreError: if the database fails.
        """
        async with self._limits.turn(person):
            offer = await self.offer(person)
            if not offer.amount:
                raise MoneyRefusedError(offer.why)
            # The limits count the gift before it comes: they would be too loose in between.
            await self._limits.count_gift(person, offer.amount)
            given = 0
            try:
                given = await asyncio.to_thread(self._fund, person)
            finally:
                if given != offer.amount:
                    await self._limits.count_gift(person, Cents(given - offer.amount))
        if not given:
            raise MoneyRefusedError((await self.offer(person)).why)
        return Cents(given)

    def _known(self, person: str, now: int) -> tuple[Cents, bool]:
        """Return what a person has in all, and whether they got money in this period."""
        has = Cents(sum(self._store.money.balances_of(person).values()))
        command = self._rule.command(now)
        return has, self._store.logs.known_command(HOUSE_LOG, person, command) is not None

    def _fund(self, person: str) -> int:
        rule = self._rule
        only = Only(rule.command(self._clock()), rule.below)
        return fund(self._store, self._clock, person, rule.amount, person, only)
