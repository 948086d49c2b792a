"""The rules of a betting system as slots, over HTTP. Reading a text takes no process of the lab."""

from starlette.requests import Request
from starlette.responses import Response

from bankcraps.errors import BankcrapsError
from bankcraps.game.rulebook import load_rulebook, read_rulebook
from bankcraps.lab.edition import edition
from bankcraps.lab.kinds import RULES
from bankcraps.lab.questions import key_of, read_fields
from bankcraps.server.web.api.lab.problems import problem
from bankcraps.server.web.edge.answers import FOREIGN_PAGE, answer, is_own_page

__all__ = ["lab_rules"]


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
