"""Every word that a line can begin with: an example and a meaning, for help and for errors."""

import re
from typing import Final

from bankcraps.support.files import shipped_rows

_ROWS: Final = shipped_rows("bankcraps.game.notation", "usage.txt")

LETTERS: Final = dict(_ROWS.pop("letters"))
"""The word of each letter that stands for one: a wager, or what to do."""

_QUESTIONS: Final = tuple(
    (re.compile(rf"\s*(?:{asked})[ ?!.]*", re.IGNORECASE), answer) for asked, answer in _ROWS.pop("questions")
)


def _word(example: str) -> str:
    """The word of an example: its first."""
    return re.split(r"[\s,]", example)[0]


HELP: Final = {group: {_word(example): example for example, _ in rows} for group, rows in _ROWS.items()}
"""Every word that a line can begin with, by group, each with an example."""

USAGE: Final = {word: example for words in HELP.values() for word, example in words.items()}

MEANINGS: Final = {_word(example): said for rows in _ROWS.values() for example, said in rows if said}
"""Each word's meaning, or when its wager wins. A synonym has no entry: its example names the first word."""


def question(line: str) -> tuple[str, str] | None:
    """Return the word that answers a question, and what it is about; None for any other line.

    >>> question("my bets"), question("how much does the field pay?"), question("my bets are off")
    (('wagers', ''), ('help', 'field'), None)
    """
    for asked, answer in _QUESTIONS:
        if found := asked.fullmatch(line):
            return answer, found.groupdict().get("rest", "")
    return None
