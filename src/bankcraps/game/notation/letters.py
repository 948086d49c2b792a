"""Letters that stand for words at a table: the same at the terminal and on the page."""

from collections.abc import Mapping
from typing import Final

__all__ = ["LETTERS"]

LETTERS: Final[Mapping[str, str]] = {
    "p": "pass",
    "d": "dont_pass",
    "c": "come",
    "f": "field",
    "y": "eleven",
    "o": "odds",
    "u": "undo",
}
"""The word of each letter: a wager, or what to do."""
