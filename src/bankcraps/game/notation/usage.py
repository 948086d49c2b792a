"""Every word that a line can begin with: an example and a meaning, for help and for errors."""

import re
from collections.abc import Mapping
from typing import Final

from bankcraps.support.files import own_rows

_ROWS: Final = own_rows("bankcraps.game.notation", "usage.txt")


def _word(example: str) -> str:
    """The word of an example: its first."""
    return re.split(r"[\s,]", example)[0]


HELP: Final = {group: {_word(example): example for example, _ in rows} for group, rows in _ROWS.items()}
"""Every word that a line can begin with, by group, each with an example."""

USAGE: Final = {word: example for words in HELP.values() for word, example in words.items()}

MEANINGS: Final = {_word(example): said for rows in _ROWS.values() for example, said in rows if said}
"""Each word's meaning, or when its wager wins. A synonym has no entry: its example names the first word."""


# Letters that stand for words at a table: the same at the terminal and on the page.


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


# Common questions at a table, which a terminal answers itself: "my bets", "how much do I have".


_QUESTIONS: Final = tuple(
    (re.compile(rf"\s*(?:{asked})[ ?!.]*", re.IGNORECASE), answer)
    for asked, answer in (
        (r"how much (?:does|do|would) (?:the |an? )?(?P<rest>.+?) pays?", "help"),
        (r"what (?:does|do|would) (?:the |an? )?(?P<rest>.+?) pays?", "help"),
        (r"(?:what are |show )?my (?:bets|wagers)", "wagers"),
        (r"what (?:bets )?do i have (?:up|working|out there|on the layout|in action)", "wagers"),
        (r"what(?:'s| is) (?:up|working|on the layout|out there)", "wagers"),
        (r"how (?:much|many)\b.*|what do i have|how am i doing|stack|bankroll", "status"),
        (
            r"(?:what(?:'s| is|s| are) |show )?(?:my|the) (?:point|number|bankroll|rail|money|limits?)",
            "status",
        ),
        (r"(?:what(?:'s| is|s| are) |show )?(?:my|the) (?:stack|chips|rack)", "status"),
        (r"what(?:'s| is|s| are) the (?:table )?(?:minimum|maximum|min|max|shooter)", "status"),
        (r"(?:who(?:'s| is|s)|whose) .*|who (?:shoots|rolls|throws|has the dice)", "status"),
    )
)


def question(line: str) -> tuple[str, str] | None:
    """Return the word that answers a question, and what it is about; None for any other line.

    >>> question("my bets"), question("how much does the field pay?"), question("my bets are off")
    (('wagers', ''), ('help', 'field'), None)
    """
    for asked, answer in _QUESTIONS:
        if found := asked.fullmatch(line):
            return answer, found.groupdict().get("rest", "")
    return None
