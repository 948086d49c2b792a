"""The rhythm of a round: betting, a warning, no more bets, the dice, the throw, the payments, betting again.

The engine knows whether wagers are taken; the room only knows what time it is and who is there. It closes the
betting, moves the dice on from people who are away, and throws for a shooter who does not.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Final, Literal

from msgspec.structs import replace

from bankcraps.game.engine import Actor, BetRange, State, bet_range, player, shooter, step, thrower
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.shooter.turns import STICK
from bankcraps.game.notation.names import HouseNames, capital_you
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import Kind, find
from bankcraps.live.log import entries as en
from bankcraps.live.people.places import due_of_people, not_playing, people_due
from bankcraps.live.round.crew_chairs import nobody_enters
from bankcraps.live.round.dealers import answers_due, dice_due, signs_due, work_due
from bankcraps.live.round.quiet import all_ready, crew_paces, lone_player, throwing_ms
from bankcraps.live.table.commands import Decision, no_throw
from bankcraps.live.table.live_table import LiveTable, clock_of

_MOST: Final = 1000
"""More changes than can follow from one command. Exceeding it is an error in the program."""

_LEAST_MS: Final = 1000
"""The shortest betting that the clock may end, to limit the load on the machine."""

_BEFORE_THE_CALL: Final = (*en.BETTING, "paying")
_THROWING: Final = ("dice_out", "in_the_air")


def advance(room: Decision) -> None:
    """Do everything due by the engine's state, then by the clock."""
    for _ in range(_MOST):
        if not (_follow_the_engine(room) or _do_duty(room) or _keep_time(room)):
            return
    raise AssertionError(f"table {room.table.id} does not come to rest: {room.table.phase}")


def _do_duty(room: Decision) -> bool:
    """Do the first thing due that the engine takes. Return whether there was one."""
    for due in chain.from_iterable(duty(room) for duty in _DUTIES):
        if isinstance(due, en.LogEntry):
            room.add(due)
        elif room.act(due) is not None:
            continue
        return True
    return False


def wants_secret(table: LiveTable) -> bool:
    """Whether the room waits for the secret of its next throw, to show its commitment or to throw."""
    if table.settings.dice != "sealed":
        return False
    return not table.fairness.sealed or table.phase.name == "in_the_air"


def due(table: LiveTable) -> int | None:
    """Return when the room next needs the time, in milliseconds since 1970, or None."""
    return min((time for time in _times(table) if time > table.now), default=None)


def _times(table: LiveTable) -> Iterator[int]:
    phase, timing = table.phase, table.settings.timing
    if phase.until is not None:
        yield phase.until
        if phase.name == "betting":
            yield phase.until - timing.warning_ms
    yield from people_due(table)
    yield table.asked_at + timing.answer_ms
    yield from (table.origin + sign.due * 1000 for sign in table.state.floor.signs)


def restart_clock(room: Decision) -> None:
    """Restart the phase if the clock ends it."""
    if room.table.phase.until is not None:
        room.begin("betting" if room.table.phase.name in en.BETTING else room.table.phase.name)


# Changes that the engine's state asks for.


def _follow_the_engine(room: Decision) -> bool:
    """Begin the phase that the engine's state asks for. Return whether one began."""
    state, name = room.table.state, room.table.phase.name
    if state.out and name in _BEFORE_THE_CALL:
        if room.table.settings.dice == "sealed":
            room.add(en.SeedsLocked(room.table.fairness.number, room.table.fairness.seeds))
        if state.thrown:
            room.begin("in_the_air")
        else:
            room.add(en.PhaseBegan("dice_out", room.table.now + throwing_ms(room.book, room.table)))
    elif state.thrown and name == "dice_out":
        room.begin("in_the_air")
    elif not state.out and name in _THROWING:
        for late in room.table.late:
            room.add(en.LateBetDropped(late.bet.by.person))
        thrown = isinstance(room.table.recent[-1].event, ev.Rolled)
        room.begin("paying" if thrown else "betting")
    else:
        return False
    return True


# Changes that the clock asks for.


def _keep_time(room: Decision) -> bool:
    """Do the next thing due by the clock. Return whether there was one."""
    phase, now = room.table.phase, room.table.now
    if phase.name in en.BETTING:
        return _keep_betting_time(room)
    if phase.until is None or now < phase.until:
        return False
    room.begin("betting" if phase.name == "paying" else "in_the_air")
    return True


_Clock = Literal["none", "waits", "starts", "restarts", "runs", "warns", "ended"]
"""The state of the betting's clock.

none: only a person ends the betting. waits: no throw is possible yet. restarts: the betting would end sooner,
or only by a person, if it began now. warns: the last bets are due to be called.
"""


def _clock(room: Decision, ends: int | None) -> _Clock:
    """Return the state of the betting's clock, given when the betting ends."""
    table, until = room.table, room.table.phase.until
    if until is None:
        return "none" if ends is None else "starts" if _ready(room) else "waits"
    if ends is None or until > ends:
        return "restarts"
    if table.now >= until:
        return "ended"
    unwarned = table.phase.name == "betting" and not lone_player(room.book, table)
    return "warns" if unwarned and table.now >= until - table.settings.timing.warning_ms else "runs"


def _keep_betting_time(room: Decision) -> bool:
    """Close the betting if everybody is ready; otherwise do what its clock asks for."""
    table = room.table
    if all_ready(room.book, table) and _ready(room) and (_move_dice_on(room) or _call(room)):
        return True
    ends = _end_of_betting(room)
    match _clock(room, ends):
        case "waits" | "runs":
            return False
        case "none":
            return _move_dice_on(room)  # a person closes the betting, and a shooter must be there then
        case "starts" | "restarts":
            room.add(en.PhaseBegan("betting", ends))
        case "warns":
            room.add(en.PhaseBegan("last_bets", table.phase.until))
        case "ended":
            _move_dice_on(room)  # from an absent shooter
            if not (_ready(room) and _call(room)):
                room.begin("betting")
    return True


def _end_of_betting(room: Decision) -> int | None:
    """Return when the betting ends, or would end if it began now; None if only a person ends it.

    A person sets the pace only while they are there. Only where the table says so, a shooter has no limit.
    Somebody who plays alone may take as long as they like. Once they are ready, bots have a moment to bet.
    """
    table, timing = room.table, room.table.settings.timing
    if crew_paces(room.book, table):
        return None
    alone = lone_player(room.book, table)
    if alone:
        return table.now + _LEAST_MS if alone in table.ready else None
    if table.settings.pace == "clock" and table.phase.until is not None:
        return table.phase.until
    if table.settings.pace == "shooter" and _thrower_is_there(room.book, table):
        return table.now + max(_LEAST_MS, timing.shooter_ms) if timing.shooter_ms else None
    return table.now + max(_LEAST_MS, timing.betting_ms)


def _thrower_is_there(book: Rulebook, table: LiveTable) -> bool:
    due = thrower(book, table.state)
    person = (due.person or table.holder(due.role)) if due else ""
    return bool(person) and not not_playing(table, person)


def awaits_to_you(book: Rulebook, table: LiveTable, awaited: str) -> dict[str, str]:
    """Return the sentence of `awaits` for each person whom it is about, if it differs for them.

    `awaited` is the sentence for everybody; empty if there is none.
    """
    if not awaited:
        return {}
    due = thrower(book, table.state)
    people = dict.fromkeys(filter(None, (shooter(book, table.state), due.person if due else "")))
    to_you = {name: capital_you(awaits(book, table, name)) for name in people}
    return {name: said for name, said in to_you.items() if said != awaited}


def awaits(book: Rulebook, table: LiveTable, you: str = "") -> str:
    """Say what a player's next throw still needs: a wager on the line, or a person to enter it.

    `you` is the person who hears it; empty if it is for everybody.
    """
    state = table.state
    unentered = nobody_enters(book, table) if state.seats else ""
    if unentered:
        return unentered
    due, who = thrower(book, state), shooter(book, state)
    if not book.dice.line_wager_to_shoot or (due and due.person and due.person == who):
        return ""
    if due == STICK and any(seat.has_line_wager for seat in state.seats):
        return "No player takes the dice, so the stickperson throws."
    names = HouseNames(book, you)
    line = " or ".join(names.of(find(kind)) for kind in (Kind.PASS, Kind.DONT_PASS))
    if who is None:
        return f"The stickperson throws: a shooter needs a wager on {line}." if due else ""
    other = names.person(due.person or "the stickperson", "throws") if due else ""
    if state.puck and not _may_bet_on_the_line(book, state, who):
        stick = book.dice.stick_throws and not state.floor.closed
        instead = " The stickperson throws once there is any wager." if stick else ""
        then = f", so {other}." if other else f" and cannot throw.{instead}"
        return f"{names.person(who, 'has')} no wager on {line} any more{then}"
    instead = f", or {other}" if other else ""
    return f"{names.person(who, 'needs')} a wager on {line} to throw{instead}."


def _may_bet_on_the_line(book: Rulebook, state: State, name: str) -> bool:
    """Whether a shooter can still make some wager on the line, perhaps with more chips."""
    bets = (ev.Bet(find(kind), state.floor.chip, by=player(name)) for kind in (Kind.PASS, Kind.DONT_PASS))
    found = (bet_range(book, state, bet) for bet in bets)
    return any(isinstance(one, BetRange) or one.code == "not_enough_chips" for one in found)


def _ready(room: Decision) -> bool:
    """Whether the betting can close: a throw is possible, and it is sealed, or somebody can enter it."""
    table = room.table
    real = table.settings.dice == "entered"
    ready = not nobody_enters(room.book, table) if real else table.fairness.sealed
    return ready and no_throw(room.book, table.state) is None


def _call(room: Decision) -> bool:
    """Call "no more bets". Return whether the engine takes it."""
    return room.act(ev.NoMoreBets(by=room.in_charge_of(ev.NoMoreBets))) is None


def _move_dice_on(room: Decision) -> bool:
    """Take the dice from absent people, if somebody else comes to have them. Return whether they moved."""
    passes = _passes(room)
    return bool(passes) and all(room.act(event) is None for event in passes)


def _passes(room: Decision) -> list[ev.Event]:
    """Return the acts that move the dice on from absent people; none if nobody else can have them."""
    state, passes = room.table.state, list[ev.Event]()
    for _ in range(len(state.seats) + 1):
        who = thrower(room.book, state)
        if who is None or who.role != "player" or not not_playing(room.table, who.person):
            return passes
        done = _pass_of(room, state, player(who.person))
        if done is None:
            return passes
        act, state = done
        passes.append(act)
    return []


def _pass_of(room: Decision, state: State, by: Actor) -> tuple[ev.Event, State] | None:
    """Return how an absent person gives up the dice, and the state after that; None where they keep them."""
    orderer = room.automatic(ev.OrderPass)
    orders = [ev.OrderPass("delay", by=orderer)] if orderer else []
    for act in (*orders, ev.PassDice(by=by), ev.Decline(by=by)):
        done = step(room.book, state, replace(act, at=clock_of(room.table)))
        if done.refusal is None:
            return act, done.state
    return None


_DUTIES: Final = (work_due, due_of_people, answers_due, dice_due, signs_due)
"""The duties of the automatic crew, in this order. Each yields what is due."""
