"""Real `bankcraps serve` processes, and clients that play there and write down the answers."""

import asyncio
import os
import random
import re
import signal
from collections import Counter
from contextlib import AsyncExitStack, asynccontextmanager

from tests.kit.deadline import IN_TIME
from tests.server.commands import bankcraps
from tests.server.live import held_port
from tests.server.serve_process import ServeProcess

from bankcraps.client import House
from bankcraps.live.log.entries import Acted
from bankcraps.live.log.rows import decode_row
from bankcraps.live.log.settings import Timing
from bankcraps.live.people.lobby import NewTable
from bankcraps.live.table.commands import Say
from bankcraps.server.stores.store import open_store

QUICK = Timing(betting_ms=300, warning_ms=0, shooter_ms=300, throwing_ms=20, paying_ms=0, answer_ms=200)

_LINES = (
    *("pass 5", "dont_pass 5", "field 5", "place 6 6", "come 5", "take down field", "undo"),
    *("throw", "throw", "buy_in 5", "cash_out 5", "sit_out", "nonsense"),
)


class Server:
    """`bankcraps serve` on a database.

    Attributes:
        address: where it is. It is the same after the server was started again.
        passphrase: the first supervisor's, if this server was the first.
    """

    def __init__(self, database, clock, port):
        self.database = database
        self.clock = clock
        self.port = port
        self.passphrase = ""
        self.process = None

    async def start(self):
        """Open the house, where it was before."""
        words = ("--port", str(self.port), "--database", self.database, "--gift", "100000")
        self.process = ServeProcess(*words, "--rules", "classic", clock=str(self.clock.path))
        async with asyncio.timeout(IN_TIME):
            said = await asyncio.to_thread(self.process.until_open)
        self.address = re.findall(r"is open at (\S+)", said)[0]
        if found := re.search(r"with the passphrase (\S+)\.", said):
            self.passphrase = found[1]
        return self

    def send(self, number):
        """Send a signal."""
        os.kill(self.process.pid, number)

    async def end(self, by=signal.SIGTERM):
        """Stop or kill it, and wait for its end. A dead server's leases run out at once."""
        if self.process is None or self.process.returncode is not None:
            return
        self.send(by)
        await asyncio.to_thread(self.process.wait)
        if by == signal.SIGKILL:
            self.clock.forward()


@asynccontextmanager
async def servers(database, clock, count=1, *, start=True):
    """Several servers of one database."""
    async with AsyncExitStack() as stack:
        opened = [Server(database, clock, stack.enter_context(held_port())) for _ in range(count)]
        try:
            for server in opened if start else ():
                await server.start()
            yield opened
        finally:
            for server in opened:
                if server.process is not None and server.process.returncode is None:
                    server.send(signal.SIGCONT)
                await server.end(signal.SIGKILL)


class Player:
    """Somebody who says one thing after the other, as fast as they are answered.

    Attributes:
        sent, answered: the lines and the answers by the ids of the commands. A refusal counts as 0.
    """

    def __init__(self, live, seed):
        self.live = live
        self.sent = {}
        self.answered = {}
        self.stopping = False
        self._rng = random.Random(seed)
        self._tasks = []

    @property
    def name(self):
        return self.live.you.name

    def begin(self):
        self._tasks = [asyncio.create_task(self._play()) for _ in range(2)]

    async def _play(self):
        while not self.stopping:
            await self.say(self._rng.choice(_LINES))

    async def say(self, line):
        command = Say(id=self.live.new_id(), line=line)
        self.sent[command.id] = line
        answer = await self.live.ask(command)
        self.answered[command.id] = 0 if answer.refused else answer.seq
        assert answer.refused is None or answer.refused.code not in ("stopped", "failed"), answer
        return answer

    def raise_if_failed(self):
        """Raise the error of an unexpected answer, instead of waiting for more answers."""
        for task in self._tasks:
            if task.done() and not self.stopping:
                task.result()

    async def end(self):
        """Say nothing more, and wait for the last answers."""
        self.stopping = True
        async with asyncio.timeout(IN_TIME):
            await asyncio.gather(*self._tasks)
        assert self.sent.keys() == self.answered.keys()


class Crowd:
    """People at one table.

    Attributes:
        table: its id.
        players: those who play.
    """

    def __init__(self, table, players):
        self.table = table
        self.players = players

    async def plays(self, count=10):
        """Wait until everybody has been answered some more times."""
        before = [len(player.answered) for player in self.players]
        async with asyncio.timeout(IN_TIME):
            while any(
                len(player.answered) < was + count for player, was in zip(self.players, before, strict=True)
            ):
                for player in self.players:
                    assert not player.live.goodbye, player.live.goodbye
                    player.raise_if_failed()
                await asyncio.sleep(0.02)

    async def know_all_servers(self):
        """Wait until everybody knows a second server, to which they can go if theirs dies."""
        async with asyncio.timeout(IN_TIME):
            while not all(player.live._addresses.several for player in self.players):  # noqa: SLF001, ASYNC110
                await asyncio.sleep(0.02)

    async def end(self, address):
        """Let everybody stop, and check that they all see the same table as a newcomer."""
        for player in self.players:
            await player.end()
        async with House(address) as house, house.table(self.table) as fresh:
            for player in self.players:
                async with asyncio.timeout(IN_TIME):
                    while not (player.live.connected and player.live.seq == fresh.seq):  # noqa: ASYNC110
                        await asyncio.sleep(0.02)
                assert player.live.view == fresh.view


@asynccontextmanager
async def crowd(addresses, count=3, name="P", rules="classic"):
    """Open a table, and let people play there who come by different servers of the house."""
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(House(addresses[0]))
        await first.sign_in(f"{name}host")
        table = await first.open_table(NewTable(rules=rules, pace="shooter", timing=QUICK))
        players = []
        for number in range(count):
            house = await stack.enter_async_context(House(addresses[number % len(addresses)]))
            await house.sign_in(f"{name}{number}")
            live = await stack.enter_async_context(house.table(table, patience_s=IN_TIME))
            player = Player(live, f"{name}{number}")
            for line in ("sit", "buy_in 300"):
                assert (await player.say(line)).refused is None
            players.append(player)
        for player in players:
            player.begin()
        try:
            yield Crowd(table, players)
        finally:
            for player in players:
                for task in player._tasks:  # noqa: SLF001
                    task.cancel()


def assert_once(database, crowds):
    """Check that the log has every answered command once, and nothing that nobody sent."""
    sent = {
        (player.name, key): crowd.table for crowd in crowds for player in crowd.players for key in player.sent
    }
    answered = {
        (player.name, key): seq
        for crowd in crowds
        for player in crowd.players
        for key, seq in player.answered.items()
    }
    store = open_store(database, only_read=True)
    done = Counter()
    try:
        for table in {crowd.table for crowd in crowds}:
            commands = {}
            for stored in store.logs.rows(table):
                row = decode_row(stored.body)
                if row.by and row.command:
                    commands.setdefault((row.by, row.command), []).append(row.seq)
                    acted = isinstance(row.entry, Acted) and row.entry.event.by.person == row.by
                    done[row.by, row.command] += acted
            for key, rows in commands.items():
                assert rows == list(range(rows[0], rows[-1] + 1)), f"{key} was carried out twice: {rows}"
        for key, seq in answered.items():
            assert store.logs.known_command(sent[key], *key) == (seq or None), key
            assert done[key] <= 1, key
        assert set(done) <= set(sent)
    finally:
        store.close()
    return len(answered)


def assert_whole(database, crowds, folder):
    """Check that every command was carried out once, the books balance, and every throw is right."""
    count = assert_once(database, crowds)
    assert "the books balance" in bankcraps("audit", "--database", database)
    for crowd in crowds:
        assert "verified" in bankcraps("verify", database, crowd.table, "--summary")
        record = str(folder / f"{crowd.table}.craps")
        bankcraps("export", database, crowd.table, "--craps", record)
        bankcraps("replay", record)
    return count


__all__ = ["Crowd", "Player", "Server", "assert_whole", "crowd", "servers"]
