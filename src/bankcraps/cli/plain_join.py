"""A live table through a pipe: reads a line at a time, and writes what happens."""

import asyncio
import sys
import threading
from typing import Final

import click

from bankcraps.client import House, LiveTable, Lost, play_system
from bankcraps.errors import BankcrapsError, NotationError
from bankcraps.house.messages import Happened, Welcome
from bankcraps.join.room_words import entry_line, people, room_command
from bankcraps.notation import read, tell
from bankcraps.strategy.policy import Policy

__all__ = ["join_lines", "play_and_show"]

_MAX_LINE: Final = 2**16
"""The most bytes of a line that is read. The house takes far less."""


async def join_lines(live: LiveTable) -> int:
    """Say the lines of standard input at a table that has been entered, and print what happens there.

    Empty lines and lines that begin with # are skipped. A line is said when the one before is answered.

    Returns:
        How many lines could not be read. A refusal is an answer, so it does not count.
    """
    listening = _listen(live)
    try:
        return await _say_lines(live, listening)
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def play_and_show(house: House, live: LiveTable, system: Policy, bankroll: str) -> None:
    """Play a system at a table that has been entered, and print what happens there until it leaves."""
    listening = _listen(live)
    try:
        why = await play_system(house, live, system, bankroll, tell=click.echo)
        await asyncio.sleep(0)  # what happened last was heard, and is printed first
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
    click.echo(f"{live.you.name} plays no more: {why}")


def _listen(live: LiveTable) -> "asyncio.Task[None]":
    """Print the table, and what happens there from now on."""
    hearing = live.heard()
    _show_table(live)

    async def listen() -> None:
        lost = False
        async for news in hearing:
            if isinstance(news, Lost):
                click.echo(f"the connection is lost ({news.reason}); it is made again by itself")
            elif lost:
                click.echo("the connection is there again")
            if isinstance(news, Welcome):
                _show_table(live)
            if isinstance(news, Happened):
                _show_items(live, news)
            lost = isinstance(news, Lost)
        click.echo(f"the table is left: {live.goodbye}")

    return asyncio.create_task(listen())


def _show_table(live: LiveTable) -> None:
    view = live.view
    limits = view.floor.limits
    point = f"the point is {view.puck}" if view.puck else "come-out"
    click.echo(f"table {view.id}: {live.book().title}, limits {limits}, {point}")
    for said in (*map(str, view.seats), *people(view)):
        click.echo(f"  {said}")


def _show_items(live: LiveTable, news: Happened) -> None:
    book = live.book()
    for item in news.items:
        for effect in item.effects:
            click.echo(tell(effect, book))
        if said := entry_line(item.entry):
            click.echo(said)


async def _say_lines(live: LiveTable, listening: "asyncio.Task[None]") -> int:
    unreadable = 0
    lines = _read_lines()
    while not listening.done():
        getting = asyncio.create_task(lines.get())
        await asyncio.wait((getting, listening), return_when=asyncio.FIRST_COMPLETED)
        if not getting.done():
            getting.cancel()
            break
        line = getting.result()
        if line is None:
            break
        if line.strip() and not line.lstrip().startswith("#"):
            unreadable += not await _say(live, line)
    return unreadable


async def _say(live: LiveTable, line: str) -> bool:
    """Say a line, and print the refusal if it is refused. Return whether it could be read."""
    try:
        command = room_command(line, live.view, live.new_id)
        if command is None:
            read(line)
        answer = await (live.say(line) if command is None else live.ask(command))
    except NotationError as error:
        click.echo(error.pointed())
        return False
    except BankcrapsError as error:
        click.echo(f"refused: {error}")
        return True
    if answer.refused is not None:
        clause = f" [{answer.refused.clause}]" if answer.refused.clause else ""
        click.echo(f"refused: {answer.refused.message}{clause}")
    await asyncio.sleep(0)  # what it did was heard before the answer, and is printed before the next line
    return True


def _read_lines() -> "asyncio.Queue[str | None]":
    """Read standard input in a thread of its own, so that the table is heard meanwhile. None is its end.

    The thread is a daemon: a program that ends does not wait for a line.
    """
    queue: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def put(line: str | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(queue.put_nowait, line)

    def read_all() -> None:
        stream = sys.stdin.buffer if sys.stdin else None  # pyright: ignore[reportUnnecessaryComparison]
        while stream is not None and (raw := stream.readline(_MAX_LINE)):
            put(raw.decode("utf-8", errors="replace").rstrip("\r\n"))
        put(None)

    threading.Thread(target=read_all, daemon=True).start()
    return queue
