"""Laws of the puck, the dice and the hand."""

import msgspec

from bankcraps import Rulebook, State
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import shooter, thrower
from bankcraps.game.engine.turn import holder
from bankcraps.game.rulebook.terms import HandTerms
from tests.kit.oracle import Fate, counted_by, fate, hand_over
from tests.kit.sessions import Moment

__all__ = [
    "a_seven_out_passes_the_dice",
    "dice_are_counted",
    "hand_wagers_watch_the_hand",
    "the_effects_tell_when_bets_are_taken",
    "the_effects_tell_who_has_the_dice",
    "the_effects_tell_who_is_asked",
    "the_line_is_called",
    "the_puck_goes_where_the_dice_say",
]


def the_puck_goes_where_the_dice_say(book: Rulebook, moment: Moment) -> None:
    """On at a point number, off at that number again or a seven; only an invalid game moves it else."""
    before, after = moment.before.puck, moment.after.puck
    if isinstance(moment.event, ev.Correct) and moment.came:
        assert moment.before.last
        before = moment.before.last.before.puck
    elif not isinstance(moment.event, ev.Rolled) or not moment.came:
        undone = any(isinstance(effect, fx.ThrowInvalid) for effect in moment.came.effects)
        if undone and moment.before.last is not None:
            assert after == moment.before.last.before.puck
            return
        assert after == (0 if isinstance(moment.event, ev.Invalidate) and moment.came else before)
        return
    total = moment.event.throw.total
    if before:
        assert after == (0 if total in (before, 7) else before)
    else:
        assert after == (total if total in book.come_out.points else 0)


def a_seven_out_passes_the_dice(book: Rulebook, moment: Moment) -> None:
    """After seven-out nobody has the dice; those of a shooter have passed to the next player clockwise.

    A hand that wagers watch goes on if the stickperson threw.
    """
    if isinstance(moment.event, ev.Correct):
        return  # it comes to what the right throw would have come to: tests/laws/test_corrections.py
    event, state, effects = moment.event, moment.after, moment.came.effects
    out = any(isinstance(effect, fx.SevenOut) for effect in effects)
    if isinstance(event, ev.Rolled) and moment.came:
        assert out == bool(moment.before.puck and event.throw.total == 7)
    if not out:
        return
    who = _threw(book, moment)
    if book.watches_hands and not who and not moment.before.floor.others:
        assert (holder(state), state.turn.begun) == (holder(moment.before), moment.before.turn.begun)
        return
    assert not state.turn.held
    assert not state.dice.chosen
    seat = state.seat(who)
    if seat is not None:
        assert fx.DicePassed(who, "seven out") in effects
        following = next(iter(state.clockwise(seat.place + 1)))
        assert state.turn.start == following.place
        assert shooter(book, state) in (following.name, *_on_the_line(book, state), None)


def the_effects_tell_who_has_the_dice(book: Rulebook, moment: Moment) -> None:  # noqa: ARG001
    """The effects alone say who has the dice: they are taken, passed, lost, or given back."""
    have = holder(moment.before)
    for effect in moment.came.effects:
        match effect:
            case fx.DiceTaken():
                have = effect.seat
            case fx.DicePassed() | fx.Reversed(fx.DiceTaken()):
                have = None
            case fx.Left() if effect.seat == have:
                have = None
            case fx.Reversed(fx.DicePassed(seat)):
                have = seat
            case _:
                pass
    assert have == holder(moment.after)


def the_effects_tell_who_is_asked(book: Rulebook, moment: Moment) -> None:  # noqa: ARG001
    """The effects alone say who has been offered the dice and has not answered."""
    asked = _offered_to(moment.before)
    for effect in moment.came.effects:
        match effect:
            case fx.DiceOffered():
                asked = effect.to
            case fx.DiceTaken() | fx.DicePassed() | fx.SevenOut() | fx.Reversed(fx.DiceOffered()):
                asked = None
            case fx.DiceDeclined(name) | fx.Left(name) | fx.Excluded(name) if name == asked:
                asked = None
            case fx.Reversed(fx.DiceDeclined()):
                return  # earlier effects said whether they had been asked or spoke first
            case _:
                pass
    assert asked == _offered_to(moment.after)


def _offered_to(state: State) -> str | None:
    return next((seat.name for seat in state.seats if seat.place == state.turn.offered), None)


def the_effects_tell_when_bets_are_taken(book: Rulebook, moment: Moment) -> None:  # noqa: ARG001
    """The effects alone say whether the dice are out."""
    out = moment.before.out
    for effect in moment.came.effects:
        match effect:
            case fx.DiceOut() | fx.DiceThrown():
                out = True
            case fx.Thrown() | fx.NoRollCalled() | fx.GameInvalid() | fx.Reversed(fx.DiceOut()):
                out = False
            case _:
                pass
    assert out == moment.after.out


def _on_the_line(book: Rulebook, state: State) -> list[str]:
    """The players who could throw next, because they have a wager on the line already."""
    return [seat.name for seat in state.seats if seat.has_line_wager or not book.dice.line_wager_to_shoot]


def _threw(book: Rulebook, moment: Moment) -> str:
    """The player whose throw came to rest: the holder of dice in the air, else the player due to throw.

    None if no player may throw: then the stickperson did.
    """
    due = thrower(book, moment.before)
    if due is None or due.role != "player":
        return ""
    return (holder(moment.before) or "") if moment.before.thrown else due.person


def somebody_throws(book: Rulebook, moment: Moment) -> None:
    """A throw is made by a player who may, by the stickperson for wagers that stand, or by others."""
    if isinstance(moment.event, ev.Rolled) and moment.came and not moment.before.thrown:
        assert moment.before.floor.others or thrower(book, moment.before) is not None


def the_line_is_called(book: Rulebook, moment: Moment) -> None:
    """One effect says what a throw did on the line, and it says it as the come-out rules do."""
    called = [e for e in moment.came.effects if isinstance(e, fx.LineDecided | fx.PointSet)]
    if not isinstance(moment.event, ev.Rolled | ev.Correct) or not moment.came:
        assert not called
        return
    before = moment.before if isinstance(moment.event, ev.Rolled) else moment.before.last.before
    puck, total, rules = before.puck, moment.event.throw.total, book.come_out
    thrown = [effect for effect in moment.came.effects if isinstance(effect, fx.Thrown)]
    assert thrown == [fx.Thrown(moment.event.throw, puck)]
    if puck:
        due = {puck: [fx.PointMade(puck)], 7: [fx.SevenOut(puck)]}.get(total, [])
    elif total in rules.points:
        due = [fx.PointSet(total)]
    else:
        due = [fx.Natural(total)] if total in rules.naturals else [fx.Craps(total)]
    assert called == due


def hand_wagers_watch_the_hand(book: Rulebook, moment: Moment) -> None:
    """Each wager counts throws as it should, and its count decides it when the time that it watches is over.

    The hand is over before a throw where the dice are taken from another, and after it with a seven-out.
    """
    before, effects, chip = moment.before, moment.came.effects, moment.before.floor.chip
    thrown = next((at for at, effect in enumerate(effects) if isinstance(effect, fx.Thrown)), len(effects))
    begun = before.turn.begun
    ended_first = begun and any(isinstance(e, fx.DiceTaken | fx.DicePassed) for e in effects[:thrown])
    ended_last = thrown < len(effects) and any(isinstance(e, fx.SevenOut) for e in effects)
    for seat in before.seats:
        for standing in seat.wagers:
            terms = book.wagers[standing.wager.kind]
            if not isinstance(terms, HandTerms):
                continue
            told = [e for e in effects if getattr(e, "wager", 0) is standing.wager and e.seat == seat.name]
            if any(isinstance(e, fx.Returned | fx.Staked) for e in told) or (
                isinstance(moment.event, ev.Invalidate | ev.Correct)
            ):
                continue  # what is undone has laws of its own: `meeting`
            due: list[object] = []
            over = terms.ends == "hand" and ended_first
            if over:
                due.append(hand_over(book, chip, standing))
            if not over and thrown < len(effects):
                throw = effects[thrown].throw
                progress = counted_by(terms, standing.wager, standing.progress, before.puck, throw.total)
                if terms.ends == "hand" and not _threw(book, moment):
                    continue  # the stickperson's throw belongs to no hand
                if progress != standing.progress:
                    due.append(progress)
                came = fate(book, chip, before.puck, throw, standing)
                standing = msgspec.structs.replace(standing, progress=progress)  # noqa: PLW2901 - it has counted
                over = came.ends != "stands"
                if over:
                    due.append(came)
            if not over and terms.ends == "hand" and ended_last:
                due.append(hand_over(book, chip, standing))
                over = True
            assert [_told(e, standing.amount) for e in told if not isinstance(e, fx.Forfeited)] == [
                Fate(d.ends, d.won) if isinstance(d, Fate) else d for d in due
            ]
            later = moment.after.seat(seat.name)
            stands = later.on(standing.wager) if later else None
            assert stands is None if over else stands == standing


def _told(effect: fx.Effect, stake: int) -> Fate | tuple[int, ...]:
    match effect:
        case fx.Counted(_, _, progress):
            return progress
        case fx.Paid(_, _, amount, won, up, leg):
            assert (amount, up, leg) == (stake, False, None)
            return Fate("wins", won)
        case fx.Lost(_, _, amount, leg):
            assert (amount, leg) == (stake, None)
            return Fate("loses")
    raise AssertionError(effect)


def dice_are_counted(book: Rulebook, moment: Moment) -> None:
    """The dice of a set are each in one place."""
    dice = moment.after.dice
    every = sorted((*dice.chosen, *dice.bowl, *dice.away, *dice.lost, *dice.unsound))
    assert every == list(range(1, book.dice.set_size + 1))
