"""Previews of links to questions in messages and on other pages: a sentence, and the answer as a picture.

Nobody's name is in it, and nothing that somebody wrote: own words for a system, and an own book, are only
called so.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from bankcraps.analysis.lab_options import FigureOptions, RuleOption, options_of
from bankcraps.game.rulebook.loader import load_rulebook
from bankcraps.game.wagers import WAGERS, Kind
from bankcraps.lab.kinds import KINDS
from bankcraps.lab.questions import LabQuestion, read_question
from bankcraps.strategies.library import library
from bankcraps.strategies.plan import LENGTH_UNITS

_Values = Mapping[str, list[str]]
_More = tuple[tuple[str, str], ...]


class Preview(NamedTuple):
    """The preview of a kind of question.

    Attributes:
        says: writes the sentence.
        usual: the sentence where nothing is asked.
        answers: the answers that the page asks for beyond the question, the best first: such an answer is
            drawn.
        without: the fields that it does not ask.
    """

    says: Callable[[_Values], str]
    usual: str
    answers: tuple[_More, ...] = ((),)
    without: frozenset[str] = frozenset()


def sentence(question: LabQuestion) -> str:
    """A question as a sentence."""
    values: dict[str, list[str]] = {}
    for field in KINDS[question.kind].fields:
        said = [value for name, value in question.values if name == field.name]
        values[field.name] = said or ([] if field.default is None else [field.default])
    return PREVIEWS[question.kind].says(values)


def system_names(question: LabQuestion) -> list[str]:
    """The systems of a question by their names in the library; others without what somebody wrote."""
    return [_system(value) for name, value in question.values if name == "strategy"]


def shown(question: LabQuestion) -> list[LabQuestion]:
    """The questions whose answers a picture of this one may show, the best first."""
    preview = PREVIEWS[question.kind]
    kept = [one for one in question.values if one[0] not in preview.without]
    return [read_question(question.kind, [*kept, *more]) for more in preview.answers if _new(kept, more)]


def _new(values: Iterable[tuple[str, str]], more: _More) -> bool:
    """Whether a question does not say these fields itself."""
    return {name for name, _ in values}.isdisjoint(name for name, _ in more)


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
    return f"The best play {_aim(values)}, {_house(values)}"


def _aim(values: _Values) -> str:
    """The aim of a play: `from $50 to $100 within 40 throws`."""
    money, goal, length = _one(values, "bankroll"), _one(values, "goal"), _length(values)
    if still := _one(values, "still_playing"):
        return f"with ${money} to be still playing after {still} throws"
    if action := _one(values, "action"):
        within = f" in {length}" if length else ""
        return f"with ${money} for ${action} of action{within}"
    if values["utility"]:
        up_to, after = f", up to ${goal}" if goal else "", f" after {length}" if length else ""
        return f"with ${money} for a taste for risk{up_to}{after}"
    if not goal:
        return f"with ${money}"
    if values["least_throws_at"]:
        return f"from ${money} to ${goal} in the fewest throws"
    return f"from ${money} to ${goal} within {length}" if length else f"from ${money} to ${goal}"


_LISTED: Final = ("distribution", "true")

PREVIEWS: Final[Mapping[str, Preview]] = {
    "session": Preview(
        _session,
        "What a betting system does to your money, exactly",
        ((_LISTED,), (("extremes", "false"), _LISTED)),
        without=frozenset(options_of(FigureOptions, RuleOption)) - {"extremes"},
    ),
    "odds": Preview(_wagers, "What each wager of craps costs, exactly", without=frozenset({"wager"})),
    "compare": Preview(_duel, "Betting systems of craps side by side", ((_LISTED,),)),
    "explain": Preview(_watch, "A session of craps, throw by throw", ((("layouts", "true"),), ())),
    "best": Preview(_best, "The best play: what to bet for what you want"),
}
"""The previews, by the kind of the question."""


def _one(values: _Values, name: str) -> str:
    return "".join(values[name][:1])


def _systems(values: _Values) -> list[str]:
    return [_system(spec) for spec in values["strategy"]]


def _system(spec: str) -> str:
    """A system of the library by its name, perhaps with its scale; anything else is somebody's own."""
    name, _, scale = spec.partition(":scale=")
    if name not in library():
        return "a system in words"
    times = f" times {scale}" if scale.replace(".", "", 1).isdigit() else ""
    return name.replace("_", " ") + times


def _ends(values: _Values) -> str:
    """The length of a session, and the sum that ends it."""
    goal, length = _one(values, "goal"), _length(values)
    within = f" in {length}" if length else ""
    return f"{within} up to ${goal}" if goal else within


def _length(values: _Values) -> str:
    """The length of a session: `300 throws`; empty if it has none."""
    return next((f"{_one(values, unit)} {unit}" for unit in LENGTH_UNITS if values[unit]), "")


def _house(values: _Values) -> str:
    """The house by its title."""
    if values["book"]:
        return "at a house described in the link"
    book, _, options = _one(values, "rules").partition(":")
    return f"at {load_rulebook(book).title}{' with options' * bool(options)}"
