"""The slots of a line, from its parse tree: wagers, amounts, numbers and names, and the words between them.

What people can say is registered (`language.py`), with the slots of what is not one word after another.
The *shape* of a slot is what it says, whatever numbers and wagers it has. Two texts of the same shape are the
same choice: `ahead 100` and `ahead 25`.
"""

# Lark's own annotations leave type arguments open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import re
from collections.abc import Iterable, Sequence
from typing import Final, cast

from lark import Token, Tree

from bankcraps.game.notation.tokens import Misplaced
from bankcraps.strategies.language import PHRASES, WORDS, Found, Node, Part, Said, Slotted, said_with, span_of
from bankcraps.strategies.progressions import one_name
from bankcraps.strategies.wager_sets import meant

__all__ = ["found_in"]

_JOINS: Final = frozenset({"all_of", "any_of"})
_HEADS: Final = {
    **dict.fromkeys(("when", "after"), "head"),
    **dict.fromkeys(("go_when", "go_after"), "go"),
    **dict.fromkeys(("only", "stop_after"), "line"),
}
"""Lines that are one choice whatever conditions, events or ends they have, and their kinds of slot."""

_KINDS: Final = {"act": "bet", "change": "bet", "wrapper": "line", "trigger": "event"}
"""The kinds of slot of the rules of the grammar."""

_LIKE: Final = {"sum": "amount"}
"""Slots that count as another kind in the shape of what they are in."""

_JOINING: Final = re.compile(r"\s+(?:and|or)\s+", re.IGNORECASE)
_LINE: Final = re.compile(r"\d(?:.*\d)?")
"""The numbers of a labouchere: one slot."""


def found_in(line: Tree[Token], text: str) -> list[Found]:
    """The slots of a line, in order: a stage, the head of a rule, a step, or a line for the whole system.

    Args:
        line: its tree, as `line_tree` returns it.
        text: the line.
    """
    return [_of_line(cast("Tree[Token]", child), text) for child in line.children]


def _of_line(node: Tree[Token], text: str) -> Found:
    name = str(node.data)
    if name == "stage":
        return _slot("stage_head", node, node.children)
    if name not in _HEADS:
        return _phrase_slot(node)
    others = [child for child in node.children if isinstance(child, Tree)]
    if name == "stop_after":
        inside = _removable([_slot("end", end, _named(end)) for end in others], text)
    else:
        event, asked = ([others[0]], others[1:]) if name in ("after", "go_after") else ([], others)
        inside = [*map(_phrase_slot, event), *(found for one in asked for found in _conditions(one, text))]
    stage = [_last_word(child) for child in node.children if isinstance(child, Token)]
    return _slot(_HEADS[name], node, [*stage, *inside])._replace(shape=(name,))


# Conditions.


def _conditions(tree: Tree[Token], text: str) -> list[Found]:
    """Each condition of those that `and`, `or`, `not` and brackets join."""
    children = cast("list[Tree[Token]]", tree.children)
    if tree.data in _JOINS:
        each = [_conditions(child, text) for child in children]
        if all(len(one) == 1 for one in each):
            first, *others = _removable([one for (one,) in each], text)
            negated = children[0].data == "negated"  # its `not` would stay, and mean the next one
            return [first._replace(removes=None) if negated else first, *others]
        return [one for found in each for one in found]
    if tree.data == "negated":
        return _conditions(children[0], text)  # the word `not` stays beside it
    return [_slot("condition", tree, _named(tree))]


def _removable(found: Sequence[Found], text: str) -> list[Found]:
    """Slots that a word joins: each with that word can be removed, as long as one stays."""
    if len(found) == 1:
        return list(found)
    made = list[Found]()
    for at, one in enumerate(found):
        start, end = (one.start, found[at + 1].start) if at == 0 else (found[at - 1].end, one.end)
        between = text[one.end : end] if at == 0 else text[start : one.start]
        alone = _JOINING.fullmatch(between) is not None  # and no bracket or `not`
        made.append(one._replace(removes=(start, end) if alone else None))
    return made


# Phrases and words.


def _phrase_slot(tree: Tree[Token]) -> Found:
    """The slot of a phrase, with its parts."""
    phrase = PHRASES[str(tree.data)]
    parts = tree.children if phrase.how.parts is None else phrase.how.parts(tree.children)
    return _slot(_KINDS[phrase.of], tree, [phrase.how.shape or str(tree.data), *parts])


def _slot(kind: str, node: Node, nodes: Iterable[Part | Slotted | Node]) -> Found:
    """A slot with its parts. The order of words does not matter: `10 on pass` is `pass 10`."""
    every = _parts(nodes)
    inside = tuple(sorted((one for one in every if isinstance(one, Found)), key=lambda one: one.start))
    words = (f"<{_LIKE.get(one.kind, one.kind)}>" if isinstance(one, Found) else one for one in every)
    return Found(kind, *span_of([node]), tuple(sorted(words)), inside)


def _parts(nodes: Iterable[Part | Slotted | Node]) -> list[Part]:
    """The parts of some nodes, in their order."""
    found = list[Part]()
    for node in nodes:
        phrase = PHRASES.get(str(node.data)) if isinstance(node, Tree) else None
        if isinstance(node, Slotted):
            found.append(_slot(node.kind, node.node, _named(node.node)))
        elif isinstance(node, Token):  # before other text, which it is, too
            found += _of_word(node)
        elif not isinstance(node, Tree):
            found.append(node)
        elif phrase is not None and phrase.of == "target":
            found.append(_target(node))
        elif phrase is not None and phrase.of == "trigger":  # of `3 throws since point_set`
            found.append(_phrase_slot(node))
        else:
            found += _parts(_named(node))
    return found


def _named(node: Node) -> list[str | Node]:
    """A node with the name of its rule of the grammar."""
    return [str(node.data), *node.children] if isinstance(node, Tree) else [node]


def _target(tree: Tree[Token]) -> Found:
    """A slot for a set of wagers."""
    try:
        named = meant(cast("Said", said_with(PHRASES[str(tree.data)], tree.children, tree.meta))).words
    except Misplaced:
        named = ""
    return Found("target", *span_of([tree]), (named,))


def _of_word(token: Token) -> list[Part]:
    """The slots in a word, and the word without them."""
    if token.type == "MONEY":
        return [Found("number", *span_of([token]))]
    if token.type == "PROGRESSION":
        return [Found("progression", *span_of([token]), (one_name(token),))]
    if token.type in ("STAGE", "GO_TO"):
        return [_last_word(token), token.type]
    if token.type == "LABOUCHERE":
        named = "reverse" if token.lower().startswith("reverse") else "labouchere"
        return [*_matches(token, _LINE, "words"), named]
    known = WORDS.get(token.type)
    if known is not None and known.numbers is not None:
        without = known.numbers.sub("#", token.lower().replace("percent", "%"))
        said = re.sub(r"\s|(?<=#)(?:st|nd|rd|th)\b", "", without)
        return [*_matches(token, known.numbers, "number"), said]
    return [token.type if known is not None and known.alike else _plain(token)]


def _plain(token: Token) -> str:
    """A word in the form in which words of the same meaning are alike."""
    said = re.sub(r"\b(the|my|its|with)\b\s*", "", token.lower())
    return re.sub(r"[\s_-]+", "_", said)


def _last_word(token: Token) -> Found:
    """The name of a stage."""
    name = token.split()[-1]
    end = span_of([token])[1]
    kind = "words" if token.type == "STAGE" else "stage"
    return Found(kind, end - len(name), end, (name.lower(),))


def _matches(token: Token, form: re.Pattern[str], kind: str) -> list[Found]:
    start = span_of([token])[0]
    return [Found(kind, start + one.start(), start + one.end()) for one in form.finditer(token)]
