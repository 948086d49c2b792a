"""Evenings in words: acts and what they lead to, in tables that a dealer could read."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from tests.live.room import Room, hold_log, seed_for

from bankcraps import Throw, load_rulebook
from bankcraps.game.chips import Cents
from bankcraps.live.log.entries import Bot, SeatSystem
from bankcraps.live.log.settings import Timing
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.views import view

MOLLY = Bot("Molly", "one", "when come_out: pass 10", Cents(50_000))
AT_ONCE = Timing(betting_ms=0, warning_ms=0, throwing_ms=0, paying_ms=0)
PATIENT = Timing(shooter_ms=0)
_VALUES: dict[str, Any] = {"yes": True, "no": False, "at_once": AT_ONCE, "patient": PATIENT}


Parts = dict[str, Callable[..., Any]]


def scripts(text: str) -> list[Any]:
    """The scripts of a text, for `parametrize`: each has a name in a line, and below it indented lines."""
    found = re.findall(r"^(\S.*)\n((?:^[ \t]+.*\n?)+)", text, re.MULTILINE)
    return [pytest.param(script, id=name) for name, script in found]


def play(script: str, room: Any = None, table: type[Room] = Room, parts: Parts | None = None) -> Any:
    """Do what a script says, part by part, and check what it says of the table. Then hold the log.

    A page shows buttons for exactly the acts that the room would take.

    `at classic pace=shooter: Ann Bob` opens a table where these sit. `Ann: pass 10` is a line that Ann says.
    Others are in `PARTS`, and in the parts that are given. `! code` follows what is refused with it.
    """
    for part in filter(None, map(str.strip, re.split(r"[;\n]", script))):
        said, _, code = part.partition(" ! ")
        if said.startswith("at "):
            where, _, people = said.partition(":")
            room = _open(table, *where.split()[1:])
            room.sits(*people.split())
            continue
        came = _do(PARTS | (parts or {}), room, said)
        if isinstance(came, tuple):
            assert came[0] == came[1], part
        else:
            assert (came.code if came else "") == code, (part, came, room.phase)
    for person in {"", "Guest", *room.roles, *(seat.name for seat in room.state.seats)}:
        assert room.may(person) == room.taken_from(person), person
    hold_log(room)
    return room


def _open(table: type[Room], rules: str, *settings: str) -> Room:
    how = {key: _VALUES.get(value, value) for key, value in (one.split("=") for one in settings)}
    if totals := how.pop("totals", ""):
        how["seed"] = seed_for(*map(int, totals.split(",")))
    if places := how.pop("places", ""):  # a small table, which is soon full
        book = load_rulebook(rules)
        how["book"] = replace(book, table=replace(book.table, sides=1, places_a_side=int(places)))
    return table(rules, **how)


def _do(parts: Parts, room: Room, said: str):
    """Do the part of a script whose pattern fits with the most letters of its own."""
    fits = [(pattern, found) for pattern in parts if (found := re.fullmatch(pattern, said))]
    assert fits, f"nobody knows how to do this: {said}"
    pattern, found = max(fits, key=lambda fit: len(re.sub(r"\\.|\W", "", fit[0])))
    return parts[pattern](room, *found.groups())


def enters(room: Room, person: str, faces: str):
    """Somebody reads the dice, twice. Return why it is refused."""
    return _reads(room, person, faces, "first") or _reads(room, person, faces, "second")


def _reads(room, person, faces, look):
    return room.ask(person, cm.EnterThrow, throw=Throw(*map(int, faces.split("-"))), look=look)


def _names(said: str | None) -> tuple[str, ...]:
    return tuple((said or "").split())


def _passes(room, minutes):
    """Let time pass in which the table does nothing."""
    room.now += int(minutes) * 60_000


def _answers(room, who, player, *, confirmed):
    return room.ask(who, cm.ConfirmLate, player=player, confirmed=confirmed)


def _bot(room):
    room.tell(cm.SeatBot(MOLLY, ""))
    room.sits("Molly")


PARTS: Parts = {
    r"(\w+) sits": lambda room, who: room.sits(who),
    r"(\w+) sits out": lambda room, who: room.ask(who, cm.SitOut, out=True),
    r"(\w+) plays again": lambda room, who: room.ask(who, cm.SitOut, out=False),
    r"(\w+) ready": lambda room, who: room.ask(who, cm.Ready),
    r"(\w+) not ready": lambda room, who: room.ask(who, cm.Ready, ready=False),
    r"(\w+) waits": lambda room, who: room.ask(who, cm.Wait, waiting=True),
    r"(\w+) waits no more": lambda room, who: room.ask(who, cm.Wait, waiting=False),
    r"(\w+) vanishes": lambda room, who: room.vanishes(who),
    r"(\w+) returns": lambda room, who: room.returns(who),
    r"(\w+) takes (\w+)": lambda room, who, role: room.takes(who, role),
    r"(\w+) is granted (.+)": lambda room, who, roles: room.roles.update({who: frozenset(roles.split())}),
    r"(\w+) asks for (\w+)": lambda room, who, role: room.ask(who, cm.TakeChair, role=role),
    r"(\w+) offers (\w+) to (\w+)": lambda room, host, role, who: room.ask(
        host, cm.OfferChair, role=role, person=who
    ),
    r"(\w+) takes back (\w+)": lambda room, host, role: room.ask(host, cm.TakeBackChair, role=role),
    r"(\w+) gives back (\w+)": lambda room, who, role: room.ask(who, cm.GiveChair, role=role),
    r"(\w+) enters (\d-\d)": enters,
    r"(\w+) reads (\d-\d), (first|second)": _reads,
    r"(\w+) confirms (\w+)": lambda room, *people: _answers(room, *people, confirmed=True),
    r"(\w+) turns (\w+) down": lambda room, *people: _answers(room, *people, confirmed=False),
    r"(\w+) gives seed (\S+)": lambda room, who, seed: room.ask(who, cm.GiveSeed, seed=seed),
    r"a bot sits": _bot,
    r"a system plays for (\w+)": lambda room, who: room.tell(
        cm.StartSystem(SeatSystem(who, "one", MOLLY.text))
    ),
    r"the house opens again": lambda room: room.tell(cm.Opened()),
    r"later (\S+)": lambda room, sum_: room.later(_time(room, sum_)),
    r"(\d+) minutes pass": _passes,
    r"until (\w+)": lambda room, phase: room.until(phase),
    r"now (\w+)": lambda room, phase: (room.phase, phase),
    r"thrown (\d+)": lambda room, number: (len(room.throws), int(number)),
    r"point (\d+)": lambda room, number: (room.state.puck, int(number)),
    r"no clock": lambda room: (room.table.phase.until, None),
    r"clock (\S+)": lambda room, sum_: (room.table.phase.until, room.now + _time(room, sum_)),
    r"said ready(?:: (.+))?": lambda room, people: (room.table.ready, _names(people)),
    r"waits for(?:: (.+))?": lambda room, people: (view(room.book, room.table).unready, _names(people)),
    r"alone(?:: (.+))?": lambda room, who: (view(room.book, room.table).alone, who or ""),
    r"thrower (\w+)": lambda room, who: (view(room.book, room.table).thrower, who),
    r"list(?:: (.+))?": lambda room, people: (room.table.waiting, _names(people)),
    r"offered(?:: (.+))?": lambda room, who: (tuple(one.person for one in room.table.offers), _names(who)),
    r"late(?:: (.+))?": lambda room, who: (tuple(one.bet.by.person for one in room.table.late), _names(who)),
    r"systems(?:: (.+))?": lambda room, who: (tuple(one.name for one in room.table.systems), _names(who)),
    r"chairs(?:: (.+))?": lambda room, roles: ([one.role for one in room.table.chairs], [*_names(roles)]),
    r"(\w+) has (\d+) on (.+)": lambda room, who, sum_, wager: (room.on(who, wager), int(sum_)),
    r"(\w+) has (\d+) in the rail": lambda room, who, sum_: (room.state.seated(who).rail, int(sum_) * 100),
    r"(\w+) has the dice": lambda room, who: (
        (room.state.turn.start, room.state.turn.held),
        (room.state.seated(who).place, True),
    ),
    r"(\w+) is away": lambda room, who: (room.table.is_away(who), True),
    r"limits from (\d+)": lambda room, least: (room.state.floor.limits.minimum, int(least) * 100),
    r"(open|closed)": lambda room, how: (room.state.floor.closed, how == "closed"),
    r"(\w+) is there": lambda room, who: (bool(room.state.seat(who)), True),
    r"(\w+) is gone": lambda room, who: (room.state.seat(who), None),
    r"(\w+) may not (\w+)": lambda room, who, act: (act in room.may(who), False),
    r"(\w+) may (\w+)": lambda room, who, act: (act in room.may(who), True),
    r"(\w+): (.+)": lambda room, who, line: room.say(who, line),
}
"""Acts return why they are refused, or None. What is said of the table is a pair: what is so, and that."""


def _time(room: Room, sum_: str) -> int:
    """Milliseconds, as numbers or as times of the table: `answer+betting-1`."""
    return sum(
        int(f"{sign}1") * (int(word) if word.isdigit() else getattr(room.settings.timing, f"{word}_ms"))
        for sign, word in re.findall(r"([+-]?)(\w+)", sum_)
    )
