"""The fields that say what a play is the best for, with the names and meanings of the command's options."""

from collections.abc import Mapping
from typing import Final

from bankcraps.analysis.lab_options import AimOptions, options_of
from bankcraps.lab.fields import Field, Form, above_0, share, switch, text, up_to, utility

__all__ = ["AIM_FIELDS", "spelled"]

_LATEST: Final = 1000
"""The most throws, decisions or shooters of a play."""

_MOST_UTILITIES: Final = 8
"""The most utilities of one question: each is a play of its own."""

_COUNT: Final = up_to(_LATEST, 1)

_FORMS: Final[Mapping[str, Form]] = {
    "goal": above_0,
    "settled": switch,
    "throws": _COUNT,
    "decisions": _COUNT,
    "shooters": _COUNT,
    "least_throws_at": share,
    "utility": utility,
    "still_playing": _COUNT,
    "action": above_0,
    "at_least": above_0,
    "at_most": above_0,
    "against": text,
}

AIM_FIELDS: Final = tuple(
    Field(name, option.says, _FORMS[name], most=_MOST_UTILITIES if name == "utility" else 1)
    for name, option in options_of(AimOptions).items()
)
"""The fields of every aim. What they need of each other is said where the question is answered."""


def spelled(name: str, unit: str = "") -> str:
    """A field as an address has it: `goal=DOLLARS`."""
    return f"{name}={unit}" if unit else name
