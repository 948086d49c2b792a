"""Players who have the database refuse their own bets take no throw with them: what was computed stands."""

import asyncio
import random

import pytest
from tests.attack.nights import entries
from tests.server.commands import audited
from tests.server.live import a_table

from bankcraps.game.chips import Cents
from bankcraps.live.log import entries as en
from bankcraps.live.table import commands as cm
from bankcraps.live.table.personal_limits import Allowance
from bankcraps.server.hosting import table_host
from bankcraps.server.hosting.sealing import SystemDice
from bankcraps.server.house import House
from bankcraps.server.stores.store import open_store

BOB = cm.Sender("Bob")


@pytest.fixture
def computed(monkeypatch):
    """All throws that were computed, in order: the table, the number and the faces."""
    found = []
    real = table_host.decide

    def decide(book, table, sender, command, now):
        outcome = real(book, table, sender, command, now)
        shown = [one.entry for one in outcome.happened if isinstance(one.entry, en.SecretShown)]
        found.extend((table.id, one.number, str(outcome.table.state.last.throw)) for one in shown)
        return outcome

    monkeypatch.setattr(table_host, "decide", decide)
    return found


class Nights:
    """One or two houses on a database, with a table each at which Ann and Bob play."""

    def __init__(self, database, houses):
        self.database = str(database)
        self.stores = [open_store(self.database) for _ in range(houses)]
        self.houses = [House(store, SystemDice(), "http://here") for store in self.stores]
        self.hosts = []
        self._ids = iter(range(10**9))

    async def __aenter__(self):
        await self.houses[0].grant("Ann", 1_000_00)
        await self.houses[0].grant("Bob", 1_000_00)
        for house in self.houses:
            host = await house.open_table(a_table())
            self.hosts.append(host)
            for sender in (cm.Sender("Ann"), BOB):
                await host.tell(cm.Returned(sender.person))
                assert await self.say(host, sender, "sit") is None
                assert await self.say(host, sender, "buy_in 400") is None
        return self

    async def __aexit__(self, *_):
        for house, store in zip(self.houses, self.stores, strict=True):
            await house.close()
            store.close()

    async def say(self, host, sender, line):
        """Say a line, and return why it is refused, or None."""
        return (await host.ask(sender, cm.Say(id=str(next(self._ids)), line=line))).refused

    async def seed(self, host):
        await host.ask(BOB, cm.GiveSeed(id=str(next(self._ids)), seed=f"s{next(self._ids)}"))

    def ann(self, keep):
        """Ann as a process takes her that has not heard of her bets elsewhere: only the database knows."""
        return cm.Sender("Ann", own=Allowance(may_risk=Cents(10**9), keep=Cents(keep)))

    async def unstaked(self):
        at = await asyncio.to_thread(self.stores[0].money.balances_of, "Ann")
        return sum(amount for account, amount in at.items() if not account.startswith("layout/"))

    def shown(self):
        """All throws that the logs show, with their faces."""
        return {
            (host.table.id, one.number)
            for host in self.hosts
            for one in entries(self.stores[0], host.table.id, en.SecretShown)
        }


async def test_a_bet_beyond_a_limit_does_not_stand_only_if_it_wins(tmp_path, computed):
    """The bet, a throw behind it, and the limit that the database finds broken, in one transaction."""
    async with Nights(tmp_path / "house.db", 1) as night:
        [host] = night.hosts
        for number in range(12):
            if not host.table.state.seat("Bob").wagers:
                assert await night.say(host, BOB, "pass 5") is None
            keep = await night.unstaked() - 500
            rail = host.table.state.seat("Ann").rail
            busy = asyncio.create_task(night.seed(host))
            await asyncio.sleep(0)
            bet, throw = await asyncio.gather(
                night.say(host, night.ann(keep), "field 10"), night.say(host, BOB, "throw")
            )
            await busy
            assert bet.code == "own_limit"
            assert bet.message == "your loss limit leaves $5 to bet now, commission included, as you asked"
            assert throw is None
            assert host.table.state.seat("Ann").rail == rail
            assert [one[1] for one in computed] == list(range(1, number + 2))
        assert night.shown() == {(table, number) for table, number, _ in computed}


@pytest.mark.parametrize("houses", [1, 2])
@pytest.mark.parametrize("dealt", range(4))
async def test_whatever_is_computed_stands(tmp_path, computed, houses, dealt, monkeypatch):
    """Bets beyond limits, purchases nobody can pay, ids sent again, seeds and throws, in any order."""
    monkeypatch.setattr("bankcraps.server.hosting.pending._OF_PERSON", 3)
    chance = random.Random(dealt)
    async with Nights(tmp_path / "house.db", houses) as night:

        async def does(host):
            for _ in range(chance.randrange(3)):
                await asyncio.sleep(chance.choice([0, 0, 0.002]))
            match chance.randrange(7):
                case 0 | 1 | 2:
                    await night.say(host, BOB, "throw")
                case 3:
                    await night.seed(host)
                case 4:
                    await night.say(host, chance.choice([BOB, cm.Sender("Ann")]), "buy_in 300")
                case 5:
                    await host.ask(BOB, cm.Say(id=str(chance.randrange(60)), line="throw"))
                case _:
                    keep = await night.unstaked() - chance.choice([500, 1000, 4000])
                    lines = ["field 10", "field 5, buy 4 20", "place 6 12", "down place 6"]
                    await night.say(host, night.ann(keep), chance.choice(lines))

        for _ in range(10):
            for host in night.hosts:
                await night.say(host, BOB, "pass 5")
            await asyncio.gather(*(does(chance.choice(night.hosts)) for _ in range(8)))
        assert not any(host.stopped for host in night.hosts)
        assert computed
        assert len(set(computed)) == len(computed), "a throw was computed twice"
        assert {one[:2] for one in computed} == night.shown()
    audited(night.database)
