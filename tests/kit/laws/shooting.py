"""Laws of the puck, the dice and the hand."""

from bankcraps import Rulebook
from bankcraps.dice import NUMBERS
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine import shooter, thrower
from bankcraps.engine.state import Hand
from bankcraps.wagers import Kind, find
from tests.kit.sessions import Moment

__all__ = [
    "a_seven_out_passes_the_dice",
    "dice_are_counted",
    "fire_ends_with_the_hand",
    "the_puck_goes_where_the_dice_say",
]


def the_puck_goes_where_the_dice_say(book: Rulebook, moment: Moment) -> None:
    """On at a point number, off at that number again or a seven; only an invalid game moves it else."""
    del book
    before, after = moment.before.puck, moment.after.puck
    if not isinstance(moment.event, ev.Rolled) or not moment.came:
        assert after == (0 if isinstance(moment.event, ev.Invalidate) and moment.came else before)
        return
    total = moment.event.throw.total
    if before:
        assert after == (0 if total in (before, 7) else before)
    else:
        assert after == (total if total in NUMBERS else 0)


def a_seven_out_passes_the_dice(book: Rulebook, moment: Moment) -> None:
    """After seven-out nobody has the dice; those of a shooter have passed to the next player clockwise."""
    event, state, effects = moment.event, moment.after, moment.came.effects
    out = any(isinstance(effect, fx.SevenOut) for effect in effects)
    if isinstance(event, ev.Rolled) and moment.came:
        assert out == bool(moment.before.puck and event.throw.total == 7)
    if not out:
        return
    assert not state.turn.held
    assert not state.dice.chosen
    who = event.by or thrower(book, moment.before)
    seat = state.seat(who)
    if seat is not None:
        assert fx.DicePassed(who, "seven out") in effects
        assert shooter(state) == next(other.name for other in state.clockwise(seat.place + 1))


def fire_ends_with_the_hand(book: Rulebook, moment: Moment) -> None:
    """Once the dice have passed, no shooter's points are remembered and no wager on them stands."""
    if not any(isinstance(effect, fx.DicePassed) for effect in moment.came.effects):
        return
    rolled_on = isinstance(moment.event, ev.Rolled) and not isinstance(
        moment.came.effects[-1], fx.DicePassed | fx.SetBrought
    )
    if rolled_on:
        made = {effect.point for effect in moment.came.effects if isinstance(effect, fx.PointMade)}
        assert set(moment.after.hand.made) <= made
    else:
        assert moment.after.hand == Hand()
    if not moment.before.hand.fresh:
        assert not any(seat.on(find(Kind.FIRE)) for seat in moment.after.seats)
    del book


def dice_are_counted(book: Rulebook, moment: Moment) -> None:
    """The dice of a set are each in one place."""
    dice = moment.after.dice
    every = sorted((*dice.chosen, *dice.bowl, *dice.away, *dice.lost))
    assert every == list(range(1, book.dice.set_size + 1))
