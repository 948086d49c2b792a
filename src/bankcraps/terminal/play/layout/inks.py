"""The inks and grounds of the screen."""

from typing import Final, Literal, NamedTuple


class Ink(NamedTuple):
    """The look of a character.

    Attributes:
        colour: of the character.
        ground: behind it, where it brings its own (a chip, the puck, a die).
        bold, italic: its weight and slope.
    """

    colour: str
    ground: str = ""
    bold: bool = False
    italic: bool = False


Ground = Literal["felt", "cold", "centre", "hot", "number", "point", "wood", "night", "bar", "alarm"]

GROUNDS: Final[dict[Ground, str]] = {
    "felt": "#0b5d2e",
    "cold": "#0e4a58",
    "centre": "#0a4a29",
    "hot": "#6a1b1b",
    "number": "#0b5d2e",
    "point": "#8a6a12",
    "wood": "#46230f",
    "night": "#131613",
    "bar": "#262626",
    "alarm": "#5f1a1a",
}
"""The background colours."""

SEAT_COLOURS: Final = (
    "#ffd75f",
    "#87d7ff",
    "#ffaf87",
    "#d7afff",
    "#afff87",
    "#ffafd7",
    "#eeeeee",
    "#87ffd7",
)
"""The chips of the first eight seats. The ninth has the first colour again; initials tell the two apart."""

LINES: Final = Ink("#7fae8f")
LABEL: Final = Ink("#e8dcc0")
TITLE: Final = Ink("#fff3d0", bold=True)
NUMBER: Final = Ink("#ffd75f", bold=True)
WON: Final = Ink("#87ff87", bold=True)
LOST: Final = Ink("#ff8f87", bold=True)
PUCK_ON: Final = Ink("#101010", ground="#ffffff", bold=True)
PUCK_OFF: Final = Ink("#ffffff", ground="#101010", bold=True)
PLAIN: Final = Ink("#d8d8d0")
FAINT: Final = Ink("#8a9088")
STRONG: Final = Ink("#ffffff", bold=True)
GOLD: Final = Ink("#ffd75f", bold=True)
PIPS: Final = Ink("#8a1414", ground="#f6eed8", bold=True)
"""The inks of the screen."""

_NOTE: Final = Ink("#9fc9a8")
NOTES: Final[dict[Ground, Ink]] = {
    **dict.fromkeys(GROUNDS, _NOTE),
    "cold": Ink("#8fc0cc"),
    "hot": Ink("#e8b0a8"),
    "point": Ink("#fff3d0"),
}
"""The ink of pays on each ground."""
