"""Laws of the puck, the dice, a throw in the air, the hand, and a whole session."""

from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps import Rulebook, State, Wager, step
from bankcraps.game.engine import Actor, crew, shooter, thrower
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.shooter.dice_set import THROWN_BY_OTHERS
from bankcraps.game.engine.shooter.throwing import no_throw_possible
from bankcraps.game.engine.shooter.turns import holder
from bankcraps.game.rulebook.terms import HandTerms, LineTerms
from bankcraps.game.wagers import Kind
from tests.kit.oracle import Fate, counted_by, fate, hand_over, watches_hand
from tests.kit.sessions import Moment, Session

# Laws of the puck, the dice and the hand.


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
        return  # it comes to what the right throw would have come to: tests/laws/test_sessions.py
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


def the_effects_tell_of_the_dice(book: Rulebook, moment: Moment) -> None:  # noqa: ARG001
    """The effects alone say who has the dice, who has been offered them and has not answered, and who bets.

    After an answer that is undone, earlier effects said whether somebody had been asked or spoke first.
    """
    have, asked, out = holder(moment.before), _offered_to(moment.before), moment.before.out
    for effect in moment.came.effects:
        match effect:
            case fx.DiceTaken(name):
                have, asked = name, None
            case fx.DicePassed() | fx.SevenOut():
                have, asked = None if isinstance(effect, fx.DicePassed) else have, None
            case fx.Reversed(fx.DiceTaken()):
                have = None
            case fx.Reversed(fx.DicePassed(name)):
                have = name
            case fx.DiceOffered():
                asked = effect.to
            case fx.Reversed(fx.DiceOffered()):
                asked = None
            case fx.DiceDeclined(name) | fx.Left(name) | fx.Excluded(name):
                have = None if isinstance(effect, fx.Left) and have == name else have
                asked = None if asked == name else asked
            case fx.DiceOut() | fx.DiceThrown():
                out = True
            case fx.Thrown() | fx.NoRollCalled() | fx.GameInvalid() | fx.Reversed(fx.DiceOut()):
                out = False
            case _:
                pass
    assert (have, out) == (holder(moment.after), moment.after.out)
    undone = [effect.effect for effect in moment.came.effects if isinstance(effect, fx.Reversed)]
    if not any(isinstance(effect, fx.DiceDeclined) for effect in undone):
        assert asked == _offered_to(moment.after)


def _offered_to(state: State) -> str | None:
    return next((seat.name for seat in state.seats if seat.place == state.turn.offered), None)


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
    confirmed = any(isinstance(e, fx.ThrowConfirmed) for e in moment.came.effects)
    if not isinstance(moment.event, ev.Rolled | ev.Correct) or not moment.came or confirmed:
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
            assert [_told_of_hand(e, standing.amount) for e in told if not isinstance(e, fx.Forfeited)] == [
                Fate(d.ends, d.won) if isinstance(d, Fate) else d for d in due
            ]
            later = moment.after.seat(seat.name)
            stands = later.on(standing.wager) if later else None
            assert stands is None if over else stands == standing


def _told_of_hand(effect: fx.Effect, stake: int) -> Fate | tuple[int, ...]:
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


# Laws of a throw from the moment it leaves the hand: who threw, and what a word about it changes.


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
    book, thrown, left = session.book, session.opening.state, False
    for moment in session.happened:
        if isinstance(moment.event, ev.ThrowDice):
            thrown, left = moment.after, False
        left = left or isinstance(moment.event, ev.Leave | ev.Vacate)  # who comes back has declined nothing
        if not isinstance(moment.event, ev.Rolled) or not moment.before.thrown:
            continue
        due = step(book, thrown, replace(moment.event, at=None))
        if not due:
            continue  # the table closed in the air
        if (
            not left
            and _places(thrown) == _places(moment.before)
            and thrown.floor.excluded == moment.before.floor.excluded
        ):
            assert moment.after.turn == due.state.turn
        for name, wager in _watching_now(thrown):
            if (name, wager) in _watching_now(moment.before):
                assert _told_about(moment.came.effects, name, wager) == _told_about(due.effects, name, wager)


def _caller(book: Rulebook) -> Actor:
    return crew(book.table.filled(book.no_roll.called_by)[0])


def _places(state: State) -> list[tuple[str, int]]:
    return [(seat.name, seat.place) for seat in state.seats]


def _watching_now(state: State) -> list[tuple[str, Wager]]:
    return [(seat.name, s.wager) for seat in state.seats for s in seat.wagers if watches_hand(s.wager)]


def _told_about(effects: tuple[fx.Effect, ...], name: str, wager: Wager) -> list[fx.Effect]:
    return [e for e in effects if (getattr(e, "seat", ""), getattr(e, "wager", None)) == (name, wager)]


MOMENTS: Final = (a_no_roll_ends_alike,)
"""Laws of a moment."""

SESSIONS: Final = (who_threw_is_remembered, a_hand_goes_on_as_it_was_thrown)
"""Laws of a session."""


# Laws of a whole session.


def wagers_are_made_in_time(session: Session) -> None:
    """A wager that is new on the layout was made when the house takes it."""
    turn = session.opening.state.turn
    fresh, early, seven = not turn.begun, not turn.came_out, False
    for moment in session.happened:
        if isinstance(moment.event, ev.Undo):
            continue  # wagers that were made in time are put back
        if isinstance(moment.event, ev.Correct | ev.Invalidate):
            turn = moment.after.turn
            seven = turn.begun and not turn.since_seven
            fresh, early = not turn.begun, not turn.came_out
            continue
        for effect in moment.came.effects:
            match effect:
                case fx.Staked(name, wager):
                    seat, puck = moment.before.seat(name), moment.before.puck
                    if seat and not seat.on(wager):
                        _made_in_time(session.book, wager, puck, fresh=fresh, early=early, seven=seven)
                case fx.Thrown(throw):
                    fresh, seven = False, throw.total == 7
                    # Throws on a point, as of a replacement shooter, leave the first come-out still to come.
                    early = early and (moment.before.puck > 0 or not moment.came.state.turn.begun)
                case fx.DicePassed() | fx.SevenOut() | fx.DiceTaken():
                    fresh = early = True
                case _:
                    pass


def _made_in_time(book: Rulebook, wager: Wager, puck: int, *, fresh: bool, early: bool, seven: bool) -> None:
    terms = book.wagers[wager.kind]
    assert wager.kind not in (Kind.COME, Kind.DONT_COME) or not wager.number
    if terms.made == "puck_on":
        assert puck
    elif terms.made == "new_shooter":
        assert early
        assert not puck
    elif terms.made == "after_seven":
        assert fresh or seven
    elif terms.made == "come_out" and not (isinstance(terms, LineTerms) and terms.after_point != "refused"):
        assert not puck
