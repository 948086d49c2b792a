"""The slots of a line, from its parse tree: the rules of `text/grammar.lark` become slots.

`parts.py` has the slots in the words of a step or a condition.
"""

# Lark's own annotations leave type arguments open.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, cast

from lark import Token, Tree

from bankcraps.game.notation.tokens import spot_of, stake_of
from bankcraps.strategies.slots.parts import (
    Found,
    Node,
    Part,
    amount_slot,
    last_word,
    named_parts,
    of_token,
    parts_of,
    slot_of,
    span_of,
    sum_slot,
    wager_slot,
)
from bankcraps.strategies.text.phrases import flat_named

__all__ = ["found_in"]

_STEPS: Final = frozenset(
    {
        *("bet", "share_bet", "spread_bet", "share_up_to", "box_bet", "stakes", "stakes_each"),
        *("sevens", "sevens_each"),
        *("odds", "odds_behind_all", "odds_share", "down", "call_on", "call_off", "press", "press_by"),
        *("half_press", "parlay", "add", "take", "regress", "reset", "stop"),
    }
)
"""The rules of the grammar that are steps of a rule."""

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
        return slot_of("bet", node, of_token(node))
    name = str(node.data)
    if name == "stage":
        return slot_of("stage_head", node, of_token(cast("Token", node.children[0])))
    if name in _STEPS:
        return slot_of("bet", node, _step(node))
    if name not in _ONE_CHOICE:
        return slot_of("line", node, [name, *(_series if name == "series" else parts_of)(node.children)])
    stage = [last_word(child) for child in node.children if isinstance(child, Token)]
    others = [child for child in node.children if isinstance(child, Tree)]
    if name == "stop_after":
        inside = _removable([slot_of("end", end, named_parts(end)) for end in others], text)
    elif name in ("after", "go_after"):
        event, *conditions = others
        asked = (found for one in conditions for found in _conditions(one, text))
        inside = [slot_of("event", event, named_parts(event)), *asked]
    else:
        inside = _conditions(others[0], text)
    return slot_of(_ONE_CHOICE[name], node, [*stage, *inside])._replace(shape=(name,))


def _series(children: Sequence[Node]) -> Iterator[Part]:
    """`progression series after wins 1 2 4 on pass`: its numbers are one slot."""
    word, *rest, target = children
    steps = [one for one in rest if isinstance(one, Token) and one.type == "MONEY"]
    yield from parts_of([word, *rest[len(steps) :], target])
    yield Found("words", *span_of(steps))


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
    return [slot_of("condition", tree, named_parts(tree))]


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
    return [_SAME.get(name, name), *(parts_of(tree.children) if read is None else read(tree.children))]


def _bet(children: Sequence[Node]) -> Iterator[Part]:
    """`pass 10`, `10 on the pass`: the stake, and whether it leaves out the point."""
    stake, *rest = children
    inside = cast("Tree[Token]", stake).children
    first = inside[0]
    sum_first = isinstance(first, Token) and first.type == "MONEY"
    spot = inside[1:] if sum_first else inside[:-1]
    yield wager_slot("wager", spot, lambda: stake_of(list(inside))[0].name)
    yield sum_slot("amount", cast("Token", first if sum_first else inside[-1]), alone=sum_first)
    yield from parts_of(rest)


def _spread_bet(children: Sequence[Node]) -> Iterator[Part]:
    """`inside 44`, `10 each inside`."""
    spread, *rest = children
    tree = cast("Tree[Token]", spread)
    if tree.data == "spread_each":
        yield "each"
    for token in cast("list[Token]", tree.children):
        if token.type == "MONEY":
            yield sum_slot("amount", token, alone=True)
        else:
            yield wager_slot("wager", [token], lambda token=token: token.type.lower())
    yield from parts_of(rest)


def _share_up_to(children: Sequence[Node]) -> Iterator[Part]:
    """`come half up to 2`."""
    return _share_bet(children, "box")


def _share_bet(children: Sequence[Node], kind: str = "wager") -> Iterator[Part]:
    """`pass 5% of start`."""
    spot, share, *rest = children
    inside = cast("Tree[Token]", spot).children
    yield wager_slot(kind, [spot], lambda: spot_of(list(inside)).name)
    yield amount_slot("amount", cast("Tree[Token]", share))
    yield from parts_of(rest)


def _box_bet(children: Sequence[Node]) -> Iterator[Part]:
    """`come 10 up to 2`."""
    box, amount, count = children
    yield wager_slot("box", [box], lambda: spot_of([cast("Tree[Token]", box)]).name)
    yield sum_slot("amount", cast("Token", amount))
    yield from parts_of([count])


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
        yield sum_slot("odds", token) if token.type == "MONEY" else slot_of("odds", token, of_token(token))
    elif isinstance(last, Token):
        yield sum_slot("odds", last)
    else:
        yield amount_slot("odds", last)


def _behind(behind: Sequence[Node]) -> Found:
    """The flat wager that odds are behind."""

    def named() -> str:
        flat, number = flat_named(list(behind))
        return "" if flat is None else f"{flat.value} {number or ''}".strip()

    return wager_slot("behind", behind, named)


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
