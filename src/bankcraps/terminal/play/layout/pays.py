"""Pays as a layout prints them, from the terms of a rulebook."""

from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.terms import DontTerms, OddsTerms, OneRollTerms, Terms
from bankcraps.game.wagers import Wager, find

__all__ = ["bar_of", "field_numbers", "glyph", "odds_on", "pays_of"]

_BARRED = {2: (1, 1), 3: (1, 2), 12: (6, 6)}


def glyph(face: int) -> str:
    """A die in one character.

    >>> glyph(1) + glyph(6)
    '⚀⚅'
    """
    return chr(0x267F + face)


def bar_of(terms: Terms | None) -> str:
    """The barred number of a don't wager, in dice: `BAR ⚅⚅`."""
    if not isinstance(terms, DontTerms):
        return ""
    return "BAR " + "".join(map(glyph, _BARRED[terms.bar]))


def pays_of(book: Rulebook, wager: Wager) -> str:
    """Describe what a wager pays, in one line.

    Several pays are grouped by total. A wager made of legs shows the totals of its legs instead.
    """
    terms = book.terms(wager)
    if terms is None:
        return ""
    if isinstance(terms, OneRollTerms) and terms.legs:
        return " ".join(_totals(book, terms))
    rows = terms.rows()
    if wager.number is not None:
        return str(terms.best(wager))
    grouped: dict[str, list[str]] = {}
    for thrown, pay in rows:
        grouped.setdefault(str(pay), []).append(thrown.removesuffix(" points").removesuffix(" totals"))
    if len(grouped) == 1:
        return next(iter(grouped))
    return _listed(
        [(f"{' '.join(thrown)}{':' * thrown[0].isdecimal()} ", pay) for pay, thrown in grouped.items()]
    )


def _listed(pays: list[tuple[str, str]]) -> str:
    """Several pays, with a common ending written once: `hard 30, easy 15 to 1`."""
    ends = {" ".join(pay.split()[1:]) for _, pay in pays}
    if len(ends) > 1:
        return ", ".join(what + pay for what, pay in pays)
    return f"{', '.join(what + pay.split()[0] for what, pay in pays)} {ends.pop()}"


def _totals(book: Rulebook, terms: OneRollTerms) -> list[str]:
    """The totals on which the legs win."""
    totals: set[int] = set()
    for leg in terms.legs:
        legged = book.terms(find(leg))
        totals.update(legged.pays if isinstance(legged, OneRollTerms) else ())
    return [str(total) for total in sorted(totals)]


def field_numbers(terms: Terms | None, between: str) -> tuple[str, str]:
    """The numbers of the field, those that pay more in brackets, and what these pay.

    Args:
        terms: those of the field.
        between: the text between two numbers.
    """
    if not isinstance(terms, OneRollTerms):
        return "", ""
    least = min(pay.ratio for pay in terms.pays.values())
    better = {total: pay for total, pay in sorted(terms.pays.items()) if pay.ratio > least}
    numbers = between.join(f"({total})" if total in better else str(total) for total in sorted(terms.pays))
    grouped: dict[str, list[str]] = {}
    for total, pay in better.items():
        grouped.setdefault(str(pay), []).append(f"({total})")
    return numbers, ", ".join(f"{' '.join(totals)} {pay}" for pay, totals in grouped.items())


def odds_on(terms: Terms | None, puck: int) -> str:
    """Describe the pay and the limit of odds on the line with that point; empty without a point."""
    if not isinstance(terms, OddsTerms) or puck not in terms.pays:
        return ""
    limit = "to win" if terms.measure == "win" else "up to"
    return f"{terms.pays[puck]}, {limit} {terms.limit[puck]} times the flat"
