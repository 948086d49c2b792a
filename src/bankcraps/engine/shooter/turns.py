"""The dice going round the table: offered, taken, let by, given up, and sent out for a throw."""

from msgspec.structs import replace

from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.refusals import Refusal, no, no_step
from bankcraps.engine.shooter.hand import end_hand, in_turn, next_place, shooter, take_dice
from bankcraps.engine.state import State, Turn
from bankcraps.rulebook.schema import Rulebook

Done = tuple[State, list[fx.Effect]]


def _not_next(book: Rulebook, state: State, message: str) -> Refusal:
    """Cite who comes next: at the opening of the table, or after another shooter."""
    if state.turn.opening:
        return no_step(book, "offer", message)
    return no("dice", message, book.dice, "offered_to")


def _out(book: Rulebook) -> Refusal:
    """While the dice are out they do not change hands."""
    return no("dice", "the dice are out: they change hands after the throw", book.dice, "may_pass")


def judge_offer(book: Rulebook, state: State, event: ev.Offer) -> Refusal | None:
    """The dice go clockwise, to those who may have them."""
    if state.out:
        return _out(book)
    if state.turn.held:
        return _not_next(book, state, f"{shooter(state)} has the dice")
    due = in_turn(book, state)
    if due is None:
        return _not_next(book, state, "there is nobody left to offer the dice to")
    if event.to != due.name:
        return _not_next(book, state, f"the dice go to {due.name} next, not to {event.to}")
    return None


def offer(book: Rulebook, state: State, event: ev.Offer) -> Done:
    """Push the dice over."""
    turn = replace(state.turn, offered=state.seated(event.to).place)
    return replace(state, turn=turn), [fx.DiceOffered(event.to)]


def judge_answer(book: Rulebook, state: State, event: ev.Accept | ev.Decline) -> Refusal | None:
    """Only the player in front of whom the dice lie may take them or let them go by."""
    turn = state.turn
    if state.out:
        return _out(book)
    if turn.held:
        return _not_next(book, state, f"{shooter(state)} has the dice")
    lying = next((seat for seat in state.seats if seat.place == turn.offered), None)
    due = lying or in_turn(book, state)
    if due is not None and event.by.person == due.name:
        return None
    whose = due.name if due else "nobody"
    return _not_next(book, state, f"the dice are for {whose} to take now, not for {event.by}")


def accept(book: Rulebook, state: State, event: ev.Accept) -> Done:
    """Become the shooter."""
    return take_dice(book, state, state.seated(event.by.person))


def decline(book: Rulebook, state: State, event: ev.Decline) -> Done:
    """Let the dice go on clockwise."""
    turn = state.turn
    declined = tuple(sorted((*turn.declined, state.seated(event.by.person).place)))
    after = replace(turn, declined=declined, offered=0)
    return replace(state, turn=after), [fx.DiceDeclined(event.by.person)]


def judge_pass(book: Rulebook, state: State, event: ev.PassDice) -> Refusal | None:
    """A shooter may give the dice up when the book says."""
    if state.out:
        return _out(book)
    if not holds_dice(state, event.by.person):
        message = f"only the shooter passes the dice, and that is {shooter_now(state)}"
        return no("not_shooter", message, book.dice, "may_pass")
    if state.puck and book.dice.may_pass == "come_out":
        message = f"the dice are passed on a come-out, and the point is {state.puck}"
        return no("dice", message, book.dice, "may_pass")
    return None


def holds_dice(state: State, name: str) -> bool:
    """Whether a player is the shooter."""
    return state.turn.held and state.seated(name).place == state.turn.start


def shooter_now(state: State) -> str:
    """The shooter, for a sentence."""
    return (shooter(state) or "nobody") if state.turn.held else "nobody yet"


def pass_dice(book: Rulebook, state: State, event: ev.PassDice) -> Done:
    """End one's own hand."""
    return end_hand(book, state, "passed the dice")


def judge_order(book: Rulebook, state: State, event: ev.OrderPass) -> Refusal | None:
    """The shooter can be told to pass, for a reason the book knows."""
    reasons = book.dice.pass_ordered_for
    if event.reason not in reasons:
        known = ", ".join(reasons) or "none"
        message = f"{event.reason!r} is no reason to order the dice passed; the reasons are {known}"
        return no("no_such_reason", message, book.dice, "pass_ordered_for")
    if not state.turn.held:
        return no("dice", "nobody has the dice", book.dice, "pass_ordered_for")
    return None


def order_pass(book: Rulebook, state: State, event: ev.OrderPass) -> Done:
    """End the shooter's hand by order."""
    return end_hand(book, state, f"ordered: {event.reason}")


def judge_no_more_bets(book: Rulebook, state: State, event: ev.NoMoreBets) -> Refusal | None:
    """Said once a throw."""
    if state.out:
        return no("dice", "the dice are out already", book.betting, "closed_by")
    return None


def no_more_bets(book: Rulebook, state: State, event: ev.NoMoreBets) -> Done:
    """Close the betting until the dice rest."""
    return replace(state, out=True), [fx.DiceOut()]


def without_player(state: State, place: int) -> Turn:
    """The turn once a player has gone: their dice pass on."""
    turn = state.turn
    declined = tuple(other for other in turn.declined if other != place)
    if turn.start != place:
        offered = 0 if turn.offered == place else turn.offered
        return replace(turn, declined=declined, offered=offered)
    return replace(turn, start=next_place(state, place), held=False, offered=0, declined=declined)
