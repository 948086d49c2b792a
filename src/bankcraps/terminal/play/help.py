"""The pages of help: the game, the keys, the words, and one wager under the rules of this house."""

from collections.abc import Iterator
from typing import Final

from bankcraps.game.chips import printed
from bankcraps.game.engine.events import Bet, Event, Rolled
from bankcraps.game.engine.refusals import listed
from bankcraps.game.notation import read
from bankcraps.game.notation.names import WORKS
from bankcraps.game.notation.phrases import Odds
from bankcraps.game.notation.usage import HELP, MEANINGS, USAGE
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.terms import DontTerms, HandTerms, NumberTerms, OddsTerms, OneRollTerms, Terms
from bankcraps.game.wagers import Kind
from bankcraps.live.advice.act_forms import ActForm, act_form
from bankcraps.terminal.play.commands import COMMANDS, SCREEN_HELP
from bankcraps.terminal.play.session import rule_text
from bankcraps.terminal.play.shortcuts import shortcuts

Page = list[tuple[str, list[tuple[str, str]]]]
"""Headings, each with lines of a word and its meaning."""

KEYS: Final = SCREEN_HELP["keys"]
"""The keys that act at once while the line is empty."""
PRACTICE_KEYS: Final = frozenset({"<"})
"""The keys that act only in practice."""
TYPING_KEYS: Final = SCREEN_HELP["typing keys"]
"""The keys while the line is not empty."""
_MADE: Final = {
    "come_out": "on a come-out, while the puck is off",
    "puck_on": "while the puck is on",
    "any": "at any time",
    "new_shooter": "before a new shooter's first throw",
    "after_seven": "before a new shooter's first throw, or after a 7",
}
_DOWN: Final = {
    "always": "at any time",
    "until_number": "until it has its number; then it stays until it is decided",
    "never": "never; it stays until it is decided",
}
_KINDS: Final = {kind.value: kind for kind in Kind}


def help_page(book: Rulebook, unit: str) -> Page:
    """All help, in the order for beginners."""
    short = [(key, f"{unit} on {name}" if key not in "ou" else name) for key, name in shortcuts(book)]
    return [
        ("The game", [("", paragraph) for paragraph in _game(book)]),
        ("Keys and typing", [("", paragraph) for paragraph, _ in SCREEN_HELP["typing"]]),
        ("Keys, while the line is empty", [*map(_in_practice, KEYS), *SCREEN_HELP["more keys"]]),
        ("Keys, while you type", TYPING_KEYS),
        ("Shortcuts: type one, then enter", short),
        ("Reading the layout", SCREEN_HELP["layout"]),
        ("Commands", SCREEN_HELP["commands"]),
        (
            "Words for the table",
            [
                (
                    "Bob: come 10",
                    "a line may begin with a player's name; without one it is for the current player",
                )
            ],
        ),
        *((group, lines) for group, words in HELP.items() if (lines := _lines(book, words))),
    ]


def _in_practice(key: tuple[str, str]) -> tuple[str, str]:
    """Say of a key that it acts only in practice."""
    return (key[0], f"{key[1]}, in practice") if key[0] in PRACTICE_KEYS else key


def _game(book: Rulebook) -> list[str]:
    """The game in paragraphs, with the come-out of this house."""
    rules = book.come_out
    craps = f", {listed(rules.craps)} {'loses' if len(rules.craps) == 1 else 'lose'}" if rules.craps else ""
    wins = "wins" if len(rules.naturals) == 1 else "win"
    come_out = f"On the pass line {listed(rules.naturals)} {wins}{craps}. Any other total becomes the point."
    paragraphs = [text for text, needs in SCREEN_HELP["game"] if not needs or _KINDS[needs] in book.wagers]
    return [paragraph.format(come_out=come_out) for paragraph in paragraphs]


def _lines(book: Rulebook, words: dict[str, str]) -> list[tuple[str, str]]:
    """Examples with their meanings, without the wagers that the house does not offer."""
    kinds = {word: _KINDS.get(word) for word in words}
    there = [word for word, kind in kinds.items() if kind is None or kind in book.wagers]
    return [(words[word], _meaning(book, word)) for word in there]


def _meaning(book: Rulebook, word: str) -> str:
    """Say what a word does; for a wager, give the house's name for it and say when it wins."""
    kind = _KINDS.get(word)
    name = f"{book.wagers[kind].name}: " if kind in book.wagers else ""
    return name + MEANINGS.get(word, "")


def help_on(book: Rulebook, word: str, *, commands: bool = True) -> Page:
    """One word: how to use it; for a wager, this house's terms with their clauses; for an act, its parts.

    Args:
        book: the house.
        word: the word.
        commands: whether a word may be a command of the screen.
    """
    word = next((known for known in (word, *_shorter(word)) if known in COMMANDS or known in USAGE), word)
    if commands and word in COMMANDS:
        return [(word, [COMMANDS[word]])]
    if word not in USAGE:
        return [(word, [("", f"{word!r} is not a command. Type help alone for the list.")])]
    page: Page = [(word, [(USAGE[word], MEANINGS.get(word, ""))])]
    said = read(USAGE[word].split(",")[0]).words
    kind = said.wager.kind if isinstance(said, Bet) else Kind.PASS_ODDS if isinstance(said, Odds) else None
    if kind is None:
        if isinstance(said, Rolled) or not isinstance(said, Event):
            return page
        return [*page, _about_act(book, said.__class__)]
    terms = book.wagers.get(kind)
    if terms is None:
        return [*page, ("", [("", f"{book.title} does not offer it.")])]
    return [*page, (terms.name, list(_facts(terms))), ("The rules", list(_clauses(book, terms)))]


def _shorter(word: str) -> Iterator[str]:
    """Yield the words that a phrase may mean, the longest first: `any seven`, `hard eight`."""
    words = word.split()
    for count in range(len(words), 0, -1):
        yield "_".join(words[:count])


def _about_act(book: Rulebook, act: type[Event]) -> tuple[str, list[tuple[str, str]]]:
    """Describe an act: who may do it, its words, and the rule that allows it."""
    form = act_form(book, act, {})
    if form.never:
        return "", [("never", form.never)]
    who = [("for", " or ".join(role.replace("_", " ") for role in form.roles) or "players")]
    return "", [*who, *_fields(form), *([_clause(book, form.clause)] if form.clause else [])]


def _fields(form: ActForm) -> Iterator[tuple[str, str]]:
    """Yield the fields of an act, and whether each may be left out."""
    for field in form.fields:
        choices = ", ".join(choice.value for choice in field.choices)
        left_out = "" if field.required else "may be left out"
        yield field.label, "; ".join(part for part in (choices, left_out) if part) or "needed"


def _facts(terms: Terms) -> Iterator[tuple[str, str]]:
    pays = "; ".join(f"{thrown}: {pay}" if thrown else str(pay) for thrown, pay in terms.rows())
    if pays:
        yield "pays", pays
    if isinstance(terms, OneRollTerms) and terms.legs:
        yield "made of", ", ".join(f"{units} on {leg.value}" for leg, units in terms.legs.items())
    if isinstance(terms, DontTerms):
        yield "barred", f"a come-out {terms.bar} neither wins nor loses"
    if isinstance(terms, OddsTerms):
        multiples = ", ".join(f"{times} times on {number}" for number, times in terms.limit.items())
        yield "limit", f"{multiples}; this limits what they {terms.measure}"
    if isinstance(terms, NumberTerms) and terms.commission is not None:
        commission = terms.commission
        again = (
            ", and again when a winner stays up" if commission.again and commission.when == "placed" else ""
        )
        yield (
            "commission",
            f"{commission.percent}% of the {commission.on}, taken when {commission.when}{again}",
        )
    if isinstance(terms, HandTerms):
        what = "its number" if terms.need else listed(terms.among)
        over = "the shooter's hand ends" if terms.ends == "hand" else "any 7 is thrown"
        yield (
            "counts",
            f"{what}, as {'points made' if terms.counts == 'points' else 'totals thrown'}, until {over}",
        )
    yield "made", _MADE[terms.made]
    yield "comes down", _DOWN[terms.take_down]
    yield "working", WORKS[terms.works] + (", and you may call it on and off" if terms.calls else "")
    if terms.max_pay is not None:
        with_it = " with the stake" if terms.max_pay_on == "payoff" else ""
        yield "cap", f"one win pays at most {printed(terms.max_pay)}{with_it}"


def _clauses(book: Rulebook, terms: Terms) -> Iterator[tuple[str, str]]:
    cited = {part.strip() for key in terms.source for part in terms.clause(key).split(",")}
    for clause in sorted(cited - {"convention", ""}):
        yield _clause(book, clause)


def _clause(book: Rulebook, clause: str) -> tuple[str, str]:
    """Return a clause and its text, if the document has one."""
    text = rule_text(book, clause)
    return clause, "" if text == clause else text.removeprefix(f"{clause}: ")
