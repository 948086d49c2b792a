"""An evening at a house: four betting systems and two people at one table, and then every check of the night.

It opens a real house in a temporary folder, plays over its sockets, prints what happens, closes the house,
and lets `verify`, `audit`, `export` and `replay` judge the night. `make run` plays it where there is no
terminal. The dice come from the operating system, so no two evenings are alike. The boxperson, not a clock,
ends the betting, once everybody at the table has bet and has given a seed for the throw.

    .venv/bin/python examples/house_evening.py [THROWS]
"""

import asyncio
import re
import shlex
import subprocess
import sys
import tempfile
from contextlib import AsyncExitStack, suppress
from pathlib import Path

from bankcraps.client import House, HouseError, LiveTable
from bankcraps.errors import BankcrapsError
from bankcraps.game.notation import tell
from bankcraps.live.log.settings import Timing
from bankcraps.live.people.lobby import NewBot, NewTable
from bankcraps.live.table.commands import GiveSeed, TakeChair
from bankcraps.live.wire.messages import Happened, TableView
from bankcraps.terminal.join.room_words import entry_line

THROWS = 12
PATIENCE_S = 300
"""Seconds after which the evening is over in any case, with an error."""

BANKCRAPS = Path(sys.executable).with_name("bankcraps")
TIMING = Timing(throwing_ms=500, paying_ms=100, answer_ms=500)
"""Players have half a second to take the dice or to throw them. Then the house does it for them."""
BOTS = (
    NewBot(name="Molly", system="three_point_molly", bankroll="500"),
    NewBot(name="Ira", system="iron_cross", bankroll="300"),
    NewBot(name="Dot", system="when come_out: dont_pass 10", bankroll="200"),
    NewBot(
        name="Max",
        system="when come_out: pass 10; progression martingale on pass up to 5 steps; stop after winning 20",
        bankroll="300",
    ),
)


def heading(words: str) -> None:
    """Print a heading."""
    print(f"\n== {words}", flush=True)


# The people at the table.


class Teller:
    """Prints what happens at a table. It watches, as anybody may."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.book = live.book()
        self.throws = 0

    async def listen(self) -> None:
        """Print until the connection ends."""
        async for news in self.live.heard():
            if isinstance(news, Happened):
                for item in news.items:
                    self.say([tell(effect, self.book) for effect in item.effects], entry_line(item.entry))

    def say(self, effects: list[str], said: str) -> None:
        """Print an entry of the log: its effects, and the words said with it."""
        thrown = [line for line in effects if re.match(r"[1-6]-[1-6]: ", line)]
        if thrown:
            self.throws += 1
            print(f"\n  throw {self.throws}")
        for line in [*effects, *([said] if said and "seed" not in said else [])]:
            print(f"    {line}", flush=True)


async def ask(live: LiveTable, line: str) -> bool:
    """Say a line at the table, and print the refusal if it is refused."""
    answer = await live.say(line)
    if answer.refused is not None:
        clause = f" [{answer.refused.clause}]" if answer.refused.clause else ""
        print(f"    {live.you.name} says {line!r} and is refused: {answer.refused.message}{clause}")
    return answer.refused is None


async def be_ready(live: LiveTable) -> None:
    """Give a seed for the throw, as the systems do when they have bet."""
    await live.ask(GiveSeed(id=live.new_id(), seed=f"{live.you.name}{live.view.fairness.number}"))


async def play(live: LiveTable, on_come_out: str, on_point: tuple[str, ...], until: int) -> None:
    """Play by hand until so many throws have counted: one line on a come-out, others on a point."""
    said: set[str] = set()
    while live.view.fairness.counted < until:
        counted = live.view.fairness.counted
        await live.until(lambda view: view.phase.name == "betting")
        stands = live.seat.wagers if live.seat else ()
        if not live.view.puck:
            said.clear()
            if not stands:
                await ask(live, on_come_out)
        for line in on_point if live.view.puck and stands else ():
            if line not in said:
                said.add(line)
                await ask(live, line)
        await be_ready(live)
        await live.until(lambda view, counted=counted: view.fairness.counted > counted)


async def leave(live: LiveTable) -> None:
    """Leave as soon as all remaining wagers may come down."""
    while live.seat is not None:
        counted = live.view.fairness.counted
        if (await live.say("leave")).refused is None:
            return
        await be_ready(live)
        await live.until(
            lambda view, counted=counted: view.fairness.counted > counted and view.phase.name == "betting"
        )


async def end_each_betting(live: LiveTable) -> None:
    """Call "no more bets" as the boxperson, each time when everybody is ready."""
    while True:
        await live.until(everybody_is_ready)
        seq = live.seq
        if (await live.say("no more bets")).refused is not None:  # nobody can throw yet
            await live.until(lambda _, seq=seq: live.seq > seq)


def everybody_is_ready(view: TableView) -> bool:
    """Whether the betting can end: everybody who is there has given a seed."""
    away = {guest.name for guest in view.guests if guest.away_since is not None}
    there = {seat.name for seat in view.seats} - away
    return view.phase.name == "betting" and bool(there) and there <= set(view.fairness.seeded)


# The evening.


async def evening(address: str, passphrase: str, throws: int) -> str:
    """Play an evening at an open house, and return the id of its table."""
    async with AsyncExitStack() as doors:
        supervisor, ann, bob, watcher = [await doors.enter_async_context(House(address)) for _ in range(4)]
        await supervisor.sign_in("House", passphrase)
        await ann.sign_in("Ann", "a good passphrase")
        await bob.sign_in("Bob")
        table = await supervisor.open_table(
            NewTable(rules="three_four_five", limits="5:500", pace="boxperson", timing=TIMING, title="Friday")
        )
        heading("A supervisor opens a table; somebody watches; four betting systems, Ann and Bob sit down")
        box = await doors.enter_async_context(supervisor.table(table))
        await box.ask(TakeChair(id=box.new_id(), role="boxperson"))
        watching = await doors.enter_async_context(watcher.table(table))
        tasks = [asyncio.create_task(Teller(watching).listen())]
        doors.push_async_callback(end, tasks)
        for bot in BOTS:
            await supervisor.seat_bot(table, bot)
        await watching.until(lambda view: len(view.seats) == len(BOTS))
        anns, bobs = [await doors.enter_async_context(house.table(table)) for house in (ann, bob)]
        for live, chips in ((anns, 300), (bobs, 100)):
            await ask(live, "sit")
            await ask(live, f"buy_in {chips}")
        tasks.append(asyncio.create_task(end_each_betting(box)))
        half = throws // 2
        hers = asyncio.create_task(play(anns, "pass 10", ("odds 500", "odds 20"), throws))
        await play(bobs, "pass 5", ("place 6 6", "place 8 6"), half)
        heading("Bob's telephone loses its connection. The dice do not wait for him")
        away = bobs.view.fairness.counted
        await bobs.close()
        await watching.until(lambda view: view.fairness.counted > away)
        heading("Bob is back. His chips are where he left them, or where the dice moved them")
        async with bob.table(table) as back:
            await play(back, "pass 5", ("place 6 6", "place 8 6"), throws)
            await hers
            heading("The last throws: the bots are sent away, and everybody leaves when the book lets them")
            for bot in watching.view.bots:
                with suppress(HouseError):  # it may have left by itself just now
                    await supervisor.dismiss_bot(table, bot.name)
            await asyncio.gather(leave(anns), leave(back))
            await watching.until(lambda view: not view.seats)
        return table


async def end(tasks: list[asyncio.Task[None]]) -> None:
    """End the tasks that run beside the evening."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


# The checks.


def bankcraps(*words: str, last: int = 0) -> bool:
    """Run a command, print it with its output, and return whether it found everything right."""
    done = subprocess.run(
        [BANKCRAPS, *words], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    print(f"$ bankcraps {shlex.join(words)}")
    for line in (done.stdout + done.stderr).splitlines()[-last:]:
        print(f"  {line}")
    if done.returncode:
        print(f"  exit status {done.returncode}")
    return done.returncode == 0


def check(folder: Path, table: str) -> bool:
    """Check the night, and return whether everything is right."""
    database, log, record = (str(folder / name) for name in ("house.db", "night.jsonl", "night.craps"))
    heading("Are these the sealed dice, and do the books balance?")
    print("These commands read a temporary folder, which is deleted at the end. You cannot repeat them.")
    print("`bankcraps serve --database house.db` keeps the nights of a house, and prints how to join it.")
    found = [
        bankcraps("verify", database, table, "--summary"),
        bankcraps("audit", "--database", database),
    ]
    heading("A stranger has only the exported log, and a record that replays")
    found += [
        bankcraps("export", database, table, "--jsonl", log, "--craps", record),
        bankcraps("verify", log, "--summary"),
        bankcraps("audit", "--log", log),
        bankcraps("replay", record, last=1),
    ]
    return all(found)


def main() -> int:
    """Open the house, play, close it, and check the night. Return the exit status."""
    throws = int(sys.argv[1]) if len(sys.argv) > 1 else THROWS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        command = [
            BANKCRAPS,
            "serve",
            "--port",
            "0",
            "--database",
            str(folder / "house.db"),
            "--rules",
            "nsw",
        ]
        house = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert house.stdout is not None
        try:
            said = ""
            while "Ctrl-C" not in said:
                line = house.stdout.readline()
                if not line:
                    print("the house did not open")
                    return 1
                said += line
            address = re.findall(r"http://\S+", said)[0]
            passphrase = re.findall(r"with the passphrase (\S+)\. It", said)[0]
            heading(f"The house is open at {address}, with a database in a temporary folder")
            table = asyncio.run(asyncio.wait_for(evening(address, passphrase, throws), PATIENCE_S))
        except (BankcrapsError, TimeoutError) as error:
            print(f"the evening ended early: {error or 'it took too long'}")
            return 1
        finally:
            house.terminate()
            house.wait(PATIENCE_S)
            house.stdout.close()
        heading("The house is closed")
        right = check(folder, table)
    heading("Everything is right" if right else "SOMETHING IS WRONG: see above")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
