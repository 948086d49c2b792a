"""Type guards for plain data: a table, a list or a mapping."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import TypeIs


def is_table(value: object) -> "TypeIs[dict[str, object]]":
    """Whether it is a table of TOML, or an object of JSON."""
    return isinstance(value, dict)


def is_list(value: object) -> "TypeIs[list[object] | tuple[object, ...]]":
    """Whether it is a list of TOML or JSON, or a tuple."""
    return isinstance(value, list | tuple)


def is_mapping(value: object) -> "TypeIs[Mapping[object, object]]":
    """Whether it is a dict of any keys, or like one."""
    return isinstance(value, Mapping)
