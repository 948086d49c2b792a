"""Pass, don't pass, come and don't come.

Before such a wager has a number, naturals and craps decide it; afterwards, the number or a seven. The number
of a pass or don't pass wager is the point. A come wager has its own, and none while it is in the come box.
"""

from bankcraps.dice import SEVEN, Throw
from bankcraps.engine.settlement.rulings.ruling import Ruling, Verdict
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import DontTerms, LineTerms
from bankcraps.wagers import Wager, find

__all__ = ["comes", "passes"]


def passes(book: Rulebook, terms: LineTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on pass and don't pass."""
    return _on_number(terms, puck, throw.total) if puck else _before_number(book, terms, throw.total)


def comes(book: Rulebook, terms: LineTerms, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Rule on come and don't come, in the box and on numbers. The puck does not matter."""
    if wager.number:
        return _on_number(terms, wager.number, throw.total)
    if throw.total in book.come_out.points:
        return Ruling(Verdict.MOVES, terms, to=find(wager.kind, throw.total))
    return _before_number(book, terms, throw.total)


def _before_number(book: Rulebook, terms: LineTerms, total: int) -> Ruling | None:
    if total in book.come_out.points:
        return None
    if isinstance(terms, DontTerms) and total == terms.bar:
        return Ruling(Verdict.TIES, terms)
    return _decided(terms, dice_pass=total in book.come_out.naturals)


def _on_number(terms: LineTerms, number: int, total: int) -> Ruling | None:
    if total not in (number, SEVEN):
        return None
    return _decided(terms, dice_pass=total == number)


def _decided(terms: LineTerms, *, dice_pass: bool) -> Ruling:
    if dice_pass == isinstance(terms, DontTerms):
        return Ruling(Verdict.LOSES, terms)
    return Ruling(Verdict.WINS, terms, terms.pays)
