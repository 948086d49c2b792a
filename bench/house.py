"""A house under load: commands a second, how long answers and news take, memory, a soak, and its audit.

A real server (`bankcraps serve`, SQLite, every commit synced) and its clients share the machine. A command
counts once its answer says that it is done, which means on disk.

    LONG=1 .venv/bin/python bench/house.py
    LONG=1 .venv/bin/python bench/house.py --only soak --minutes 60
"""

import argparse
import asyncio
import bisect
import itertools
import os
import re
import resource
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import uvloop
from live.clients import PLAYERS, ROUND, Socket, Table, Tally, enter, open_table, sign_in
from live.goals import Goals
from live.server import Server, run, serving

LONG = bool(os.environ.get("LONG"))
"""Whether the figures are for the documentation. Otherwise a short run shows that the script works."""

TABLES = 16 if LONG else 4
ALL = ("throughput", "acknowledgement", "spectators", "soak")
WARM_S = 2.0 if LONG else 0.2
NEWS_RATES = (2, 5, 10, 20) if LONG else (10,)
"""Commands a second at the table that spectators watch."""

NEWS = b'{"type":"happened","seq":'
HOUR = 1_250_000
"""The rows of an hour's log at 300 commands a second, as a soak of an hour left it."""

COMMANDS_S, ANSWERS_MS, NEWS_MS, AUDIT_S = 5000, 50, 100, 60
"""The promises: commands a second, the slowest answer and news in a hundred, and the audit of an hour."""

goals = Goals(under_load=LONG)

BATCH = 100 if LONG else 20
"""The number of spectators who come at once, within the house's limit of new connections."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=ALL, action="append", help="measure only this; may be repeated")
    parser.add_argument(
        "--seconds", type=float, default=10.0 if LONG else 1.0, help="how long each measurement takes"
    )
    parser.add_argument(
        "--rate", type=float, default=2500.0 if LONG else 100.0, help="commands a second, to time answers"
    )
    parser.add_argument(
        "--spectators", type=int, default=1000 if LONG else 20, help="how many watch one table"
    )
    parser.add_argument(
        "--minutes", type=float, default=0.5 if LONG else 0.05, help="how long the soak takes"
    )
    parser.add_argument(
        "--soak-rate", type=float, default=300.0 if LONG else 50.0, help="commands a second of the soak"
    )
    parser.add_argument("--folder", default=None, help="where the database is made")
    asked = parser.parse_args()
    for name in asked.only or ALL:
        with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
            database = Path(folder) / "house.db"
            with serving(database) as server:
                uvloop.run(MEASURES[name](server, asked))
            if name == "soak":
                check(database)
    goals.show()


# Measurements.


async def throughput(server: Server, asked: argparse.Namespace) -> None:
    """Play as fast as the answers come."""
    async with tables(server, TABLES) as (tally, playing):
        await play(playing, WARM_S)
        usage = Usage(server, tally)
        await play(playing, asked.seconds)
        print(f"\n{TABLES} tables of {PLAYERS} players, as fast as they may")
        goals.add("commands a second, as fast as they may", usage.report(), COMMANDS_S, at_least=True)


async def acknowledgement(server: Server, asked: argparse.Namespace) -> None:
    """Play at a steady pace, and time the answers from when the commands were due."""
    async with tables(server, TABLES) as (tally, playing):
        await play(playing, WARM_S, asked.rate)
        usage = Usage(server, tally)
        await play(playing, asked.seconds, asked.rate)
        print(f"\n{TABLES} tables of {PLAYERS} players, {asked.rate:,.0f} commands a second")
        usage.report()
        slow = at_share(tally.delays, 0.99)
        goals.add(f"answers at {asked.rate:,.0f} commands a second, p99", slow, ANSWERS_MS, " ms")


async def spectators(server: Server, asked: argparse.Namespace) -> None:
    """Let many people watch one table, and measure how long each command's news takes to each of them."""
    async with tables(server, 1) as (tally, [table]):
        heard: list[tuple[int, float]] = []
        watching: list[Socket] = []
        before = server.memory_kib
        for _ in range(0, asked.spectators, BATCH):
            coming = (enter(tally, server.address, table.id) for _ in range(BATCH))
            watching += await asyncio.gather(*coming)
            await asyncio.sleep(1)
        await asyncio.sleep(1)
        grown = server.memory_kib - before
        for socket in watching:
            socket.hear = lambda body: heard.append((seq_of(body), time.perf_counter()))
        for rate in NEWS_RATES:
            heard.clear()
            tally.asked.clear()
            usage = Usage(server, tally)
            await play([table], asked.seconds, rate)
            await asyncio.sleep(1)
            delays = news_delays(tally.asked, heard)
            missing = len(tally.asked) * len(watching) - len(delays)
            print(f"\n{len(watching)} spectators at one table, {rate} commands a second")
            usage.report()
            row("news, after the command", f"{percentiles(delays)}; missing {missing}")
            what = f"news to {len(watching):,} spectators at {rate} commands a second, p99"
            goals.add(what, at_share(delays, 0.99), NEWS_MS, " ms")
        more = (server.memory_kib - before) / len(watching)
        row("memory a connection", f"{grown / len(watching):,.1f} KiB, and {more:,.1f} KiB after play")
        for socket in watching:
            socket.close()


async def soak(server: Server, asked: argparse.Namespace) -> None:
    """Play for a long time, and look at the memory."""
    async with tables(server, TABLES) as (tally, playing):
        usage = Usage(server, tally)
        print(f"\nsoak: {asked.minutes:g} minutes, {asked.soak_rate:,.0f} commands a second")
        print(f"{'minute':>8}{'commands':>12}{'server MiB':>12}{'p99 ms':>8}")
        steps = 20 if asked.minutes >= 1 else 2
        for step in range(1, steps + 1):
            tally.delays.clear()
            await play(playing, asked.minutes * 60 / steps, asked.soak_rate)
            slow = sorted(tally.delays)[int(len(tally.delays) * 0.99)] * 1000
            minute = asked.minutes * step / steps
            print(f"{minute:>8.1f}{tally.done:>12,}{server.memory_kib / 1024:>12.1f}{slow:>8.1f}", flush=True)
        usage.report()


def check(database: Path) -> None:
    """Audit the books and verify the log, as anybody can."""
    size = database.stat().st_size / 2**20
    began = time.perf_counter()
    run("audit", "--head", "--database", str(database))  # which starts as the audit does, and reads no row
    start, began = time.perf_counter() - began, time.perf_counter()
    said = run("audit", "--database", str(database))
    took = time.perf_counter() - began
    rows = sum(int(found.replace(",", "")) for found in re.findall(r": ([\d,]+) rows", said))
    print(said)
    each = max(0.0, took - start) / rows
    print(f"audited {rows:,} rows, {size:,.0f} MiB, in {took:,.1f} s: {each * 1e6:,.0f} us a row")
    hour = start + each * HOUR
    goals.add(f"audit of an hour's log, by {rows:,} of its {HOUR:,} rows", hour, AUDIT_S, " s")


MEASURES = {
    "throughput": throughput,
    "acknowledgement": acknowledgement,
    "spectators": spectators,
    "soak": soak,
}


# Playing.


@asynccontextmanager
async def tables(server: Server, count: int, first: int = 0) -> AsyncIterator[tuple[Tally, list[Table]]]:
    """Open tables, and seat players with chips. Their names have the number of the table, from `first` on."""
    tally = Tally()
    playing: list[Table] = []
    async with httpx.AsyncClient(base_url=server.address, timeout=30) as http:
        for number in range(first, first + count):
            names = [f"Player{number}x{place}" for place in range(PLAYERS)]
            cookies = [await sign_in(http, name) for name in names]
            table = await open_table(http, cookies[0])
            entered = [await enter(tally, server.address, table, cookie) for cookie in cookies]
            playing.append(Table(table, list(zip(names, entered, strict=True))))
            await playing[-1].sit_down()
    yield tally, playing
    for socket in itertools.chain.from_iterable(table.players.values() for table in playing):
        socket.close()


async def play(playing: list[Table], seconds: float, rate: float = 0.0) -> None:
    """Play rounds at all tables: as fast as answers come, or at a fixed rate of commands for all together.

    Paced tables begin one after the other, spread over a round: a house's tables do not all throw at once.
    """
    every = len(playing) / rate if rate else 0.0
    until = time.perf_counter() + seconds
    apart = every * len(ROUND) * PLAYERS / len(playing)
    await asyncio.gather(*(rounds(table, until, every, place * apart) for place, table in enumerate(playing)))


async def rounds(table: Table, until: float, every: float, late: float) -> None:
    at = time.perf_counter() + late
    while (now := time.perf_counter()) < until:
        at = await table.round(max(at, now - 1), every)


def seq_of(body: bytes) -> int:
    """Return the number of the log entry that a message of news leads to, from the message's beginning."""
    return int(body[len(NEWS) : body.index(b",", len(NEWS))]) if body.startswith(NEWS) else 0


def news_delays(commands: list[tuple[float, int]], heard: list[tuple[int, float]]) -> list[float]:
    """Return the delay from each command to its news at each spectator."""
    news: dict[int, list[float]] = {}
    for seq, at in heard:
        news.setdefault(seq, []).append(at)
    versions = sorted(news)
    delays: list[float] = []
    for asked, seq in commands:
        place = bisect.bisect_left(versions, seq)
        delays += [at - asked for at in news[versions[place]]] if place < len(versions) else []
    return delays


# Costs.


class Usage:
    """The resources that server and clients use from now on."""

    def __init__(self, server: Server, tally: Tally) -> None:
        self.server, self.tally = server, tally
        tally.refused.clear()
        tally.delays.clear()
        self.began = time.perf_counter()
        self.cpu, self.loop, self.own, self.done = server.cpu_s, server.loop_s, own_cpu(), tally.done
        self.writing = server.metric("bankcraps_transaction_seconds_total")
        self.groups, self.messages = server.metric("bankcraps_transactions_total"), tally.messages

    def report(self) -> float:
        """Print what was used, and return how many commands a second were done."""
        seconds = time.perf_counter() - self.began
        done = self.tally.done - self.done
        groups = max(1, self.server.metric("bankcraps_transactions_total") - self.groups)
        writing = self.server.metric("bankcraps_transaction_seconds_total") - self.writing
        server, loop = self.server.cpu_s - self.cpu, self.server.loop_s - self.loop
        own = own_cpu() - self.own
        each = [f"{used / max(1, done) * 1e6:,.0f}" for used in (server, loop, own)]
        row("done", f"{done / seconds:,.0f} commands a second")
        if self.tally.refused:
            row("refused", str(dict(self.tally.refused)))
        row("answers", percentiles(self.tally.delays))
        row("a transaction", f"{done / groups:,.1f} commands, {writing / groups * 1000:,.1f} ms")
        row("messages heard", f"{(self.tally.messages - self.messages) / seconds:,.0f} a second")
        row("cores: server, clients", f"{server / seconds:.2f}, {own / seconds:.2f}")
        row("processor time of a command", "server {}, of which its loop {}; clients {} us".format(*each))
        row("server's memory", f"{self.server.memory_kib / 1024:,.0f} MiB")
        row("load average of the machine", f"{os.getloadavg()[0]:.1f}")
        return done / seconds


def row(name: str, value: str) -> None:
    print(f"  {name:<32}{value}")


def own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def percentiles(seconds: list[float]) -> str:
    if not seconds:
        return "none"
    ordered = sorted(seconds)
    return ", ".join(f"{name} {at_share(ordered, share):,.1f}" for name, share in SHARES.items()) + " ms"


def at_share(seconds: list[float], share: float) -> float:
    """Return the delay that a share of all does not exceed, in milliseconds."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 if ordered else 0.0


SHARES = {"p50": 0.5, "p99": 0.99, "p99.9": 0.999}


if __name__ == "__main__":
    main()
