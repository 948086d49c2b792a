"""The house's addresses: their requests read, their answers, and their OpenAPI description.

Starlette has no such description. The types are `msgspec`'s, and `msgspec` writes their schemas, so what is
left is the list of addresses. A framework that writes it, such as Litestar, would replace the server; the
small packages that add it to Starlette read the arguments of handlers in a way of their own.
"""

import asyncio
import gzip
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import ExitStack, aclosing, nullcontext
from http import HTTPStatus
from inspect import Signature, getdoc, iscoroutinefunction, signature
from ipaddress import IPv6Address, IPv6Network
from itertools import chain
from typing import Any, ClassVar, Final, TypeVar

import msgspec
from msgspec.structs import force_setattr
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Match, Route
from starlette.types import Receive, Scope, Send

from bankcraps import __version__
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import written_number
from bankcraps.game.engine.refusals import listed
from bankcraps.game.records.codec import encode, schema_parts
from bankcraps.lab.questions import UnknownKindError
from bankcraps.live.wire.messages import constants, json_schema_parts
from bankcraps.server.house import ServedElsewhereError
from bankcraps.server.jobs.jobs import BusyError, UnknownJobError
from bankcraps.server.people.accounts import CrowdError, SignInError
from bankcraps.server.people.money import MoneyRefusedError
from bankcraps.server.stores.database import StoreError, UnknownError
from bankcraps.server.stores.store import now_ms
from bankcraps.server.web.edge.page import lost
from bankcraps.server.web.edge.rates import ApiThreads, Quota, TooManyError, who_asks
from bankcraps.support.decode_errors import with_choices
from bankcraps.support.files import shipped_rows
from bankcraps.support.kept_files import Recent
from bankcraps.training.level import AMOUNTS, ASKS, MOST_PLAYERS

T = TypeVar("T")

LARGEST_BODY: Final = 16_384
"""The most bytes of a request's body."""

LARGEST_WITH_CHART: Final = 2**17
"""The most bytes of a request that may bring a chart."""

FOREIGN_PAGE: Final = "this page is not the house's"
OUR_MISTAKE: Final = "the house made a mistake; its keeper finds it in the log"

_MARK: Final = "\ufeff"
"""A byte order mark, by which spreadsheets know that a file is UTF-8."""

_ONES: Final = 64
"""The bits of an IPv6 address that name the network."""

_LONGEST_NUMBER: Final = len(str(2**53))

_BODY_S: Final = 10
"""Seconds for the body of a request to arrive."""


_STATUS: Final[tuple[tuple[type[Exception], int], ...]] = (
    (UnknownError, 404),
    (UnknownKindError, 404),
    (UnknownJobError, 404),
    (TooManyError, 429),
    (BusyError, 429),
    (CrowdError, 429),
    (ServedElsewhereError, 421),
    (StoreError, 503),
    (SignInError, 403),
    (MoneyRefusedError, 403),
)

ADDRESSES: Final = shipped_rows("bankcraps.server.web.edge", "addresses.txt")
"""The fields of queries below their addresses, with descriptions; and why requests are refused, by status."""

_DRILL: Final = {"asks": ", ".join(ASKS), "amounts": listed(AMOUNTS, "or"), "most_players": MOST_PLAYERS}
"""The words of the drill that are filled in there."""

_SENTENCES: Final = dict(ADDRESSES["sentences"])
"""The purposes of requests whose handlers do not say it."""

Handler = Callable[[Request], Awaitable[Response]]


class ForbiddenError(SignInError):
    """Somebody may not do that."""


JSON: Final = "application/json"


class Opened(msgspec.Struct, frozen=True):
    """A table that was opened."""

    table: str


class Done(msgspec.Struct, frozen=True):
    """It is done."""

    done: bool = True


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reason why a request was not answered, in a sentence.

    Attributes:
        error: the sentence.
        would_do: a name that would do in place of one that was refused.
        in_place_of: that one, where several were sent.
    """

    MEDIA: ClassVar[str] = JSON
    REFUSED: ClassVar[dict[str, str]] = dict(ADDRESSES["refused"])

    error: str
    would_do: str = ""
    in_place_of: str = ""

    @classmethod
    def of(cls, _: int, error: BankcrapsError) -> "Problem":
        """Return an error in words."""
        return cls(str(error), getattr(error, "would_do", ""), getattr(error, "in_place_of", ""))


def answer(
    value: object, status: int = 200, media: str = JSON, headers: Mapping[str, str] | None = None
) -> Response:
    """Answer in JSON."""
    return Response(encode(value), status, headers, media)


def spreadsheet(name: str, written: str) -> Response:
    """Answer with a spreadsheet to save, as CSV."""
    headers = {"content-disposition": f'attachment; filename="{name}.csv"'}
    return Response(_MARK + written, headers=headers, media_type="text/csv; charset=utf-8")


def address_of(connection: HTTPConnection) -> str:
    """Return the address that a request comes from. Of IPv6 it is the network, which is one person's."""
    return _network(connection.client.host) if connection.client else ""


def _network(host: str) -> str:
    """Return an address of IPv4, or the /64 network of one of IPv6.

    >>> _network("2001:db8::1:2:3:4"), _network("::ffff:10.0.0.1"), _network("10.0.0.1")
    ('2001:db8::/64', '10.0.0.1', '10.0.0.1')
    """
    try:
        address = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    return str(address.ipv4_mapped or IPv6Network((address, _ONES), strict=False))


def is_own_page(connection: HTTPConnection) -> bool:
    """Whether a request comes from a page of this house, or from a program that is not a browser.

    A house with a public address has its pages there alone. Another has them where a request was sent.
    """
    headers, public = connection.headers, connection.app.state.public
    origin, host = headers.get("origin"), headers.get("host", "")
    here = (public,) if public else (f"http://{host}", f"https://{host}")
    own = origin is None or origin in here
    return own and headers.get("sec-fetch-site", "none") in ("same-origin", "none")


async def body(request: Request, most: int = LARGEST_BODY) -> bytes:
    """Read the body of a request that changes something, of at most so many bytes.

    Raises:
        BankcrapsError: if it is too long, is not JSON, or another site's page sends it.
    """
    if not is_own_page(request):
        raise ForbiddenError(FOREIGN_PAGE)
    read = b""
    try:
        async with asyncio.timeout(_BODY_S):
            async for chunk in request.stream():
                read += chunk
                if len(read) > most:
                    raise BankcrapsError(f"a request has at most {most} bytes")
    except TimeoutError:
        raise BankcrapsError(f"a request comes whole within {_BODY_S} seconds") from None
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if read and kind != "application/json":
        raise BankcrapsError("a request's body is JSON: send it as application/json")
    return read


async def read_body(request: Request, kind: type[T], most: int = LARGEST_BODY) -> T:
    """Read the JSON of a request that changes something.

    Raises:
        BankcrapsError: as `body`, or if it is not of this kind. Then the message names the choices.
        msgspec.DecodeError: if it is not JSON.
    """
    data = await body(request, most)
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise BankcrapsError(f"this request cannot be read: {with_choices(error, kind, data)}") from None


def whole_number(request: Request, name: str, usual: int | None = 0) -> int:
    """Read a whole number of a query. It must be there if nothing is usual.

    Raises:
        BankcrapsError: if it is none, or longer than a program in JavaScript can write.
    """
    written = request.query_params.get(name, "" if usual is None else str(usual))
    number = written_number(written, _LONGEST_NUMBER)
    if number is None:
        most = "9" * _LONGEST_NUMBER
        raise BankcrapsError(f"{name} is a whole number from 0 to {most}, not {written[:40]!r}")
    return number


def _refused(error: BankcrapsError, kind: Any) -> Response:  # noqa: ANN401 - as `Endpoint.refuses`
    """Answer a refusal with its status."""
    status = next((status for one, status in _STATUS if isinstance(error, one)), 400)
    response = answer(kind.of(status, error), status, kind.MEDIA)
    if isinstance(error, TooManyError | BusyError):
        response.headers["retry-after"] = str(max(1, round(error.wait_s)))
    return response


async def _nothing_there(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    page = lost(request) if status == HTTPStatus.NOT_FOUND else None
    if page is not None:
        return page
    says = {
        404: f"there is nothing at {request.url.path[:200]!r}",
        405: f"{request.method} is not possible at {request.url.path[:200]!r}",
    }
    response = answer(Problem(says.get(status, OUR_MISTAKE)), status)
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        response.headers["allow"] = ", ".join(sorted(_methods(request)))
    return response


def _methods(request: Request) -> set[str]:
    """The methods that are possible at an address (RFC 9110, 15.5.6). Each of them is a route of its own."""
    found: set[str] = set()
    for route in request.app.routes:
        if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE:
            found |= route.methods or set()
    return found


ERROR_HANDLERS: Final = {404: _nothing_there, 405: _nothing_there, 500: _nothing_there}
"""The house's answers to unknown addresses and failures."""


_MOST_BYTES: Final = 16 * 2**20
"""The most bytes of cached answers."""

_EFFORT: Final = 6


class Prepared:
    """Answers by what they follow from. One that was made is not made again while it is kept."""

    def __init__(self, quota: Quota, threads: ApiThreads) -> None:
        """Start without answers."""
        self._quota = quota
        self._threads = threads
        self._kept = Recent()
        self._kept.make_room(_MOST_BYTES)

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
        found: tuple[bytes, bytes] | None = self._kept.find(key)
        if found is None:
            with self._quota.work(address_of(request)):
                found = await self._threads.work(_packed, await make())
            self._kept.keep(key, found, sum(map(len, found)))
        plain, compressed = found
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(plain, media_type=JSON)
        headers = {"content-encoding": "gzip", "vary": "Accept-Encoding"}
        return Response(compressed, headers=headers, media_type=JSON)


def _packed(value: object) -> tuple[bytes, bytes]:
    """Return a value as JSON, and the same compressed."""
    plain = encode(value)
    return plain, gzip.compress(plain, _EFFORT)


class HeldStream(StreamingResponse):
    """A stream, with what is to be given back when it ends, also before its first part."""

    def __init__(self, parts: AsyncGenerator[bytes], held: ExitStack, media: str) -> None:
        """Stream some parts, and hold something until they end."""
        super().__init__(parts, media_type=media)
        self._parts = parts
        self._held = held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        with self._held:
            async with aclosing(self._parts):
                await super().__call__(scope, receive, send)


# The addresses, and their description.


_AT: Final = "#/components/schemas/{name}"
_ABOUT: Final = (
    "Live craps tables. A table is played at the WebSocket /tables/{table}/socket: a client sends "
    "ClientMessage and hears ServerMessage, which are among the schemas."
)


class Endpoint(msgspec.Struct, frozen=True):
    """An address of the house.

    Attributes:
        method, path: the request; parts of the path in braces are parameters.
        handler: returns a response, or what is answered in JSON: None for `Done`. A plain function takes
            work: it holds a slot, in the threads of the API.
        answers: the type of the answer, or None for an answer that is not JSON. If it is not said, it is the
            one that the handler returns.
        query: the fields that the query may have, with descriptions. They are those of `ADDRESSES` if none is
            given.
        reads: the type of the body, or None. It is the one that the handler takes beside the request, and
            beside the names of people.
        most: the most bytes of the body.
        works: whether the handler takes work, and holds a slot.
        own: whether only pages of the house may ask. Nobody else changes anything, whatever this says.
        status: the status of the answer.
        media: the media type of an answer that is not JSON.
        says: a sentence about it, if neither `ADDRESSES` nor the handler's docstring says it.
        also: other answers that are no refusals: their status, with the type of each.
        refuses: the type of a refusal, as `Problem`, with its media type and the reasons by status.
    """

    method: str
    path: str
    handler: Callable[..., Any]
    answers: object = None
    query: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    reads: Any = None
    most: int = LARGEST_BODY
    works: bool = False
    own: bool = False
    status: int = 200
    media: str = ""
    says: str = ""
    also: Mapping[int, object] = msgspec.field(default_factory=dict[int, object])
    refuses: Any = Problem

    def __post_init__(self) -> None:
        found = signature(self.handler, eval_str=True)
        returns, takes = found.return_annotation, [one.annotation for one in found.parameters.values()]
        if self.answers is None and returns not in (Response, Signature.empty):
            force_setattr(self, "answers", returns or Done)
        for kind in takes:
            if kind not in (Request, str, Signature.empty):
                force_setattr(self, "reads", kind)
        if not self.query:
            rows = (rows for paths, rows in ADDRESSES.items() if self.path in paths.split())
            said = chain.from_iterable(rows)
            force_setattr(self, "query", {field: says.format(**_DRILL) for field, says in said})

    @property
    def summary(self) -> str:
        """The purpose of the address, in a sentence."""
        return self.says or _SENTENCES.get(f"{self.method} {self.path}") or getdoc(self.handler) or ""


def routes_of(endpoints: Sequence[Endpoint], quota: Quota, threads: ApiThreads) -> list[Route]:
    """Return the routes of endpoints."""
    return [Route(one.path, _answering(one, quota, threads), methods=[one.method]) for one in endpoints]


def _answering(one: Endpoint, quota: Quota, threads: ApiThreads) -> Handler:
    """Read the body of a request, hold its slot, and answer with what the handler returns.

    Clients that ask too often are refused. Errors are answered with a sentence.
    """
    in_loop = iscoroutinefunction(one.handler)

    async def answered(request: Request) -> Response:
        if one.own and not is_own_page(request):
            raise ForbiddenError(FOREIGN_PAGE)
        request.state.came = now_ms()
        given: list[object] = [request]
        if one.reads is not None:
            given.append(await read_body(request, one.reads, one.most))
        elif one.method != "GET":
            await body(request)
        with nullcontext() if in_loop and not one.works else quota.work(address_of(request)):
            if in_loop:
                return _answered(one, await one.handler(*given))
            return await threads.work(lambda: _answered(one, one.handler(*given)))

    async def handle(request: Request) -> Response:
        refusal = Problem
        try:
            quota.requests.need(address_of(request))
            who_asks.set((address_of(request), request.headers.get("cookie", "")))
            refusal = one.refuses
            return await answered(request)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            return answer(Problem(f"this request cannot be read: {error}"), 400)
        except BankcrapsError as error:
            return _refused(error, refusal)

    return handle


def _answered(one: Endpoint, found: object) -> Response:
    if isinstance(found, Response):
        return found
    return answer(Done() if one.answers is Done else found, one.status)


def openapi(endpoints: Sequence[Endpoint]) -> dict[str, object]:
    """Return the OpenAPI description of endpoints, and the schemas and constants of the socket's messages."""
    every = [kind for one in endpoints for kind in (one.answers, one.reads, *one.also.values(), one.refuses)]
    types = [kind for kind in every if kind is not None]
    schemas, parts = schema_parts(tuple(types), _AT)
    shapes = dict(zip(map(str, types), schemas, strict=True))
    paths: dict[str, dict[str, object]] = {}
    for one in endpoints:
        path = one.path.replace(":int}", "}")
        paths.setdefault(path, {})[one.method.lower()] = _operation(one, path, shapes)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Bankcraps", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "components": {"schemas": parts | json_schema_parts(_AT)},
        "x-constants": constants(),
    }


def _operation(one: Endpoint, path: str, shapes: Mapping[str, object]) -> dict[str, object]:
    said: dict[str, object] = {"description": one.summary}
    if one.media:
        said["content"] = {one.media: {}}
    if one.answers is not None:
        said["content"] = _json(shapes[str(one.answers)])
    also = {
        str(status): {"description": getdoc(kind) or "", "content": _json(shapes[str(kind)])}
        for status, kind in one.also.items()
    }
    refusal = _json(shapes[str(one.refuses)], one.refuses.MEDIA)
    reasons = one.refuses.REFUSED.items()
    refused = {status: {"description": says, "content": refusal} for status, says in reasons}
    operation: dict[str, object] = {
        "operationId": _operation_id(one.method, path),
        "summary": one.summary,
        "responses": {str(one.status): said, **also, **refused},
    }
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    text = {"schema": {"type": "string"}}
    parameters: list[object] = [{"name": name, "in": "path", "required": True} | text for name in names]
    query = one.query.items()
    parameters += [{"name": name, "in": "query", "description": says} | text for name, says in query]
    if parameters:
        operation["parameters"] = parameters
    if one.reads is not None:
        operation["requestBody"] = {"required": True, "content": _json(shapes[str(one.reads)])}
    return operation


def _operation_id(method: str, path: str) -> str:
    """The name of an operation in a generated client, from its address: `get_houses_house_edges`."""
    words = re.findall(r"[a-z]+", path.removeprefix("/api"))
    return "_".join((method.lower(), *words))


def _json(schema: object, media: str = JSON) -> dict[str, object]:
    return {media: {"schema": schema}}
