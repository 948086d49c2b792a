"""The houses: options for opening a table, each house's rules for people, and two houses compared."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, cast

import msgspec
from starlette.requests import Request

from bankcraps.errors import did_you_mean
from bankcraps.game.notation.names import FAMILIES, HouseNames, wager_rules
from bankcraps.game.notation.usage import MEANINGS
from bankcraps.game.rulebook import BOOKS, Clause, Rulebook, clauses_of, load_rulebook
from bankcraps.game.rulebook.listing import differences, listing, meaning
from bankcraps.game.rulebook.terms import Terms
from bankcraps.game.wagers import Kind
from bankcraps.live.advice.outlook import Explained, explained
from bankcraps.live.round.crew_chairs import enters_throws
from bankcraps.server.stores.database import UnknownError
from bankcraps.server.web.api.edges import EdgeLine, edge_lines
from bankcraps.server.web.api.table import PayLine
from bankcraps.server.web.edge.endpoints import Endpoint, ForbiddenError
from bankcraps.strategies.library import library
from bankcraps.support.structs import struct_of


class ChangeLine(msgspec.Struct, frozen=True):
    """A value that a choice sets: its dotted key, what it is about, and the value."""

    key: str
    of: str
    value: str


class ChoiceLine(msgspec.Struct, frozen=True):
    """A choice of an option, and the values that it sets."""

    name: str
    changes: list[ChangeLine]


class OptionLine(msgspec.Struct, frozen=True):
    """A choice that a rulebook leaves to the house.

    Attributes:
        name: its name in `NewTable.options`.
        says: its subject.
        source: its clause, or "convention: why".
        default: the choice if none is made.
        choices: every choice, with what it changes.
    """

    name: str
    says: str
    source: str
    default: str
    choices: list[ChoiceLine]


class HouseLine(msgspec.Struct, frozen=True):
    """A house at which a table can be opened.

    Attributes:
        rules: the rulebook's id.
        title, about, document: a description for people.
        wagers: the number of kinds of wager that it offers.
        places: the number of places for players.
        denominations_cents: the values of its chips.
        enters: the roles that enter the throws of real dice.
        options: the choices that it leaves to the house.
    """

    rules: str
    title: str
    about: str
    document: str
    wagers: int
    places: int
    denominations_cents: list[int]
    enters: list[str]
    options: list[OptionLine]


class RuleLine(msgspec.Struct, frozen=True):
    """A rule about a wager, such as when it may be made, with its clause or "convention: why"."""

    label: str
    says: str
    source: str


class KindLine(msgspec.Struct, frozen=True):
    """A kind of wager that a house offers.

    Attributes:
        kind: its canonical name.
        name: its name on the layout of this house.
        means: when it wins, or what it is.
        source: the clause that offers it, or "convention: why".
        pays: its pays.
        rules: the other rules about it.
    """

    kind: str
    name: str
    means: str
    source: str
    pays: list[PayLine]
    rules: list[RuleLine]


class KindGroup(msgspec.Struct, frozen=True):
    """Kinds of wager that belong together, such as those of the line."""

    title: str
    wagers: list[KindLine]


class ValueLine(msgspec.Struct, frozen=True):
    """A value of the rulebook: its dotted key, what it means, the value and its source."""

    key: str
    means: str
    value: str
    source: str


class HouseRules(msgspec.Struct, frozen=True):
    """The rules of a house, with the default of every option.

    Attributes:
        house: the house.
        digest: the digest of the rulebook.
        advice: whether the house may tell players odds and edges.
        advice_source: the clause that says so, or "convention: why".
        groups: the wagers.
        values: every value of procedure.
        clauses: the clauses of the house's document.
    """

    house: HouseLine
    digest: str
    advice: bool
    advice_source: str
    groups: list[KindGroup]
    values: list[ValueLine]
    clauses: list[Clause]


class DifferenceLine(msgspec.Struct, frozen=True):
    """A value that differs between two houses; None where a house has no such value.

    Attributes:
        key: its dotted key.
        of: the wager it is about, as the first house that offers it prints it, or the part of the rules.
        means: the meaning of the value.
        first, second: the value at each house.
        first_source, second_source: its clause there, or "convention: why".
    """

    key: str
    of: str
    means: str
    first: str | None
    second: str | None
    first_source: str | None
    second_source: str | None


class SystemLine(msgspec.Struct, frozen=True):
    """A betting system of the library, which a bot can play: its name, what it does, and its rules."""

    name: str
    about: str
    text: str


class Comparison(msgspec.Struct, frozen=True):
    """Two houses and the values in which they differ, as `bankcraps rules diff` lists them."""

    first: HouseLine
    second: HouseLine
    differences: list[DifferenceLine]


async def system_list(_: Request) -> list[SystemLine]:
    """The betting systems of the library, which bots can play."""
    return [SystemLine(name, one.about, one.text.strip()) for name, one in library().items()]


def house_list(_: Request) -> list[HouseLine]:
    """The houses at which a table can be opened, with their options."""
    return [_line(name) for name in BOOKS]


def house_rules(request: Request) -> HouseRules:
    """A house's rules: wagers, pays, procedure, and the clauses of its document."""
    return _rules(known_house(request.path_params["house"]))


def house_edges(request: Request) -> list[EdgeLine]:
    """The house edge of each wager, where the house may advise players."""
    name = known_house(request.path_params["house"])
    floor = load_rulebook(name).floor
    if not floor.may_advise:
        raise ForbiddenError(f"this house may not advise players ({floor.clause('may_advise')})")
    return edge_lines(name)


def house_comparison(request: Request) -> Comparison:
    """The values in which two houses differ, each with its clause."""
    first, second = known_house(request.path_params["house"]), known_house(request.path_params["other"])
    return _comparison(first, second)


def known_house(name: str) -> str:
    """Return the id of one of our houses. Other names would be paths, and files are not read here."""
    if name not in BOOKS:
        near = did_you_mean(name[:40], BOOKS) or f"; the houses are {', '.join(BOOKS)}"
        raise UnknownError(f"there is no house {name[:40]!r}{near}")
    return name


@cache
def _line(name: str) -> HouseLine:
    book = load_rulebook(name)
    return struct_of(
        HouseLine,
        book,
        rules=book.id,
        wagers=len(book.wagers),
        places=book.table.places,
        denominations_cents=list(book.table.denominations),
        enters=list(dict.fromkeys(enters_throws(book))),
        options=[
            struct_of(
                OptionLine,
                option,
                name=key,
                source=option.cited("choices"),
                choices=[
                    ChoiceLine(choice, list(_changes(book, changes)))
                    for choice, changes in option.choices.items()
                ],
            )
            for key, option in book.options.items()
        ],
    )


def _changes(book: Rulebook, changes: Mapping[str, object], key: str = "") -> Iterator[ChangeLine]:
    """Yield the values that a choice changes in the book, without their sources."""
    for name, value in changes.items():
        at = f"{key}.{name}" if key else name
        if name == "from":
            continue
        if isinstance(value, Mapping):
            yield from _changes(book, cast("Mapping[str, object]", value), at)
        else:
            written = "yes" if value is True else "no" if value is False else str(value)
            yield ChangeLine(at, _about(at, (book,)), written)


@cache
def _rules(name: str) -> HouseRules:
    book = load_rulebook(name)
    groups = [
        KindGroup(title, [_kind(book, kind) for kind in kinds if kind in book.wagers])
        for title, kinds in FAMILIES.items()
    ]
    return HouseRules(
        house=_line(name),
        digest=book.digest,
        advice=book.floor.may_advise,
        advice_source=book.floor.cited("may_advise"),
        groups=[group for group in groups if group.wagers],
        values=[
            ValueLine(line.key, meaning(line.key), line.value, line.source)
            for line in listing(book)
            if not line.key.startswith(("wagers.", "options."))
        ],
        clauses=list(clauses_of(name)),
    )


def _kind(book: Rulebook, kind: Kind) -> KindLine:
    terms = book.wagers[kind]
    return KindLine(
        kind=kind.value,
        name=terms.name,
        means=MEANINGS[kind.value],
        source=terms.cited("name"),
        pays=list(_pays(terms)),
        rules=[RuleLine(*rule) for rule in wager_rules(book, kind)],
    )


def _pays(terms: Terms) -> Iterator[PayLine]:
    """Yield the pays of a kind of wager. Numbers that pay alike share a line."""
    shared: dict[tuple[str, str], list[str]] = {}
    for on, pay in terms.rows():
        source = terms.clause(on if on in ("hard", "easy") else f"pays.{on.split()[0]}" if on else "pays")
        shared.setdefault((str(pay), source), []).append(on)
    for (pay, source), rows in shared.items():
        yield PayLine(", ".join(rows), pay, source)


@cache
def _comparison(first: str, second: str) -> Comparison:
    books = load_rulebook(first), load_rulebook(second)
    return Comparison(
        first=_line(first),
        second=_line(second),
        differences=[
            struct_of(DifferenceLine, one, of=_about(one.key, books), means=meaning(one.key))
            for one in differences(*books)
        ],
    )


def _about(key: str, books: tuple[Rulebook, ...]) -> str:
    """Name a value's subject: the wager, or the part of the rules."""
    section, _, rest = key.partition(".")
    if section != "wagers":
        return section.replace("_", " ")
    kind = Kind(rest.partition(".")[0])
    book = next(book for book in books if kind in book.wagers)
    return HouseNames(book).kind(kind)


def house_explained(request: Request) -> list[Explained]:
    """Every wager of a house explained: what each throw does to it, come-out and point."""
    return _explanations(known_house(request.path_params["house"]))


@cache
def _explanations(name: str) -> list[Explained]:
    book = load_rulebook(name)
    return [explained(book, kind) for kinds in FAMILIES.values() for kind in kinds if kind in book.wagers]


HOUSES: Final = (
    Endpoint("GET", "/api/houses", house_list),
    Endpoint("GET", "/api/houses/{house}", house_rules),
    Endpoint("GET", "/api/houses/{house}/edges", house_edges),
    Endpoint("GET", "/api/houses/{house}/and/{other}", house_comparison),
    Endpoint("GET", "/api/houses/{house}/explained", house_explained),
    Endpoint("GET", "/api/systems", system_list),
)
"""The addresses of houses and systems with their handlers."""
