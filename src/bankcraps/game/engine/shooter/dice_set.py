"""The set of dice: choosing two, dice that leave the table, inspecting, losing and replacing them."""

from collections.abc import Callable
from typing import Any, Final, Literal

from msgspec.structs import replace

from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.refusals import Refusal, refuse, refuse_step
from bankcraps.game.engine.shooter import throwing, turns
from bankcraps.game.engine.shooter.turns import (
    full_set,
    holds_dice,
    offered_to,
    pass_over,
    shooter_now,
    thrower,
)
from bankcraps.game.engine.state import DiceAct, DiceSet, Done, State
from bankcraps.game.rulebook.schema import Rulebook

PAIR: Final = 2

THROWN_BY_OTHERS: Final = ("not_shooter", "no_line_wager")
"""The no-roll reasons for a throw by the wrong person. All books use these names."""


def in_play(dice: DiceSet) -> tuple[int, ...]:
    """The shooter's dice: the two chosen, or any two if none were chosen."""
    return dice.chosen if dice.chosen or dice.short else dice.bowl[:PAIR]


def left_table(dice: DiceSet) -> tuple[object, ...]:
    """Return the number of the set, and its dice that are not on the table."""
    return dice.number, dice.away, dice.lost, dice.unsound


def _named(dice: tuple[int, ...]) -> str:
    """Name dice by their numbers: die 1; dice 1, 2."""
    return f"{'die' if len(dice) == 1 else 'dice'} {', '.join(map(str, dice)) or 'none'}"


def judge_choose(book: Rulebook, state: State, event: ev.Choose) -> Refusal | None:
    """Refuse anyone but the shooter, a change in mid-round or mid-hand, and dice that are not there."""
    if not holds_dice(state, event.by.person):
        says = "only the shooter may choose dice, and the shooter is {shooter}"
        return refuse_step(book, "choose", says, "not_shooter", shooter=shooter_now(state))
    dice = state.dice
    step = "away" if dice.short else "choose"
    kept = _dice_kept(book, state)
    if kept:
        return refuse_step(book, step, "{why}", why=kept)
    wanted = PAIR - len(dice.chosen) if dice.short else PAIR
    pair = wanted == PAIR or (book.dice.new_pair and len(event.dice) == PAIR)
    if len(event.dice) != (PAIR if pair else wanted) or len(set(event.dice)) != len(event.dice):
        either = ", or two different dice" if book.dice.new_pair else ""
        what = f"{PAIR} different dice" if pair else f"one die{either}"
        return refuse_step(book, step, "choose {what}, not {given}", what=what, given=event.dice)
    there = tuple(sorted(dice.chosen + dice.bowl)) if pair else dice.bowl
    if not set(event.dice) <= set(there):
        says = "choose from {there}, not {given}"
        return refuse_step(book, step, says, there=_named(there), given=event.dice)
    return None


def _dice_kept(book: Rulebook, state: State) -> str:
    """Say why the shooter must keep their dice, or return an empty text."""
    if state.out:
        return "the dice are out: none can be chosen until they rest"
    if state.dice.short or not state.dice.chosen:
        return ""
    if book.dice.chosen_for == "hand" and state.turn.begun:
        return "the two dice are chosen for the whole hand, and it has begun"
    if book.dice.chosen_for == "round" and state.puck:
        return f"the two dice are chosen for the round, and the point is {state.puck}"
    return ""


def choose(book: Rulebook, state: State, event: ev.Choose) -> Done:
    """Give the shooter the chosen dice and put the others in the bowl."""
    dice = state.dice
    kept = dice.chosen if len(event.dice) < PAIR else ()
    chosen = tuple(sorted((*kept, *event.dice)))
    bowl = tuple(die for die in sorted(dice.chosen + dice.bowl) if die not in chosen)
    after = replace(dice, chosen=chosen, bowl=bowl, short=False, asked=False)
    return replace(state, dice=after), [fx.DiceChosen(chosen, bowl)]


def judge_no_answer(book: Rulebook, state: State, event: ev.NoAnswer) -> Refusal | None:
    """Refuse unless a player is asked to take the dice, or to choose some and has not asked for the same."""
    if offered_to(state) is not None:
        return None
    if not state.dice.short:
        return refuse_step(book, "offer", "nobody has been asked to take or to choose dice")
    if state.dice.asked:
        says = "{shooter:has} asked for the same dice back: they are found or given up first"
        return refuse_step(book, "away", says, shooter=shooter_now(state))
    if len(state.dice.chosen) + len(state.dice.bowl) < PAIR:
        return refuse_step(book, "lost", "fewer than two dice are left: bring a new set")
    return None


def no_answer(book: Rulebook, state: State, event: ev.NoAnswer) -> Done:
    """Pass over the player who was asked, or give the shooter dice from the bowl."""
    asked = offered_to(state)
    if asked is not None:
        return pass_over(state, asked)
    missing = state.dice.bowl[: PAIR - len(state.dice.chosen)]
    return choose(book, state, ev.Choose(missing))


def no_no_rolls(book: Rulebook) -> Refusal | None:
    """Refuse to call "no roll" where the book lists no reason."""
    if book.no_roll.must or book.no_roll.may:
        return None
    return refuse("no_such_reason", "this house lists no reason to call no roll", book.no_roll, "must")


def judge_no_roll(book: Rulebook, state: State, event: ev.NoRoll) -> Refusal | None:
    """Refuse a reason the book does not list, an impossible throw, and dice not in play."""
    rules = book.no_roll
    if event.reason not in rules.must and event.reason not in rules.may:
        says = "{given!r} is not a reason to call no roll in this house; the reasons are {known}"
        return refuse(
            "no_such_reason", says, rules, "must", given=event.reason, known=(*rules.must, *rules.may)
        )
    if event.dice and event.reason not in rules.leaves:
        says = "dice leave the table only with the reason {leaves}, not {given}"
        return refuse(
            "no_such_reason", says, rules, "leaves", leaves=" or ".join(rules.leaves), given=event.reason
        )
    playing = in_play(_given(book, state, event)[0].dice)
    if len(set(event.dice)) != len(event.dice) or not set(event.dice) <= set(playing):
        says = "in play: {playing}; so {given} cannot have left the table"
        return refuse_step(book, "away", says, playing=_named(playing), given=event.dice)
    return None if state.thrown or state.out else _no_throw(book, state, event.reason)


def _no_throw(book: Rulebook, state: State, reason: str) -> Refusal | None:
    """Refuse to cancel a throw that cannot have been made.

    A throw that nobody announced may be called, and so may one by a player who may not throw. Once betting is
    closed, the call opens it again.
    """
    if not state.seats and not state.floor.others:
        return refuse("dice", "nobody is at the table, so nobody has thrown", book.no_roll, "called_by")
    refused = throwing.cannot_throw(book, state)
    if refused is None and thrower(book, state) is None and not state.floor.others:
        return None if reason in THROWN_BY_OTHERS else throwing.nobody_to_throw(book, state)
    return refused


def no_roll(book: Rulebook, state: State, event: ev.NoRoll) -> Done:
    """Cancel the throw. If dice left the table or play, offer the shooter the rest of the set.

    As after any throw, the thrower has the dice, nobody can undo what they bet before it, and the throw
    before it can no longer be corrected.
    """
    rules = book.no_roll
    clause = rules.must.get(event.reason) or rules.may[event.reason]
    state, effects = _given(book, state, event)
    effects.append(fx.NoRollCalled(event.reason, clause))
    dice, playing = state.dice, in_play(state.dice)
    removed = playing if event.reason in rules.removes else ()
    if event.dice or removed:
        kept = tuple(die for die in playing if die not in (*event.dice, *removed))
        bowl = tuple(die for die in dice.bowl if die not in playing)
        away = tuple(sorted((*dice.away, *event.dice)))
        unsound = tuple(sorted((*dice.unsound, *removed)))
        if not state.turn.held:
            kept, bowl = (), tuple(sorted((*kept, *bowl)))  # no shooter has chosen, so any two dice will do
        short = state.turn.held
        dice = _counted(replace(dice, chosen=kept, bowl=bowl, away=away, short=short, unsound=unsound))
        effects += [fx.DieBack(die, "removed") for die in removed]
        if event.dice:
            effects.append(fx.DiceAway(event.dice, bowl))
    before = state if book.edition == 1 else throwing.before_throw(state)
    return replace(before, dice=dice, out=False, thrown=False), effects


def _given(book: Rulebook, state: State, event: ev.NoRoll) -> Done:
    """Give the dice to the player who has thrown them without a word, unless somebody else threw."""
    announced = state.thrown or book.edition == 1
    if announced or event.reason in THROWN_BY_OTHERS or throwing.no_throw_possible(book, state) is not None:
        return state, []
    return throwing.give_dice_to(book, state, thrower(book, state))


def judge_same_dice(book: Rulebook, state: State, event: ev.SameDice) -> Refusal | None:
    """Refuse unless the shooter asks, dice are off the table, and others have not been chosen."""
    if not holds_dice(state, event.by.person):
        says = "only the shooter may ask for dice back, and the shooter is {shooter}"
        return refuse_step(book, "away", says, "not_shooter", shooter=shooter_now(state))
    if not state.dice.away or not state.dice.short:
        return refuse_step(book, "away", "none of the shooter's dice is off the table")
    return None


def same_dice(book: Rulebook, state: State, event: ev.SameDice) -> Done:
    """Record that the shooter waits for the same dice."""
    dice = replace(state.dice, asked=True)
    return replace(state, dice=dice), [fx.SameDiceAsked(dice.away)]


def judge_inspect(book: Rulebook, state: State, event: ev.Inspect) -> Refusal | None:
    """Refuse a die that is not off the table. One that was given up as lost may still be found."""
    if event.die in state.dice.lost:
        return None
    return _not_off_table(book, state, event.die, "found")


def judge_lost(book: Rulebook, state: State, event: ev.DieLost) -> Refusal | None:
    """Refuse a die that is not off the table."""
    return _not_off_table(book, state, event.die, "lost")


def _not_off_table(book: Rulebook, state: State, die: int, step: Literal["found", "lost"]) -> Refusal | None:
    away = state.dice.away
    if die in away:
        return None
    says = "die {die} is not off the table (dice off the table: {away})"
    return refuse_step(book, step, says, die=die, away=away)


def inspect(book: Rulebook, state: State, event: ev.Inspect) -> Done:
    """Return a sound die to a shooter who asked for it, or else to the bowl. Remove an unsound die."""
    dice = _without(state.dice, event.die)
    if not event.sound:
        to, dice = "removed", replace(dice, unsound=tuple(sorted((*dice.unsound, event.die))))
    elif state.dice.asked and event.die in state.dice.away:
        chosen = tuple(sorted((*dice.chosen, event.die)))
        short = len(chosen) < PAIR
        to, dice = "shooter", replace(dice, chosen=chosen, short=short, asked=short and dice.asked)
    else:
        to, dice = "bowl", replace(dice, bowl=tuple(sorted((*dice.bowl, event.die))))
    return replace(state, dice=_counted(dice)), [fx.DieBack(event.die, to)]


def die_lost(book: Rulebook, state: State, event: ev.DieLost) -> Done:
    """Give up a die. If it is the second, the next shooter gets a new set."""
    dice = _without(state.dice, event.die)
    lost = tuple(sorted((*dice.lost, event.die)))
    return replace(state, dice=_counted(replace(dice, lost=lost))), [fx.DieGone(event.die)]


def _without(dice: DiceSet, die: int) -> DiceSet:
    """Return the set without a die that was off the table or lost. A shooter waits only for the others."""
    away = tuple(other for other in dice.away if other != die)
    lost = tuple(other for other in dice.lost if other != die)
    return replace(dice, away=away, lost=lost, asked=dice.asked and bool(away))


def _counted(dice: DiceSet) -> DiceSet:
    """Return the set with a note whether two of its dice are gone."""
    return replace(dice, spent=len(dice.lost) + len(dice.unsound) >= PAIR)


def judge_new_set(book: Rulebook, state: State, event: ev.NewSet) -> Refusal | None:
    """Refuse a new set unless two dice are lost and no shooter still uses the rest.

    A new set is always allowed if fewer than two dice are left.
    """
    if len(state.dice.chosen) + len(state.dice.bowl) < PAIR:
        return None
    if not state.dice.spent:
        return refuse_step(book, "lost", "a new set comes only when two dice of the old one are lost")
    if state.turn.held:
        says = "{shooter:uses} the rest of the old set until the hand ends"
        return refuse_step(book, "lost", says, shooter=shooter_now(state))
    return None


def new_set(book: Rulebook, state: State, event: ev.NewSet) -> Done:
    """Replace the whole set."""
    number = state.dice.number + 1
    return replace(state, dice=DiceSet(bowl=full_set(book), number=number)), [fx.SetBrought(number)]


# The acts that pass dice from one shooter to another: how each is judged and done.


Judge = Callable[[Rulebook, State, Any], Refusal | None]
Doer = Callable[[Rulebook, State, Any], Done]

DICE_ACTS: Final[dict[type[DiceAct], tuple[Judge, Doer]]] = {
    ev.PassDice: (turns.judge_pass, turns.pass_dice),
    ev.OrderPass: (turns.judge_order, turns.order_pass),
    ev.Offer: (turns.judge_offer, turns.offer),
    ev.Accept: (turns.judge_answer, turns.accept),
    ev.Decline: (turns.judge_answer, turns.decline),
    ev.NoAnswer: (judge_no_answer, no_answer),
    ev.Choose: (judge_choose, choose),
}
"""The function that judges an act, and the function that does it."""
