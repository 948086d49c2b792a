"""The slots of a line, from its parse tree. The grammar stays in `grammar.lark`; here its rules become slots.

The *shape* of a slot is what it says, whatever numbers and wagers it has. Two texts of the same shape are the
same choice: `ahead 100` and `ahead 25`.
"""

# Lark's own annotations leave type arguments open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, cast

from lark import Token, Tree
from lark.exceptions import VisitError

from bankcraps.notation.tokens import Misplaced, spot_of, stake_of
from bankcraps.strategy.text.phrases import Located, PhraseBuilder, flat_named

__all__ = ["Found", "Shape", "found_in"]

Shape = tuple[str, ...]

Node = Tree[Token] | Token


class Found(NamedTuple):
    """A slot in a line.

    Attributes:
        kind: its kind, as in `Slot`.
        start, end: where it stands.
        shape: what it says, or the one word for it.
        inside: the slots inside it.
        removes: what to delete to remove it, or None.
    """

    kind: str
    start: int
    end: int
    shape: Shape = ()
    inside: tuple["Found", ...] = ()
    removes: tuple[int, int] | None = None


Part = Found | str
"""A part of a slot: a slot inside it, or a word of its shape."""

_STEPS: Final = frozenset(
    {
        *("bet", "share_bet", "spread_bet", "share_up_to", "box_bet", "stakes", "stakes_each"),
        *("odds", "odds_behind_all", "odds_share", "down", "call_on", "call_off", "press", "press_by"),
        *("half_press", "add", "take", "regress", "reset", "stop"),
    }
)
"""The rules of the grammar that are steps of a rule."""

_TARGETS: Final = frozenset(
    {
        *("spot", "odds_target", "family_target", "hops_target", "hards_target", "line_target", "it_target"),
        "all_target",
    }
)
_JOINS: Final = frozenset({"all_of", "any_of"})

_ONE_CHOICE: Final[Mapping[str, str]] = {
    **dict.fromkeys(("when", "after"), "head"),
    **dict.fromkeys(("go_when", "go_after"), "go"),
    **dict.fromkeys(("only", "stop_after"), "line"),
}
"""Lines that are one choice whatever conditions, events or ends they have, and their kinds of slot."""

_SAME: Final[Mapping[str, str]] = {
    **dict.fromkeys(("share_bet", "spread_bet"), "bet"),
    **dict.fromkeys(("odds_share", "odds_behind_all"), "odds"),
    "share_up_to": "box_bet",
}
"""Rules of the grammar that differ only in what stands in their slots."""

_NUMBERED: Final[Mapping[str, re.Pattern[str]]] = {
    **dict.fromkeys(("POINT_ON", "EVERY", "TIMES"), re.compile(r"\d+")),
    "THROW_OF": re.compile(r"\d+(?:-\d+)?"),
    "PERCENT": re.compile(r"\d[\d,]*(?:\.\d+)?"),
}
"""Words of the grammar that hold numbers, and how these are written."""

_LIKE: Final = {"sum": "amount"}
"""Slots that count as another kind in the shape of what they are in."""

_PLURAL: Final = frozenset({"WIN", "LOSS", "THROWS", "SHOOTERS", "DECISIONS"})
_SERIES: Final = re.compile(r"\d(?:.*\d)?")
_JOINING: Final = re.compile(r"\s+(?:and|or)\s+", re.IGNORECASE)


def found_in(line: Tree[Token], text: str) -> list[Found]:
    """The slots of a line, in order: a stage, the head of a rule, a step, or a line for the whole system.

    Args:
        line: its tree, as `line_tree` returns it.
        text: the line.
    """
    return [_of_line(child, text) for child in line.children]


def _of_line(node: Node, text: str) -> Found:
    if isinstance(node, Token):
        return _slot("bet", node, _of_token(node))
    name = str(node.data)
    if name == "stage":
        return _slot("stage_head", node, _of_token(cast("Token", node.children[0])))
    if name in _STEPS:
        return _slot("bet", node, _step(node))
    if name not in _ONE_CHOICE:
        return _slot("line", node, [name, *(_series if name == "series" else _parts)(node.children)])
    stage = [_last_word(child) for child in node.children if isinstance(child, Token)]
    others = [child for child in node.children if isinstance(child, Tree)]
    if name == "stop_after":
        inside = _removable([_slot("end", end, _named(end)) for end in others], text)
    elif name in ("after", "go_after"):
        inside = [_slot("event", others[0], _named(others[0]))]
    else:
        inside = _conditions(others[0], text)
    return _slot(_ONE_CHOICE[name], node, [*stage, *inside])._replace(shape=(name,))


def _series(children: Sequence[Node]) -> Iterator[Part]:
    """`progression series after wins 1 2 4 on pass`: its numbers are one slot."""
    word, *steps, target = children
    yield from _parts([word, target])
    yield Found("words", *_span(steps))


# Conditions.


def _conditions(tree: Tree[Token], text: str) -> list[Found]:
    """Each condition of those that `and`, `or`, `not` and brackets join."""
    name = str(tree.data)
    children = cast("list[Tree[Token]]", tree.children)
    if name in _JOINS:
        each = [_conditions(child, text) for child in children]
        if all(len(one) == 1 for one in each):
            first, *others = _removable([one for (one,) in each], text)
            negated = children[0].data == "negated"  # its `not` would stay, and mean the next one
            return [first._replace(removes=None) if negated else first, *others]
        return [one for found in each for one in found]
    if name == "negated":
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


# Steps.


def _step(tree: Tree[Token]) -> list[Part]:
    """The parts of a step, its name first."""
    name = str(tree.data)
    read = _READ.get(name)
    return [_SAME.get(name, name), *(_parts(tree.children) if read is None else read(tree.children))]


def _bet(children: Sequence[Node]) -> Iterator[Part]:
    """`pass 10`, `10 on the pass`: the stake, and whether it leaves out the point."""
    stake, *rest = children
    inside = cast("Tree[Token]", stake).children
    first = inside[0]
    sum_first = isinstance(first, Token) and first.type == "MONEY"
    spot = inside[1:] if sum_first else inside[:-1]
    yield _wager("wager", spot, lambda: stake_of(list(inside))[0].name)
    yield _sum("amount", cast("Token", first if sum_first else inside[-1]), alone=sum_first)
    yield from _parts(rest)


def _spread_bet(children: Sequence[Node]) -> Iterator[Part]:
    """`inside 44`, `10 each inside`."""
    spread, *rest = children
    tree = cast("Tree[Token]", spread)
    if tree.data == "spread_each":
        yield "each"
    for token in cast("list[Token]", tree.children):
        if token.type == "MONEY":
            yield _sum("amount", token, alone=True)
        else:
            yield _wager("wager", [token], lambda token=token: token.type.lower())
    yield from _parts(rest)


def _share_up_to(children: Sequence[Node]) -> Iterator[Part]:
    """`come half up to 2`."""
    return _share_bet(children, "box")


def _share_bet(children: Sequence[Node], kind: str = "wager") -> Iterator[Part]:
    """`pass 5% of start`."""
    spot, share, *rest = children
    inside = cast("Tree[Token]", spot).children
    yield _wager(kind, [spot], lambda: spot_of(list(inside)).name)
    yield _amount("amount", cast("Tree[Token]", share))
    yield from _parts(rest)


def _box_bet(children: Sequence[Node]) -> Iterator[Part]:
    """`come 10 up to 2`."""
    box, amount, count = children
    yield _wager("box", [box], lambda: spot_of([cast("Tree[Token]", box)]).name)
    yield _sum("amount", cast("Token", amount))
    yield from _parts([count])


def _odds(children: Sequence[Node]) -> Iterator[Part]:
    """`odds max`, `odds come 6 2x`, `double odds`, `odds pass 5%`."""
    first = children[0]
    inside = list(children[:-1] if len(children) > 1 else cast("Tree[Token]", first).children)
    much = [one for one in inside if isinstance(one, Tree) and one.data in ("much", "multiple")]
    behind = [one for one in inside if one not in much]
    if len(children) > 1 and isinstance(first, Tree) and first.data == "spot_odds":
        behind = list(first.children)
    if behind:
        yield _behind(behind)
    last = children[-1]
    if much:
        token = cast("Token", much[0].children[0])
        yield _sum("odds", token) if token.type == "MONEY" else _slot("odds", token, _of_token(token))
    elif isinstance(last, Token):
        yield _sum("odds", last)
    else:
        yield _amount("odds", last)


def _behind(behind: Sequence[Node]) -> Found:
    """The flat wager that odds are behind."""

    def named() -> str:
        flat, number = flat_named(list(behind))
        return "" if flat is None else f"{flat.value} {number or ''}".strip()

    return _wager("behind", behind, named)


_READ: Final[Mapping[str, Callable[[Sequence[Node]], Iterator[Part]]]] = {
    "bet": _bet,
    "spread_bet": _spread_bet,
    "share_bet": _share_bet,
    "share_up_to": _share_up_to,
    "box_bet": _box_bet,
    "odds": _odds,
    "odds_share": _odds,
    "odds_behind_all": _odds,
}
"""The steps whose words are not simply one slot after another."""


# Wagers and amounts.


def _wager(kind: str, nodes: Sequence[Node], named: Callable[[], str]) -> Found:
    """A slot for wagers. Its shape is the one word for what it names; empty if there is no such wager."""
    try:
        word = named()
    except Misplaced:
        word = ""
    start, end = _span(nodes)
    return Found(kind, start, end, (word,))


def _target(tree: Tree[Token]) -> Found:
    """A slot for a set of wagers."""
    try:
        word = cast("Located", PhraseBuilder().transform(tree)).target.words
    except (Misplaced, VisitError):
        word = ""
    start, end = _span([tree])
    return Found("target", start, end, (word,))


def _sum(kind: str, token: Token, *, alone: bool = False) -> Found:
    """A slot for an amount that is a sum. Before a wager, the grammar takes nothing else."""
    number = _number(token)
    return (
        number._replace(kind="sum") if alone else number._replace(kind=kind, shape=("sum",), inside=(number,))
    )


def _amount(kind: str, tree: Tree[Token]) -> Found:
    return _slot(kind, tree, _named(tree))


def _number(token: Token) -> Found:
    start, end = _span([token])
    return Found("number", start, end)


# Words.


def _parts(nodes: Iterable[object]) -> list[Part]:
    """The parts of some nodes, in their order."""
    found = list[Part]()
    for node in cast("Iterable[Node]", nodes):
        if isinstance(node, Token):
            found += _of_token(node)
        elif node.data in _TARGETS:
            found.append(_target(node))
        else:
            found += _named(node)
    return found


def _named(tree: Tree[Token]) -> list[Part]:
    return [str(tree.data), *_parts(tree.children)]


def _of_token(token: Token) -> list[Part]:
    """The slots in a word, and the word without them."""
    if token.type == "MONEY":
        return [_number(token)]
    if token.type == "PROGRESSION":
        return [_number(token)._replace(kind="progression", shape=(_progression(token),))]
    if token.type in ("STAGE", "GO_TO"):
        return [_last_word(token), token.type]
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


def _last_word(token: Token) -> Found:
    """The name of a stage."""
    name = token.split()[-1]
    end = _span([token])[1]
    kind = "words" if token.type == "STAGE" else "stage"
    return Found(kind, end - len(name), end, (name.lower(),))


def _matches(token: Token, form: re.Pattern[str], kind: str) -> list[Found]:
    start = _span([token])[0]
    return [Found(kind, start + one.start(), start + one.end()) for one in form.finditer(token)]


def _slot(kind: str, node: Node, parts: Iterable[Part]) -> Found:
    """A slot with its parts. The order of words does not matter: `10 on pass` is `pass 10`."""
    every = list(parts)
    inside = tuple(sorted((one for one in every if isinstance(one, Found)), key=lambda one: one.start))
    words = (f"<{_LIKE.get(one.kind, one.kind)}>" if isinstance(one, Found) else one for one in every)
    start, end = _span([node])
    return Found(kind, start, end, tuple(sorted(words)), inside)


def _span(nodes: Sequence[Node]) -> tuple[int, int]:
    """Where nodes stand together."""
    first, last = nodes[0], nodes[-1]
    start = first.start_pos if isinstance(first, Token) else first.meta.start_pos
    end = last.end_pos if isinstance(last, Token) else last.meta.end_pos
    assert start is not None
    assert end is not None
    return start, end
