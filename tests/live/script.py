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


def scripts(text: str) -> list[Any]:
    """The scripts of a text, for `parametrize`: each has a name in a line, and below it indented lines."""
    found = re.findall(r"^(\S.*)\n((?:^[ \t]+.*\n?)+)", text, re.MULTILINE)
    return [pytest.param(script, id=name) for name, script in found]


def play(script: str, room: Room | None = None) -> Room:
    """Do what a script says, part by part, and check what it says of the table. Then hold the log.

    `at classic pace=shooter: Ann Bob` opens a table where these sit. `Ann: pass 10` is a line that Ann says.
    The other parts are in `_ACTS` and `_CHECKS`. `! code` follows a part that is refused with this code.
    """
    for part in filter(None, map(str.strip, re.split(r"[;\n]", script))):
        said, _, code = part.partition(" ! ")
        if said.startswith("at "):
            where, _, people = said.partition(":")
            room = _open(*where.split()[1:])
            room.sits(*people.split())
            continue
        head, colon, line = said.partition(": ")
        assert room is not None
        if found := _match(_CHECKS, room, said):
            assert found[0][0] == found[0][1], part
            continue
        refused = room.say(head, line) if colon else _match(_ACTS, room, said)[0]
        assert (refused.code if refused else "") == code, (part, refused, room.phase)
    assert room is not None
    hold_log(room)
    return room


def _open(rules: str, *settings: str) -> Room:
    how = {key: _VALUES.get(value, value) for key, value in (one.split("=") for one in settings)}
    if totals := how.pop("totals", ""):
        how["seed"] = seed_for(*map(int, totals.split(",")))
    if places := how.pop("places", ""):  # a small table, which is soon full
        book = load_rulebook(rules)
        how["book"] = replace(book, table=replace(book.table, sides=1, places_a_side=int(places)))
    return Room(rules, **how)


def _match(parts: dict[str, Callable[..., Any]], room: Room, said: str) -> list[Any]:
    """The result of the part that fits, in a list; nothing if none does."""
    fits = ((do, re.fullmatch(pattern, said)) for pattern, do in parts.items())
    found = [do(room, *fit.groups()) for do, fit in fits if fit]
    assert found or parts is _CHECKS, f"nobody knows how to do this: {said}"
    return found


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


_ACTS: dict[str, Callable[..., Any]] = {
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
}
"""Acts: each returns why it is refused, or None."""

_CHECKS: dict[str, Callable[..., tuple[object, object]]] = {
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
}
"""How the table is: each returns what was found, and what a script says."""


def _time(room: Room, sum_: str) -> int:
    """Milliseconds, as numbers or as times of the table: `answer+betting-1`."""
    return sum(
        int(f"{sign}1") * (int(word) if word.isdigit() else getattr(room.settings.timing, f"{word}_ms"))
        for sign, word in re.findall(r"([+-]?)(\w+)", sum_)
    )
