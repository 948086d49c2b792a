"""A table of a rulebook, with the source of each value.

Every table has a `from` table. It gives for each value the clause it comes from, or `convention: ` and a
reason if the document is silent. `"*"` in `from` stands for all values that it does not name.

A value may list what is allowed, by a clause that says nothing of the rest. Then `"down_while_out.others"` in
`from` says why the rest is refused.
"""

from typing import TYPE_CHECKING, Final, Never

import msgspec

from bankcraps.support.plain import is_list, is_mapping

OTHERS: Final = "others"
"""The part of a source's key that means everything a value does not allow."""


class FrozenDict(dict[object, object]):
    """A dict that refuses changes: one rulebook serves everybody who loads it."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> Never:
        raise TypeError("a rulebook cannot be changed: write a book that extends it, or choose its options")

    if not TYPE_CHECKING:
        __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type, tuple[dict[object, object]]]:
        """Pickle all entries together, because none can be added later."""
        return FrozenDict, (dict(self),)


class Immutable(msgspec.Struct, frozen=True, kw_only=True):
    """A struct whose dicts and lists cannot be changed either, at any depth."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if type(value) in _CHANGEABLE:
                msgspec.structs.force_setattr(self, name, _frozen(value))


_CHANGEABLE: Final = (dict, list)


def _frozen(value: object) -> object:
    if is_mapping(value):
        return FrozenDict({key: _frozen(part) for key, part in value.items()})
    if is_list(value):
        return tuple(map(_frozen, value))
    return value


class Section(Immutable, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a rulebook, with the source of each value.

    Attributes:
        source: for each key, or for one value under it (`limit.4`), its clause or "convention: why".
    """

    source: dict[str, str] = msgspec.field(name="from", default_factory=dict[str, str])

    def cited(self, key: str) -> str:
        """Return the source of a value, or "" if it has none."""
        source = self.source
        return source.get(key) or source.get(key.partition(".")[0]) or source.get("*", "")

    def clause(self, key: str) -> str:
        """Return the clause of a value as a refusal names it: its id, or just "convention"."""
        return clause_of(self.cited(key))


def clause_of(source: str) -> str:
    """Return the clause that a source names, or "convention" without the reason."""
    return "convention" if source.startswith("convention") else source
