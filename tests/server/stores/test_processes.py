"""Several `bankcraps serve` processes of one house: one writes a table, and another goes on when it ends."""

import asyncio
import os
import signal
from contextlib import ExitStack

import pytest
from tests.kit.deadline import IN_TIME
from tests.server.commands import audited
from tests.server.house_process import Clock
from tests.server.live import held_port
from tests.server.serve_process import ServeProcess

from bankcraps.client import House
from bankcraps.client import live as client_live
from bankcraps.live.log.settings import Timing
from bankcraps.live.people.lobby import NewTable

SLOW = Timing(betting_ms=3_600_000, shooter_ms=0, warning_ms=0, throwing_ms=3_600_000, paying_ms=0)


class Server(ServeProcess):
    """A server of a house. Its leases run out by a clock that the test sets forward."""

    def __init__(self, database, clock, port):
        words = ("--port", str(port), "--database", database, "--rules", "classic")
        super().__init__(*words, clock=str(clock.path))

    async def serves(self, table):
        """Wait until it says that it serves a table."""
        async with asyncio.timeout(IN_TIME), House(self.address) as house:
            while table not in [one.table for one in await house.tables() if not one.address]:  # noqa: ASYNC110
                await asyncio.sleep(0.05)


@pytest.fixture
def two(postgres_url, tmp_path):
    """Two servers of one new house that open at once, and the clock of their leases."""
    clock = Clock(tmp_path)
    with ExitStack() as stack:
        servers = [Server(postgres_url, clock, stack.enter_context(held_port())) for _ in range(2)]
        yield servers, clock
        for server in servers:
            if server.returncode is None:
                os.kill(server.pid, signal.SIGCONT)
                os.kill(server.pid, signal.SIGKILL)
            server.wait()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP])
async def test_a_client_plays_on_at_another_server_and_every_bet_counts_once(
    two, postgres_url, monkeypatch, how
):
    """A server is killed, hands its tables over, or sleeps too long and then writes nothing more."""
    monkeypatch.setattr(client_live, "_ALIVE_S", IN_TIME)  # the client waits until a sleeper wakes up
    servers, clock = two
    await asyncio.gather(*(asyncio.to_thread(server.until_open) for server in servers))
    first, second = servers
    assert sorted(server.said.count("with the passphrase") for server in servers) == [0, 1]
    async with asyncio.timeout(IN_TIME), House(first.address) as house:
        await house.sign_in("Ann")
        table = await house.open_table(NewTable(rules="classic", pace="shooter", timing=SLOW, limits="1:500"))
        async with House(second.address) as elsewhere:
            with pytest.raises(Exception, match=f"this table is served at {first.address}"):
                await elsewhere._ask("GET", f"/api/tables/{table}/rules", dict)  # noqa: SLF001
        async with house.table(table, patience_s=IN_TIME) as live:
            for line in ("sit", "buy_in 100", "field 1"):
                assert (await live.say(line)).refused is None
            while not live._addresses.several:  # noqa: ASYNC110, SLF001 - the house says it when it looks around
                await asyncio.sleep(0.02)
            heard = live.heard()
            os.kill(first.pid, how)
            if how == signal.SIGTERM:
                await asyncio.to_thread(first.process.join, IN_TIME)
                assert first.returncode == 0
            clock.forward()
            await second.serves(table)
            os.kill(first.pid, signal.SIGCONT) if how == signal.SIGSTOP else None
            for stands in range(2, 6):
                assert (await live.say("field 1")).refused is None
                assert live.seat.at_risk == stands * 100
            lost = [news.reason for news in heard.so_far() if type(news).__name__ == "Lost"]
            slept = [why for why in lost if "another process serves" in why or "database" in why]
            assert lost if how != signal.SIGSTOP else slept, lost
    await asyncio.to_thread(audited, postgres_url)
