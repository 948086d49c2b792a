"""A live table in a running server: it decides commands in order, writes them, and then tells everybody.

Decisions are made on the latest state at once, and the next command need not wait for the disk. Answers and
messages wait: nobody is told of anything that is not on disk. A command that touches a wallet is decided
alone, because only the database knows whether the wallet has that much.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any, Final, TypeVar

from bankcraps.errors import BankcrapsError
from bankcraps.house import commands as cm
from bankcraps.house import entries as en
from bankcraps.house.decide import decide
from bankcraps.house.deciding import Happening, Outcome, Refused
from bankcraps.house.fairness import DiceSource
from bankcraps.house.ledger import Move, moves
from bankcraps.house.live_table import LiveTable
from bankcraps.house.log import Row, chained
from bankcraps.house.messages import Answer
from bankcraps.house.rhythm import due, wants_secret
from bankcraps.server.loading import Loaded, snapshot_of
from bankcraps.server.stores.protocol import (
    Batch,
    CommandKnownError,
    EventStore,
    Lease,
    OverdrawnError,
    StoredRow,
    StoreError,
)
from bankcraps.server.writer import Writer

__all__ = ["Listener", "TableHost"]

T = TypeVar("T")

_LOG: Final = logging.getLogger(__name__)

_SNAPSHOT_EVERY: Final = 2000
_REMEMBERED: Final = 4000

Listener = Callable[[Outcome], None]
"""Called with everything that happened at a table, once it is on disk."""


def now_ms() -> int:
    """Return the time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class TableHost:
    """The one writer of a table's log.

    Attributes:
        book: the house.
        table: the room as decided, which may be ahead of the disk.
        durable: the room as it is on disk, which is what people are shown.
        stopped: why the table does not play, or empty.
    """

    def __init__(
        self,
        loaded: Loaded,
        lease: Lease,
        store: EventStore,
        writer: Writer,
        dice: DiceSource,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        """Serve a table whose lease is ours."""
        self.book = loaded.book
        self.table = loaded.table
        self.durable = loaded.table
        self.stopped = ""
        self.lease = lease
        self._head: str = lease.head
        self._store = store
        self._writer = writer
        self._dice = dice
        self._clock = clock
        self._order = asyncio.Lock()
        self._answers: dict[tuple[str, str], asyncio.Future[Answer]] = {}
        self._listeners: list[Listener] = []
        self._on_stop: list[Callable[[str], None]] = []
        self._latest: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._secrets: dict[int, bytes] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._snapshot_at = loaded.table.seq
        for (person, command), seq in loaded.commands.items():
            answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            answer.set_result(Answer(command, seq))
            self._remember(person, command, answer)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told of everything that happens. Call what is returned to be told no more."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def on_stop(self, listener: Callable[[str], None]) -> None:
        """Be told why the table stops, when it does."""
        self._on_stop.append(listener)

    async def start(self) -> None:
        """Begin the clocks, after the log was opened."""
        await self.tell(cm.Opened())

    async def ask(self, sender: cm.Sender, command: cm.PersonCommand) -> Answer:
        """Carry out a person's command. A command that was sent before gets the same answer.

        Raises:
            StoreError: if it could not be written. The table has stopped.
        """
        known = self._answers.get((sender.person, command.id))
        if known is None:
            # A task of its own: a client that goes while the disk writes must not take the command with it.
            known = self._run(self._carry_out(sender, command))
            self._remember(sender.person, command.id, known)
        try:
            return await asyncio.shield(known)
        except BankcrapsError:
            self._answers.pop((sender.person, command.id), None)
            raise

    async def tell(self, command: cm.HostCommand) -> None:
        """Tell the room the time, or that somebody came or went."""
        await asyncio.shield(self._run(self._carry_out(cm.Sender(), command)))

    async def clear(self) -> Refused | None:
        """Cash out all players. Return why it cannot be done, or None."""
        answer = await asyncio.shield(self._run(self._carry_out(cm.Sender(), cm.Cleared())))
        if answer.refused is None and self.table.state.seats:
            return Refused(code="not_now", message="somebody sat down just now: try again")
        return answer.refused

    def _remember(self, person: str, command: str, answer: "asyncio.Future[Answer]") -> None:
        self._answers[person, command] = answer
        if len(self._answers) > _REMEMBERED:
            del self._answers[next(iter(self._answers))]

    async def _carry_out(self, sender: cm.Sender, command: cm.PersonCommand | cm.HostCommand) -> Answer:
        name = command.id if isinstance(command, cm.PersonCommand) else ""
        async with self._order:
            if self.stopped:
                return _refused(name, "stopped", self.stopped)
            before = self.table, self._head, self._secrets, self._latest
            outcome, secrets = await self._decide(sender, command)
            batch = self._batch(outcome, sender.person, name, secrets)
            if batch is not None:
                self._latest = self._writer.submit(batch)
            written = self._latest  # what did nothing waits, too: its state may hold what is not on disk yet
            if written is not None and batch is not None and _touches_wallets(batch.moves):
                try:
                    await written
                except OverdrawnError:
                    self.table, self._head, self._secrets, self._latest = before
                    return _refused(
                        name, "not_enough_money", f"{sender.person} does not have that much money"
                    )
                except CommandKnownError as error:
                    self.table, self._head, self._secrets, self._latest = before
                    return Answer(name, error.seq)
        if written is not None:
            await self._wait(written)
        self._publish(outcome)
        refused = outcome.refused
        return Answer(name, 0 if refused else outcome.table.seq, refused)

    async def _decide(
        self, sender: cm.Sender, command: cm.PersonCommand | cm.HostCommand
    ) -> tuple[Outcome, tuple[tuple[int, str], ...]]:
        """Decide a command, and supply the secrets that the room then asks for."""
        now = self._clock()
        outcome = decide(self.book, self.table, sender, command, now)
        drawn: list[tuple[int, str]] = []
        while wants_secret(outcome.table):
            number = outcome.table.fairness.number
            secret = self._secrets.get(number) or await self._stored_secret(number)
            if secret is None:
                secret = self._dice.secret()
                drawn.append((number, secret.hex()))
            self._secrets = {number: secret}
            more = decide(self.book, outcome.table, cm.Sender(), cm.Drawn(number, secret), now)
            if more.refused is not None:
                self.stop(more.refused.message)
                raise StoreError(more.refused.message)
            outcome = Outcome(outcome.before, more.table, outcome.happened + more.happened, outcome.refused)
        self.table = outcome.table
        return outcome, tuple(drawn)

    async def _stored_secret(self, number: int) -> bytes | None:
        if not self.table.fairness.commitment:
            return None
        secret = await asyncio.to_thread(self._store.secret, self.table.id, number)
        return None if secret is None else bytes.fromhex(secret)

    def _batch(
        self, outcome: Outcome, person: str, command: str, secrets: tuple[tuple[int, str], ...]
    ) -> Batch | None:
        """Return what is to be written, or None if nothing happened."""
        if not outcome.happened:
            return None
        rows: list[StoredRow] = []
        for one in outcome.happened:
            body = Row(self.table.id, one.seq, outcome.table.now, person, command, one.entry).body()
            self._head = chained(self._head, body)
            rows.append(StoredRow(one.seq, body.decode(), self._head))
        return Batch(
            table=self.table.id,
            epoch=self.lease.epoch,
            after=outcome.happened[0].seq - 1,
            rows=tuple(rows),
            moves=tuple(_moves(self.table.id, outcome.happened)),
            person=person,
            command="" if outcome.refused else command,
            secrets=secrets,
        )

    async def _wait(self, written: "asyncio.Future[None]") -> None:
        try:
            await written
        except BankcrapsError as error:
            self.stop(str(error))
            raise

    def stop(self, why: str) -> None:
        """Stop to play. What was decided and not written is forgotten when the table is loaded again."""
        if self._timer is not None:
            self._timer.cancel()
        if self.stopped:
            return
        self.stopped = why
        for listener in tuple(self._on_stop):
            listener(why)

    def _publish(self, outcome: Outcome) -> None:
        self.durable = outcome.table
        for listener in tuple(self._listeners):
            listener(outcome)
        self._set_timer()
        if outcome.table.seq >= self._snapshot_at + _SNAPSHOT_EVERY:
            self._snapshot_at = outcome.table.seq
            self._run(asyncio.to_thread(self._save_snapshot, outcome.table))

    def _save_snapshot(self, table: LiveTable) -> None:
        with suppress(BankcrapsError):  # the log tells all of it, only slower
            self._store.save_snapshot(table.id, snapshot_of(table))

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        at = due(self.table)
        if at is None or self.stopped:
            self._timer = None
            return
        delay = max(0, at - self._clock()) / 1000
        self._timer = asyncio.get_running_loop().call_later(delay, self._tick)

    def _tick(self) -> None:
        self._run(self.tell(cm.Tick()))

    def _run(self, coroutine: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: "asyncio.Task[Any]") -> None:
        """Forget a task. What it could not write has stopped the table; nobody need wait for it."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, BankcrapsError):
            _LOG.error("table %s failed", self.table.id, exc_info=error)

    async def close(self) -> None:
        """Stop, and wait for what is being written."""
        self.stop("the server is shutting down")
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _refused(command: str, code: str, message: str) -> Answer:
    return Answer(command, refused=Refused(code=code, message=message))


def _moves(table: str, happened: Iterable[Happening]) -> list[Move]:
    return [move for one in happened if isinstance(one.entry, en.Acted) for move in moves(table, one.effects)]


def _touches_wallets(moved: Iterable[Move]) -> bool:
    return any(move.source.startswith("wallet/") for move in moved)
