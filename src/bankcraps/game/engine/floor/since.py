"""Acts since the last throw that do not rest on it: void wagers, leaving, and the dice.

The table remembers these acts with the throw (`LastThrow.since` and `LastThrow.dice`). When the throw is
corrected or has no result, a void wager stays void, and the dice are passed, offered and taken again if they
still can be. An act that is no longer possible, such as taking dice that have gone back to another shooter,
is undone by name. One of somebody who has left or is excluded leaves nothing to undo. The next shooter is
found among the people who were at the table at that time, so somebody who sits down later takes no dice.

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
from bankcraps.game.engine.settlement import end_of_hand
from bankcraps.game.engine.shooter import turns
from bankcraps.game.engine.shooter.dice_set import DICE_ACTS
from bankcraps.game.engine.shooter.throwing import throw_again
from bankcraps.game.engine.state import DiceAct, DiceSince, Done, FeeSince, LastThrow, Seat, State
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
        kept = tuple(one for act in last.dice if (one := _still(book, before, after, act)))
        fees = tuple(fee for fee in last.fees if after.seat(fee.seat) is not None)
        last = replace(last, dice=kept, fees=fees)
        after = replace(after, last=last)
    if isinstance(event, _REMEMBERED):
        known = any(_meaning(one) == _meaning(event) for one in last.since)
        return after if known else replace(after, last=replace(last, since=_with(book, last, event)))
    if isinstance(event, DiceAct):
        came = tuple(seat.name for seat in newcomers(book, after, last))
        done = DiceSince(event, _reversible(effects), came)
        return replace(after, last=replace(last, dice=(*last.dice, done)[-_MOST:]))
    return after


def _reversible(effects: Iterable[fx.Effect]) -> tuple[fx.Reversible, ...]:
    return tuple(effect for effect in effects if isinstance(effect, fx.Reversible))


def _still(book: Rulebook, before: State, after: State, act: DiceSince) -> DiceSince | None:
    """Return an act as it is remembered once somebody has gone, or None if it is forgotten.

    Newcomers who come back were not there. Of somebody who took the dice and is gone, the place is left: from
    there the dice went on.
    """
    came = tuple(name for name in act.newcomers if after.seat(name) is not None)
    act = act if came == act.newcomers else replace(act, newcomers=came)
    if act.gone or not _nobody_left(book, after, act):
        return act
    took = {effect.seat for effect in act.effects if isinstance(effect, fx.DiceTaken)}
    place = next((seat.place for seat in before.seats if seat.name in took and book.edition > 1), 0)
    return replace(act, effects=(), gone=place) if place else None


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
            table = replace(table, turn=turns.without_player(table, seat.place))
    return together(table, came)


def dice_again(
    book: Rulebook, table: State, last: LastThrow
) -> tuple[State, tuple[DiceSince, ...], list[fx.Effect]]:
    """Repeat the dice acts since the throw at a changed table, as far as possible.

    Dice that somebody gave up are not given up again if the taking of them is undone. A turn at the place of
    somebody who has left goes on from there.

    Returns:
        The table, the acts that stand, and the undoing of the effects of the others, the last first.
    """
    kept: list[DiceSince] = []
    undone: list[fx.Effect] = []
    never_took: set[str] = set()
    sat = newcomers(book, table, last)
    for act in last.dice:
        hands = hands_of(act.effects)
        takers = {hand.seat for hand in hands if isinstance(hand, fx.DiceTaken)}
        passers = {hand.seat for hand in hands} - takers
        later = tuple(seat for seat in sat if seat.name not in act.newcomers)
        here = apart(table, later)
        came = None if passers & never_took else _same_again(book, here, act, last)
        if came is None and not passers & never_took and (back := _moved_back(here, sat)):
            came = _same_again(book, back, act, last)
        if came is None:
            undone += (fx.Reversed(effect) for effect in act.effects if not isinstance(effect, ENDED))
            never_took |= takers
        else:
            after, again = came
            if table.turn.begun and not after.turn.begun and any(seat.wagers for seat in later):
                over = end_of_hand(book, replace(after, seats=later))
                later, after = over.seats, replace(after, bank=over.bank)
                again = replace(again, effects=(*again.effects, *_reversible(over.effects)))
            table = together(after, later)
            kept.append(again)
            never_took -= takers
    here, start = apart(table, sat), table.turn.start
    left = {seat.place for seat in last.before.seats if has_left(table, last, seat)}
    left -= {seat.place for seat in (table if kept else here).seats}
    if start in left and not table.turn.held:
        table = replace(table, turn=replace(table.turn, start=turns.next_place(here, start)))
    return table, tuple(kept), undone[::-1]


def _moved_back(here: State, sat: Sequence[Seat]) -> State | None:
    """Return the table with the turn at the first newcomer whom it has passed, or None if there is none.

    It was theirs if the person before them left only after they had sat down.
    """
    start, old = here.turn.start, apart(here, sat).clockwise(here.turn.start)
    if here.turn.held or not old or not sat:
        return None
    first = turns.next_place(here, old[-1].place)
    return None if first == start else replace(here, turn=replace(here.turn, start=first))


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
    return not any(_is_here(table, name) for name in names)


def _same_again(
    book: Rulebook, table: State, act: DiceSince, last: LastThrow
) -> tuple[State, DiceSince] | None:
    """Return the table after an act is repeated, and the act; None if it is refused or would do otherwise.

    An offer may end the hand of a shooter without a line wager, or find it ended by the right throw. It is
    the same offer as long as no wager rests on that, or the hand has ended since the throw anyway. All that
    is left of an offer to somebody who has gone is this end of the hand.
    """
    by = act.event.by
    if act.gone:
        going = replace(
            turns.between_hands(table.turn), start=turns.next_place(table, act.gone), opening=False
        )
        return (table if table.turn.held else replace(table, turn=going)), act
    if by.role == "player" and table.seat(by.person) is None:
        return None
    if book.edition > 1 and isinstance(act.event, ev.Offer) and not _is_here(table, act.event.to):
        came = _without_line_wager(book, table)
    else:
        judge, do = DICE_ACTS[type(act.event)]
        came = None if judge(book, table, act.event) else do(book, table, act.event)
    if came is None:
        return None
    after, effects = came
    same = hands_of(effects) == hands_of(act.effects)
    if book.edition > 1:
        same = same or (isinstance(act.event, ev.Offer) and (bool(last.ended) or after.seats == table.seats))
        act = replace(act, effects=_reversible(effects))
    return (after, act) if same else None


def _is_here(table: State, name: str) -> bool:
    """Whether somebody is at the table and may play."""
    return table.seat(name) is not None and name not in table.floor.excluded


def _without_line_wager(book: Rulebook, table: State) -> Done | None:
    """End the hand of a shooter who may not throw on, if there is a shooter; None if they may."""
    name = turns.holder(table)
    if name is None:
        return table, []
    if table.seated(name).has_line_wager or not turns.needs_line_wager(book, table):
        return None
    return turns.end_hand(book, table, turns.NO_LINE_WAGER)


def hands_of(effects: Iterable[fx.Effect]) -> list[fx.DicePassed | fx.DiceTaken]:
    """Return the effects that tell who gave up the dice and who took them."""
    return [effect for effect in effects if isinstance(effect, fx.DicePassed | fx.DiceTaken)]
