"""The house, as a client knows it: who one is, and the tables there are."""

from types import TracebackType
from typing import Any, Self

import httpx
import msgspec

from bankcraps.client.live import LiveTable
from bankcraps.errors import BankcrapsError
from bankcraps.house.lobby import NewTable, TableLine

__all__ = ["House", "HouseError"]


class HouseError(BankcrapsError):
    """The house refused, or does not answer."""


class House:
    """A house at an address, and a session there.

    Attributes:
        address: where it is, such as `http://127.0.0.1:8420`.
        name: as whom one is signed in; empty while one only watches.
    """

    def __init__(self, address: str) -> None:
        """Know a house. Nothing is sent yet."""
        self.address = address.rstrip("/")
        self.name = ""
        self._http = httpx.AsyncClient(base_url=self.address, timeout=10)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection."""
        await self._http.aclose()

    async def sign_in(self, name: str, passphrase: str = "") -> None:
        """Sign in. A name that nobody has is a guest's without a passphrase, and a new account's with one.

        Raises:
            HouseError: if the house refuses.
        """
        await self._ask("POST", "/api/session", {"name": name, "passphrase": passphrase})
        self.name = name

    async def tables(self) -> list[TableLine]:
        """Return the tables of the lobby."""
        return msgspec.json.decode(await self._ask("GET", "/api/tables"), type=list[TableLine])

    async def open_table(self, asked: NewTable) -> str:
        """Open a table, and return its id."""
        answer = await self._ask("POST", "/api/tables", msgspec.to_builtins(asked))
        return msgspec.json.decode(answer)["table"]

    def table(self, table: str) -> LiveTable:
        """Return a table to enter with `async with`."""
        cookies = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        address = self.address.replace("http", "ws", 1)
        return LiveTable(f"{address}/tables/{table}/socket", cookies)

    async def _ask(self, method: str, path: str, body: Any = None) -> bytes:  # noqa: ANN401 - any JSON
        try:
            response = await self._http.request(method, path, json=body)
        except httpx.HTTPError as error:
            raise HouseError(f"no house answers at {self.address}: {error}") from None
        if response.is_error:
            raise HouseError(_reason(response))
        return response.content


def _reason(response: httpx.Response) -> str:
    try:
        return str(response.json()["error"])
    except (ValueError, KeyError, TypeError):
        return f"{response.url} answers {response.status_code}"
