"""Merges data into a rulebook's data, for options and for books that extend others."""

from collections.abc import Mapping
from typing import cast

from bankcraps.game.rulebook.schema import SECTIONS

__all__ = ["Data", "OverlayError", "overlay"]

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
    if isinstance(value, dict):
        below = cast("Data", old) if isinstance(old, dict) else {}
        return overlay(below, cast("Data", value), cited, key)
    if isinstance(old, dict) and value is not False:
        raise OverlayError(key, f"expected a table{_such_as(cast('Data', old))}, got {value!r}")
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
    if not isinstance(given, dict):
        raise OverlayError(f"{key}.from" if key else "from", f"expected a table, got {given!r}")
    return dict(cast("Data", given))


def _has_sources(key: str) -> bool:
    """Whether a table lists sources for its values: a section, a wager, a commission or an option."""
    match key.split("."):
        case [name]:
            return name in SECTIONS
        case ["wagers" | "options", _]:
            return True
        case ["wagers", _, "commission"]:
            return True
        case _:
            return False
