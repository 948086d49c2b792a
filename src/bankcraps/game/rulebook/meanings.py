"""The meaning of each value of a rulebook, in the words of the docstrings that define it."""

import inspect
import re
from functools import cache

from bankcraps.game.rulebook.schema import SECTIONS
from bankcraps.game.rulebook.terms import TERMS, Commission, OneRollTerms
from bankcraps.game.wagers import Kind

__all__ = ["attributes", "meaning"]


@cache
def meaning(key: str) -> str:
    """Say what the value with a dotted key means, or return an empty text.

    >>> meaning("dice.set_size")
    'the number of dice in a set, of which the shooter chooses two'
    >>> meaning("wagers.buy.commission.percent")
    'the percentage'
    """
    section, _, rest = key.partition(".")
    if section == "wagers":
        kind, _, rest = rest.partition(".")
        struct: type = TERMS.get(Kind(kind), OneRollTerms)
        if rest.startswith("commission."):
            struct, rest = Commission, rest.removeprefix("commission.")
    elif section in SECTIONS:
        struct = SECTIONS[section]
    else:
        return ""
    means = attributes(struct).get(rest.partition(".")[0], "").replace("`", "")
    return means.replace(", in cents", ", in dollars")  # as `listing` writes them


@cache
def attributes(struct: type) -> dict[str, str]:
    """Return the fields of a struct with their descriptions, from its docstring and those of its bases."""
    found: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if base is not object and base.__doc__:
            found |= _attributes(inspect.cleandoc(base.__doc__))
    return found


def _attributes(text: str) -> dict[str, str]:
    _, _, listing = text.partition("Attributes:\n")
    entries = re.split(r"\n(?=    \S)", "\n" + listing)
    found: dict[str, str] = {}
    for entry in filter(None, entries):
        for part in re.split(r"; (?=`\w+`: )", " ".join(entry.split())):
            names, colon, words = part.partition(": ")
            if colon:
                found |= dict.fromkeys(names.replace("`", "").split(", "), words.rstrip("."))
    return found
