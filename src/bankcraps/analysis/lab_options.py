"""The options of the odds lab, each with name, type, unit, default and help line.

A function of the lab takes them as keyword arguments: `**options: Unpack[SessionOptions]`. `cli/options.py`
makes the options of the commands from them, and `docs/generate/lab.py` the table of the documentation.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, TypedDict, TypeVar, cast, get_args, get_type_hints

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Money, printed
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS

__all__ = [
    "TOLD_BANKROLL",
    "AimOptions",
    "MoreOptions",
    "Option",
    "QuestionOptions",
    "RunOptions",
    "SessionOptions",
    "SimulationOptions",
    "TableOptions",
    "check_options",
    "options_of",
    "picked",
    "with_defaults",
]

TOLD_BANKROLL: Final = 500
"""The default bankroll of a session that `explain` tells, in dollars."""


@dataclass(frozen=True)
class Option:
    """An option as people read of it.

    Attributes:
        says: the line that `--help` prints.
        unit: the word to write for it, such as `N` or `DOLLARS`; empty for any whole number, and for a
            switch.
        default: its value where it is left out.
    """

    says: str
    unit: str = ""
    default: object = None


class TableOptions(TypedDict, total=False):
    """The table."""

    limits: Annotated[
        Limits | str, Option("the sign at the table, in dollars.", "MIN:MAX[:UNIT]", str(DEFAULT_LIMITS))
    ]
    chip: Annotated[Money, Option("the smallest chip.", "DOLLARS", printed(DEFAULT_CHIP))]


class SessionOptions(TableOptions, total=False):
    """The table, the length of a session, and what becomes of the wagers of a player who leaves."""

    throws: Annotated[int | None, Option("the session is N throws long.", "N")]
    decisions: Annotated[int | None, Option("the session is N decisions of the line long.", "N")]
    shooters: Annotated[int | None, Option("the session is N shooters' hands long.", "N")]
    let_it_ride: Annotated[
        bool,
        Option(
            "leave don't bets and odds up when the session ends, instead of taking them down.",
            default=False,
        ),
    ]


class QuestionOptions(SessionOptions, total=False):
    """The same for a session that may also last until it is settled."""

    until_settled: Annotated[
        bool,
        Option(
            "the session lasts until the goal is reached or the money is gone; implied by a goal.",
            default=False,
        ),
    ]


class MoreOptions(TypedDict, total=False):
    """Further results that an exact answer can show."""

    by_rule: Annotated[
        bool, Option("also show how often each rule of the system fires, and what it costs.", default=False)
    ]


class RunOptions(TypedDict, total=False):
    """Options for the run of a simulation. Only the seed and the sessions change a figure."""

    sessions: Annotated[int, Option("how many sessions to play.", "N", 100_000)]
    seed: Annotated[int, Option("the seed of the dice.", default=0)]
    workers: Annotated[int, Option("how many processes play on this machine.", "W", 1)]
    dask: Annotated[
        str | None, Option("the address of a Dask scheduler; its workers play instead.", "ADDRESS")
    ]
    paths: Annotated[
        bool,
        Option("follow whole paths: drawdowns, streaks, and what each wager costs.", default=True),
    ]
    threads: Annotated[
        bool, Option("play in threads instead of processes; they start at once.", default=False)
    ]
    parquet: Annotated[
        str | Path | None, Option("write every session with its metrics into a Parquet file.", "FILE")
    ]


class SimulationOptions(QuestionOptions, RunOptions, total=False):
    """The table, the length of a session, and how to play."""


class AimOptions(TypedDict, total=False):
    """The aim of a best play: one aim, with its own options. Money is in dollars."""

    goal: Annotated[
        Money | None, Option("the sum that the player wants to own before the money is gone.", "DOLLARS")
    ]
    settled: Annotated[
        bool,
        Option("count only settled money for the goal: no wagers that must stay.", default=False),
    ]
    throws: Annotated[int | None, Option("reach the goal within N throws.", "N")]
    decisions: Annotated[int | None, Option("reach the goal within N decisions of the line.", "N")]
    shooters: Annotated[int | None, Option("reach the goal within N shooters' hands.", "N")]
    least_throws_at: Annotated[
        float | None,
        Option("reach the goal with a chance of at least P, in the fewest throws on average.", "P"),
    ]
    utility: Annotated[
        Sequence[str],
        Option(
            "the utility of what is taken home after the throws: log, power:G, exponential:A or quadratic:C; "
            "several for a table.",
            "UTILITY",
        ),
    ]
    still_playing: Annotated[
        int | None, Option("still play after N throws, with a least sum at risk on each; no goal.", "N")
    ]
    action: Annotated[
        Money | None,
        Option(
            "have so much action within the throws on average, at the least cost; no goal.",
            "DOLLARS",
        ),
    ]
    at_least: Annotated[
        Money | None, Option("what has to be at risk on each throw, to be still playing.", "DOLLARS")
    ]
    at_most: Annotated[
        Money | None,
        Option("what may be at risk on a throw; the bankroll if not said.", "DOLLARS"),
    ]
    against: Annotated[
        object,
        Option("show what a system gives away to the best chance to reach the goal, and where.", "SYSTEM"),
    ]


Options = TypeVar("Options")


def options_of(kind: type) -> dict[str, Option]:
    """The options that such a dictionary may have, by name."""
    return {
        name: option
        for name, hint in get_type_hints(kind, include_extras=True).items()
        for option in get_args(hint)
        if isinstance(option, Option)
    }


def check_options(options: Mapping[str, object], kind: type) -> None:
    """Refuse an option that does not exist.

    Raises:
        BankcrapsError: with the options that do exist.
    """
    if unknown := [name for name in options if name not in kind.__annotations__]:
        known = ", ".join(kind.__annotations__)
        raise BankcrapsError(f"there is no option {unknown[0]!r} here; there are {known}")


def picked(options: Mapping[str, object], kind: type[Options]) -> Options:
    """Return those of the options that a dictionary of this kind may have."""
    return cast("Options", {name: value for name, value in options.items() if name in kind.__annotations__})


def with_defaults(options: Mapping[str, object], kind: type) -> dict[str, Any]:
    """The options, with the default of each that was left out."""
    return {name: option.default for name, option in options_of(kind).items()} | dict(options)
