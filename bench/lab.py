"""A house whose lab is busy: how long its tables take beside it, and how long the lab's own answers take.

A real server (`bankcraps serve`, SQLite, every commit synced), its clients and the processes of the lab share
the machine. Ratios are within one run, in which a quiet lab and one at full load take turns.

    LONG=1 .venv/bin/python bench/lab.py
    LONG=1 .venv/bin/python bench/lab.py --only tables --seconds 20
"""

import argparse
import asyncio
import itertools
import multiprocessing
import os
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from statistics import median

import httpx
import uvloop
from house import percentiles, play, row, tables
from live.server import Server, serving

from bankcraps.strategies.library import library

LONG = bool(os.environ.get("LONG"))
"""Whether the figures are for the documentation. Otherwise a short run shows that the script works."""

ALL = ("tables", "answers")
ASKERS = 8
"""People who always have a question, each from an address of their own."""

TURNS = 6 if LONG else 1
EVERY = 1 if LONG else 40
AGAIN = 4 if LONG else 1

NEW = "a new system"
AGAIN_NAMED = "another bankroll"
ODDS = "odds of a house, asked before"
CANCEL = "a question taken back"
LAYOUT = "/api/lab/layout?puck=6&layout=pass+10,+pass_odds+20,+place+8+12"

GOALS = {NEW: 2.0, AGAIN_NAMED: 0.15, ODDS: 0.05, CANCEL: 0.2}
"""The most seconds that 95 in 100 answers may take."""
RATIO = 1.2
"""The most times as long that a table's answers may take beside a lab at full load."""

HEAVY = (
    "session?strategy=three_point_molly&bankroll={n}&throws=3000&distribution=true",
    "simulate?strategy=iron_cross&bankroll=500&shooters=1000&sessions=1000000&seed={n}&distribution=true",
    "trajectories?strategy=pass_odds_2x&bankroll=5000&throws=2000&paths=200&seed={n}",
    "compare?strategy=pass&strategy=place_6_8&bankroll=300&throws=500&sessions=300000&seed={n}",
)
"""Questions that keep a process busy, or have megabytes of answers."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=ALL, action="append", help="measure only this; may be repeated")
    parser.add_argument(
        "--seconds", type=float, default=10.0 if LONG else 2.0, help="how long each turn takes"
    )
    parser.add_argument(
        "--rate", type=float, default=600.0 if LONG else 100.0, help="commands a second at the tables"
    )
    parser.add_argument(
        "--every", type=int, default=EVERY, metavar="N", help="ask about one in N systems of the library"
    )
    asked = parser.parse_args()
    for name in asked.only or ALL:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["BANKCRAPS_CACHE"] = str(Path(folder, "cache"))
            with serving(Path(folder, "house.db")) as server:
                uvloop.run(MEASURES[name](server, asked))


# Tables beside the lab.


async def beside_tables(server: Server, asked: argparse.Namespace) -> None:
    """Time the answers of tables, in turns with a quiet lab and with one at full load."""
    quiet: list[list[float]] = []
    busy: list[list[float]] = []
    cores: list[float] = []
    async with tables(server, 4) as (tally, playing):
        await play(playing, 1.0, asked.rate)
        for _ in range(TURNS):
            tally.delays.clear()
            await play(playing, asked.seconds, asked.rate)
            quiet.append(list(tally.delays))
            async with questions(server):
                used, began = lab_cpu_s(server), time.perf_counter()
                tally.delays.clear()
                await play(playing, asked.seconds, asked.rate)
                busy.append(list(tally.delays))
                cores.append((lab_cpu_s(server) - used) / (time.perf_counter() - began))
        print(f"\n4 tables, {asked.rate:,.0f} commands a second, {TURNS} turns of {asked.seconds:g} s each")
        row("answers, quiet lab", percentiles(list(itertools.chain(*quiet))))
        row("answers, lab at full load", percentiles(list(itertools.chain(*busy))))
        row("cores of the lab", f"{median(cores):.2f}")
        alone, beside = (median(at(turn, 0.99) for turn in turns) for turns in (quiet, busy))
        row("p99 of a turn, median", f"{alone * 1000:.1f}, with the lab {beside * 1000:.1f} ms")
        row("ratio", f"{beside / alone:.2f}; {goal(beside / alone, RATIO, f'{RATIO}')}")


@asynccontextmanager
async def questions(server: Server) -> AsyncIterator[None]:
    """Keep the lab busy. A process of its own asks, so that its work delays no player."""
    asking = multiprocessing.get_context("spawn").Process(target=ask_all, args=(server.address,))
    asking.start()
    await asyncio.sleep(5.0)  # until the processes of the lab have loaded it
    yield
    asking.terminate()
    await asyncio.to_thread(asking.join)
    asking.close()


def lab_cpu_s(server: Server) -> float:
    """The processor time of the processes that the house started, and of their children, in seconds."""
    parents = {server.process.pid}
    used = 0.0
    for _ in range(2):
        children = children_of(parents)
        used, parents = used + sum(map(cpu_s, children)), children
    return used


def children_of(parents: set[int]) -> set[int]:
    found: set[int] = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[1]) in parents:
                found.add(int(stat.parent.name))
    return found


def cpu_s(process: int) -> float:
    """The processor time of all threads of a process, in seconds, to the nanosecond."""
    used = 0
    for task in Path(f"/proc/{process}/task").glob("*/schedstat"):
        with suppress(OSError):
            used += int(task.read_text().split()[0])
    return used / 1e9


def ask_all(address: str) -> None:
    """Ask as several people who always have a question, until SIGTERM; then take the last ones back."""

    async def asking() -> None:
        numbers = itertools.count(500 + 1000 * int(time.time()) % 10**6)
        tasks = [asyncio.create_task(ask_on(address, who, numbers)) for who in range(ASKERS)]
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, cancel, tasks)
        await asyncio.gather(*tasks, return_exceptions=True)

    uvloop.run(asking())


def cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()


async def ask_on(address: str, person: int, numbers: "itertools.count[int]") -> None:
    """Ask one question after another; follow each second one by its events."""
    async with client(address, f"127.0.0.{person + 2}") as http:
        for turn in itertools.count(person):
            path = "/api/lab/" + HEAVY[turn % len(HEAVY)].format(n=next(numbers))
            try:
                await (followed if turn % 2 else waited)(http, path)
            except asyncio.CancelledError:
                with suppress(httpx.HTTPError):
                    await take_back(http, path)
                raise


async def waited(http: httpx.AsyncClient, path: str) -> bytes:
    while True:
        answer = await http.get(path, headers={"prefer": "wait=30"})
        if answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
            await asyncio.sleep(1)
        elif answer.status_code != httpx.codes.ACCEPTED:
            return answer.content


async def followed(http: httpx.AsyncClient, path: str) -> bytes:
    began = await http.get(path, headers={"prefer": "respond-async"})
    if began.status_code != httpx.codes.ACCEPTED:
        return await waited(http, path)
    heard = b""
    async with http.stream("GET", f"{began.headers['location']}/events") as events:
        async for part in events.aiter_bytes():
            heard = part
    return heard


async def take_back(http: httpx.AsyncClient, path: str) -> None:
    began = await http.get(path, headers={"prefer": "respond-async"})
    if began.status_code == httpx.codes.ACCEPTED:
        await http.delete(began.headers["location"])


def client(house: str, address: str = "127.0.0.1") -> httpx.AsyncClient:
    """A client that comes from an address of this machine."""
    return httpx.AsyncClient(
        base_url=house,
        timeout=120,
        transport=httpx.AsyncHTTPTransport(local_address=address),
    )


# Answers of the lab.


async def answers(server: Server, asked: argparse.Namespace) -> None:
    """Time answers: of a system never asked about, of the same with other bankrolls, of odds, of a cancel."""
    times = Times(server)
    systems = list(library())[:: asked.every]
    async with client(server.address) as http:
        await times.take("a layout, first of all", waited(http, LAYOUT))
        await times.take("the first session of all", waited(http, session("pass", 400)))
        for name in systems:
            await times.take(NEW, waited(http, session(name, 500, short=True)))
            for more in range(1, AGAIN + 1):
                await times.take(AGAIN_NAMED, waited(http, session(name, 500 + more, short=True)))
                await times.take("the same, whole", waited(http, session(name, 500 + more)))
            await times.take("asked before", waited(http, session(name, 501)))
        for house in ("nsw", "washington", "pennsylvania", "three_four_five", "classic"):
            await times.take("odds of a house, new", waited(http, f"/api/lab/odds?rules={house}"))
            for _ in range(AGAIN):
                await times.take(ODDS, waited(http, f"/api/lab/odds?rules={house}"))
        for number in range(AGAIN):
            path = (
                f"/api/lab/simulate?strategy=pass&bankroll=500&shooters=9999&sessions=9999999&seed={number}"
            )
            began = await http.get(path, headers={"prefer": "wait=1"})
            await times.take(CANCEL, http.delete(began.headers["location"]))
            await times.take("the next question after it", waited(http, session("pass", 600 + number)))
    print(f"\nanswers over HTTP, sessions of 300 throws by {len(systems)} systems")
    print("the time until the answer is there, and in brackets the lab's processor time for it")
    for name in times.wall:
        row(name, times.line(name))
    for name, each in (("the slowest new systems", 1), ("the slowest of another bankroll", AGAIN)):
        told = NEW if each == 1 else AGAIN_NAMED
        wall, cpu = (
            [median(all_of[told][n : n + each]) for n in range(0, len(all_of[told]), each)]
            for all_of in (times.wall, times.cpu)
        )
        slow = sorted(zip(wall, cpu, systems, strict=True), reverse=True)[:6]
        row(name, ", ".join(f"{system} {at:,.2f} ({used:,.2f}) s" for at, used, system in slow))


def session(system: str, bankroll: int, *, short: bool = False) -> str:
    """The address of a session as the page asks it: first in short, without the highest and lowest sums."""
    extremes = "&extremes=false" if short else ""
    return f"/api/lab/session?strategy={system}&bankroll={bankroll}&throws=300{extremes}&distribution=true"


class Times:
    """The times of answers by their names, and the lab's processor time, in seconds."""

    def __init__(self, server: Server) -> None:
        self.wall: dict[str, list[float]] = {}
        self.cpu: dict[str, list[float]] = {}
        self._server = server

    async def take(self, name: str, what: Awaitable[object]) -> None:
        used, began = lab_cpu_s(self._server), time.perf_counter()
        await what
        self.wall.setdefault(name, []).append(time.perf_counter() - began)
        self.cpu.setdefault(name, []).append(max(0.0, lab_cpu_s(self._server) - used))

    def line(self, name: str) -> str:
        wall, cpu = self.wall[name], self.cpu[name]
        parts = (
            f"p{100 * share:.0f} {at(wall, share) * 1000:,.0f} ({at(cpu, share) * 1000:,.0f})"
            for share in (0.5, 0.95)
        )
        said = f"{', '.join(parts)} ms of {len(wall)}"
        most = GOALS.get(name)
        return said if most is None else f"{said}; {goal(at(wall, 0.95), most, f'{most * 1000:,.0f} ms')}"


def goal(found: float, most: float, said: str) -> str:
    return f"goal {said}: {'met' if found <= most else 'not met'}"


def at(seconds: list[float], share: float) -> float:
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


MEASURES = {"tables": beside_tables, "answers": answers}


if __name__ == "__main__":
    main()
