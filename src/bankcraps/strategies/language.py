"""The language of systems, as a registry: what people can say, and what it means.

Each instruction, condition, event and amount registers itself beside its meaning, with `says`: its piece of
the grammar, what it makes of the words, its choices on a page, and an example for hints. `word` registers the
words it needs. `text/` makes one grammar of all pieces, and reads texts with it; `slots.py` finds the places
of a text that can be chosen. Neither knows an instruction by name.

The first paragraph of a meaning's docstring explains it to programmers. Rows of tables in it, as in
``| `stop` | no more wagers, ever |``, are what the page about systems says of it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Final, NamedTuple, TypeVar, cast, get_args

import msgspec
from lark import Token

from bankcraps.errors import MoneyError
from bankcraps.game.chips import Cents, printed
from bankcraps.game.notation.building import Misplaced, Node, money, whole
from bankcraps.support.plain import is_list

Reads = Mapping[str, Callable[..., object]]
"""Readers of words by their names, and of the wagers that a `Said` names as `target`."""

NO_WORDS: Final[Reads] = {}
WHOLE: Final = None
"""Nothing is read: the meaning is made of the words as they were parsed."""


class Word(NamedTuple):
    """A word of the language.

    Attributes:
        pattern: a pattern for it as people write it.
        hints: its forms in hints.
        priority: the end of its name in the grammar, `.2` for a word that is tried before others.
        numbers: a pattern for the numbers in it that people can change; None if it has none.
        alike: whether every way to write it is the same choice on a page.
    """

    pattern: str
    hints: tuple[str, ...]
    priority: str
    numbers: re.Pattern[str] | None = None
    alike: bool = False


class Found(NamedTuple):
    """A slot in a line.

    Attributes:
        kind: its kind, as in `Slot`.
        start, end: where it stands.
        shape: its form in words, or the one word for it.
        inside: the slots inside it.
        removes: the text to delete to remove it, or None.
    """

    kind: str
    start: int
    end: int
    shape: tuple[str, ...] = ()
    inside: tuple["Found", ...] = ()
    removes: tuple[int, int] | None = None


Part = Found | str
"""A part of a slot: a slot inside it, or a word of its shape."""


class Slotted(NamedTuple):
    """Words that are a slot of a kind."""

    kind: str
    node: Node


Parts = Iterator[Part | Slotted | Node]
"""The parts of a slot as a phrase finds them: slots, words, and nodes of which others follow."""


class How(NamedTuple):
    """The special features of a phrase.

    Attributes:
        at: the word that an error about the whole points at; empty for its wagers, or its first word.
        parts: finds its slots among its words, where these are not simply one word after another.
        shape: the name of its form: phrases that share it differ only in what stands in their slots.
    """

    at: str = ""
    parts: Callable[..., Parts] | None = None
    shape: str = ""


class Phrase(NamedTuple):
    """Something that people can say.

    Attributes:
        of: the rule of the grammar that it is one form of.
        grammar: its words.
        make: makes the meaning of what `reads` made of the words, in their order.
        reads: a reader for each word by its name; a word that is not named is left out. None for `make` to
            get everything as it was parsed.
        how: its special features.
    """

    of: str
    grammar: str
    make: Callable[..., object]
    reads: Reads | None
    how: How


WORDS: Final[dict[str, Word]] = {}
PHRASES: Final[dict[str, Phrase]] = {}
EXAMPLES: Final[dict[str, str]] = {}
"""Examples for hints, by the words that a line begins with."""

CHOICES: Final[dict[str, dict[str, str]]] = {}
"""The choices of the lists of a page: for each list the words to write, with a description."""

_LISTS: Final = {
    **dict.fromkeys(("atom", "counter", "count"), "condition"),
    "trigger": "event",
    "act": "bet",
    "change": "change",
    "wrapper": "line",
    "end": "end",
    "share": "amount",
    "target": "target",
}
"""The list of choices for each rule of the grammar that has several forms."""


_PLACED: Final = frozenset({"target", "act", "change", "wrapper"})
"""The rules of the grammar whose meanings keep their place in the text."""


def word(name: str, pattern: str, *hints: str, numbers: str = "", alike: bool = False) -> None:
    """Register a word; without a hint, it is called what it says."""
    found, (plain, dot, priority) = re.compile(numbers) if numbers else None, name.partition(".")
    WORDS[plain] = Word(pattern, hints or (plain.strip("_").lower(),), dot + priority, found, alike)


def says(
    phrase: str,
    make: Callable[..., object],
    reads: Reads | None = NO_WORDS,
    shown: Mapping[str, str] | None = None,
    how: How = How(),  # noqa: B008 - a value
    examples: Mapping[str, str] | None = None,
) -> None:
    """Register a phrase.

    Args:
        phrase: the rule of the grammar that it is one form of, its name, and its words.
        make: as in `Phrase`.
        reads: as in `Phrase`.
        shown: its choices on a page, each with a description.
        how: its special features.
        examples: examples for hints, by the words that a line begins with.
    """
    named, _, grammar = phrase.partition(": ")
    of, name = named.split()
    assert name not in PHRASES, name
    PHRASES[name] = Phrase(of, grammar, make, reads, how)
    if shown:
        choices(_LISTS[of], shown)
    EXAMPLES.update(examples or {})


def choices(kind: str, shown: Mapping[str, str], before: str = "") -> None:
    """Add choices to a list, at its end or before another choice."""
    listed = CHOICES.setdefault(kind, {})
    listed.update(shown)
    behind = [*listed][[*listed].index(before) : -len(shown)] if before else []
    listed.update({text: listed.pop(text) for text in behind})


# Readers of words.


MOST_COUNTED: Final = 100_000


def positive(token: Token) -> Cents:
    """An amount above 0, in cents."""
    amount = money(token)
    if amount <= 0:
        raise Misplaced(f"an amount must be more than 0, not {token}", token)
    return amount


def count_of(token: Token, what: str, most: int = MOST_COUNTED) -> int:
    """A whole number from 1 to `most`; `what` it counts is for the message."""
    number = whole(token, what)
    if not 1 <= number <= most:
        raise Misplaced(f"{what} is from 1 to {most}, not {token}", token)
    return number


def count(what: str, most: int = MOST_COUNTED) -> Reads:
    """Reads the number in a phrase as `count_of`."""
    return {"MONEY": partial(count_of, what=what, most=most)}


SUM: Final[Reads] = {"MONEY": positive}
"""Reads the number in a phrase as a sum of money."""


def as_said(token: Token) -> Token:
    """Reads a word as it is."""
    return token


def numbers_in(token: Token) -> list[Token]:
    """The numbers and combinations in a word, each with its place."""
    start = token.start_pos or 0
    found = re.finditer(r"\d+(?:-\d+)?", token)
    return [Token(token.type, part[0], start_pos=start + part.start()) for part in found]


class Said(msgspec.Struct, frozen=True):
    """A meaning that a text says, with the word that an error can point at."""

    meaning: object
    token: Token


def place(meta: object, word: str) -> Token:
    """A word at the place where a rule of the grammar begins."""
    return Token("WORD", word, start_pos=getattr(meta, "start_pos", 0))


def said_with(phrase: Phrase, children: Sequence[object], meta: object) -> object:
    """The meaning that a phrase makes of its words; of a target, a step or a line with its place."""
    if phrase.reads is None:
        values = list(children)
    else:
        values = list[object]()
        for one in children:
            read = phrase.reads.get(one.type if isinstance(one, Token) else "target")
            if isinstance(one, Said):
                values.append(read(one) if read else one.meaning)
            elif not isinstance(one, Token):
                values.append(one)
            elif read:
                values.append(read(one))
    try:
        made = phrase.make(*values)
    except Misplaced as wrong:
        if wrong.token.start_pos is None:  # it is about the phrase as a whole
            wrong.token = place(meta, str(wrong.token))
        raise
    if phrase.of not in _PLACED:
        return made
    several = made if is_list(made) else [made]
    if not all(isinstance(one, Said) for one in several):
        located = [one.token for one in children if isinstance(one, Said)]
        words = (one for one in children if isinstance(one, Token))
        token = place(meta, phrase.how.at) if phrase.how.at else [*located, *words][0]
        several = [Said(one, token) for one in several]
    return several if isinstance(made, list) else several[0]


# Slots.


def wager_slot(kind: str, nodes: Sequence[Node], named: Callable[[], str]) -> Found:
    """A slot for wagers. Its shape is the one word for what it names; empty if there is no such wager."""
    try:
        shape = named()
    except Misplaced:
        shape = ""
    return Found(kind, *span_of(nodes), (shape,))


def sum_slot(kind: str, token: Token, *, alone: bool = False) -> Found:
    """A slot for an amount that is a sum. Before a wager, the grammar takes nothing else."""
    start, end = span_of([token])
    number = Found("sum" if alone else "number", start, end)
    return number if alone else Found(kind, start, end, ("sum",), (number,))


def span_of(nodes: Sequence[Node]) -> tuple[int, int]:
    """The span of nodes together."""
    first, last = nodes[0], nodes[-1]
    start = first.start_pos if isinstance(first, Token) else first.meta.start_pos
    end = last.end_pos if isinstance(last, Token) else last.meta.end_pos
    assert start is not None
    assert end is not None
    return start, end


# Meanings.


def scaled_sum(amount: Cents, by: Fraction) -> Cents:
    """An amount times a scale.

    Raises:
        MoneyError: if the result is not a whole number of cents.
    """
    made = amount * by
    if made.denominator != 1:
        raise MoneyError(f"{printed(amount)} times {float(by):g} is not a whole number of cents")
    return Cents(int(made))


_Meaning = TypeVar("_Meaning")


def scaled(meaning: _Meaning, by: Fraction) -> _Meaning:
    """A meaning with every sum of money times a scale: its fields of `Cents`, and those of its parts.

    Raises:
        MoneyError: if a sum is then not a whole number of cents.
    """
    if isinstance(meaning, tuple):
        return cast("_Meaning", tuple(scaled(one, by) for one in cast("tuple[object, ...]", meaning)))
    if not isinstance(meaning, msgspec.Struct):
        return meaning
    if (own := getattr(meaning, "scaled", None)) is not None:
        return own(by)
    return with_scaled_parts(meaning, by)


_Struct = TypeVar("_Struct", bound=msgspec.Struct)


def with_scaled_parts(meaning: _Struct, by: Fraction) -> _Struct:
    """The same with its fields scaled; itself if that changes nothing."""
    sums, made = _sums(type(meaning)), dict[str, object]()
    for name in meaning.__struct_fields__:
        value = getattr(meaning, name)
        sum_ = name in sums and isinstance(value, int)
        new = scaled_sum(Cents(value), by) if sum_ else scaled(value, by)
        if new is not value:
            made[name] = new
    return msgspec.structs.replace(meaning, **made) if made else meaning


@cache
def _sums(kind: type[msgspec.Struct]) -> frozenset[str]:
    """The names of the fields of a struct that are sums of money, or may be."""
    fields = msgspec.structs.fields(kind)
    return frozenset(one.name for one in fields if Cents in (one.type, *get_args(one.type)))


# Words that several phrases share. Those without a pattern are the table's.


for _name in "ALL NO _ADD _AND _BY _DOWN _EACH _FROM _ODDS _OFF _ON _REGRESS _TAKE _TO".split():  # noqa: SIM905
    word(_name, "")
word("_PRESS", "", "press", "double")
word("MAX", "", "max", "maximum", "full")
word("TIMES", "", "2x", "double", numbers=r"\d+")
word("MONEY", "", "a number")
word("COMBINATION", "", "a combination")
word("_WHEN", r"when\b")
word("_AFTER", r"after\b")
word("_OR", r"or\b")
word("_NOT", r"not\b")
word("_UP", r"up\b")
word("_UP_TO.2", r"up[ _]to\b", "up to")
word("_OF", r"of\b")
word("THIS_SHOOTER.2", r"(with[ \t]+)?this[ _]shooter\b", "this shooter")
word("_LAST_SHOOTER.2", r"(with[ \t]+)?(the[ \t]+)?last[ _]shooter\b", "last shooter")
word("PERCENT.2", r"[0-9][0-9,]*(\.[0-9]*)?[ \t]*(%|percent\b)", "5%", numbers=r"\d[\d,]*(?:\.\d+)?")
word("HALF", r"half\b|(a[ \t]+)?third\b")
word(
    "OF_WHAT.2",
    r"of[ \t]+(the[ \t]+|my[ \t]+)?(start|winnings|losses)\b",
    "of start",
    "of winnings",
    "of losses",
)
word("_THROWS", r"throws?\b")
word("THROWS", r"throws?\b", alike=True)
word("SHOOTERS", r"shooters?\b", alike=True)
word("DECISIONS", r"decisions?\b", alike=True)
word("STAGE.2", r"stage[ \t]+[a-z0-9]\w*", "stage one")
word("GO_TO.2", r"(go|advance|retreat|move)([ \t]+back)?[ \t]+to[ \t]+(stage[ \t]+)?[a-z0-9]\w*", "go to two")
word("_COLON", ":", ":")
word("LPAR", "", "(")
word("RPAR", "", ")")
