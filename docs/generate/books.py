"""The houses side by side."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final

from bankcraps import BOOKS, Rulebook, load_rulebook
from bankcraps.game.chips import printed
from bankcraps.game.notation.names import (
    FAMILIES,
    TERMS,
    cap,
    odds_limit,
    vigorish,
)
from bankcraps.game.notation.names import works as works_in_words
from bankcraps.game.rulebook.listing import listing
from bankcraps.game.rulebook.terms import NumberTerms, OddsTerms, Terms
from bankcraps.game.wagers import BOX_NUMBERS, Kind

from .clauses import cited
from .markup import NONE, code, listed, merged, table


@cache
def houses() -> tuple[Rulebook, ...]:
    """The books, each with its default options."""
    return tuple(load_rulebook(name) for name in BOOKS)


def head_row(label: str) -> list[str]:
    return [label, *(book.title for book in houses())]


def all_kinds() -> Iterable[Kind]:
    return (kind for kinds in FAMILIES.values() for kind in kinds)


def _by_kind(says: Callable[[Terms], str]) -> str:
    """A list of the kinds on which all houses agree, then a table of the rest."""
    agreed: dict[str, list[str]] = {}
    differing: list[tuple[str, tuple[str, ...]]] = []
    for kind in all_kinds():
        said = {says(book.wagers[kind]) for book in houses() if kind in book.wagers}
        if len(said) == 1:
            agreed.setdefault(said.pop(), []).append(code(kind.value))
        elif said:
            differing.append((code(kind.value), cells_of(kind, says)))
    lists = "\n".join(f"- **{what}**: {', '.join(kinds)}" for what, kinds in agreed.items())
    if not differing:
        return f"{lists}\n"
    return f"{lists}\n\nHouses differ about these:\n\n{table(head_row('wager'), merged(differing))}"


def _said(book: Rulebook, kind: Kind, says: Callable[[Terms], str]) -> str:
    terms = book.wagers.get(kind)
    return NONE if terms is None else says(terms)


# Pages.


def summary() -> str:
    """The books with their descriptions, and the number of values from each source."""
    rows: list[tuple[str, ...]] = []
    mostly_silent: list[str] = []
    for book in houses():
        lines = listing(book)
        silent = sum(line.source.startswith("convention") for line in lines)
        counts = (str(len(lines)), str(len(lines) - silent), str(silent))
        rows.append((f"[{code(book.id)}](/clauses/{book.id}.md)", book.title, book.about, *counts))
        if 2 * silent > len(lines):
            mostly_silent.append(book.title)
    head = ["book", "house", "what it is", "values", "from its document", "by convention"]
    said = f"Convention covers more than half of the values of {listed(mostly_silent)}."
    return f"{table(head, rows)}\n\n{said}"


def names() -> str:
    """The names that each house prints on its layout."""
    rows = [(code(kind.value), *cells_of(kind, lambda terms: terms.name)) for kind in all_kinds()]
    return table(head_row("wager"), rows)


def together(rows_of: dict[Kind, list[tuple[str, ...]]]) -> str:
    """The rows of several kinds. Kinds with the same rows share them."""
    same: dict[tuple[tuple[str, ...], ...], list[str]] = {}
    for kind, rows in rows_of.items():
        same.setdefault(tuple(rows), []).append(code(kind.value))
    return table(
        head_row("wager"),
        [
            (f"{', '.join(kinds)} {label}".rstrip(), *cells)
            for rows, kinds in same.items()
            for label, *cells in rows
        ],
    )


def odds() -> str:
    """The most odds behind a flat wager."""
    rows_of = {
        kind: merged(
            (str(number), tuple(_odds_limit(book, kind, number) for book in houses()))
            for number in BOX_NUMBERS
        )
        for kind in FAMILIES["Odds"]
    }
    return together(rows_of)


def _odds_limit(book: Rulebook, kind: Kind, number: int) -> str:
    terms = book.wagers.get(kind)
    if not isinstance(terms, OddsTerms):
        return NONE
    return odds_limit(terms, terms.limit[number])


def line() -> str:
    """The bar, ties, and pass wagers made after the point."""
    rows = [
        ("the number on which don't pass and don't come tie", Kind.DONT_PASS, "bar", {}),
        ("what a tie does", Kind.DONT_PASS, "tie", {"returned": "they come back", "stays": "they stay"}),
        ("a pass wager made while there is a point", Kind.PASS, "after_point", TERMS["after_point"]),
    ]
    return table(
        head_row(""), [(label, *cells_of(kind, _value(key, words))) for label, kind, key, words in rows]
    )


def cells_of(kind: Kind, says: Callable[[Terms], str]) -> tuple[str, ...]:
    return tuple(says(book.wagers[kind]) if kind in book.wagers else NONE for book in houses())


def _value(key: str, words: Mapping[str, str] | None = None) -> Callable[[Terms], str]:
    """The value of a key in the terms, in its usual words or in others."""
    words = TERMS[key] if words is None else words
    return lambda terms: words.get(str(getattr(terms, key)), str(getattr(terms, key)))


def works() -> str:
    """The times when each wager is in action."""
    return _by_kind(works_in_words)


def made() -> str:
    """The times when each wager may be made."""
    return _by_kind(_value("made"))


def increased() -> str:
    """The last time to increase each wager."""
    return _by_kind(_value("increase"))


def taken_down() -> str:
    """The last time to reduce each wager or take it down."""
    return _by_kind(_value("take_down"))


def winners() -> str:
    """Whether a winning wager stays up."""
    return _by_kind(_value("winner"))


def least() -> str:
    """The minimum of each wager."""
    return _by_kind(_value("minimum"))


def most() -> str:
    """The sum that the table's maximum limits."""
    return _by_kind(_value("maximum"))


def caps() -> str:
    """The most that one decision may pay."""
    return _by_kind(cap)


def commission() -> str:
    """The vigorish on buys and lays."""
    rows = [(code(kind.value), *cells_of(kind, _vigorish)) for kind in (Kind.BUY, Kind.LAY)]
    return table(head_row("wager"), rows)


def _vigorish(terms: Terms) -> str:
    taken = terms.commission if isinstance(terms, NumberTerms) else None
    return "none" if taken is None else vigorish(taken)


def no_roll() -> str:
    """Throws that do not count."""
    rules = [(book, book.no_roll) for book in houses()]
    reasons = dict.fromkeys(reason for _, rule in rules for reason in (*rule.must, *rule.may))
    rows: list[tuple[str, ...]] = []
    for reason in reasons:
        cells = [NONE] * len(rules)
        for place, (book, rule) in enumerate(rules):
            for verb, known in (("must", rule.must), ("may", rule.may)):
                if reason in known:
                    cells[place] = f"{verb}{_clause(book, known[reason])}"
        rows.append((code(reason), *cells))
    return table(head_row("reason"), rows)


def _clause(book: Rulebook, source: str) -> str:
    return "" if source.startswith("convention") else f" ({cited(book.id, source)})"


_PROCEDURE: Final = ("table", "dice", "no_roll", "betting", "floor")


def procedure() -> str:
    """The rest of the rules of procedure, value by value."""
    values = [_plain_values(book) for book in houses()]
    keys = list(dict.fromkeys(key for value in values for key in value))
    return table(
        head_row("value"), [(code(key), *(value.get(key, NONE) for value in values)) for key in keys]
    )


def _plain_values(book: Rulebook) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in _PROCEDURE:
        section = getattr(book, name)
        for item in listing(book):
            part, _, key = item.key.partition(".")
            if part != name or "." in key:
                continue
            is_chips = item.key == "table.denominations"
            found[item.key] = _dollars(getattr(section, key)) if is_chips else item.value.replace("_", " ")
    return found


def _dollars(values: list[int]) -> str:
    return ", ".join(f"${printed(value)}" for value in values)


def reasons() -> str:
    """The reasons and breaches that each house names."""
    groups = [
        ("`dice.pass_ordered_for`", lambda book: book.dice.pass_ordered_for),
        ("`floor.invalidate_for`", lambda book: book.floor.invalidate_for),
        ("`floor.void_for`", lambda book: book.floor.void_for),
        ("`floor.exclude_for`", lambda book: book.floor.exclude_for),
        ("`floor.breaches`", lambda book: book.floor.breaches),
    ]
    return table(
        head_row("what for"),
        [(label, *(", ".join(map(code, of(book))) or NONE for book in houses())) for label, of in groups],
    )


def options() -> str:
    """The options of the books."""
    rows = [
        (
            f"{code(book.id)} {code(name)}",
            option.says,
            ", ".join(f"**{choice}**" if choice == option.default else choice for choice in option.choices),
            cited(book.id, option.cited("choices")),
        )
        for book in houses()
        for name, option in book.options.items()
    ]
    return table(["option", "what it is about", "choices", "clause"], rows)
