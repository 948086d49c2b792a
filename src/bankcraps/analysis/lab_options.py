"""The options of the odds lab, each described once: name, type, meaning, unit, default and bounds.

A function of the lab takes them as keyword arguments: `**options: Unpack[SessionOptions]`. `cli/options.py`
makes the options of the commands from them, `lab/kinds.py` the fields of the questions over HTTP,
`client/lab.py` asks with them, and `docs/generate/lab.py` makes the table of the documentation. Other
commands with many options describe their own in the same way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Final, TypedDict, TypeVar, cast, get_args, get_type_hints

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Money, printed
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS
from bankcraps.game.rulebook import DEFAULT_BOOK

TOLD_BANKROLL: Final = 500
"""The default bankroll of a session that `explain` tells, in dollars."""

MOST_THROWS: Final = 100_000
"""The longest session that is asked for over HTTP, in throws, decisions or shooters."""

_MOST_SESSIONS: Final = 10_000_000
"""The most sessions of a simulation that is asked for over HTTP."""

_MOST_SYSTEMS: Final = 4
"""The most systems that are compared over HTTP."""

_LATEST: Final = 1000
"""The most throws, decisions or shooters of a play."""

_SPELLED: Final = {
    "house": "rules",
    "system": "strategy",
    "systems": "strategy",
    "wagers": "with",
    "as_json": "json",
}
"""Arguments that have another name in Python than in commands and addresses."""


@dataclass(frozen=True)
class Option:
    """An option as people read of it.

    Attributes:
        says: the line that `--help` prints.
        unit: the word to write for it, such as `N` or `DOLLARS`: it says how its values are written, too.
            Empty for any whole number, and for a switch.
        default: its value where it is left out; a switch is off.
        asks: its meaning in an address, if that is not `says`; an answer there is always JSON.
        least, most: over HTTP, the least and the largest number. The sizes are smaller than those of the
            commands, because many people ask one machine. A sum of money may be 0 if `least` is.
        times: the number of times that it may be repeated.
        required: whether it must be there.
        click: settings of Click that differ from the usual in a command.
        name, types: its name in Python, and the types of its values; `options_of` fills them in.
    """

    says: str
    unit: str = ""
    default: object = None
    asks: str = ""
    least: int = 1
    most: int = 0
    times: int = 1
    required: bool = False
    click: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    name: str = ""
    types: tuple[object, ...] = ()


def _money(says: str, default: str | None = None, *, least: int = 1, required: bool = False) -> Option:
    """A sum of money in a plan. An address has no unit beside it, so its meaning names the dollars."""
    asks = f"{says.removesuffix('.')}, in dollars."
    return Option(says, "DOLLARS", default, asks=asks, least=least, required=required)


_SEED: Final = Option("The seed of the dice.", default=0, least=0, most=2**64 - 1)


# The parts of questions.


class HouseOption(TypedDict):
    """The house."""

    house: Annotated[
        str,
        Option(
            "The house: a book, book:option=choice, or a file.",
            "BOOK",
            DEFAULT_BOOK,
            asks="The house: a book, or book:option=choice.",
        ),
    ]


class LabHouseOptions(HouseOption, total=False):
    """The house over HTTP, where no file is read."""

    book: Annotated[str, Option("A house of your own instead: the text of its rulebook, in TOML.", "TOML")]


class SystemOption(TypedDict):
    """The system."""

    system: Annotated[
        str,
        Option(
            "The betting system: a name from `bankcraps strategies`, a file, or its text.",
            "SYSTEM",
            asks="The betting system: a name from the library, or its text.",
            required=True,
        ),
    ]


class SystemsOption(TypedDict):
    """The systems that are compared."""

    systems: Annotated[
        Sequence[str],
        Option(
            f"A betting system; from two to {_MOST_SYSTEMS} of them.",
            "SYSTEM",
            times=_MOST_SYSTEMS,
            required=True,
        ),
    ]


class TableOptions(TypedDict, total=False):
    """The table."""

    limits: Annotated[
        Limits | str, Option("The sign at the table, in dollars.", "MIN:MAX[:UNIT]", str(DEFAULT_LIMITS))
    ]
    chip: Annotated[Money, Option("The smallest chip.", "DOLLARS", printed(DEFAULT_CHIP))]


class FloorOption(TypedDict, total=False):
    """The sum at which the player leaves."""

    floor: Annotated[Money, _money("The player leaves when they own less than this.", "0", least=0)]


class MoneyOptions(TypedDict):
    """The money of a plan, without its floor."""

    bankroll: Annotated[Money, _money("What the player brings.", required=True)]
    goal: Annotated[Money | None, _money("The player leaves when they own this much.")]


class LengthOptions(TypedDict, total=False):
    """The length of a session."""

    throws: Annotated[int | None, Option("The session is N throws long.", "N", most=MOST_THROWS)]
    decisions: Annotated[
        int | None, Option("The session is N decisions of the line long.", "N", most=MOST_THROWS)
    ]
    shooters: Annotated[int | None, Option("The session is N shooters' hands long.", "N", most=MOST_THROWS)]


class SettledOption(TypedDict, total=False):
    """A session until it is settled."""

    until_settled: Annotated[
        bool, Option("The session lasts until the goal is reached or the money is gone; implied by a goal.")
    ]


class SessionOptions(TableOptions, LengthOptions, total=False):
    """The table, the length of a session, and what becomes of the wagers of a player who leaves."""

    let_it_ride: Annotated[
        bool, Option("Leave don't bets and odds up when the session ends, instead of taking them down.")
    ]


class QuestionOptions(SessionOptions, SettledOption, total=False):
    """The same for a session that may also last until it is settled."""


class FigureOptions(TypedDict, total=False):
    """Further figures of an exact session."""

    extremes: Annotated[
        bool | None,
        Option(
            "Also show the highest and lowest sums owned, even if that is slow.",
            asks="Also the highest and lowest sums owned; left out, if that is quick.",
        ),
    ]
    drawdown: Annotated[
        bool, Option("Also show the largest fall from the highest sum so far, in a session of throws; slow.")
    ]
    covariances: Annotated[
        bool, Option("Also show how the results of the wagers go together, in a session of throws.")
    ]
    streaks: Annotated[
        bool, Option("Also show the longest runs of losses, wins, seven-outs and points made in a row.")
    ]


class RuleOption(TypedDict, total=False):
    """The rules of the system, one by one."""

    by_rule: Annotated[bool, Option("Also show how often each rule of the system fires, and what it costs.")]


class DistributionOption(TypedDict, total=False):
    """The final bankrolls, one by one."""

    distribution: Annotated[bool, Option("List every final bankroll with its probability. Goes with --json.")]


class PlayedOptions(TypedDict, total=False):
    """The sessions that are played."""

    sessions: Annotated[int, Option("How many sessions to play.", "N", 100_000, most=_MOST_SESSIONS)]
    seed: Annotated[int, _SEED]


class RunOptions(PlayedOptions, total=False):
    """Options for the run of a simulation. Only the seed and the sessions change a figure."""

    workers: Annotated[int, Option("How many processes play on this machine.", "W", 1)]
    dask: Annotated[
        str | None, Option("The address of a Dask scheduler; its workers play instead.", "ADDRESS")
    ]
    paths: Annotated[
        bool, Option("Follow whole paths: drawdowns, streaks, and what each wager costs.", default=True)
    ]
    threads: Annotated[bool, Option("Play in threads instead of processes; they start at once.")]
    parquet: Annotated[
        str | Path | None, Option("Write every session with its metrics into a Parquet file.", "FILE")
    ]


class WagerOption(TypedDict, total=False):
    """The wagers of a table of odds."""

    wager: Annotated[str | None, Option("Show one wager (place 6) or all of a kind (place).", "NAME")]


class AmountOption(TypedDict, total=False):
    """The amount of a bet."""

    amount: Annotated[
        Money, Option("Use what the house really pays on this many dollars, rounded to chips.", "DOLLARS")
    ]


class MenuOption(TypedDict, total=False):
    """The wagers of a best play."""

    wagers: Annotated[
        str | None,
        Option(
            "The wagers to choose from: names, kinds, odds, or all.  "
            "[default: pass, odds; those of --against, with odds]",
            "WAGERS",
            asks="The wagers to choose from, with commas between them; if left out pass, odds, or those of "
            "the system to compare with and odds behind them.",
        ),
    ]


class AimOptions(TypedDict, total=False):
    """The aim of a best play: one aim, with its own options. Money is in dollars."""

    goal: Annotated[
        Money | None, Option("The sum that the player wants to own before the money is gone.", "DOLLARS")
    ]
    settled: Annotated[bool, Option("Count only settled money for the goal: no wagers that must stay.")]
    throws: Annotated[int | None, Option("Reach the goal within N throws.", "N", most=_LATEST)]
    decisions: Annotated[
        int | None, Option("Reach the goal within N decisions of the line.", "N", most=_LATEST)
    ]
    shooters: Annotated[int | None, Option("Reach the goal within N shooters' hands.", "N", most=_LATEST)]
    least_throws_at: Annotated[
        float | None,
        Option("Reach the goal with a chance of at least P, in the fewest throws on average.", "P"),
    ]
    utility: Annotated[
        Sequence[str],
        Option(
            "The utility of what is taken home after the throws: log, power:G, exponential:A or quadratic:C; "
            "several for a table.",
            "UTILITY",
            times=8,  # each is a play of its own
        ),
    ]
    still_playing: Annotated[
        int | None,
        Option("Still play after N throws, with a least sum at risk on each; no goal.", "N", most=_LATEST),
    ]
    action: Annotated[
        Money | None,
        Option("Have so much action within the throws on average, at the least cost; no goal.", "DOLLARS"),
    ]
    at_least: Annotated[
        Money | None, Option("What has to be at risk on each throw, to be still playing.", "DOLLARS")
    ]
    at_most: Annotated[
        Money | None, Option("What may be at risk on a throw; the bankroll if not said.", "DOLLARS")
    ]
    against: Annotated[
        object,
        Option("Show what a system gives away to the best chance to reach the goal, and where.", "SYSTEM"),
    ]


PLAN: Final = (TableOptions, MoneyOptions, FloorOption, LengthOptions, SettledOption, QuestionOptions)
"""The table and the plan of a session, in the order in which people read them."""

BEST: Final = (TableOptions, MoneyOptions, AimOptions, MenuOption)
"""The table and the aim of a best play, in the same order."""


# The options of whole questions.


class SimulationOptions(QuestionOptions, RunOptions, total=False):
    """The table, the length of a session, and how to play."""


class LabOddsOptions(AmountOption, TableOptions, total=False):
    """The figures of wagers, and the table at which an amount is paid."""

    with_odds: Annotated[bool, Option("Show pass, don't pass, come and don't come with odds behind them.")]


class LabSessionOptions(QuestionOptions, FigureOptions, DistributionOption, RuleOption, total=False):
    """The table, the length of a session, and further results."""


class LabRunOptions(QuestionOptions, PlayedOptions, DistributionOption, total=False):
    """The table, the length of a session, and which sessions are played."""


class LabRiskOptions(SessionOptions, total=False):
    """The table, the length of a session, and what is asked: some bankrolls, or the least for some risks."""

    bankrolls: Annotated[
        str,
        Option(
            "Show the chances of these bankrolls, in dollars, as FROM:TO or FROM:TO:STEP.", "FROM:TO[:STEP]"
        ),
    ]
    ruin: Annotated[
        float | list[float],
        Option("Find the bankroll for this risk of ruin, such as 0.05; may be repeated.", "CHANCE", times=10),
    ]


class LabExplainOptions(QuestionOptions, total=False):
    """The table, the length of a session, and the number of the session to explain."""

    seed: Annotated[int, _SEED]
    session: Annotated[
        int,
        Option(
            "The number of the session, as in `simulate`; the first is 0.",
            default=0,
            least=0,
            most=_MOST_SESSIONS - 1,
        ),
    ]
    ended: Annotated[
        str, Option("The first session from there on that takes home FROM:TO, in dollars.", "FROM:TO")
    ]
    layouts: Annotated[bool, Option("Also what lies on the layout at each throw. Goes with --json.")]


class LabMenuOptions(TableOptions, total=False):
    """The table, and how many of the wagers to choose from may stand at once."""

    at_once: Annotated[
        int,
        Option(
            "At most K wagers that may come down at once.  [default: all]",
            "K",
            asks="At most so many wagers that may come down at once.",
            most=20,
        ),
    ]


class ChainOptions(TableOptions, total=False):
    """The table, and the figures of a chain."""

    bankroll: Annotated[Money | None, _money("What the player brings, if the system looks at its money.")]
    long_run: Annotated[
        bool,
        Option("Show what a throw comes to on average, if play goes on for ever and money never runs out."),
    ]
    by_rule: Annotated[
        bool,
        Option(
            "With --long-run: also show how often each rule fires, and what it costs.",
            asks="Also show how often each rule of the system fires, and what it costs.",
        ),
    ]


class HandOptions(TypedDict, total=False):
    """The figures of a shooter's hand. A chance is a fraction of thousands of digits."""

    at_least: Annotated[
        int | None,
        Option(
            "Show only the chance of N throws or more.",
            "N",
            asks="Also the chance of so many throws or more.",
            most=1000,
        ),
    ]


class LayoutOptions(TableOptions, total=False):
    """The table, and what lies on its layout."""

    puck: Annotated[int, Option("The point, or 0 while the puck is off.", default=0, least=0, most=12)]
    layout: Annotated[
        str,
        Option(
            "The wagers with what lies on each in dollars, such as pass 10, come 6 10 off. A commission that "
            "the house takes in advance counts as paid; buy 4 20 paid 0 if it is not.",
            "LAYOUT",
            required=True,
        ),
    ]


class TrajectoryOptions(QuestionOptions, total=False):
    """The table, the length of a session, and the sessions that a picture shows throw by throw."""

    seed: Annotated[int, _SEED]
    paths: Annotated[int, Option("How many sessions.", default=40, most=200)]


Options = TypeVar("Options")


def spelling(name: str) -> str:
    """An argument as an address has it; a command writes it with hyphens."""
    return _SPELLED.get(name, name)


def options_of(*kinds: type) -> dict[str, Option]:
    """The options that such dictionaries may have, by name; of two with one name, the last."""
    return {
        name: replace(option, name=name, types=(hint, *get_args(hint)), default=default)
        for kind in kinds
        for name, annotated in get_type_hints(kind, include_extras=True).items()
        for hint, option in [get_args(annotated)]
        for default in [False if hint is bool and option.default is None else option.default]
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
