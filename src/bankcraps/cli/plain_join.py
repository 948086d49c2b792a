"""A live table through a pipe: sends one line at a time, and writes the news."""

import asyncio
import threading
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import click

from bankcraps.cli import plain
from bankcraps.cli.columns import echo_json, seen, unreadable_line
from bankcraps.client import Hearing, House, LiveTable, play_system
from bankcraps.client.live import meanwhile
from bankcraps.errors import BankcrapsError, NotationError
from bankcraps.game.notation import tell
from bankcraps.live.log.entries import Acted, PhaseBegan
from bankcraps.live.people.talk import words_of
from bankcraps.live.table.commands import Refused
from bankcraps.live.wire.messages import Company, Happened, Welcome
from bankcraps.strategies.policy import Policy
from bankcraps.terminal.join import room_words
from bankcraps.terminal.join.own_limits import asked_of_house
from bankcraps.terminal.join.watch import Watch

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator


class _OfTable:
    """Writes the news of a table."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._live = watch.live
        self._book = watch.rulebook


class _Words(_OfTable):
    """Writes sentences."""

    def table(self) -> None:
        """Write the whole table, on arrival and after much was missed."""
        view = self._live.view
        point = f"the point is {view.puck}" if view.puck else "come-out"
        click.echo(f"table {view.id}: {self._book.title}, limits {view.floor.limits}, {point}")
        for said in room_words.present(self._watch):
            click.echo(f"  {said}")

    def happened(self, news: Happened) -> None:
        """Write what happened."""
        for item in news.items:
            for index, effect in enumerate(item.effects):
                click.echo(room_words.throw_line(item, index) or tell(effect, self._book))
            if isinstance(item.entry, PhaseBegan) and item.entry.phase == "betting":
                until = item.entry.until
                seconds = "" if until is None else f" for {max(0, until - news.now) // 1000} seconds"
                click.echo(f"the betting is open{seconds}")
            elif said := room_words.entry_line(item.entry):
                click.echo(said)
        self.told(None, room_words.what_next(news, self._watch))

    def connection(self, says: str) -> None:
        """Write a message about the connection."""
        click.echo(says)

    def answered(self, _line: int, refused: Refused | NotationError | None) -> None:
        """The answer to a line."""
        if isinstance(refused, NotationError):
            click.echo(refused.pointed())
        elif refused is not None:
            sit = "; say sit, and then buy_in 100" if refused.code == "not_seated" else ""
            plain.show_refusal(refused.to_you or refused.message, refused.clause, sit)

    def told(self, _line: int | None, says: list[str]) -> None:
        """Write the house's answer, in sentences."""
        for said in says:
            click.echo(said)

    def asked(self, line: str) -> bool:
        """Answer a line that needs no request to the house. Return whether it was one."""
        if said := room_words.answer(line, self._watch):
            self.told(None, said)
            return True
        word = plain.help_word(line)
        if word in room_words.ROOM_WORDS:
            click.echo(plain.help_line(*room_words.ROOM_WORDS[word]))
            return True
        if word == "":
            click.echo("At a live table")
            for example, about in room_words.ROOM_HELP:
                click.echo(f"  {plain.help_line(example, about)}")
        return plain.answer_line(line, self._watch, self._live.you.name)


class _Json(_OfTable):
    """Writes one JSON object a line, as `play --json` does. `line` is null if no line of ours caused it."""

    def table(self) -> None:
        view = self._live.view
        echo_json({**self._seen(None, None), "table": view.id, "rules": self._book.id, "view": view})

    def happened(self, news: Happened) -> None:
        events = [item.entry.event for item in news.items if isinstance(item.entry, Acted)]
        effects = [effect for item in news.items for effect in item.effects]
        room = [item.entry for item in news.items if not isinstance(item.entry, Acted)]
        shown = seen(None, events, None, effects, self._book, self._live.state)
        echo_json({**shown, "seq": news.seq, "phase": self._live.view.phase.name, "room": room})

    def connection(self, says: str) -> None:
        echo_json({**self._seen(None, None), "connection": says})

    def answered(self, line: int, refused: Refused | NotationError | None) -> None:
        echo_json(self._seen(line, None if refused is None else _refusal(refused)))

    def told(self, line: int | None, says: list[str]) -> None:
        echo_json({**self._seen(line, None), "says": says})

    def asked(self, _line: str) -> bool:
        return False

    def _seen(self, line: int | None, refusal: dict[str, object] | None) -> dict[str, object]:
        return {
            **seen(line, (), refusal, (), self._book, self._live.state),
            "seq": self._live.seq,
            "phase": self._live.view.phase.name,
        }


def _refusal(refused: Refused | NotationError) -> dict[str, object]:
    if isinstance(refused, NotationError):
        return unreadable_line(refused)
    return {"code": refused.code, "clause": refused.clause or None, "message": refused.message}


_Writer = _Words | _Json
"""Writes the news that a client receives."""


async def join_lines(live: LiveTable, house: House, *, as_json: bool) -> int:
    """Say the lines of standard input at a table that has been entered, and write what happens there.

    Empty lines and lines that begin with # are skipped. A line is said when the one before is answered.

    Returns:
        The number of lines that could not be read. A refusal is an answer, so it does not count.

    Raises:
        BankcrapsError: if the house ends the connection for good before all lines were said.
    """
    async with _listening(live, as_json=as_json) as (write, listening):
        return await _say_lines(live, house, listening, write)


async def play_and_show(
    house: House, live: LiveTable, system: Policy, bankroll: str, *, as_json: bool = False
) -> None:
    """Play a system at a table that has been entered, and write what happens there until it leaves."""
    async with _listening(live, as_json=as_json) as (write, _):
        why = await play_system(house, live, system, bankroll, tell=lambda says: write.told(None, [says]))
        await asyncio.sleep(0)  # the latest news has arrived, and is written first
    write.told(
        None, [f"{live.you.name} plays no more: {room_words.farewell(live) if live.unanswered else why}"]
    )


@asynccontextmanager
async def _listening(
    live: LiveTable, *, as_json: bool
) -> "AsyncGenerator[tuple[_Writer, asyncio.Task[None]]]":
    """Write the table, and then its news as it arrives. Give the writer, and the task that hears the news."""
    hearing, watch = live.heard(), Watch(live)
    write = _Json(watch) if as_json else _Words(watch)
    write.table()
    async with meanwhile(_listen(hearing, watch, write)) as listening:
        yield write, listening


async def _listen(hearing: Hearing, watch: Watch, write: _Writer) -> None:
    async for news in hearing:
        if connection := watch.hear(news):
            write.connection(connection)
        if isinstance(news, Welcome):
            write.table()
        if isinstance(news, Company) and news.lines:
            write.told(None, [f"{line.person}: {words_of(line)}" for line in news.lines])
        if isinstance(news, Happened):
            write.happened(news)
        if warning := watch.warning():
            write.connection(warning)


async def _say_lines(live: LiveTable, house: House, listening: "asyncio.Task[None]", write: _Writer) -> int:
    unreadable = number = 0
    lines = _read_lines()
    while True:
        getting = asyncio.create_task(lines.get())
        await asyncio.wait((getting, listening), return_when=asyncio.FIRST_COMPLETED)
        if not getting.done():
            getting.cancel()
            await listening  # raises what went wrong there
            raise BankcrapsError(_ended(live))
        line = getting.result()
        if line is None or plain.QUIT_LINE.fullmatch(line):
            return unreadable
        number += 1
        if not plain.is_skipped(line) and not write.asked(line):
            unreadable += not await _say(live, house, number, line, write)


async def _say(live: LiveTable, house: House, number: int, line: str, write: _Writer) -> bool:
    """Say a line, and write the answer. Return whether it could be read."""
    try:
        if asking := asked_of_house(line, house, live.now):
            write.told(number, await asking)
            return True
        answer = await live.ask(room_words.room_command(line, live.view, live.new_id))
    except NotationError as error:
        write.answered(number, error)
        return False
    except BankcrapsError as error:
        if live.goodbye:
            raise BankcrapsError(_ended(live)) from None
        write.answered(number, Refused(code="bad_message", message=str(error)))
        return True
    await asyncio.sleep(0)  # its news came before the answer, and is written first
    write.answered(number, answer.refused)
    return True


def _ended(live: LiveTable) -> str:
    return room_words.farewell(live) if live.unanswered else f"the table is left: {live.goodbye}"


def _read_lines() -> "asyncio.Queue[str | None]":
    """Read standard input in a thread, so that news keeps arriving. None marks the end.

    The thread is a daemon: a program that ends does not wait for a line.
    """
    queue: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def put(line: str | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(queue.put_nowait, line)

    def read_all() -> None:
        # A reader of our own: Python would wait at its end for one that another thread is using.
        with suppress(OSError), open(0, "rb", closefd=False) as stream:
            while raw := stream.readline(plain.MAX_LINE):
                put(plain.text_of(raw))
        put(None)

    threading.Thread(target=read_all, daemon=True).start()
    return queue
