"""Decided commands that wait for the disk, and the single thread that writes them.

A disk takes about as long to sync one command as to sync a hundred, so commands that arrive during a
transaction share the next one.
"""

import asyncio
import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, money
from bankcraps.live.log.entries import Acted, Row, StoredRow
from bankcraps.live.proof.ledger import Move, at_risk, is_rail, moves, wallet
from bankcraps.live.table import commands as cm
from bankcraps.live.table.live_table import LiveTable
from bankcraps.live.table.personal_limits import LATE_LIMIT, too_much_to_bet, too_much_to_buy
from bankcraps.live.wire.messages import Answer
from bankcraps.server.stores.database import CommandKnownError, ConstraintError, OverdrawnError, StoreError
from bankcraps.server.stores.logs import Batch, Logs
from bankcraps.server.tasks import for_each

_SHARED: Final = 64
"""The most entries of several commands that share a message."""


@dataclass(slots=True, eq=False)
class LogEnd:
    """The end of the log as decided, which may be ahead of the disk."""

    table: LiveTable
    head: str
    secrets: dict[int, bytes]


@dataclass(slots=True, eq=False)
class PendingCommand:
    """A command that was decided and waits for the disk, or for those before it."""

    sender: cm.Sender
    command: cm.PersonCommand | cm.HostCommand
    answer: asyncio.Future[Answer] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    on_disk: bool = False
    before: LogEnd = field(init=False)
    after: LogEnd = field(init=False)
    outcome: cm.Outcome = field(init=False)

    @property
    def id(self) -> str:
        """The client's id of the command; empty for the host's."""
        return self.command.id if isinstance(self.command, cm.PersonCommand) else ""

    def reply(self, answer: Answer) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)

    def reply_outcome(self) -> None:
        refused = self.outcome.refused
        seq = 0 if refused else self.outcome.table.seq
        self.reply(Answer(self.id, seq, refused, self.outcome.left_out))

    def refuse(self, code: str, message: str) -> None:
        self.reply(Answer(self.id, refused=cm.Refused(code=code, message=message)))

    def fail(self, error: BankcrapsError) -> None:
        """Answer with an error, if there is no answer yet."""
        if not self.answer.done():
            self.answer.set_exception(error)
            self.answer.exception()  # so that it is no fault if nobody waits

    def not_written(self, error: OverdrawnError | CommandKnownError | ConstraintError) -> None:
        """Answer that the database did not take this command. Others are not concerned."""
        if isinstance(error, CommandKnownError):
            self.reply(Answer(self.id, error.seq))
        elif isinstance(error, ConstraintError):
            self.refuse("failed", str(error))
        elif self.sender.own.keep and error.account == wallet(self.sender.person):
            # They bought chips at another table just now.
            self.refuse("own_limit", too_much_to_buy(self._left(error)))
        elif self.sender.own.keep and is_rail(error.account) and isinstance(self.command, cm.ConfirmLate):
            self.refuse("own_limit", LATE_LIMIT)
        elif self.sender.own.keep and is_rail(error.account):
            # They bet at another table just now, which another process serves.
            self.refuse("own_limit", too_much_to_bet(self._left(error)))
        else:
            own = error.account == wallet(self.sender.person)
            name = error.account.removeprefix(wallet(""))
            has = f"you have only {money(error.balance)} in the wallet"
            self.refuse("not_enough_money", has if own else f"{name} does not have that much money")

    def batch(self, epoch: int, secrets: tuple[tuple[int, str], ...]) -> Batch | None:
        """Return what is to be written of the command once it is decided, or None if nothing happened.

        Args:
            epoch: the epoch of the table's lease.
            secrets: the part to keep of the secrets of throws that were drawn, as (number, text).
        """
        outcome, head = self.outcome, self.before.head
        table, own = outcome.table.id, outcome.table.settings.own_chips
        # After a refusal only the house's rows are left: entries due by the clock, and dealers' mistakes.
        by, command = ("", "") if outcome.refused else (self.sender.person, self.id)
        rows: list[StoredRow] = []
        changes: list[Move] = []
        for one in outcome.happened:
            row = Row(table, one.seq, outcome.table.now, by, command, one.entry).stored(head)
            head = row.hash
            rows.append(row)
            if isinstance(one.entry, Acted):
                changes += moves(table, one.effects, own=own)
        if not rows:
            return None
        goes_out = outcome.table.state.out and not outcome.before.state.out
        names = [seat.name for seat in outcome.table.state.seats] if goes_out else []
        return Batch(
            table=table,
            epoch=epoch,
            after=rows[0].seq - 1,
            rows=tuple(rows),
            moves=tuple(changes),
            person=by,
            command=command,
            secrets=secrets,
            keep=self.sender.own.keep,
            bettor=self.command.player if isinstance(self.command, cm.ConfirmLate) else "",
            bounded=bool(command) and not isinstance(self.command, cm.EnterThrow),
            exposed=at_risk(table, names, own=own) if goes_out else (),
        )

    def _left(self, error: OverdrawnError) -> Cents:
        """Return what the sender's limit leaves of the sum that the database found."""
        return Cents(max(0, error.balance - self.sender.own.keep))


def take_written(waiting: deque[PendingCommand]) -> list[PendingCommand]:
    """Take the oldest commands that are on disk, as many as may share a message.

    A command that leads to a throw at once shares its news, so that its answer comes with the throw.
    """
    written: list[PendingCommand] = []
    entries = 0
    while waiting and waiting[0].on_disk and entries < _SHARED and not _throw_follows(waiting):
        written.append(waiting.popleft())
        entries += len(written[-1].outcome.happened)
    return written


def _throw_follows(waiting: deque[PendingCommand]) -> bool:
    """Whether the oldest command changed something that led to a throw, which is not on disk yet."""
    if len(waiting) == 1 or not waiting[0].outcome.happened:
        return False
    return isinstance(waiting[1].command, cm.Drawn) and not waiting[1].on_disk


# A table's memory: past answers, for repeated commands, and its latest rows, for clients that reconnect.


_OF_PERSON: Final = 500
"""The most answers remembered of each person: the latest."""

_AT_LEAST: Final = 64
"""The same where many people send commands. No client has more unanswered commands."""

_OF_ALL: Final = 10_000
"""The answers remembered of all people, about."""

_Answers = dict[str, Answer | asyncio.Future[Answer]]


class IdempotencyCache:
    """The latest answers of each person, by the ids of the commands. One person's do not push out another's.

    The more people send commands, the fewer are remembered of each. Only among very many people, those
    silent for longest are forgotten.
    """

    def __init__(self) -> None:
        """Start without answers."""
        self._of: dict[str, _Answers] = {}

    def get(self, person: str, command: str) -> Answer | asyncio.Future[Answer] | None:
        """Return the answer to a command, or the future of it; None if it is not remembered."""
        return self._of.get(person, {}).get(command)

    def put(self, person: str, command: str, answer: Answer | asyncio.Future[Answer]) -> None:
        """Remember the answer to a command."""
        mine = self._of[person] = self._of.pop(person, {})  # the last to speak is the last to be forgotten
        mine[command] = answer
        most = min(_OF_PERSON, max(_AT_LEAST, _OF_ALL // len(self._of)))
        while len(mine) > most:
            del mine[next(iter(mine))]
        if len(self._of) > _OF_ALL // _AT_LEAST:
            del self._of[next(iter(self._of))]

    def settle(self, person: str, command: str, answer: Answer) -> None:
        """Put the answer in the place of the one who waits for it, unless the command is forgotten."""
        mine = self._of.get(person, {})
        if command in mine:
            mine[command] = answer

    def drop(self, person: str, command: str) -> None:
        """Forget a command, and a person of whom nothing else is remembered."""
        mine = self._of.get(person, {})
        if mine.pop(command, None) is not None and not mine:
            del self._of[person]


LATEST: Final = 200
"""The number of latest rows kept, with their effects."""


class LatestRows:
    """The latest rows of a table with what followed from them.

    Attributes:
        happened: the rows.
        behind: the table as it was before the latest rows, with the hash of its row. A snapshot is made of
            it, so that a process which opens the table reads these rows again and can tell them to clients.
            None while there are fewer rows.
    """

    def __init__(self) -> None:
        """Start without rows."""
        self.happened: deque[cm.Happening] = deque(maxlen=LATEST)
        self.behind: tuple[LiveTable, str] | None = None
        self._mark: tuple[LiveTable, str] | None = None

    def add(self, table: LiveTable, head: str, happened: Iterable[cm.Happening] = ()) -> None:
        """Move to a table, and the hash of its last row."""
        self.happened.extend(happened)
        if self._mark is None or table.seq >= self._mark[0].seq + LATEST:
            self.behind, self._mark = self._mark, (table, head)

    def since(self, seq: int, now: int) -> tuple[cm.Happening, ...] | None:
        """Return what happened after a row up to now; None if it is not known any more."""
        oldest = self.happened[0].seq if self.happened else now + 1
        if not oldest - 1 <= seq <= now:
            return None
        return tuple(one for one in self.happened if one.seq > seq)


# Commands that wait for the writer.


_PAUSE_S: Final = 1 / 60
"""Seconds of rest after a transaction if more is to be written.

What comes within it shares the next transaction, and the news of a table share a message: no screen shows
them faster. It rests after a transaction, and not from its beginning, so that under load the loop has the
processor to itself for a while.
"""

_MOST: Final = 500
"""The most commands in one transaction."""

_log: Final = logging.getLogger(__name__)

Written = Callable[[BankcrapsError | None], None]
"""Called with None once a batch is on disk, or with the error."""


class Writer:
    """Writes batches of many tables to their logs, a group at a time, in the order in which they came.

    Attributes:
        transactions: the number of groups that were written.
        spent_s: the seconds that it took.
    """

    def __init__(self, logs: Logs) -> None:
        """Start the thread."""
        self.transactions: int = 0
        self.spent_s: float = 0.0
        self._logs = logs
        self._queue: queue.SimpleQueue[tuple[Batch, Written] | None] = queue.SimpleQueue()
        self._closed = False
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write, name="bankcraps-writer", daemon=True)
        self._thread.start()

    def submit(self, batch: Batch, written: Written) -> None:
        """Write a batch. `written` is called in the event loop, for all batches in order."""
        if self._closed:
            self._loop.call_soon(written, StoreError("the house is closed"))
        else:
            self._queue.put((batch, written))

    async def close(self) -> None:
        """Write what waits, and stop the thread. Nothing is written after that."""
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _write(self) -> None:
        going, rested = True, 0.0
        while going:
            group = [self._queue.get()]
            time.sleep(max(0.0, rested - time.perf_counter()))
            with suppress(queue.Empty):
                while len(group) < _MOST:
                    group.append(self._queue.get_nowait())
            going = None not in group
            if waiting := [one for one in group if one is not None]:
                began = time.perf_counter()
                results = self._commit([batch for batch, _ in waiting])
                self.spent_s += time.perf_counter() - began
                self.transactions += 1
                rested = time.perf_counter() + _PAUSE_S
                told = list(zip((written for _, written in waiting), results, strict=True))
                with suppress(RuntimeError):  # the loop has been closed: nobody waits for the results
                    self._loop.call_soon_threadsafe(_tell, told)

    def _commit(self, batches: list[Batch]) -> list[BankcrapsError | None]:
        try:
            return self._logs.commit(batches)
        except BankcrapsError as error:
            return [error] * len(batches)
        except Exception:  # noqa: BLE001 - whatever the database does, the tables must hear of it
            _log.exception("the database failed")
            return [StoreError("the database failed")] * len(batches)


def _tell(results: list[tuple[Written, BankcrapsError | None]]) -> None:
    for_each(results, lambda one: one[0](one[1]), "a table failed after its rows were written")
