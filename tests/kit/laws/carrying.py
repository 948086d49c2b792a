"""A law for the day on which a field is added: every act keeps it, because acts change tables by name.

Each value of a table gets one more field, with a mark in it. A value that an act keeps must still have its
mark afterwards, whatever else of it has changed. The marks change nothing in the game.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from bankcraps import Rulebook, State, step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.state import (
    DiceSet,
    DisputeCase,
    Earlier,
    Floor,
    LastThrow,
    Seat,
    Sign,
    Standing,
    Turn,
)
from tests.kit.sessions import Moment

KINDS: Final = (State, Seat, Standing, Turn, DiceSet, Floor, Sign, DisputeCase, Earlier, Limits, LastThrow)
"""Every kind of value that a table is made of."""

_MORE: Final[dict[type, Any]] = {
    kind: msgspec.defstruct(f"New{kind.__name__}", [("mark", str, "")], bases=(kind,), frozen=True)
    for kind in KINDS
}
_LESS: Final = {more: kind for kind, more in _MORE.items()}


def marked(value: Any, path: str = "table") -> Any:
    """The same value made of kinds with a field more, each marked with where it was.

    A wager has its spot as its mark, for the table compares it with itself as it was before an act.
    """
    if isinstance(value, tuple):
        return tuple(marked(part, f"{path}.{at}") for at, part in enumerate(value))
    more = _MORE.get(type(value))
    if more is None:
        return value
    fields = {name: marked(getattr(value, name), f"{path}.{name}") for name in value.__struct_fields__}
    return more(**fields, mark=str(value.wager) if isinstance(value, Standing) else path)


def plain(value: Any) -> Any:
    """The same value without the marks."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    kind = _LESS.get(type(value), type(value))
    if kind not in KINDS:
        return value
    return kind(**{name: plain(getattr(value, name)) for name in kind.__struct_fields__})


def a_new_field_is_carried_through(book: Rulebook, moment: Moment) -> None:
    """Every part of the table that is still there after an event has the mark that it had."""
    if isinstance(moment.event, ev.SetLimits | ev.OwnLimits) and _same_limits(moment):
        return  # only the marks would differ between the new limits and the old
    before = marked(moment.before)
    came = step(book, before, moment.event)
    assert (plain(came.state), came.effects, came.refusal) == (
        moment.after,
        moment.came.effects,
        moment.came.refusal,
    )
    for old, new in _kept(before, came.state, moment.event, moment.came.effects):
        assert getattr(new, "mark", "") == old.mark, f"{type(new).__name__} is made anew: {new}"


def _same_limits(moment: Moment) -> bool:
    """Whether the event has the limits of the table, the player or a sign, which have marks here."""
    before, after = moment.before, moment.after
    if moment.event.limits in [sign.limits for sign in before.floor.signs]:
        return True
    own = [(seat.limits, was.limits) for seat in after.seats if (was := before.seat(seat.name))]
    return before.floor.limits == after.floor.limits and all(now == then for now, then in own)


def _kept(
    before: Any, after: Any, event: ev.Event, effects: tuple[fx.Effect, ...]
) -> Iterator[tuple[Any, Any]]:
    """Each value of the old table that is still there, with its new form."""
    yield before, after
    yield before.floor, after.floor
    if any(isinstance(effect, fx.ThrowInvalid | fx.ThrowCorrected) for effect in effects):
        return  # the rest is as it was before the throw
    yield before.turn, after.turn
    if before.dice.number == after.dice.number:
        yield before.dice, after.dice
    if not isinstance(event, ev.SetLimits):
        yield before.floor.limits, after.floor.limits
    for sign in before.floor.signs:
        if not isinstance(event, ev.PostSign):
            yield from ((sign, other) for other in after.floor.signs if other.about == sign.about)
    for dispute in before.floor.disputes:
        yield from ((dispute, other) for other in after.floor.disputes if other.number == dispute.number)
    for seat in before.seats:
        now = after.seat(seat.name)
        if now is None:
            continue
        yield seat, now
        if seat.limits and not isinstance(event, ev.OwnLimits):
            yield seat.limits, now.limits
        # An act is added at the end. Others may go: the one undone, those on a void wager, those once cashed.
        these = {one.mark: one for one in seat.earlier}
        added = isinstance(event, ev.Bet | ev.TakeDown | ev.Call) and event.by.person == seat.name
        stand = now.earlier[:-1] if added else now.earlier
        yield from ((these.get(getattr(one, "mark", ""), seat), one) for one in stand)
        if isinstance(event, ev.Undo) and event.by.person == seat.name and seat.earlier != now.earlier:
            # At a closed table a wager that is called off again may come back at once.
            stood = ((standing, now.on(standing.wager)) for standing in seat.earlier[-1].wagers)
            yield from (pair for pair in stood if pair[1] is not None)
        else:
            yield from _wagers(seat, now, effects)


def _wagers(seat: Any, now: Any, effects: tuple[fx.Effect, ...]) -> Iterator[tuple[Any, Any]]:
    """Each wager that stands on, on its spot or on the number it went to."""
    went = {e.wager: e.to for e in effects if isinstance(e, fx.Moved) and e.seat == seat.name}
    decided = {
        e.wager
        for e in effects
        if isinstance(e, fx.Lost | fx.Forfeited) or (isinstance(e, fx.Paid) and not e.up)
        if e.seat == seat.name
    }
    for standing in seat.wagers:
        there = now.on(went.get(standing.wager, standing.wager))
        if there is not None and standing.wager not in decided:
            yield standing, there
