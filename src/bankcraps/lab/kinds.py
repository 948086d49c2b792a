"""Every kind of question that the lab answers over HTTP, with its fields: how each is written in an address.

A field has one form for each value. The names and meanings are those of the commands, from
`analysis/lab_options.py`.
"""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import partial
from types import UnionType
from typing import Final, NamedTuple

from bankcraps.analysis import lab_options as lab
from bankcraps.analysis.bankroll_range import BankrollRange
from bankcraps.analysis.lab_options import Option, spelling
from bankcraps.analysis.results.reading import RESULTS_OF
from bankcraps.errors import BankcrapsError, did_you_mean, quoted
from bankcraps.game.chips import dollars, printed, written_number
from bankcraps.game.engine.limits import Limits
from bankcraps.game.rulebook.loader import BOOKS, load_rulebook
from bankcraps.game.rulebook.overlay import choices_in
from bankcraps.house_edge.layout_cost import read_standing, written_standing
from bankcraps.support.results import wire

LONGEST_TEXT: Final = 4096
"""The most characters of a text, such as a system in words."""

LONGEST_BOOK: Final = 16_384
"""The most characters of a rulebook; one that extends a house of ours has some hundreds."""

_SHARE: Final = re.compile(r"0?\.[0-9]{1,15}")


class Form(NamedTuple):
    """The written form of values.

    Attributes:
        read: the one form of what somebody wrote, or an error about the field named.
        value: that form as the lab's functions take it.
        several: the one form of a field that is said several times.
    """

    read: Callable[[str, str], str]
    value: Callable[[str], object] = str
    several: Callable[[list[str]], list[str]] = list


class Field(NamedTuple):
    """A part of a question.

    Attributes:
        name: its name in the address, as the option of the command is called.
        says: its meaning.
        form: the form in which it is written.
        default: its form where it is left out; None if there is none.
        required: whether it must be there.
        most: the number of times that it may be repeated.
        argument: its name in the lab's functions.
        only_with: the field without which this one changes nothing; empty if there is none.
    """

    name: str
    says: str
    form: Form
    default: str | None = None
    required: bool = False
    most: int = 1
    argument: str = ""
    only_with: str = ""


def _named(read: Callable[[str], str]) -> Callable[[str, str], str]:
    """Read a value, and begin each error about it with the name of the field."""

    def read_named(name: str, written: str) -> str:
        try:
            return read(written)
        except BankcrapsError as error:
            raise BankcrapsError(f"{name}: {error}") from None

    return read_named


def _money(written: str, least: int = 0) -> str:
    cents = dollars(written)
    if cents < least:
        raise BankcrapsError(f"{quoted(written)} is {'not above' if least else 'below'} 0")
    return printed(cents)


def _limits(written: str) -> str:
    read = Limits.read(written)
    if problem := read.problem(chip=1):
        raise BankcrapsError(problem)
    return str(read)


def _switch(name: str, written: str) -> str:
    if written not in ("true", "false"):
        raise BankcrapsError(f"{name} is true or false, not {quoted(written)}")
    return written


def _text(name: str, written: str, longest: int = LONGEST_TEXT) -> str:
    plain = "\n".join(line.rstrip() for line in written.replace("\t", " ").strip().splitlines())
    if not plain:
        raise BankcrapsError(f"{name} is empty")
    if not plain.replace("\n", "").isprintable():
        raise BankcrapsError(f"{name} has characters that cannot be printed: {quoted(plain)}")
    if len(plain) > longest:
        raise BankcrapsError(f"{name} has at most {longest:,} characters here, not {len(plain):,}")
    return plain


def _house(name: str, written: str) -> str:
    """A book of ours with its options. No file is read for somebody who asks over a network."""
    book = written.partition(":")[0].strip()
    if book not in BOOKS:
        known = did_you_mean(book, BOOKS) or f"; there are {', '.join(BOOKS)}"
        raise BankcrapsError(f"{name}: there is no house {quoted(book)}{known}")
    chosen = choices_in(_text(name, written).partition(":")[2])
    usual = load_rulebook(book).options if chosen else {}
    others = (
        f"{option}={choice}"
        for option, choice in sorted(chosen.items())
        if option not in usual or choice != usual[option].default
    )
    return f"{book}:{','.join(others)}".removesuffix(":")


def _wager(name: str, written: str) -> str:
    return " ".join(_text(name, written).replace("_", " ").lower().split())


def _menu(name: str, written: str) -> str:
    return ", ".join(" ".join(word.split()) for word in _text(name, written).lower().split(","))


def _utility(name: str, written: str) -> str:
    return "".join(_text(name, written).lower().split())


def _layout(written: str) -> str:
    return written_standing(read_standing(_text("the layout", written)))


def _share(name: str, written: str) -> str:
    number = Decimal(written) if _SHARE.fullmatch(written) else Decimal(0)
    if not number:
        raise BankcrapsError(f"{name} is a number above 0 and below 1, such as 0.05, not {quoted(written)}")
    return f"{number.normalize():f}"


def _largest_first(written: list[str]) -> list[str]:
    return sorted(set(written), key=Decimal, reverse=True)


money: Final = Form(_named(_money))
above_0: Final = Form(_named(partial(_money, least=1)))
switch: Final = Form(_switch, "true".__eq__)
text: Final = Form(_text)
share: Final = Form(_share, float, _largest_first)


def up_to(most: int, least: int = 0) -> Form:
    """Whole numbers in a range."""

    def read(name: str, written: str) -> str:
        number = written_number(written, 20)
        if number is None or not least <= number <= most:
            raise BankcrapsError(
                f"{name} is a whole number from {least:,} to {most:,} here, not {quoted(written)}"
            )
        return str(number)

    return Form(read, int)


FORMS: Final[Mapping[str, Form]] = {
    "BOOK": Form(_house),
    "CHANCE": share,
    "FROM:TO[:STEP]": Form(_named(lambda written: str(BankrollRange.read(written)))),
    "LAYOUT": Form(_named(_layout)),
    "MIN:MAX[:UNIT]": Form(_named(_limits)),
    "NAME": Form(_wager),
    "P": share,
    "TOML": Form(partial(_text, longest=LONGEST_BOOK)),
    "UTILITY": Form(_utility),
    "WAGERS": Form(_menu),
}
"""The forms of values by their unit; what has another is text."""


def field_of(option: Option, only_with: str = "") -> Field:
    """An option of the lab as a part of a question, which may change something only with another one."""
    return Field(
        spelling(option.name),
        option.asks or option.says.removesuffix(" Goes with --json."),
        _form_of(option),
        None if option.default is None else str(option.default).lower(),
        option.required,
        option.times,
        option.name,
        only_with,
    )


def _form_of(option: Option) -> Form:
    if bool in option.types:
        return switch
    if option.most:
        return up_to(option.most, option.least)
    if option.unit == "DOLLARS":
        return above_0 if option.least else money
    return FORMS.get(option.unit, text)


# The kinds of question.

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
