"""A throw: who may make it, how the point changes, and whether the hand ends."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from bankcraps.game.chips import Cents, printed
from bankcraps.game.dice import SEVEN, Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import Actor, player
from bankcraps.game.engine.refusals import Refusal, Sentence, refuse, refuse_step
from bankcraps.game.engine.settlement import end_of_hand, settle
from bankcraps.game.engine.shooter.turns import (
    STICK,
    end_hand,
    holder,
    may_take_after_all,
    needs_line_wager,
    offered_to,
    open_betting,
    take_dice,
    thrower,
)
from bankcraps.game.engine.state import Done, LastThrow, Seat, State
from bankcraps.game.engine.wagering.calling import lift_buttons, settle_calls
from bankcraps.game.engine.wagering.ranges import BetRange, range_of
from bankcraps.game.engine.wagering.sign_bounds import limits_for
from bankcraps.game.engine.wagering.undoing import can_undo
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import Kind, Wager, find

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


PAIR: Final = 2


def judge_throw(book: Rulebook, state: State, event: ev.ThrowDice) -> Refusal | None:
    """Refuse a throw out of turn, with fewer than two dice, or while the dice are in the air."""
    if state.thrown:
        return refuse("dice", "the dice have been thrown and have not come to rest")
    return cannot_throw(book, state) or _not_the_thrower(book, state, event.by)


def judge_roll(book: Rulebook, state: State, event: ev.Rolled) -> Refusal | None:
    """Refuse a result from anyone but the dice or the crew, or if the throw could not be made."""
    refused = cannot_throw(book, state) or _wrong_caller(book, event.by) or _bad_irregularity(book, event)
    return refused if refused or state.thrown else _nobody_throws(book, state)


def cannot_throw(book: Rulebook, state: State) -> Refusal | None:
    """Refuse a throw with fewer than two dice, and one at a closed table that decides nothing.

    Dice that are in the air come to rest all the same.
    """
    if state.dice.short or len(state.dice.chosen) + len(state.dice.bowl) < PAIR:
        says = "a die left the table, and a throw needs two dice{how}"
        return refuse_step(book, "away", says, how=_more_dice(book, state))
    if state.floor.closed and not state.thrown and not any(seat.wagers for seat in state.seats):
        says = "the table is closed and no wagers are left"
        return refuse("table_closed", says, book.floor, "closing_notice")
    return None


def _more_dice(book: Rulebook, state: State) -> str:
    """Say how to get back to two dice."""
    wanted = state.dice.bowl[: PAIR - len(state.dice.chosen)]
    if len(state.dice.chosen) + len(wanted) < PAIR:
        return f": say `{book.table.filled(book.dice.handled_by)[0]}: new_set`"
    who = holder(state)
    return f": say `{who}: choose {' '.join(map(str, wanted))}`" if who else ""


def _wrong_caller(book: Rulebook, by: Actor) -> Refusal | None:
    """Refuse a result called by a player. Only the dice or the crew report results."""
    if by.role == "dice":
        return None
    callers = book.table.filled(book.dice.total_called_by or ())
    if by.role in (callers or book.table.crew):
        return None
    says = "only the dice or the {callers:or the} report a result, not {by}; say `throw` to throw"
    key = "total_called_by" if callers else "face_ruled_by"
    return refuse("not_your_act", says, book.dice, key, callers=tuple(callers or ["crew"]), by=by or "nobody")


def _bad_irregularity(book: Rulebook, event: ev.Rolled) -> Refusal | None:
    rules = book.no_roll
    seen = event.irregular
    if seen in rules.must:
        says = Sentence("this throw ({seen:words}) must be called no roll", seen=seen)
        return Refusal(code="must_be_no_roll", clause=rules.must[seen], sentence=says)
    if seen and seen not in rules.may:
        says = "{given!r} is not an irregularity in this book; it has {known}"
        return refuse("no_such_reason", says, rules, "may", given=seen, known=(*rules.must, *rules.may))
    return _wrong_face_judge(book, event.ruled) if event.ruled else None


def _wrong_face_judge(book: Rulebook, by: str) -> Refusal | None:
    rulers = book.table.filled(book.dice.face_ruled_by)
    if by in rulers:
        return None
    says = "only the {rulers:or the} may decide a disputed face"
    return refuse("not_your_act", says, book.dice, "face_ruled_by", rulers=tuple(rulers))


def _not_the_thrower(book: Rulebook, state: State, by: Actor) -> Refusal | None:
    due, rules = thrower(book, state), book.dice
    if due is not None and (by.person, by.role) == (due.person or by.person, due.role):
        return _offer_unanswered(book, state, due) if state.turn.offered else None
    if by.role == STICK.role:
        why = Sentence("{due:can} throw", due=due) if due else "there are no wagers to decide"
        says = "the stickperson throws only when no player can and wagers stand: {why}"
        return refuse("not_shooter", says, rules, "stick_throws", why=why)
    seat = state.seat(by.person)
    if seat is not None and due is None and not state.floor.others:
        return nobody_to_throw(book, state)
    if seat is not None and needs_line_wager(book, state) and not seat.has_line_wager:
        says = "{name:needs} a wager on the line to throw"
        return refuse("needs_line_wager", says, rules, "line_wager_to_shoot", name=by)
    clause = book.no_roll.must.get("not_shooter") or rules.clause("offered_to")
    says = "it is the turn of {due:who} to throw, not of {by:who}"
    says = Sentence(says, due=due or "a player", by=by or "nobody")
    return Refusal(code="not_shooter", clause=clause, sentence=says)


def no_throw_possible(book: Rulebook, state: State) -> Refusal | None:
    """Say why nobody can throw at this table now, or return None if somebody can."""
    return cannot_throw(book, state) or _nobody_throws(book, state)


def _nobody_throws(book: Rulebook, state: State) -> Refusal | None:
    """Refuse a throw if nobody is to make it, or the dice are offered to somebody who has not answered."""
    due = thrower(book, state)
    if due is None and not state.floor.others:
        return nobody_to_throw(book, state)
    return _offer_unanswered(book, state, due) if state.turn.offered else None


def judge_no_more_bets(book: Rulebook, state: State, event: ev.NoMoreBets) -> Refusal | None:
    """Refuse if the dice are out already, or nobody could throw them."""
    if state.out:
        return refuse("dice", "the dice are already out", book.betting, "closed_by")
    return no_throw_possible(book, state)


def no_more_bets(book: Rulebook, state: State, event: ev.NoMoreBets) -> Done:
    """Close the betting until the dice rest."""
    return replace(state, out=True), [fx.DiceOut()]


def open_if_nobody_throws(book: Rulebook, state: State) -> Done:
    """Open closed betting again if nobody is left to throw the dice."""
    if not state.out or state.thrown or no_throw_possible(book, state) is None:
        return state, []
    return open_betting(state)


def _offer_unanswered(book: Rulebook, state: State, due: Actor | None) -> Refusal | None:
    """Refuse while a player's answer to an offer of the dice is open."""
    offered = offered_to(state)
    if offered is None or (due is not None and due.person == offered.name):
        return None
    says = "{name:has} been offered the dice {name:and has} not answered: say `{name}: accept` or decline"
    return refuse("not_shooter", says, book.dice, "offered_to", name=offered.name)


def throw(book: Rulebook, state: State, event: ev.ThrowDice) -> Done:
    """Send the dice into the air. Betting is closed until they rest."""
    due = thrower(book, state)
    state, effects = give_dice_to(book, state, due)
    by_stick = due == STICK and book.edition > 1
    state = replace(state, out=True, thrown=True, by_stick=by_stick, last=None)
    return state, [*effects, fx.DiceThrown(event.by)]


def roll(book: Rulebook, state: State, event: ev.Rolled) -> Done:
    """Give the dice to the thrower, and let the throw take effect."""
    due = thrower(book, state)
    effects: list[fx.Effect] = []
    if not state.thrown:
        state, effects = give_dice_to(book, state, due)
    in_a_hand = state.floor.others if due is None else due.role == "player"
    state, came = come_to_rest(book, before_throw(state), event.throw, in_a_hand=in_a_hand)
    if event.ruled and state.last is not None:
        state = replace(state, last=replace(state.last, ruled=event.ruled))
    return state, effects + came


def throw_again(book: Rulebook, last: LastThrow) -> Done:
    """Return the table right after the last throw, and the effects of that throw."""
    return come_to_rest(book, last.before, last.throw, in_a_hand=last.in_a_hand)


def come_to_rest(book: Rulebook, state: State, throw: Throw, *, in_a_hand: bool) -> Done:
    """Settle the throw against the point as it was, then move the puck, then end the hand on a seven-out.

    The table keeps what it was before, so that the outcome can be invalidated. A throw is part of a hand if a
    player threw, or one of the table's `others`. Where wagers watch a hand, no other seven-out ends it.
    """
    last = LastThrow(throw, state, in_a_hand=in_a_hand)
    before, total = state.puck, throw.total
    effects: list[fx.Effect] = [fx.Thrown(throw, before)]
    settled = settle(book, state, throw, in_a_hand=in_a_hand)
    effects += settled.effects
    seats, puck, declined = settled.seats, before, state.turn.declined
    line = line_result(book, before, total)
    if line is not None:
        effects.append(line)
        if isinstance(line, fx.PointSet):
            puck = line.point
        else:
            puck, seats = 0, _count_idle(book, seats)
            declined = ()  # in a new round, players who declined are asked again
    turn = replace(
        state.turn,
        declined=declined,
        begun=state.turn.begun or in_a_hand,
        since_seven=total != SEVEN,
        came_out=state.turn.came_out or (in_a_hand and not before),
    )
    state = replace(
        state,
        seats=seats,
        bank=settled.bank,
        puck=puck,
        turn=turn,
        out=False,
        thrown=False,
        last=last,
    )
    state, lifted = lift_buttons(book, settle_calls(book, state))
    effects += lifted
    if isinstance(line, fx.SevenOut) and (in_a_hand or book.edition == 1 or not book.watches_hands):
        state, passed = end_hand(book, state, "seven out")
        effects += passed
    return state, effects


def effects_on_wagers(book: Rulebook, state: State, throw: Throw) -> list[fx.Effect]:
    """Say what a throw in a player's hand does to wagers, those included that the end of the hand decides."""
    settled = settle(book, state, throw)
    if not isinstance(line_result(book, state.puck, throw.total), fx.SevenOut):
        return settled.effects
    return [*settled.effects, *end_of_hand(book, replace(state, seats=settled.seats)).effects]


def before_throw(state: State) -> State:
    """Return the table without the previous throw and the players' undos."""
    seats = state.seats
    if can_undo(state):
        seats = tuple([replace(seat, earlier=()) if seat.earlier else seat for seat in seats])
    return replace(state, seats=seats, out=False, thrown=False, by_stick=False, last=None)


def give_dice_to(book: Rulebook, state: State, due: Actor | None) -> Done:
    """Give the dice to the player whose turn it is to throw, if they have not taken them."""
    turn = state.turn
    seat = state.seat(due.person) if due is not None and due.role == "player" else None
    if seat is None or (turn.held and seat.place == turn.start):
        return state, []
    return take_dice(book, state, seat)


def line_result(book: Rulebook, puck: int, total: int) -> fx.LineDecided | fx.PointSet | None:
    """Say what a total does on the line, or None if nothing. No other code decides this."""
    if puck:
        if total == puck:
            return fx.PointMade(puck)
        return fx.SevenOut(puck) if total == SEVEN else None
    if total in book.come_out.points:
        return fx.PointSet(total)
    return fx.Natural(total) if total in book.come_out.naturals else fx.Craps(total)


def _count_idle(book: Rulebook, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Count rounds without a wager. Only a full table counts them."""
    if not book.floor.idle_rounds:
        return seats
    full = len(seats) == book.table.places
    return tuple(_seat_idle(book, seat, full=full) for seat in seats)


def _seat_idle(book: Rulebook, seat: Seat, *, full: bool) -> Seat:
    """Count a round, or note that a wager which still stands has been made for the next round too."""
    idle = min(seat.idle + 1, book.floor.idle_rounds) if full and not seat.wagers else 0
    if full and seat.wagers and book.edition > 1:
        idle = -1
    return seat if idle == seat.idle else replace(seat, idle=idle)
