"""Common questions at a table, which a terminal answers itself: "my bets", "how much do I have"."""

import re
from typing import Final

__all__ = ["question"]

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
