"""Laws of a whole session."""

from collections.abc import Iterator
from typing import Final

from bankcraps import Rulebook, State, Wager
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.rulebook.terms import HandTerms, LineTerms
from bankcraps.game.wagers import Kind
from tests.kit.oracle import counted_by, prize, watches_hand
from tests.kit.sessions import Session, play

__all__ = ["hand_wagers_pay_by_what_was_thrown", "playing_it_again_is_the_same", "wagers_are_made_in_time"]

COMES: Final = (Kind.COME, Kind.DONT_COME)


def playing_it_again_is_the_same(session: Session) -> None:
    """The same events at the same opening give the same tables and effects."""
    again = play(session.opening, [moment.event for moment in session.moments])
    assert again.moments == session.moments


def hand_wagers_pay_by_what_was_thrown(session: Session) -> None:
    """A wager on the hand is paid by what was thrown while it stood, counted here from the throws alone."""
    book, chip = session.book, session.opening.state.floor.chip
    counted = {spot: list(progress) for spot, progress in _watching(session.opening.state)}
    taken_down: dict[tuple[str, Wager], list[int]] = {}
    for moment in session.happened:
        if isinstance(moment.event, ev.Correct | ev.Invalidate):
            counted = {spot: list(progress) for spot, progress in _watching(moment.after)}
            continue
        for effect in moment.came.effects:
            if isinstance(effect, fx.Thrown):
                for (_, wager), numbers in counted.items():
                    numbers[:] = counted_by(
                        book.wagers[wager.kind], wager, tuple(numbers), effect.point, effect.throw.total
                    )
            wager = getattr(effect, "wager", None)
            if wager is None or not watches_hand(wager):
                continue
            spot = effect.seat, wager
            match effect:
                case fx.Staked(_, _, amount, stands) if amount == stands:
                    back = isinstance(moment.event, ev.Undo)
                    counted[spot] = taken_down.get(spot, []) if back else []
                case fx.Counted(_, _, progress):
                    assert list(progress) == counted[spot]
                case fx.Lost() | fx.Paid():
                    due = _due(book, chip, wager, effect.amount, tuple(counted.pop(spot)))
                    assert due == (effect.won if isinstance(effect, fx.Paid) else None)
                case fx.Returned() if not _stands(moment.after, spot):
                    taken_down[spot] = counted.pop(spot)
                case _:
                    pass


def _watching(state: State) -> Iterator[tuple[tuple[str, Wager], tuple[int, ...]]]:
    """The wagers on a hand, with the count of each."""
    for seat in state.seats:
        for placed in seat.wagers:
            if watches_hand(placed.wager):
                yield (seat.name, placed.wager), placed.progress


def _stands(state: State, spot: tuple[str, Wager]) -> bool:
    seat = state.seat(spot[0])
    return seat is not None and seat.on(spot[1]) is not None


def _due(book: Rulebook, chip: int, wager: Wager, stake: int, numbers: tuple[int, ...]) -> int | None:
    """The cents that this many numbers win; None for a loss."""
    terms = book.wagers[wager.kind]
    assert isinstance(terms, HandTerms)
    number = wager.number
    ladder = {terms.need[number]: terms.pays[number]} if number else terms.pays
    reached = [count for count in ladder if count <= len(numbers)]
    return prize(book, terms, chip, stake, ladder[max(reached)].ratio) if reached else None


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
    assert wager.kind not in COMES or not wager.number
    if terms.made == "puck_on":
        assert puck
    elif terms.made == "new_shooter":
        assert early
        assert not puck
    elif terms.made == "after_seven":
        assert fresh or seven
    elif terms.made == "come_out" and not (isinstance(terms, LineTerms) and terms.after_point != "refused"):
        assert not puck
