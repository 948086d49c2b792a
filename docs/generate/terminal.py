"""The keys and signs of the terminal table, from its help."""

from bankcraps import load_rulebook
from bankcraps.game.notation.usage import HELP
from bankcraps.terminal.play.help import help_page

from .markup import code, table

_ELSEWHERE = ("The game", "Keys and typing", "Words for the table", *HELP)


def terminal() -> str:
    """The help of the terminal: keys, signs on the layout, words for the screen."""
    page = help_page(load_rulebook("three_four_five"), "5")
    parts = [
        f"### {heading}\n\n" + table(["", "meaning"], [(code(word), about) for word, about in lines])
        for heading, lines in page
        if heading not in _ELSEWHERE
    ]
    return "\n".join(parts)
