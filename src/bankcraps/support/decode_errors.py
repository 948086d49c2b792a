"""Names the allowed values in the decoder's errors."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

import msgspec
from msgspec import inspect

from bankcraps.support.plain import is_list, is_table

_WRONG: Final = re.compile(
    r"(?:Invalid (?:enum )?value |Expected `[^`]*`, got )(?P<given>.*?)"
    r"(?P<at> - at (?P<key>`key` in )?`\$(?P<path>.*)`)?",
    re.DOTALL,
)
_STEP: Final = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")
_ITEMS: Final = (inspect.ListType, inspect.VarTupleType)

Place = tuple[inspect.Type, object]
"""A type, and the data that was read as it."""


def with_choices(error: Exception, type_: object, data: object) -> str:
    """Return the decoder's message. It lists the allowed values if there are only a few.

    Args:
        error: the error of msgspec.
        type_: the type, or the union of types, that the data were read as.
        data: the data, or their JSON.
    """
    found = _WRONG.fullmatch(str(error))
    if found is None:
        return str(error)
    if isinstance(data, str | bytes):
        try:
            data = msgspec.json.decode(data)
        except (msgspec.DecodeError, RecursionError):  # the data after the error is no JSON
            return str(error)
    places, tags = list(_options([(_type_info(type_), data)])), list[object]()
    for step in _STEP.findall(found["path"] or ""):
        structs = [one for one, _ in places if isinstance(one, inspect.StructType)]
        tags = [one.tag for one in structs if one.tag_field == step[0]]
        places = list(_options(_inner(places, *step)))
    choices = tags or _choices(places, keys=bool(found["key"]))
    if not choices:
        return str(error)
    names = ", ".join(dict.fromkeys(map(str, choices)))
    return f"Expected one of {names}, got {found['given']}{found['at'] or ''}"


@lru_cache
def _type_info(type_: object) -> inspect.Type:
    return inspect.type_info(type_)


def _options(places: Iterable[Place]) -> Iterator[Place]:
    """The types that a place may have, without those of another tag than the data's."""
    for kind, value in places:
        if not isinstance(kind, inspect.UnionType):
            yield kind, value
            continue
        given = value if is_table(value) else {}
        tagged = [one for one in kind.types if isinstance(one, inspect.StructType) and one.tag_field]
        named = [one for one in tagged if given.get(str(one.tag_field)) == one.tag]
        yield from ((one, value) for one in kind.types if one in named or one not in tagged or not named)


def _inner(places: list[Place], name: str, index: str) -> Iterator[Place]:
    """The places one step further in: a field of a struct, an entry of a table, an item of a list."""
    for kind, value in places:
        if isinstance(kind, inspect.StructType) and name:
            given = value if is_table(value) else {}
            yield from ((one.type, given.get(name)) for one in kind.fields if one.encode_name == name)
        elif isinstance(kind, inspect.DictType) and index and is_table(value):
            yield from ((kind.value_type, one) for one in value.values())
        elif isinstance(kind, _ITEMS) and index.isdigit() and is_list(value):
            yield kind.item_type, value[int(index)]


def _choices(places: list[Place], *, keys: bool) -> list[object]:
    """The values that may stand there; none if other values may, too."""
    found: list[object] = []
    for place, _ in places:
        match place.key_type if keys and isinstance(place, inspect.DictType) else place:
            case inspect.LiteralType(values):
                found += values
            case inspect.EnumType(cls):
                found += [one.value for one in cls]
            case inspect.NoneType():
                pass
            case _:
                return []
    return found
