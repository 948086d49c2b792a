"""Checks before an undo: nothing comes back that could not be bet now."""

from msgspec.structs import replace

from bankcraps.game.chips import LARGEST, Cents
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import player
from bankcraps.game.engine.refusals import Refusal, refuse
from bankcraps.game.engine.sentence import Sentence
from bankcraps.game.engine.state import Earlier, Seat, State, tokens_without
from bankcraps.game.engine.wagering.betting import bet, judge_bet
from bankcraps.game.rulebook.schema import Rulebook


def judge_undo(book: Rulebook, state: State, event: ev.Undo) -> Refusal | None:
    """Refuse if the dice are out, the player has nothing to undo, or a wager could not be put back."""
    if state.out:
        says = "the dice are out: nothing can be undone until they rest"
        return refuse("bets_closed", says, book.betting, "closed_by")
    seat = state.seated(event.by.person)
    if not seat.earlier:
        says = "{name:has} nothing to undo since the last throw"
        return refuse("nothing_to_undo", says, name=str(event.by))
    back = seat.earlier[-1]
    if back.rail < 0:
        says = "{name:has} {limit:$} in the rail {name:and needs} {offered:$} to undo that"
        needs = Cents(seat.rail - back.rail)
        return refuse("not_enough_chips", says, limit=seat.rail, offered=needs, name=seat.name)
    return _cannot_go_back(book, state, seat, back)


def _cannot_go_back(book: Rulebook, state: State, seat: Seat, back: Earlier) -> Refusal | None:
    """Refuse to put a wager back up that could not be bet now. Flat wagers come before their odds.

    The cost is not checked: its chips came down, and its commission is what it was.
    """
    table = state.with_seat(replace(seat, rail=LARGEST))
    for standing in back.wagers:
        now = seat.on(standing.wager)
        more = standing.amount - (now.amount if now else 0)
        if more <= 0:
            continue
        if state.floor.closed:
            says = "the table is closed: {wager} came down and cannot be put back"
            return refuse("table_closed", says, book.floor, "closing_notice", wager=standing.wager)
        if standing.progress and not state.turn.begun:
            says = "{wager} came down and cannot be put back: the hand that it was on is over"
            return refuse("not_now", says, wager=standing.wager)
        tokens = tokens_without(standing.tokens, now.tokens if now else ())
        event = ev.Bet(standing.wager, Cents(more), tokens=tokens, by=player(seat.name))
        refused = judge_bet(book, table, event)
        if refused is not None:
            says = "{wager} came down and cannot be put back: {why}"
            return replace(refused, sentence=Sentence(says, wager=standing.wager, why=refused.sentence))
        table, _ = bet(book, table, event)
    return None
