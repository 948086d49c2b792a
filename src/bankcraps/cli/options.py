"""The options that the lab's commands share: house, system, plan, how to play, and files to write."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from bankcraps.analysis import lab_options as lab
from bankcraps.cli import heavy
from bankcraps.cli.columns import echo_json
from bankcraps.errors import BankcrapsError, MoneyError, quoted
from bankcraps.game.chips import dollars
from bankcraps.support import plots
from bankcraps.support.files import shipped_rows
from bankcraps.support.new_files import check_place, writes


class _PlainDigits(click.ParamType[Any]):
    """A type of numbers in the digits 0 to 9: int() takes those of every script."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's
        """Read a number."""
        if isinstance(value, str) and not value.isascii():
            self.fail(f"{quoted(value)}: write numbers in the digits 0 to 9", param, ctx)
        return super().convert(value, param, ctx)


class AnyWhole(_PlainDigits, click.types.IntParamType):
    """The type of a whole number."""


class Whole(_PlainDigits, click.IntRange):
    """The type of a whole number within bounds, which the help shows."""


class Fraction(_PlainDigits, click.types.FloatParamType):
    """The type of a number with a decimal point."""


class Dollars(click.ParamType[str]):
    """The type of a sum of money, kept as text. An error names the option."""

    name = "dollars"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Check that the text is a sum."""
        try:
            dollars(value)
        except MoneyError as error:
            self.fail(str(error), param, ctx)
        return value


SCREEN: Final = "-"
"""A file name that means standard output."""


OPTION_HELP: Final = shipped_rows("bankcraps.cli", "options.txt")
"""The lines of options in the help of their commands, by the command."""

_OVERWRITE: Final = "bankcraps.overwrite"
_CLAIMED: Final = "bankcraps.files"

F = TypeVar("F", bound=Callable[..., object])


def _named(_context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """Refuse an empty name, such as an unset shell variable."""
    if given is not None and not given.strip():
        raise BankcrapsError(f"{option.opts[0]} is given without a name: say one, or leave it out")
    return given


def _picture(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """Check the picture's file before the computation."""
    path = _named(context, option, given)
    if path is not None:
        _claim(context, option, plots.usable(path, replace=context.meta.get(_OVERWRITE, False)))
    return path


def _claim(context: click.Context, option: click.Parameter, file: Path) -> None:
    """Refuse a second option that names the same file, because one would overwrite the other."""
    claimed: dict[Path, str] = context.meta.setdefault(_CLAIMED, {})
    other = claimed.setdefault(file.resolve(), option.opts[0])
    if other != option.opts[0]:
        raise BankcrapsError(f"{other} and {option.opts[0]} both name {file}")


def new_file(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """Check a file before the computation. Its command has `draws`, too, which has `--overwrite`."""
    path = _named(context, option, given)
    if path not in (None, SCREEN):
        with writes(path):
            place = check_place(path, replace=context.meta.get(_OVERWRITE, False), devices=True)
        _claim(context, option, place)
    return path


def _may_replace(context: click.Context, _option: click.Parameter, given: bool) -> None:  # noqa: FBT001 - click's
    """Remember whether named files may be overwritten."""
    context.meta[_OVERWRITE] = given


def names_file(*names: str) -> Callable[[F], F]:
    """An option that names a file to be written. A command has it beside `draws`, which has `--overwrite`."""
    return click.option(*names, metavar="FILE", callback=new_file)


def draws(command: F) -> F:
    """The options `--plot` and `--overwrite`."""
    # Click reads it before the options that name files.
    may = click.option("--overwrite", is_flag=True, is_eager=True, expose_value=False, callback=_may_replace)
    return click.option("--plot", metavar="FILE", callback=_picture)(may(command))


def draws_one_of(**pictures: str) -> Callable[[F], F]:
    """The options `--plot` and `--picture`; the first picture is the default."""
    usual = next(iter(pictures))
    told = "; ".join(f"{name}, {says}" for name, says in pictures.items())
    which = click.option(
        "--picture", type=click.Choice(list(pictures)), help=f"What to draw: {told}.  [default: {usual}]"
    )
    return lambda command: draws(which(command))


class HouseArgs(lab.HouseOption, lab.TableOptions):
    """Arguments for a house and a table, as text."""


class QuestionArgs(HouseArgs, lab.MoneyOptions, lab.FloorOption, lab.QuestionOptions):
    """Arguments for a plan at a house; money in dollars, as it was written."""


class SimulationArgs(QuestionArgs, lab.SimulationOptions):
    """The same with those of `asks_run`."""


def question_of(system: str, asked: QuestionArgs | SimulationArgs) -> "heavy.Question":
    """The question that a command's options ask.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    try:
        return heavy.ask(system=system, **lab.picked(asked, QuestionArgs))
    except heavy.NoLengthError:
        raise BankcrapsError(
            "say how long the session is with one of --throws N, --decisions N, --shooters N, "
            "--until-settled or --goal DOLLARS"
        ) from None


class _Args(SimulationArgs, lab.SystemOption):
    """Every argument that commands of the lab share."""


_TYPES: Final[Mapping[str, click.ParamType[object]]] = {
    "CHANCE": Fraction(),
    "DOLLARS": Dollars(),
    "P": Fraction(),
}
"""The types of values by their unit; others are whole numbers, or text."""


def lab_option(name: str, of: type = _Args, *also: str, **more: object) -> Callable[[F], F]:
    """The option of a command that asks for an argument of the lab: typed, with its default and its help.

    Args:
        name: the argument.
        of: the dictionary that has it.
        also: other spellings.
        more: settings for click that differ from the usual.
    """
    option = lab.options_of(of)[name]
    usual: dict[str, object] = {"help": option.says, "required": option.required}
    spelled = spell(name)
    if bool in option.types:
        either = type(None) in option.types
        usual |= {"default": None} if either else {"is_flag": True}
        spelled += f"/--no-{name}" if either else ""
    else:
        shown = {"default": option.default, "show_default": True} if option.default is not None else {}
        choices = [one for one in option.types if isinstance(one, str)]
        plain = click.Choice(choices) if choices else AnyWhole() if int in option.types else str
        usual |= shown | {"type": _TYPES.get(option.unit, plain), "metavar": option.unit or None}
        usual["multiple"] = option.times > 1 or ... in option.types
    return click.option(spelled, *also, name, cls=click.Option, **usual | dict(option.click) | more)


def spell(name: str, unit: str = "") -> str:
    """An argument as a command has it: `--goal DOLLARS`."""
    return f"--{lab.spelling(name).replace('_', '-')} {unit}".rstrip()


def asks(*kinds: type, **changed: Mapping[str, object]) -> Callable[[F], F]:
    """An option for each argument that such dictionaries have, in their order.

    Args:
        kinds: the dictionaries; of two arguments with one name, the last counts.
        changed: settings for click that differ from the usual, by the argument.
    """
    owners = {name: kind for kind in kinds for name in lab.options_of(kind)}
    return lambda command: _with(
        command, *(lab_option(name, kind, **changed.get(name, {})) for name, kind in owners.items())
    )


def asks_run(command: F) -> F:
    """Options for a run: the number of sessions, the seed, and the workers."""
    plays = map(lab_option, ("sessions", "seed", "workers", "threads"))
    return _with(command, *plays, lab_option("dask", callback=_named))


def _with(command: F, *options: Callable[[F], F]) -> F:
    for option in reversed(options):
        command = option(command)
    return command


def echo_answer(
    told: Callable[[], object],
    show: Callable[[], object],
    *,
    as_json: bool,
    plot: str | None = None,
    draw: Callable[[str], object] | None = None,
) -> None:
    """Print an answer as JSON or in words. First draw it, if a file is named: a pipe may close meanwhile.

    A picture that fails is reported last, so that the answer is printed all the same.
    """
    trouble: BankcrapsError | None = None
    if plot is not None and draw is not None:
        try:
            draw(plot)
        except BankcrapsError as error:
            trouble = error
    if as_json:
        echo_json(told(), pretty=True)
    else:
        show()
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
