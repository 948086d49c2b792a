"""The parts of a line as slots: wagers, amounts, numbers and names, and the words between them.

The *shape* of a slot is what it says, whatever numbers and wagers it has. Two texts of the same shape are the
same choice: `ahead 100` and `ahead 25`.
"""

# Lark's own annotations leave type arguments open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from lark import Token, Tree
from lark.exceptions import VisitError

from bankcraps.game.notation.tokens import Misplaced
from bankcraps.strategies.text.phrases import PhraseBuilder

if TYPE_CHECKING:
    from bankcraps.strategies.text.phrases import Located

__all__ = [
    "Found",
    "Node",
    "Part",
    "Shape",
    "amount_slot",
    "last_word",
    "named_parts",
    "of_token",
    "parts_of",
    "slot_of",
    "span_of",
    "sum_slot",
    "wager_slot",
]

Shape = tuple[str, ...]

Node = Tree[Token] | Token


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
    shape: Shape = ()
    inside: tuple["Found", ...] = ()
    removes: tuple[int, int] | None = None


Part = Found | str
"""A part of a slot: a slot inside it, or a word of its shape."""

_TARGETS: Final = frozenset(
    {
        *("spot", "odds_target", "family_target", "hops_target", "hards_target", "line_target", "it_target"),
        "all_target",
    }
)
"""The rules of the grammar that name wagers without a stake."""

_EVENTS: Final = frozenset({"decided", "happened", "seven_outs", "thrown", "reached"})
"""The rules of the grammar that are events."""

_NUMBERED: Final[Mapping[str, re.Pattern[str]]] = {
    **dict.fromkeys(("POINT_ON", "EVERY", "TIMES", "BACK"), re.compile(r"\d+")),
    "THROW_OF": re.compile(r"\d+(?:-\d+)?"),
    "PERCENT": re.compile(r"\d[\d,]*(?:\.\d+)?"),
}
"""Words of the grammar that hold numbers, and how these are written."""

_LIKE: Final = {"sum": "amount"}
"""Slots that count as another kind in the shape of what they are in."""

_PLURAL: Final = frozenset({"WIN", "LOSS", "THROWS", "SHOOTERS", "DECISIONS"})
_SERIES: Final = re.compile(r"\d(?:.*\d)?")

# Wagers and amounts.


def wager_slot(kind: str, nodes: Sequence[Node], named: Callable[[], str]) -> Found:
    """A slot for wagers. Its shape is the one word for what it names; empty if there is no such wager."""
    try:
        word = named()
    except Misplaced:
        word = ""
    start, end = span_of(nodes)
    return Found(kind, start, end, (word,))


def _target(tree: Tree[Token]) -> Found:
    """A slot for a set of wagers."""
    try:
        word = cast("Located", PhraseBuilder().transform(tree)).target.words
    except (Misplaced, VisitError):
        word = ""
    start, end = span_of([tree])
    return Found("target", start, end, (word,))


def sum_slot(kind: str, token: Token, *, alone: bool = False) -> Found:
    """A slot for an amount that is a sum. Before a wager, the grammar takes nothing else."""
    number = _number(token)
    return (
        number._replace(kind="sum") if alone else number._replace(kind=kind, shape=("sum",), inside=(number,))
    )


def amount_slot(kind: str, tree: Tree[Token]) -> Found:
    """A slot for an amount that depends on money."""
    return slot_of(kind, tree, named_parts(tree))


def _number(token: Token) -> Found:
    start, end = span_of([token])
    return Found("number", start, end)


# Words.


def parts_of(nodes: Iterable[object]) -> list[Part]:
    """The parts of some nodes, in their order."""
    found = list[Part]()
    for node in cast("Iterable[Node]", nodes):
        if isinstance(node, Token):
            found += of_token(node)
        elif node.data in _TARGETS:
            found.append(_target(node))
        elif node.data in _EVENTS:  # of `3 throws since point_set`
            found.append(slot_of("event", node, named_parts(node)))
        else:
            found += named_parts(node)
    return found


def named_parts(tree: Tree[Token]) -> list[Part]:
    """The name of a rule of the grammar, and the parts in it."""
    return [str(tree.data), *parts_of(tree.children)]


def of_token(token: Token) -> list[Part]:
    """The slots in a word, and the word without them."""
    if token.type == "MONEY":
        return [_number(token)]
    if token.type == "PROGRESSION":
        return [_number(token)._replace(kind="progression", shape=(_progression(token),))]
    if token.type in ("STAGE", "GO_TO"):
        return [last_word(token), token.type]
    if token.type == "LABOUCHERE":
        numbers = _matches(token, _SERIES, "words")
        return [*numbers, "reverse" if token.lower().startswith("reverse") else "labouchere"]
    if token.type in _NUMBERED:
        form = _NUMBERED[token.type]
        without = form.sub("#", token.lower().replace("percent", "%"))
        return [*_matches(token, form, "number"), re.sub(r"\s|(?<=#)(?:st|nd|rd|th)\b", "", without)]
    return [token.type if token.type in _PLURAL else _plain(token)]


def _plain(token: Token) -> str:
    """A word in the form in which words of the same meaning are alike."""
    said = re.sub(r"\b(the|my|its|with)\b\s*", "", token.lower())
    return re.sub(r"[\s_-]+", "_", said)


def _progression(token: Token) -> str:
    """The one word for a progression."""
    said = re.sub(r"[\s_-]+", "-" if token[0].isdecimal() else "_", token.lower().replace("'", ""))
    return "oscar" if said.startswith("oscar") else said


def last_word(token: Token) -> Found:
    """The name of a stage."""
    name = token.split()[-1]
    end = span_of([token])[1]
    kind = "words" if token.type == "STAGE" else "stage"
    return Found(kind, end - len(name), end, (name.lower(),))


def _matches(token: Token, form: re.Pattern[str], kind: str) -> list[Found]:
    start = span_of([token])[0]
    return [Found(kind, start + one.start(), start + one.end()) for one in form.finditer(token)]


def slot_of(kind: str, node: Node, parts: Iterable[Part]) -> Found:
    """A slot with its parts. The order of words does not matter: `10 on pass` is `pass 10`."""
    every = list(parts)
    inside = tuple(sorted((one for one in every if isinstance(one, Found)), key=lambda one: one.start))
    words = (f"<{_LIKE.get(one.kind, one.kind)}>" if isinstance(one, Found) else one for one in every)
    start, end = span_of([node])
    return Found(kind, start, end, tuple(sorted(words)), inside)


def span_of(nodes: Sequence[Node]) -> tuple[int, int]:
    """The span of nodes together."""
    first, last = nodes[0], nodes[-1]
    start = first.start_pos if isinstance(first, Token) else first.meta.start_pos
    end = last.end_pos if isinstance(last, Token) else last.meta.end_pos
    assert start is not None
    assert end is not None
    return start, end
