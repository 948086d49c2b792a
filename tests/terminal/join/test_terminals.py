"""Somebody in a terminal plays at a real house, and a stranger checks the night from its log alone."""

import asyncio
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import threading
from collections import deque

import pytest
from tests.client.conftest import RUN, open_table
from tests.kit.deadline import IN_TIME
from tests.live.proof.test_fairness import SCRIPTS

from bankcraps import BOOKS
from bankcraps.client import House
from bankcraps.live.log.settings import Timing

AT_HAND = Timing(betting_ms=3_600_000, shooter_ms=0, throwing_ms=400, paying_ms=50, answer_ms=3_600_000)
"""No clock ends the betting, however long it takes to type."""

FIRST = "three_four_five"
HOUSES = [pytest.param(one, marks=pytest.mark.some if one == FIRST else pytest.mark.long) for one in BOOKS]


def bankcraps(*words):
    """Run a command that must succeed, and return what it says."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *words], capture_output=True, text=True, timeout=IN_TIME, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


CLOSES = "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL)"
"""A terminal ends what runs in it when it is closed, also where these tests run under `nohup`."""


class Terminal:
    """A terminal of 120 by 40, in which somebody runs a command. All that it prints is kept."""

    def __init__(self, *words, state):
        self._keys, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        env = {**os.environ, "TERM": "xterm-256color", "XDG_STATE_HOME": str(state)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"{CLOSES}; {RUN}", *words],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=env,
            start_new_session=True,
        )
        os.close(inner)
        self._printed = deque(maxlen=2000)
        self._more = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        while True:
            try:
                text = os.read(self._keys, 65_536)
            except OSError:  # the other end is closed
                return
            self._printed.append(text)
            self._more.set()

    @property
    def printed(self):
        """The latest output, without colours and moves of the cursor."""
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", b"".join(self._printed).decode(errors="replace"))

    def press(self, text):
        os.write(self._keys, text.encode())

    def type(self, line):
        self.press(f"{line}\r")

    async def shows(self, *texts):
        """Wait until one of some texts was printed."""
        async with asyncio.timeout(IN_TIME):
            while not any(text in self.printed for text in texts):
                assert self.process.poll() is None, self.printed[-2000:]
                self._more.clear()
                await asyncio.to_thread(self._more.wait, 1)

    def close(self):
        """Close the terminal with what runs in it, as a window is closed."""
        self.process.send_signal(signal.SIGHUP)
        self.process.wait(IN_TIME)


def ready(view):
    """Whether the betting is open and the next throw is sealed, so that a shooter may throw."""
    return view.phase.name == "betting" and view.fairness.commitment


class Player:
    """Ann at her terminal, and somebody who watches the table."""

    def __init__(self, link, live, folder):
        self._link, self._live, self._folder = link, live, folder
        self.terminal = None

    async def comes(self, *texts):
        """Join, or come back with the same line, and wait until the screen says one of some texts."""
        self.terminal = Terminal("join", self._link, "Ann", state=self._folder / "Ann")
        await self.terminal.shows(*texts)

    @property
    def seat(self):
        return next((seat for seat in self._live.view.seats if seat.name == "Ann"), None)

    async def until(self, condition):
        """Wait until something is true of the table as everybody sees it."""
        async with asyncio.timeout(IN_TIME):
            await self._live.until(condition)

    async def types(self, line, condition):
        self.terminal.type(line)
        await self.until(lambda _: condition(self.seat))

    async def throws(self, meanwhile=None):
        """Bet on the line before a come-out, take the dice if they are offered, and throw."""
        await self.until(ready)
        view = self._live.view
        if not view.puck and not self.seat.wagers:
            await self.types("pass 10", lambda seat: seat.wagers)
        await self.until(lambda view: view.turn.offered or view.shooter)
        if self._live.view.turn.offered:
            self.terminal.type("accept")
            await self.until(lambda view: not view.turn.offered)
        counted = view.fairness.counted
        self.terminal.press(" ")
        if meanwhile:
            await self.until(lambda view: view.fairness.counted > counted or view.phase.name == "in_the_air")
            await meanwhile()
        await self.until(lambda view: view.fairness.counted > counted and ready(view))


@pytest.mark.parametrize("rules", HOUSES)
async def test_somebody_in_a_terminal_plays_an_evening(rules, tmp_path, own_serve):
    """The house is unplugged in the middle of a throw, and the terminal is closed."""
    table = await open_table(own_serve.address, rules=rules, pace="shooter", timing=AT_HAND)
    link = f"{own_serve.address}/tables/{table}"

    async def unplugged():
        """Kill the house while the dice are in the air or come to rest, and open it again."""
        port = int(own_serve.address.rpartition(":")[2])
        own_serve.stop(signal.SIGKILL)
        await asyncio.to_thread(own_serve.start, port)

    async with House(own_serve.address) as house, house.table(table) as live:
        ann = Player(link, live, tmp_path)
        try:
            await ann.comes("Type")
            await ann.types("sit", lambda seat: seat)
            await ann.types("buy_in 200", lambda seat: seat.rail == 20_000)
            await ann.throws()
            await ann.throws(meanwhile=unplugged)
            ann.terminal.close()
            await ann.comes("type a bet", "space throws")
            await ann.throws()
            while live.view.puck:
                await ann.throws()
            await ann.types("leave", lambda seat: seat is None)
            ann.terminal.type("quit")
            assert await asyncio.to_thread(ann.terminal.process.wait, IN_TIME) == 0
        finally:
            ann.terminal.process.kill()
            ann.terminal.process.wait()
    own_serve.stop()
    a_stranger_checks(tmp_path, table)


def a_stranger_checks(folder, table):
    """Audit the house; then check the night from its log alone: the play, the money and the dice."""
    database, night, record = (str(folder / name) for name in ("house.db", "night.jsonl", "night.craps"))
    assert "the books balance" in bankcraps("audit", "--database", database)
    bankcraps("export", database, table, "--jsonl", night, "--craps", record)
    said = bankcraps("audit", "--log", night)
    results = dict(re.findall(r"^  (\w+) (?:won|lost) (\S+)$", said, re.MULTILINE))
    assert set(results) == {"Ann"}, said
    [throws] = map(int, re.findall(r"(\d+) sealed throws checked", said))
    assert bankcraps("verify", night).count("\nthrow ") + 1 == throws
    assert "verified" in bankcraps("replay", record)
    for script in SCRIPTS.values():
        done = subprocess.run([*script, night], capture_output=True, text=True, timeout=IN_TIME, check=True)
        assert len(done.stdout.splitlines()) == throws + 1  # and the head of the log
