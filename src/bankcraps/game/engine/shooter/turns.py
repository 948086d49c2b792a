"""The dice go round the table: who has them, who throws next, and who may take or decline them."""

from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.errors import require_type
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import Actor, crew, player
from bankcraps.game.engine.refusals import Refusal, Sentence, refuse, refuse_step, unless
from bankcraps.game.engine.rulings import hand_end_rulings
from bankcraps.game.engine.settlement import end_of_hand
from bankcraps.game.engine.state import DiceSet, Done, Seat, State, Turn
from bankcraps.game.engine.wagering.taking_down import clear
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.terms import LineTerms
from bankcraps.game.wagers import Kind, Wager

STICK: Final = crew("stickperson")
"""The thrower when wagers stand and no player can throw."""


def thrower(book: Rulebook, state: State) -> Actor | None:
    """Return the next thrower: the shooter, or the next player clockwise who may throw and has not declined.

    Nobody who is excluded may throw nor, where the book says so, anybody without a wager on the line. If no
    player may but wagers stand, the stickperson throws, where the book says so. If nobody is to throw, or one
    of the table's `others` does, return None. While the dice are in the air, return who threw them, whatever
    has become of wagers and people since.
    """
    try:
        turn, rules = state.turn, book.dice
    except AttributeError:  # asked only now, because every throw passes here
        require_type(book, Rulebook, "a rulebook is what load_rulebook returns")
        require_type(state, State, "a state is what open_table or a step returns")
        raise
    if state.thrown and book.edition > 1:
        return _who_threw(state)
    for seat in state.clockwise(turn.start):
        if seat.place in turn.declined or seat.name in state.floor.excluded:
            continue
        if seat.has_line_wager or not needs_line_wager(book, state):
            return player(seat.name)
    wagers_stand = any(seat.wagers for seat in state.seats)
    return STICK if wagers_stand and rules.stick_throws and not state.floor.others else None


def _who_threw(state: State) -> Actor | None:
    if state.by_stick:
        return STICK
    name = holder(state)
    return None if name is None else player(name)


def needs_line_wager(book: Rulebook, state: State) -> bool:
    """Whether a shooter needs a wager on the line now."""
    return book.dice.line_wager_to_shoot and not _line_is_over(book, state)


def _line_is_over(book: Rulebook, state: State) -> bool:
    """Whether no shooter has a line wager, none can be made, and the stickperson does not throw instead.

    None can be made at a closed table, and in most houses while there is a point. The stickperson throws for
    any wager but those on a shooter's hand, and in some houses for none.
    """
    closed = state.floor.closed
    if book.edition == 1 or not (closed or state.puck):
        return False
    if any(seat.has_line_wager and seat.name not in state.floor.excluded for seat in state.seats):
        return False
    if book.dice.stick_throws:
        return closed and any(hand_end_rulings(book)[s.wager] for seat in state.seats for s in seat.wagers)
    on_pass = book.wagers.get(Kind.PASS)
    return closed or not (isinstance(on_pass, LineTerms) and on_pass.after_point != "refused")


def has_an_end(book: Rulebook, state: State, wager: Wager) -> bool:
    """Whether somebody can still throw for a wager. At an open table somebody can always sit down and bet."""
    if not state.floor.closed or state.floor.others or book.edition == 1:
        return True
    needs = needs_line_wager(book, state)
    if any(s.name not in state.floor.excluded and (s.has_line_wager or not needs) for s in state.seats):
        return True
    return book.dice.stick_throws and hand_end_rulings(book)[wager] is None


def return_undecidable(book: Rulebook, state: State) -> Done:
    """Return the wagers of a closed table that no throw would decide.

    These are wagers for which nobody is left to throw and then, if all the others are called off, these too.
    """
    if state.thrown:
        return state, []
    stand = {one.wager for seat in state.seats for one in seat.wagers}
    endless = {wager for wager in stand if not has_an_end(book, state, wager)}
    state, effects = _cleared(book, state, endless, "taken down")
    if any(one.call != "off" for seat in state.seats for one in seat.wagers):
        return state, effects
    state, off = _cleared(book, state, stand - endless, "off")
    return state, [*effects, *off]


def _cleared(book: Rulebook, state: State, wagers: set[Wager], why: fx.Why) -> Done:
    """Return some wagers to each of their players."""
    effects: list[fx.Effect] = []
    for seat in state.seats if wagers else ():
        going = tuple(one for one in seat.wagers if one.wager in wagers)
        state, returned = clear(book, state, state.seated(seat.name), going, why)
        effects += returned
    return state, effects


def holder(state: State) -> str | None:
    """Return the player who has the dice, or None between shooters."""
    turn = state.turn
    return next((seat.name for seat in state.seats if turn.held and seat.place == turn.start), None)


def shooter(book: Rulebook, state: State) -> str | None:
    """Return the player who has the dice or, between shooters, the one who throws next.

    If no wagers stand, that is the next player in turn. Return None if the stickperson throws or nobody can.
    """
    due = thrower(book, state)
    held, turn = holder(state), state.turn
    if held or due:
        return held or (due.person if due and due.role == "player" else None)
    for seat in state.clockwise(turn.start):
        if seat.place not in turn.declined:
            return seat.name
    return None


def next_to_offer(book: Rulebook, state: State) -> Seat | None:
    """Return the player to whom the dice must be offered next, or None."""
    turn = state.turn
    everyone = turn.opening or book.dice.offered_to == "everyone"
    for seat in state.clockwise(turn.start):
        asked = seat.place not in turn.declined and seat.name not in state.floor.excluded
        if asked and (everyone or seat.has_line_wager or _line_is_over(book, state)):
            return seat
    return None


def offered_to(state: State) -> Seat | None:
    """Return the player who has been offered the dice and has not answered, or None."""
    return next((seat for seat in state.seats if seat.place == state.turn.offered), None)


def may_take_after_all(book: Rulebook, state: State) -> tuple[Seat, ...]:
    """Return the players who may take the dice although they have declined them or were ordered to pass them.

    They may if nobody else can throw, and the stickperson does not. A player who is asked now answers first.
    """
    turn, rules = state.turn, book.dice
    if not turn.declined or rules.stick_throws or state.floor.others or thrower(book, state):
        return ()
    able = tuple(
        seat
        for seat in state.clockwise(turn.start)
        if seat.place in turn.declined
        and seat.name not in state.floor.excluded
        and (seat.has_line_wager or not needs_line_wager(book, state))
    )
    asked = offered_to(state) if able else None
    return (asked,) if asked else able


def next_place(state: State, place: int) -> int:
    """Return the next taken place clockwise, or the same place if there is no other."""
    return next((seat.place for seat in state.clockwise(place + 1)), place)


def open_betting(state: State) -> Done:
    """Open the betting again if it is closed and the dice are not in the air, and say so."""
    if not state.out or state.thrown:
        return state, []
    return replace(state, out=False), [fx.Reversed(fx.DiceOut())]


def full_set(book: Rulebook) -> tuple[int, ...]:
    """Return the numbers of a full set of dice."""
    return tuple(range(1, book.dice.set_size + 1))


# The number of the shooter's hand, counted from effects.


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shooter's hand.

    Attributes:
        number: its number at the table, from 1.
        throws: the number of throws that it has had, also invalid ones. Without one it has not begun. It is
            -1 while a correction has taken back the last throw of the hand before, and the right one has not
            come yet.
        before: the number of throws of the hand before it.
    """

    number: int = 1
    throws: int = 0
    before: int = 0


def hand_after(hand: Hand, effect: fx.Effect) -> Hand:
    """Return the hand after an effect: the next one if it ended, the last one if its end was taken back."""
    if isinstance(effect, fx.Reversed):
        return _hand_before(hand, effect.effect)
    if isinstance(effect, fx.Thrown):
        return replace(hand, throws=hand.throws + 1)
    if isinstance(effect, fx.HandEnded) and hand.throws:
        return Hand(hand.number + 1, before=hand.throws)
    return hand


def _hand_before(hand: Hand, effect: fx.Reversible) -> Hand:
    """Return the hand without a reversed effect."""
    if isinstance(effect, fx.Thrown):
        return replace(hand, throws=hand.throws - 1)
    if isinstance(effect, fx.HandEnded) and not hand.throws and hand.number > 1:
        return Hand(hand.number - 1, hand.before)
    return hand


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
