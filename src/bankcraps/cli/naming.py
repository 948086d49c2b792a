"""The options that name a file, or something else that an empty name does not name."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from bankcraps.errors import BankcrapsError

__all__ = ["draws", "draws_first", "draws_one_of", "named", "names_file", "shown"]

F = TypeVar("F", bound=Callable[..., Any])


def named(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """What an option names; an empty name, of a variable that is not set, is not the option left out."""
    del context
    if given is not None and not given.strip():
        raise BankcrapsError(f"{option.opts[0]} is given without a name: say one, or leave it out")
    return given


def _picture(context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """A file for a picture, looked at before anything is worked out for it."""
    path = named(context, option, given)
    if path is not None:
        from bankcraps.plots.picture import usable  # noqa: PLC0415 - Matplotlib takes its time to load

        usable(path)
    return path


def names_file(*names: str, says: str) -> Callable[[F], F]:
    """An option that names a file to be written."""
    return click.option(*names, metavar="FILE", callback=named, help=says)


def draws(says: str) -> Callable[[F], F]:
    """The option `--plot`."""
    return click.option("--plot", metavar="FILE", callback=_picture, help=says)


def draws_one_of(**pictures: str) -> Callable[[F], F]:
    """The options `--plot` and `--picture`, where there are several pictures: the first is the usual one."""
    usual = next(iter(pictures))
    told = "; ".join(f"{name}, {says}" for name, says in pictures.items())
    which = click.option(
        "--picture", type=click.Choice(list(pictures)), help=f"what to draw: {told}.  [default: {usual}]"
    )
    plot = draws("draw a picture into a PNG or SVG file.")
    return lambda command: plot(which(command))


@contextmanager
def draws_first(plot: str | None, draw: Callable[[str], object]) -> Generator[None]:
    """Draw into a file first, if one is named, and print then: a pipe may close before all is printed.

    What cannot be drawn is told last, and does not cost the answer.
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


def shown(plot: str | None, picture: str | None, usual: str) -> str:
    """Which picture is drawn.

    Raises:
        BankcrapsError: if one is asked for and no file is named for it.
    """
    if picture is not None and plot is None:
        raise BankcrapsError(f"--picture {picture} goes with --plot FILE")
    return picture or usual
