"""Structs of the code as tables: each field with its type and its docstring."""

import inspect
from collections.abc import Mapping
from types import NoneType
from typing import Final, Literal, get_args, get_origin

import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine import Actor, Limits
from bankcraps.game.engine.effects import Chips, Effect
from bankcraps.game.pays import Pay, Times
from bankcraps.game.rulebook.procedure import Crew
from bankcraps.game.rulebook.terms import Commission
from bankcraps.game.wagers import Kind, Wager

from .markup import code, listed

Words = Mapping[object, tuple[str, str]]

IN_TOML: Final[Words] = {
    str: ("words", "words"),
    int: ("a whole number", "whole numbers"),
    bool: ("`true` or `false`", "`true` or `false`"),
    Cents: ("cents", "cents"),
    Kind: ("a kind of wager", "kinds of wager"),
    Times: ("a multiple, such as `2.5`", "multiples"),
    Pay: ('a pay, such as `"9 to 5"`', "pays"),
    Crew: ("a role of the crew", "roles of the crew"),
    Commission: ("a table, see below", "tables"),
}
"""A type's name in a rulebook: for one value, and for several."""

IN_JSON: Final[Words] = {
    str: ("a string", "strings"),
    int: ("an integer", "integers"),
    bool: ("`true` or `false`", "`true` or `false`"),
    Cents: ("cents", "cents"),
    Wager: ("a wager's name", "wagers' names"),
    Throw: ("an object with `a` and `b`, 1 to 6", "throws"),
    Limits: ("an object with `minimum_cents`, `maximum_cents` and `unit_cents`", "limits"),
    Actor: ("an object with `person` and `role`", "actors"),
    Chips: ("an object with `value_cents` and `count`", "objects with `value_cents` and `count`"),
}
"""The form of a type in JSON: of one value, and of several."""

_BY: Final = {str: "name", int: "number", Kind: "kind of wager", Crew: "role"}


def said(struct: type) -> str:
    """A docstring before its list of attributes, as one paragraph."""
    text = inspect.cleandoc(struct.__doc__ or "")
    return " ".join(text.partition("Attributes:")[0].split())


def fields(struct: type, leave_out: tuple[str, ...] = ()) -> list[msgspec.structs.FieldInfo]:
    """The fields of a struct, without those named."""
    return [field for field in msgspec.structs.fields(struct) if field.name not in leave_out]


def holds(type_: object, words: Words) -> str:
    """A type in words."""
    origin, args = get_origin(type_), get_args(type_)
    if type_ in words:
        return words[type_][0]
    if origin is Literal:
        return listed((code(_shown(arg)) for arg in args), "or")
    if NoneType in args:
        (held,) = (arg for arg in args if arg is not NoneType)
        return holds(held, words)
    if origin is dict:
        key, value = args
        if get_origin(value) is dict:
            return "a table of changes, by name"
        values = words[value][1] if value in words else holds(value, words)
        return f"a table of {values}, by {_BY.get(key) or holds(key, words)}"
    if origin in (list, tuple):
        return _several(args[0], words)
    if args and all(isinstance(arg, type) and issubclass(arg, Effect) for arg in args):
        return "effects"
    raise TypeError(f"say in docs/generate/structs.py what {type_} is")


def _several(type_: object, words: Words) -> str:
    if get_origin(type_) is tuple:
        return f"a list of pairs, {listed(holds(arg, words) for arg in get_args(type_))}"
    return f"a list of {words[type_][1] if type_ in words else holds(type_, words)}"


def may_be_null(type_: object) -> bool:
    """Whether a value may be null."""
    return NoneType in get_args(type_)


def _shown(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def default(field: msgspec.structs.FieldInfo) -> str:
    """The default of a field, or nothing if a file has to give it."""
    if field.default_factory is not msgspec.NODEFAULT:
        return "none"
    value = field.default
    if value is msgspec.NODEFAULT:
        return ""
    if value is None or value == "":
        return "none"
    return code(str(value).lower() if isinstance(value, bool) else _shown(value))
