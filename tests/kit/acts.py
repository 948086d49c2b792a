"""Random acts of people at a table, chosen off a tape: sensible as it stands, and mostly allowed."""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from bankcraps import WAGERS, Cents, Limits, Rulebook, State, Throw, Wager
from bankcraps.game.engine import DICE, NOBODY, Actor, crew, player, thrower
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.state import Seat
from bankcraps.game.wagers import FLATS, ODDS, Kind, find
from tests.kit.amounts import ladder, most_in_odds, sign_for
from tests.kit.openings import NAMES
from tests.kit.tape import Tape

Act = Callable[[Tape, Rulebook, State], ev.Event]

_STEPS: Final = (0, 0, 0, 1, 2, 5, 12)
_LINE: Final = (find(Kind.PASS), find(Kind.DONT_PASS))
_COMES: Final = (find(Kind.COME), find(Kind.DONT_COME))


def act(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """Something that somebody might do at that table now."""
    event = tape.pick(_WEIGHTED)(tape, book, state)
    if isinstance(event, ev.PostSign | ev.SetLimits | ev.Close) or tape.once_in(10):
        now = (state.floor.clock or 0) + tape.pick((0, 60, 1200, 30))
        event = msgspec.structs.replace(event, at=now)
    return event


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


def _throw(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """The dice leave somebody's hand: mostly that of the player who is due to throw."""
    by = _due(book, state)
    return ev.ThrowDice(by=player(tape.pick(NAMES)) if tape.once_in(5) else by)


def _due(book: Rulebook, state: State) -> Actor:
    return thrower(book, state) or NOBODY


# Bets.


def _on(tape: Tape, book: Rulebook, state: State, seat: Seat, wager: Wager) -> ev.Event:
    terms = book.terms(wager)
    if terms is None:
        return ev.Bet(wager, state.floor.limits.minimum, by=player(seat.name))
    least, step = ladder(terms, sign_for(state, seat))
    standing = seat.on(wager)
    steps = tape.pick(_STEPS)
    amount = (steps or 1) * step if standing else least + steps * step
    late = tuple(book.betting.late_confirmed_by) if state.out else ()
    press = standing is not None and tape.once_in(2)
    return ev.Bet(wager, Cents(amount), press, confirmed=late, by=player(seat.name))


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


def _token(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    holders = [seat for seat in state.seats if seat.tokens]
    if not holders:
        return _bet(tape, book, state) if not book.betting.tokens else _issue(tape, book, state)
    seat = tape.pick(holders)
    wager = tape.pick(_COMES if state.puck else _LINE) if tape.once_in(2) else _offered(tape, book)
    tokens = seat.tokens[: 1 + tape.below(2)]
    chips = sign_for(state, seat).unit * tape.pick((0, 0, 1, 3))
    return ev.Bet(wager, Cents(sum(tokens) + chips), tokens=tokens, by=player(seat.name))


def _issue(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    amount = Cents(state.floor.limits.minimum * tape.pick((1, 2)))
    return ev.IssueToken(tape.pick(NAMES), amount, by=crew(tape.pick(book.floor.in_charge)))


def _award(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """A ruling that pays or takes back, from whoever decides or pays; now and then a sum that cannot be."""
    amount = state.floor.chip * tape.pick((1, 5, 20, -1, -5, -20)) + (1 if tape.once_in(10) else 0)
    ruler = tape.pick([*book.floor.disputes, "boxperson", "dealer", "stickperson"])
    by = crew(ruler, tape.pick(("", *NAMES[:2])))
    return ev.Award(
        tape.pick(NAMES), Cents(amount), tape.pick(("paid short", "two\nlines", 'a "six"')), by=by
    )


def change(tape: Tape, book: Rulebook, state: State) -> ev.Event:
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


def bets(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """A wager that people make: on the line, come, odds, or anything that the house offers."""
    return tape.pick((_flat, _flat, _odds, _bet))(tape, book, state)


def undo(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """A slip taken back, mostly by somebody who has made one."""
    able = [seat for seat in state.seats if seat.earlier] or state.seats
    if not able:
        return _chips(tape, book, state)
    return ev.Undo(by=player(tape.pick(able).name))


# The dice, the chips, the floor.


def _dice(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """The dice offered, taken, chosen, lost and found."""
    dice, due = state.dice, _due(book, state)
    there = dice.bowl if dice.away else tuple(range(1, book.dice.set_size + 1))
    lost = tape.pick(dice.away or (1, 2))
    wanted = max(1, 2 - len(dice.chosen)) if dice.away else 2
    match tape.below(14):
        case 0 | 1 | 2:
            return ev.Choose(tape.some(there or (1, 2), wanted), by=due)
        case 3:
            names = [seat.name for seat in state.seats] or NAMES
            return ev.Offer(tape.pick(names), by=crew("stickperson"))
        case 4:
            return ev.Accept(by=due)
        case 5:
            return ev.Decline(by=due)
        case 6:
            return ev.PassDice(by=due)
        case 7:
            return ev.SameDice(by=due)
        case 8:
            reasons = [*book.dice.pass_ordered_for, "whim"]
            return ev.OrderPass(
                tape.pick(reasons), by=crew(tape.pick(book.dice.pass_ordered_by or book.table.crew))
            )
        case 9 | 10:
            in_play = dice.chosen or (1, 2)
            gone = tape.some(in_play, 2) if tape.once_in(2) else ()
            reason = tape.pick([*book.no_roll.must, *book.no_roll.may])
            if gone and not tape.once_in(5):
                reason = "off_table"
            return ev.NoRoll(reason, gone, by=crew(tape.pick(book.no_roll.called_by)))
        case 11:
            return ev.Inspect(lost, not tape.once_in(3), by=_at_work(book, "boxperson"))
        case 12:
            return ev.DieLost(lost, by=_at_work(book, "boxperson"))
        case _:
            return ev.NewSet(by=crew("stickperson"))


def _at_work(book: Rulebook, role: str) -> Actor:
    return crew(next((cover for missing, cover in book.table.covers.items() if missing == role), role))


def _chips(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """Sitting down, buying in, cashing out, going."""
    del book
    by = player(tape.pick(NAMES))
    amount = Cents(state.floor.limits.minimum * tape.pick((100, 10, 1)))
    seated = state.seat(by.person) is not None
    acts = (
        ev.BuyIn(amount, by=by) if seated else ev.Sit(by=by),
        ev.BuyIn(amount, by=by),
        ev.Sit(1 + tape.below(4), by=by),
        ev.CashOut(amount, by=by),
        ev.CashOut(by=by),
        ev.ColourUp(by.person, by=crew("boxperson")),
        ev.Leave(by=by),
    )
    return tape.pick(acts)


def _new_limits(tape: Tape, state: State) -> Limits:
    chip = state.floor.chip
    minimum = chip * tape.pick((5, 1, 10))
    return Limits(Cents(minimum), Cents(minimum * tape.pick((200, 20))), Cents(chip * tape.pick((1, 2, 5))))


def _reason(tape: Tape, reasons: Sequence[str]) -> str:
    return tape.pick([*reasons, *reasons, "whim"])


def _floor(tape: Tape, book: Rulebook, state: State) -> ev.Event:
    """Acts of those in charge, and disputes."""
    if tape.once_in(4):
        by = crew(tape.pick(book.floor.disputes))
        return ev.Correct(throw=Throw(1 + tape.below(6), 1 + tape.below(6)), by=by)
    floor, now = book.floor, state.floor
    by, name = crew(tape.pick(floor.in_charge)), tape.pick(NAMES)
    match tape.below(16):
        case 0:
            return ev.PostSign(_new_limits(tape, state), by=by)
        case 1:
            return ev.PostSign(by=by)
        case 2:
            announced = [sign.limits for sign in now.signs if sign.limits is not None]
            return ev.SetLimits(tape.pick([*announced, _new_limits(tape, state)]), by=by)
        case 3:
            own, most = _new_limits(tape, state), now.limits.maximum
            larger = Limits(own.minimum, Cents(max(own.maximum, most)), own.unit)
            return ev.OwnLimits(name, larger if tape.below(4) else own, by=by)
        case 4 | 5:
            return _issue(tape, book, state)
        case 6:
            reason = _reason(tape, list(floor.invalidate_for))
            guilty = (name,) if reason in floor.forfeit_for and tape.once_in(2) else ()
            return ev.Invalidate(reason, guilty, tape.pick(("", "", "throw", "round")), by=by)
        case 7:
            spots = [(seat.name, s.wager) for seat in state.seats for s in seat.wagers] or [(name, _LINE[0])]
            whose, wager = tape.pick(spots)
            return ev.VoidWager(whose, wager, _reason(tape, list(floor.void_for)), by=by)
        case 8:
            if tape.once_in(4):
                return ev.Exclude(name, _reason(tape, list(floor.exclude_for)), by=by)
            return ev.Vacate(name, by=by)
        case 9:
            return ev.Warn(name, _reason(tape, list(floor.breaches)), by=by)
        case 10:
            about = tape.pick(("that was a four", 'a "six", he said', "two\nlines"))
            return ev.Dispute(about, by=player(name))
        case 11:
            return ev.Decide(1 + tape.below(3), "it stands", by=crew(tape.pick(floor.disputes)))
        case 12:
            return ev.AskReview(1 + tape.below(3), by=player(name))
        case 13 | 14:
            return _award(tape, book, state)
        case _:
            closing = crew(tape.pick(book.betting.closed_by))
            return ev.Close(by=by) if tape.once_in(10) else ev.NoMoreBets(by=closing)


_ACTS: Final[tuple[tuple[int, Act], ...]] = (
    (9, _roll), (2, _throw), (5, _flat), (4, _odds), (5, _bet), (4, change), (2, undo), (2, _dice),
    (1, _chips), (2, _floor), (2, _token),
)  # fmt: skip
_WEIGHTED: Final = [do for weight, do in _ACTS for _ in range(weight)]
