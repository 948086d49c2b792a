"""What must hold between the parts of a rulebook, beyond the type of each."""

import re
from collections.abc import Callable, Collection, Iterator
from typing import Final

from bankcraps.dice import NUMBERS
from bankcraps.errors import RulebookError
from bankcraps.rulebook import schema
from bankcraps.rulebook.procedure import TableRules
from bankcraps.rulebook.terms import (
    FireTerms,
    HopTerms,
    LineTerms,
    NumberTerms,
    OddsTerms,
    OneRollTerms,
    Terms,
)
from bankcraps.wagers import FLATS, HARD_NUMBERS, Kind

__all__ = ["check"]

Fail = Callable[[str, str], RulebookError]

Problems = Iterator[tuple[str, str]]
"""Pairs of a key and what does not hold there."""

_ON: Final = {Kind.HARD: HARD_NUMBERS, Kind.BIG: (6, 8)}
_TOTALS: Final = range(2, 13)
_CHOICE: Final = re.compile(r"[\w.-]+")
_WORD: Final = re.compile(r"[^\W\d][\w'-]*")

MOST: Final = 100
"""Places at a table, dice in a set: more than anybody has, and few enough to list."""


def check(book: schema.Rulebook, fail: Fail) -> None:
    """Raise what `fail` makes of the first thing that does not hold."""
    for key, message in _problems(book):
        raise fail(key, message)


def _problems(book: schema.Rulebook) -> Problems:
    yield from _table_problems(book.table)
    if book.dice.set_size < 2:  # noqa: PLR2004 - two dice are thrown
        yield "dice.set_size", "two dice are thrown, so a set has at least two"
    if book.dice.set_size > MOST:
        yield "dice.set_size", f"a set has at most {MOST} dice"
    yield from _nobody(book)
    yield from _senseless(book)
    for kind, terms in book.wagers.items():
        for key, message in _wager_problems(book, kind, terms):
            yield f"wagers.{kind.value}.{key}", message


def _table_problems(table: TableRules) -> Problems:
    if table.sides < 1 or table.places_a_side < 1:
        yield "table.places_a_side", "a table needs at least one place"
    if table.places > MOST:
        yield "table.places_a_side", f"a table has at most {MOST} places"
    if not table.denominations or min(table.denominations) < 1:
        yield "table.denominations", "expected the values of the chips in cents, each at least 1"
    for missing, cover in table.covers.items():
        if missing in table.crew:
            yield "table.covers", f"{missing} is in the crew and needs no cover"
        if cover not in table.crew:
            yield "table.covers", f"{cover} is not in the crew and cannot cover for {missing}"


def _nobody(book: schema.Rulebook) -> Problems:
    """What has to be done by somebody."""
    doers: dict[str, Collection[str]] = {
        "dice.handled_by": book.dice.handled_by,
        "dice.checked_by": book.dice.checked_by,
        "dice.pass_ordered_by": book.dice.pass_ordered_by,
        "no_roll.called_by": book.no_roll.called_by,
        "betting.closed_by": book.betting.closed_by,
        "floor.in_charge": book.floor.in_charge,
        "floor.disputes": book.floor.disputes,
    }
    people = {*book.table.crew, "inspector"}
    for key, roles in doers.items():
        if not roles:
            yield key, "expected at least one of the crew"
        for role in book.table.filled(list(roles)):
            if role not in people:
                yield key, f"there is no {role} in the crew, and nobody covers for one"


def _senseless(book: schema.Rulebook) -> Problems:
    """Counts that cannot be less than nothing, and words that have to be said."""
    floor = book.floor
    for key in ("notice", "closing_notice", "idle_rounds"):
        if getattr(floor, key) < 0:
            yield f"floor.{key}", "expected a number that is not below 0"
    if not _WORD.fullmatch(book.id):
        yield "id", "expected one word of letters, figures and _, for records and the command line"
    yield from _unspoken(book)
    for reason in book.no_roll.leaves:
        if reason not in book.no_roll.must and reason not in book.no_roll.may:
            yield "no_roll.leaves", f"{reason} is no reason to call no roll in this book"


def _unspoken(book: schema.Rulebook) -> Problems:
    """Words that a record could not write."""
    floor = book.floor
    reasons = {
        "no_roll.must": book.no_roll.must,
        "no_roll.may": book.no_roll.may,
        "dice.pass_ordered_for": book.dice.pass_ordered_for,
        "floor.invalidate_for": floor.invalidate_for,
        "floor.void_for": floor.void_for,
        "floor.exclude_for": floor.exclude_for,
        "floor.breaches": floor.breaches,
    }
    for key, words in reasons.items():
        for word in words:
            if not _WORD.fullmatch(word):
                yield f"{key}.{word}", "a reason is one word, as it is said at the table"
            if not words[word].isprintable():
                yield f"{key}.{word}", "expected a clause in one line"
    for name, option in book.options.items():
        for word in (name, *option.choices):
            if not _CHOICE.fullmatch(word):
                yield f"options.{name}", f"expected one word for a record to write, not {word!r}"


def _wager_problems(book: schema.Rulebook, kind: Kind, terms: Terms) -> Problems:
    if kind in FLATS and FLATS[kind] not in book.wagers:
        yield "name", f"odds need {FLATS[kind].value} under them, which this book does not offer"
    if terms.max_pay is not None and terms.max_pay < 1:
        yield "max_pay", "expected cents, at least 1"
    yield from _sense_problems(kind, terms)
    match terms:
        case OddsTerms():
            yield from _odds_problems(terms)
        case NumberTerms():
            yield from _number_problems(kind, terms)
        case OneRollTerms():
            yield from _one_roll_problems(book, kind, terms)
        case HopTerms():
            yield from _numbers("easy_totals", terms.easy_totals, range(3, 12))
            yield from _numbers("hard_totals", terms.hard_totals, range(2, 13, 2))
        case FireTerms():
            yield from _numbers("pays", terms.pays, range(1, 7))
        case _:
            return


def _sense_problems(kind: Kind, terms: Terms) -> Problems:
    """What only some wagers can do: stay up, sleep, be called off, be made after the point."""
    if (terms.made == "new_shooter") != (kind is Kind.FIRE):
        yield "made", "fire, and it alone, is made before a new shooter's first throw"
    if kind in FLATS and terms.made not in {"any", "puck_on"}:
        yield "made", "odds are made once their flat wager has a number"
    over = isinstance(terms, LineTerms | OddsTerms | FireTerms)
    if terms.winner == "stays" and (over or getattr(terms, "legs", None)):
        yield "winner", "a wager like that is over once it is decided, and comes down"
    if isinstance(terms, LineTerms | FireTerms) and terms.works != "always":
        yield "works", "a wager like that is always in action"
    if isinstance(terms, LineTerms | FireTerms) and terms.calls:
        yield "calls", "a wager like that is always in action, and cannot be called off"
    if isinstance(terms, LineTerms) and kind is not Kind.PASS and terms.after_point != "refused":
        yield "after_point", "only pass may be made after the point"


def _odds_problems(terms: OddsTerms) -> Problems:
    for key, given in (("pays", set(terms.pays)), ("limit", set(terms.limit))):
        yield from _numbers(key, given, NUMBERS)
        missing = set(NUMBERS) - given
        if missing:
            yield key, f"{min(missing)} is missing"
    if min(terms.limit.values(), default=1) < 1:
        yield "limit", "expected how many times the flat wager, at least 1"


def _number_problems(kind: Kind, terms: NumberTerms) -> Problems:
    yield from _numbers("pays", terms.pays, _ON.get(kind, NUMBERS))
    if terms.commission is None:
        return
    if kind not in {Kind.BUY, Kind.LAY}:
        yield "commission", "is taken on buy and lay wagers only"
    if not 0 < terms.commission.percent < 100:  # noqa: PLR2004 - percent
        yield "commission.percent", "expected a percentage between 0 and 100"


def _one_roll_problems(book: schema.Rulebook, kind: Kind, terms: OneRollTerms) -> Problems:
    if bool(terms.pays) == bool(terms.legs):
        yield "pays", "give either pays by total, or the legs it is made of"
    if terms.pays:
        yield from _numbers("pays", terms.pays, _TOTALS)
    if len(terms.pays) == len(_TOTALS):
        yield "pays", "a wager that every total wins is no wager"
    for leg, units in terms.legs.items():
        other = book.wagers.get(leg)
        if not isinstance(other, OneRollTerms) or other.legs:
            yield "legs", f"{leg.value} is not a one-roll wager of this book with pays of its own"
        if units < 1:
            yield "legs", f"expected at least one unit on {leg.value}"
    if (kind is Kind.HORN_HIGH) != (terms.high > 0):
        yield "high", "horn_high, and it alone, has units of its own on the number named"
    if kind is Kind.HORN_HIGH and not {Kind.TWO, Kind.THREE, Kind.ELEVEN, Kind.TWELVE} <= set(terms.legs):
        yield "legs", "horn_high is on two, three, eleven and twelve"


def _numbers(key: str, given: Collection[int], allowed: Collection[int]) -> Problems:
    stray = set(given) - set(allowed)
    if stray:
        yield key, f"there is no {min(stray)} here; the numbers are {', '.join(map(str, sorted(allowed)))}"
    if not given:
        yield key, "expected at least one number"
