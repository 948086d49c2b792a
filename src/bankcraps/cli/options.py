"""The options that the lab's commands share: house, system, plan, how to play, and files to write."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict, TypeVar

import click

from bankcraps.cli.running import warn
from bankcraps.errors import BankcrapsError
from bankcraps.new_files import UnwritableError, check_place, unwritten
from bankcraps.question import Question, SessionOptions, ask

if TYPE_CHECKING:
    from bankcraps.simulation.runs.chunks import Summable
    from bankcraps.simulation.simulate import RunOptions

__all__ = [
    "DEFAULT_BOOK",
    "SCREEN",
    "HouseArgs",
    "LengthArgs",
    "PlanArgs",
    "RideArgs",
    "RunArgs",
    "asks_house",
    "asks_house_and_system",
    "asks_length",
    "asks_plan",
    "asks_run",
    "asks_short_plan",
    "draws",
    "draws_one_of",
    "names_file",
    "picture_first",
    "picture_name",
    "read_question",
    "read_run_options",
    "session_options",
]

DEFAULT_BOOK: Final = "three_four_five"
SCREEN: Final = "-"
"""In place of a file: standard output."""


_OVERWRITE: Final = "bankcraps.overwrite"
_CLAIMED: Final = "bankcraps.files"

F = TypeVar("F", bound=Callable[..., Any])


def _named(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """Refuse an empty name: a shell variable that is not set is not the same as no option."""
    del context
    if given is not None and not given.strip():
        raise BankcrapsError(f"{option.opts[0]} is given without a name: say one, or leave it out")
    return given


def _picture(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """Check the file for a picture before anything is computed for it."""
    path = _named(context, option, given)
    if path is not None:
        from bankcraps.plots.picture import usable  # noqa: PLC0415 - Matplotlib loads slowly

        _claim(context, option, usable(path, replace=context.meta.get(_OVERWRITE, False)))
    return path


def _claim(context: click.Context, option: click.Parameter, file: Path) -> None:
    """Refuse a second option that names the same file: one would replace what the other has written."""
    claimed: dict[Path, str] = context.meta.setdefault(_CLAIMED, {})
    other = claimed.setdefault(file.resolve(), option.opts[0])
    if other != option.opts[0]:
        raise BankcrapsError(f"{other} and {option.opts[0]} both name {file}")


def _new_file(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """Check a file before anything is computed for it."""
    path = _named(context, option, given)
    if path not in (None, SCREEN):
        try:
            place = check_place(path, replace=context.meta.get(_OVERWRITE, False), devices=True)
        except UnwritableError as error:
            raise BankcrapsError(unwritten(path, error)) from None
        _claim(context, option, place)
    return path


def _may_replace(context: click.Context, option: click.Parameter, given: bool) -> None:  # noqa: FBT001 - click's
    """Keep for the options that name files whether they may exist."""
    del option
    context.meta[_OVERWRITE] = given


def names_file(*names: str, says: str) -> Callable[[F], F]:
    """An option that names a file to be written. A command has it beside `draws`, which has `--overwrite`."""
    return click.option(*names, metavar="FILE", callback=_new_file, help=says)


def draws(says: str) -> Callable[[F], F]:
    """The options `--plot` and `--overwrite`."""
    plot = click.option("--plot", metavar="FILE", callback=_picture, help=says)
    overwrite = click.option(
        "--overwrite",
        is_flag=True,
        is_eager=True,  # before the options that name files
        expose_value=False,
        callback=_may_replace,
        help="replace files that exist.",
    )
    return lambda command: plot(overwrite(command))


def draws_one_of(**pictures: str) -> Callable[[F], F]:
    """The options `--plot` and `--picture`; the first picture is the default."""
    usual = next(iter(pictures))
    told = "; ".join(f"{name}, {says}" for name, says in pictures.items())
    which = click.option(
        "--picture", type=click.Choice(list(pictures)), help=f"what to draw: {told}.  [default: {usual}]"
    )
    plot = draws("draw a picture into a PNG or SVG file.")
    return lambda command: plot(which(command))


_RULES: Final = click.option(
    "--rules",
    default=DEFAULT_BOOK,
    show_default=True,
    metavar="BOOK",
    help="the house: a book, book:option=choice, or a file.",
)

_STRATEGY: Final = click.option(
    "--strategy",
    required=True,
    metavar="SYSTEM",
    help="the betting system: a name from `bankcraps strategies`, a file, or its text.",
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
        help="the player leaves when they own less than this.",
    ),
)

_LENGTH: Final = (
    click.option("--throws", type=int, metavar="N", help="the session is N throws long."),
    click.option("--decisions", type=int, metavar="N", help="the session is N decisions of the line long."),
    click.option("--shooters", type=int, metavar="N", help="the session is N shooters' hands long."),
)

_SETTLED: Final = click.option(
    "--until-settled",
    is_flag=True,
    help="the session lasts until the goal is reached or the money is gone; implied by a goal.",
)


_RIDE: Final = click.option(
    "--let-it-ride",
    is_flag=True,
    help="whoever leaves lets the dice decide don't wagers and odds, instead of taking them down.",
)

_SIMULATION: Final = (
    click.option(
        "--sessions",
        type=int,
        default=100_000,
        show_default=True,
        metavar="N",
        help="how many sessions to play.",
    ),
    click.option("--seed", type=int, default=0, show_default=True, help="the seed of the dice."),
    click.option(
        "--workers",
        type=int,
        default=1,
        show_default=True,
        metavar="W",
        help="how many processes play on this machine.",
    ),
    click.option("--threads", is_flag=True, help="play in threads instead of processes; they start at once."),
    click.option(
        "--dask",
        metavar="ADDRESS",
        callback=_named,
        help="the address of a Dask scheduler; its workers play instead.",
    ),
)


class HouseArgs(TypedDict):
    """Arguments that `asks_house` and `asks_house_and_system` pass to a command, except the system."""

    rules: str
    limits: str
    chip: str


class LengthArgs(TypedDict):
    """Arguments that `asks_length` passes to a command."""

    throws: int | None
    decisions: int | None
    shooters: int | None


class RideArgs(TypedDict):
    """Arguments for players who leave: whether the dice decide their don't wagers and odds."""

    let_it_ride: bool


class PlanArgs(LengthArgs, RideArgs):
    """Arguments that `asks_plan` passes to a command; money in dollars, as it was written."""

    bankroll: str
    goal: str | None
    floor: str
    until_settled: bool


class RunArgs(TypedDict):
    """Arguments that `asks_run` passes to a command."""

    sessions: int
    seed: int
    workers: int
    threads: bool
    dask: str | None


def asks_house_and_system(command: F) -> F:
    """Options for a house, a system and a table."""
    return _with(command, (_RULES, _STRATEGY, *_SIGN))


def asks_house(command: F) -> F:
    """Options for a house and a table."""
    return _with(command, (_RULES, *_SIGN))


def asks_plan(command: F) -> F:
    """Options for a plan: a bankroll, when to leave, how long."""
    return _with(command, (_BANKROLL, *_LEAVING, *_LENGTH, _SETTLED, _RIDE))


def asks_short_plan(command: F) -> F:
    """Options for a plan, with a default bankroll of 500."""
    return _with(command, (_SOME_BANKROLL, *_LEAVING, *_LENGTH, _SETTLED, _RIDE))


def asks_run(command: F) -> F:
    """Options for a run: how many sessions, on whose dice, and who plays."""
    return _with(command, _SIMULATION)


def asks_length(command: F) -> F:
    """Options for a length, and for leaving."""
    return _with(command, (*_LENGTH, _RIDE))


def _with(command: F, options: tuple[Callable[[F], F], ...]) -> F:
    for option in reversed(options):
        command = option(command)
    return command


class _TableAndLength(HouseArgs, LengthArgs, RideArgs):
    """A house, a table, a length, and leaving."""


class _Asked(HouseArgs, PlanArgs):
    """Arguments that a question needs."""


def session_options(asked: _TableAndLength) -> SessionOptions:
    """The table and the length, as `ask` takes them."""
    return {
        "limits": asked["limits"],
        "chip": asked["chip"],
        "throws": asked["throws"],
        "decisions": asked["decisions"],
        "shooters": asked["shooters"],
        "let_it_ride": asked["let_it_ride"],
    }


def read_question(strategy: str, asked: _Asked) -> Question:
    """The question of a command.

    Raises:
        BankcrapsError: if it has no length or several, or for a plan that cannot be played.
    """
    return ask(
        asked["rules"],
        strategy,
        asked["bankroll"],
        asked["goal"],
        asked["floor"],
        until_settled=asked["until_settled"],
        **session_options(asked),
    )


def read_run_options(
    asked: RunArgs,
    finished: "Callable[[Summable], None] | None",
    *,
    paths: bool = True,
    parquet: str | None = None,
) -> "RunOptions":
    """How a command plays its sessions.

    Args:
        asked: what `asks_run` hands to the command.
        finished: called with the result of each chunk of sessions.
        paths: whether to follow whole paths.
        parquet: the file for every session with its metrics.
    """
    from bankcraps.simulation.simulate import RunOptions  # noqa: PLC0415 - the simulator loads slowly

    return RunOptions(
        asked["sessions"],
        asked["seed"],
        asked["workers"],
        asked["dask"],
        paths=paths,
        threads=asked["threads"],
        parquet=parquet,
        finished=finished,
        warn=warn,
    )


@contextmanager
def picture_first(plot: str | None, draw: Callable[[str], object]) -> Generator[None]:
    """Draw into a file, if one is named, before the answer is printed: a pipe may close while it is.

    A picture that fails is reported last, so that the answer is printed all the same.
    """
    trouble: BankcrapsError | None = None
    if plot is not None:
        try:
            draw(plot)
        except BankcrapsError as error:
            trouble = error
    yield
    if trouble is not None:
        raise trouble


def picture_name(plot: str | None, picture: str | None, usual: str) -> str:
    """Which picture to draw.

    Raises:
        BankcrapsError: if a picture is named and no file for it.
    """
    if picture is not None and plot is None:
        raise BankcrapsError(f"--picture {picture} goes with --plot FILE")
    return picture or usual
