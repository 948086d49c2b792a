"""The options that name a file, or something else that an empty name does not name."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from bankcraps.errors import BankcrapsError

__all__ = ["draws", "named", "names_file"]

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
