"""The dice as things: two chosen from the set, off the table, found and checked, lost, replaced."""

from typing import Final, Literal

from msgspec.structs import replace

from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.refusals import Refusal, no, no_step
from bankcraps.engine.shooter.hand import full_set
from bankcraps.engine.shooter.turns import Done, holds_dice, shooter_now
from bankcraps.engine.state import DiceSet, State
from bankcraps.rulebook.schema import Rulebook

PAIR: Final = 2


def in_play(dice: DiceSet) -> tuple[int, ...]:
    """The shooter's dice: those chosen, or any two where none were."""
    return dice.chosen if dice.chosen or dice.short else dice.bowl[:PAIR]


def _with_dice(state: State, dice: DiceSet) -> State:
    return replace(state, dice=dice)


def _numbers(dice: tuple[int, ...]) -> str:
    return ", ".join(map(str, dice)) or "none"


def judge_choose(book: Rulebook, state: State, event: ev.Choose) -> Refusal | None:
    """Two dice of the set, or as many as left the table."""
    if not holds_dice(state, event.by.person):
        message = f"only the shooter chooses dice, and that is {shooter_now(state)}"
        return no_step(book, "choose", message, "not_shooter")
    dice = state.dice
    step = "away" if dice.short else "choose"
    wanted = PAIR - len(dice.chosen) if dice.short else PAIR
    if len(event.dice) != wanted or len(set(event.dice)) != wanted:
        return no_step(book, step, f"{wanted} dice are chosen now, not {_numbers(event.dice)}")
    there = dice.bowl if dice.short else tuple(sorted(dice.chosen + dice.bowl))
    if not set(event.dice) <= set(there):
        message = f"dice {_numbers(there)} are there to choose from, not {_numbers(event.dice)}"
        return no_step(book, step, message)
    return None


def choose(book: Rulebook, state: State, event: ev.Choose) -> Done:
    """Take the chosen dice and leave the rest in the bowl."""
    dice = state.dice
    kept = dice.chosen if dice.short else ()
    chosen = tuple(sorted((*kept, *event.dice)))
    bowl = tuple(die for die in sorted(dice.chosen + dice.bowl) if die not in chosen)
    after = replace(dice, chosen=chosen, bowl=bowl, short=False, asked=False)
    return _with_dice(state, after), [fx.DiceChosen(chosen, bowl)]


def judge_no_roll(book: Rulebook, state: State, event: ev.NoRoll) -> Refusal | None:
    """For a reason the book knows; dice that left the table must have been in play."""
    rules = book.no_roll
    if event.reason not in rules.must and event.reason not in rules.may:
        known = ", ".join((*rules.must, *rules.may))
        message = f"{event.reason!r} is no reason to call no roll here; the reasons are {known}"
        return no("no_such_reason", message, rules, "must")
    if event.dice and event.reason not in rules.leaves:
        message = f"dice leave the table with a call of {' or '.join(rules.leaves)}, not of {event.reason}"
        return no("no_such_reason", message, rules, "leaves")
    playing = in_play(state.dice)
    if len(set(event.dice)) != len(event.dice) or not set(event.dice) <= set(playing):
        message = (
            f"dice {_numbers(playing)} are in play, so {_numbers(event.dice)} cannot have left the table"
        )
        return no_step(book, "away", message)
    return None


def no_roll(book: Rulebook, state: State, event: ev.NoRoll) -> Done:
    """The throw counts for nothing; dice that left the table are searched for and the rest are offered."""
    rules = book.no_roll
    clause = rules.must.get(event.reason) or rules.may[event.reason]
    happened: list[fx.Effect] = [fx.NoRollCalled(event.reason, clause)]
    dice = state.dice
    if event.dice:
        playing = in_play(dice)
        kept = tuple(die for die in playing if die not in event.dice)
        bowl = tuple(die for die in dice.bowl if die not in playing)
        away = tuple(sorted((*dice.away, *event.dice)))
        if not state.turn.held:
            kept, bowl = (), tuple(sorted((*kept, *bowl)))  # no shooter is waiting: any two will do
        short = state.turn.held
        dice = replace(dice, chosen=kept, bowl=bowl, away=away, short=short)
        happened.append(fx.DiceAway(event.dice, bowl))
    return replace(state, dice=dice, out=False, thrown=False), happened


def judge_same_dice(book: Rulebook, state: State, event: ev.SameDice) -> Refusal | None:
    """Only dice that are off the table can be asked back, while others have not been chosen."""
    if not holds_dice(state, event.by.person):
        message = f"only the shooter asks for dice back, and that is {shooter_now(state)}"
        return no_step(book, "away", message, "not_shooter")
    if not state.dice.away or not state.dice.short:
        return no_step(book, "away", "no die of this shooter's is off the table")
    return None


def same_dice(book: Rulebook, state: State, event: ev.SameDice) -> Done:
    """Wait for the same dice."""
    dice = replace(state.dice, asked=True)
    return _with_dice(state, dice), [fx.SameDiceAsked(dice.away)]


def judge_inspect(book: Rulebook, state: State, event: ev.Inspect) -> Refusal | None:
    """Only a die that is off the table is found."""
    return _not_away(book, state, event.die, "found")


def judge_lost(book: Rulebook, state: State, event: ev.DieLost) -> Refusal | None:
    """Only a die that is off the table is lost."""
    return _not_away(book, state, event.die, "lost")


def _not_away(book: Rulebook, state: State, die: int, step: Literal["found", "lost"]) -> Refusal | None:
    away = state.dice.away
    if die in away:
        return None
    return no_step(book, step, f"die {die} is not off the table (off it: {_numbers(away)})")


def inspect(book: Rulebook, state: State, event: ev.Inspect) -> Done:
    """A found die goes back to a shooter who asked for it, else to the bowl; an unsound one goes away."""
    if not event.sound:
        return _gone(state, event.die), [fx.DieBack(event.die, "removed")]
    dice = state.dice
    away = tuple(die for die in dice.away if die != event.die)
    if not dice.asked:
        bowl = tuple(sorted((*dice.bowl, event.die)))
        after = replace(dice, bowl=bowl, away=away)
        return _with_dice(state, after), [fx.DieBack(event.die, "bowl")]
    chosen = tuple(sorted((*dice.chosen, event.die)))
    short = len(chosen) < PAIR
    after = replace(dice, chosen=chosen, away=away, short=short, asked=short and bool(away))
    return _with_dice(state, after), [fx.DieBack(event.die, "shooter")]


def die_lost(book: Rulebook, state: State, event: ev.DieLost) -> Done:
    """Give a die up; with a second one the set is spent, and the shooter goes on with what is left of it."""
    return _gone(state, event.die), [fx.DieGone(event.die)]


def _gone(state: State, die: int) -> State:
    dice = state.dice
    away = tuple(other for other in dice.away if other != die)
    lost = tuple(sorted((*dice.lost, die)))
    asked = dice.asked and bool(away)
    after = replace(dice, away=away, lost=lost, asked=asked, spent=len(lost) >= PAIR)
    return _with_dice(state, after)


def judge_new_set(book: Rulebook, state: State, event: ev.NewSet) -> Refusal | None:
    """A new set comes when two dice are lost and nobody shoots with what is left, or too few are left."""
    if len(state.dice.chosen) + len(state.dice.bowl) < PAIR:
        return None
    if not state.dice.spent:
        return no_step(book, "lost", "a new set is brought when two dice of the old one are lost")
    if state.turn.held:
        message = f"{shooter_now(state)} goes on with the rest of the old set until the hand ends"
        return no_step(book, "lost", message)
    return None


def new_set(book: Rulebook, state: State, event: ev.NewSet) -> Done:
    """Replace what is left of the old set."""
    number = state.dice.number + 1
    return _with_dice(state, DiceSet(bowl=full_set(book), number=number)), [fx.SetBrought(number)]
