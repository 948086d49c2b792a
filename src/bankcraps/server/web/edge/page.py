"""The page for browsers: the files that the build made from `web/`, previews of links, and invitations."""

import asyncio
from collections.abc import Iterable
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec
import qrcode
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from bankcraps.errors import BankcrapsError
from bankcraps.lab.kinds import KINDS
from bankcraps.lab.previews import PREVIEWS, sentence
from bankcraps.lab.questions import LabQuestion, edition, read_question
from bankcraps.support.files import shipped_rows

FOLDER: Final = Path(__file__).parents[2] / "page"
"""The folder where the build puts the files."""

_PAGES: Final = dict(shipped_rows("bankcraps.server.web.edge", "pages.txt")["pages"])

LAB_PAGES: Final = {path: kind for path, kind in _PAGES.items() if kind}
"""The pages of the lab by their path, with the kind of their question."""


PLAIN_PICTURE: Final = "/preview.png"
"""The picture of the program, where none shows an answer."""


_SIZE: Final = (1200, 630)


_LONGEST: Final = 2000
"""The most characters of a picture's address: longer ones are not fetched everywhere."""


def missing_page() -> str:
    """Return a sentence that says why there is no page, or nothing if there is one."""
    if (FOLDER / "index.html").is_file():
        return ""
    note = FOLDER / "missing.txt"  # the build of an editable install leaves it, where it failed
    why = note.read_text(encoding="utf-8") if note.is_file() else "the package was built without it"
    return (
        f"This house has no page for browsers, because {why}. Install the package again to get one. "
        "Tables can be played in a terminal: bankcraps join ADDRESS NAME"
    )


def page_routes(front: str = "") -> list[BaseRoute]:
    """Return the routes of the page. Each address of the page is the same file, which draws what it names.

    Args:
        front: the page that the address without a path leads to; empty for a page of its own.
    """
    if missing_page():
        return [Route(path, _missing) for path in _PAGES]

    async def lead(_: Request) -> Response:
        return RedirectResponse(front)

    return [
        *([Route("/", lead)] if front else []),
        *(Route(path, _index) for path in _PAGES),
        Route("/icon.svg", _icon),
        Route(PLAIN_PICTURE, plain_picture),
        Mount("/assets", _Assets(directory=FOLDER / "assets")),
    ]


class _Assets(StaticFiles):
    """Files whose names change with their contents, so that browsers may cache them."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # pyright: ignore[reportArgumentType]
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


async def _index(request: Request) -> Response:
    index = FOLDER / "index.html"
    if request.url.path not in LAB_PAGES:
        return FileResponse(index)
    told = await asyncio.to_thread(_previewed, index, request)
    return HTMLResponse(told, headers={"etag": f'"{sha256(told.encode()).hexdigest()[:32]}"'})


def _previewed(index: Path, request: Request) -> str:
    here: str = request.app.state.public or str(request.base_url).removesuffix("/")
    drawn = edition() if request.app.state.has_lab else ""
    asked = request.query_params.multi_items()
    return previewed(index.read_text("utf-8"), request.url.path, asked, here, drawn)


async def plain_picture(_: Request) -> Response:
    """The picture of the program, for links that no answer is drawn for."""
    picture = FOLDER / "preview.png"
    if not picture.is_file():
        raise HTTPException(404)
    return FileResponse(picture, headers={"cache-control": "public, max-age=3600"})


async def _icon(_: Request) -> Response:
    return FileResponse(FOLDER / "icon.svg")


def lost(request: Request) -> Response | None:
    """Answer a browser at an address where the house has nothing with the page; None for other clients."""
    index = FOLDER / "index.html"
    wanted = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    return FileResponse(index, 404) if wanted and index.is_file() else None


async def _missing(_: Request) -> Response:
    return PlainTextResponse(f"{missing_page()}\n", 404)


def previewed(index: str, path: str, query: Iterable[tuple[str, str]], house: str, edition: str) -> str:
    """The page's file with the question of an address in its head.

    Args:
        index: the page's file.
        path: the path of the address.
        query: the text behind the path.
        house: the address of the house, for the picture.
        edition: the edition of the program that draws answers; empty for a house without a lab.
    """
    kind, question = LAB_PAGES[path], _asked(LAB_PAGES[path], query)
    title = PREVIEWS[kind].usual if question is None else sentence(question)
    picture = house + PLAIN_PICTURE
    if question is not None and edition:
        drawn = f"{house}{replace(question, form='png').address}&edition={edition}"
        picture = drawn if len(drawn) <= _LONGEST else picture
    width, height = map(str, _SIZE)
    named = {
        "og:title": title,
        "og:description": "The odds lab of Bankcraps: exact answers, by the rules of the house.",
        "og:type": "website",
        "og:site_name": "Bankcraps",
        "og:image": picture,
        "og:image:width": width,
        "og:image:height": height,
        "og:image:alt": title,
        "twitter:card": "summary_large_image",
    }
    head = "".join(f'    <meta {_key(name)} content="{escape(words)}" />\n' for name, words in named.items())
    return index.replace("  </head>", f"{head}  </head>", 1)


def _key(name: str) -> str:
    """The attribute with the name of a property: https://ogp.me has another one than cards."""
    return f'name="{name}"' if name.startswith("twitter:") else f'property="{name}"'


def _asked(kind: str, query: Iterable[tuple[str, str]]) -> LabQuestion | None:
    """The question of an address; None if it has none in order."""
    known = [(name, value) for name, value in query if KINDS[kind].field(name)]
    try:
        question = read_question(kind, known)
    except BankcrapsError:
        return None
    return question if question.values else None


_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_LONGEST_LINK = 500


class Invitation(msgspec.Struct, frozen=True):
    """The link to a table or an exam.

    Attributes:
        link: the address of its page.
        everywhere: whether other devices can open it; if not, it works only on the machine of the house.
        rows: a QR code of the link, row by row, from the top: "1" is dark, "0" is light. It has no border.
    """

    link: str
    everywhere: bool
    rows: list[str]


def invitation(path: str, asked_at: str, house: str) -> Invitation:
    """Return the link to a page of the house.

    Args:
        path: the page.
        asked_at: where the page that asks found the house.
        house: the address of the house. It replaces an address that only this machine understands.
    """
    base = house if _is_local(asked_at) and house and not _is_local(house) else asked_at
    link = f"{base[:_LONGEST_LINK].rstrip('/')}{path}"
    code = qrcode.QRCode(border=0)
    code.add_data(link)
    code.make(fit=True)
    rows = ["".join("1" if dark else "0" for dark in row) for row in code.get_matrix()]
    return Invitation(link, not _is_local(base), rows)


def _is_local(address: str) -> bool:
    return urlsplit(address).hostname in _LOOPBACK
