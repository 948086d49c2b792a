"""The rules of a text with their slots. What cannot be read stays as it is, in a slot of its own."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.strategies.language import Found
from bankcraps.strategies.slots.choices import (
    Slot,
    SlotAdd,
    SlotChoice,
    SlotRule,
    SystemSlots,
    TextError,
    TextSpan,
    choices_at,
    found_in,
    list_in,
    said_by,
)
from bankcraps.strategies.text.parsing import SaidLine, lines_as_talk, parse
from bankcraps.strategies.text.program import SystemTextError

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
    choices = choices_at(book, [one.stage for one in groups if one.opens_stage])
    reader = _Reader(text, choices)
    places = [(one.start, one.end) for one in groups]
    rules = [reader.rule(group, places, number) for number, group in enumerate(groups)]
    return SystemSlots(text, tuple(rules), tuple(_adds(text, groups)), choices, _wrong(text))


# Lines.


def _found(text: str) -> list[Found]:
    """The slots of all lines, in the text or in the same text as ordinary talk, as `parse` reads it.

    A line that cannot be read is a slot for text.
    """
    return [one for line in lines_as_talk(text) for one in _of_line(text, line)]


def _of_line(text: str, line: SaidLine) -> list[Found]:
    if line.tree is None:
        return [Found("text", line.start, line.end)]
    return [_moved(one, line.start) for one in found_in(line.tree, text[line.start : line.end])]


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
    def is_rule(self) -> bool:
        return self.head is not None and self.head.kind == "head"

    @property
    def opens_stage(self) -> bool:
        return self.head is not None and self.head.kind == "stage_head"


def _groups(found: list[Found]) -> list[_Group]:
    """Slots as rules: each step goes to the rule above it. So does a line that cannot be read."""
    groups = list[_Group]()
    stage = ""
    for one in found:
        if one.kind == "stage_head":
            stage = one.inside[0].shape[0]
        opened = bool(groups) and (groups[-1].is_rule or groups[-1].head is None)
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
        after = group.is_rule and group.head is not None and group.head.shape == ("after",)
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
            group.head is not None and not group.opens_stage,
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
        if head is not None and head.shape in (*_CONDITIONS, *_EVENTS):
            end = head.end - 1 if head.kind == "head" else head.end
            at = head.start + len(self.text[head.start : end].rstrip())
            asks = head.shape in _CONDITIONS or any(one.kind == "condition" for one in head.inside)
            for joined in ("and", "or", "and not") if asks else ("when",):
                yield SlotAdd("condition", at, joined, f" {joined} ")
        if head is not None and head.shape == ("stop_after",):
            yield SlotAdd("end", head.end, "or", " or ")
        if head is not None and group.is_rule:
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
    heads = [(one.start, one.stage) for one in groups if one.opens_stage]
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
