"""Changing text on the screen."""

from textual.widgets import Static

__all__ = ["Words"]


class Words(Static):
    """Words of its own width. Only other words lay the screen out again, which takes most of a key's time."""

    def say(self, words: str) -> None:
        """Show these words."""
        if words != self.content:
            self.update(words)
