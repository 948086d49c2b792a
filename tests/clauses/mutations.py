"""Rulebooks with one value changed: flipped, raised by one, or dropped. A script of its clause must fail."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from bankcraps.game.pays import Pay, Times
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.procedure import ComeOutRules, Crew
from bankcraps.game.rulebook.section import FrozenDict, Section

SECTIONS: Final = ("table", "come_out", "dice", "no_roll", "betting", "floor")
REASONS: Final = ("delay", "irregular_throw", "cheating", "short", "boredom")
"""Reasons that only some houses know."""

UNMOVED: Final = ("source", "name")


@dataclass(frozen=True)
class Mutation:
    """One change to a book.

    Attributes:
        key: the value that changes, as in `wagers.place.pays.6`.
        change: the change, in words.
        clauses: the clauses that the value cites.
        path: the names that lead to the value, and the value that it gets.
        was: the value before; None if it does not matter, as where a value is dropped.
    """

    key: str
    change: str
    clauses: tuple[str, ...]
    path: tuple[Any, ...]
    value: Any
    was: Any = None

    def of(self, book: Rulebook) -> Rulebook | None:
        """Return that book with the change; None if it has another value there, as with other options."""
        try:
            if self.was is not None and _value_at(book, self.path) != self.was:
                return None
            changed = _replaced(book, self.path, self.value)
        except (KeyError, AttributeError):
            return None
        return msgspec.structs.replace(changed, digest=f"{self.key} {self.change}")


class _Dropped:
    """Stands for the value of an entry that is taken out of its table."""


def clauses_in(source: str) -> tuple[str, ...]:
    """Return the clauses that a source names; none for a convention."""
    return () if not source or source.startswith("convention") else tuple(source.split(", "))


def mutations(book: Rulebook) -> Iterator[Mutation]:
    """Every change of one value of a book."""
    for mutation in _changes(book):
        dropped = mutation.value is _Dropped
        yield mutation if dropped else replace(mutation, was=_value_at(book, mutation.path))


def _changes(book: Rulebook) -> Iterator[Mutation]:
    for name in SECTIONS:
        for mutation in _of_section(getattr(book, name), (name,)):
            role = mutation.change.removeprefix("with ")
            if role not in get_args(Crew) or role in book.table.crew:
                yield mutation
    yield from _of_totals(book.come_out)
    for kind, terms in book.wagers.items():
        path = ("wagers", kind)
        cited = (*clauses_in(terms.cited("name")), *clauses_in(book.offered))
        yield Mutation(_key(path), "dropped", cited, path, _Dropped)
        yield from _of_section(terms, path)


def _of_totals(rules: ComeOutRules) -> Iterator[Mutation]:
    """Each total in another of the three lists."""
    lists = ("naturals", "craps", "points")
    for index, name in enumerate(lists):
        other = lists[(index + 1) % len(lists)]
        for total in getattr(rules, name):
            left = tuple(each for each in getattr(rules, name) if each != total)
            moved = msgspec.structs.replace(rules, **{name: left, other: (*getattr(rules, other), total)})
            cited = clauses_in(rules.cited(name))
            yield Mutation(f"come_out.{name}", f"{total} among the {other}", cited, ("come_out",), moved)


def _of_section(section: Section, path: tuple[Any, ...]) -> Iterator[Mutation]:
    hints = get_type_hints(type(section))
    for name in section.__struct_fields__:
        value = getattr(section, name)
        at = (*path, name)
        unread = _is_unread(section, name)
        if name in UNMOVED or value is None or path == ("come_out",) or unread:
            continue
        if isinstance(value, Section):
            yield from _of_section(value, at)
        elif isinstance(value, dict):
            if get_args(hints[name])[1:] == (str,) and name != "steps":
                more = FrozenDict({**dict.fromkeys(REASONS, "other"), **value})
                yield Mutation(_key(at), "with other reasons", clauses_in(section.cited(name)), at, more)
            for entry, part in value.items():
                exact = section.cited(f"{name}.{entry.value if isinstance(entry, Enum) else entry}")
                own = tuple({*clauses_in(exact), *clauses_in(section.cited(name))})
                if get_args(hints[name])[1:] == (str,):
                    own = (*own, *clauses_in(part)) if clauses_in(part) else ()
                yield Mutation(_key((*at, entry)), "dropped", own, (*at, entry), _Dropped)
                for change, other in _others(part, get_args(hints[name])[1]):
                    yield Mutation(_key((*at, entry)), change, own, (*at, entry), other)
        else:
            for change, other in _others(value, hints[name]):
                yield Mutation(_key(at), change, clauses_in(section.cited(name)), at, other)


def _is_unread(section: Section, name: str) -> bool:
    """Whether a value is never read: it is about parts, a cap or calls that the wager does not have."""
    if name in ("parts", "high"):
        return not getattr(section, "legs", None)
    if name == "never_on":
        return not getattr(section, "calls", False)
    return name in ("max_pay_on", "over_max_pay") and getattr(section, "max_pay", None) is None


def _others(value: Any, type_: Any) -> Iterator[tuple[str, Any]]:
    """Other values that could stand there, each with the change in words."""
    type_ = next((part for part in get_args(type_) if get_origin(part) is tuple), type_)
    match value:
        case bool():
            yield "flipped", not value
        case int() | Times() | Pay():
            yield "raised by one", _raised(value)
        case str():
            yield from ((f"{value} -> {other}", other) for other in _choices(type_) if other != value)
        case tuple():
            for index, part in enumerate(value):
                yield f"without {part}", (*value[:index], *value[index + 1 :])
            roles = get_args(Crew) if get_args(type_)[:1] == (Crew,) else ()
            yield from ((f"with {role}", (*value, role)) for role in roles if role not in value)


def _raised(value: int | Times | Pay) -> int | Times | Pay:
    if isinstance(value, Pay):
        return Pay(f"{value.ratio.numerator + value.ratio.denominator} to {value.ratio.denominator}")
    return Times(value + 1) if isinstance(value, Times) else value + 1


def _choices(type_: Any) -> tuple[Any, ...]:
    return get_args(type_) if get_origin(type_) is Literal else ()


def _key(path: tuple[Any, ...]) -> str:
    return ".".join(str(part.value) if isinstance(part, Enum) else str(part) for part in path)


def _value_at(thing: Any, path: tuple[Any, ...]) -> Any:
    for name in path:
        thing = thing[name] if isinstance(thing, dict) else getattr(thing, name)
    return thing


def _replaced(thing: Any, path: tuple[Any, ...], value: Any) -> Any:
    first, *rest = path
    if isinstance(thing, dict):
        if value is _Dropped and not rest:
            if first not in thing:
                raise KeyError(first)
            return FrozenDict({key: part for key, part in thing.items() if key != first})
        return FrozenDict({**thing, first: _replaced(thing[first], tuple(rest), value) if rest else value})
    inner = _replaced(getattr(thing, first), tuple(rest), value) if rest else value
    return msgspec.structs.replace(thing, **{first: inner})
