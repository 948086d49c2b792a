"""People in terminals play at a real house, and a stranger checks the night from its log alone."""

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
from tests.kit.profiles import LONG
from tests.live.proof.test_fairness import SCRIPTS

from bankcraps import BOOKS
from bankcraps.client import House
from bankcraps.live.log.settings import Timing

PEOPLE = ("Ann", "Bob", "Cid", "Dee", "Eve") if LONG else ("Ann", "Cid", "Eve")
"""Each has a terminal, which takes a second to start. Cid's is closed, and Eve bets against the dice."""

HANDS = 2 if LONG else 0
"""The number of hands that they play to the end. A usual run ends when no point is left, so all may leave."""

AT_HAND = Timing(betting_ms=3_600_000, shooter_ms=0, throwing_ms=400, paying_ms=50, answer_ms=3_600_000)
"""No clock ends the betting, however long it takes to type five bets."""

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


class Evening:
    """Terminals at a table, and somebody who watches it.

    Attributes:
        at: the terminals by the people's names.
        live: the table as the watcher sees it.
        seven_outs: how many hands have ended.
    """

    def __init__(self, link, live, folder):
        self.at = {}
        self.live = live
        self.seven_outs = 0
        self._link = link
        self._folder = folder

    def comes(self, name):
        """Join at a terminal, or come back with the same line."""
        self.at[name] = Terminal("join", self._link, name, state=self._folder / name)

    async def until(self, condition):
        """Wait until something is true of the table as everybody sees it."""
        async with asyncio.timeout(IN_TIME):
            await self.live.until(condition)

    def rail(self, name):
        return next((seat.rail for seat in self.live.view.seats if seat.name == name), None)

    def on(self, name, wager):
        seat = self.live.state.seat(name)
        return sum(one.amount for one in seat.wagers if one.wager.name == wager)

    async def sits(self, name):
        self.at[name].type("sit")
        await self.until(lambda _: self.rail(name) is not None)
        self.at[name].type("buy_in 200")
        await self.until(lambda _: self.rail(name) == 20_000)

    async def bets(self, name, wager, amount):
        """Bet, unless the wager stands. A player without chips buys more."""
        if self.on(name, wager):
            return
        rail = self.rail(name)
        if rail < amount * 100:
            self.at[name].type("buy_in 100")
            await self.until(lambda _: self.rail(name) == rail + 10_000)
        self.at[name].type(f"{wager} {amount}")
        await self.until(lambda _: self.on(name, wager) == amount * 100)

    async def everybody_bets(self):
        puck = self.live.view.puck
        if puck:
            await self.bets(PEOPLE[1], "place 6", 12)
            await self.bets(PEOPLE[-2], "field", 5)
            return
        for name in PEOPLE:
            shoots = name == self.live.view.shooter
            await self.bets(name, "dont_pass" if name == "Eve" and not shoots else "pass", 10)

    async def takes_the_dice(self):
        """Let the player who is offered the dice take them. Return the shooter."""
        await self.until(lambda view: view.turn.offered or view.shooter)
        for seat in self.live.view.seats:
            if seat.place == self.live.view.turn.offered:
                self.at[seat.name].type("accept")
        await self.until(lambda view: not view.turn.offered)
        return self.live.view.shooter

    async def throws(self, meanwhile=None):
        """Everybody bets, and the shooter throws."""
        await self.until(ready)
        await self.everybody_bets()
        counted, puck = self.live.view.fairness.counted, self.live.view.puck
        self.at[await self.takes_the_dice()].press(" ")
        if meanwhile:
            await self.until(lambda view: view.fairness.counted > counted or view.phase.name == "in_the_air")
            await meanwhile()
        await self.until(lambda view: view.fairness.counted > counted and ready(view))
        self.seven_outs += bool(puck) and self.live.view.last.total == 7

    async def goes(self, name):
        """Leave with the chips, and close the screen."""
        self.at[name].type("leave")
        await self.until(lambda _: self.rail(name) is None)
        self.at[name].type("quit")
        assert await asyncio.to_thread(self.at[name].process.wait, IN_TIME) == 0

    def end(self):
        for terminal in self.at.values():
            if terminal.process.poll() is None:
                terminal.process.kill()
                terminal.process.wait()


def ready(view):
    """Whether the betting is open and the next throw is sealed, so that a shooter may throw."""
    return view.phase.name == "betting" and view.fairness.commitment


@pytest.mark.parametrize("rules", HOUSES)
async def test_people_in_terminals_play_an_evening(rules, tmp_path, own_serve):
    """They play some hands. A terminal is closed, and the house is unplugged in the middle of a throw."""
    table = await open_table(own_serve.address, rules=rules, pace="shooter", timing=AT_HAND)
    link = f"{own_serve.address}/tables/{table}"

    async def unplugged():
        """Kill the house while the dice are in the air or come to rest, and open it again."""
        port = int(own_serve.address.rpartition(":")[2])
        own_serve.stop(signal.SIGKILL)
        await asyncio.to_thread(own_serve.start, port)

    async with House(own_serve.address) as house, house.table(table) as live:
        evening = Evening(link, live, tmp_path)
        try:
            for name in PEOPLE:
                evening.comes(name)
            for name in PEOPLE:
                await evening.at[name].shows("Type")
                await evening.sits(name)
            await evening.throws()
            await evening.throws(meanwhile=unplugged)
            evening.at["Cid"].close()
            evening.comes("Cid")
            await evening.at["Cid"].shows("type a bet", "space throws")
            await evening.throws()
            while live.view.puck or evening.seven_outs < HANDS:
                await evening.throws()
            await asyncio.gather(*map(evening.goes, PEOPLE))
        finally:
            evening.end()
    own_serve.stop()
    a_stranger_checks(tmp_path, table)


def a_stranger_checks(folder, table):
    """Audit the house; then check the night from its log alone: the play, the money and the dice."""
    database, night, record = (str(folder / name) for name in ("house.db", "night.jsonl", "night.craps"))
    assert "the books balance" in bankcraps("audit", "--database", database)
    bankcraps("export", database, table, "--jsonl", night, "--craps", record)
    said = bankcraps("audit", "--log", night)
    results = dict(re.findall(r"^  (\w+) (?:won|lost) (\S+)$", said, re.MULTILINE))
    assert set(results) == set(PEOPLE), said
    [throws] = map(int, re.findall(r"(\d+) sealed throws checked", said))
    assert bankcraps("verify", night).count("\nthrow ") + 1 == throws
    assert "verified" in bankcraps("replay", record)
    for script in SCRIPTS.values():
        done = subprocess.run([*script, night], capture_output=True, text=True, timeout=IN_TIME, check=True)
        assert len(done.stdout.splitlines()) == throws + 1  # and the head of the log
