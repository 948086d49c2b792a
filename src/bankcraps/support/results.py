"""Results as JSON: the keys, the schema and the way back all follow from the fields of a result.

A result that is `Data` is written with `to_dict`, described by `wire`, and read back with `read`. Its fields
are its keys. A `Fraction` has two: `edge`, a number, and `edge_fraction`, the same exactly as text in lowest
terms. A result with more fields than keys, or with other names, says its keys in a `Json`.
"""

from dataclasses import fields
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import (
    Any,
    ClassVar,
    Final,
    Literal,
    NamedTuple,
    Self,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import NODEFAULT, UNSET, Struct, UnsetType

from bankcraps.support.plain import is_list, is_mapping, is_table

_Hint = Any
"""A type or a union of types, as annotations have them."""


class Json(NamedTuple):
    """The JSON of a result whose keys are not simply its fields.

    A field with a default is left out of the JSON while it has this value.

    Attributes:
        name: its name in the JSON Schema.
        keys: the keys in their order, each the name of a field or a property; the value of `edge_se=error` is
            that of `error`, and that of `cost_cents` may be of `cost`. `stage?` is null where the field is
            empty. `*figures` stands for the keys of the result in `figures`. Other fields are not written.
        about: the description in the JSON Schema; the first sentence of the docstring if empty.
    """

    name: str
    keys: str
    about: str = ""


JsonObject = dict[str, Any]
"""An object of JSON as Python has it: dicts, lists, numbers and text."""


class Data(Struct, frozen=True, kw_only=True):
    """An object of JSON."""

    JSON: ClassVar[object] = None

    def to_dict(self) -> JsonObject:
        """The same as dicts, lists, numbers and text, as `--json` prints it."""
        return msgspec.to_builtins(_written(self))

    @classmethod
    def of(cls, *sources: object, **others: object) -> Self:
        """Make one of `others`, and of attributes of the same names, of the first source that has them.

        `cost_cents` may be `cost` there. None leaves an optional key out. Text is written with `str`.
        """
        for key in _keys(cls):
            names = (key.name, key.name.removesuffix("_cents"))
            found = [getattr(one, name) for one in sources for name in names if hasattr(one, name)]
            if key.name in others or not found:
                continue
            value = found[0]
            left_out = value is None and key.default is UNSET and type(None) not in _union(key.type)
            others[key.name] = UNSET if left_out else str(value) if key.type is str else value
        return cls(**others)


class Result(Data, frozen=True, kw_only=True, tag_field="schema"):
    """A whole result; `house` is the rulebook's id, with its options."""

    house: str


class _Key(NamedTuple):
    """A key of a result.

    Attributes:
        name: in JSON; that of a fraction as text is `text`.
        attribute: the field or property that has its value.
        type: its type, as the result has it.
        default: its default, or `NODEFAULT`.
        optional: whether it is left out while it has its default.
        field: whether it is a field, which is read back.
        inner: whether its value is converted for JSON.
        flat: whether the keys of the result in it take its place.
        nullable: whether it is null where the field is empty.
    """

    name: str
    attribute: str
    type: _Hint
    default: object
    optional: bool
    field: bool
    inner: bool
    flat: bool
    nullable: bool

    @property
    def exact(self) -> bool:
        """Whether it is a fraction."""
        return Fraction in (self.type, *get_args(self.type))

    @property
    def text(self) -> str:
        """The key of a fraction as text."""
        return f"{self.name}_fraction"


def fraction_keys(**figures: Fraction) -> JsonObject:
    """Fractions as data: each as a number, and beside it exactly, as text in lowest terms.

    >>> fraction_keys(edge=Fraction(1, 66), push=Fraction(0))
    {'edge': 0.015151515151515152, 'edge_fraction': '1/66', 'push': 0.0, 'push_fraction': '0/1'}
    """
    told: JsonObject = {}
    for name, value in figures.items():
        told |= {name: float(value), f"{name}_fraction": f"{value.numerator}/{value.denominator}"}
    return told


@cache
def wire(kind: type) -> type[Struct]:
    """The struct with just the keys of a kind of result, for its schema, its decoder and its columns."""
    spec: Json | None = vars(kind).get("JSON")
    if spec is None and not (Data in kind.__mro__ and any(key.inner or key.exact for key in _keys(kind))):
        return kind
    config = getattr(kind, "__struct_config__", None)
    form = msgspec.defstruct(
        spec.name if spec else kind.__name__,
        _fields(kind),
        namespace={"__doc__": (spec and spec.about) or kind.__doc__},
        frozen=True,
        kw_only=True,
        tag_field=config.tag_field if config and config.tag else None,
        tag=config and config.tag,
    )
    _KINDS[form] = kind
    return form


_KINDS: Final[dict[type, type]] = {}
"""The kind of result of each struct that `wire` made."""


def read(told: Struct) -> Any:  # noqa: ANN401 - a result of any kind
    """Build a result from an object of its `wire`.

    Raises:
        msgspec.ValidationError: for text that is no fraction.
    """
    return _read(_KINDS[type(told)], told) if type(told) in _KINDS else told


@cache
def _keys(kind: type) -> tuple[_Key, ...]:
    spec: Json | None = vars(kind).get("JSON")
    types, defaults = get_type_hints(kind), _defaults(kind)
    found: list[_Key] = []
    for word in spec.keys.split() if spec else defaults:
        name, _, attribute = word.strip("*?").partition("=")
        attribute = attribute or (name if hasattr(kind, name) else name.removesuffix("_cents"))
        field = attribute in defaults
        type_ = types[attribute] if field else get_type_hints(getattr(kind, attribute).fget)["return"]
        default = defaults.get(attribute, NODEFAULT)
        optional = spec is not None and default is not NODEFAULT and "?" not in word
        inner = _wired(type_, Fraction) != type_
        found.append(_Key(name, attribute, type_, default, optional, field, inner, "*" in word, "?" in word))
    return tuple(found)


def _defaults(kind: type) -> dict[str, object]:
    """The fields of a struct or a named tuple with their defaults, or `NODEFAULT`."""
    given = getattr(kind, "_field_defaults", None)
    if given is None:
        return {one.name: one.default for one in msgspec.structs.fields(kind)}
    return {name: given.get(name, NODEFAULT) for name in get_type_hints(kind)}


def _fields(kind: type) -> list[tuple[str, _Hint, object]]:
    """The keys with their types in JSON and their defaults."""
    found: list[tuple[str, _Hint, object]] = []
    for key in _keys(kind):
        if key.flat:
            found += _fields(key.type)
            continue
        for name, number in ((key.name, float), (key.text, str)) if key.exact else ((key.name, float),):
            type_ = _wired(key.type, number)
            if key.optional:
                several = [one for one in _union(type_) if key.default is not None or one is not type(None)]
                type_ = Union[(*several, UnsetType)]
            if key.nullable:
                type_ |= None
            found.append((name, type_, UNSET if key.optional else NODEFAULT if key.nullable else key.default))
    return found


def _union(type_: _Hint) -> tuple[_Hint, ...]:
    return get_args(type_) if get_origin(type_) in (Union, UnionType) else (type_,)


def _wired(type_: _Hint, number: type) -> _Hint:
    """A type in JSON: the `wire` of a result, a list for a tuple of any length, `number` for a fraction."""
    if type_ is Fraction:
        return number
    origin, inner = get_origin(type_), get_args(type_)
    if isinstance(type_, type) and origin is None:
        return wire(type_)
    if origin in (None, Literal):
        return type_
    if origin is tuple and inner[1:] == (...,):
        return list[_wired(inner[0], number)]
    outer: _Hint = Union if origin is UnionType else origin
    return outer[tuple(_wired(one, number) for one in inner)]


def _written(value: object) -> object:
    kind = type(value)
    return value if wire(kind) is kind else wire(kind)(**_values(kind, value))


def _values(kind: type, value: object) -> dict[str, object]:
    """The keys of a result with their values in JSON."""
    told: dict[str, object] = {}
    for key in _keys(kind):
        found = getattr(value, key.attribute)
        if key.flat:
            told |= _values(key.type, found)
        elif key.optional and found == key.default:
            continue
        elif key.exact:
            told |= (
                fraction_keys(**{key.name: found})
                if isinstance(found, Fraction)
                else {key.name: found, key.text: found}
            )
        else:
            told[key.name] = _out(found) if key.inner else found or None if key.nullable else found
    return told


def _out(value: object) -> object:
    if hasattr(value, "JSON"):
        return _written(value)
    if is_list(value):
        return [_out(one) for one in value]
    if is_mapping(value):
        return {name: _out(one) for name, one in value.items()}
    return value


def _read(kind: type, told: Struct) -> object:
    values: dict[str, object] = {}
    for key in _keys(kind):
        if key.flat:
            values[key.attribute] = _read(key.type, told)
            continue
        found = getattr(told, key.text if key.exact else key.name)
        if not key.field or (key.optional and found is UNSET):
            continue
        if key.exact and isinstance(found, str):
            found = _fraction(key.text, found)
        elif key.nullable and found is None:
            found = key.type()
        elif key.inner:
            found = _in(found, tuple if any(get_origin(one) is tuple for one in _union(key.type)) else list)
        values[key.attribute] = found
    return kind(**values)


def _fraction(name: str, text: str) -> Fraction:
    numerator, _, denominator = text.partition("/")
    try:
        return Fraction(int(numerator), int(denominator))
    except (ValueError, ZeroDivisionError):
        raise msgspec.ValidationError(f"{name} must be a fraction such as 1/66, not {text[:40]!r}") from None


def _in(value: object, sequence: type) -> object:
    if isinstance(value, Struct):
        return read(value)
    if is_list(value) and not isinstance(value, tuple):  # one of a fixed length stays
        return sequence(_in(one, sequence) for one in value)
    if is_table(value):
        return {name: _in(one, sequence) for name, one in value.items()}
    return value


# Equality of results whose fields may be NumPy arrays.


class Equal:
    """A frozen dataclass that equals another of its type if every compared field does."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Whether two results are the same in every figure."""
        if type(other) is not type(self):
            return NotImplemented
        mine: Any = self
        return all(
            same(getattr(self, one.name), getattr(other, one.name)) for one in fields(mine) if one.compare
        )

    def __hash__(self) -> int:
        """Equal results print alike, so their text serves as a hash."""
        return hash(repr(self))


def same(one: object, other: object) -> bool:
    """Whether two values are equal; arrays, and what holds arrays, element by element."""
    if "ndarray" in (type(one).__name__, type(other).__name__):  # NumPy may not be installed
        alike: Any = getattr(one, "shape", None) == getattr(other, "shape", None) and one == other
        return alike is not False and bool(alike.all())
    if is_mapping(one) and is_mapping(other):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if is_list(one) and is_list(other) and isinstance(one, list) == isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other
