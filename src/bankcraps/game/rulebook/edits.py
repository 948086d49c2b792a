"""A rulebook, or changes of one, as a dictionary of Python."""

from collections.abc import Mapping
from typing import Final, cast

from bankcraps.errors import RulebookError, quoted
from bankcraps.game.rulebook.overlay import Data

__all__ = ["edits_of"]

_DEEPEST: Final = 20
"""The most levels of a dictionary; a rulebook has fewer, and a dictionary may hold itself."""


def edits_of(given: Mapping[str, object], source: str) -> Data:
    """The data of a rulebook from a dictionary: keys with dots become tables, numbers as keys text.

    Raises:
        RulebookError: for a key or a value that a rulebook cannot have. The error names the key.
    """
    data = _table(given, source, "")
    if "extends" in data:
        name = data.get("id", "")
        data = {"title": name, "about": f"{data['extends']}, with changes.", **data}
    return data


def _table(given: Mapping[str, object], source: str, key: str) -> Data:
    if key.count(".") > _DEEPEST:
        raise RulebookError("this dictionary nests too deep", source=source, key=key)
    data: Data = {}
    for name, value in given.items():
        if not isinstance(cast("object", name), str | int) or isinstance(cast("object", name), bool):
            raise RulebookError(f"a key must be text or a number, not {quoted(name)}", source=source, key=key)
        first, _, rest = str(name).partition(".")
        if not first or str(name).endswith("."):
            raise RulebookError(f"{quoted(name)} is no key", source=source, key=key)
        at = f"{key}.{first}" if key else first
        if key.rpartition(".")[2] == "from":  # its keys may have dots
            first, rest, at = str(name), "", key
        made = _table({rest: value}, source, at) if rest else _value(value, source, at)
        data[first] = _both(data[first], made, source, at) if first in data else made
    return data


def _both(one: object, other: object, source: str, key: str) -> object:
    """Two values of a key that were given apart, as `wagers.field.pays.2` and `wagers.field.pays.12`."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        raise RulebookError("this key is given twice", source=source, key=key)
    merged = dict(cast("Data", one))
    for name, value in cast("Data", other).items():
        merged[name] = _both(merged[name], value, source, f"{key}.{name}") if name in merged else value
    return merged


def _value(value: object, source: str, key: str) -> object:
    if isinstance(value, Mapping):
        return _table(cast("Mapping[str, object]", value), source, key)
    if isinstance(value, list | tuple):
        return [_value(one, source, key) for one in cast("list[object]", value)]
    if isinstance(value, str | int):
        return value
    known = "text, a whole number, True, False, a list or a dictionary"
    message = f"a value must be {known}, not the {type(value).__name__} {quoted(value)}"
    raise RulebookError(message, source=source, key=key)
