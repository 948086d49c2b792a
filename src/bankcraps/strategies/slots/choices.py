"""Choices for the slots of a system at a house: words to write there, and what they mean.

The words are those of the grammar, and each is read by it to know its shape. The wagers are the house's.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, count
from typing import Final

from bankcraps.game.notation.names import HouseNames
from bankcraps.game.notation.phrases import SHARES
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import COMES, ODDS, WAGERS, Wager, find
from bankcraps.strategies.slots.finding import found_in
from bankcraps.strategies.slots.parts import Found, Shape
from bankcraps.strategies.slots.slot import SlotChoice
from bankcraps.strategies.text.trees import line_tree
from bankcraps.strategies.wager_sets import bettable

__all__ = ["choices_at", "list_in", "said_by"]

_HEADS: Final = {
    "when come_out:": "before a throw, when …",
    "after win of pass:": "after a throw, on …",
}
_CONDITIONS: Final = {
    "come_out": "the puck is off (come-out)",
    "point": "the puck is on",
    "point 6": "the point is …",
    "point not 6": "the point is another than …",
    "point 6 or 8": "the point is … or …",
    "point not 6 or 8": "the point is neither … nor …",
    "always": "always",
    "pass up": "a wager is up: …",
    "2 come up": "so many are up: …",
    "no come": "none is up: …",
    "new_shooter": "a new shooter has not thrown yet",
    "3 throws": "the shooter has thrown … times",
    "2 points made": "the shooter has made … points",
    "five_count": "the shooter has passed the five-count",
    "3 of five_count": "the five-count has come to …",
    "every 2nd shooter": "every so many shooters: …",
    "owning 300 or more": "I own at least …",
    "owning 300 or less": "I own at most …",
    "ahead 100": "I am ahead by …",
    "behind 100": "I am behind by …",
    "ahead": "I am ahead by anything",
    "behind": "I am behind by anything",
    "ahead 50 this shooter": "ahead on this shooter by …",
    "behind 50 this shooter": "behind on this shooter by …",
    "60 below the peak": "below the most I owned by …",
    "25% below the peak": "below the most I owned by a share: …",
    "half of winnings below the peak": "half of the most I was ahead is lost",
    "25% of winnings below the peak": "of the most I was ahead, this share is lost: …",
    "ahead 50 last shooter": "ahead on the last shooter by …",
    "behind 50 last shooter": "behind on the last shooter by …",
    "ahead 50 this stage": "ahead since this stage began by …",
    "behind 50 this stage": "behind since this stage began by …",
    "2 times throw of 6 this shooter": "the dice showed … so often with this shooter: …",
    "2 points made last shooter": "the last shooter made … points",
    "3 throws last shooter": "the last shooter threw … times",
    "2 points made by 2 of last 3 shooters": "so many of the last shooters made … points: …",
    "3 throws by 2 of last 3 shooters": "so many of the last shooters threw … times: …",
    "2 wins of place this shooter": "it won so often with this shooter: …",
    "2 losses of place this shooter": "it lost so often with this shooter: …",
    "3 throws since point_set": "so many throws since …",
    "3 shooters since seven_out": "so many shooters since …",
    "3 decisions since seven_out": "so many decisions since …",
    "within 3 throws of point_set": "at most so many throws after …",
    "within 3 shooters of seven_out": "at most so many shooters after …",
    "within 3 decisions of seven_out": "at most so many decisions after …",
    "3 dice_passes in a row": "the dice passed so often in a row: …",
    "3 dice_misses in a row": "the dice missed so often in a row: …",
}
_EVENTS: Final = {
    "win of pass": "this wins: …",
    "loss of pass": "this loses: …",
    "2 wins of pass": "it wins so often in a row: …",
    "2 losses of pass": "it loses so often in a row: …",
    "win": "the throw wins money on balance",
    "loss": "the throw loses money on balance",
    "3 wins": "so many winning throws in a row: …",
    "3 losses": "so many losing throws in a row: …",
    "point_set": "a point is set",
    "point_made": "the point is made",
    "seven_out": "a seven-out",
    "2 seven_outs in a row": "so many seven-outs in a row: …",
    "new_shooter": "the dice pass to a new shooter",
    "natural": "a natural",
    "craps": "craps on a come-out",
    "dice_pass": "the dice pass: a natural, or the point",
    "dice_miss": "the dice miss: craps on a come-out, or a seven-out",
    "3 dice_passes in a row": "the dice passed so often in a row: …",
    "3 dice_misses in a row": "the dice missed so often in a row: …",
    "2 wins of place this shooter": "it won so often with this shooter: …",
    "2 losses of place this shooter": "it lost so often with this shooter: …",
    "throw of 12": "the dice show …",
    "throw of 2 or 12": "the dice show … or …",
    "3 throws": "the shooter has thrown … times",
    "2 points made": "the shooter has made … points",
    "five_count": "the shooter passes the five-count",
}
_BETS: Final = {
    "pass 10": "bet …",
    "place 6 12 except point": "bet, but not on the point: …",
    "come 10 up to 2": "bet until so many are up: …",
    "odds max": "odds behind every flat wager: …",
    "odds pass max": "odds behind one flat wager: …",
    "down all": "take down …",
    "off all": "call off …",
    "on all": "call on …",
    "stop": "stop playing for good",
}
_CHANGES: Final = {
    "press it": "double the size of …",
    "press it up to 100": "double the size, up to …",
    "press it by 6": "raise the size by a sum: …",
    "press it by 6 up to 60": "raise the size by a sum, up to …",
    "half press it": "raise the size by half: …",
    "half press it up to 60": "raise the size by half, up to …",
    "parlay it": "add what it won to the size: …",
    "parlay it up to 100": "add what it won to the size, up to …",
    "take 10 from it": "lower the size by a sum: …",
    "take 10 from it down to 10": "lower the size by a sum, down to …",
    "regress it to 12": "set the size to a sum: …",
    "reset it": "back to the first size: …",
}
_LINES: Final = {
    "only when point": "new bets only when …",
    "at most 3 come a shooter": "at most so many new wagers a shooter: …",
    "at most 60 lost this shooter": "lose at most this much on a shooter: …",
    "at most 100 on the table": "have at most this much on the table: …",
    "progression martingale on pass up to 7 steps": "a progression, so many steps: …",
    "progression paroli on pass": "a progression: …",
    "progression series after wins 1 2 4 on pass": "multiples after wins: …",
    "progression series after losses 1 2 4 on pass": "multiples after losses: …",
    "progression series after wins 1 2 4 then stay on pass": "multiples after wins, and stay: …",
    "progression series after losses 1 2 4 then stay on pass": "multiples after losses, and stay: …",
    "progression series after wins 1 2 4 back 1 on pass": "multiples after wins, steps back: …",
    "progression series after losses 1 2 4 back 1 on pass": "multiples after losses, steps back: …",
    "progression labouchere 1-2-3-4 on pass up to 20 units": "a labouchere: …",
    "progression reverse_labouchere 1-2-3-4 on pass up to 20 units": "a reverse labouchere: …",
    "stop after losing 200": "stop after …",
}
_ENDS: Final = {
    "losing 200": "losing …",
    "winning 100": "winning …",
    "60 throws": "so many throws: …",
    "10 shooters": "so many shooters: …",
    "20 decisions": "so many decisions: …",
}
_AMOUNTS: Final = {
    "10": "a sum: …",
    "5%": "a share of what I own: …",
    "half": "half of what I own",
    "all": "all I own",
    "5% of start": "a share of what I brought: …",
    "half of winnings": "half of what I am ahead",
    "20% of winnings": "a share of what I am ahead: …",
    "20% of losses": "a share of what I am behind: …",
    "to reach 1000": "the least that brings me to …",
    "10% of pass": "a share of other wagers: …",
    "half of pass": "half of other wagers: …",
    "kelly": "Kelly's share",
    "half kelly": "half of Kelly's share",
    "25% kelly": "a part of Kelly's share: …",
}
_ODDS: Final = {
    "max": "full payable odds",
    "2x": "so many times the flat wager: …",
    **_AMOUNTS,
}
_PROGRESSIONS: Final = {
    "martingale": "martingale: double after a loss",
    "paroli": "paroli: double after a win",
    "press": "press: double after a win, and stay",
    "half_press": "half press: half as much again after a win",
    "regress": "regress: half after a win",
    "fibonacci": "fibonacci: a step on after a loss, two back after a win",
    "dalembert": "d'Alembert: a unit more after a loss, one less after a win",
    "reverse_dalembert": "reverse d'Alembert: a unit more after a win, one less after a loss",
    "1-3-2-6": "1-3-2-6: these multiples after wins",
    "oscar": "Oscar's grind: a unit more after a win",
}
_SPREADS: Final = {
    "across": "across: on all the numbers",
    "inside": "inside: on the {}",
    "outside": "outside: on the {}",
    "hardways": "all hardways",
    "hi_lo": "hi-lo: on the 2 and the 12",
}
"""Words for several wagers at once, with room for their numbers."""

_FRAMES: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "head": ("{}", _HEADS),
    "condition": ("when {}:", _CONDITIONS),
    "event": ("after {}:", _EVENTS),
    "bet": ("{}", _BETS),
    "change": ("{}", _BETS | _CHANGES),
    "line": ("{}", _LINES),
    "end": ("stop after {}", _ENDS),
    "amount": ("pass {}", _AMOUNTS),
    "odds": ("odds {}", _ODDS),
}
"""The choices that the grammar knows by their shape, each list with a line in which they can stand."""

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
        **{kind: _listed(said) for kind, (_, said) in _FRAMES.items()},
        "rule": rules + _listed(_LINES),
        "wager": wagers + _spreads(book),
        "target": targets,
        "changed": (SlotChoice("it", "the wager that just won or lost"), *targets),
        "box": tuple(one for one in wagers if one.text in comes),
        "behind": _behind(book),
        "progression": _listed(_PROGRESSIONS),
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
def _by_shape(kind: str) -> dict[Shape, str]:
    """The choices of a list by their shapes."""
    frame, said = _FRAMES[kind]
    return {_first(kind, frame.format(text)).shape: text for text in said}


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
        for name, says in _SPREADS.items()
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
