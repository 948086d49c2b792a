"""Checks across a whole rulebook, beyond the type of each value."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from operator import attrgetter
from typing import Final, get_args

from bankcraps.errors import RulebookError
from bankcraps.game.dice import SEVEN, TOTALS
from bankcraps.game.rulebook import schema
from bankcraps.game.rulebook import terms as tm
from bankcraps.game.rulebook.procedure import Crew, DiceStep, TableRules
from bankcraps.game.wagers import FLATS, HAND_WAGERS, HARD_NUMBERS, NUMBERS, Kind

Fail = Callable[[str, str], RulebookError]

Problems = Iterator[tuple[str, str]]
"""Pairs of a key and what is wrong there."""

_NUMBERS_OF: Final = {Kind.HARD: HARD_NUMBERS, Kind.BIG: (6, 8)}
_CHOICE: Final = re.compile(r"[\w.-]+")
_WORD: Final = re.compile(r"[^\W\d][\w'-]*")

MOST: Final = 100
"""The most places at a table and dice in a set: more than any house has, and few enough to list."""


_DOERS: Final = (
    *("table.coloured_up_by", "dice.handled_by", "dice.checked_by", "dice.pass_ordered_by"),
    *("no_roll.called_by", "betting.closed_by", "floor.in_charge", "floor.disputes"),
)
"""The values that name the roles for a task."""

_REASONS: Final = (
    *("no_roll.must", "no_roll.may", "dice.pass_ordered_for"),
    *("floor.invalidate_for", "floor.void_for", "floor.exclude_for", "floor.breaches"),
)
"""The values that list reasons, each with its clause."""


def validate(book: schema.Rulebook, fail: Fail) -> None:
    """Raise the error that `fail` makes of the first problem found."""
    for key, message in _problems(book):
        raise fail(key, message)


def _problems(book: schema.Rulebook) -> Problems:
    yield from _table_problems(book.table)
    if book.dice.set_size < 2:  # noqa: PLR2004 - a throw is two dice
        yield "dice.set_size", "a set needs at least two dice"
    if book.dice.set_size > MOST:
        yield "dice.set_size", f"a set may have at most {MOST} dice"
    yield from _dice_step_problems(book)
    yield from _come_out_problems(book)
    yield from _crew_problems(book)
    yield from _value_problems(book)
    yield from _straddling_problems(book)
    for kind, terms in book.wagers.items():
        for key, message in _wager_problems(book, kind, terms):
            yield f"wagers.{kind.value}.{key}", message


def _dice_step_problems(book: schema.Rulebook) -> Problems:
    """Check that each step of the dice has a clause, which refusals cite."""
    for step in get_args(DiceStep):
        if step not in book.dice.steps:
            yield "dice.steps", f"{step} is missing: say its clause, or a convention"


def _come_out_problems(book: schema.Rulebook) -> Problems:
    """Check that every total is exactly one of natural, craps and point, and 7 a natural."""
    rules = book.come_out
    every = [*rules.naturals, *rules.craps, *rules.points]
    for total in sorted({*TOTALS} ^ {*every}):
        if total in TOTALS:
            yield "come_out", f"{total} is missing: each total must be a natural, craps or a point"
        else:
            yield "come_out", f"there is no total {total} on two dice"
    for total in TOTALS:
        if every.count(total) > 1:
            yield (
                "come_out",
                f"{total} is listed twice: each total must be either a natural, craps or a point",
            )
    if SEVEN not in rules.naturals:
        yield "come_out.naturals", "a 7 wins the pass line on a come-out, so it must be a natural"
    if not rules.points:
        yield "come_out.points", "expected at least one point"


def _table_problems(table: TableRules) -> Problems:
    if table.sides < 1 or table.places_a_side < 1:
        yield "table.places_a_side", "a table needs at least one place"
    if table.places > MOST:
        yield "table.places_a_side", f"a table may have at most {MOST} places"
    if not table.denominations or min(table.denominations) < 1:
        yield "table.denominations", "expected the values of the chips in cents, each at least 1"
    for missing, cover in table.covers.items():
        if missing in table.crew:
            yield "table.covers", f"{missing} is in the crew, so nobody covers for it"
        if cover not in table.crew:
            yield "table.covers", f"{cover} is not in the crew and cannot cover for {missing}"


def _crew_problems(book: schema.Rulebook) -> Problems:
    """Check that every task has a role in the crew, or one that covers for it."""
    people = {*book.table.crew, "inspector"}
    for key in (*_DOERS, *(["dice.total_called_by"] if book.dice.total_called_by else [])):
        roles: Sequence[Crew] = attrgetter(key)(book)
        if not roles:
            yield key, "expected at least one role of the crew"
        for role in book.table.filled(roles):
            if role not in people:
                crew = ", ".join(book.table.crew)
                yield key, f"{role} is not in the crew ({crew}), and nobody covers for that role"


def _value_problems(book: schema.Rulebook) -> Problems:
    """Check that counts are not negative, and that the id is one word."""
    floor = book.floor
    for key in ("notice", "closing_notice", "idle_rounds"):
        if getattr(floor, key) < 0:
            yield f"floor.{key}", "expected a number of at least 0"
    if not _WORD.fullmatch(book.id):
        yield (
            "id",
            "expected one word of letters, digits and _, to be written in records and on the command line",
        )
    yield from _word_problems(book)
    yield from _stray_names(book)


def _stray_names(book: schema.Rulebook) -> Problems:
    """Check that the kinds of wager and the reasons named by values exist."""
    for reason in book.floor.binds:
        if reason not in book.floor.breaches:
            breaches = ", ".join(book.floor.breaches)
            yield "floor.binds", f"{reason} is not among this book's breaches: {breaches}"
    for key in ("down_while_out", "down_in_the_air", "off_while_out", "on_while_out"):
        for kind in getattr(book.betting, key) or ():
            if kind != "all" and kind not in {one.value for one in Kind}:
                kinds = ", ".join(one.value for one in Kind)
                yield f"betting.{key}", f'expected "all", or kinds of wager ({kinds}), not {kind}'
    for reason in book.no_roll.leaves:
        if reason not in book.no_roll.must and reason not in book.no_roll.may:
            reasons = ", ".join([*book.no_roll.must, *book.no_roll.may])
            yield "no_roll.leaves", f"{reason} is not a no-roll reason of this book: {reasons}"


def _word_problems(book: schema.Rulebook) -> Problems:
    """Check that words written to records fit the notation."""
    for key in _REASONS:
        reasons: dict[str, str] = attrgetter(key)(book)
        for word, clause in reasons.items():
            if not _WORD.fullmatch(word):
                yield f"{key}.{word}", "expected one word for a reason, to be said at the table"
            if not clause.isprintable():
                yield f"{key}.{word}", "expected a clause on one line"
    for name, option in book.options.items():
        for word in (name, *option.choices):
            if not _CHOICE.fullmatch(word):
                yield f"options.{name}", f"expected one word, to be written in records, not {word!r}"


def _wager_problems(book: schema.Rulebook, kind: Kind, terms: tm.Terms) -> Problems:
    if kind in FLATS and FLATS[kind] not in book.wagers:
        yield "name", f"odds need {FLATS[kind].value}, which this book does not offer"
    if terms.max_pay is not None and terms.max_pay < 1:
        yield "max_pay", "expected cents, at least 1"
    yield from _kind_problems(kind, terms)
    match terms:
        case tm.OddsTerms():
            yield from _odds_problems(book, terms)
        case tm.NumberTerms():
            yield from _number_problems(book, kind, terms)
        case tm.OneRollTerms():
            yield from _one_roll_problems(book, kind, terms)
        case tm.HopTerms():
            yield from _stray_numbers("easy_totals", terms.easy_totals, range(3, 12))
            yield from _stray_numbers("hard_totals", terms.hard_totals, range(2, 13, 2))
        case tm.HandTerms():
            yield from _hand_problems(book, kind, terms)
        case tm.DontTerms() if terms.bar not in book.come_out.craps:
            craps = ", ".join(map(str, book.come_out.craps))
            yield "bar", f"expected one of this book's craps numbers, {craps}, not {terms.bar}"
        case _:
            return


def _kind_problems(kind: Kind, terms: tm.Terms) -> Problems:
    """Check values that only some kinds of wager may have."""
    early = terms.made in {"new_shooter", "after_seven"}
    if early != (kind in HAND_WAGERS):
        yield (
            "made",
            "wagers on a shooter's hand are made before the hand or after a seven, and no other wagers are",
        )
    if kind in FLATS and terms.made not in {"any", "puck_on"}:
        yield "made", "odds can be made only once their flat wager has a number"
    over = isinstance(terms, tm.LineTerms | tm.OddsTerms | tm.HandTerms)
    if terms.winner == "stays" and over:
        yield "winner", "this kind of wager comes down once it is decided"
    if isinstance(terms, tm.LineTerms | tm.HandTerms) and terms.works != "always":
        yield "works", "this kind of wager is always in action"
    if isinstance(terms, tm.LineTerms | tm.HandTerms) and terms.calls:
        yield "calls", "this kind of wager is always in action and cannot be called off"
    if isinstance(terms, tm.LineTerms) and kind is not Kind.PASS and terms.after_point != "refused":
        yield "after_point", "only a pass wager may be made after the point"


def _straddling_problems(book: schema.Rulebook) -> Problems:
    """Check that every point has a place wager, if late pass wagers are paid as such."""
    terms, place = book.wagers.get(Kind.PASS), book.wagers.get(Kind.PLACE)
    if isinstance(terms, tm.LineTerms) and terms.after_point == "place":
        missing = set(book.come_out.points) - set(place.pays if isinstance(place, tm.NumberTerms) else ())
        if missing:
            yield "wagers.pass.after_point", f"expected a place wager on {min(missing)}, by which it is paid"


def _hand_problems(book: schema.Rulebook, kind: Kind, terms: tm.HandTerms) -> Problems:
    if terms.increase != "never":
        yield (
            "increase",
            'expected "never": a player could press a wager on the hand that has counted some of its numbers',
        )
    countable = set(book.come_out.points if terms.counts == "points" else TOTALS)
    if terms.ends == "seven":
        countable -= {SEVEN}
    if kind is Kind.REPEATER:
        yield from _stray_numbers("pays", terms.pays, sorted(countable & set(NUMBERS)))
        if terms.among:
            yield "among", "a repeater counts only its own number"
        if set(terms.need) != set(terms.pays):
            yield "need", "expected how often each number with a pay must come"
        if not all(1 <= times <= MOST for times in terms.need.values()):
            yield "need", f"expected how often a number must come, 1 to {MOST} times"
        return
    if terms.need:
        yield "need", "only a repeater has this value"
    yield from _stray_numbers("among", terms.among, sorted(countable))
    most = MOST if terms.repeats else len(terms.among)
    yield from _stray_numbers("pays", terms.pays, range(1, most + 1))
    if terms.paid == "at_once" and len(terms.pays) > 1:
        yield "pays", "a wager paid at once can have only one pay, for the highest count"


def _odds_problems(book: schema.Rulebook, terms: tm.OddsTerms) -> Problems:
    points = book.come_out.points
    for key, given in (("pays", set(terms.pays)), ("limit", set(terms.limit))):
        yield from _stray_numbers(key, given, points)
        missing = set(points) - given
        if missing:
            yield key, f"{min(missing)} is missing"
    if min(terms.limit.values(), default=1) < 1:
        yield "limit", "expected a multiple of the flat wager, at least 1"


def _number_problems(book: schema.Rulebook, kind: Kind, terms: tm.NumberTerms) -> Problems:
    yield from _stray_numbers("pays", terms.pays, _NUMBERS_OF.get(kind, book.come_out.points))
    if terms.commission is None:
        return
    if kind not in {Kind.BUY, Kind.LAY}:
        yield "commission", "only buy and lay wagers have a commission"
    if not 0 < terms.commission.percent < 100:  # noqa: PLR2004 - percent
        yield "commission.percent", "expected a percentage between 0 and 100"


def _one_roll_problems(book: schema.Rulebook, kind: Kind, terms: tm.OneRollTerms) -> Problems:
    if bool(terms.pays) == bool(terms.legs):
        yield "pays", "expected either pays by total, or legs"
    if terms.pays:
        yield from _stray_numbers("pays", terms.pays, TOTALS)
    if len(terms.pays) == len(TOTALS):
        yield "pays", "at least one total must lose"
    for leg, units in terms.legs.items():
        other = book.wagers.get(leg)
        if not isinstance(other, tm.OneRollTerms) or other.legs:
            own = ", ".join(
                kind.value
                for kind, one in book.wagers.items()
                if isinstance(one, tm.OneRollTerms) and one.pays
            )
            yield "legs", f"expected a one-roll wager of this book with its own pays ({own}), not {leg.value}"
        if units < 1:
            yield "legs", f"expected at least one unit on {leg.value}"
    if (kind is Kind.HORN_HIGH) != (terms.high > 0):
        yield "high", "horn_high has extra units on the number named, and no other wager has"
    if kind is Kind.HORN_HIGH and not {*tm.ON_A_TOTAL.values()} <= set(terms.legs):
        yield "legs", "horn_high must have legs on two, three, eleven and twelve"


def _stray_numbers(key: str, given: Collection[int], allowed: Collection[int]) -> Problems:
    stray = set(given) - set(allowed)
    if stray:
        yield key, f"{min(stray)} is not allowed here; the numbers are {', '.join(map(str, sorted(allowed)))}"
    if not given:
        yield key, "expected at least one number"
