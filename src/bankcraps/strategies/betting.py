"""Turns the wanted layout into acts: take down, then bet, then call on or off."""

import operator
from collections.abc import Iterator
from typing import Final

import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import player
from bankcraps.game.engine.refusals import Refusal
from bankcraps.game.engine.state import Seat, Standing, State
from bankcraps.game.engine.step import step
from bankcraps.game.engine.wagering.calling import working
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.strategies.policy import Layout, require_layout

__all__ = ["Betting", "bets"]

_SILENT: Final = frozenset({"contract", "not_standing"})
"""Refusals not reported. A contract wager must stay; a call on a refused bet would report it twice."""


class Betting(msgspec.Struct, frozen=True):
    """The outcome of betting towards a layout.

    Attributes:
        state: the table after the bets; unchanged if the player could not pay for all of them.
        effects: the effects, in order.
        refused: the refusals of the house, without contract wagers that must stay.
        lowest: the least that was in the rail meanwhile, in cents.
        broke: whether the rail was too short for a wager that the house would take. Then no bet is made.
        unmade: the bets that were refused, in the order of `refused`.
        made: the bets that the house took, in order.
    """

    state: State
    effects: tuple[fx.Effect, ...]
    refused: tuple[Refusal, ...]
    lowest: Cents
    broke: bool = False
    unmade: tuple[ev.Event, ...] = ()
    made: tuple[ev.Event, ...] = ()


def bets(book: Rulebook, state: State, layout: Layout) -> Betting:
    """Bet the difference between a layout and what stands before the only player."""
    require_layout(layout)
    (seat,) = state.seats
    now, lowest = state, seat.rail
    effects: list[fx.Effect] = []
    refused: list[Refusal] = []
    unmade: list[ev.Event] = []
    made: list[ev.Event] = []
    for wanted in (*map(Layout, layout.through), layout):
        for event in _difference(book, now, now.seats[0], wanted):
            came = step(book, now, event)
            if came.refusal is None:
                now = came.state
                effects += came.effects
                made.append(event)
                lowest = min(lowest, now.seats[0].rail)
            elif came.refusal.code == "not_enough_chips":
                return Betting(state, (), (), seat.rail, broke=True)
            elif came.refusal.code not in _SILENT:
                refused.append(came.refusal)
                unmade.append(event)
    return Betting(now, tuple(effects), tuple(refused), lowest, unmade=tuple(unmade), made=tuple(made))


def _difference(book: Rulebook, state: State, seat: Seat, layout: Layout) -> Iterator[ev.Event]:
    """The changes to make. Odds come down before their flat wager, and go up after it."""
    who = player(seat.name)
    stakes = {wager: operator.index(amount) for wager, amount in layout.stakes.items()}  # NumPy's become ints
    for standing in reversed(seat.wagers):
        left = standing.amount - stakes.get(standing.wager, 0)
        if left > 0:
            yield ev.TakeDown(standing.wager, None if left == standing.amount else Cents(left), by=who)
    for wager in sorted(stakes, key=lambda wager: wager.order):
        stands = seat.on(wager)
        more = stakes[wager] - (stands.amount if stands else 0)
        if more > 0:
            yield ev.Bet(wager, Cents(more), by=who)
    for wager, call in layout.calls.items():
        standing = seat.on(wager) or Standing(wager, Cents(0))
        changes = working(book, state.puck, standing) != (call == "on")
        # A call that changes nothing for this throw holds for later ones, where the wager takes calls.
        marks = standing.call != call and (terms := book.terms(wager)) is not None and terms.calls
        if changes or marks:
            yield ev.Call(wager, call, by=who)
