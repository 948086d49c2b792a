"""Random rulebooks: the shipped ones, with their options, and small changes of a house's own."""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from bankcraps import BOOKS, Rulebook, RulebookError, load_rulebook
from bankcraps.game.dice import TOTALS
from bankcraps.game.engine.rulings import rulings
from bankcraps.game.rulebook import read_rulebook
from bankcraps.game.rulebook.terms import (
    DontTerms,
    HandTerms,
    HopTerms,
    LineTerms,
    NumberTerms,
    OddsTerms,
    OneRollTerms,
)
from bankcraps.game.wagers import BOX_NUMBERS, HAND_WAGERS, HORN_NUMBERS, NUMBERS, Kind

Data = Mapping[str, Any]
_MOST_RULINGS: Final = 4000
_TEXTS: Final[dict[str, str]] = {}


def toml(data: Data, path: str = "") -> str:
    """Nested plain data as TOML text."""
    tables = {key: value for key, value in data.items() if isinstance(value, Mapping)}
    lines = [f"[{path}]"] if path else []
    lines += [f"{json.dumps(key)} = {json.dumps(data[key])}" for key in data if key not in tables]
    for key, value in tables.items():
        name = json.dumps(key)
        lines.append(toml(value, f"{path}.{name}" if path else name))
    return "\n".join(lines)


def own_house(base: str, changes: Data, **options: str) -> Rulebook:
    """A house that extends a shipped book with some changes."""
    return read_rulebook(_written(base, changes), "house.toml", **options)


@cache
def full_table() -> Rulebook:
    """A house of three places, where one round sat out is enough to lose the place."""
    return own_house("nsw", {"table": {"sides": 1, "places_a_side": 3}, "floor": {"idle_rounds": 1}})


def _written(base: str, changes: Data) -> str:
    return toml({"id": "house", "title": "A House of Our Own", "extends": base, **changes})


# The shipped books with their options.


@st.composite
def _options(draw: DrawFn, base: str) -> dict[str, str]:
    offered = load_rulebook(base).options
    names = draw(st.lists(st.sampled_from(sorted(offered)), unique=True, max_size=4)) if offered else []
    return {name: draw(st.sampled_from(sorted(offered[name].choices))) for name in names}


@st.composite
def shipped(draw: DrawFn, *, options: bool = True) -> Rulebook:
    """One of our books, with some of its options chosen."""
    base = draw(st.sampled_from(BOOKS))
    return load_rulebook(base, **(draw(_options(base)) if options else {}))


# Changes of a house's own.

_PAYS: Final = st.sampled_from([
    "1 to 1", "2 to 1", "3 to 2", "6 to 5", "7 to 6", "9 to 5", "1 to 2", "2 to 3", "5 to 11", "7.5 to 1",
    "8 for 1",
])  # fmt: skip
_UNTIL: Final = st.sampled_from(["always", "until_number", "never"])
_ANY_WAGER: Final[dict[str, SearchStrategy[Any]]] = {
    "made": st.sampled_from(["come_out", "puck_on", "any", "new_shooter", "after_seven"]),
    "increase": _UNTIL,
    "take_down": _UNTIL,
    "works": st.sampled_from(["always", "puck_on"]),
    "calls": st.booleans(),
    "winner": st.sampled_from(["stays", "comes_down"]),
    "minimum": st.sampled_from(["table", "unit"]),
    "maximum": st.sampled_from(["table", "win", "none"]),
    "unit": st.sampled_from(["table", "pays"]),
    "max_pay": st.integers(1, 200_000),
}
_COMMISSIONS: Final = st.fixed_dictionaries(
    {
        "percent": st.sampled_from([1, 4, 5, 10, 60]),
        "on": st.sampled_from(["stake", "win"]),
        "when": st.sampled_from(["placed", "won"]),
        "refunded": st.booleans(),
        "rounding": st.sampled_from(["up", "down", "nearest"]),
    }
)
_WHILE_OUT: Final = st.sampled_from([[], ["all"], ["pass_odds", "come_odds"], ["place", "hard"]])
_SECTIONS: Final[dict[str, dict[str, SearchStrategy[Any]]]] = {
    "table": {"places_a_side": st.integers(1, 3), "sides": st.integers(1, 2)},
    "dice": {"set_size": st.integers(2, 8), "chosen_for": st.sampled_from(["round", "hand"]),
        "line_wager_to_shoot": st.booleans(), "offered_to": st.sampled_from(["line_bettors", "everyone"]),
        "may_pass": st.sampled_from(["any_throw", "come_out"]), "stick_throws": st.booleans()},
    "betting": {"down_while_out": _WHILE_OUT, "down_in_the_air": _WHILE_OUT, "off_while_out": _WHILE_OUT,
        "on_while_out": _WHILE_OUT,
        "late_confirmed_by": st.sampled_from([[], ["dealer"], ["dealer", "boxperson"]]),
        "unrejected_stand": st.booleans(), "tokens": st.sampled_from([True]),
        "rounding": st.sampled_from(["up", "down", "nearest"])},
    "floor": {"notice": st.sampled_from([0, 1, 20]), "own_limits": st.booleans(),
        "idle_rounds": st.integers(0, 3),
        "disputes": st.sampled_from([["supervisor"], ["boxperson", "supervisor"]])},
}  # fmt: skip


def _numbered(values: SearchStrategy[Any], numbers: tuple[int, ...]) -> SearchStrategy[Any]:
    return st.dictionaries(
        st.sampled_from([str(number) for number in numbers]), values, min_size=1, max_size=3
    )


@cache
def _keys(base: str, kind: Kind) -> dict[str, SearchStrategy[Any]]:
    """Changes that a house may make to a wager, however odd. The loader refuses those without sense."""
    keys = dict(_ANY_WAGER)
    match load_rulebook(base).wagers[kind]:
        case DontTerms():
            keys |= {
                "pays": _PAYS,
                "bar": st.sampled_from([2, 3, 12]),
                "tie": st.sampled_from(["returned", "stays"]),
            }
            keys |= {"after_point": st.sampled_from(["refused", "put", "place"])}
        case LineTerms():
            keys |= {"pays": _PAYS, "after_point": st.sampled_from(["refused", "put", "place"])}
        case OddsTerms():
            keys |= {
                "pays": _numbered(_PAYS, NUMBERS),
                "limit": _numbered(st.integers(1, 12), NUMBERS),
                "measure": st.sampled_from(["stake", "win"]),
            }
        case NumberTerms(pays=pays):
            keys["pays"] = _numbered(_PAYS, tuple(pays))
            if kind in (Kind.BUY, Kind.LAY):
                keys["commission"] = _COMMISSIONS
        case OneRollTerms(pays=pays) if pays:
            keys["pays"] = _numbered(_PAYS, tuple(pays))
        case OneRollTerms(legs=legs):
            keys["legs"] = st.dictionaries(
                st.sampled_from([leg.value for leg in legs]), st.integers(1, 3), max_size=2
            )
        case HopTerms():
            keys |= {"easy": _PAYS, "hard": _PAYS}
        case HandTerms(pays=pays):
            keys["pays"] = _numbered(_PAYS, tuple(pays))
    return keys


# Come-outs and wagers on a shooter's hand of a house's own: several values that have to agree.


@st.composite
def come_outs(draw: DrawFn, base: str) -> Data:
    """A come-out on which 2, 3, 11 and 12 are whatever the house likes, with odds and places on its points.

    The don't wagers are barred on one of the craps; where there are none, nobody can be barred, and they go.
    """
    does = {
        number: draw(st.sampled_from(["points", "points", "naturals", "craps"])) for number in HORN_NUMBERS
    }
    rules = {"naturals": [7], "craps": [], "points": list(BOX_NUMBERS)}
    for number, part in does.items():
        rules[part].append(number)
    extra = [number for number in HORN_NUMBERS if does[number] == "points"]
    craps = [number for number in rules["craps"] if number != 11]
    wagers: dict[str, Any] = {}
    for kind, terms in load_rulebook(base).wagers.items():
        pays = {str(number): draw(_PAYS) for number in extra}
        if isinstance(terms, DontTerms):
            wagers[kind.value] = {"bar": draw(st.sampled_from(craps))} if craps else False
        elif isinstance(terms, OddsTerms):
            dont = kind in (Kind.DONT_PASS_ODDS, Kind.DONT_COME_ODDS)
            limit = {str(number): draw(st.integers(1, 5)) for number in extra}
            wagers[kind.value] = {"pays": pays, "limit": limit} if craps or not dont else False
        elif isinstance(terms, NumberTerms) and kind not in (Kind.BIG, Kind.HARD) and draw(st.booleans()):
            wagers[kind.value] = {"pays": pays}
    return {"come_out": {key: sorted(numbers) for key, numbers in rules.items()}, "wagers": wagers}


@st.composite
def hand_wagers(draw: DrawFn, points: tuple[int, ...]) -> Data:
    """One wager on a shooter's hand, of any of the kinds: what it counts, when it pays, when it ends."""
    kind = draw(st.sampled_from(HAND_WAGERS))
    counts = draw(st.sampled_from(["points", "totals"]))
    ends = draw(st.sampled_from(["hand", "seven"]))
    able = points if counts == "points" else tuple(TOTALS)
    able = tuple(number for number in able if number != 7 or ends == "hand")
    paid = draw(st.sampled_from(["at_once", "at_end"]))
    terms: dict[str, Any] = {
        "name": kind.value,
        "made": draw(st.sampled_from(["new_shooter", "after_seven"])),
        "take_down": draw(st.sampled_from(["never", "never", "always"])),
        "counts": counts,
        "ends": ends,
        "paid": paid,
    }
    if kind is Kind.REPEATER:
        able = tuple(number for number in able if number != 7)
        numbers = draw(st.lists(st.sampled_from(able), min_size=1, max_size=3, unique=True))
        pays = {str(number): draw(_PAYS) for number in numbers}
        terms |= {"pays": pays, "need": {str(number): draw(st.integers(1, 4)) for number in numbers}}
    else:
        among = sorted(draw(st.lists(st.sampled_from(able), min_size=1, max_size=5, unique=True)))
        repeats = draw(st.booleans())
        rungs = range(1, 5 if repeats else len(among) + 1)
        most = 1 if paid == "at_once" else 3
        reached = draw(st.lists(st.sampled_from(rungs), min_size=1, max_size=most, unique=True))
        pays = {str(count): draw(_PAYS) for count in sorted(reached)}
        terms |= {"among": among, "repeats": repeats, "pays": pays}
    return {"wagers": {kind.value: terms}}


@st.composite
def _rules(draw: DrawFn, base: str) -> Data:
    """A come-out of the house's own now and then, and a wager or two on the shooter's hand."""
    rules: Data = draw(come_outs(base)) if draw(st.integers(0, 3)) == 0 else {}
    points = tuple(rules.get("come_out", {}).get("points", BOX_NUMBERS))
    for _ in range(draw(st.sampled_from([0, 0, 1, 2]))):
        wager = draw(hand_wagers(points))
        (kind,) = wager["wagers"]
        if kind not in rules.get("wagers", {}) and Kind(kind) not in load_rulebook(base).wagers:
            rules = merged(rules, wager)
    return rules


@st.composite
def _change(draw: DrawFn, base: str) -> Data:
    """One change to one value, as nested data."""
    if draw(st.integers(0, 2)) == 0:
        section = draw(st.sampled_from(sorted(_SECTIONS)))
        key = draw(st.sampled_from(sorted(_SECTIONS[section])))
        return {section: {key: draw(_SECTIONS[section][key])}}
    kind = draw(st.sampled_from(list(load_rulebook(base).wagers)))
    keys = _keys(base, kind)
    key = draw(st.sampled_from(sorted(keys)))
    return {"wagers": {kind.value: {key: draw(keys[key])}}}


def merged(below: Data, above: Data) -> Data:
    """One nested mapping laid over another."""
    laid = dict(below)
    for key, value in above.items():
        old = laid.get(key)
        laid[key] = merged(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return laid


@lru_cache(1000)
def _read(text: str, options: tuple[tuple[str, str], ...]) -> Rulebook | None:
    try:
        book = read_rulebook(text, "house.toml", **dict(options))
    except RulebookError:
        return None
    _TEXTS[book.digest] = text
    return book


def text_of(book: Rulebook) -> str:
    """The text of a house, for people who want to see which house broke a law."""
    chosen = ",".join(f"{name}={choice}" for name, choice in book.chosen.items())
    return _TEXTS.get(book.digest, book.id) + (f"  # {chosen}" if chosen else "")


@st.composite
def houses(draw: DrawFn) -> Rulebook:
    """A shipped book, or a house that changes a few of its values; refused changes are left out."""
    if rulings.cache_info().currsize > _MOST_RULINGS:
        rulings.cache_clear()
    base = draw(st.sampled_from(BOOKS))
    options = draw(_options(base))
    book, changes = load_rulebook(base, **options), {}
    for change in filter(None, (draw(_rules(base)), *draw(st.lists(_change(base), max_size=6)))):
        tried = merged(changes, change)
        changed = _read(_written(base, tried), tuple(options.items()))
        if changed is not None:
            book, changes = changed, tried
    return book
