"""The named systems that come with Bankcraps: each with its text, what it is, and where it comes from."""

import tomllib
from functools import cache
from importlib import resources

import msgspec

__all__ = ["Named", "library"]


class Named(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A system of the library.

    Attributes:
        about: what it is, in a sentence.
        origin: where it comes from.
        text: its words.
    """

    about: str
    origin: str
    text: str


@cache
def library() -> dict[str, Named]:
    """Every named system, in the order of the file."""
    file = resources.files("bankcraps.strategy").joinpath("library.toml")
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), dict[str, Named])
