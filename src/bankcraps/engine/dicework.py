"""The dice as things: offered, chosen, passed on, off the table and back."""

import msgspec

from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.refusals import Refusal, no
from bankcraps.engine.shooting import end_hand, full_set, in_turn, next_place, shooter, take_dice
from bankcraps.engine.state import DiceSet, State, Turn
from bankcraps.engine.with_seat import seat_of
from bankcraps.rulebook.schema import Rulebook

Done = tuple[State, list[fx.Effect]]
PAIR = 2


def _holds_dice(state: State, name: str) -> bool:
    return state.turn.held and seat_of(state, name).place == state.turn.start


def _only_shooter(book: Rulebook, state: State, name: str) -> Refusal | None:
    if _holds_dice(state, name):
        return None
    who = shooter(state) if state.turn.held else "nobody yet"
    return no("not_shooter", f"that is for the shooter to do ({who}), not {name}", book.dice, "set_size")


# Offered, accepted, declined.


def judge_offer(book: Rulebook, state: State, event: ev.Offer) -> Refusal | None:
    """The dice go clockwise, to those who may have them."""
    if state.turn.held:
        return no("dice", f"{shooter(state)} has the dice", book.dice, "offered_to")
    due = in_turn(book, state)
    if due is None:
        return no("dice", "there is nobody left to offer the dice to", book.dice, "offered_to")
    if event.to != due.name:
        return no("dice", f"the dice go to {due.name} next, not to {event.to}", book.dice, "offered_to")
    return None


def offer(book: Rulebook, state: State, event: ev.Offer) -> Done:
    """Push the dice over."""
    del book
    turn = msgspec.structs.replace(state.turn, offered=seat_of(state, event.to).place)
    return msgspec.structs.replace(state, turn=turn), [fx.DiceOffered(event.to)]


def judge_answer(book: Rulebook, state: State, event: ev.Accept | ev.Decline) -> Refusal | None:
    """Only the player in front of whom the dice lie may take them or let them go by."""
    turn = state.turn
    if turn.held:
        return no("dice", f"{shooter(state)} has the dice", book.dice, "offered_to")
    if turn.offered:
        due = next((seat.name for seat in state.seats if seat.place == turn.offered), None)
    else:
        first = in_turn(book, state)
        due = first.name if first else None
    if event.by != due:
        return no(
            "dice", f"the dice are offered to {due or 'nobody'}, not to {event.by}", book.dice, "offered_to"
        )
    return None


def accept(book: Rulebook, state: State, event: ev.Accept) -> Done:
    """Become the shooter."""
    return take_dice(book, state, seat_of(state, event.by))


def decline(book: Rulebook, state: State, event: ev.Decline) -> Done:
    """Let the dice go on clockwise."""
    del book
    place = seat_of(state, event.by).place
    turn = state.turn
    after = Turn(turn.start, held=False, declined=(*turn.declined, place), opening=turn.opening)
    return msgspec.structs.replace(state, turn=after), [fx.DiceDeclined(event.by)]


def judge_pass(book: Rulebook, state: State, event: ev.PassDice) -> Refusal | None:
    """A shooter may give the dice up when the book says."""
    refused = _only_shooter(book, state, event.by)
    if refused:
        return refused
    if state.puck and book.dice.may_pass == "come_out":
        return no(
            "dice", f"the dice are passed on a come-out, and the point is {state.puck}", book.dice, "may_pass"
        )
    return None


def pass_dice(book: Rulebook, state: State, event: ev.PassDice) -> Done:
    """End one's own hand."""
    del event
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
    del event
    if state.out:
        return no("dice", "the dice are out already", book.betting, "closed_by")
    return None


def no_more_bets(book: Rulebook, state: State, event: ev.NoMoreBets) -> Done:
    """Close the betting until the dice rest."""
    del book, event
    return msgspec.structs.replace(state, out=True), [fx.DiceOut()]


# Chosen, off the table, back.


def judge_choose(book: Rulebook, state: State, event: ev.Choose) -> Refusal | None:
    """Two dice of the set, or as many as left the table."""
    refused = _only_shooter(book, state, event.by)
    if refused:
        return refused
    dice = state.dice
    there = dice.bowl if dice.away else tuple(sorted(dice.chosen + dice.bowl))
    wanted = PAIR - len(dice.chosen) if dice.away else PAIR
    shown = " and ".join(map(str, event.dice)) or "none"
    if dice.away and not wanted:
        return no("dice", "the shooter has two dice", book.dice, "set_size")
    if len(event.dice) != wanted or len(set(event.dice)) != wanted:
        return no("dice", f"{wanted} of the dice are chosen, not {shown}", book.dice, "set_size")
    if not set(event.dice) <= set(there):
        offered = ", ".join(map(str, there))
        return no("dice", f"dice {offered} are there to choose from, not {shown}", book.dice, "set_size")
    return None


def choose(book: Rulebook, state: State, event: ev.Choose) -> Done:
    """Take the chosen dice and leave the rest in the bowl."""
    del book
    dice = state.dice
    chosen = tuple(sorted((*(dice.chosen if dice.away else ()), *event.dice)))
    bowl = tuple(die for die in sorted(dice.chosen + dice.bowl) if die not in chosen)
    after = msgspec.structs.replace(dice, chosen=chosen, bowl=bowl, asked=False)
    return msgspec.structs.replace(state, dice=after), [fx.DiceChosen(chosen, bowl)]


def judge_no_roll(book: Rulebook, state: State, event: ev.NoRoll) -> Refusal | None:
    """For a reason the book knows; dice that left the table must have been in play."""
    rules = book.no_roll
    if event.reason not in rules.must and event.reason not in rules.may:
        known = ", ".join((*rules.must, *rules.may))
        message = f"{event.reason!r} is no reason to call no roll here; the reasons are {known}"
        return no("no_such_reason", message, rules, "must")
    in_play = state.dice.chosen or full_set(book)[:PAIR]
    stray = set(event.dice) - set(in_play)
    if stray or len(set(event.dice)) != len(event.dice):
        message = (
            f"dice {' and '.join(map(str, in_play))} are in play, so {event.dice} cannot have left the table"
        )
        return no("dice", message, book.dice, "set_size")
    return None


def no_roll(book: Rulebook, state: State, event: ev.NoRoll) -> Done:
    """The throw counts for nothing; dice that left the table are searched for and the rest are offered."""
    rules = book.no_roll
    clause = rules.must.get(event.reason) or rules.may[event.reason]
    happened: list[fx.Effect] = [fx.NoRollCalled(event.reason, clause)]
    dice = state.dice
    if event.dice:
        in_play = dice.chosen or full_set(book)[:PAIR]
        kept = tuple(die for die in in_play if die not in event.dice)
        bowl = tuple(die for die in sorted(dice.chosen + dice.bowl) if die not in in_play)
        dice = msgspec.structs.replace(dice, chosen=kept, bowl=bowl, away=(*dice.away, *event.dice))
        happened.append(fx.DiceAway(event.dice, bowl))
    return msgspec.structs.replace(state, dice=dice, out=False), happened


def judge_same_dice(book: Rulebook, state: State, event: ev.SameDice) -> Refusal | None:
    """Only dice that are off the table can be asked back, while others have not been chosen."""
    refused = _only_shooter(book, state, event.by)
    if refused:
        return refused
    if not state.dice.away or len(state.dice.chosen) == PAIR:
        return no("dice", "no die of this shooter's is off the table", book.dice, "set_size")
    return None


def same_dice(book: Rulebook, state: State, event: ev.SameDice) -> Done:
    """Wait for the same dice."""
    del book, event
    dice = msgspec.structs.replace(state.dice, asked=True)
    return msgspec.structs.replace(state, dice=dice), [fx.SameDiceAsked(dice.away)]


def judge_found(book: Rulebook, state: State, event: ev.Inspect | ev.DieLost) -> Refusal | None:
    """Only a die that is off the table is found, or lost."""
    if event.die not in state.dice.away:
        away = ", ".join(map(str, state.dice.away)) or "none"
        return no("dice", f"die {event.die} is not off the table (off it: {away})", book.dice, "set_size")
    return None


def inspect(book: Rulebook, state: State, event: ev.Inspect) -> Done:
    """A found die goes back to a shooter who asked for it, else to the bowl; an unsound one goes away."""
    dice = state.dice
    away = tuple(die for die in dice.away if die != event.die)
    if not event.sound:
        return _gone(book, state, event.die, fx.DieBack(event.die, "removed"))
    if dice.asked and len(dice.chosen) < PAIR:
        chosen = tuple(sorted((*dice.chosen, event.die)))
        asked = len(chosen) < PAIR and bool(away)
        after = msgspec.structs.replace(dice, chosen=chosen, away=away, asked=asked)
        return msgspec.structs.replace(state, dice=after), [fx.DieBack(event.die, "shooter")]
    after = msgspec.structs.replace(dice, bowl=tuple(sorted((*dice.bowl, event.die))), away=away)
    return msgspec.structs.replace(state, dice=after), [fx.DieBack(event.die, "bowl")]


def die_lost(book: Rulebook, state: State, event: ev.DieLost) -> Done:
    """Give a die up; with a second one the set is spent, and the shooter goes on with what is left of it."""
    return _gone(book, state, event.die, fx.DieGone(event.die))


def _gone(book: Rulebook, state: State, die: int, effect: fx.Effect) -> Done:
    del book
    dice = state.dice
    away = tuple(other for other in dice.away if other != die)
    lost = (*dice.lost, die)
    asked = dice.asked and bool(away)
    after = msgspec.structs.replace(dice, away=away, lost=lost, asked=asked, spent=len(lost) >= PAIR)
    return msgspec.structs.replace(state, dice=after), [effect]


def judge_new_set(book: Rulebook, state: State, event: ev.NewSet) -> Refusal | None:
    """A new set comes when two dice are lost and nobody is shooting with what is left."""
    del event
    if not state.dice.spent:
        return no("dice", "a new set is brought when two dice of the old one are lost", book.dice, "set_size")
    if state.turn.held and len(state.dice.chosen) + len(state.dice.bowl) >= PAIR:
        message = f"{shooter(state)} goes on with the rest of the old set until the hand ends"
        return no("dice", message, book.dice, "set_size")
    return None


def new_set(book: Rulebook, state: State, event: ev.NewSet) -> Done:
    """Replace what is left of the old set."""
    del event
    number = state.dice.number + 1
    dice = DiceSet(bowl=full_set(book), number=number)
    return msgspec.structs.replace(state, dice=dice), [fx.SetBrought(number)]


def without_player(state: State, place: int) -> Turn:
    """The turn once a player has gone: their dice pass on."""
    turn = state.turn
    declined = tuple(other for other in turn.declined if other != place)
    if turn.start != place:
        offered = 0 if turn.offered == place else turn.offered
        return msgspec.structs.replace(turn, declined=declined, offered=offered)
    return Turn(next_place(state, place), declined=declined, opening=turn.opening)
