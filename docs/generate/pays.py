"""The pays and the costs of each wager at each house."""

from collections.abc import Iterable, Sequence

from bankcraps import BOOKS, Rulebook
from bankcraps.cli.reports.odds_table import joined
from bankcraps.game.rulebook.terms import HopTerms, OneRollTerms, Terms
from bankcraps.game.wagers import Kind
from bankcraps.house_edge.edge import WagerEdge, percent
from bankcraps.house_edge.house_comparison import compare_houses

from .books import FAMILIES, all_kinds, cells_of, head_row, houses, together
from .clauses import cited
from .markup import NONE, code, listed, merged, table


def pays() -> str:
    """The pay tables."""
    if set(all_kinds()) != set(Kind):
        raise KeyError(f"a kind of wager is in no family: {set(Kind) - set(all_kinds())}")
    return "\n".join(f"### {family}\n\n{_pays(kinds)}" for family, kinds in FAMILIES.items())


def _pays(kinds: Iterable[Kind]) -> str:
    return together({kind: _pays_of(kind) for kind in kinds})


def _pays_of(kind: Kind) -> list[tuple[str, ...]]:
    """A row for each throw of a kind with its pay at each house. Throws that pay alike share a row."""
    pays_at = [_printed(book, kind) for book in houses()]
    labels = list(dict.fromkeys(label for pays in pays_at for label in pays or {}))
    rows = [
        (label, tuple(NONE if pays is None else pays.get(label, pays.get("", NONE)) for pays in pays_at))
        for label in labels
        if label or len(labels) == 1
    ]
    return merged(rows)


def _printed(book: Rulebook, kind: Kind) -> dict[str, str] | None:
    """A house's pays by throw. The key "" holds for every throw."""
    terms = book.wagers.get(kind)
    if terms is None:
        return None
    if isinstance(terms, OneRollTerms) and terms.legs:
        return {"": "by its legs"}
    if isinstance(terms, HopTerms):
        return {
            f"{sort}, on a total of {_span(totals)}": str(pay)
            for sort, pay, totals in (
                ("hard", terms.hard, terms.hard_totals),
                ("easy", terms.easy, terms.easy_totals),
            )
        }
    return {label: str(pay) for label, pay in terms.rows()}


def edges() -> str:
    """The table for regulators: each wager's pay, edge and clauses, house by house."""
    compared = compare_houses(BOOKS)
    rows = [
        (code(label), *(_regulated(one.houses.get(book), book) for book in compared.houses))
        for label, one in joined(
            compared.wagers, lambda one: tuple((b, e.pays, e.clauses, e.edge) for b, e in one.houses.items())
        )
    ]
    return table(head_row("wager"), rows)


def _regulated(one: WagerEdge | None, book: str) -> str:
    """A cell: the pay, the edge, the edge per unit laid out where it differs, and the clauses."""
    if one is None:
        return NONE
    outlay = f" ({percent(one.edge_outlay)})" if one.edge_outlay != one.edge else ""
    return f"{one.pays}; **{percent(one.edge)}**{outlay}; {', '.join(_linked(book, c) for c in one.clauses)}"


def _linked(book: str, clause: str) -> str:
    return "*convention*" if clause == "convention" else cited(book, clause)


def legs() -> str:
    """The legs of each wager that is paid by its legs."""
    kinds = [kind for kind in all_kinds() if any(_has_legs(book.wagers.get(kind)) for book in houses())]
    return table(head_row("units on"), [(code(kind.value), *cells_of(kind, _legs)) for kind in kinds])


def _has_legs(terms: Terms | None) -> bool:
    return isinstance(terms, OneRollTerms) and bool(terms.legs)


def _legs(terms: Terms) -> str:
    if not isinstance(terms, OneRollTerms) or not terms.legs:
        return "a single wager"
    units = [f"{units} {kind.value.replace('_', ' ')}" for kind, units in terms.legs.items()]
    return ", ".join([*units, *([f"{terms.high} more on its number"] if terms.high else [])])


def _span(totals: Sequence[int]) -> str:
    """Totals in words: 3 to 11, or 4, 6, 8 and 10."""
    first, last = min(totals), max(totals)
    whole = len(totals) > 2 and sorted(totals) == list(range(first, last + 1))  # noqa: PLR2004 - a run
    return f"{first} to {last}" if whole else listed(map(str, sorted(totals)))
