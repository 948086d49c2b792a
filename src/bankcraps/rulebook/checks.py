"""What must hold between the parts of a rulebook, beyond the type of each."""

from collections.abc import Callable, Iterator
from typing import Final

from bankcraps.dice import NUMBERS
from bankcraps.errors import RulebookError
from bankcraps.rulebook import schema
from bankcraps.wagers import FLATS, HARD_NUMBERS, Kind

__all__ = ["check"]

Fail = Callable[[str, str], RulebookError]

_KEYS: Final = dict.fromkeys((Kind.PLACE, Kind.PLACE_TO_LOSE, Kind.BUY, Kind.LAY), set(NUMBERS)) | {
    Kind.HARD: set(HARD_NUMBERS),
    Kind.BIG: {6, 8},
}
_TOTALS: Final = set(range(2, 13))


def check(book: schema.Rulebook, fail: Fail) -> None:
    """Raise what `fail` makes of the first thing that does not hold."""
    for key, message in _problems(book):
        raise fail(key, message)


def _problems(book: schema.Rulebook) -> Iterator[tuple[str, str]]:
    table = book.table
    if table.sides < 1 or table.places_a_side < 1:
        yield "table.places_a_side", "a table needs at least one place"
    if not table.denominations or min(table.denominations) < 1:
        yield "table.denominations", "expected the values of the chips in cents, each at least 1"
    for missing, cover in table.covers.items():
        if missing in table.crew:
            yield "table.covers", f"{missing} is in the crew and needs no cover"
        if cover not in table.crew:
            yield "table.covers", f"{cover} is not in the crew and cannot cover for {missing}"
    if book.dice.set_size < 2:  # noqa: PLR2004 - two dice are thrown
        yield "dice.set_size", "two dice are thrown, so a set has at least two"
    for kind, terms in book.wagers.items():
        for key, message in _wager_problems(book, kind, terms):
            yield f"wagers.{kind.value}.{key}", message


def _wager_problems(book: schema.Rulebook, kind: Kind, terms: schema.Terms) -> Iterator[tuple[str, str]]:
    if kind in FLATS and FLATS[kind] not in book.wagers:
        yield "name", f"odds need {FLATS[kind].value} under them, which this book does not offer"
    if terms.max_pay is not None and terms.max_pay < 1:
        yield "max_pay", "expected cents, at least 1"
    if isinstance(terms, schema.OddsTerms):
        yield from _numbers("pays", set(terms.pays), set(NUMBERS), whole=True)
        yield from _numbers("limit", set(terms.limit), set(NUMBERS), whole=True)
        if min(terms.limit.values(), default=1) < 1:
            yield "limit", "expected how many times the flat wager, at least 1"
    if isinstance(terms, schema.NumberTerms):
        yield from _numbers("pays", set(terms.pays), _KEYS[kind], whole=False)
        if (terms.commission is not None) and kind not in {Kind.BUY, Kind.LAY}:
            yield "commission", "is taken on buy and lay wagers only"
        if terms.commission and not 0 < terms.commission.percent < 100:  # noqa: PLR2004 - percent
            yield "commission.percent", "expected a percentage between 0 and 100"
    if isinstance(terms, schema.OneRollTerms):
        yield from _one_roll_problems(book, kind, terms)
    if isinstance(terms, schema.HopTerms):
        yield from _numbers("easy_totals", set(terms.easy_totals), set(range(3, 12)), whole=False)
        yield from _numbers("hard_totals", set(terms.hard_totals), set(range(2, 13, 2)), whole=False)
    if isinstance(terms, schema.FireTerms):
        yield from _numbers("pays", set(terms.pays), set(range(1, 7)), whole=False)


def _one_roll_problems(
    book: schema.Rulebook, kind: Kind, terms: schema.OneRollTerms
) -> Iterator[tuple[str, str]]:
    if bool(terms.pays) == bool(terms.legs):
        yield "pays", "give either pays by total, or the legs it is made of"
    yield from _numbers("pays", set(terms.pays), _TOTALS, whole=False) if terms.pays else ()
    if len(terms.pays) == len(_TOTALS):
        yield "pays", "a wager that every total wins is no wager"
    for leg, units in terms.legs.items():
        other = book.wagers.get(leg)
        if not isinstance(other, schema.OneRollTerms) or other.legs:
            yield "legs", f"{leg.value} is not a one-roll wager of this book with pays of its own"
        if units < 1:
            yield "legs", f"expected at least one unit on {leg.value}"
    if (kind is Kind.HORN_HIGH) != (terms.high > 0):
        yield "high", "horn_high, and it alone, has units of its own on the number named"
    if kind is Kind.HORN_HIGH and not {Kind.TWO, Kind.THREE, Kind.ELEVEN, Kind.TWELVE} <= set(terms.legs):
        yield "legs", "horn_high is on two, three, eleven and twelve"


def _numbers(key: str, given: set[int], allowed: set[int], *, whole: bool) -> Iterator[tuple[str, str]]:
    stray = given - allowed
    if stray:
        yield key, f"there is no {min(stray)} here; the numbers are {', '.join(map(str, sorted(allowed)))}"
    if whole and allowed - given:
        yield key, f"{min(allowed - given)} is missing"
    if not given:
        yield key, "expected at least one number"
