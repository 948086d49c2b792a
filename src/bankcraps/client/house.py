"""A client's view of the house: the person signed in, and the tables."""

import ipaddress
import json
import re
from functools import cache
from ssl import SSLContext
from typing import Any, Final, Self, TypeVar
from urllib.parse import quote, urlsplit

import httpx
import msgspec

from bankcraps.client.live import LiveTable, UnreadableError, read_json
from bankcraps.errors import BankcrapsError, printable
from bankcraps.live.people.lobby import NewBot, NewTable, TableLine
from bankcraps.live.people.play_money import MoneyOffer
from bankcraps.live.table.personal_limits import LimitsNow, PersonalLimits
from bankcraps.live.wire.messages import SeatHistory

_T = TypeVar("_T")

_COOKIE: Final = "bankcraps"
_HTTP: Final = "http://"
_HTTPS: Final = "https://"
_LOOKED_AT: Final = 1000
"""The most characters read of an answer that no house sent."""
_LONGEST: Final = 1 << 24
"""The most bytes of an answer. A list of 10,000 tables has 2.3 million."""

_CONNECTS_S: Final = 10
_ANSWERS_S: Final = 30
"""Seconds to wait for a connection, and seconds to wait for an answer."""

_TABLE: Final = re.compile(r"/tables/([^/]+)(?:/.*)?")


class HouseError(BankcrapsError):
    """The house refused, or does not answer.

    Attributes:
        status: the HTTP status of the refusal; 0 if no house answers.
    """

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status


class Me(msgspec.Struct, frozen=True):
    """A person at a house.

    Attributes:
        name: the name; empty for somebody who only watches.
        roles: the roles of the crew that were granted.
        wallet_cents: the money away from the tables.
    """

    name: str
    roles: tuple[str, ...] = ()
    wallet_cents: int = 0


class _Opened(msgspec.Struct, frozen=True):
    table: str


def read_address(text: str) -> tuple[str, str]:
    """Read the address of a house or of one of its tables.

    >>> read_address("http://127.0.0.1:8420/tables/k3x9"), read_address("craps.example.org")
    (('http://127.0.0.1:8420', 'k3x9'), ('http://craps.example.org', ''))

    Returns:
        The address of the house, and the id of the table, or an empty text.

    Raises:
        HouseError: if it is no such address.
    """
    text = text.strip()
    given = text if "://" in text else f"http://{text}"
    try:
        parts = urlsplit(given)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host, parts = None, urlsplit("")
    found = _TABLE.fullmatch(parts.path)
    if not host or parts.scheme not in ("http", "https") or not (found or parts.path in ("", "/")):
        raise HouseError(f"the address of a house is such as http://127.0.0.1:8420, not {text[:200]!r}")
    return f"{parts.scheme}://{parts.netloc}", found[1] if found else ""


class House:
    """A house at an address, and a session there.

    Attributes:
        address: where it is, such as `http://127.0.0.1:8420`.
        name: the name of the person signed in; empty for somebody who only watches.
        session: the token of the session, or empty likewise. Keep it as secret as a passphrase.
    """

    def __init__(self, address: str, *, session: str = "") -> None:
        """Set the address of a house. Nothing is sent yet.

        Args:
            address: where it is.
            session: the token of an earlier session, to go on with it.

        Raises:
            HouseError: if this is no address.
        """
        self.address: str = read_address(address)[0]
        self.name: str = ""
        self.session: str = session
        # Each request has its own connection. A server may close one that waits for the next request
        # just when that is sent, and nobody could say whether the request was carried out.
        limits = httpx.Limits(max_keepalive_connections=0)
        self._http = httpx.AsyncClient(**connection(self.address, _ANSWERS_S), limits=limits)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection. The session lasts, and so do the tables that were entered."""
        await self._http.aclose()

    async def sign_in(self, name: str, passphrase: str = "") -> None:
        """Sign in. A name that nobody has is a guest's without a passphrase, and a new account's with one.

        Raises:
            HouseError: if the house refuses.
        """
        body = {"name": name, "passphrase": passphrase}
        self.name = (await self._ask("POST", "/api/session", Me, body)).name

    async def who(self) -> Me:
        """Return the person signed in at the house. The name is empty if the session has ended.

        Raises:
            HouseError: if no house answers.
        """
        me = await self._ask("GET", "/api/session", Me)
        self.name = me.name
        return me

    async def limits(self) -> LimitsNow:
        """Return the limits that the person has set for themselves.

        Raises:
            HouseError: if nobody is signed in, or no house answers.
        """
        return await self._ask("GET", "/api/limits", LimitsNow)

    async def set_limits(self, limits: PersonalLimits) -> LimitsNow:
        """Set all of the person's own limits. Return those that count now and those of a day later.

        Begin with `limits().latest` to change only one: what is left out is no limit.

        Raises:
            HouseError: if the house refuses.
        """
        return await self._ask("POST", "/api/limits", LimitsNow, msgspec.to_builtins(limits))

    async def money_offered(self) -> MoneyOffer:
        """Return the play money that the house gives the person if they ask now.

        Raises:
            HouseError: if nobody is signed in, or no house answers.
        """
        return await self._ask("GET", "/api/money", MoneyOffer)

    async def more_money(self) -> MoneyOffer:
        """Ask the house for more play money. Return what it offers after that.

        Raises:
            HouseError: if the house gives none: the error says why.
        """
        return await self._ask("POST", "/api/money", MoneyOffer, {})

    async def tables(self) -> list[TableLine]:
        """Return the tables of the lobby.

        Raises:
            HouseError: if no house answers.
        """
        return await self._ask("GET", "/api/tables", list[TableLine])

    async def stay(self, table: str) -> SeatHistory:
        """Return what the player has seen of a table since sitting down. Without a seat it has no items.

        Raises:
            HouseError: if the house does not know it, such as for a log that is too long.
        """
        return await self._ask("GET", f"/api/tables/{quote(table, safe='')}/stay", SeatHistory)

    async def open_table(self, asked: NewTable) -> str:
        """Open a table, and return its id.

        Raises:
            HouseError: if the house refuses.
        """
        return (await self._ask("POST", "/api/tables", _Opened, msgspec.to_builtins(asked))).table

    async def seat_bot(self, table: str, bot: NewBot) -> None:
        """Have a bot of the house play at a table, as a supervisor or as whoever opened the table.

        Raises:
            HouseError: if the house refuses.
        """
        path = f"/api/tables/{quote(table, safe='')}/bots"
        await self._ask("POST", path, dict[str, bool], msgspec.to_builtins(bot))

    async def dismiss_bot(self, table: str, name: str) -> None:
        """Have a bot leave a table as soon as its wagers allow it.

        Raises:
            HouseError: if the house refuses.
        """
        path = f"/api/tables/{quote(table, safe='')}/bots/{quote(name, safe='')}"
        await self._ask("DELETE", path, dict[str, bool])

    def table(self, table: str, *, patience_s: float = 60) -> LiveTable:
        """Return a table to enter with `async with`.

        Args:
            table: its id.
            patience_s: for how many seconds to try to connect again when the connection drops.
        """
        address = self.address.replace("http", "ws", 1)
        return LiveTable(
            f"{address}/tables/{quote(table, safe='')}/socket",
            f"{_COOKIE}={self.session}" if self.session else "",
            patience_s=patience_s,
            proxy=not is_near(self.address),
        )

    async def _ask(self, method: str, path: str, kind: type[_T], body: object = None) -> _T:
        headers = {"Cookie": f"{_COOKIE}={self.session}"} if self.session else {}
        try:
            async with self._http.stream(method, path, json=body, headers=headers) as response:
                content = await _content(response)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise silent(error, self.address) from None
        self.session = response.cookies.get(_COOKIE) or self.session
        self._http.cookies.clear()  # the session above is sent with each request
        if response.is_error:
            raise HouseError(_reason(response, content), response.status_code)
        try:
            return read_json(content, kind)
        except UnreadableError:
            message = f"what answers at {self.address} is no house of Bankcraps, or one of another version"
            raise HouseError(message, response.status_code) from None


def is_near(address: str) -> bool:
    """Whether a house is on this machine or network, so that no proxy is used."""
    host = urlsplit(address).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_private
    except ValueError:
        return False


def connection(address: str, answers_s: float) -> dict[str, Any]:
    """Return the settings of HTTPX for a house, whose answers come within some seconds."""
    far = not is_near(address)
    timeout = httpx.Timeout(answers_s, connect=_CONNECTS_S)
    return {"base_url": address, "timeout": timeout, "verify": _certificates(trust_env=far), "trust_env": far}


@cache
def _certificates(*, trust_env: bool) -> SSLContext:
    """Read the trusted certificates once for all houses: the file is long."""
    return httpx.create_ssl_context(trust_env=trust_env)


def silent(error: Exception, address: str) -> HouseError:
    """Return the error about a house that does not answer."""
    return HouseError(f"no house answers at {address}: {_why_silent(error, address)}")


def _why_silent(error: Exception, address: str) -> str:
    """Say why there is no answer, such as a mismatch about TLS."""
    why, scheme = str(error) or type(error).__name__, urlsplit(address).scheme
    tls = "SSL" in why and "CERTIFICATE" not in why.upper()
    if scheme == "https" and tls:
        return f"what answers there speaks no TLS. Is its address {_HTTP}{address.removeprefix(_HTTPS)}?"
    if scheme == "http" and isinstance(error, httpx.RemoteProtocolError | httpx.ReadError):
        return (
            f"what answers there does not speak HTTP. Is its address {_HTTPS}{address.removeprefix(_HTTP)}?"
        )
    return why


async def _content(response: httpx.Response) -> bytes:
    """Read an answer, up to a length that no house exceeds."""
    content = bytearray()
    async for part in response.aiter_bytes():
        content += part
        if len(content) > _LONGEST:
            message = (
                f"{response.url} answers with more than {_LONGEST >> 20} MB: is it a house of Bankcraps?"
            )
            raise HouseError(message, response.status_code)
    return bytes(content)


def _reason(response: httpx.Response, content: bytes) -> str:
    try:
        return printable(str(json.loads(content)["error"])[:_LOOKED_AT])
    except (ValueError, KeyError, TypeError, RecursionError):
        if b"to https port" in content[:_LOOKED_AT].lower():  # as several servers answer
            return f"what answers there wants TLS. Is its address {_HTTPS}{response.url.netloc.decode()}?"
        return f"{response.url} answers {response.status_code}: is it a house of Bankcraps?"
