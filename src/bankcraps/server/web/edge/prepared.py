"""Costly answers: made and compressed in the threads of the API, and cached."""

import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from bankcraps.game.records.codec import encode
from bankcraps.server.web.edge.answers import address_of
from bankcraps.server.web.quotas.rates import ApiThreads, Quota

__all__ = ["Prepared"]

_MOST_BYTES: Final = 16 * 2**20
"""The most bytes of cached answers."""

_EFFORT: Final = 6


class Prepared:
    """Answers by what they follow from. One that was made is not made again while it is kept."""

    def __init__(self, quota: Quota, threads: ApiThreads) -> None:
        """Start without answers."""
        self._quota = quota
        self._threads = threads
        self._kept: OrderedDict[Hashable, tuple[bytes, bytes]] = OrderedDict()
        self._bytes = 0

    async def answer(
        self, request: Request, key: Hashable, make: Callable[[], Awaitable[object]]
    ) -> Response:
        """Answer in JSON.

        Args:
            request: the request.
            key: everything that the answer follows from.
            make: makes the answer, in the threads of the API.

        Raises:
            TooManyError: if it must be made, and no slot for such requests is free.
        """
        found = self._kept.get(key)
        if found is None:
            with self._quota.work(address_of(request)):
                found = await self._threads.work(_packed, await make())
            self._keep(key, found)
        else:
            self._kept.move_to_end(key)
        return _response(request, *found)

    def _keep(self, key: Hashable, packed: tuple[bytes, bytes]) -> None:
        self._bytes += _size(packed) - _size(self._kept.pop(key, (b"", b"")))
        self._kept[key] = packed
        while self._bytes > _MOST_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= _size(oldest)


def _packed(value: object) -> tuple[bytes, bytes]:
    """Return a value as JSON, and the same compressed."""
    plain = encode(value)
    return plain, gzip.compress(plain, _EFFORT)


def _size(packed: tuple[bytes, bytes]) -> int:
    return len(packed[0]) + len(packed[1])


def _response(request: Request, plain: bytes, compressed: bytes) -> Response:
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(plain, media_type="application/json")
    headers = {"content-encoding": "gzip", "vary": "Accept-Encoding"}
    return Response(compressed, headers=headers, media_type="application/json")
