"""Completing a line while it is typed: the rest of a word, then an example of its use."""

import re
from typing import Final

from bankcraps.game.engine import State
from bankcraps.game.notation.usage import USAGE
from bankcraps.game.notation.vocabulary import WORDS
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import Kind
from bankcraps.terminal.play.commands import COMMANDS

__all__ = ["completed"]

_EXAMPLES: Final = {word: command.example for word, command in COMMANDS.items()} | USAGE
_KINDS: Final = {word: row.kind for row in WORDS for word in (row.kind.value, *dict(row.also))} | {
    "hop_easy": Kind.HOP
}
_SPEAKER: Final = re.compile(r"\s*(?:[^\s:\"]+\s*:\s+)?")


def completed(text: str, book: Rulebook, state: State) -> str:
    """The line that the text most likely begins; empty if nothing fits.

    >>> from bankcraps import Table
    >>> table = Table("three_four_five", {"Ann": 500, "Bob": 300})
    >>> [completed(text, table.rulebook, table.state) for text in ("pl", "Bob: place ", "seat B")]
    ['place', 'Bob: place 6 12', 'seat Bob']
    """
    speaker = _SPEAKER.match(text)
    begun = speaker.end() if speaker else 0
    said, rest = text[:begun], text[begun:]
    if not rest:
        return ""
    names = [seat.name for seat in state.seats]
    words = [word for word in _EXAMPLES if word not in _KINDS or _KINDS[word] in book.wagers]
    guesses = _guesses(rest, words, names, named=bool(said.strip()))
    return next((said + rest + guess[len(rest) :] for guess in guesses), "")


def _guesses(rest: str, words: list[str], names: list[str], *, named: bool) -> list[str]:
    """Return guesses at the words after the name, the likeliest first."""
    word, space, _ = rest.partition(" ")
    if not space:
        guesses = [*words, *(() if named else (f"{name}: " for name in names))]
    elif word == "seat":
        guesses = [f"seat {name}" for name in names]
    elif word == "help":
        guesses = [f"help {word}" for word in words]
    else:
        examples = re.split(r", (?:or: )?", _EXAMPLES.get(word, ""))
        guesses = [example for example in examples if example.startswith(word)]
    return [guess for guess in guesses if guess.casefold().startswith(rest.casefold())]
