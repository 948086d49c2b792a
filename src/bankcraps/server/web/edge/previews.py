"""The preview of a link to the lab: the question of its address in a sentence, for pages that show links.

Nobody's name is in it, and nothing that somebody wrote: own words for a system, and an own book, are only
called so.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from html import escape
from typing import Final, NamedTuple

from bankcraps.errors import BankcrapsError
from bankcraps.lab.kinds import KINDS
from bankcraps.lab.questions import read_question
from bankcraps.rulebook.loader import load_rulebook
from bankcraps.strategy.library import library
from bankcraps.strategy.plan import LENGTH_UNITS
from bankcraps.wagers import WAGERS, Kind

__all__ = ["LAB_PAGES", "previewed", "sentence"]

_Values = Mapping[str, list[str]]


class _Page(NamedTuple):
    """A page of the lab: the kind of its question, the question as a sentence, and one without a question."""

    kind: str
    says: Callable[[_Values], str]
    usual: str


def previewed(index: str, path: str, query: Iterable[tuple[str, str]]) -> str:
    """The page's file with the question of an address in its head (https://ogp.me)."""
    title = escape(sentence(path, query))
    named = {
        "og:title": title,
        "og:description": "The odds lab of Bankcraps: exact answers, by the rules of the house.",
        "og:type": "website",
        "og:site_name": "Bankcraps",
    }
    head = "".join(f'    <meta property="{name}" content="{words}" />\n' for name, words in named.items())
    return index.replace("  </head>", f"{head}  </head>", 1)


def sentence(path: str, query: Iterable[tuple[str, str]]) -> str:
    """The question of an address of the lab; what the page is for, if the address has none in order."""
    page = LAB_PAGES[path]
    known = [(name, value) for name, value in query if KINDS[page.kind].field(name)]
    try:
        question = read_question(page.kind, known)
    except BankcrapsError:
        return page.usual
    if not question.values:
        return page.usual
    values: dict[str, list[str]] = {}
    for field in KINDS[page.kind].fields:
        said = [value for name, value in question.values if name == field.name]
        values[field.name] = said or ([] if field.default is None else [field.default])
    return page.says(values)


# The sentences.


def _session(values: _Values) -> str:
    (system,) = _systems(values)
    return f"What {system} does to ${_one(values, 'bankroll')}{_ends(values)}, {_house(values)}"


def _wagers(values: _Values) -> str:
    wager, amount = _one(values, "wager"), _one(values, "amount")
    asked = f"${amount} on " if amount else ""
    return f"What {asked}{wager if wager in _wager_words() else 'each wager'} costs, {_house(values)}"


@cache
def _wager_words() -> frozenset[str]:
    return frozenset(name.replace("_", " ") for name in (*WAGERS, *(kind.value for kind in Kind)))


def _duel(values: _Values) -> str:
    systems = " against ".join(_systems(values))
    return f"{systems} with ${_one(values, 'bankroll')}{_ends(values)}, {_house(values)}"


def _watch(values: _Values) -> str:
    (system,) = _systems(values)
    money = _one(values, "bankroll")
    return f"A session of {system} with ${money}, throw by throw, {_house(values)}"


def _best(values: _Values) -> str:
    length = _length(values)
    within = f" within {length}" if length else ""
    money, goal = _one(values, "bankroll"), _one(values, "goal")
    return f"The best play from ${money} to ${goal}{within}, {_house(values)}"


LAB_PAGES: Final[Mapping[str, _Page]] = {
    "/lab": _Page("session", _session, "What a betting system does to your money, exactly"),
    "/lab/wagers": _Page("odds", _wagers, "What each wager of craps costs, exactly"),
    "/lab/duel": _Page("compare", _duel, "Betting systems of craps side by side"),
    "/lab/watch": _Page("explain", _watch, "A session of craps, throw by throw"),
    "/lab/best": _Page("best", _best, "What to bet to reach a sum before your money is gone"),
}
"""The pages of the lab by their path."""


def _one(values: _Values, name: str) -> str:
    return "".join(values[name][:1])


def _systems(values: _Values) -> list[str]:
    return [_system(spec) for spec in values["strategy"]]


def _system(spec: str) -> str:
    """A system of the library by its name, perhaps with its scale; anything else is somebody's own."""
    name, _, scale = spec.partition(":scale=")
    if name not in library():
        return "a system of one's own"
    times = f" times {scale}" if scale.replace(".", "", 1).isdigit() else ""
    return name.replace("_", " ") + times


def _ends(values: _Values) -> str:
    """How long a session is, and to which sum."""
    goal, length = _one(values, "goal"), _length(values)
    within = f" in {length}" if length else ""
    return f"{within} up to ${goal}" if goal else within


def _length(values: _Values) -> str:
    """The length of a session: `300 throws`; empty if it has none."""
    return next((f"{_one(values, unit)} {unit}" for unit in LENGTH_UNITS if values[unit]), "")


def _house(values: _Values) -> str:
    """The house by its title."""
    if values["book"]:
        return "at a house of one's own"
    book, _, options = _one(values, "rules").partition(":")
    return f"at {load_rulebook(book).title}{' with options' * bool(options)}"
