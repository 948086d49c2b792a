"""Laws of a throw from the moment it leaves the hand: who threw, and what a word about it changes."""

from typing import Final

from msgspec.structs import replace

from bankcraps import Rulebook, State, step
from bankcraps.game.engine import Actor, crew, thrower
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.shooter.dice_set import THROWN_BY_OTHERS
from bankcraps.game.engine.shooter.throwing import no_throw_possible
from bankcraps.game.wagers import Wager
from tests.kit.oracle import watches_hand
from tests.kit.sessions import Moment, Session

__all__ = ["MOMENTS", "SESSIONS"]


def a_no_roll_ends_alike(book: Rulebook, moment: Moment) -> None:
    """A no roll leaves the same table, whether the throw was announced or not."""
    before, event = moment.before, moment.event
    if not moment.came:
        return
    if isinstance(event, ev.ThrowDice):
        reason = next(one for one in (*book.no_roll.may, *book.no_roll.must) if one not in THROWN_BY_OTHERS)
        no_roll = ev.NoRoll(reason, by=_caller(book), at=event.at)
        assert step(book, moment.after, no_roll).state == step(book, before, no_roll).state
    if isinstance(event, ev.NoRoll) and not before.thrown and event.reason not in THROWN_BY_OTHERS:
        due = thrower(book, before)
        if due is None or no_throw_possible(book, before) is not None:
            return
        thrown = step(book, before, ev.ThrowDice(by=due, at=event.at))
        assert thrown
        assert step(book, thrown.state, event).state == moment.after


def who_threw_is_remembered(session: Session) -> None:
    """Acts while the dice are in the air do not change who threw them."""
    by = None
    for moment in session.happened:
        if isinstance(moment.event, ev.ThrowDice):
            by = moment.event.by
        elif isinstance(moment.event, ev.Rolled) and moment.before.thrown:
            assert by
            assert moment.after.last.in_a_hand == (by.role == "player")


def a_hand_goes_on_as_it_was_thrown(session: Session) -> None:
    """The turn, and wagers on the hand, come to the same whatever is done while the dice are in the air."""
    book, thrown = session.book, session.opening.state
    for moment in session.happened:
        if isinstance(moment.event, ev.ThrowDice):
            thrown = moment.after
        if not isinstance(moment.event, ev.Rolled) or not moment.before.thrown:
            continue
        due = step(book, thrown, replace(moment.event, at=None))
        if not due:
            continue  # the table closed in the air
        if (
            _places(thrown) == _places(moment.before)
            and thrown.floor.excluded == moment.before.floor.excluded
        ):
            assert moment.after.turn == due.state.turn
        for name, wager in _watching(thrown):
            if (name, wager) in _watching(moment.before):
                assert _told(moment.came.effects, name, wager) == _told(due.effects, name, wager)


def _caller(book: Rulebook) -> Actor:
    return crew(book.table.filled(book.no_roll.called_by)[0])


def _places(state: State) -> list[tuple[str, int]]:
    return [(seat.name, seat.place) for seat in state.seats]


def _watching(state: State) -> list[tuple[str, Wager]]:
    return [(seat.name, s.wager) for seat in state.seats for s in seat.wagers if watches_hand(s.wager)]


def _told(effects: tuple[fx.Effect, ...], name: str, wager: Wager) -> list[fx.Effect]:
    return [e for e in effects if (getattr(e, "seat", ""), getattr(e, "wager", None)) == (name, wager)]


MOMENTS: Final = (a_no_roll_ends_alike,)
"""Laws of a moment."""

SESSIONS: Final = (who_threw_is_remembered, a_hand_goes_on_as_it_was_thrown)
"""Laws of a session."""
