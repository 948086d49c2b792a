"""Random acts of people at a table, chosen off a tape: sensible as it stands, and mostly allowed.

`act` is anything that can be done, so two rare acts seldom meet. In `meeting` rare acts are frequent, and
their needs are met: there are chips and wagers, and a throw comes soon.
"""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from bankcraps import WAGERS, Cents, Limits, Rulebook, State, Throw, Wager
from bankcraps.game.engine import DICE, Actor, crew, player, thrower
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.acts import who_may
from bankcraps.game.engine.shooter.dice_set import in_play
from bankcraps.game.engine.shooter.turns import holder, next_to_offer, offered_to
from bankcraps.game.engine.state import Seat
from bankcraps.game.wagers import FLATS, ODDS, Kind, find
from tests.kit.amounts import ladder, most_in_odds, sign_for
from tests.kit.openings import NAMES
from tests.kit.tape import Tape

Act = Callable[[Tape, Rulebook, State], ev.Event]

_STEPS: Final = (0, 0, 0, 1, 2, 5, 12)
_LINE: Final = (find(Kind.PASS), find(Kind.DONT_PASS))
_COMES: Final = (find(Kind.COME), find(Kind.DONT_COME))
_FACES: Final = ((4, 3), (6, 4), (5, 4), (2, 2), (3, 3), (5, 1), (1, 1), (6, 5), (4, 1), (6, 6), (5, 3))
_NUMBERS: Final = (4, 6, 8, 10)
_LONG_LIVED: Final = (Kind.PLACE, Kind.BUY, Kind.LAY, Kind.HARD)


def by_crew(book: Rulebook, kind: type[ev.Event]) -> Actor:
    """Somebody who may do that in this house."""
    return crew((who_may(book, kind) or book.table.crew)[0])


def _by_any(tape: Tape, book: Rulebook, kind: type[ev.Event]) -> Actor:
    """One of those who may do that in this house."""
    return crew(tape.pick(who_may(book, kind) or book.table.crew))


def _reason(tape: Tape, reasons: Sequence[str]) -> str:
    """A reason that the house knows, and now and then one that it does not."""
    return tape.pick(list(reasons)) if reasons and not tape.once_in(10) else "whim"


def _name(tape: Tape, state: State) -> str:
    """Mostly somebody who is there."""
    names = [seat.name for seat in state.seats]
    return tape.pick(names) if names and not tape.once_in(10) else tape.pick(NAMES)


# Throws.


def _roll(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """The dice come to rest, as said by the dice, the crew, or a player who may not say it."""
    del state
    throw = Throw(1 + tape.below(6), 1 + tape.below(6))
    by = DICE if tape.once_in(2) else crew(tape.pick(book.table.crew))
    if tape.once_in(20):
        by = player(tape.pick(NAMES))
    seen = tape.pick(list(book.no_roll.may)) if book.no_roll.may and tape.once_in(20) else ""
    ruled = tape.pick(book.dice.face_ruled_by) if book.dice.face_ruled_by and tape.once_in(20) else ""
    return ev.Rolled(throw, seen, ruled, by=by)


def rest(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """The dice come to rest, thrown by anybody."""
    del book, state
    return ev.Rolled(Throw(*tape.pick(_FACES)), by=DICE)


def _throw(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """The dice leave somebody's hand: mostly that of the player who is due to throw."""
    due = thrower(book, state)
    return ev.ThrowDice(by=due if due and not tape.once_in(5) else player(tape.pick(NAMES)))


def no_roll(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """The throw does not count, announced or not; perhaps dice have left the table."""
    dice = in_play(state.dice)
    gone = tape.some(dice, 2) if dice and tape.once_in(2) else ()
    leaves = gone and not tape.once_in(5)
    reasons = book.no_roll.leaves if leaves else [*book.no_roll.must, *book.no_roll.may]
    return ev.NoRoll(tape.pick(list(reasons)), gone, by=_by_any(tape, book, ev.NoRoll))


def _betting_closes(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """The betting closes, the dice fly, and perhaps the throw is called no roll."""
    if state.thrown or tape.once_in(3):
        return no_roll(tape, book, state)
    closes = ev.NoMoreBets(by=by_crew(book, ev.NoMoreBets))
    return _throw(tape, book, state) if state.out or tape.once_in(2) else closes


def correct(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """The last throw is called with other faces."""
    del state
    return ev.Correct(throw=Throw(*tape.pick(_FACES)), by=_by_any(tape, book, ev.Correct))


def invalidate(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """The last throw or the round has no result; perhaps somebody is guilty of that."""
    last = state.last.before.seats if state.last else ()
    names = [seat.name for seat in (*state.seats, *last)]
    guilty = (tape.pick(names),) if names and tape.once_in(2) else ()
    known = guilty and not tape.once_in(5)
    reason = _reason(tape, book.floor.forfeit_for if known else list(book.floor.invalidate_for))
    return ev.Invalidate(reason, guilty, tape.pick(("", "throw", "round")), by=by_crew(book, ev.Invalidate))


# Bets.


def _on(tape: Tape, book: Rulebook, state: State, seat: Seat, wager: Wager) -> ev.Event:
    terms = book.terms(wager)
    if terms is None:
        return ev.Bet(wager, state.floor.limits.minimum, by=player(seat.name))
    least, step = ladder(terms, sign_for(state, seat))
    standing = seat.on(wager)
    steps = tape.pick(_STEPS)
    amount = (steps or 1) * step if standing else least + steps * step
    press = standing is not None and tape.once_in(2)
    return ev.Bet(wager, Cents(amount), press, confirmed=_late(book, state), by=player(seat.name))


def _late(book: Rulebook, state: State) -> tuple[str, ...]:
    """The members of the crew who confirm a bet while the dice are out."""
    return tuple(book.betting.late_confirmed_by) if state.out else ()


def _flat(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    if not state.seats:
        return ev.Sit(by=player(NAMES[0]))
    flats = _COMES if state.puck and not tape.once_in(10) else _LINE
    return _on(tape, book, state, tape.pick(state.seats), tape.pick(flats))


def _offered(tape: Tape, book: Rulebook) -> Wager:
    """Mostly wagers that need nothing under them."""
    odd = tape.once_in(10)
    kind = tape.pick([kind for kind in book.wagers if odd or (kind not in ODDS and kind not in FLATS)])
    return tape.pick([wager for wager in WAGERS.values() if wager.kind is kind and book.terms(wager)])


def _bet(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    if not state.seats:
        return ev.Sit(by=player(NAMES[0]))
    return _on(tape, book, state, tape.pick(state.seats), _offered(tape, book))


def _odds(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    carrying = [
        (seat, find(ODDS[s.wager.kind], s.wager.number))
        for seat in state.seats
        for s in seat.wagers
        if s.wager.kind in ODDS and s.wager not in _COMES and ODDS[s.wager.kind] in book.wagers
    ]
    if not carrying:
        return _flat(tape, book, state)
    seat, wager = tape.pick(carrying)
    least, step = ladder(book.wagers[wager.kind], sign_for(state, seat))
    standing = seat.on(wager)
    room = most_in_odds(book, state, seat, wager) - (standing.amount if standing else 0)
    highest = room // step if standing else (room - least) // step
    steps = max(0, highest - tape.pick((0, 1, 2, 5, -1)))
    amount = steps * step if standing else least + steps * step
    return ev.Bet(wager, Cents(amount), by=player(seat.name))


def _number(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """A wager on a number, which lies for many throws: in chips, or with a token in it."""
    if not state.seats:
        return ev.Sit(by=player(NAMES[0]))
    seat, kind = tape.pick(state.seats), tape.pick([kind for kind in _LONG_LIVED if kind in book.wagers])
    spot, amount = find(kind, tape.pick(_NUMBERS)), state.floor.chip * tape.pick((20, 12, 30, 40, 5))
    if tape.once_in(20):
        spot = find(Kind.COME, tape.pick(_NUMBERS))  # nobody bets there: it goes by itself
    tokens = seat.tokens[:1] if seat.tokens and tape.once_in(2) else ()
    by = player(seat.name)
    return ev.Bet(spot, Cents(amount + sum(tokens)), tokens=tokens, confirmed=_late(book, state), by=by)


def _token(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    holders = [seat for seat in state.seats if seat.tokens]
    if not holders:
        return _bet(tape, book, state) if not book.betting.tokens else _issue(tape, book, state)
    seat = tape.pick(holders)
    wager = tape.pick(_COMES if state.puck else _LINE) if tape.once_in(2) else _offered(tape, book)
    tokens = seat.tokens[: 1 + tape.below(2)]
    chips = sign_for(state, seat).unit * tape.pick((0, 0, 1, 3))
    return ev.Bet(wager, Cents(sum(tokens) + chips), tokens=tokens, by=player(seat.name))


def _change(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """Press, reduce, take down, call on or off, anything that stands."""
    standing = [(seat, s.wager) for seat in state.seats for s in seat.wagers]
    if not standing:
        return _flat(tape, book, state)
    what = tape.pick(("press", "down", "reduce", "on", "off", "off"))
    if what in ("on", "off") and not tape.once_in(10):
        standing = [(seat, wager) for seat, wager in standing if book.wagers[wager.kind].calls] or standing
    seat, wager = tape.pick(standing)
    if what == "press":
        return _on(tape, book, state, seat, wager)
    if what == "down":
        return ev.TakeDown(wager, by=player(seat.name))
    if what == "reduce":
        tokens = seat.on(wager).tokens
        if tokens and tape.once_in(2):
            return ev.TakeDown(wager, tape.pick(tokens), token=True, by=player(seat.name))
        unit = sign_for(state, seat).unit
        return ev.TakeDown(wager, Cents(unit * (1 + tape.below(4))), by=player(seat.name))
    return ev.Call(wager, "on" if what == "on" else "off", by=player(seat.name))


def _bets(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """A wager that people make: on the line, come, odds, or anything that the house offers."""
    return tape.pick((_flat, _flat, _odds, _bet))(tape, book, state)


def _undo(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """A slip taken back, mostly by somebody who has made one."""
    able = [seat for seat in state.seats if seat.earlier] or state.seats
    return ev.Undo(by=player(tape.pick(able).name)) if able else _people(tape, book, state)


# The dice, the people, the floor.


def _turns(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """The dice go round: passed, ordered away, offered, taken, declined, chosen."""
    if _lacks_dice(state) and tape.once_in(2):
        return _dice_away(tape, book, state)
    due = thrower(book, state)
    has = "" if tape.once_in(10) else holder(state) or (due.person if due else "")
    shooter = player(has or tape.pick(NAMES))
    asked = offered_to(state)
    following = asked or (next_to_offer(book, state) if tape.once_in(2) else None)
    to = following.name if following else _name(tape, state)
    if asked is not None and tape.once_in(3):
        return ev.NoAnswer(by=by_crew(book, ev.NoAnswer))
    match tape.below(8):
        case 0 | 1:
            return ev.PassDice(by=shooter)
        case 2:
            reason = _reason(tape, list(book.dice.pass_ordered_for))
            return ev.OrderPass(reason, by=_by_any(tape, book, ev.OrderPass))
        case 3:
            return ev.Offer(to, by=by_crew(book, ev.Offer))
        case 4 | 5:
            return ev.Accept(by=player(to))
        case 6:
            return ev.Decline(by=player(to))
        case _:
            whole = tuple(range(1, book.dice.set_size + 1))
            return ev.Choose(
                tape.pick(((1, 2), tape.some(whole, 2))), by=shooter if tape.once_in(4) else due or shooter
            )


def _lacks_dice(state: State) -> bool:
    return bool(state.dice.away or state.dice.short or state.dice.spent)


def _dice_away(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """A die that left the table is replaced, waited for, found or given up; or there is none."""
    dice, by = state.dice, player((not tape.once_in(5) and holder(state)) or tape.pick(NAMES))
    if not _lacks_dice(state) and not tape.once_in(5):
        return _betting_closes(tape, book, state)
    die = tape.pick(dice.away or (1,))
    match tape.below(7):
        case 0:
            return ev.SameDice(by=by)
        case 1:
            return ev.Inspect(die, not tape.once_in(2), by=by_crew(book, ev.Inspect))
        case 2:
            return ev.DieLost(die, by=by_crew(book, ev.DieLost))
        case 3 | 4:
            return ev.NewSet(by=by_crew(book, ev.NewSet))
        case _:
            return ev.Choose(dice.bowl[: max(1, 2 - len(dice.chosen))] or (1,), by=by)


def _people(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """People come and go, buy and cash chips, are excluded, and are asked for their places."""
    name = tape.pick(NAMES)
    by, amount = player(name), Cents(state.floor.limits.minimum * tape.pick((100, 10, 1)))
    idle = [seat.name for seat in state.seats if 0 < book.floor.idle_rounds <= seat.idle]
    if idle and tape.once_in(2):
        return ev.Vacate(tape.pick(idle), by=by_crew(book, ev.Vacate))
    match tape.below(10):
        case 0 | 1:
            return ev.Leave(by=by)
        case 2:
            return ev.Exclude(name, _reason(tape, list(book.floor.exclude_for)), by=by_crew(book, ev.Exclude))
        case 3:
            return ev.CashOut(tape.pick((None, amount)), by=by)
        case 4:
            return _issue(tape, book, state)
        case 5:
            return tape.pick(
                (ev.ColourUp(name, by=by_crew(book, ev.ColourUp)), ev.Sit(1 + tape.below(4), by=by))
            )
        case _ if state.seat(name):
            return ev.BuyIn(amount, by=by)
        case _:
            return ev.Sit(by=by)


def _issue(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    amount = Cents(state.floor.limits.minimum * tape.pick((1, 2)))
    return ev.IssueToken(tape.pick(NAMES), amount, by=by_crew(book, ev.IssueToken))


def _award(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """A ruling pays somebody, or takes back what lies in their rail; now and then a sum that cannot be."""
    seat = state.seat(name := _name(tape, state))
    amount = state.floor.chip * tape.pick((1, 5, 100, -1, -5, -100)) + (1 if tape.once_in(10) else 0)
    if seat and seat.rail and tape.once_in(6):
        amount = -seat.rail
    by = crew(tape.pick([*who_may(book, ev.Award), "dealer"]), tape.pick(("", "", "", *NAMES[:2])))
    return ev.Award(name, Cents(amount), tape.pick(("paid short", "two\nlines", 'a "six"')), by=by)


def _void(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    stands = [(seat.name, standing.wager) for seat in state.seats for standing in seat.wagers]
    if not stands:
        return _bets(tape, book, state)
    reason = _reason(tape, list(book.floor.void_for))
    return ev.VoidWager(*tape.pick(stands), reason, by=by_crew(book, ev.VoidWager))


def _sign(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """Another sign, or the table closes; both mostly after their notice."""
    now, signs = state.floor.clock or 0, state.floor.signs
    closing = next((sign for sign in signs if sign.about == "closing"), None)
    announced = [sign.limits for sign in signs if sign.limits is not None]
    match tape.below(5):
        case 0 if closing is not None or tape.once_in(5):
            due = closing.due if closing and not tape.once_in(5) else now
            return ev.Close(at=max(now, due), by=by_crew(book, ev.Close))
        case 0 | 1:
            limits = tape.pick((None, _new_limits(tape, state)))
            at = None if tape.once_in(3) else now + tape.pick((0, 60_000))
            return ev.PostSign(limits, at=at, by=by_crew(book, ev.PostSign))
        case 2:
            limits = tape.pick([*announced, _new_limits(tape, state)])
            return ev.SetLimits(limits, at=now + tape.pick((0, 60, 1200)), by=by_crew(book, ev.SetLimits))
        case 3:
            own, most = _new_limits(tape, state), state.floor.limits.maximum
            larger = Limits(own.minimum, Cents(max(own.maximum, most)), own.unit)
            limits = larger if tape.below(4) else own
            return ev.OwnLimits(tape.pick(NAMES), limits, by=by_crew(book, ev.OwnLimits))
        case _:
            return act(tape, book, state)


def _new_limits(tape: Tape, state: State) -> Limits:
    chip = state.floor.chip
    minimum = chip * tape.pick((5, 1, 10))
    return Limits(Cents(minimum), Cents(minimum * tape.pick((200, 20))), Cents(chip * tape.pick((1, 2, 5))))


def _case(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """A dispute and its rulings, a warning, or a place that is asked for."""
    del state
    name, number = tape.pick(NAMES), 1 + tape.below(3)
    match tape.below(5):
        case 0:
            about = tape.pick(("that was a four", 'a "six", he said', "two\nlines"))
            return ev.Dispute(about, by=player(name))
        case 1:
            return ev.Decide(number, "it stands", by=crew(tape.pick(book.floor.disputes)))
        case 2:
            return ev.AskReview(number, by=player(name))
        case 3:
            return ev.Vacate(name, by=by_crew(book, ev.Vacate))
        case _:
            return ev.Warn(name, _reason(tape, list(book.floor.breaches)), by=by_crew(book, ev.Warn))


def _mix(*parts: tuple[int, Act]) -> Act:
    """Acts of all these sorts, each as often as its number says."""
    weighted = [do for weight, do in parts for _ in range(weight)]
    return lambda tape, book, state: tape.pick(weighted)(tape, book, state)


_ANY: Final = _mix(
    (36, _roll), (8, _throw), (20, _flat), (16, _odds), (20, _bet), (16, _change), (8, _undo), (5, _turns),
    (4, _dice_away), (8, _people), (8, _token), (2, correct), (2, _sign), (2, _case), (1, _award), (1, _void),
    (1, invalidate),
)  # fmt: skip

meeting: Final = _mix(
    (8, rest), (6, _bets), (4, _number), (4, _change), (3, _undo), (3, correct), (2, _void), (2, _award),
    (1, invalidate), (4, _turns), (2, _betting_closes), (1, _dice_away), (2, _people), (1, _sign),
)  # fmt: skip
"""Something that somebody does at that table now, where rare acts meet."""


def act(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """Something that somebody might do at that table now."""
    event = _ANY(tape, book, state)
    if event.at is None and tape.once_in(10):
        now = (state.floor.clock or 0) + tape.pick((0, 60, 1200, 30))
        event = msgspec.structs.replace(event, at=now)
    return event
