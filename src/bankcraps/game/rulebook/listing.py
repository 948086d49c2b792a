"""List every value of a rulebook with its source, and compare two rulebooks."""

from collections.abc import Iterator
from enum import Enum
from typing import Final, cast

import msgspec

from bankcraps.game.chips import printed
from bankcraps.game.pays import Pay
from bankcraps.game.rulebook.schema import SECTIONS, Option, Rulebook
from bankcraps.game.rulebook.section import Section

__all__ = ["Difference", "Line", "differences", "listing"]


class Line(msgspec.Struct, frozen=True):
    """One value of a rulebook.

    Attributes:
        key: the dotted key: `wagers.place.pays.6`.
        value: the value as text.
        source: its clause, or "convention: why".
    """

    key: str
    value: str
    source: str


class Difference(msgspec.Struct, frozen=True):
    """A value that differs between two rulebooks, with its source in each; None where a book lacks it."""

    key: str
    first: str | None
    second: str | None
    first_source: str | None = None
    second_source: str | None = None


def listing(book: Rulebook) -> list[Line]:
    """List every value of a book, in the order of its file."""
    lines: list[Line] = []
    for name in SECTIONS:
        lines += _section(name, getattr(book, name))
    for kind, terms in book.wagers.items():
        lines += _section(f"wagers.{kind.value}", terms)
    for name, option in book.options.items():
        lines.append(_option(name, option, book.chosen[name]))
    return lines


_OPTIONAL: Final = (
    "high",
    "among",
    "repeats",
    "never_on",
    "new_pair",
    "on_confirmed_by",
    "rejected_by",
    "removes",
)
"""Values listed only where they are set."""

_OF_A_CAP: Final = ("max_pay_on", "over_max_pay")
"""Values listed only if a wager has a cap on pays."""


_NO_CLAUSES: Final = ("covers", "binds")
"""Tables whose texts are values. In the others the text of an entry is its source."""


def _section(key: str, section: Section) -> Iterator[Line]:
    for field in msgspec.structs.fields(section):
        value = getattr(section, field.name)
        if field.name == "parts" and not getattr(section, "legs", None):
            continue
        if field.name == "source" or value is None or value == {} or (field.name in _OPTIONAL and not value):
            continue
        if field.name in _OF_A_CAP and getattr(section, "max_pay", None) is None:
            continue
        if isinstance(value, Section):
            yield from _section(f"{key}.{field.name}", value)
        elif isinstance(value, dict):
            for name, part in cast("dict[object, object]", value).items():
                source = section.cited(f"{field.name}.{_shown(name)}")
                if isinstance(part, str) and field.name not in _NO_CLAUSES:
                    why = source if part == "convention" and source.startswith(part) else part
                    yield Line(f"{key}.{field.name}.{_shown(name)}", "yes", why)
                else:
                    yield Line(f"{key}.{field.name}.{_shown(name)}", _shown(part), source)
        else:
            yield Line(f"{key}.{field.name}", _shown_as(field.name, value), section.cited(field.name))


def _option(name: str, option: Option, chosen: str) -> Line:
    choices = ", ".join(f"[{choice}]" if choice == chosen else choice for choice in option.choices)
    return Line(f"options.{name}", f"{choices}: {option.says}", option.cited("choices"))


_MONEY: Final = ("denominations", "max_pay")


def _shown_as(name: str, value: object) -> str:
    """Write a value as text; a key that holds money is written in dollars."""
    if name not in _MONEY:
        return _shown(value)
    sums = cast("tuple[int, ...]", value) if isinstance(value, tuple) else [cast("int", value)]
    return ", ".join(map(printed, sums))


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, list | tuple):
        return ", ".join(map(_shown, cast("list[object]", value))) or "none"
    return str(value)


def differences(first: Rulebook, second: Rulebook) -> list[Difference]:
    """List the values that differ between two books. "7 to 1" and "8 for 1" are the same pay."""
    left = {line.key: line for line in listing(first)}
    right = {line.key: line for line in listing(second)}
    keys = [*left, *(key for key in right if key not in left)]
    pairs = ((key, left.get(key), right.get(key)) for key in keys)
    return [
        Difference(key, a and a.value, b and b.value, a and a.source, b and b.source)
        for key, a, b in pairs
        if not _same(key, a and a.value, b and b.value)
    ]


def _same(key: str, first: str | None, second: str | None) -> bool:
    if first == second or first is None or second is None:
        return first == second
    is_pay = ".pays" in key or key.endswith((".easy", ".hard"))
    return is_pay and key.startswith("wagers.") and Pay(first) == Pay(second)
