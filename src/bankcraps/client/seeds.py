"""A player's seeds for sealed dice, given by the program itself.

A seed is random, and it is given after the house has shown the commitment of the throw. So the house cannot
have chosen a secret that suits it. With each seed goes a promise: the hash of the player's next seed. Nobody
can choose a promised seed for what others gave later, and `bankcraps verify` counts broken promises.
"""

import asyncio
import hashlib
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from bankcraps.client.live import LiveTable
from bankcraps.errors import BankcrapsError
from bankcraps.live.table.commands import GiveSeed

__all__ = ["Seeds", "giving_seeds", "is_due"]

_BYTES: Final = 16


class Seeds:
    """Random seeds, each promised with the one before it."""

    def __init__(self) -> None:
        """Draw the first seed, which has not been promised."""
        self._next = secrets.token_hex(_BYTES)

    def command(self, name: str) -> GiveSeed:
        """Return the command that gives the next seed.

        Args:
            name: an id for the command.
        """
        seed, self._next = self._next, secrets.token_hex(_BYTES)
        return GiveSeed(id=name, seed=seed, next=hashlib.sha256(self._next.encode()).hexdigest())


def is_due(live: LiveTable) -> bool:
    """Whether a player may give a seed for the next throw, whose commitment is shown, and has given none."""
    return bool(live.view.fairness.commitment) and "give_seed" in live.you.may and not live.you.seed


@asynccontextmanager
async def giving_seeds(live: LiveTable) -> AsyncGenerator[None]:
    """Give a random seed for each sealed throw, while the person plays at a table that has been entered."""
    task = asyncio.create_task(_give(live))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _give(live: LiveTable) -> None:
    """Give each seed once. A refused seed is not sent again for the same throw."""
    seeds, hearing, last = Seeds(), live.heard(), 0
    while True:
        number = live.view.fairness.number
        if number != last and is_due(live):
            last = number
            try:
                await live.ask(seeds.command(live.new_id()))
            except BankcrapsError:
                return  # the connection has ended for good
        try:
            await anext(hearing)
        except StopAsyncIteration:
            return
