"""Laws of a whole session."""

from typing import Final

from bankcraps import Rulebook, Wager
from bankcraps.engine import effects as fx
from bankcraps.rulebook.terms import FireTerms, LineTerms
from bankcraps.wagers import Kind
from tests.kit.sessions import Session, play

__all__ = ["fire_pays_by_points_made", "playing_it_again_is_the_same", "wagers_are_made_in_time"]

COMES: Final = (Kind.COME, Kind.DONT_COME)


def playing_it_again_is_the_same(session: Session) -> None:
    """The same events at the same opening give the same tables and effects."""
    again = play(session.opening, [moment.event for moment in session.moments])
    assert again.moments == session.moments


def fire_pays_by_points_made(session: Session) -> None:
    """A fire wager is decided when the hand ends, by the different points its shooter made."""
    terms = session.book.wagers.get(Kind.FIRE)
    if terms is None:
        return
    assert isinstance(terms, FireTerms)
    made: set[int] = set()
    for moment in session.happened:
        for effect in moment.came.effects:
            match effect:
                case fx.PointMade(point):
                    made.add(point)
                case fx.Lost(_, wager) if wager.kind is Kind.FIRE:
                    assert len(made) not in terms.pays
                case fx.Paid(_, wager) if wager.kind is Kind.FIRE:
                    assert len(made) in terms.pays
                case fx.DicePassed() | fx.DiceTaken():
                    made.clear()
                case _:
                    pass


def wagers_are_made_in_time(session: Session) -> None:
    """A wager that is new on the layout was made when the house takes it."""
    fresh = True
    for moment in session.happened:
        for effect in moment.came.effects:
            match effect:
                case fx.Staked(name, wager):
                    seat, puck = moment.before.seat(name), moment.before.puck
                    if seat and not seat.on(wager):
                        _made_in_time(session.book, wager, puck, fresh=fresh)
                case fx.Thrown():
                    fresh = False
                case fx.DicePassed() | fx.SevenOut() | fx.DiceTaken():
                    fresh = True
                case _:
                    pass


def _made_in_time(book: Rulebook, wager: Wager, puck: int, *, fresh: bool) -> None:
    terms = book.wagers[wager.kind]
    assert wager.kind not in COMES or not wager.number
    if terms.made == "puck_on":
        assert puck
    elif terms.made == "new_shooter":
        assert fresh
        assert not puck
    elif terms.made == "come_out" and not (isinstance(terms, LineTerms) and terms.after_point == "put"):
        assert not puck
