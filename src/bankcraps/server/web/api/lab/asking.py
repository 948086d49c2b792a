"""The lab over HTTP: a question is an address, and its answer what the command prints with `--json`."""

import asyncio
import gzip
import re
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from bankcraps.errors import BankcrapsError
from bankcraps.lab.answers import missing_for
from bankcraps.lab.kinds import EVERY_SESSION, KINDS, RULES, Kind, answer_type, query_of
from bankcraps.lab.previews import PREVIEWS
from bankcraps.lab.questions import Form, LabQuestion, UnknownKindError, edition, key_of
from bankcraps.server.jobs.job import Asker, Job, JobState
from bankcraps.server.jobs.jobs import BusyError, Jobs, UnknownJobError
from bankcraps.server.jobs.messages import Finished, Note, Progress, Refused
from bankcraps.server.people.accounts import Session
from bankcraps.server.web.api.lab.events import EventStream, events
from bankcraps.server.web.api.lab.pictures import LabPictures
from bankcraps.server.web.api.lab.questions import (
    EDITION,
    PROBLEM,
    REFUSED,
    LabProblem,
    asked,
    has,
    lab_rules,
    lasting,
    problem,
    problem_of,
    written,
)
from bankcraps.server.web.edge.answers import (
    FOREIGN_PAGE,
    Done,
    ForbiddenError,
    address_of,
    answer,
    body,
    is_own_page,
)
from bankcraps.server.web.edge.openapi import Endpoint
from bankcraps.server.web.edge.rates import Quota
from bankcraps.strategies.slots.slot import SystemSlots
from bankcraps.support.extras import missing

__all__ = ["LabApi", "LabCommand", "LabField", "LabJob", "LabKind"]

_PATIENCE_S: Final = 1.0
"""Seconds for an answer to come at once, unless the request says how long it waits."""

_MOST_PATIENCE_S: Final = 30.0

_LARGE: Final = 2**15
"""An answer of more bytes is compressed in a thread: up to half a second that the tables would wait."""

_LITTLE_EFFORT: Final = 1

_WAIT: Final = re.compile(r"(?:^|[,;\s])wait\s*=\s*(\d{1,6})")
_PARQUET: Final = "application/vnd.apache.parquet"


class LabField(msgspec.Struct, frozen=True):
    """A part of a question: its name, its meaning, its default, and how often it may be said."""

    name: str
    says: str
    default: str | None
    required: bool
    most: int


class LabKind(msgspec.Struct, frozen=True):
    """A kind of question: the last part of its address, what it answers, and its fields.

    `missing` says which package the answers need that the house lacks, and how to install it. It is
    empty where the house lacks none. `parquet` says whether the house has the answers as Parquet, too.
    """

    name: str
    says: str
    fields: list[LabField]
    missing: str
    parquet: bool


class LabJob(msgspec.Struct, frozen=True):
    """A question that is not answered yet.

    Attributes:
        key: its name.
        state: the stage that it has reached.
        ahead: the number of questions that are worked on before it.
        done, of: the number of sessions that are played, and of those to play; zeros where that does not
            apply.
        note: a remark about it, or nothing.
        question: the address that asks it again, and has the answer when it is there.
        command: the command that answers it in a terminal.
    """

    key: str
    state: JobState
    ahead: int
    done: int
    of: int
    note: str
    question: str
    command: str


class LabCommand(msgspec.Struct, frozen=True):
    """A question as people take it along.

    Attributes:
        question: the address that asks it, in the one form that it has.
        command: the command that answers it in a terminal; empty if there is none. The user's own book is the
            file `book.toml` there.
    """

    question: str
    command: str


class LabApi:
    """Answers questions to the lab."""

    def __init__(
        self, jobs: Jobs, session_of: Callable[[Request], Awaitable[Session | None]], quota: Quota
    ) -> None:
        """Answer by the processes of a lab.

        Args:
            jobs: the questions under way.
            session_of: returns the session of a request, or None.
            quota: the limits on the questions of people to the house.
        """
        self._jobs = jobs
        self._session_of = session_of
        self._quota = quota
        self._pictures = LabPictures(jobs, self._asker)

    def endpoints(self) -> list[Endpoint]:
        """Return the addresses of the lab."""
        endpoint = partial(Endpoint, refuses=LabProblem, refused=REFUSED, refusal_media=PROBLEM)
        job = "/api/lab/jobs/{key}"
        return [
            Endpoint("GET", "/api/lab", self._kinds, list[LabKind]),
            *(
                endpoint(
                    "GET",
                    f"/api/lab/{kind.name}",
                    self._asks(kind),
                    answer_type(kind),
                    query_of(kind),
                    says=kind.says,
                    also={202: LabJob},
                )
                for kind in KINDS.values()
            ),
            *(
                endpoint(
                    "GET",
                    f"/api/lab/{kind.name}.parquet",
                    self._asks(kind, "parquet"),
                    query=query_of(kind),
                    media=_PARQUET,
                    says=_rows_of(kind),
                    also={202: LabJob},
                )
                for kind in KINDS.values()
                if kind.has_rows
            ),
            *(
                Endpoint(
                    "GET",
                    f"/api/lab/{name}.png",
                    partial(self._pictures.picture, name),
                    query=query_of(KINDS[name]),
                    media="image/png",
                    says="The answer as a picture for a link; the program's picture if it is not there.",
                )
                for name in PREVIEWS
            ),
            endpoint("GET", "/api/lab/rules", lab_rules, SystemSlots, query_of(RULES), says=RULES.says),
            endpoint("GET", job, self._guarded(self._job), LabJob, says="How far a question is."),
            endpoint(
                "GET",
                f"{job}/events",
                self._guarded(self._events),
                media="text/event-stream",
                says="How a question comes along, up to its answer, as server-sent events.",
            ),
            endpoint("DELETE", job, self._guarded(self._cancel), Done, says="Take a question back."),
            endpoint(
                "GET",
                "/api/lab/{kind}/command",
                self._guarded(self._command),
                LabCommand,
                says="The command of a question. It is asked as the question is, and answers at once.",
            ),
        ]

    async def _kinds(self, _: Request) -> Response:
        """Every kind of question, with its fields."""
        self._jobs.warm()
        rows = missing("pyarrow") is None
        return answer(
            [
                LabKind(
                    kind.name,
                    kind.says,
                    [LabField(f.name, f.says, f.default, f.required, f.most) for f in kind.fields],
                    str(missing_for(kind.name) or ""),
                    rows and kind.has_rows,
                )
                for kind in KINDS.values()
            ]
        )

    def _asks(self, kind: Kind, form: Form = "json") -> Callable[[Request], Awaitable[Response]]:
        async def ask(request: Request) -> Response:
            question, asked_of = asked(kind.name, request)
            return await self._ask(replace(question, form=form), asked_of, request)

        return self._guarded(ask)

    async def _ask(self, question: LabQuestion, asked_of: str, request: Request) -> Response:
        now = await asyncio.to_thread(edition)
        key = key_of(question, now)
        headers = lasting(key, now, asked_of)
        found = await self._jobs.answered(key)
        if found is not None and has(request, headers["etag"]):
            return Response(status_code=304, headers=headers)
        if found is not None:
            return await _answered(request, question, found, headers)
        job = self._jobs.ask(key, question, await self._asker(request))
        if not await _comes(job, request):
            place = {"location": f"/api/lab/jobs/{key}", EDITION: now, "cache-control": "no-store"}
            response = answer(self._line(job), 202)
            response.headers.update(place)
            return response
        said = job.latest(Finished)
        if said is not None:
            return await _answered(request, question, bytes(said.result), headers)
        return _unanswered(job)

    async def _job(self, request: Request) -> Response:
        return answer(self._line(self._jobs.find(request.path_params["key"])))

    async def _command(self, request: Request) -> Response:
        question, _ = asked(request.path_params["kind"], request)
        return answer(LabCommand(question.address, question.command))

    async def _cancel(self, request: Request) -> Response:
        await body(request)
        job, asker = self._jobs.find(request.path_params["key"]), await self._asker(request)
        if not job.asked_by(asker) and not job.done:
            raise ForbiddenError("somebody else asks this question")
        await self._jobs.cancel(job, asker)
        return answer(Done())

    async def _events(self, request: Request) -> Response:
        job = self._jobs.find(request.path_params["key"])
        slots = ExitStack()
        slots.enter_context(self._quota.sockets.hold(address_of(request)))
        told = events(job, request.headers.get("last-event-id", ""), lambda: self._line(job))
        return EventStream(told, slots)

    def _line(self, job: Job) -> LabJob:
        progress, note = job.latest(Progress) or Progress(0, 0), job.latest(Note)
        return LabJob(
            *(job.key, job.state, self._jobs.ahead(job), progress.done, progress.of),
            note="" if note is None else note.said,
            question=job.question.address,
            command=job.question.command,
        )

    async def _asker(self, request: Request) -> Asker:
        session = await self._session_of(request)
        return Asker(address_of(request), "" if session is None else session.person.name)

    def _guarded(
        self, handler: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Answer errors as problems (RFC 9457)."""

        async def guarded(request: Request) -> Response:
            if not is_own_page(request):
                return problem(403, FOREIGN_PAGE)
            try:
                return await handler(request)
            except (UnknownJobError, UnknownKindError) as error:
                return problem(404, str(error))
            except ForbiddenError as error:
                return problem(403, str(error))
            except BusyError as error:
                response = problem(429, str(error))
                response.headers["retry-after"] = str(round(error.wait_s))
                return response
            except BankcrapsError as error:
                return problem(400, str(error))

        return guarded


def _rows_of(kind: Kind) -> str:
    """Describe the Parquet file of a kind in a sentence."""
    if kind.name == EVERY_SESSION:
        return "Every session of a simulation with its metrics, as Parquet."
    return f"{kind.says.rstrip('.')}: the answer as a table, in Parquet."


def _patience(request: Request) -> float:
    """The seconds that a request waits for its answer (RFC 7240: `Prefer: wait=10`)."""
    said = request.headers.get("prefer", "")
    if "respond-async" in said:
        return 0.0
    found = _WAIT.search(said)
    return min(float(found[1]), _MOST_PATIENCE_S) if found else _PATIENCE_S


async def _comes(job: Job, request: Request) -> bool:
    """Wait as long as the request says, or until its client hangs up. Return whether the job is done."""
    waiting = asyncio.ensure_future(job.wait(_patience(request)))
    leaving = asyncio.ensure_future(_hangs_up(request))
    try:
        await asyncio.wait((waiting, leaving), return_when=asyncio.FIRST_COMPLETED)
        return waiting.done() and waiting.result()
    finally:
        for one in (waiting, leaving):
            one.cancel()


async def _hangs_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _answered(
    request: Request, question: LabQuestion, found: bytes, headers: dict[str, str]
) -> Response:
    """Answer in JSON, or with a file."""
    if question.form == "parquet":
        named = {"content-disposition": f'attachment; filename="{question.kind}.parquet"'}
        return Response(found, headers=headers | named, media_type=_PARQUET)
    if len(found) > _LARGE and "gzip" in request.headers.get("accept-encoding", ""):
        found = await asyncio.to_thread(gzip.compress, found, _LITTLE_EFFORT)
        headers = {**headers, "content-encoding": "gzip", "vary": "Accept-Encoding"}
    return Response(found, headers=headers, media_type="application/json")


def _unanswered(job: Job) -> Response:
    said = job.latest(Refused)
    if said is not None:
        return written(problem_of(said))
    return problem(409, "this question was taken back")
