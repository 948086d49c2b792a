"""Acts since the last throw that do not rest on it: void wagers, leaving, and the dice.

The table remembers these acts with the throw (`LastThrow.since` and `LastThrow.dice`). When the throw is
corrected or has no result, a void wager stays void. What was done with the dice stands if a correction
changes nothing that it rests on (`same_turn`). Otherwise it is undone by name, and the dice are where the
right throw, or no throw, leaves them. An act of somebody who has left or is excluded leaves nothing to undo.
Who is next is then judged among the people who were at the table at the throw and still are.

The table also remembers the commission paid since (`LastThrow.fees`): the commission of a wager that stands
says nothing of chips that came down. And it remembers what the end of the hand did to wagers since
(`LastThrow.ended`): a throw without a result counts for no hand.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Final, TypeAlias, get_args

from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.shooter.throwing import throw_again
from bankcraps.game.engine.shooter.turns import without_player
from bankcraps.game.engine.state import DiceAct, DiceSince, FeeSince, LastThrow, Seat, State, Turn
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import Wager, odds_behind

_REMEMBERED: Final = (ev.VoidWager, ev.Leave, ev.Vacate)
_GOES: Final = (ev.Leave, ev.Vacate, ev.Exclude)

_NOTED: Final = frozenset((*_REMEMBERED, *_GOES, *get_args(DiceAct)))
"""The events that `remember` looks at. All others, such as bets, are let through at once."""

ENDED: Final = (fx.Paid, fx.Lost, fx.Forfeited)
"""Effects of the end of a hand on wagers."""

_PLACE: Final = attrgetter("place")

_Since: TypeAlias = ev.VoidWager | ev.Leave | ev.Vacate

_MOST: Final = 200
"""The most acts of each sort remembered since a throw. People could pass the dice without end."""


def remember(
    book: Rulebook, before: State, after: State, event: ev.Event, effects: Sequence[fx.Effect]
) -> State:
    """Return the table after an event, which is remembered if it does not rest on the last throw.

    So is commission that was paid or came back.

    Dice acts of a person who leaves are forgotten: the person may come back, without the dice.
    """
    last = after.last
    if last is None or last is not before.last:
        return after
    if len(effects) > 1:  # a commission comes with another effect
        last = _with_fees(last, effects)
        after = after if last is after.last else replace(after, last=last)
    if type(event) not in _NOTED:
        return after
    if before.turn.begun and not after.turn.begun and book.edition > 1:
        ended = tuple(effect for effect in effects if isinstance(effect, ENDED))
        last = replace(last, ended=ended)
        after = replace(after, last=last)
    if isinstance(event, _GOES):
        kept = tuple(act for act in last.dice if not _nobody_left(book, after, act))
        fees = tuple(fee for fee in last.fees if after.seat(fee.seat) is not None)
        last = replace(last, dice=kept, fees=fees)
        after = replace(after, last=last)
    if isinstance(event, _REMEMBERED):
        known = any(_meaning(one) == _meaning(event) for one in last.since)
        return after if known else replace(after, last=replace(last, since=_with(book, last, event)))
    if isinstance(event, DiceAct):
        done = DiceSince(event, tuple(effect for effect in effects if isinstance(effect, fx.Reversible)))
        return replace(after, last=replace(last, dice=(*last.dice, done)[-_MOST:]))
    return after


def _with(book: Rulebook, last: LastThrow, event: _Since) -> tuple[_Since, ...]:
    """Return the acts since the throw with another. If they are many, only those that matter are kept.

    These are acts of people who were there at the throw, and on wagers that stood right after it.
    """
    since = (*last.since, event)
    if len(since) <= _MOST:
        return since
    settled, _ = throw_again(book, last)
    seats = {seat.name: seat for seat in settled.seats}
    meant = ((one, *_meaning(one)) for one in since)
    return tuple(
        one for one, name, wager in meant if name in seats and (wager is None or seats[name].on(wager))
    )


def _with_fees(last: LastThrow, effects: Sequence[fx.Effect]) -> LastThrow:
    """Return the last throw with the commission of some effects added to that paid since."""
    paid = [effect for effect in effects if type(effect) is fx.Vigorish]
    if not paid:
        return last
    fees = Counter({(fee.seat, fee.wager): fee.amount for fee in last.fees})
    for fee in paid:
        fees[fee.seat, fee.wager] += fee.amount
    kept = (FeeSince(*on, Cents(amount)) for on, amount in fees.items() if amount)
    return replace(last, fees=tuple(sorted(kept, key=lambda fee: (fee.seat, fee.wager.order))))


def _meaning(event: _Since) -> tuple[str, Wager | None]:
    """Return the person who left, or the owner of the void wager and the wager. Equal acts count once."""
    if isinstance(event, ev.VoidWager):
        return event.player, event.wager
    return event.by.person if isinstance(event, ev.Leave) else event.player, None


def voided(last: LastThrow, settled: Seat) -> tuple[Wager, ...]:
    """A player's wagers that stood after the last throw and were declared void since, odds after their flat.

    Args:
        last: the throw, and what was done since.
        settled: the player's seat right after the throw.
    """
    wagers: dict[Wager, None] = {}
    for event in last.since:
        if isinstance(event, ev.VoidWager) and event.player == settled.name:
            wagers |= dict.fromkeys(w for w in (event.wager, odds_behind(event.wager)) if w is not None)
    return tuple(wager for wager in wagers if settled.on(wager) is not None)


def gone_since(last: LastThrow) -> set[str]:
    """The names of those who have left since the throw."""
    left = {event.by.person for event in last.since if isinstance(event, ev.Leave)}
    return left | {event.player for event in last.since if isinstance(event, ev.Vacate)}


def has_left(state: State, last: LastThrow, seat: Seat) -> bool:
    """Whether a player of an earlier table has left since the throw, though they may have come back."""
    return seat.name in gone_since(last) or not _is_still_there(state, seat)


def _is_still_there(state: State, seat: Seat) -> bool:
    """Whether a player of an earlier table still has the same place."""
    now = state.seat(seat.name)
    return now is not None and now.place == seat.place


def newcomers(book: Rulebook, state: State, last: LastThrow) -> tuple[Seat, ...]:
    """Return the players who have sat down since the throw, also those who had left since."""
    if book.edition == 1:
        return ()
    was = {seat.name for seat in last.before.seats if not has_left(state, last, seat)}
    return tuple(seat for seat in state.seats if seat.name not in was)


def apart(state: State, seats: Iterable[Seat]) -> State:
    """Return the table without some seats. Their chips have not moved."""
    names = {seat.name for seat in seats}
    return replace(state, seats=tuple(seat for seat in state.seats if seat.name not in names))


def together(state: State, seats: Iterable[Seat]) -> State:
    """Return the table with these seats again."""
    return replace(state, seats=tuple(sorted((*state.seats, *seats), key=_PLACE)))


def with_turn_of(book: Rulebook, state: State, last: LastThrow) -> State:
    """Return the table with the turn before the throw, but for the places of those who have left since."""
    came = newcomers(book, state, last)
    table = replace(apart(state, came), turn=last.before.turn)
    for seat in last.before.seats:
        if not _is_still_there(table, seat):
            table = replace(table, turn=without_player(table, seat.place))
    return together(table, came)


def same_turn(last: LastThrow, one: State, other: State) -> bool:
    """Whether two tables are alike in all that the acts with the dice since the throw rest on.

    That is the turn, the dice and, if somebody passed the dice, whether the puck is on.
    """
    passed = any(isinstance(act.event, ev.PassDice) for act in last.dice)
    on_come_out = not passed or bool(one.puck) == bool(other.puck)
    return on_come_out and one.dice == other.dice and of_hand(one.turn, Turn()) == of_hand(other.turn, Turn())


def of_hand(turn: Turn, other: Turn) -> Turn:
    """Return a turn with what another says of the hand so far: only wagers on the hand ask for that."""
    return replace(turn, begun=other.begun, since_seven=other.since_seven, came_out=other.came_out)


def turn_now(last: LastThrow, now: Turn, then: Turn, right: Turn) -> Turn:
    """Return a turn that stands. A hand that goes on is counted by the right throw.

    Args:
        last: the wrong throw, and the acts with the dice since.
        now: the turn now.
        then: the turn right after the wrong throw.
        right: the turn after the right throw, or before the throw if it has no result.
    """
    changed = any(
        isinstance(effect, fx.DicePassed | fx.DiceTaken) for act in last.dice for effect in act.effects
    )
    same_hand = not changed and (now.start, now.held, now.begun) == (then.start, then.held, then.begun)
    return of_hand(now, right) if same_hand else now


def undone_acts(last: LastThrow) -> list[fx.Effect]:
    """Return what undoes the acts with the dice since the throw, the last first."""
    effects = (effect for act in reversed(last.dice) for effect in reversed(act.effects))
    return [fx.Reversed(effect) for effect in effects if not isinstance(effect, ENDED)]


def _nobody_left(book: Rulebook, table: State, act: DiceSince) -> bool:
    """Whether everybody concerned in an act has left or is excluded, and so has no dice."""
    by = act.event.by
    names = {by.person} if by.role == "player" else set[str]()
    for effect in act.effects:
        match effect:
            case fx.DicePassed(name) | fx.DiceTaken(name) | fx.DiceOffered(name):
                names.add(name)
            case fx.DiceDeclined(name) if book.edition > 1:
                names.add(name)
            case _:
                pass
    return all(table.seat(name) is None or name in table.floor.excluded for name in names)
