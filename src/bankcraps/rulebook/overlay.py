"""Laying one rulebook's data over another's: a book that extends ours, an option that changes its own."""

from collections.abc import Mapping
from typing import Final, cast

__all__ = ["SECTIONS", "Data", "OverlayError", "overlay"]

Data = dict[str, object]

SECTIONS: Final = ("table", "come_out", "dice", "no_roll", "betting", "floor")
"""The tables of procedure of a book, beside `wagers` and `options`."""


class OverlayError(Exception):
    """Data that does not lie over other data, with its dotted key."""

    def __init__(self, key: str, message: str) -> None:
        """Keep the key for its line."""
        super().__init__(message)
        self.key = key


def overlay(below: Mapping[str, object], above: Mapping[str, object], cited: str, key: str = "") -> Data:
    """Lay `above` over `below`, table into table; a value that changes is cited to `cited` unless it says.

    A value that `above` gives without a source of its own must not keep the source of the value it replaces.
    `false` over words takes them out: `pays = { 9 = false }` leaves a field without the 9.
    """
    ours, theirs = _sources(below, key), _sources(above, key)
    cited = str(theirs.get("*", cited))
    merged = {name: value for name, value in below.items() if name != "from"}
    for name, value in above.items():
        if name == "from":
            continue
        if value is False and isinstance(below.get(name), str):
            del merged[name]
        else:
            merged[name] = _overlaid(below.get(name), value, cited, f"{key}.{name}" if key else name)
        if _has_sources(key):
            ours = {at: said for at, said in ours.items() if not at.startswith(f"{name}.")} | {name: cited}
    if ours or theirs:
        merged["from"] = ours | theirs
    return merged


def _overlaid(old: object, value: object, cited: str, key: str) -> object:
    if isinstance(value, dict):
        below = cast("Data", old) if isinstance(old, dict) else {}
        return overlay(below, cast("Data", value), cited, key)
    if isinstance(old, dict) and value is not False:
        raise OverlayError(key, f"expected a table, got {value!r}")
    return value


def _sources(data: Mapping[str, object], key: str) -> Data:
    given = data.get("from", {})
    if not isinstance(given, dict):
        raise OverlayError(f"{key}.from" if key else "from", f"expected a table, got {given!r}")
    return dict(cast("Data", given))


def _has_sources(key: str) -> bool:
    """Whether a table gives the source of each of its values: a section, a wager, a commission, an option."""
    match key.split("."):
        case [name]:
            return name in SECTIONS
        case ["wagers" | "options", _]:
            return True
        case ["wagers", _, "commission"]:
            return True
        case _:
            return False
