"""Accepting sockets of tables, and one client at one table."""

import asyncio
import logging
import re
from collections import deque
from contextlib import ExitStack, suppress
from typing import Final, cast

import msgspec
from msgspec.structs import replace
from starlette.websockets import WebSocket, WebSocketDisconnect

from bankcraps.errors import BankcrapsError
from bankcraps.game.records.codec import decoder, encode
from bankcraps.live.round.judging import confirms
from bankcraps.live.table import commands as cm
from bankcraps.live.table.personal_limits import NOTHING, Allowance
from bankcraps.live.wire.messages import LONGEST_BYTES, VERSION, Answer, Bye, ClientMessage, Hello
from bankcraps.server.hosting.table_host import TableHost
from bankcraps.server.house import House, ServedElsewhereError
from bankcraps.server.people.accounts import Session
from bankcraps.server.stores.database import StoreError
from bankcraps.server.web.edge import endpoints
from bankcraps.server.web.edge.health import Metrics
from bankcraps.server.web.edge.rates import TooManyError
from bankcraps.server.web.edge.sessions import Desk
from bankcraps.server.web.sockets.broadcast import Broadcast, Client
from bankcraps.support.decode_errors import with_choices

LARGEST_FRAME: Final = 16_384
"""The most bytes of a frame. The connection of a client that sends a longer one is closed."""

_IN_FLIGHT: Final = 64
"""The most commands of a client waiting for the disk."""

_PARTING_S: Final = 5
"""Seconds for a disconnected client to receive its last messages."""

_CLOSING_S: Final = 2
"""Seconds for a connection to close before it is cut."""

_BOTS: Final = "bots of the house"
"""The origin of the bots' commands. They do not share turns with the house's own address."""

_NOTHING_LEFT: Final = Allowance(may_risk=NOTHING)
"""The limits with a `ConfirmLate` that the table is to refuse, so that nobody reads those of its player."""

_TOO_SLOW: Final = 1013
_DONE: Final = 1000

_log: Final = logging.getLogger(__name__)

_NAMED: Final = re.compile(r'"id":\s*"([!-~]{1,64}?)"')
"""The id of a command, in a message that is no JSON."""

_ODD: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
"""Control characters, and those that turn or hide text. They have no place in what others read.

U+200C and U+200D join the parts of emoji and of some scripts: see `talk.can_be_read`.
"""

_decode: Final = decoder(ClientMessage)


class _GoneError(Exception):
    """The client has gone."""


class _SentAwayError(Exception):
    """The client cannot be served, and is to hear why."""

    def __init__(self, reason: str, *, again: bool = False, address: str = "") -> None:
        super().__init__(reason)
        self.bye = Bye(reason, again, address)


class Connection(Client):
    """A client at a table, from its hello to its end."""

    def __init__(
        self, socket: WebSocket, host: TableHost, session: Session | None, desk: Desk, metrics: Metrics
    ) -> None:
        """Serve a socket that has been accepted."""
        super().__init__(session)
        self._socket = socket
        self._host = host
        self._limit_keeper, self._quota = desk.limit_keeper, desk.quota
        self._metrics = metrics
        self._broadcast: Broadcast
        self._address = endpoints.address_of(socket) if session is None or not session.person.bot else _BOTS
        self._key = self.sender.person or self._address
        self._unpaid = 0
        # A house has many connections: queues and events of asyncio would take several KiB more for each.
        self._outbox: deque[str] = deque()
        self._more = asyncio.Event()
        self._tasks: asyncio.TaskGroup | None = None
        self._ended = self._slow = False
        self._in_flight = asyncio.Semaphore(_IN_FLIGHT)
        self._in_order = asyncio.Lock()

    def send(self, message: str) -> None:
        """Send a message when the client is ready. One that is too slow is dropped, and comes again."""
        if self._ended:
            return  # nothing follows a goodbye
        if len(self._outbox) < self._quota.limits.queue:
            self._outbox.append(message)
            self._more.set()
        elif not self._slow:
            self._slow = True
            self._drop()

    def _drop(self) -> None:
        """End the connection, even while a message to the client is stuck."""
        if self._tasks is None:
            return  # it has not begun, and ends at once
        gone = _gone()
        try:
            self._tasks.create_task(gone)
        except RuntimeError:  # it ends already
            gone.close()

    def end(self, message: Bye) -> None:
        """Say goodbye after what waits, and close the connection. No command is carried out any more.

        A client that does not take what waits is cut after a while.
        """
        if not self._ended:
            self.say(message)
            self._ended = True
            asyncio.get_running_loop().call_later(_PARTING_S, self._drop)

    async def greet(self) -> Hello:
        """Receive the client's hello."""
        try:
            async with asyncio.timeout(self._quota.limits.greeting_s):
                hello = await self._hear()
        except TimeoutError:
            raise _SentAwayError("you said nothing for too long: connect again", again=True) from None
        if isinstance(hello, Answer) and hello.refused:
            raise _SentAwayError(hello.refused.message)
        if not isinstance(hello, Hello):
            raise _SentAwayError("the first message must be hello")
        if hello.version != VERSION:
            says = f"this server speaks version {VERSION} of the messages, not {hello.version}"
            raise _SentAwayError(says)
        return hello

    async def serve(self, house: House, broadcast: Broadcast, hello: Hello) -> None:
        """Serve the client until it goes."""
        self._broadcast = broadcast
        try:
            if self.sender.person:
                self.wallet = await house.wallet(self.sender.person)
                if self._limited:
                    self.sender = await self._limit_keeper.sender(self.sender)
            broadcast.join(self._host, self, hello.seq)
        except BankcrapsError as error:
            raise _SentAwayError(str(error), again=True) from None
        try:
            async with asyncio.TaskGroup() as self._tasks:
                self._tasks.create_task(_gone() if self._slow else self._send())
                await self._receive(self._tasks)
        except* (WebSocketDisconnect, RuntimeError, _GoneError):
            pass
        finally:
            await broadcast.leave(self._host, self)
        if self._slow:
            self._metrics.dropped.inc()
            await _close(self._socket, _TOO_SLOW, "too slow: connect again")
        else:
            await _close(self._socket, _DONE, "")

    async def _hear(self) -> ClientMessage | Answer:
        event = await self._socket.receive()
        if event["type"] != "websocket.receive":
            raise _GoneError
        text: object = event.get("text")
        if not isinstance(text, str):
            return _bad("messages are text in JSON, not binary")
        return _read(text)

    async def _receive(self, tasks: asyncio.TaskGroup) -> None:
        """Carry out the client's commands, several at a time, in order."""
        while True:
            message = await self._hear()
            while self._unpaid and not self._ended:  # refusals are work, too
                await self._quota.pay_for_refusal(self._key, self._address)
                self._unpaid -= 1
            if self._ended:
                continue  # the client has been sent away
            wait = self._quota.commands.take(self._key)
            if wait:
                name = "" if isinstance(message, Hello) else message.id
                refused = cm.Refused("too_fast", str(TooManyError.of("commands", wait)))
                self.say(Answer(name, refused=refused))
                await asyncio.sleep(wait)
            elif isinstance(message, cm.PersonCommand):
                await self._in_flight.acquire()
                tasks.create_task(self._ask(message))
            else:
                self._unpaid += 1
                self.say(message if isinstance(message, Answer) else _bad("hello was said already"))

    async def _ask(self, command: cm.PersonCommand) -> None:
        try:
            with self._metrics.acknowledged.time():
                answer = await self._answer(command)
        except StoreError as error:  # nobody knows whether it is on disk
            answer = Answer(command.id, refused=cm.Refused("stopped", str(error)))
        except BankcrapsError as error:
            answer = Answer(command.id, refused=cm.Refused("failed", str(error)))
        except Exception:  # noqa: BLE001 - a mistake of ours must not end the connection
            _log.exception("a command at table %s failed", self._host.table.id)
            answer = Answer(command.id, refused=cm.Refused("failed", endpoints.OUR_MISTAKE))
        finally:
            self._in_flight.release()
        code = answer.refused.code if answer.refused else ""
        if answer.refused and code == "stopped":  # the client repeats the id at the table's next process
            self.end(Bye(answer.refused.message, again=True, address=self._host.moved_to))
            return
        self._unpaid += bool(code)
        result = "done" if not code else "failed" if code == "failed" else "refused"
        self._metrics.commands[result].inc()
        self.say(answer)

    async def _answer(self, command: cm.PersonCommand) -> Answer:
        if self.session is None:
            message = "only people with a name can do that: sign in first"
            return Answer(command.id, refused=cm.Refused("not_signed_in", message))
        if self.session.person.guest and not self._host.durable.settings.guests:
            message = "guests may only watch this table: sign in with a passphrase to play"
            return Answer(command.id, refused=cm.Refused("guests_watch", message))
        async with self._in_order:  # a command that waits for the database is not overtaken
            if isinstance(command, cm.Talk | cm.Mute):
                return await self._carry_out(command, self.sender)
            await self._quota.throttle.wait(self._address, self._key)  # not in a turn that others wait for
            if isinstance(command, cm.ConfirmLate):  # the limits of the player count, not those of the crew
                if not confirms(self._host.book, self._host.table, self.sender, command.player):
                    return await self._carry_out(command, replace(self.sender, own=_NOTHING_LEFT))
                async with self._limit_keeper.turn(command.player):
                    sender = await self._limit_keeper.sender(self.sender, command)
                    return await self._carry_out(command, sender)
            if self._limited:
                async with self._limit_keeper.turn(self.sender.person):
                    self.sender = await self._limit_keeper.sender(self.sender, command)
                    return await self._carry_out(command, self.sender)
        return await self._carry_out(command, self.sender)

    async def _carry_out(self, command: cm.PersonCommand, sender: cm.Sender) -> Answer:
        if self._ended:
            raise StoreError("this connection has ended: connect again")
        if isinstance(command, cm.Talk | cm.Mute):
            return self._broadcast.talk(self._host, sender, command)
        return await self._host.ask(sender, command)

    @property
    def _limited(self) -> bool:
        """Whether the person has set limits, for which the database has to be read."""
        return self.session is not None and bool(self.session.person.limits)

    async def _send(self) -> None:
        """Send queued messages until the connection ends."""
        while self._outbox or not self._ended:
            while self._outbox:
                await self._socket.send_text(self._outbox.popleft())
            self._more.clear()
            if not self._ended:
                await self._more.wait()
        raise _GoneError


async def _gone() -> None:
    raise _GoneError


class _Named(msgspec.Struct):
    """The id found in an unreadable message, so that the refusal answers it."""

    id: str = ""


def _read(text: str) -> ClientMessage | Answer:
    """Read a message, or answer why it is none."""
    if len(text if text.isascii() else text.encode(errors="replace")) > LONGEST_BYTES:
        return _bad(f"a message has at most {LONGEST_BYTES} bytes", text)
    plain = text.isascii() and text.isprintable() and "\\" not in text  # as nearly always
    try:
        message = _decode(text)
        odd = not plain and _is_odd(msgspec.json.decode(text))
    except RecursionError:
        return _bad("this is no message: its values are nested too deeply", text)
    except (msgspec.MsgspecError, UnicodeError) as error:
        return _bad(f"this is no message: {with_choices(error, ClientMessage, text)}"[:500], text)
    if odd:
        return _bad("a message has no control characters", text)
    if isinstance(message, cm.PersonCommand) and not cm.COMMAND_ID.fullmatch(message.id):
        return _bad("the id of a command has 1 to 64 printable characters without spaces")
    return message


def _bad(why: str, text: str = "") -> Answer:
    try:
        name = msgspec.json.decode(text, type=_Named).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):  # no JSON, but perhaps with a readable id
        name = (_NAMED.findall(text) or [""])[-1]
    refused = cm.Refused("bad_message", why)
    return Answer(name if cm.COMMAND_ID.fullmatch(name) else "", refused=refused)


def _is_odd(value: object) -> bool:
    """Whether any text in a JSON value has characters that others must not be shown."""
    parts: list[object] = [value]
    while parts:  # without calls of itself: a value may have any depth
        part = parts.pop()
        if isinstance(part, str) and _ODD.search(part):
            return True
        if isinstance(part, dict):
            parts += [text for pair in cast("dict[str, object]", part).items() for text in pair]
        elif isinstance(part, list):
            parts += cast("list[object]", part)
    return False


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    """Close a socket, and give up after some seconds."""
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(_CLOSING_S):
            await socket.close(code, reason)


async def serve_table(desk: Desk, broadcast: Broadcast, metrics: Metrics, socket: WebSocket) -> None:
    """WS /tables/ID/socket: a table."""
    if not endpoints.is_own_page(socket):
        await socket.send_denial_response(endpoints.answer(endpoints.Problem(endpoints.FOREIGN_PAGE), 403))
        return
    with ExitStack() as slots:
        greeting = slots.enter_context(ExitStack())
        try:
            client = await _admitted(desk, metrics, socket, slots, greeting)
            hello = await client.greet()
            greeting.close()
            await client.serve(desk.house, broadcast, hello)
        except _SentAwayError as error:
            with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
                async with asyncio.timeout(_CLOSING_S):
                    await socket.send_text(encode(error.bye).decode())
            await _close(socket, _DONE, "")
        except _GoneError:
            pass


async def _admitted(
    desk: Desk, metrics: Metrics, socket: WebSocket, slots: ExitStack, greeting: ExitStack
) -> Connection:
    """Accept a socket and take its slots, some of them only until its client has said hello."""
    address = endpoints.address_of(socket)
    try:
        desk.quota.requests.need(address)
        slots.enter_context(desk.quota.sockets.hold(address))
        greeting.enter_context(desk.quota.greeting.hold(address))
        session = await desk.session(socket)
        if session is not None:
            here = f"{session.person.name} {socket.path_params['table'][:40]}"
            slots.enter_context(desk.quota.tables.hold(here))
    except (TooManyError, StoreError) as error:
        await socket.accept()
        raise _SentAwayError(str(error), again=True) from None
    await socket.accept()
    try:
        host = await desk.house.find(socket.path_params["table"])
    except BankcrapsError as error:
        elsewhere = error.address if isinstance(error, ServedElsewhereError) else ""
        again = isinstance(error, ServedElsewhereError | StoreError)
        raise _SentAwayError(str(error), again=again, address=elsewhere) from None
    return Connection(socket, host, session, desk, metrics)
