"""News that a client receives at a table, and the addresses to hear them from."""

import asyncio
import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Final, Self, TypeVar, Union

import msgspec
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import State
from bankcraps.game.records.codec import decoder, encode
from bankcraps.game.rulebook import BOOKS, Rulebook, load_version
from bankcraps.live.log.entries import TableSettings
from bankcraps.live.table.commands import PersonCommand
from bankcraps.live.wire.messages import (
    LONGEST_BYTES,
    Answer,
    Bye,
    Company,
    Happened,
    Inspection,
    Servers,
    TableChanges,
    TableView,
    Welcome,
    You,
)
from bankcraps.support.structs import struct_of

__all__ = []

_T = TypeVar("_T")

Message = Answer | Company | Happened | Inspection | Servers | Welcome | You

_OBEYED: Final = re.compile(
    r"(?<!\\)((?:\\\\)*)\\(?:u00(?:0[0-8b-f]|1[0-9a-f]|7f|[89][0-9a-f])|[bfr])|([\x7f-\x9f])", re.IGNORECASE
)
"""Control characters in JSON that a terminal would obey: all but the tab and the ends of lines."""


class UnreadableError(BankcrapsError):
    """The house says something that this program cannot read."""


_decode: Final = decoder(Message | Bye)


def read_message(text: str | bytes) -> Message | Bye:
    """Read a message of the house.

    Raises:
        UnreadableError: if it is none.
    """
    return _read(_decode, text)


def read_json(content: bytes, kind: type[_T]) -> _T:
    """Read an answer of the house.

    Raises:
        UnreadableError: if it is none of this kind.
    """
    return _read(decoder(kind), content)


def _read(decode: Callable[[str], _T], text: str | bytes) -> _T:
    try:
        return decode(_plain(text))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableError(str(error)) from None


def _plain(text: str | bytes) -> str:
    r"""Return JSON with a question mark in place of each control character.

    >>> _plain(b'["\\u001b[2J", "\\\\u001b", "a\\nb"]')
    '["?[2J", "\\\\u001b", "a\\nb"]'
    """
    text = text.decode() if isinstance(text, bytes) else text
    return _OBEYED.sub(r"\1?", text)


# A check that the house can read a client's commands.


_decode_command: Final = decoder(Union[tuple(PersonCommand.__subclasses__())])  # noqa: UP007 - built from a list


def require_readable(command: PersonCommand) -> None:
    """Refuse a command that the house could not read, not even its id."""
    try:
        encoded = encode(command)
        _decode_command(encoded)
    except (msgspec.MsgspecError, TypeError, UnicodeError) as error:
        raise BankcrapsError(f"this is no command: {error}") from None
    if len(encoded) > LONGEST_BYTES:
        raise BankcrapsError(f"a command has at most {LONGEST_BYTES} bytes, not {len(encoded)}")


class Lost(msgspec.Struct, frozen=True):
    """The connection dropped. The client tries to connect again.

    Attributes:
        reason: why, for people.
    """

    reason: str


News = Company | Happened | Inspection | Welcome | You | Lost
"""News for a client. After a reconnect: the missed entries, or the whole table."""


class Hearing:
    """The news at a table from the moment this object is made: `async for news in hearing`.

    It ends when the connection ends for good.
    """

    def __init__(self) -> None:
        self._queue: asyncio.Queue[News | None] = asyncio.Queue()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> News:
        news = await self._queue.get()
        if news is None:
            self._queue.put_nowait(None)
            raise StopAsyncIteration
        return news

    def so_far(self) -> list[News]:
        """Return the news that have come and have not been read yet."""
        news: list[News] = []
        while not self._queue.empty() and (one := self._queue.get_nowait()) is not None:
            news.append(one)
        return news

    def put(self, news: News | None) -> None:
        """Add a piece of news. None ends the hearing."""
        self._queue.put_nowait(news)


# The reason for the end of a connection to a house, as a sentence.


def reason(error: Exception) -> str:
    """Return why a connection ended."""
    match error:
        case InvalidStatus():
            return f"it answers {error.response.status_code}"
        case ConnectionClosed():
            return (error.rcvd.reason if error.rcvd else "") or "the connection dropped"
        case UnreadableError():
            return f"this program cannot read what the house says: {error}"
        case _:
            return str(error) or type(error).__name__


def final_reason(error: Exception, *, at_home: bool) -> str:
    """Return why there is no sense in another try, or an empty text.

    Args:
        error: the error that ended the connection.
        at_home: whether it was the address that the client was given first. Another server may be there.
    """
    if isinstance(error, UnreadableError):
        return reason(error)
    if not isinstance(error, InvalidStatus) or not at_home:
        return ""
    status = error.response.status_code
    # From 500 on it is the server that fails, and another try may help.
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return ""
    return f"the house answers {status}: it has no such table, or does not let you in"


# Data derived from the house's messages: the changed view, the engine's state, the rulebook.


def changed(view: TableView, changes: TableChanges) -> TableView:
    """Return a table's view after what changed in it."""
    fields = {
        name: value
        for name in changes.__struct_fields__
        if (value := getattr(changes, name)) is not msgspec.UNSET and name not in ("seats", "gone")
    }
    here = {seat.name: seat for seat in view.seats}
    for name in changes.gone or ():
        here.pop(name, None)
    here.update({seat.name: seat for seat in changes.seats or ()})
    seats = tuple(sorted(here.values(), key=lambda seat: seat.place))
    return replace(view, seats=seats, **fields)


def state_of(view: TableView) -> State:
    """Return the table as the engine knows it, from what everybody may see.

    The bank, the table before the last throw and what players could undo are not shown, so they are missing.
    """
    in_the_air = view.phase.name == "in_the_air"
    by_stick = in_the_air and not view.thrower
    return struct_of(State, view, thrown=in_the_air, by_stick=by_stick, last=None)


def book_of(settings: TableSettings) -> Rulebook:
    """Return the rulebook of a table.

    Raises:
        BankcrapsError: if this program does not have it, or has another version of it.
    """
    if settings.rules not in BOOKS:  # any other name would be the path of a file on this machine
        raise BankcrapsError(f"this table plays by {settings.rules[:40]!r}, which this program does not have")
    book = load_version(settings.rules, settings.digest, **dict(settings.options))
    if book.digest != settings.digest:
        raise BankcrapsError(
            f"this table plays by another version of {settings.rules} ({settings.digest}) than this program "
            f"has ({book.digest}): one of them is too old"
        )
    return book


# The address of a table, and others to try when that server is gone.


_MOST: Final = 8
"""The most addresses that are remembered."""


class Addresses:
    """The addresses of the servers of a table.

    Attributes:
        home: the first address.
        now: the address to connect to next.
    """

    def __init__(self, home: str) -> None:
        """Start with one address."""
        self.home: str = home
        self.now: str = home
        self._known = [home]

    @property
    def several(self) -> bool:
        """Whether there is more than one."""
        return len(self._known) > 1

    def know(self, server: str) -> str:
        """Remember an address where the table may be served, even if it does not answer now.

        >>> Addresses("ws://one:8420/tables/k3x9/socket").know("http://two:8420")
        'ws://two:8420/tables/k3x9/socket'

        Returns:
            The table's address at that server.
        """
        path = self.home.split("/", 3)[3]
        address = f"{server.rstrip('/').replace('http', 'ws', 1)}/{path}"
        if address not in self._known:
            self._known.append(address)
        if len(self._known) > _MOST:
            del self._known[1 + (self._known[1] == self.now)]  # neither home nor where we are
        return address

    def go(self, server: str) -> None:
        """Use the address that a server named."""
        self.now = self.know(server)

    def take_turns(self) -> None:
        """Use the next known address."""
        turn = self._known.index(self.now) + 1
        self.now = self._known[turn % len(self._known)]
