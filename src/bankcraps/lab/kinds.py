"""Every kind of question that the lab answers over HTTP, with its fields.

The names and meanings are those of the commands. The sizes are smaller than those of the commands, because
many people ask one machine.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from bankcraps.analysis.lab_options import MoreOptions, SimulationOptions, options_of
from bankcraps.analysis.results.reading import RESULTS_OF
from bankcraps.game.dice import TOTALS
from bankcraps.lab.aims import AIM_FIELDS
from bankcraps.lab.fields import (
    Field,
    Form,
    above_0,
    bankrolls,
    book,
    house,
    layout,
    limits,
    menu,
    money,
    share,
    switch,
    text,
    up_to,
    wager,
)
from bankcraps.strategies.plan import LENGTH_UNITS
from bankcraps.support.results import wire

__all__ = [
    "CHART",
    "EVERY_SESSION",
    "KINDS",
    "MOST_SESSIONS",
    "MOST_SYSTEMS",
    "MOST_THROWS",
    "RULES",
    "Kind",
    "answer_type",
    "query_of",
]

MOST_THROWS: Final = 100_000
"""The longest session, in throws, decisions or shooters."""

MOST_SESSIONS: Final = 10_000_000
"""The most sessions of a simulation."""

MOST_SYSTEMS: Final = 4
"""The most systems that are compared."""

_MOST_PATHS: Final = 200
"""The most sessions that are followed throw by throw for a picture."""

_LONGEST_HAND: Final = 1000
"""The most throws of a hand whose chance is asked for: its fraction has thousands of digits."""

CHART: Final = "chart"
"""The kind whose answer is a system: the best play as a file."""

EVERY_SESSION: Final = "simulate"
"""The kind whose rows are the single sessions, which its answer in JSON only adds up."""

_WITHOUT_ROWS: Final = (CHART, "best")
"""The kinds whose answers are no tables."""

_LARGEST_SEED: Final = 2**64 - 1


class Kind(NamedTuple):
    """A kind of question.

    Attributes:
        name: its last part of the address.
        says: the subject of its answer.
        fields: its fields, in the order of the address.
        needs_length: whether a session must have a length or a goal.
    """

    name: str
    says: str
    fields: tuple[Field, ...]
    needs_length: bool = False

    @property
    def has_rows(self) -> bool:
        """Whether its answer is a table, too."""
        return self.name not in _WITHOUT_ROWS

    @property
    def answers(self) -> tuple[type, ...]:
        """The types of its answer as JSON. A chart is a system's file, and no result."""
        return (dict,) if self.name == CHART else tuple(map(wire, RESULTS_OF[self.name]))

    def field(self, name: str) -> Field | None:
        """The field of a name, if it has one."""
        return next((one for one in self.fields if one.name == name), None)


_OPTIONS: Final = options_of(SimulationOptions) | options_of(MoreOptions)


def _option(name: str, form: Form) -> Field:
    """An option of the lab's functions as a field."""
    option = _OPTIONS[name]
    default = "false" if option.default is False else option.default
    return Field(name, option.says, form, None if default is None else str(default))


_HOUSE: Final = Field(
    "rules", "the house: a book, or book:option=choice.", house, "three_four_five", argument="house"
)
_BOOK: Final = Field("book", "a house of your own instead: the text of its rulebook, in TOML.", book)
_SYSTEM: Final = Field(
    "strategy",
    "the betting system: a name from the library, or its text.",
    text,
    required=True,
    argument="system",
)
_SYSTEMS: Final = _SYSTEM._replace(
    says=f"a betting system; from two to {MOST_SYSTEMS} of them.", most=MOST_SYSTEMS, argument="systems"
)
_TABLE: Final = (_option("limits", limits), _option("chip", above_0))
_BANKROLL: Final = Field("bankroll", "what the player brings, in dollars.", above_0, required=True)
_GOAL: Final = Field("goal", "the player leaves when they own this much, in dollars.", above_0)
_FLOOR: Final = Field("floor", "the player leaves when they own less than this, in dollars.", money, "0")
_LENGTH: Final = tuple(_option(unit, up_to(MOST_THROWS, 1)) for unit in LENGTH_UNITS)
_RIDE: Final = _option("let_it_ride", switch)
_PLAN: Final = (_BANKROLL, _GOAL, _FLOOR, *_LENGTH, _option("until_settled", switch), _RIDE)
_SEED: Final = _option("seed", up_to(_LARGEST_SEED))
_SESSIONS: Final = _option("sessions", up_to(MOST_SESSIONS, 1))
_DISTRIBUTION: Final = Field(
    "distribution", "list every final bankroll with its probability.", switch, "false"
)
_WAGER: Final = Field("wager", "one wager, such as place 6, or all of a kind.", wager)

_EVERY: Final = (
    Kind(
        "odds",
        "The exact house edge of every wager of a house.",
        (
            _HOUSE,
            _BOOK,
            _WAGER,
            Field("amount", "what the house really pays on this many dollars.", above_0),
            *(field._replace(only_with="amount") for field in _TABLE),
            Field("with_odds", "also flat wagers with odds behind them.", switch, "false"),
        ),
    ),
    Kind(
        "layout",
        "What the wagers on a layout cost from where they stand, exactly.",
        (
            _HOUSE,
            _BOOK,
            *_TABLE,
            Field("puck", "the point, or 0 while the puck is off.", up_to(TOTALS[-1]), "0"),
            Field(
                "layout",
                "the wagers with what lies on each in dollars, such as pass 10, come 6 10 off. A commission "
                "that the house takes in advance counts as paid; buy 4 20 paid 0 if it is not.",
                layout,
                required=True,
            ),
        ),
    ),
    Kind("houses", "The exact house edge of wagers, house by house.", (_WAGER,)),
    Kind(
        "hand",
        "How long a shooter's hand lasts, exactly.",
        (
            _HOUSE,
            _BOOK,
            Field("at_least", "also the chance of so many throws or more.", up_to(_LONGEST_HAND, 1)),
        ),
    ),
    Kind(
        "chain",
        "The size of the Markov chain of a house and a system, or what it comes to in the long run.",
        (
            _HOUSE,
            _BOOK,
            _SYSTEM,
            *_TABLE,
            _BANKROLL._replace(required=False),
            Field("long_run", "the averages of a player who plays on for ever.", switch, "false"),
            _option("by_rule", switch)._replace(only_with="long_run"),
        ),
    ),
    Kind(
        "session",
        "What a system does to a bankroll, with exact probabilities.",
        (
            _HOUSE,
            _BOOK,
            _SYSTEM,
            *_TABLE,
            *_PLAN,
            Field("extremes", "also the highest and lowest sums owned; left out, if that is quick.", switch),
            Field("drawdown", "also the largest fall from the highest sum so far; slow.", switch, "false"),
            Field("covariances", "also how the results of the wagers go together.", switch, "false"),
            Field(
                "streaks",
                "also the longest runs of losses, wins, seven-outs and points made in a row.",
                switch,
                "false",
            ),
            _DISTRIBUTION,
            _option("by_rule", switch),
        ),
        needs_length=True,
    ),
    Kind(
        "risk",
        "The risk of ruin of bankrolls, or the least bankrolls for risks of ruin.",
        (
            _HOUSE,
            _BOOK,
            _SYSTEM,
            *_TABLE,
            *_LENGTH,
            _RIDE,
            _FLOOR,
            Field("bankrolls", "the bankrolls, in dollars, as FROM:TO or FROM:TO:STEP.", bankrolls),
            Field("ruin", "a risk of ruin, such as 0.05; may be repeated.", share, most=10),
        ),
        needs_length=True,
    ),
    Kind(
        "simulate",
        "Many sessions of a system, played on seeded dice.",
        (_HOUSE, _BOOK, _SYSTEM, *_TABLE, *_PLAN, _SESSIONS, _SEED, _DISTRIBUTION),
        needs_length=True,
    ),
    Kind(
        "compare",
        "Systems side by side, on the same dice, and exactly if that is quick.",
        (_HOUSE, _BOOK, _SYSTEMS, *_TABLE, *_PLAN, _SESSIONS, _SEED, _DISTRIBUTION),
        needs_length=True,
    ),
    Kind(
        "explain",
        "One session of a simulation in words, every cent attributed; without a length, one hand.",
        (
            _HOUSE,
            _BOOK,
            _SYSTEM,
            *_TABLE,
            *_PLAN,
            _SEED,
            Field("session", "the number of the session; the first is 0.", up_to(MOST_SESSIONS - 1), "0"),
            Field("ended", "the first session from there on that takes home FROM:TO, in dollars.", text),
            Field("layouts", "also what lies on the layout at each throw.", switch, "false"),
        ),
    ),
    Kind(
        "trajectories",
        "The first sessions of a simulation, throw by throw.",
        (
            _HOUSE,
            _BOOK,
            _SYSTEM,
            *_TABLE,
            *_PLAN,
            _SEED,
            Field("paths", "how many sessions.", up_to(_MOST_PATHS, 1), "40"),
        ),
        needs_length=True,
    ),
    Kind(
        "best",
        "The best play for an aim, such as to reach a goal before ruin, within proved bounds.",
        (
            _HOUSE,
            _BOOK,
            *_TABLE,
            _BANKROLL,
            *AIM_FIELDS,
            Field(
                "with",
                "the wagers to choose from, with commas between them; if left out pass, odds, or those of "
                "the system to compare with and odds behind them.",
                menu,
                argument="wagers",
            ),
            Field("at_once", "at most so many wagers that may come down at once.", up_to(20, 1)),
        ),
    ),
)

RULES: Final = Kind(
    "rules",
    "The rules of a betting system as slots to fill in, at a house, and what is wrong in its text.",
    (_HOUSE, _BOOK, _SYSTEM._replace(required=False)),
)
"""The questions about a text alone. They need no work, so they are none of the kinds."""

_BEST: Final = next(one for one in _EVERY if one.name == "best")

KINDS: Final[Mapping[str, Kind]] = {
    one.name: one
    for one in (
        *_EVERY,
        Kind(
            CHART,
            "The best play for an aim as a system, for bots and for the other questions.",
            tuple(field for field in _BEST.fields if field.name != "against"),
        ),
    )
}
"""Every kind of question by name."""


def query_of(kind: Kind) -> dict[str, str]:
    """The query of an address, described field by field."""
    return {one.name: _described(one) for one in kind.fields}


def _described(field: Field) -> str:
    says = field.says.rstrip(".")
    if field.required:
        return f"{says}; required."
    return f"{says}; {field.default} if left out." if field.default else f"{says}."


def answer_type(kind: Kind) -> Any:  # noqa: ANN401 - a type, or a union of types
    """The type of a kind's answers, for its description."""
    found: Any = kind.answers[0]
    for another in kind.answers[1:]:
        found |= another
    return found
