"""Systems as slots: the places of a text that can be chosen or filled in, so that a page builds rules.

The text stays the only truth. `read_slots` says where its slots are, and an edit replaces a part of the text.
What cannot be read stays as it is, in a slot of its own. The choices for a slot are words to write there, and
what they mean. Those of the language are registered with what they mean, and each is read to know its shape.
The wagers are the house's.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, count, pairwise
from typing import Final, NamedTuple, cast

import msgspec
from lark import Token, Tree

from bankcraps.game.engine.refusals import listed
from bankcraps.game.notation.building import Misplaced
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.notation.phrases import SHARES
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import COMES, ODDS, WAGERS, Wager, find
from bankcraps.strategies.language import (
    CHOICES,
    PHRASES,
    WORDS,
    Found,
    Node,
    Part,
    Said,
    Slotted,
    said_with,
    span_of,
)
from bankcraps.strategies.progressions import PROGRESSIONS, one_name
from bankcraps.strategies.rules.steps import SPREADS
from bankcraps.strategies.text.parsing import line_tree, lines_as_talk, parse
from bankcraps.strategies.text.program import SystemTextError
from bankcraps.strategies.wager_sets import bettable, meant


class TextSpan(msgspec.Struct, frozen=True):
    """A part of the text: from `start` up to, but not including, `end`."""

    start: int
    end: int


class SlotChoice(msgspec.Struct, frozen=True):
    """A choice for a slot.

    Attributes:
        text: the words to write there.
        says: a description for people.
    """

    text: str
    says: str


class Slot(msgspec.Struct, frozen=True):
    """A part of the text that can be replaced.

    Attributes:
        kind: its kind: one of the lists of choices, or `number`, `words` or `text`, where people write. What
            leads to a stage has a list for each stage that it stands in: `go one`, `stage one`.
        start, end: where it stands.
        choice: the text of the choice that stands there, whatever numbers and wagers it has; empty for other
            words, which stay as they are until somebody chooses.
        slots: the slots inside it.
        removes: the text to delete to remove it; None if it must stay.
    """

    kind: str
    start: int
    end: int
    choice: str = ""
    slots: tuple["Slot", ...] = ()
    removes: TextSpan | None = None


class SlotAdd(msgspec.Struct, frozen=True):
    """A place where something can be added.

    Attributes:
        kind: the list of choices for it.
        at: the place.
        says: a description for people.
        before, after: the text around the choice.
    """

    kind: str
    at: int
    says: str
    before: str = ""
    after: str = ""


class SlotRule(msgspec.Struct, frozen=True):
    """A rule with its steps, or a line for the whole system, or a line that cannot be read.

    Attributes:
        start, end: where it stands.
        head: the beginning of a rule, or all of a line; None for steps that no rule begins.
        steps: the steps of the rule.
        adds: the parts that can be added to it.
        moves: whether it may change places with a neighbour that also moves.
        removes: the text to delete to remove it.
    """

    start: int
    end: int
    head: Slot | None
    steps: tuple[Slot, ...]
    adds: tuple[SlotAdd, ...]
    moves: bool
    removes: TextSpan


class TextError(msgspec.Struct, frozen=True):
    """The reason why the text is no system.

    Attributes:
        says: the reason, in a sentence.
        at: the wrong word; None if it is the whole text.
    """

    says: str
    at: TextSpan | None = None


class SystemSlots(msgspec.Struct, frozen=True):
    """A text as rules with slots, and what may stand in them at a house.

    Attributes:
        text: the text that all places are in.
        rules: its rules and lines, in order.
        adds: where a rule or a line can be added.
        choices: the choices for each kind of slot.
        wrong: the reason that the text is no system; None if it is one.
    """

    text: str
    rules: tuple[SlotRule, ...]
    adds: tuple[SlotAdd, ...]
    choices: dict[str, tuple[SlotChoice, ...]]
    wrong: TextError | None = None


_HEADS: Final = {
    "when come_out:": "before a throw, when …",
    "after win of pass:": "after a throw, on …",
}
_FRAMES: Final = {
    "head": "{}",
    "condition": "when {}:",
    "event": "after {}:",
    "bet": "{}",
    "change": "{}",
    "line": "{}",
    "end": "stop after {}",
    "amount": "pass {}",
    "odds": "odds {}",
}
"""The lists that the grammar knows by their shape, each with a line in which its choices can stand."""

_LEADS: Final = frozenset({"go", "stage"})
"""The kinds of slot that lead to a stage."""

_FIRST_STEP: Final = "pass 10"
"""The first step of a new rule."""

_NAMES: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""The names of new stages, as long as they are free."""


_MOST_STAGES: Final = 40
"""The most stages with lists of where they may lead: together the lists take the square of their count."""


def choices_at(book: Rulebook, stages: Sequence[str] = ()) -> dict[str, tuple[SlotChoice, ...]]:
    """The choices for each kind of slot.

    Args:
        book: the house.
        stages: the names of the stages that the text has. Of very many, none is a choice.
    """
    every = dict.fromkeys(stages)
    stages = list(every) if len(every) <= _MOST_STAGES else []
    wagers = _wagers(book, bettable)
    targets = _wagers(book, lambda _: True) + _sets(book)
    comes = {kind.value for kind in COMES}
    rules = tuple(SlotChoice(f"{head} {_FIRST_STEP}", says) for head, says in _HEADS.items())
    return {
        **{kind: _listed(_said(kind)) for kind in _FRAMES},
        "rule": rules + _listed(_said("line")),
        "wager": wagers + _spreads(book),
        "target": targets,
        "changed": (SlotChoice("it", "the wager that just won or lost"), *targets),
        "box": tuple(one for one in wagers if one.text in comes),
        "behind": _behind(book),
        "progression": _listed({name: one.says for name, one in PROGRESSIONS.items()}),
        "new_stage": (_new_stage(every),),
        **_changes_of_stage("", stages),
        **{kind: listed for here in stages for kind, listed in _changes_of_stage(here, stages).items()},
    }


def list_in(kind: str, stage: str) -> str:
    """The list of choices for a kind of slot. What leads to a stage has one for each stage it stands in.

    Args:
        kind: its kind in any stage.
        stage: the stage it stands in; empty for none.
    """
    return f"{kind} {stage}" if stage and kind in _LEADS else kind


def said_by(found: Found, choices: Sequence[SlotChoice]) -> str:
    """The text of the choice that a slot says, or the one word for its wager; empty for another."""
    if found.kind == "go":  # whatever stage it leads to
        word = f" {found.shape[0].removeprefix('go_')} "
        return next((one.text for one in choices if word in one.text), "")
    said = _by_shape(found.kind).get(found.shape, "") if found.kind in _FRAMES else "".join(found.shape)
    return said if any(one.text == said for one in choices) else ""


@cache
def _by_shape(kind: str) -> dict[tuple[str, ...], str]:
    """The choices of a list by their shapes."""
    return {_first(kind, _FRAMES[kind].format(text)).shape: text for text in _said(kind)}


def _said(kind: str) -> Mapping[str, str]:
    """The choices of a list, each with its description. A step of an `after` rule can also bet."""
    if kind == "head":
        return _HEADS
    return CHOICES["bet"] | CHOICES["change"] if kind == "change" else CHOICES[kind]


def _first(kind: str, line: str) -> Found:
    """The first slot of a kind in a line of ours."""
    tree = line_tree(line)
    assert tree is not None, line
    kind = "bet" if kind == "change" else kind
    return next(one for one in _each(found_in(tree, line)) if one.kind == kind)


def _each(found: Iterable[Found]) -> Iterator[Found]:
    for one in found:
        yield one
        yield from _each(one.inside)


def _listed(said: Mapping[str, str]) -> tuple[SlotChoice, ...]:
    return tuple(SlotChoice(text, says) for text, says in said.items())


def _new_stage(stages: Container[str]) -> SlotChoice:
    """The beginning of a stage with a name that none has."""
    names = chain(_NAMES, map(str, count(len(_NAMES) + 1)))
    name = next(one for one in names if one not in stages)
    return SlotChoice(f"stage {name}:", f"stage {name}")


def _changes_of_stage(here: str, stages: Sequence[str]) -> dict[str, tuple[SlotChoice, ...]]:
    """The lists of what leads to another stage than the one it stands in."""
    others = [name for name in stages if name != here]
    names = tuple(SlotChoice(name, f"stage {name}") for name in others)
    causes = {"when ahead 100": "when …", "after seven_out": "after …"}
    moves = [
        SlotChoice(f"go to {name} {cause}", f"go to another stage {how}")
        for name in others[-1:]
        for cause, how in causes.items()
    ]
    return {list_in("stage", here): names, list_in("go", here): tuple(moves)}


# Wagers of a house.


def _wagers(book: Rulebook, among: Callable[[Wager], bool]) -> tuple[SlotChoice, ...]:
    names = HouseNames(book)
    every = (one for one in WAGERS.values() if among(one) and book.terms(one) is not None)
    return tuple(SlotChoice(one.name, names.marked(one)) for one in every)


def _sets(book: Rulebook) -> tuple[SlotChoice, ...]:
    """Words for several wagers."""
    names = HouseNames(book)
    numbered = dict.fromkeys(
        one.kind for one in WAGERS.values() if (one.number or one.dice) and one.kind in book.wagers
    )
    kinds = [kind for kind in numbered if kind not in COMES and kind not in ODDS.values()]
    return (
        *(SlotChoice(kind.value, f"any {names.kind(kind)}") for kind in kinds),
        SlotChoice("line", "any wager on the line"),
        SlotChoice("odds", "any odds"),
        *(SlotChoice(odds.value, f"any {names.kind(odds)}") for odds in numbered if odds in ODDS.values()),
        SlotChoice("all", "all wagers"),
    )


def _spreads(book: Rulebook) -> tuple[SlotChoice, ...]:
    offered = {
        name: says.format(listed(wager.number for wager in SHARES[name]))
        for name, says in SPREADS.items()
        if all(book.terms(wager) is not None for wager in SHARES[name])
    }
    return _listed(offered)


def _behind(book: Rulebook) -> tuple[SlotChoice, ...]:
    """The flat wagers that have odds."""
    names = HouseNames(book)
    flats = [kind for kind, odds in ODDS.items() if odds in book.wagers]
    numbers = [one for one in WAGERS.values() if one.kind in COMES and one.kind in flats and one.number]
    return (
        *(SlotChoice(kind.value, names.marked(find(kind))) for kind in flats),
        *(SlotChoice(one.name, names.marked(one)) for one in numbers if book.terms(one) is not None),
    )


# The slots of a line. The *shape* of a slot is what it says, whatever numbers and wagers it has. Two texts of
# the same shape are the same choice: `ahead 100` and `ahead 25`.


_JOINS: Final = frozenset({"all_of", "any_of"})
_WHOLE_LINES: Final = {
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
    return [_of_line(child, text) for child in line.children if isinstance(child, Tree)]


def _of_line(node: Tree[Token], text: str) -> Found:
    name = str(node.data)
    if name == "stage":
        return _slot("stage_head", node, node.children)
    if name not in _WHOLE_LINES:
        return _phrase_slot(node)
    others = [child for child in node.children if isinstance(child, Tree)]
    if name == "stop_after":
        inside = _removable([_slot("end", end, _named(end)) for end in others], text)
    else:
        event, asked = ([others[0]], others[1:]) if name in ("after", "go_after") else ([], others)
        inside = [*map(_phrase_slot, event), *(found for one in asked for found in _conditions(one, text))]
    stage = [_last_word(child) for child in node.children if isinstance(child, Token)]
    return _slot(_WHOLE_LINES[name], node, [*stage, *inside])._replace(shape=(name,))


# Conditions.


def _conditions(tree: Tree[Token], text: str) -> list[Found]:
    """Each condition of those that `and`, `or`, `not` and brackets join."""
    children = [child for child in tree.children if isinstance(child, Tree)]
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
    parts = tree.children if phrase.how.parts is None else phrase.how.parts(*tree.children)
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


# The rules of a text with their slots.


_BETWEEN: Final = re.compile(r"[\s;]*")
_STEPS: Final = ("bet", "change", "text")
_CONDITIONS: Final = (("when",), ("only",), ("go_when",))
_EVENTS: Final = (("after",), ("go_after",))


def read_slots(text: str, book: Rulebook) -> SystemSlots:
    """The rules of a system, with the slots that can be changed, at a house.

    >>> from bankcraps import load_rulebook
    >>> found = read_slots("when come_out: pass 10", load_rulebook("nsw"))
    >>> [(slot.kind, found.text[slot.start : slot.end]) for slot in found.rules[0].steps[0].slots]
    [('wager', 'pass'), ('amount', '10')]

    Args:
        text: any text; one that is not a system gives the reason.
        book: the house, which says which wagers there are to choose from.
    """
    found = _found(text)
    groups = _groups(found)
    choices = choices_at(book, [one.stage for one in groups if one.kind == "stage_head"])
    reader = _Reader(text, choices)
    places = [(one.start, one.end) for one in groups]
    rules = [reader.rule(group, places, number) for number, group in enumerate(groups)]
    return SystemSlots(text, tuple(rules), tuple(_adds(text, groups)), choices, _wrong(text))


# Lines.


def _found(text: str) -> list[Found]:
    """The slots of all lines, in the text or in the same text as ordinary talk, as `parse` reads it.

    A line that cannot be read is a slot for text.
    """
    found = list[Found]()
    for start, end, _, tree in lines_as_talk(text):
        slots = [Found("text", 0, end - start)] if tree is None else found_in(tree, text[start:end])
        found += (_moved(one, start) for one in slots)
    return found


def _moved(found: Found, by: int) -> Found:
    """The same slot in a text in which its line begins later."""
    removes = None if found.removes is None else (found.removes[0] + by, found.removes[1] + by)
    inside = tuple(_moved(one, by) for one in found.inside)
    return found._replace(start=found.start + by, end=found.end + by, inside=inside, removes=removes)


# Rules.


class _Group(NamedTuple):
    """The head of a rule with its steps, or a line for the whole system.

    Attributes:
        head: its first part; None for steps that no rule begins.
        steps: the steps of the rule.
        stage: the stage it stands in or begins; empty before the first.
    """

    head: Found | None
    steps: list[Found]
    stage: str

    @property
    def start(self) -> int:
        return self.steps[0].start if self.head is None else self.head.start

    @property
    def end(self) -> int:
        last = self.steps[-1] if self.steps else self.head
        assert last is not None
        return last.end

    @property
    def kind(self) -> str:
        return "" if self.head is None else self.head.kind


def _groups(found: list[Found]) -> list[_Group]:
    """Slots as rules: each step goes to the rule above it. So does a line that cannot be read."""
    groups = list[_Group]()
    stage = ""
    for one in found:
        if one.kind == "stage_head":
            stage = one.inside[0].shape[0]
        opened = bool(groups) and groups[-1].kind in ("head", "")
        if one.kind not in _STEPS:
            groups.append(_Group(one, [], stage))
        elif opened:
            groups[-1].steps.append(one)
        else:
            groups.append(_Group(None, [one], stage))
    return groups


class _Reader(NamedTuple):
    """Makes rules and slots of what was found in a text."""

    text: str
    choices: dict[str, tuple[SlotChoice, ...]]

    def rule(self, group: _Group, places: Sequence[tuple[int, int]], number: int) -> SlotRule:
        """The rule of a group. The places are those of all groups."""
        steps = [(one.start, one.end) for one in group.steps]
        after = group.head is not None and group.head.shape == ("after",)
        found = [_of_change(one) if after else one for one in group.steps]
        removed = [_removal(self.text, steps, at) if len(steps) > 1 else None for at in range(len(steps))]
        if len(found) > 1 and found[1].kind == "text":  # it would make the head unreadable, too
            removed[0] = TextSpan(*steps[0])
        return SlotRule(
            group.start,
            group.end,
            None if group.head is None else self.slot(group.head, group.stage),
            tuple(self.slot(one, group.stage, span) for one, span in zip(found, removed, strict=True)),
            tuple(self._adds(group)),
            group.kind not in ("stage_head", ""),
            _removal(self.text, places, number),
        )

    def slot(self, found: Found, stage: str, removes: TextSpan | None = None) -> Slot:
        """A slot with those inside it."""
        kind = list_in(found.kind, stage)
        return Slot(
            kind,
            found.start,
            found.end,
            said_by(found, self.choices.get(kind, ())),
            tuple(self.slot(one, stage) for one in found.inside),
            removes if found.removes is None else TextSpan(*found.removes),
        )

    def _adds(self, group: _Group) -> Iterator[SlotAdd]:
        """Yield the possible additions to a rule: conditions or ends to its head, and steps."""
        head = group.head
        if head is None:
            return
        if head.shape in (*_CONDITIONS, *_EVENTS):
            end = head.end - 1 if head.kind == "head" else head.end
            at = head.start + len(self.text[head.start : end].rstrip())
            asks = head.shape in _CONDITIONS or any(one.kind == "condition" for one in head.inside)
            for joined in ("and", "or", "and not") if asks else ("when",):
                yield SlotAdd("condition", at, joined, f" {joined} ")
        if head.shape == ("stop_after",):
            yield SlotAdd("end", head.end, "or", " or ")
        if head.kind == "head":
            kind = "change" if head.shape == ("after",) else "bet"
            yield SlotAdd(kind, group.end, "what to do", "; " if group.steps else " ")


def _of_change(found: Found) -> Found:
    """A step of an `after` rule: it may change sizes, and say `it`."""
    kind = {"bet": "change", "target": "changed"}.get(found.kind, found.kind)
    return found._replace(kind=kind, inside=tuple(map(_of_change, found.inside)))


def _removal(text: str, places: Sequence[tuple[int, int]], number: int) -> TextSpan:
    """The text to delete with one of several parts: a separator beside it, if nothing else stands there."""
    start, end = places[number]
    before = text[places[number - 1][1] : start] if number else None
    if before is not None and not before.strip(" \t"):
        return TextSpan(start, end)  # nothing separates it from what begins its line
    if before is not None and _BETWEEN.fullmatch(before):
        return TextSpan(places[number - 1][1], end)
    if number + 1 < len(places):
        following = places[number + 1][0]
        if _BETWEEN.fullmatch(text[end:following]):
            return TextSpan(start, following)
    return TextSpan(start, end)


def _adds(text: str, groups: list[_Group]) -> Iterator[SlotAdd]:
    """The places for a new rule, at the end of each stage and of the text, and for a new stage."""
    heads = [(one.start, one.stage) for one in groups if one.kind == "stage_head"]
    at_end = ("\n  " if heads else "\n") if text.strip() else ""
    for at, _ in heads:
        yield SlotAdd("rule", at, "a rule", after="\n")
    yield SlotAdd("rule", len(text), "a rule", before=at_end)
    if len({stage for _, stage in heads}) > 1:  # or there is no other to go to
        for (_, stage), (end, _) in pairwise(heads):
            yield SlotAdd(list_in("go", stage), end, "a change of stage", after="\n")
        yield SlotAdd(list_in("go", heads[-1][1]), len(text), "a change of stage", before=at_end)
    if groups and not heads:
        yield SlotAdd("new_stage", groups[0].start, "a stage for all these rules", after="\n")
    says = "a stage" if heads or not groups else "a stage: the rules above hold in every stage"
    yield SlotAdd("new_stage", len(text), says, before="\n" if text.strip() else "")


# Errors.


def _wrong(text: str) -> TextError | None:
    """Say why a text is no system, with the wrong word."""
    try:
        parse(text)
    except SystemTextError as error:
        if error.line is None:
            return TextError(str(error))
        lines = re.split(r"(\r\n|\r|\n)", text)
        start = sum(map(len, lines[: 2 * (error.line - 1)])) + error.column - 1
        return TextError(str(error), TextSpan(start, start + len(error.word)))
    return None
