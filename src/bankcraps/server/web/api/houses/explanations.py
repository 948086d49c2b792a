"""Every wager of a house explained, for its rules page."""

from functools import cache

from starlette.requests import Request
from starlette.responses import Response

from bankcraps.game.notation.wager_rules import FAMILIES
from bankcraps.game.rulebook import load_rulebook
from bankcraps.live.advice.explaining import Explained, explained
from bankcraps.server.web.api.houses.houses import known_house
from bankcraps.server.web.edge.answers import answer

__all__ = ["house_explained"]


def house_explained(request: Request) -> Response:
    """Every wager of a house explained: what each throw does to it, come-out and point."""
    return answer(_explanations(known_house(request.path_params["house"])))


@cache
def _explanations(name: str) -> list[Explained]:
    book = load_rulebook(name)
    return [explained(book, kind) for kinds in FAMILIES.values() for kind in kinds if kind in book.wagers]
