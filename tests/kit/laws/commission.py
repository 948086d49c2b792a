"""Laws of the commission: the amounts charged and given back."""

from collections import Counter
from typing import Any

from bankcraps import Rulebook
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.state import Standing
from tests.kit.oracle import vig
from tests.kit.sessions import Moment

__all__ = ["commission_is_charged_as_the_house_says", "commission_is_given_back_as_the_house_says"]


def commission_is_charged_as_the_house_says(book: Rulebook, moment: Moment) -> None:
    """Placing charges the commission on the whole wager, less the part due before; a win, if it is due then.

    An undo or a correction charges and gives back what the act did. That has a law of its own.
    """
    if isinstance(moment.event, ev.Undo | ev.Correct):
        return
    charged = Counter[tuple[str, Any]]()
    for effect in moment.came.effects:
        if isinstance(effect, fx.Vigorish):
            charged[effect.seat, effect.wager] += effect.amount
    chip = moment.before.floor.chip
    for effect in moment.came.effects:
        if isinstance(effect, fx.Staked):
            _charged_on_placing(book, moment, effect, charged.pop((effect.seat, effect.wager), 0), chip)
        elif isinstance(effect, fx.Paid) and effect.leg is None:
            terms = book.wagers[effect.wager.kind]
            rule = getattr(terms, "commission", None)
            due, taken = 0, charged.pop((effect.seat, effect.wager), 0)
            if rule:
                whole = vig(terms, effect.wager, effect.amount, chip)
                chips = vig(terms, effect.wager, effect.amount - sum(effect.tokens), chip)
                due += min(whole, effect.won) if rule.when == "won" else 0
                due += chips if rule.when == "placed" and rule.again and effect.up else 0
            assert taken == due
    assert all(amount < 0 for amount in charged.values()), "charged for nothing"


def commission_is_given_back_as_the_house_says(book: Rulebook, moment: Moment) -> None:
    """A wager taken down in part keeps the commission on what stays; the rest comes back or is forgone."""
    event = moment.event
    if not isinstance(event, ev.TakeDown) or not moment.came:
        return
    before, after = moment.before.seat(event.by.person), moment.after.seat(event.by.person)
    assert before
    assert after
    old, new = before.on(event.wager), after.on(event.wager)
    rule = getattr(book.wagers[event.wager.kind], "commission", None)
    if old is None or new is None or rule is None:
        return
    assert new.commission == _paid_on(book, old, new, moment.before.floor.chip)
    assert (new.withdrawn > old.withdrawn) == (rule.when == "placed" and not rule.refunded) or old.withdrawn


def _charged_on_placing(book: Rulebook, moment: Moment, effect: fx.Staked, taken: int, chip: int) -> None:
    terms = book.wagers[effect.wager.kind]
    rule = getattr(terms, "commission", None)
    before, after = moment.before.seat(effect.seat), moment.after.seat(effect.seat)
    assert before
    assert after
    old, new = before.on(effect.wager), after.on(effect.wager)
    assert new
    if rule is None or rule.when == "won":
        assert taken == new.commission == 0
        return
    stood, gone = (old.amount, old.withdrawn) if old else (0, 0)
    before_it = vig(terms, effect.wager, stood + gone, chip) if old else 0
    assert taken == vig(terms, effect.wager, new.amount + gone, chip) - before_it
    assert new.withdrawn == gone
    assert new.commission == _paid_on(book, old, new, chip)


def _paid_on(book: Rulebook, old: Standing | None, new: Standing, chip: int) -> int:
    """The commission on what lies there, but for what the chips of a winner did not pay to stay up.

    Those come down last.
    """
    rule = getattr(book.wagers[new.wager.kind], "commission", None)
    if rule is None or rule.when == "won":
        return 0
    was, due = (vig(book.wagers[new.wager.kind], new.wager, s.amount, chip) if s else 0 for s in (old, new))
    free = was - old.commission if old else 0
    return due - min(free, due)
