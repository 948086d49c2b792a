"""The pages of help: the game, the keys, the words, and one wager under the rules of this house."""

from collections.abc import Iterator
from typing import Final

from bankcraps.game.chips import printed
from bankcraps.game.engine.events import Bet, Event, Rolled
from bankcraps.game.engine.refusals import listed
from bankcraps.game.notation import read
from bankcraps.game.notation.names import in_words
from bankcraps.game.notation.phrases import Odds
from bankcraps.game.notation.usage import HELP, MEANINGS, USAGE
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.terms import DontTerms, HandTerms, NumberTerms, OddsTerms, OneRollTerms, Terms
from bankcraps.game.wagers import Kind
from bankcraps.live.advice.act_forms import act_form
from bankcraps.terminal.play.commands import COMMANDS, SCREEN_HELP, shortcuts
from bankcraps.terminal.play.session import rule_text

Page = list[tuple[str, list[tuple[str, str]]]]
"""Headings, each with lines of a word and its meaning."""

KEYS: Final = SCREEN_HELP["keys"]
"""The keys that act at once while the line is empty."""
PRACTICE_KEYS: Final = frozenset({"<"})
"""The keys that act only in practice."""
TYPING_KEYS: Final = SCREEN_HELP["typing keys"]
"""The keys while the line is not empty."""
_MADE: Final = dict(SCREEN_HELP["made"])
_DOWN: Final = dict(SCREEN_HELP["comes down"])
_KINDS: Final = {kind.value: kind for kind in Kind}


def help_page(book: Rulebook, unit: str) -> Page:
    """All help, in the order for beginners."""
    short = [(key, f"{unit} on {name}" if key not in "ou" else name) for key, name in shortcuts(book)]
    keys = [(key, f"{about}, in practice" if key in PRACTICE_KEYS else about) for key, about in KEYS]
    return [
        ("The game", [("", paragraph) for paragraph in _game(book)]),
        ("Keys and typing", [("", paragraph) for paragraph, _ in SCREEN_HELP["typing"]]),
        ("Keys, while the line is empty", [*keys, *SCREEN_HELP["more keys"]]),
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


def _game(book: Rulebook) -> list[str]:
    """The game in paragraphs, with the come-out of this house."""
    rules = book.come_out
    craps = f", {listed(rules.craps)} {'loses' if len(rules.craps) == 1 else 'lose'}" if rules.craps else ""
    wins = "wins" if len(rules.naturals) == 1 else "win"
    come_out = f"On the pass line {listed(rules.naturals)} {wins}{craps}. Any other total becomes the point."
    paragraphs = [text for text, needs in SCREEN_HELP["game"] if not needs or _KINDS[needs] in book.wagers]
    return [paragraph.format(come_out=come_out) for paragraph in paragraphs]


def _lines(book: Rulebook, words: dict[str, str]) -> list[tuple[str, str]]:
    """Examples with their meanings; of wagers, those that the house offers, with its names for them."""
    lines: list[tuple[str, str]] = []
    for word, example in words.items():
        kind, meaning = _KINDS.get(word), MEANINGS.get(word, "")
        if kind is None:
            lines.append((example, meaning))
        elif kind in book.wagers:
            lines.append((example, f"{book.wagers[kind].name}: {meaning}"))
    return lines


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
    cited = {part.strip() for key in terms.source for part in terms.clause(key).split(",")}
    clauses = sorted(cited - {"convention", ""})
    return [*page, (terms.name, list(_facts(terms))), ("The rules", [_clause(book, one) for one in clauses])]


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
    lines = [("for", " or ".join(role.replace("_", " ") for role in form.roles) or "players")]
    for field in form.fields:
        choices = ", ".join(choice.value for choice in field.choices)
        left_out = "" if field.required else "may be left out"
        lines.append((field.label, "; ".join(part for part in (choices, left_out) if part) or "needed"))
    return "", lines + ([_clause(book, form.clause)] if form.clause else [])


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
    yield "working", in_words(terms, "works") + (", and you may call it on and off" if terms.calls else "")
    if terms.max_pay is not None:
        with_it = " with the stake" if terms.max_pay_on == "payoff" else ""
        yield "cap", f"one win pays at most {printed(terms.max_pay)}{with_it}"


def _clause(book: Rulebook, clause: str) -> tuple[str, str]:
    """Return a clause and its text, if the document has one."""
    text = rule_text(book, clause)
    return clause, "" if text == clause else text.removeprefix(f"{clause}: ")
