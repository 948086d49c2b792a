"""Questions to the lab as requests ask them, the headers of their answers, and why they have none."""

from http import HTTPStatus
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from bankcraps.errors import BankcrapsError
from bankcraps.game.rulebook import load_rulebook, read_rulebook
from bankcraps.lab.kinds import RULES
from bankcraps.lab.questions import LabQuestion, edition, key_of, read_fields, read_question
from bankcraps.server.jobs.process import Place, Refused
from bankcraps.server.web.edge.answers import FOREIGN_PAGE, answer, is_own_page

EDITION: Final = "bankcraps-edition"
"""The header that names the program that answers."""

_IMMUTABLE: Final = "public, max-age=31536000, immutable"


def asked(kind: str, request: Request) -> tuple[LabQuestion, str]:
    """The question of a request, and the edition that it names, or an empty text.

    Raises:
        BankcrapsError: with what is wrong.
    """
    given = request.query_params.multi_items()
    editions = [value for name, value in given if name == "edition"]
    if len(editions) > 1:
        raise BankcrapsError(f"edition is said once, not {len(editions)} times")
    return read_question(kind, [one for one in given if one[0] != "edition"]), "".join(editions)


def lasting(key: str, edition: str, asked_of: str) -> dict[str, str]:
    """The headers of an answer, which stays the same for ever if the request names its edition."""
    return {
        "etag": f'"{key}"',
        "cache-control": _IMMUTABLE if asked_of == edition else "no-cache",
        EDITION: edition,
    }


def has(request: Request, tag: str) -> bool:
    """Whether somebody has an answer already (RFC 9110, If-None-Match)."""
    said = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    return tag in said or "*" in said


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


def lab_rules(request: Request) -> Response:
    """Answer with the slots of a text, which is a system or not."""
    if not is_own_page(request):
        return problem(403, FOREIGN_PAGE)
    # Imported only here, so that a house loads the parser of systems when somebody asks.
    from bankcraps.strategies.library import library, text_system  # noqa: PLC0415
    from bankcraps.strategies.slots.reading import read_slots  # noqa: PLC0415

    try:
        question = read_fields(RULES, request.query_params.multi_items())
        asked = question.arguments_of(RULES)
        book = (
            read_rulebook(str(asked["book"]), "book")
            if "book" in asked
            else load_rulebook(str(asked["house"]))
        )
        text = str(asked.get("system", ""))
        if text.partition(":")[0] in library():
            text = text_system(text).text
        found = answer(read_slots(text, book))
    except BankcrapsError as error:
        return problem(400, str(error))
    found.headers.update({"etag": f'"{key_of(question, edition())}"', "cache-control": "no-cache"})
    return found
