"""Merges data into a rulebook's data, for options and for books that extend others."""

from collections.abc import Mapping
from typing import Any, Final

from bankcraps.errors import RulebookError, quoted, whole_number
from bankcraps.game.rulebook.schema import SECTIONS
from bankcraps.support.plain import is_list, is_mapping, is_table

Data = dict[str, object]


class OverlayError(Exception):
    """A value that cannot be laid over the one below. `key` is its dotted key."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


def overlay(below: Mapping[str, object], above: Mapping[str, object], cited: str, key: str = "") -> Data:
    """Return `below` with the values of `above` laid over it, table by table.

    A value that changes gets its source from `above`, or else `cited`: the old source no longer applies.
    `false` over text or a list removes the entry: `pays = { 9 = false }` makes a field wager without the 9.
    """
    ours, theirs = _sources(below, key), _sources(above, key)
    cited = str(theirs.get("*", cited))
    merged = {name: value for name, value in below.items() if name != "from"}
    for name, value in above.items():
        if name == "from":
            continue
        if value is False and isinstance(below.get(name), str | list):
            del merged[name]
        else:
            merged[name] = _overlaid(below.get(name), value, cited, f"{key}.{name}" if key else name)
        if _has_sources(key):
            ours = {at: said for at, said in ours.items() if at.partition(".")[0] != name}
            ours |= {name: cited} if name in merged else {}
    if ours or theirs:
        merged["from"] = ours | theirs
    return merged


def _overlaid(old: object, value: object, cited: str, key: str) -> object:
    if is_table(value):
        return overlay(old if is_table(old) else {}, value, cited, key)
    if is_table(old) and value is not False:
        raise OverlayError(key, f"expected a table{_such_as(old)}, got {value!r}")
    return value


def _such_as(old: Data) -> str:
    """The value below as an example of a table, in TOML, if it is short."""
    plain = {name: value for name, value in old.items() if isinstance(value, str | int) and name != "from"}
    if not plain or len(plain) < len(old):
        return ""
    name, value = next(iter(plain.items()))
    shown = f'"{value}"' if isinstance(value, str) else str(value)
    return f" such as {{ {name} = {shown} }}"


def _sources(data: Mapping[str, object], key: str) -> Data:
    given = data.get("from", {})
    if not is_table(given):
        raise OverlayError(f"{key}.from" if key else "from", f"expected a table, got {given!r}")
    return dict(given)


def _has_sources(key: str) -> bool:
    """Whether a table lists sources for its values: a section, a wager, a commission or an option."""
    match key.split("."):
        case [name]:
            return name in SECTIONS
        case ["wagers" | "options", _] | ["wagers", _, "commission"]:
            return True
        case _:
            return False


# A rulebook, or changes of one, as a dictionary of Python.


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


def _table(given: Mapping[Any, object], source: str, key: str) -> Data:
    if key.count(".") > _DEEPEST:
        raise RulebookError("this dictionary nests too deep", source=source, key=key)
    data: Data = {}
    for name, value in given.items():
        if not isinstance(name, str | int) or isinstance(name, bool):
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
    if not is_table(one) or not is_table(other):
        raise RulebookError("this key is given twice", source=source, key=key)
    merged = dict(one)
    for name, value in other.items():
        merged[name] = _both(merged[name], value, source, f"{key}.{name}") if name in merged else value
    return merged


def _value(value: object, source: str, key: str) -> object:
    if is_mapping(value):
        return _table(value, source, key)
    if is_list(value):
        return [_value(one, source, key) for one in value]
    if isinstance(value, str | int):
        return value
    known = "text, a whole number, True, False, a list or a dictionary"
    message = f"a value must be {known}, not the {type(value).__name__} {quoted(value)}"
    raise RulebookError(message, source=source, key=key)


# The choices of a house for its options, as programs and people give them.


def choices_of(options: dict[str, str | int]) -> dict[str, str]:
    """Choices by option name, as text."""
    for key, value in options.items():
        if not isinstance(value, str):
            whole_number(f"option {key} is a word or a number; it", value)
    return {key: str(value) for key, value in options.items()}


def choices_in(written: str) -> dict[str, str]:
    """The choices in `bar=2,field_12=triple`."""
    chosen: dict[str, str] = {}
    for part in filter(None, written.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise RulebookError(f"write an option as name=choice, not {part!r}")
        chosen[key.strip()] = value.strip()
    return chosen
