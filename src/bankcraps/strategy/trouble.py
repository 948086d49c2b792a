"""Words of a system that are not understood."""

from bankcraps.errors import NotationError

__all__ = ["SystemTextError"]


class SystemTextError(NotationError):
    """Words that say no system, with the line as well.

    Attributes:
        line: the line of the text, counted from 1; `text` is that line, and `column` counts in it.
    """

    def __init__(self, message: str, text: str, line: int, column: int = 1, word: str = "") -> None:
        """Keep the place."""
        super().__init__(message, text, column, word)
        self.line = line
