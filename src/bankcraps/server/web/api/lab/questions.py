"""Questions to the lab as requests ask them, and the headers of their answers."""

from typing import Final

from starlette.requests import Request

from bankcraps.errors import BankcrapsError
from bankcraps.lab.questions import LabQuestion, read_question

__all__ = ["EDITION", "asked", "has", "lasting"]

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
