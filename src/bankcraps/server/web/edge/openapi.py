"""The OpenAPI description of the house's addresses, generated from the types of requests and answers.

Starlette has no such description. The types are `msgspec`'s, and `msgspec` writes their schemas, so what is
left is the list of addresses. A framework that writes it, such as Litestar, would replace the server; the
small packages that add it to Starlette read the arguments of handlers in a way of their own.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from inspect import Signature, getdoc, iscoroutinefunction, signature
from typing import Any, Final

import msgspec
from msgspec.structs import force_setattr
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bankcraps import __version__
from bankcraps.game.records.codec import schema_parts
from bankcraps.live.wire.messages import constants, json_schema_parts
from bankcraps.server.stores.store import now_ms
from bankcraps.server.web.edge.answers import (
    FOREIGN_PAGE,
    JSON,
    LARGEST_BODY,
    Done,
    ForbiddenError,
    Handler,
    Problem,
    address_of,
    answer,
    body,
    guarded,
    is_own_page,
    read_body,
    refusing,
)
from bankcraps.server.web.edge.rates import ApiThreads, Quota

_AT: Final = "#/components/schemas/{name}"
_ABOUT: Final = (
    "Live craps tables. A table is played at the WebSocket /tables/{table}/socket: a client sends "
    "ClientMessage and hears ServerMessage, which are among the schemas."
)
_REFUSED: Final[dict[str, str]] = {
    "400": "It cannot be read, or cannot be done.",
    "403": "Somebody must sign in for this, or may not do it.",
    "404": "There is no such table or hand.",
    "429": "Too many requests, or the log is still being read: ask again after `retry-after` seconds.",
    "503": "The database fails.",
}


class Endpoint(msgspec.Struct, frozen=True):
    """An address of the house.

    Attributes:
        method, path: the request; parts of the path in braces are parameters.
        handler: returns a response, or what is answered in JSON: None for `Done`. A plain function takes
            work: it holds a slot, in the threads of the API.
        answers: the type of the answer, or None for an answer that is not JSON. If it is not said, it is the
            one that the handler returns.
        query: the fields that the query may have, with descriptions.
        reads: the type of the body, or None. It is the one that the handler takes beside the request.
        most: the most bytes of the body.
        works: whether the handler takes work, and holds a slot.
        own: whether only pages of the house may ask. Nobody else changes anything, whatever this says.
        status: the status of the answer.
        media: the media type of an answer that is not JSON.
        says: a sentence about it, if the handler's docstring does not say it.
        also: other answers that are no refusals: their status, with the type of each.
        refuses: the type of a refusal, as `Problem`; `refused` says why there is one, by status.
        refusal_media: the media type of a refusal.
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
    refused: Mapping[str, str] = msgspec.field(default_factory=_REFUSED.copy)
    refusal_media: str = JSON

    def __post_init__(self) -> None:
        found = signature(self.handler, eval_str=True)
        returns, takes = found.return_annotation, [one.annotation for one in found.parameters.values()]
        if self.answers is None and returns not in (Response, Signature.empty):
            force_setattr(self, "answers", returns or Done)
        for kind in takes:
            if kind not in (Request, Signature.empty):
                force_setattr(self, "reads", kind)

    @property
    def summary(self) -> str:
        """The purpose of the address, in a sentence."""
        return self.says or getdoc(self.handler) or ""


def routes_of(endpoints: Sequence[Endpoint], quota: Quota, threads: ApiThreads) -> list[Route]:
    """Return the routes of endpoints."""
    return [
        Route(one.path, guarded(_answering(one, quota, threads), quota), methods=[one.method])
        for one in endpoints
    ]


def _answering(one: Endpoint, quota: Quota, threads: ApiThreads) -> Handler:
    """Read the body of a request, hold its slot, and answer with what the handler returns."""
    in_loop = iscoroutinefunction(one.handler)

    async def handle(request: Request) -> Response:
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

    return refusing(handle, one.refuses.of, one.refusal_media)


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
    refusal = _json(shapes[str(one.refuses)], one.refusal_media)
    refused = {status: {"description": says, "content": refusal} for status, says in one.refused.items()}
    operation: dict[str, object] = {
        "operationId": _operation_id(one.method, path),
        "summary": one.summary,
        "responses": {str(one.status): said, **also, **refused},
    }
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    parameters: list[object] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
    ]
    parameters += [
        {"name": name, "in": "query", "description": says, "schema": {"type": "string"}}
        for name, says in one.query.items()
    ]
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
