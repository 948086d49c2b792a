"""The tables of what people can say in a betting system, from the docstrings of what it means."""

import inspect
import re
from collections.abc import Iterator
from typing import Final

from bankcraps.strategies import combinators
from bankcraps.strategies.rules import amounts, conditions, counts, events, steps

from . import markup

_TABLES: Final = {
    "conditions": (
        *(("condition", "it holds"), (conditions.Condition, counts.Tracker)),
        (
            "always; come_out; point 6; place 6 up; 2 come up; new_shooter; 3 throws; five_count; "
            "3 of five_count; 2 wins of place this shooter; 2 times throw of 6 this shooter; 2 "
            "points made last shooter; 2 points made by 2 of last 3 shooters; 3 dice_passes in a "
            "row; 3 throws since point_set; within 2 shooters of seven_out; every 3rd shooter; "
            "owning 300 or more; ahead 100; ahead 50 this shooter; ahead 50 last shooter; ahead "
            "50 this stage; 60 below the peak; half of winnings below the peak"
        ),
    ),
    "bets": (
        *(("words", "meaning"), (steps.Instruction, amounts.FromMoney)),
        (
            "pass 10; inside 44; hop sevens 3; inside 10; place 6 12 except point; come 10; come "
            "10 up to 2; odds max; odds pass max; pass 5%; pass 5% of start; any_craps 10% of "
            "pass; pass to reach 1000; field kelly; down place 6; off place; stop"
        ),
    ),
    "happenings": (
        *(("event", "it happened if"), (events.Trigger,)),
        (
            "win of place 6; 3 wins of pass; win; point_set; natural; dice_pass; 2 seven_outs in "
            "a row; throw of 12; 3 throws"
        ),
    ),
    "sizes": (
        *(("words", "the new size"), (steps.Change,)),
        (
            "press place 6; press place 6 by 6; half press place 6; parlay hard 6 up to 500; take "
            "10 from pass down to 10; regress place 6 to 12; reset pass; down place"
        ),
    ),
    "lines": (
        *(("line", "what it does"), (combinators.Wrapper,)),
        (
            "only after five_count; at most 3 come a shooter; at most 100 on the table; at most "
            "60 lost this shooter; progression martingale on pass up to 7 steps; stop after "
            "losing 200 or winning 100"
        ),
    ),
}
"""For each table the heads, what its rows are about, and their order by the first words; others come last."""

_ROW: Final = re.compile(r"^\| (.+?)\s\|(?=\n\||\n\n|\Z)", re.MULTILINE | re.DOTALL)
_FIRST: Final = re.compile(r"`([^`]+)`")


def said(name: str) -> str:
    """The table of a name."""
    heads, kinds, order = _TABLES[name]
    rows = [*dict.fromkeys(row for kind in kinds for row in _rows(kind))]  # a kind may have two bases
    place = {words: at for at, words in enumerate(order.split("; "))}
    rows.sort(key=lambda row: place.get(_first(row), len(place)))
    return markup.table(heads, rows).rstrip()


def _first(row: tuple[str, ...]) -> str:
    found = _FIRST.search(row[0])
    return found[1] if found else ""


def _rows(kind: type) -> Iterator[tuple[str, ...]]:
    """The rows in the docstrings of a kind of meaning, and of those that it is divided into."""
    for found in _ROW.finditer(inspect.cleandoc(kind.__doc__ or "")):
        yield tuple(" ".join(found[1].split()).split(" | "))
    for inner in kind.__subclasses__():
        yield from _rows(inner)
