"""The options of `bankcraps best` that say what a play is the best for."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypedDict, TypeVar

import click

from bankcraps.analysis.lab_options import AimOptions, options_of
from bankcraps.cli.options import Dollars, Fraction, Whole

__all__ = ["AimArgs", "asks_aim", "spelled"]

F = TypeVar("F", bound=Callable[..., Any])


class AimArgs(TypedDict):
    """Arguments that `asks_aim` passes to a command; money in dollars, as it was written."""

    goal: str | None
    settled: bool
    throws: int | None
    decisions: int | None
    shooters: int | None
    least_throws_at: float | None
    still_playing: int | None
    action: str | None
    at_least: str | None
    at_most: str | None
    utility: tuple[str, ...]
    against: str | None


_SETTINGS: Final[Mapping[str, dict[str, Any]]] = {
    "settled": {"is_flag": True},
    "throws": {"type": Whole()},
    "decisions": {"type": Whole()},
    "shooters": {"type": Whole()},
    "least_throws_at": {"type": Fraction()},
    "still_playing": {"type": Whole()},
    "utility": {"multiple": True},
}
"""Settings for click; options not listed are sums in dollars, or text."""


def asks_aim(command: F) -> F:
    """The options for an aim."""
    for name, option in reversed(options_of(AimOptions).items()):
        settings: dict[str, Any] = {"help": option.says, "metavar": option.unit, **_SETTINGS.get(name, {})}
        if option.unit == "DOLLARS":
            settings["type"] = Dollars()
        command = click.option(spelled(name), name, **settings)(command)
    return command


def spelled(name: str, unit: str = "") -> str:
    """An option as a command has it: `--goal DOLLARS`."""
    return f"--{name.replace('_', '-')} {unit}".rstrip()
