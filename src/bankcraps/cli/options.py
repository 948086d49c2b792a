"""The options that the lab's commands share: house, system, plan, how to play, and files to write."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar, get_args, get_type_hints

import click

from bankcraps.analysis.lab_options import (
    MoreOptions,
    Option,
    QuestionOptions,
    SimulationOptions,
    TableOptions,
    options_of,
    picked,
)
from bankcraps.errors import BankcrapsError, MoneyError, quoted
from bankcraps.game.chips import dollars
from bankcraps.strategies.plan import LENGTH_UNITS
from bankcraps.support.new_files import UnwritableError, check_place, unwritten

if TYPE_CHECKING:
    from bankcraps.analysis.question import Question

__all__ = [
    "DEFAULT_BOOK",
    "SCREEN",
    "Dollars",
    "Fraction",
    "HouseArgs",
    "QuestionArgs",
    "SimulationArgs",
    "Whole",
    "asks_house",
    "asks_house_and_system",
    "asks_length",
    "asks_parquet",
    "asks_plan",
    "asks_run",
    "draws",
    "draws_one_of",
    "lab_option",
    "names_file",
    "picture_first",
    "picture_name",
    "question_of",
]


class Whole(click.IntRange):
    """The type of a whole number, in the digits 0 to 9: int() takes those of every script."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ANN401 - click's
        """Read a whole number."""
        return super().convert(_plain(self, value, param, ctx), param, ctx)


class Fraction(click.FloatRange):
    """The type of a number with a decimal point, in the same digits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ANN401 - click's
        """Read a number."""
        return super().convert(_plain(self, value, param, ctx), param, ctx)


def _plain(
    kind: click.ParamType[Any],
    value: Any,  # noqa: ANN401 - click's
    param: click.Parameter | None,
    ctx: click.Context | None,
) -> Any:  # noqa: ANN401
    """Refuse what has digits of another script."""
    if isinstance(value, str) and not value.isascii():
        kind.fail(f"{quoted(value)}: write numbers in the digits 0 to 9", param, ctx)
    return value


class Dollars(click.ParamType[str]):
    """The type of a sum of money, kept as text. An error names the option."""

    name = "dollars"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ANN401 - click's
        """Check that the text is a sum."""
        try:
            dollars(value)
        except MoneyError as error:
            self.fail(str(error), param, ctx)
        return value


DEFAULT_BOOK: Final = "three_four_five"
SCREEN: Final = "-"
"""A file name that means standard output."""


_OVERWRITE: Final = "bankcraps.overwrite"
_CLAIMED: Final = "bankcraps.files"

F = TypeVar("F", bound=Callable[..., Any])


def _named(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """Refuse an empty name, such as an unset shell variable."""
    del context
    if given is not None and not given.strip():
        raise BankcrapsError(f"{option.opts[0]} is given without a name: say one, or leave it out")
    return given


def _picture(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """Check the picture's file before the computation."""
    path = _named(context, option, given)
    if path is not None:
        from bankcraps.support.plots.picture import usable  # noqa: PLC0415 - Matplotlib loads slowly

        _claim(context, option, usable(path, replace=context.meta.get(_OVERWRITE, False)))
    return path


def _claim(context: click.Context, option: click.Parameter, file: Path) -> None:
    """Refuse a second option that names the same file, because one would overwrite the other."""
    claimed: dict[Path, str] = context.meta.setdefault(_CLAIMED, {})
    other = claimed.setdefault(file.resolve(), option.opts[0])
    if other != option.opts[0]:
        raise BankcrapsError(f"{other} and {option.opts[0]} both name {file}")


def _new_file(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """Check a file before the computation."""
    path = _named(context, option, given)
    if path not in (None, SCREEN):
        try:
            place = check_place(path, replace=context.meta.get(_OVERWRITE, False), devices=True)
        except UnwritableError as error:
            raise BankcrapsError(unwritten(path, error)) from None
        _claim(context, option, place)
    return path


def _may_replace(context: click.Context, option: click.Parameter, given: bool) -> None:  # noqa: FBT001 - click's
    """Remember whether named files may be overwritten."""
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


class HouseArgs(TableOptions):
    """Arguments that `asks_house` passes to a command, as text."""

    house: Annotated[
        str, Option("the house: a book, book:option=choice, or a file.", "BOOK", default=DEFAULT_BOOK)
    ]


class QuestionArgs(HouseArgs, QuestionOptions):
    """Arguments of `asks_house` and `asks_plan`; money in dollars, as it was written."""

    bankroll: Annotated[str, Option("what the player brings.", "DOLLARS")]
    goal: Annotated[str | None, Option("the player leaves when they own this much.", "DOLLARS")]
    floor: Annotated[str, Option("the player leaves when they own less than this.", "DOLLARS", default="0")]


class SimulationArgs(QuestionArgs, SimulationOptions):
    """Arguments of `asks_house`, `asks_plan` and `asks_run`."""


def question_of(system: str, asked: QuestionArgs | SimulationArgs) -> "Question":
    """The question that a command's options ask.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    from bankcraps.analysis.question import NoLengthError, ask  # noqa: PLC0415 - NumPy loads slowly, or is not installed

    try:
        return ask(system=system, **picked(asked, QuestionArgs))
    except NoLengthError:
        raise BankcrapsError(
            "say how long the session is with one of --throws N, --decisions N, --shooters N, "
            "--until-settled or --goal DOLLARS"
        ) from None


class _Args(SimulationArgs, MoreOptions):
    """Every argument that commands of the lab share."""

    system: Annotated[
        str, Option("the betting system: a name from `bankcraps strategies`, a file, or its text.", "SYSTEM")
    ]


_OPTIONS: Final = options_of(_Args)
_TYPES: Final = get_type_hints(_Args)
_SPELLED: Final = {"house": "rules", "system": "strategy"}
"""The spelling in commands of arguments that have another name in Python."""


def lab_option(name: str, **more: Any) -> Callable[[F], F]:  # noqa: ANN401 - settings of click
    """The option of a command that asks for an argument of the lab: typed, with its default and its help.

    Args:
        name: the argument.
        more: settings for click that differ from the usual.
    """
    option, takes = _OPTIONS[name], {_TYPES[name], *get_args(_TYPES[name])}
    usual: dict[str, Any] = {"help": option.says}
    if bool in takes:
        usual["is_flag"] = True
    else:
        shown = {"default": option.default, "show_default": True} if option.default is not None else {}
        usual |= shown | {"type": str if str in takes else Whole(), "metavar": option.unit or None}
    if option.unit == "DOLLARS":
        usual["type"] = Dollars()
    return click.option(f"--{_SPELLED.get(name, name).replace('_', '-')}", name, **usual | more)


def asks_house(command: F) -> F:
    """Options for a house and a table."""
    return _with(command, *map(lab_option, ("house", "limits", "chip")))


def asks_house_and_system(command: F) -> F:
    """Options for a house, a system and a table."""
    system = lab_option("system", required=True)
    return _with(command, lab_option("house"), system, *map(lab_option, ("limits", "chip")))


def asks_plan(*, bankroll: str | None = None) -> Callable[[F], F]:
    """Options for a plan: a bankroll, when to leave, how long.

    Args:
        bankroll: the default; None if a bankroll must be given.
    """
    settings = {"required": True} if bankroll is None else {"default": bankroll, "show_default": True}
    brings = lab_option("bankroll", **settings)
    others = ("goal", "floor", *LENGTH_UNITS, "until_settled", "let_it_ride")
    return lambda command: _with(command, brings, *map(lab_option, others))


def asks_length(command: F) -> F:
    """Options for a length, and for leaving."""
    return _with(command, *map(lab_option, (*LENGTH_UNITS, "let_it_ride")))


def asks_run(command: F) -> F:
    """Options for a run: the number of sessions, the seed, and the workers."""
    plays = map(lab_option, ("sessions", "seed", "workers", "threads"))
    return _with(command, *plays, lab_option("dask", callback=_named))


def asks_parquet(command: F) -> F:
    """The option `--parquet`. A command has it beside `draws`, which has `--overwrite`."""
    return lab_option("parquet", callback=_new_file)(command)


def _with(command: F, *options: Callable[[F], F]) -> F:
    for option in reversed(options):
        command = option(command)
    return command


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
    """The name of the picture to draw.

    Raises:
        BankcrapsError: if a picture is named and no file for it.
    """
    if picture is not None and plot is None:
        raise BankcrapsError(f"--picture {picture} goes with --plot FILE")
    return picture or usual
