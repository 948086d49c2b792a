"""Honest people under attack: the time of their answers during each flood, as a ratio to a quiet house.

A real server (`bankcraps serve`, SQLite, every commit synced), one honest player, and a flood in a process of
its own share the machine and one address. Compare only ratios, and only within one run.

    LONG=1 .venv/bin/python bench/attack.py
    .venv/bin/python bench/attack.py --only pages
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
import uvloop
from live.clients import PASS, Socket, Tally, enter, open_table, sign_in
from live.server import Server, serving

from bankcraps.game.chips import Cents
from bankcraps.game.engine import events as ev
from bankcraps.game.wagers import wager
from bankcraps.live.log.settings import Timing
from bankcraps.live.people.lobby import NewBot, NewTable

LONG = bool(os.environ.get("LONG"))
"""Whether the figures are for the documentation. Otherwise a short run shows that the script works."""

CROWD = 100 if LONG else 10
PAUSE_S = 0.01
FIELD = wager("field")
LASTING = {"pass": 500, "hard 4": 100, "hard 6": 100, "hard 8": 100, "hard 10": 100, "place 6": 600}
"""Wagers that stand for many throws, in cents."""

PAGES = (
    "rules",
    "acts",
    "replay?last=4",
    "invitation",
    "outlook?wager=place+6&cents=600",
    "hands",
    "throws",
    "statistics",
)
AT_ONCE = Timing(betting_ms=0, warning_ms=0, shooter_ms=1, throwing_ms=0, paying_ms=0, answer_ms=0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=FLOODS, action="append", help="only this flood; may be repeated")
    parser.add_argument("--seconds", type=float, default=5.0 if LONG else 0.5, help="how long each takes")
    parser.add_argument("--flood", nargs=3, metavar=("KIND", "ADDRESS", "TABLE"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.flood:
        kind, address, table = asked.flood
        uvloop.run(FLOODS[kind](address, table))
        return
    for kind in asked.only or FLOODS:
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "house.db") as server:
            uvloop.run(measure(server, kind, asked.seconds))


async def measure(server: Server, kind: str, seconds: float) -> None:
    """Play as an honest person, first in a quiet house and then beside a flood."""
    async with httpx.AsyncClient(base_url=server.address) as http:
        cookie = await sign_in(http, "Ann")
        table = await open_table(http, cookie)
    tally = Tally()
    ann = await enter(tally, server.address, table, cookie)
    for event in (ev.Sit(), ev.BuyIn(Cents(100_000))):
        await ann.ask(event)
    await play(ann, tally, 0.3)
    quiet = await play(ann, tally, seconds)
    with flooding(kind, server.address, table):
        await play(ann, tally, 2.0 if LONG else 1.0)
        flooded = await play(ann, tally, seconds)
    ann.close()
    times = [after / before for before, after in zip(quiet, flooded, strict=True)]
    print(
        f"{kind:>8}: half of the answers within {flooded[0] * 1000:.1f} ms, {times[0]:.1f} times as long as "
        f"in a quiet house; p99 {flooded[1] * 1000:.1f} ms, {times[1]:.1f} times"
    )


async def play(ann: Socket, tally: Tally, seconds: float) -> tuple[float, float]:
    """Bet and take down. Return the median time of the answers, and the 99th percentile."""
    tally.delays.clear()
    until = time.perf_counter() + seconds
    while time.perf_counter() < until or len(tally.delays) < 2:  # noqa: PLR2004 - what quantiles need
        for event in (ev.Bet(FIELD, Cents(100)), ev.TakeDown(FIELD)):
            await ann.ask(event)
            await asyncio.sleep(PAUSE_S)
    return statistics.median(tally.delays), statistics.quantiles(tally.delays, n=100)[-1]


@contextmanager
def flooding(kind: str, address: str, table: str) -> Iterator[None]:
    """Attack from another process, which must not end before the measurement."""
    words = [sys.executable, __file__, "--flood", kind, address, table]
    process = subprocess.Popen(words)  # noqa: S603 - this script
    try:
        yield
        if process.poll() is not None:
            raise SystemExit(f"the flood of {kind} ended too early: its figures mean nothing")
    finally:
        process.terminate()
        process.wait()


# The floods.


async def refused(address: str, table: str) -> None:
    """Send commands that are refused, from many guests, as fast as they are answered."""
    async with httpx.AsyncClient(base_url=address) as http:
        cookies = [await sign_in(http, f"Eve{number}") for number in range(CROWD)]
    eves = [await enter(Tally(), address, table, cookie) for cookie in cookies]

    async def send(eve: Socket) -> None:
        while True:
            await asyncio.gather(*(eve.ask(PASS) for _ in range(8)))

    await asyncio.gather(*map(send, eves))


async def pages(address: str, table: str) -> None:
    """Ask for pages that take work."""

    async def read(http: httpx.AsyncClient, path: str) -> None:
        while True:
            await http.get(f"/api/tables/{table}/{path}")

    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        await asyncio.gather(*(read(http, path) for path in PAGES for _ in "12"))


async def bots(address: str, table: str) -> None:
    """Open tables where bots play as quickly as they can, and watch one."""
    del table
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        for number in range(CROWD):
            headers = {"Cookie": await sign_in(http, f"Eve{number}")}
            bot = NewBot(name=f"Bot{number}", system="three_point_molly", bankroll="1000")
            asked = NewTable(rules="classic", pace="clock", timing=AT_ONCE, listed=False, bots=(bot,))
            await http.post("/api/tables", json=msgspec.to_builtins(asked), headers=headers)
    await asyncio.Event().wait()


async def rounds(address: str, table: str) -> None:
    """Play alone at tables whose clock does not wait, with wagers that stand for many throws."""
    del table
    lasting = [ev.Bet(wager(name), Cents(amount)) for name, amount in LASTING.items()]
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        cookies = [await sign_in(http, f"Eve{number}") for number in range(CROWD)]
        asked = NewTable(rules="classic", pace="clock", timing=AT_ONCE, listed=False)
        opened = [
            await http.post("/api/tables", json=msgspec.to_builtins(asked), headers={"Cookie": cookie})
            for cookie in cookies
        ]
    tables = [one.json()["table"] for one in opened]
    eves = [await enter(Tally(), address, *there) for there in zip(tables, cookies, strict=True)]

    async def play_on(eve: Socket) -> None:
        for event in (ev.Sit(), ev.BuyIn(Cents(100_000))):
            await eve.ask(event)
        while True:
            await asyncio.gather(*map(eve.ask, lasting))

    await asyncio.gather(*map(play_on, eves))


async def silent(address: str, table: str) -> None:
    """Open silent connections, and new ones when they are closed."""
    del table
    host, port = address.removeprefix("http://").split(":")

    async def stay() -> None:
        while True:
            reader, _ = await asyncio.open_connection(host, int(port))
            await reader.read()

    await asyncio.gather(*(stay() for _ in range(CROWD)))


FLOODS = {"refused": refused, "pages": pages, "bots": bots, "rounds": rounds, "silent": silent}

if __name__ == "__main__":
    main()
