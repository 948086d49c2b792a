"""The options that the commands of the odds lab share, and what they mean together."""

from collections.abc import Callable
from typing import Any, Final, TypedDict, TypeVar

import click

from bankcraps.chain.asking import Game, game, plan_of
from bankcraps.cli.naming import named
from bankcraps.errors import BankcrapsError
from bankcraps.strategy.plan import Plan

__all__ = [
    "DEFAULT_BOOK",
    "AskedPlan",
    "AskedSimulation",
    "AskedTable",
    "Length",
    "asks_game",
    "asks_length",
    "asks_plan",
    "asks_short_plan",
    "asks_simulation",
    "asks_table",
    "read_game",
    "read_plan",
]

DEFAULT_BOOK: Final = "three_four_five"

F = TypeVar("F", bound=Callable[..., Any])

_RULES: Final = click.option(
    "--rules",
    default=DEFAULT_BOOK,
    show_default=True,
    metavar="BOOK",
    help="a book, book:option=choice, or a file.",
)

_STRATEGY: Final = click.option(
    "--strategy",
    required=True,
    metavar="SYSTEM",
    help="a name of `bankcraps strategies`, a file, or the text itself.",
)

_SIGN: Final = (
    click.option(
        "--limits",
        default="1:10000:1",
        show_default=True,
        metavar="MIN:MAX[:UNIT]",
        help="the sign at the table, in dollars.",
    ),
    click.option("--chip", default="1", show_default=True, metavar="DOLLARS", help="the smallest chip."),
)

_BANKROLL: Final = click.option(
    "--bankroll", required=True, metavar="DOLLARS", help="what the player brings."
)
_SOME_BANKROLL: Final = click.option(
    "--bankroll", default="500", show_default=True, metavar="DOLLARS", help="what the player brings."
)

_LEAVING: Final = (
    click.option("--goal", metavar="DOLLARS", help="the player leaves when they own this much."),
    click.option(
        "--floor",
        default="0",
        show_default=True,
        metavar="DOLLARS",
        help="... or when they own less than this.",
    ),
)

_LENGTH: Final = (
    click.option("--throws", type=int, metavar="N", help="the session is N throws long."),
    click.option("--decisions", type=int, metavar="N", help="... or N rounds decided on the line."),
    click.option("--shooters", type=int, metavar="N", help="... or N shooters' hands."),
)

_SETTLED: Final = click.option(
    "--until-settled", is_flag=True, help="... or until the goal is reached or the money is gone."
)


_SIMULATION: Final = (
    click.option("--sessions", type=int, default=100_000, show_default=True, metavar="N", help="how many."),
    click.option("--seed", type=int, default=0, show_default=True, help="whose dice."),
    click.option("--workers", type=int, default=1, show_default=True, metavar="W", help="processes here."),
    click.option("--threads", is_flag=True, help="workers are threads of this process: they start at once."),
    click.option(
        "--dask", metavar="ADDRESS", callback=named, help="a Dask scheduler whose workers play instead."
    ),
)


class AskedTable(TypedDict):
    """What `asks_table` and `asks_game` hand to a command, the system aside."""

    rules: str
    limits: str
    chip: str


class Length(TypedDict):
    """What `asks_length` hands to a command."""

    throws: int | None
    decisions: int | None
    shooters: int | None


class AskedPlan(Length):
    """What `asks_plan` hands to a command; money in dollars, as it was written."""

    bankroll: str
    goal: str | None
    floor: str
    until_settled: bool


class AskedSimulation(TypedDict):
    """What `asks_simulation` hands to a command."""

    sessions: int
    seed: int
    workers: int
    threads: bool
    dask: str | None


def asks_game(command: F) -> F:
    """A house, a system, a table."""
    return _with(command, (_RULES, _STRATEGY, *_SIGN))


def asks_table(command: F) -> F:
    """A house and a table, without a system."""
    return _with(command, (_RULES, *_SIGN))


def asks_plan(command: F) -> F:
    """A bankroll, when to leave, how long."""
    return _with(command, (_BANKROLL, *_LEAVING, *_LENGTH, _SETTLED))


def asks_short_plan(command: F) -> F:
    """The same, where a bankroll of 500 and one shooter do if nothing else is said."""
    return _with(command, (_SOME_BANKROLL, *_LEAVING, *_LENGTH, _SETTLED))


def asks_simulation(command: F) -> F:
    """How many sessions, on whose dice, and who plays."""
    return _with(command, _SIMULATION)


def asks_length(command: F) -> F:
    """How long."""
    return _with(command, _LENGTH)


def _with(command: F, options: tuple[Callable[[F], F], ...]) -> F:
    for option in reversed(options):
        command = option(command)
    return command


def read_game(strategy: str, asked: AskedTable) -> Game:
    """The house and the system."""
    return game(asked["rules"], strategy, asked["limits"], asked["chip"])


def read_plan(asked: AskedPlan) -> Plan:
    """The plan; exactly one length has to be given.

    Raises:
        BankcrapsError: if none or several are, or for a plan that nobody can play.
    """
    length: Length = {
        "throws": asked["throws"],
        "decisions": asked["decisions"],
        "shooters": asked["shooters"],
    }
    given = [f"--{key}" for key, value in length.items() if value is not None]
    given += ["--until-settled"] * asked["until_settled"]
    if len(given) != 1:
        ways = "--throws N, --decisions N, --shooters N or --until-settled"
        said = "none of them was" if not given else f"{' and '.join(given)} were"
        raise BankcrapsError(f"say how long the session is with one of {ways}; {said} given")
    return plan_of(asked["bankroll"], asked["goal"], asked["floor"], **length)
