"""The options that choose the house of a command, and the rulebook that its tables were played under."""

from collections.abc import Callable
from typing import Any, Final

import click

from bankcraps.game.rulebook import Rulebook, load_rulebook

__all__ = ["DATABASE", "dice_key", "own_rules"]

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


def _own(context: click.Context, option: click.Parameter, given: str | None) -> Rulebook | None:
    del context, option
    return load_rulebook(given) if given else None


def own_rules(says: str) -> _Decorator:
    """The option `--rules`, as the rulebook `own`."""
    return click.option("--rules", "own", metavar="FILE", callback=_own, help=says)
