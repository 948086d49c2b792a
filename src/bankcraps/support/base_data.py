"""The base classes of the JSON objects in results."""

from typing import Any

import msgspec
from msgspec import Struct

__all__ = [
    "Data",
    "Result",
]


class Data(Struct, frozen=True, kw_only=True, omit_defaults=False):
    """An object of JSON."""

    def to_dict(self) -> dict[str, Any]:
        """The same as dicts, lists, numbers and text."""
        return msgspec.to_builtins(self)


class Result(Data, frozen=True, kw_only=True, tag_field="schema"):
    """A whole result; `house` is the rulebook's id, with its options."""

    house: str
