"""The pages of help: how the game goes, the keys, the words, and one wager in this house's terms."""

from collections.abc import Iterator
from typing import Final

from bankcraps.chips import printed
from bankcraps.engine.events import Bet
from bankcraps.notation import read
from bankcraps.notation.usage import HELP, USAGE
from bankcraps.play.keys import legend
from bankcraps.play.trouble import rule_of
from bankcraps.play.vocabulary import COMMANDS
from bankcraps.rulebook import Rulebook
from bankcraps.rulebook.terms import DontTerms, NumberTerms, OddsTerms, OneRollTerms, Terms
from bankcraps.wagers import Kind

__all__ = ["Page", "help_on", "help_page"]

Page = list[tuple[str, list[tuple[str, str]]]]
"""Headings, each with lines of a word and what it is about."""

_GAME: Final = """
Each round begins with a come-out throw. On the pass line 7 and 11 win, and 2, 3 and 12 lose. Any
other number becomes the point, and the puck goes on it. Then the point again wins, and a 7 first
loses.

Don't pass is the reverse, with one craps number barred. Come and don't come are the same two wagers
made while the puck is on: they travel to the next number thrown, and win or lose there.

Odds behind any of these four are paid exactly as likely as they are, without any edge to the house.

Place and buy wagers want their number before a 7, lay wagers a 7 before their number. A hard way
wants its number as a pair, before it comes otherwise and before a 7. The field, the horn and their
like are for the next throw alone.
"""
_SCREEN: Final = [
    (
        "A10+20",
        "chips of the seat whose name begins with A: 10, and 20 in odds; the current seat's come first",
    ),
    ("12 off", "a wager called off; grey chips are not in action, as most are not on a come-out"),
    ("▲14 ▼10", "what the last throw won and lost there"),
    ("5*", "a promotional token"),
    ("…2", "two more for which there is no room; the word wagers lists them"),
    ("mouse", "a click stakes a unit on a box, with the right button it takes the last wager down"),
]
_MORE_KEYS: Final = [("up, down", "lines said before"), ("page up, page down", "the log")]
_MADE: Final = {
    "come_out": "on a come-out, while the puck is off",
    "puck_on": "while the puck is on",
    "any": "at any time",
    "new_shooter": "before a new shooter's first throw",
}
_DOWN: Final = {
    "always": "whenever its player likes",
    "until_number": "until its number is set, and then only when it is decided",
    "never": "only when it is decided",
}
_WORKS: Final = {"always": "always", "puck_on": "while the puck is on"}
_KINDS: Final = {kind.value: kind for kind in Kind}
_COMMANDS: Final = {
    "roll": "throw the dice; roll 4-2 if you threw real ones",
    "undo": "take back the last thing said",
    "seat": "say the next lines for another player; so does tab",
    "unit": "what one key stakes",
    "wagers": "list all that stands",
    "help": "this page, or one word of it",
    "quit": "leave the table",
}


def help_page(book: Rulebook, unit: str) -> Page:
    """Everything, in the order somebody new would want it."""
    return [
        ("The game", [("", " ".join(paragraph.split())) for paragraph in _GAME.split("\n\n")]),
        ("Keys, while nothing is typed", [*legend(book, unit), *_MORE_KEYS]),
        ("Reading the layout", _SCREEN),
        ("Words for the screen", [(COMMANDS[word], about) for word, about in _COMMANDS.items()]),
        (
            "Words for the table",
            [("Bob: come 10", "any line may begin with a name; without one, it is yours")],
        ),
        *((group, lines) for group, words in HELP.items() if (lines := _lines(book, words))),
    ]


def _lines(book: Rulebook, words: dict[str, str]) -> list[tuple[str, str]]:
    """Examples with the house's names; nothing for wagers that it does not take."""
    kinds = {word: _KINDS.get(word) for word in words}
    there = [word for word, kind in kinds.items() if kind is None or kind in book.wagers]
    return [(words[word], book.wagers[kind].name if (kind := kinds[word]) else "") for word in there]


def help_on(book: Rulebook, word: str) -> Page:
    """One word: how it is used and, for a wager, its terms in this house and the clauses they are from."""
    if word in _COMMANDS:
        return [(word, [(COMMANDS[word], _COMMANDS[word])])]
    if word not in USAGE:
        return [(word, [("", f"{word!r} is not said at a table; help alone lists the words there are.")])]
    page: Page = [(word, [(USAGE[word], "")])]
    kind = _kind(word)
    if kind is None:
        return page
    terms = book.wagers.get(kind)
    if terms is None:
        return [*page, ("", [("", f"{book.title} does not take it.")])]
    return [*page, (terms.name, list(_facts(terms))), ("What the rules say", list(_clauses(book, terms)))]


def _kind(word: str) -> Kind | None:
    """The kind of wager a word stakes on, by reading its example."""
    said = read(USAGE[word].split(",")[0]).words
    return said.wager.kind if isinstance(said, Bet) else None


def _facts(terms: Terms) -> Iterator[tuple[str, str]]:
    pays = ", ".join(f"{thrown}: {pay}" if thrown else str(pay) for thrown, pay in terms.rows())
    if pays:
        yield "pays", pays
    if isinstance(terms, OneRollTerms) and terms.legs:
        yield "made of", ", ".join(f"{units} on {leg.value}" for leg, units in terms.legs.items())
    if isinstance(terms, DontTerms):
        yield "barred", f"a come-out {terms.bar} neither wins nor loses"
    if isinstance(terms, OddsTerms):
        limits = ", ".join(f"{times} times on {number}" for number, times in terms.limit.items())
        yield "at most", f"{limits}, by what they {terms.measure}"
    if isinstance(terms, NumberTerms) and terms.commission is not None:
        commission = terms.commission
        yield "commission", f"{commission.percent}% of the {commission.on}, taken when {commission.when}"
    yield "made", _MADE[terms.made]
    yield "comes down", _DOWN[terms.take_down]
    yield "in action", _WORKS[terms.works] + (", and may be called on and off" if terms.calls else "")
    if terms.max_pay is not None:
        yield "cap", f"one win pays at most {printed(terms.max_pay)}"


def _clauses(book: Rulebook, terms: Terms) -> Iterator[tuple[str, str]]:
    cited = {part.strip() for key in terms.source for part in terms.clause(key).split(",")}
    for clause in sorted(cited - {"convention", ""}):
        yield clause, rule_of(book, clause).removeprefix(f"{clause}: ")
