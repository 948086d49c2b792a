"""The pay of a wager as the house prints it, and the clauses it rests on."""

from collections.abc import Iterator

from bankcraps.game.pays import Pay
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.section import Section, clause_of
from bankcraps.game.rulebook.terms import (
    Commission,
    DontTerms,
    HopTerms,
    NumberTerms,
    OddsTerms,
    OneRollTerms,
    Terms,
)
from bankcraps.game.wagers import Wager

__all__ = ["printed_terms"]


def printed_terms(book: Rulebook, wager: Wager, point: int | None) -> tuple[str, tuple[str, ...]]:
    """The pay of a wager as its house prints it, and the clauses that decide the wager's edge.

    These are the clauses of the pay, the bar, the legs and the commission; "convention" stands for a value
    that the house's document does not give.

    Args:
        book: the house's rules.
        wager: a wager that it offers.
        point: the point it is made on, for odds on the line and for wagers put behind the point.
    """
    terms = book.wagers[wager.kind]
    parts, clauses = [_pay(terms, wager, point)], _cited(terms, *_keys(terms, wager, point))
    if isinstance(terms, DontTerms):
        parts.append(f"{terms.bar} ties")
    if isinstance(terms, OneRollTerms):
        for leg in terms.legs:
            clauses += _cited(book.wagers[leg], "pays")
    commission = terms.commission if isinstance(terms, NumberTerms) else None
    if commission is not None:
        parts.append(_taken(commission))
        clauses += _cited(commission, "percent", "on", "when")
    return ", ".join(parts), tuple(dict.fromkeys(clauses))


def _pay(terms: Terms, wager: Wager, point: int | None) -> str:
    """The pay in words."""
    number = wager.number or point
    if isinstance(terms, OneRollTerms) and terms.legs:
        return "by its legs"
    if isinstance(terms, OddsTerms | NumberTerms) and number in terms.pays:
        return str(terms.pays[number])
    if isinstance(terms, HopTerms):
        return str(terms.best(wager))
    rows = [(label, pay) for label, pay in terms.rows() if not wager.number or label.startswith(f"{number},")]
    return "; ".join(_by_pay(rows))


def _keys(terms: Terms, wager: Wager, point: int | None) -> list[str]:
    """The values of a wager's terms that decide its edge."""
    keys = ["max_pay"] if terms.max_pay is not None else []
    if isinstance(terms, HopTerms):
        return ["hard" if wager.dice is not None and wager.dice.hard else "easy", *keys]
    if isinstance(terms, OneRollTerms) and terms.legs:
        return ["legs", *keys]
    if isinstance(terms, OddsTerms | NumberTerms):
        return [f"pays.{wager.number or point}", *keys]
    if isinstance(terms, DontTerms):
        keys.insert(0, "bar")
    return ["pays", *(["after_point"] if point else []), *keys]


def _cited(section: Section, *keys: str) -> list[str]:
    return [clause for key in keys for clause in clause_of(section.cited(key)).split(", ")]


def _by_pay(rows: list[tuple[str, Pay]]) -> Iterator[str]:
    """The pays with their throws, most throws first; a single pay alone."""
    throws: dict[str, list[str]] = {}
    for label, pay in rows:
        throws.setdefault(str(pay), []).append(label)
    if len(throws) == 1:
        yield from throws
        return
    for pay, labels in sorted(throws.items(), key=lambda item: -len(item[1])):
        yield f"{pay} on {', '.join(labels)}"


def _taken(commission: Commission) -> str:
    when = {"placed": "when made", "won": "when won"}[commission.when]
    return f"less {commission.percent}% of the {commission.on} {when}"
