"""Whether anybody can throw, and what would make a throw possible."""

from collections.abc import Iterator
from typing import Final

from bankcraps.game.chips import Cents, printed
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import player
from bankcraps.game.engine.refusals import Refusal, refuse
from bankcraps.game.engine.sentence import Sentence
from bankcraps.game.engine.state import Seat, State
from bankcraps.game.engine.turn import may_take_after_all
from bankcraps.game.engine.wagering.ranges import BetRange, range_of
from bankcraps.game.engine.wagering.sign_bounds import limits_for
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import Kind, Wager, find

__all__ = ["nobody_to_throw"]

_TEN: Final = Cents(1000)
_TWELVE: Final = Cents(1200)
_ON_THE_LINE: Final = (find(Kind.PASS), find(Kind.DONT_PASS))
_OTHERS: Final = (find(Kind.PLACE, 6), find(Kind.PLACE, 8), find(Kind.FIELD), find(Kind.COME))


def nobody_to_throw(book: Rulebook, state: State) -> Refusal:
    """Say why nobody can throw, and what would make a throw possible."""
    rules = book.dice
    if not state.seats:
        return refuse("needs_line_wager", "nobody is at the table to throw", rules, "line_wager_to_shoot")
    taker = next(iter(may_take_after_all(book, state)), None)
    if taker is not None:
        says = "all who could throw have declined the dice, and somebody must take them: say `{name}: accept`"
        return refuse("not_shooter", says, rules, "offered_to", name=taker.name)
    able = [seat for seat in state.seats if seat.name not in state.floor.excluded]
    says = _what_to_do(book, state, able)
    return refuse("needs_line_wager", says, rules, "line_wager_to_shoot")


def _what_to_do(book: Rulebook, state: State, able: list[Seat]) -> Sentence:
    """Say what is needed. The part `line` is the advice; a house that may not advise leaves it out."""
    rules, such = book.dice, ", such as: {line}" if book.floor.may_advise else ""
    if state.floor.closed:
        says = "the table is closed, and the wagers that stand can only come down or be declared invalid"
        return Sentence(f"nobody can throw: {says}")
    if not able:
        return Sentence(
            "nobody can throw: everybody here is excluded, and somebody else must sit down and bet"
        )
    line = next(_bets(book, state, able, _ON_THE_LINE), "")
    if line:
        stick = ", and the stickperson throws only for wagers that stand" if rules.stick_throws else ""
        return Sentence(f"nobody can throw: a shooter needs a wager on the line{such}{stick}", line=line)
    line = next(_bets(book, state, able, _OTHERS), "") if rules.stick_throws else ""
    if line:
        says = "no wager can go on the line now, and the stickperson throws for any other"
        return Sentence(f"nobody can throw: {says}{such}", line=line)
    amount = _TEN - _TEN % state.floor.chip or state.floor.chip
    more = Cents(max(amount, 2 * limits_for(state, able[0]).minimum))
    says = "nobody can throw: no wager stands, and nobody has chips for one"
    return Sentence(f"{says}{such}", line=f"{able[0].name}: buy_in {printed(more)}")


def _bets(book: Rulebook, state: State, able: list[Seat], wagers: tuple[Wager, ...]) -> Iterator[str]:
    """Yield bets that would be taken now, as they are said at the table: a usual sum, or else the least."""
    for seat in able:
        for wager in wagers:
            usual = _TWELVE if wager.kind is Kind.PLACE else _TEN
            found = range_of(book, state, ev.Bet(wager, usual, by=player(seat.name)))
            if isinstance(found, BetRange):
                yield f"{seat.name}: {wager} {printed(usual if usual in found else found.least)}"
