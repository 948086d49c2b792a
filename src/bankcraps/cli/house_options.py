"""The options that choose the house of a command."""

from collections.abc import Callable
from typing import Any, Final

import click

__all__ = ["DATABASE", "dice_key"]

_Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

DATABASE: Final[_Decorator] = click.option(
    "--database",
    default="bankcraps.db",
    show_default=True,
    metavar="URL",
    help="an SQLite file, or a postgresql:// URL.",
)
"""The option `--database`."""


def dice_key(says: str) -> _Decorator:
    """The option `--dice-key`, or its variable, as `key_file`."""
    return click.option(
        "--dice-key", "key_file", default="", envvar="BANKCRAPS_DICE_KEY", metavar="FILE", help=says
    )
