"""Words of a system that are not understood."""

from bankcraps.errors import NotationError

__all__ = ["SystemTextError"]


class SystemTextError(NotationError):
    """Words that say no system, with the line as well.

    Attributes:
        line: the line of the text, counted from 1; `text` is that line, and `column` counts in it. None where
            no one line is to blame but all of them, and then there is no column either: it is 0.
    """

    def __init__(
        self, message: str, text: str = "", line: int | None = None, column: int = 0, word: str = ""
    ) -> None:
        """Keep the place, if there is one."""
        super().__init__(message, text, column, word)
        self.line = line

    def pointed(self) -> str:
        """The line with a caret under the trouble, and the message below it; or the message by itself."""
        return str(self) if self.line is None else super().pointed()
