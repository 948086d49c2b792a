"""The dice go round the table: players are offered them, take or decline them, and give them up."""

from typing import Final

from msgspec.structs import replace

from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.refusals import Refusal, refuse, refuse_step, unless
from bankcraps.game.engine.rulings import hand_end_rulings
from bankcraps.game.engine.sentence import Sentence
from bankcraps.game.engine.settlement import end_of_hand
from bankcraps.game.engine.state import DiceSet, Done, Seat, State, Turn
from bankcraps.game.engine.turn import (
    full_set,
    holder,
    may_take_after_all,
    needs_line_wager,
    next_place,
    next_to_offer,
    offered_to,
    open_betting,
    thrower,
)
from bankcraps.game.rulebook.schema import Rulebook

NO_LINE_WAGER: Final = "no line wager"
"""The reason to pass the dice on from a shooter who may no longer throw."""


def take_dice(book: Rulebook, state: State, seat: Seat) -> Done:
    """Give a player the dice. If somebody else was throwing, end that hand first."""
    effects: list[fx.Effect] = []
    if state.turn.held or (state.turn.begun and book.watches_hands):
        state, effects = end_hand(book, state, NO_LINE_WAGER)
    effects.append(fx.DiceTaken(seat.name))
    turn = replace(between_hands(state.turn), start=seat.place, held=True, opening=False)
    return replace(state, turn=turn), effects


def end_hand(book: Rulebook, state: State, why: str) -> Done:
    """End the hand: settle the wagers on it, put the dice back in the bowl, move on to the next player."""
    turn = state.turn
    effects: list[fx.Effect] = []
    if turn.begun:
        settled = end_of_hand(book, state)
        state, effects = replace(state, seats=settled.seats, bank=settled.bank), settled.effects
    dice = _dice_between_hands(book, state.dice)
    if turn.held:
        leaving = next(seat.name for seat in state.seats if seat.place == turn.start)
        effects.append(fx.DicePassed(leaving, why))
    if dice.number != state.dice.number:
        effects.append(fx.SetBrought(dice.number))
    passed = between_hands(turn)
    if turn.held:
        passed = replace(passed, start=next_place(state, turn.start), opening=False)
    return replace(state, dice=dice, turn=passed), effects


def hand_over_since(book: Rulebook, now: State, settled: State) -> bool:
    """Whether a hand has ended since a throw, and wagers on it were decided by that.

    Args:
        book: the house's rules.
        now: the table now.
        settled: the table right after the throw.
    """
    over = settled.turn.begun and not now.turn.begun
    watching = (hand_end_rulings(book)[s.wager] for seat in settled.seats for s in seat.wagers)
    return over and book.watches_hands and any(watching)


def between_hands(turn: Turn) -> Turn:
    """Return the turn between two hands: nobody holds the dice or has declined them."""
    return replace(turn, held=False, offered=0, declined=(), begun=False, since_seven=False, came_out=False)


def _dice_between_hands(book: Rulebook, dice: DiceSet) -> DiceSet:
    """Return the dice between two hands: all in the bowl, or a new set if two were lost."""
    if dice.spent:
        return DiceSet(bowl=full_set(book), number=dice.number + 1)
    return without_shooter(dice)


def without_shooter(dice: DiceSet) -> DiceSet:
    """Return a set of dice, all in the bowl."""
    if not dice.chosen and not dice.short:
        return dice
    bowl = tuple(sorted(dice.chosen + dice.bowl))
    return replace(dice, chosen=(), bowl=bowl, short=False, asked=False)


def _not_their_turn(book: Rulebook, state: State, says: str, **parts: str | None) -> Refusal:
    """Refuse, citing the rule about who is next: at the opening of the table, or after another shooter."""
    if state.turn.opening:
        return refuse_step(book, "offer", Sentence(says, **parts))
    return refuse("dice", Sentence(says, **parts), book.dice, "offered_to")


def _dice_are_out(book: Rulebook) -> Refusal:
    """Refuse, because the dice cannot change hands during a throw."""
    says = "the dice are out: they cannot change hands until they rest"
    return refuse("dice", says, book.dice, "may_pass.others")


def judge_offer(book: Rulebook, state: State, event: ev.Offer) -> Refusal | None:
    """Refuse while a shooter has the dice or they are out, and anyone but the next player clockwise."""
    if state.out:
        return _dice_are_out(book)
    if state.turn.held:
        return _offered_on(book, state, event)
    due = next_to_offer(book, state)
    if due is None:
        if state.turn.opening or book.dice.offered_to == "everyone":
            return _not_their_turn(book, state, "there is nobody left to offer the dice to")
        says = "the dice are offered only to players with a wager on the line, and none is left"
        return _not_their_turn(book, state, says)
    if event.to != due.name:
        says = "{due:must} be offered the dice next, not {name:who}"
        return _not_their_turn(book, state, says, due=due.name, name=event.to)
    return None


def _offered_on(book: Rulebook, state: State, event: ev.Offer) -> Refusal | None:
    """Refuse to offer the dice of a shooter who may still throw. Without a line wager, the hand is over."""
    name = holder(state)
    assert name is not None
    if state.seated(name).has_line_wager or not needs_line_wager(book, state):
        return _not_their_turn(book, state, "{name:has} the dice", name=name)
    after, _ = end_hand(book, state, NO_LINE_WAGER)
    return judge_offer(book, after, event)


def offer(book: Rulebook, state: State, event: ev.Offer) -> Done:
    """Offer the dice. The hand of a shooter who has no line wager any more ends."""
    effects: list[fx.Effect] = []
    if state.turn.held:
        state, effects = end_hand(book, state, NO_LINE_WAGER)
    turn = replace(state.turn, offered=state.seated(event.to).place)
    return replace(state, turn=turn), [*effects, fx.DiceOffered(event.to)]


def judge_answer(book: Rulebook, state: State, event: ev.Accept | ev.Decline) -> Refusal | None:
    """Refuse an answer from anyone but the player to whom the dice are offered.

    Where nobody else can throw, a player who declined may still take the dice.
    """
    turn = state.turn
    if state.out:
        return _dice_are_out(book)
    if turn.held:
        return _not_their_turn(book, state, "{name:has} the dice", name=holder(state))
    due = offered_to(state) or next_to_offer(book, state)
    if due is not None and event.by.person == due.name:
        return None
    again = may_take_after_all(book, state) if isinstance(event, ev.Accept) else ()
    if any(event.by.person == seat.name for seat in again):
        return None
    whose = due.name if due else "nobody"
    says = "the dice are offered to {due:who} now, not to {name:who}"
    return _not_their_turn(book, state, says, due=whose, name=str(event.by))


def accept(book: Rulebook, state: State, event: ev.Accept) -> Done:
    """Make the player the shooter."""
    return take_dice(book, state, state.seated(event.by.person))


def decline(book: Rulebook, state: State, event: ev.Decline) -> Done:
    """Pass over the player. The next player clockwise is asked."""
    return pass_over(state, state.seated(event.by.person))


def pass_over(state: State, seat: Seat) -> Done:
    """Offer the dice on from a player who declined them or did not answer."""
    declined = tuple(sorted((*state.turn.declined, seat.place)))
    turn = replace(state.turn, declined=declined, offered=0)
    return replace(state, turn=turn), [fx.DiceDeclined(seat.name)]


def judge_pass(book: Rulebook, state: State, event: ev.PassDice) -> Refusal | None:
    """Refuse anyone but the shooter, and a time at which the book does not allow it."""
    if state.out:
        return _dice_are_out(book)
    if not state.turn.held:
        says = "only the shooter may pass the dice, and nobody has taken them yet"
        return refuse("not_shooter", says, book.dice, "may_pass")
    if not holds_dice(state, event.by.person):
        says = "only the shooter may pass the dice, and the shooter is {shooter}"
        return refuse("not_shooter", says, book.dice, "may_pass", shooter=shooter_now(state))
    if state.puck and book.dice.may_pass == "come_out":
        says = "the dice can be passed only on a come-out, and the point is {point}"
        return refuse("dice", says, book.dice, "may_pass", point=state.puck)
    return None


def holds_dice(state: State, name: str) -> bool:
    return state.turn.held and state.seated(name).place == state.turn.start


def shooter_now(state: State) -> str:
    """Name the shooter, for a refusal."""
    return holder(state) or "nobody yet"


def pass_dice(book: Rulebook, state: State, event: ev.PassDice) -> Done:
    """End the player's own hand."""
    return end_hand(book, state, "passed the dice")


_NOBODY_ORDERS: Final = "in this house nobody may order a shooter to pass the dice"
no_orders: Final = unless("dice", "pass_ordered_for", "no_such_reason", _NOBODY_ORDERS)
"""Refuses to order the dice passed where the book lists no reason."""


def judge_order(book: Rulebook, state: State, event: ev.OrderPass) -> Refusal | None:
    """Refuse a reason the book does not list, or if nobody has the dice, or they are in the air."""
    refused = no_orders(book)
    if refused:
        return refused
    reasons = book.dice.pass_ordered_for
    if event.reason not in reasons:
        says = "{given!r} is not a reason to order the dice passed; the reasons are {reasons}"
        says = Sentence(says, given=event.reason, reasons=tuple(reasons))
        return refuse("no_such_reason", says, book.dice, "pass_ordered_for")
    if _shooter_to_order(book, state) is None:
        return refuse("dice", "nobody has the dice", book.dice, "pass_ordered_for")
    return _dice_are_out(book) if state.thrown else None


def _shooter_to_order(book: Rulebook, state: State) -> str | None:
    """Return the player who has the dice or, if nobody has been offered them, whose turn it is to throw.

    A throw that was no roll need not have been announced, and so nobody may have the dice by name.
    """
    due = None if state.turn.held or state.turn.offered else thrower(book, state)
    return due.person if due and due.role == "player" else holder(state)


def order_pass(book: Rulebook, state: State, event: ev.OrderPass) -> Done:
    """End the shooter's hand. They are not asked again until this round is over.

    If the betting was closed, it is open again: the next shooter has not thrown yet.
    """
    name = _shooter_to_order(book, state)
    assert name is not None
    taken: list[fx.Effect] = []
    if not state.turn.held:
        state, taken = take_dice(book, state, state.seated(name))
    leaving = state.turn.start
    state, effects = end_hand(book, state, f"ordered: {event.reason}")
    state, opened = open_betting(replace(state, turn=replace(state.turn, declined=(leaving,))))
    return state, [*taken, *effects, *opened]


def without_player(state: State, place: int) -> Turn:
    """Return the turn after a player has left the table."""
    turn = state.turn
    declined = tuple(other for other in turn.declined if other != place)
    offered = 0 if turn.offered == place else turn.offered
    if turn.start != place:
        return replace(turn, declined=declined, offered=offered)
    return replace(turn, start=next_place(state, place), held=False, offered=offered, declined=declined)
