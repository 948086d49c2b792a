"""Choices for the slots of a system at a house: words to write there, and what they mean.

Those of the language are registered with what they mean, and each is read to know its shape. The wagers are
the house's.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, count
from typing import Final

from bankcraps.game.notation.names import HouseNames
from bankcraps.game.notation.phrases import SHARES
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import COMES, ODDS, WAGERS, Wager, find
from bankcraps.strategies.language import CHOICES, Found
from bankcraps.strategies.progressions import PROGRESSIONS
from bankcraps.strategies.rules.steps import SPREADS
from bankcraps.strategies.slots.finding import found_in
from bankcraps.strategies.slots.slot import SlotChoice
from bankcraps.strategies.text.parsing import line_tree
from bankcraps.strategies.wager_sets import bettable

__all__ = ["choices_at", "list_in", "said_by"]

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
    moves = tuple(one for name in others[-1:] for one in _moves(name))
    return {list_in("stage", here): names, list_in("go", here): moves}


def _moves(stage: str) -> tuple[SlotChoice, ...]:
    return (
        SlotChoice(f"go to {stage} when ahead 100", "go to another stage when …"),
        SlotChoice(f"go to {stage} after seven_out", "go to another stage after …"),
    )


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
        name: says.format(_numbers(SHARES[name]))
        for name, says in SPREADS.items()
        if all(book.terms(wager) is not None for wager in SHARES[name])
    }
    return _listed(offered)


def _numbers(wagers: Iterable[Wager]) -> str:
    """The numbers of wagers: `5, 6, 8 and 9`."""
    *others, last = (str(wager.number) for wager in wagers)
    return f"{', '.join(others)} and {last}"


def _behind(book: Rulebook) -> tuple[SlotChoice, ...]:
    """The flat wagers that have odds."""
    names = HouseNames(book)
    flats = [kind for kind, odds in ODDS.items() if odds in book.wagers]
    numbers = [one for one in WAGERS.values() if one.kind in COMES and one.kind in flats and one.number]
    return (
        *(SlotChoice(kind.value, names.marked(find(kind))) for kind in flats),
        *(SlotChoice(one.name, names.marked(one)) for one in numbers if book.terms(one) is not None),
    )
