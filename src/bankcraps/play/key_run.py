"""Telling a word from a row of keys.

The first letter of `place` is also the key for the pass line. A key acts at once; if the next letters show
that a word is being typed, what the keys did is taken back and the letters go into the line. So nobody has to
say first which of the two they mean.
"""

from collections.abc import Callable
from typing import Final

from bankcraps.play.vocabulary import Vocabulary

__all__ = ["PAUSE", "KeyRun"]

PAUSE: Final = 1.2
"""Seconds after which a letter has nothing to do with the keys before it."""

_LONGEST: Final = 8


class KeyRun:
    """The letters pressed as keys, one soon after the other.

    Attributes:
        keys: the letters, the last of them pressed last.
    """

    def __init__(self) -> None:
        """Begin with nothing pressed."""
        self.keys = ""
        self._at = 0.0

    def pressed(self, key: str, at: float) -> None:
        """A key acted at that time, in seconds; only letters can begin a word."""
        self.keys = (self.keys if at - self._at <= PAUSE else "") + key if key.isalpha() else ""
        self.keys = self.keys[-_LONGEST:]
        self._at = at

    def forget(self) -> None:
        """Something else happened: the keys were keys."""
        self.keys = ""

    def begun(self, letter: str, at: float, words: Vocabulary) -> str:
        """The keys that, with a letter typed now, begin a word; empty if they do not."""
        return self._longest(at, lambda keys: words.begins(keys + letter))

    def word(self, at: float, words: Vocabulary) -> str:
        """The keys that are a whole word, ended now by a space or the enter key; empty if they are none."""
        return self._longest(at, lambda keys: len(keys) > 1 and words.knows(keys))

    def _longest(self, at: float, means: Callable[[str], bool]) -> str:
        if at - self._at > PAUSE:
            return ""
        ends = (self.keys[start:] for start in range(len(self.keys)))
        return next((keys for keys in ends if means(keys)), "")
