"""The preview of a link to the lab: the question of its address in a sentence and a picture (https://ogp.me)."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Final

from msgspec.structs import replace

from bankcraps.errors import BankcrapsError
from bankcraps.lab.kinds import KINDS
from bankcraps.lab.previews import PREVIEWS, sentence
from bankcraps.lab.questions import LabQuestion, read_question

__all__ = ["LAB_PAGES", "PLAIN_PICTURE", "previewed"]

LAB_PAGES: Final[Mapping[str, str]] = {
    "/lab": "session",
    "/lab/wagers": "odds",
    "/lab/duel": "compare",
    "/lab/watch": "explain",
    "/lab/best": "best",
}
"""The pages of the lab by their path, with the kind of their question."""

PLAIN_PICTURE: Final = "/preview.png"
"""The picture of the program, where none shows an answer."""

_SIZE: Final = (1200, 630)


_LONGEST: Final = 2000
"""The most characters of a picture's address: longer ones are not fetched everywhere."""


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
