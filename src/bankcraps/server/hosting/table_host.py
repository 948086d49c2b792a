"""A live table in a running server: it decides commands in order, writes them, and then tells everybody.

Decisions are made on the latest state at once, and the next command need not wait for the disk. Answers and
messages wait: no news is sent before it is on disk. If the database refuses a command (only it
knows whether a wallet has that much), the table goes back to where it was before it and decides what came
after it again.

Nobody can take back a sealed throw. It is computed only when the lock of its seeds is on disk, with all that
was decided before the lock, and before anything else is decided (`_carry_out`, `_show_throw`):

- The database can refuse nothing that the throw follows on: all of it is written. So no command before a
  throw is ever decided again, and no person's limit, wallet or id takes the throw with it.
- What comes after the lock is decided after the throw. If the database refuses it, only what follows it is
  decided again.
- If the database refuses the throw itself, or the process ends, the lock stands. The table stops, and a
  process that loads it computes the same throw from the same seeds.

So every throw that was ever computed is the one that the log shows. It takes one more transaction.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeVarTuple

from msgspec.structs import replace

from bankcraps.errors import BankcrapsError
from bankcraps.live.round.decide import decide
from bankcraps.live.round.rhythm import due, wants_secret
from bankcraps.live.table import commands as cm
from bankcraps.live.table.live_table import LiveTable
from bankcraps.live.wire.messages import Answer
from bankcraps.server.hosting.pending import IdempotencyCache, LogEnd, PendingCommand, Writer, take_written
from bankcraps.server.hosting.table_loading import Loaded, snapshot_of
from bankcraps.server.stores.database import CommandKnownError, ConstraintError, OverdrawnError, StoreError
from bankcraps.server.stores.dice_key import SecretLostError
from bankcraps.server.stores.logs import Batch, TableInfo
from bankcraps.server.stores.store import Store
from bankcraps.server.tasks import tell_all

if TYPE_CHECKING:
    from bankcraps.game.rulebook.schema import Rulebook

_WAY_OUT: Final = (
    "bring back what is missing, or end the table, which gives all wagers back: "
    "bankcraps admin close {table} --lost"
)


_SNAPSHOT_EVERY: Final = 2000

CLOSING: Final = "the house is closing; the table goes on where it is when the house opens again"
"""The reason why a table stops when its process ends."""

_MISTAKE: Final = "the table stopped because of an error in the program"

_log: Final = logging.getLogger(__name__)

Listener = Callable[[cm.Outcome], None]
"""Called with a table's news once it is on disk, for several commands together.

`web/sockets/broadcast.py` tells the clients so."""

_Given = TypeVarTuple("_Given")


class TableHost:
    """The one writer of a table's log.

    Attributes:
        book: the house.
        durable: the room as it is on disk, which is what people are shown.
        stopped: the reason that the table does not play, or empty.
        moved_to: the address of the process that serves it now, if that is why it stopped.
        closing: whether it takes no more commands, for this process is giving it up.
        used: when a person was last seen there, in milliseconds since 1970.
        served: when this process began to serve it.
        secret_lost: the reason that the secret of the throw sealed when the table was loaded is lost, or
            empty.
    """

    def __init__(
        self, loaded: Loaded, lease: TableInfo, store: Store, writer: Writer, *, plays: bool = True
    ) -> None:
        """Serve a table whose lease is ours. If it does not play, its clock stands still."""
        self.book: Rulebook = loaded.book
        self.durable: LiveTable = loaded.table
        self.stopped: str = ""
        self.moved_to: str = ""
        self.lease = lease
        self.used: int = loaded.used
        self._clock = store.clock if plays else lambda: loaded.table.now
        self.served: int = self._clock()
        self.secret_lost: str = ""
        self._plays = plays
        self._sealed = loaded.table.fairness
        self._end = LogEnd(loaded.table, loaded.head, {})
        self._latest = loaded.latest
        self._store = store
        self._writer = writer
        self._ahead = max(0, loaded.table.now - self._clock())  # the machine's clock was set back since
        self._pending: deque[PendingCommand] = deque()
        self._after_throw: list[PendingCommand] = []  # commands that wait until the throw is decided
        self._answers = IdempotencyCache()
        self._listeners: list[Listener] = []
        self._on_stop: list[Callable[[str], None]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._saving: asyncio.Task[None] | None = None
        self._snapshot_at = loaded.table.seq
        self.closing: bool = False
        self._publishing: asyncio.Handle | None = None
        for key, seq in loaded.commands.items():
            self._answers.put(*key, Answer(key[1], seq))

    @property
    def table(self) -> LiveTable:
        """The room as decided, which may be ahead of the disk."""
        return self._end.table

    def since(self, seq: int) -> tuple[cm.Happening, ...] | None:
        """Return what happened after an entry and is on disk; None if it is not known any more."""
        return self._latest.since(seq, self.durable.seq)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call a listener with everything that happens. Returns a function that unsubscribes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def on_stop(self, listener: Callable[[str], None]) -> None:
        """Call a listener with the reason when the table stops. Another object may serve it then."""
        self._on_stop.append(listener)

    async def start(self) -> None:
        """Find the secret of the throw that is sealed already, and begin the clocks if the table plays.

        Raises:
            BankcrapsError: if it plays, and the secret is lost.
        """
        number, commitment, kept = self._sealed.number, self._sealed.commitment, self._store.secrets
        try:
            if commitment:
                secret = await asyncio.to_thread(kept.again, self.table.id, number, commitment)
                self._end.secrets = {number: secret}
        except SecretLostError as error:
            self.secret_lost = f"{error}; {_WAY_OUT.format(table=self.table.id)}"
        if self._plays and self.secret_lost:
            raise BankcrapsError(self.secret_lost)
        if self._plays:
            await asyncio.to_thread(kept.key, make=True)
            await self.tell(cm.Opened())

    async def ask(self, sender: cm.Sender, command: cm.PersonCommand) -> Answer:
        """Carry out a person's command. A command that was sent before gets the same answer.

        A command is carried out even if the task that waits for the answer is cancelled.

        Raises:
            StoreError: if it is not known whether it was written, now or before. A command that is sent again
                once the database answers is carried out once.
        """
        key = sender.person, command.id
        known = self._answers.get(*key)
        if isinstance(known, Answer):
            return known
        if known is not None:
            return await self._first_answer(key, known)
        if not cm.COMMAND_ID.fullmatch(command.id):
            message = "the id of a command is 1 to 64 printable characters without spaces"
            return Answer("", refused=cm.Refused("bad_message", message))
        pending = PendingCommand(sender, command)
        self._answers.put(*key, pending.answer)
        self._carry_out(pending)
        return await self._first_answer(key, pending.answer)

    async def _first_answer(self, key: tuple[str, str], waiting: asyncio.Future[Answer]) -> Answer:
        """Wait for an answer. A refusal counts only if the command was not carried out earlier."""
        answer = await asyncio.shield(waiting)
        if answer.refused is not None and answer.refused.code != "stopped":
            try:
                seq = await asyncio.to_thread(self._store.logs.known_command, self.table.id, *key)
            except BaseException:
                self._answers.drop(*key)
                raise
            answer = answer if seq is None else Answer(key[1], seq)
        self._answers.settle(*key, answer)  # which takes less memory
        return answer

    async def tell(self, command: cm.HostCommand) -> cm.Refused | None:
        """Tell the room something, such as that somebody came or went. Return why it is refused, or None.

        Raises:
            StoreError: if it could not be written. The table has stopped.
        """
        pending = PendingCommand(cm.Sender(), command)
        self._carry_out(pending)
        return (await asyncio.shield(pending.answer)).refused

    async def shows_throw(self) -> bool:
        """Show the throw whose seeds are locked, shooter or not.

        Returns:
            False if the database refuses it, or this program cannot work it out.

        Raises:
            StoreError: if the database fails. The throw may be on disk.
        """
        number = self.table.fairness.number
        drawn = cm.Drawn(number, self._end.secrets[number], at_once=True)
        try:
            refused = await self.tell(drawn)
        except ConstraintError:
            return False
        if refused is not None and self._can_be_decided(drawn):
            raise StoreError(refused.message)
        return refused is None

    def _can_be_decided(self, drawn: cm.Drawn) -> bool:
        try:
            return decide(self.book, self.table, cm.Sender(), drawn, self._clock()).refused is None
        except Exception:  # noqa: BLE001 - whatever it is, the throw cannot be played
            return False

    async def clear(self, command: cm.Cleared) -> cm.Refused | None:
        """Cash out all players. Return why it cannot be done, or None."""
        refused = await self.tell(command)
        if refused is not None and self.secret_lost:
            return cm.Refused("not_now", self.secret_lost)
        if refused is None and self.table.state.seats:
            return cm.Refused("not_now", "somebody sat down just now: try again")
        return refused

    # Decision.

    def _carry_out(self, pending: PendingCommand) -> None:
        """Decide a command and queue its rows, now or after the throw that is due."""
        if self._pending and self._throw_is_due and not self.closing:
            self._after_throw.append(pending)
        else:
            self._submit(pending)

    def _submit(self, pending: PendingCommand) -> None:
        batch = self._queued(pending)
        if batch is not None:
            self._writer.submit(batch, partial(self._written, pending, pending.after))

    @property
    def _throw_is_due(self) -> bool:
        """Whether the throw whose seeds are locked is shown next."""
        return wants_secret(self.table) and self.table.fairness.sealed and not self.secret_lost

    def _show_throw(self) -> None:
        """Show the throw that is due if all before it is on disk, and carry out what waited for it."""
        if not self._throw_is_due or self.closing or not all(pending.on_disk for pending in self._pending):
            return
        number = self.table.fairness.number
        self._submit(PendingCommand(cm.Sender(), cm.Drawn(number, self._end.secrets[number])))
        self._carry_out_waiting()

    def _carry_out_waiting(self) -> None:
        waiting, self._after_throw = self._after_throw, []
        for pending in waiting:
            self._carry_out(pending)

    def _queued(self, pending: PendingCommand) -> Batch | None:
        """Decide a command on the latest state. Return its rows for the disk, or None."""
        pending.before = pending.after = self._end  # results of an earlier decision are out of date
        if self.stopped or self.closing:
            pending.refuse("stopped", self.stopped or CLOSING)
            self._answers.drop(pending.sender.person, pending.id)
            return None
        try:
            batch = self._decide(pending)
        except BankcrapsError as error:
            pending.refuse("failed", str(error))
            self.stop(str(error))
            return None
        except Exception:  # noqa: BLE001 - a mistake of the program must not end the clock
            _log.exception("table %s could not decide a %s", self.table.id, type(pending.command).__name__)
            self._end = pending.before
            if isinstance(pending.command, cm.HostCommand):
                self.stop(_MISTAKE)
            pending.refuse("failed", "the table could not do that because of an error in the program")
            return None
        self._pending.append(pending)
        pending.on_disk = batch is None
        if batch is None:
            self._publish_soon()
        return batch

    def _decide(self, pending: PendingCommand) -> Batch | None:
        """Decide a command, seal the throws that follow, and return the batch to write."""
        now = self._clock() + self._ahead
        outcome = decide(self.book, self.table, pending.sender, pending.command, now)
        if isinstance(pending.command, cm.Drawn) and outcome.refused is not None:
            raise BankcrapsError(outcome.refused.message)
        secrets = self._end.secrets
        drawn: list[tuple[int, str]] = []
        gives_up = isinstance(pending.command, cm.Cleared) and pending.command.lost
        while wants_secret(outcome.table) and not gives_up:
            number = outcome.table.fairness.number
            secret = secrets.get(number)
            if secret is None:
                if self.secret_lost and number == self._sealed.number:
                    raise BankcrapsError(self.secret_lost)
                secret, kept = self._store.secrets.draw(self.table.id, number)
                drawn.append((number, kept))
            secrets = {number: secret}
            if outcome.table.fairness.sealed:
                break  # the throw itself waits for the disk
            more = decide(self.book, outcome.table, cm.Sender(), cm.Drawn(number, secret), now)
            if more.refused is not None:
                raise BankcrapsError(more.refused.message)
            outcome = replace(outcome, table=more.table, happened=outcome.happened + more.happened)
        pending.outcome = outcome
        batch = pending.batch(self.lease.epoch, tuple(drawn))
        head = batch.rows[-1].hash if batch else self._end.head
        self._end = pending.after = LogEnd(outcome.table, head, secrets)
        return batch

    # News from the disk.

    def _written(self, pending: PendingCommand, after: LogEnd, error: BankcrapsError | None) -> None:
        """Handle the writer's result for the oldest pending command."""
        if self.stopped or pending.after is not after:
            return  # it has been decided again; this is the result of the first decision
        self._guarded(self._hear, pending, error)

    def _guarded(self, call: Callable[[*_Given], None], *given: *_Given) -> None:
        """Call a function. An error in the program stops this table only."""
        try:
            call(*given)
        except Exception:  # noqa: BLE001 - whatever it is, somebody waits for an answer
            _log.exception("table %s could not go on", self.table.id)
            self.stop(_MISTAKE)

    def _hear(self, pending: PendingCommand, error: BankcrapsError | None) -> None:
        if error is None:
            pending.on_disk = True
            self._publish_soon()
        elif pending.id and isinstance(error, OverdrawnError | CommandKnownError | ConstraintError):
            pending.not_written(error)
            self._take_back(pending)
        else:
            refused = isinstance(error, OverdrawnError)  # of the house's own command, such as a throw
            pending.fail(ConstraintError(str(error)) if refused else error)
            self.stop(str(error))

    def _take_back(self, pending: PendingCommand) -> None:
        """Roll back to before a command, and decide those after it again.

        The writer refuses the batches of the first decisions, because they do not follow on the log.
        """
        self._publish_what_is_on_disk()
        assert self._pending[0] is pending
        self._end = pending.before
        others = list(self._pending)[1:]
        self._pending.clear()
        self._after_throw = [*others, *self._after_throw]
        self._carry_out_waiting()
        self._set_timer()

    def _publish_soon(self) -> None:
        """Publish once all news of a transaction is in, so that it shares a message."""
        if self._publishing is None:
            loop = asyncio.get_running_loop()
            self._publishing = loop.call_soon(self._guarded, self._go_on)

    def _go_on(self) -> None:
        """Show the throw that is due, and publish what is on disk."""
        self._publishing = None
        self._show_throw()
        self._publish_what_is_on_disk()

    def _publish_what_is_on_disk(self) -> None:
        if self._publishing is not None:
            self._publishing.cancel()
            self._publishing = None
        while written := take_written(self._pending):
            happened = tuple(chain.from_iterable(pending.outcome.happened for pending in written))
            news = cm.Outcome(written[0].outcome.before, written[-1].outcome.table, happened)
            try:
                self._publish(news, written[-1].after.head)
            finally:
                for pending in written:
                    pending.reply_outcome()

    def _publish(self, outcome: cm.Outcome, head: str) -> None:
        self.durable = outcome.table
        self._latest.add(outcome.table, head, outcome.happened)
        tell_all(self._listeners, outcome, f"table {outcome.table.id}")
        self._set_timer()
        saving = self._saving is not None and not self._saving.done()
        if outcome.table.seq >= self._snapshot_at + _SNAPSHOT_EVERY and not saving:
            self._snapshot_at = outcome.table.seq
            self._saving = asyncio.get_running_loop().create_task(self.save())

    async def save(self) -> None:
        """Keep a snapshot of the table as it was a little while ago. The log tells all of it, only slower."""
        if self._latest.behind is None:
            return
        try:
            snapshot = await asyncio.to_thread(snapshot_of, *self._latest.behind)
            await asyncio.to_thread(self._store.logs.save_snapshot, self.durable.id, snapshot)
        except Exception:  # noqa: BLE001 - the table plays on without it
            _log.exception("no snapshot of table %s was kept", self.durable.id)

    # Time, and the end.

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        at = due(self.table)
        if at is None or self.stopped:
            return
        delay = max(0, at - self._clock() - self._ahead) / 1000
        tick = partial(self._guarded, lambda: self._carry_out(PendingCommand(cm.Sender(), cm.Tick())))
        self._timer = asyncio.get_running_loop().call_later(delay, tick)

    def stop(self, why: str, moved_to: str = "") -> None:
        """Stop playing. Whoever loads the table next decides again the commands that were not written."""
        if self.stopped:
            return
        try:
            self._publish_what_is_on_disk()
        except Exception:  # noqa: BLE001 - whatever is wrong, the table stops
            _log.exception("table %s could not say all before it stopped", self.table.id)
        self.stopped, self.moved_to = why, moved_to
        if self._timer is not None:
            self._timer.cancel()
        for pending in (*self._pending, *self._after_throw):
            pending.fail(StoreError(why))
        self._pending.clear()
        self._after_throw.clear()
        tell_all(self._on_stop, why, f"the end of table {self.table.id}")

    async def written(self) -> None:
        """Wait until all that was asked so far is on disk, or the table stops."""
        while self._pending and not self.stopped:
            await asyncio.wait([self._pending[-1].answer])

    async def finish(self) -> None:
        """Take no more commands, and wait for what is being written."""
        self.closing = True
        await self.written()
        if self._saving is not None:
            await asyncio.wait([self._saving])
