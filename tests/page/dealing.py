"""The crew of a table with real dice, and a player who makes every wager that the house takes."""

from argon2 import PasswordHasher
from tests.server.live import FREE

from bankcraps import WAGERS, load_rulebook
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.acts import who_may

__all__ = ["FREE", "QUICK_HASHES", "Crew", "bets", "bets_on_everything"]

QUICK_HASHES = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
"""Hashes passphrases with little work: every house makes one when it opens for the first time."""

AMOUNTS = (1000, 500, 2000, 600, 2500, 3000, 400, 1200, 4000, 6000, 100, 200, 300)
"""Sums in cents, of which the house takes one for each wager."""


class Crew:
    """House in the chairs that a throw needs, over a socket of its own.

    Attributes:
        seq: the number of the last entry of the log that House made.
    """

    def __init__(self, wire):
        self._wire = wire
        self.seq = 0

    @classmethod
    async def at(cls, wire, rules):
        """Take the chairs."""
        crew = cls(wire)
        for role in dict.fromkeys((who_may(load_rulebook(rules), ev.NoMoreBets)[0], "stickperson")):
            await crew._done("take_chair", role=role)
        return crew

    async def throw(self, first, second):
        """Close the betting, and enter how the dice came to rest, twice."""
        await self.close()
        await self.enter(first, second)

    async def close(self):
        """Close the betting."""
        await self._done("act", event={"type": "no_more_bets"})

    async def enter(self, first, second):
        """Enter how the dice came to rest, twice."""
        for look in ("first", "second"):
            await self._done("enter_throw", throw={"a": first, "b": second}, look=look)

    async def _done(self, type_, **fields):
        answer = await self._wire.ask(type_, **fields)
        assert "refused" not in answer, answer
        self.seq = max(self.seq, answer.get("seq", 0))


async def bets_on_everything(wire, book):
    """Make every wager that the table takes now."""
    for wager in filter(book.terms, WAGERS.values()):
        await bets(wire, str(wager))


async def bets(wire, wager):
    """Make a wager, of the first sum that the table takes."""
    for amount in AMOUNTS:
        answer = await wire.ask("act", event={"type": "bet", "wager": wager, "amount_cents": amount})
        if "offered_cents" not in answer.get("refused", {}):
            return  # it stands, or another sum would not help
