"""The page for browsers: files that the build of the package made from `web/`."""

import asyncio
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from bankcraps.lab.questions import edition
from bankcraps.server.web.edge.previews import LAB_PAGES, PLAIN_PICTURE, previewed

__all__ = ["FOLDER", "lost", "missing_page", "page_routes", "plain_picture"]

FOLDER: Final = Path(__file__).parents[2] / "page"
"""The folder where the build puts the files."""

_PAGES: Final = (
    "/",
    "/tables/{table}",
    "/tables/{table}/settle-up",
    "/tables/{table}/dealers",
    "/profile",
    "/profile/{key}",
    "/rules",
    "/rules/{house}",
    "/rules/{house}/{other}",
    "/glossary",
    *LAB_PAGES,
    "/drill",
    "/school",
    "/exams/{exam}",
    "/settings",
    "/first-hand",
    "/first-hand/{house}",
    "/lessons",
    "/lessons/{house}",
    "/lessons/{house}/{lesson}",
    "/sign-in",
)


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
