"""Every kind of question that the lab answers over HTTP, with its fields.

The names and meanings are those of the commands: `analysis/lab_options.py` has them.
"""

from collections.abc import Mapping
from types import UnionType
from typing import Final, NamedTuple

from bankcraps.analysis import lab_options as lab
from bankcraps.analysis.results.reading import RESULTS_OF
from bankcraps.lab.fields import Field, field_of
from bankcraps.support.results import wire

CHART: Final = "chart"
"""The kind whose answer is a system: the best play as a file."""

EVERY_SESSION: Final = "simulate"
"""The kind whose rows are the single sessions, which its answer in JSON only adds up."""

_WITHOUT_ROWS: Final = (CHART, "best")
"""The kinds whose answers are no tables."""


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


def _kind(name: str, says: str, *parts: type, needs_length: bool = False, **only_with: str) -> Kind:
    """A kind with the options of such dictionaries, in their order."""
    found = lab.options_of(*parts)
    fields = (field_of(one, only_with.get(name, "")) for name, one in found.items())
    return Kind(name, says, tuple(fields), needs_length)


_OF_A_SYSTEM: Final = (lab.LabHouseOptions, lab.SystemOption)
_BEST: Final = _kind(
    "best",
    "The best play for an aim, such as to reach a goal before ruin, within proved bounds.",
    *(lab.LabHouseOptions, *lab.BEST, lab.LabMenuOptions),
)

RULES: Final = Kind(
    "rules",
    "The rules of a betting system as slots to fill in, at a house, and what is wrong in its text.",
    tuple(field_of(one)._replace(required=False) for one in lab.options_of(*_OF_A_SYSTEM).values()),
)
"""The questions about a text alone. They need no work, so they are none of the kinds."""

KINDS: Final[Mapping[str, Kind]] = {
    one.name: one
    for one in (
        _kind(
            "odds",
            "The exact house edge of every wager of a house.",
            *(lab.LabHouseOptions, lab.WagerOption, lab.LabOddsOptions),
            limits="amount",
            chip="amount",
        ),
        _kind(
            "layout",
            "What the wagers on a layout cost from where they stand, exactly.",
            *(lab.LabHouseOptions, lab.LayoutOptions),
        ),
        _kind("houses", "The exact house edge of wagers, house by house.", lab.WagerOption),
        _kind("hand", "How long a shooter's hand lasts, exactly.", lab.LabHouseOptions, lab.HandOptions),
        _kind(
            "chain",
            "The size of the Markov chain of a house and a system, or what it comes to in the long run.",
            *(*_OF_A_SYSTEM, lab.ChainOptions),
            by_rule="long_run",
        ),
        _kind(
            "session",
            "What a system does to a bankroll, with exact probabilities.",
            *(*_OF_A_SYSTEM, *lab.PLAN, lab.LabSessionOptions),
            needs_length=True,
        ),
        _kind(
            "risk",
            "The risk of ruin of bankrolls, or the least bankrolls for risks of ruin.",
            *(*_OF_A_SYSTEM, lab.SessionOptions, lab.FloorOption, lab.LabRiskOptions),
            needs_length=True,
        ),
        _kind(
            "simulate",
            "Many sessions of a system, played on seeded dice.",
            *(*_OF_A_SYSTEM, *lab.PLAN, lab.LabRunOptions),
            needs_length=True,
        ),
        _kind(
            "compare",
            "Systems side by side, on the same dice, and exactly if that is quick.",
            *(lab.LabHouseOptions, lab.SystemsOption, *lab.PLAN, lab.LabRunOptions),
            needs_length=True,
        ),
        _kind(
            "explain",
            "One session of a simulation in words, every cent attributed; without a length, one hand.",
            *(*_OF_A_SYSTEM, *lab.PLAN, lab.LabExplainOptions),
        ),
        _kind(
            "trajectories",
            "The first sessions of a simulation, throw by throw.",
            *(*_OF_A_SYSTEM, *lab.PLAN, lab.TrajectoryOptions),
            needs_length=True,
        ),
        _BEST,
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


def answer_type(kind: Kind) -> type | UnionType:
    """The type of a kind's answers, or the union of several, for its description."""
    found: type | UnionType = kind.answers[0]
    for another in kind.answers[1:]:
        found |= another
    return found
