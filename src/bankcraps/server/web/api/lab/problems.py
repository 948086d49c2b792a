"""Reasons why a question to the lab has no answer, as problems for programs (RFC 9457)."""

from http import HTTPStatus
from typing import Final

import msgspec
from starlette.responses import Response

from bankcraps.server.jobs.messages import Place, Refused

__all__ = ["PROBLEM", "REFUSED", "LabProblem", "problem", "problem_of", "written"]

PROBLEM: Final = "application/problem+json"
REFUSED: Final[dict[str, str]] = {
    "400": "A field is missing, is unknown, or has a value that it cannot have.",
    "403": "A page of another site asks, or somebody else asked the question that is to be taken back.",
    "404": "There is no such job, or not any more.",
    "409": "The question was taken back.",
    "422": "The question has no answer here.",
    "429": "Too many questions wait: ask again after `retry-after` seconds.",
    "500": "The lab made a mistake.",
}
"""Every status of a problem, with the reason."""


class LabProblem(msgspec.Struct, frozen=True):
    """The reason why a question has no answer (RFC 9457).

    Attributes:
        title, status: the status of the answer.
        detail: the fault, in a sentence.
        simulates: whether the question is in order and only cannot be solved, so that it may be simulated.
        at: where the words of a system are wrong, if they are.
    """

    title: str
    status: int
    detail: str
    simulates: bool = False
    at: Place | None = None


def problem_of(said: Refused) -> LabProblem:
    """Return a refusal of a process as a problem."""
    status = 500 if said.ours else 422
    return LabProblem(HTTPStatus(status).phrase, status, said.error, said.simulates, said.at)


def problem(status: int, detail: str) -> Response:
    """Answer with a problem."""
    return written(LabProblem(HTTPStatus(status).phrase, status, detail))


def written(told: LabProblem) -> Response:
    """Answer with a problem that is already in words."""
    return Response(msgspec.json.encode(told), told.status, media_type=PROBLEM)
