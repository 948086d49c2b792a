"""Converts values of a rulebook's file to the schema, with errors in plain words."""

import math
import re
from numbers import Real
from typing import cast

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.pays import Pay, Times
from bankcraps.game.rulebook.overlay import Data
from bankcraps.support.decode_errors import with_choices

__all__ = ["convert", "explain", "wrong_entry"]


def convert(type_: type, value: object) -> object:
    """Read a value that msgspec does not know: a pay, or how many times the flat wager odds may be."""
    if type_ is Pay:
        if not isinstance(value, str):
            message = f'Expected a pay such as "9 to 5", got {value!r}'
            raise ValueError(message)
        try:
            return Pay(value)
        except BankcrapsError as error:
            raise ValueError(str(error)) from None
    if type_ is Times:
        if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
            raise ValueError(f"Expected how many times the flat wager, such as 3 or 2.5, got {value!r}")
        return Times(str(value))
    if type_ is object:
        return value
    raise NotImplementedError(type_)


def explain(error: msgspec.ValidationError, type_: type[msgspec.Struct], section: Data) -> tuple[str, str]:
    """Turn an error of the decoder into a plain message and the key it is about: ("...", ".pays")."""
    said, _, where = with_choices(error, type_, section).partition(" - at `")
    path = where.removesuffix("`").rpartition("key` in `")[2]
    path = re.sub(r"\[\.\.\.\]|\[\d+\]", "", path.removeprefix("$"))
    missing = re.match(r"Object missing required field `(.*)`", said)
    if missing:
        return "expected a value, but it is missing", f"{path}.{missing[1]}"
    said = said[:1].lower() + said[1:]
    if said.startswith("expected `object`"):
        example = ' such as { 7 = "4 to 1" }, with a pay for each number' if path.endswith(".pays") else ""
        said = f"expected a table{example}, {said.partition(', ')[2].replace('`str`', 'text')}"
    return f"as a key, {said}" if where.startswith("key` in `") else said, path


def wrong_entry(section: Data, type_: type[msgspec.Struct], where: str) -> str:
    """The key that cannot be read, such as `6` in `.pays`; empty for none."""
    name = where.removeprefix(".")
    entries = section.get(name)
    for entry, value in cast("Data", entries).items() if isinstance(entries, dict) else ():
        try:
            msgspec.convert({**section, name: {entry: value}}, type_, dec_hook=convert, str_keys=True)
        except msgspec.ValidationError:
            return entry
    return ""
