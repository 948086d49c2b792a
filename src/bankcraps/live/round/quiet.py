"""The pace of a quiet table: who plays there now, who is ready, and who plays alone.

When everybody is ready, the betting closes at once. Somebody who plays alone, with or without bots of the
house, sets the pace: no clock closes their betting, and a throw or a bet ends the payments. Neither
holds where the boxperson sets the pace. A table with the setting `steady` keeps its clock for everybody.
"""

from typing import Final

from bankcraps.game.engine import Actor, refusal, thrower
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.shooter.turns import STICK
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.log import entries as en
from bankcraps.live.people.places import not_playing
from bankcraps.live.round.crew_chairs import anyone_there
from bankcraps.live.table.commands import Decision, Ready, Refused, Sender
from bankcraps.live.table.live_table import LiveTable

SITS_OUT: Final = "{name:sits} out: play again first"
PAYING: Final = "the dealers are paying; the betting opens in a moment"


def crew_paces(book: Rulebook, table: LiveTable) -> bool:
    """Whether the boxperson, or the role that covers for them, ends the betting now."""
    pacing = book.table.filled(["boxperson", *book.betting.closed_by])
    return table.settings.pace == "boxperson" and anyone_there(table, pacing)


def _people_playing(table: LiveTable) -> list[str]:
    """Return the players who are people and play now: they are there, and do not sit out."""
    names = (seat.name for seat in table.state.seats)
    return [name for name in names if table.bot(name) is None and not not_playing(table, name)]


def lone_player(book: Rulebook, table: LiveTable) -> str:
    """Return the one person who plays, if all others at the table are bots or away, and who sets the pace."""
    people = [] if table.settings.steady else _people_playing(table)
    return people[0] if len(people) == 1 and not crew_paces(book, table) else ""


def unready(book: Rulebook, table: LiveTable) -> tuple[str, ...]:
    """Return the players who have not said that they are ready; none where it would not close the betting.

    A bot says so when it has bet. A bot whose connection dropped is not waited for.
    """
    people = _people_playing(table)
    if not people or crew_paces(book, table):
        return ()
    bots = (bot.name for bot in table.bots if not bot.leaves and not table.is_away(bot.name))
    waited = {*people, *bots}
    names = (seat.name for seat in table.state.seats)
    return tuple(name for name in names if name in waited and name not in table.ready)


def all_ready(book: Rulebook, table: LiveTable) -> bool:
    """Whether all players have said that they are ready, and at least one of them is a person."""
    said = any(name in table.ready for name in _people_playing(table))
    return said and not crew_paces(book, table) and not unready(book, table)


def refuse_ready(book: Rulebook, table: LiveTable, person: str) -> Refused | None:
    """Say why a player cannot say "ready" now, or return None."""
    if table.state.seat(person) is None:
        return Refused.about(person, "not_seated", "{name:is} not at this table")
    if table.guest(person).sitting_out:
        return Refused.about(person, "not_now", SITS_OUT)
    if crew_paces(book, table):
        return Refused(
            "not_now", 'the boxperson ends the betting at this table: nobody else need say "ready"'
        )
    if not _people_playing(table):
        return Refused("not_now", "only bots play here now, and the clock ends their betting")
    if table.phase.name == "paying" and not skips_payments(book, table, person):
        return Refused("not_now", PAYING)
    if table.state.out:
        return Refused("not_now", "the betting is closed already")
    return None


def say_ready(command: Ready, sender: Sender, room: Decision) -> Refused | None:
    """Note that a player is ready for the throw, or is not ready after all."""
    person = sender.person
    refused = refuse_ready(room.book, room.table, person)
    if refused is not None:
        return refused
    if room.table.phase.name == "paying":
        room.begin("betting")
    if command.ready != (person in room.table.ready):
        room.add(en.SaidReady(person, command.ready))
    return None


def skips_payments(book: Rulebook, table: LiveTable, person: str) -> bool:
    """Whether an act of this person ends the payments: nobody else is there to see them."""
    return bool(person) and not table.work.tasks and lone_player(book, table) == person


def throw_waits_for_bots(room: Decision, event: ev.Event) -> bool:
    """Take a throw of somebody who plays alone as "ready" while bots still bet. Return whether this was done.

    The dice are thrown as soon as the bots have bet.
    """
    book, table, by = room.book, room.table, event.by
    if not isinstance(event, ev.ThrowDice) or table.state.out or not skips_payments(book, table, by.person):
        return False
    if not set(unready(book, table)) - {by.person} or refusal(book, table.state, event) is not None:
        return False
    return say_ready(Ready(id=""), Sender(by.person), room) is None


def throwing_ms(book: Rulebook, table: LiveTable) -> int:
    """Return how long the thrower may keep the dice.

    Sealed dice do not wait for a bot, nor for somebody who plays alone and is ready. With one player, they do
    not wait for the automatic crew either.
    """
    due, alone = thrower(book, table.state), lone_player(book, table)
    waits = table.settings.dice != "sealed" or not _throws_at_once(table, due, alone)
    return table.settings.timing.throwing_ms if waits else 0


def _throws_at_once(table: LiveTable, due: Actor | None, alone: str) -> bool:
    if due is None or due == STICK:
        return bool(alone) and not table.holder(STICK.role)
    return table.bot(due.person) is not None or (due.person == alone and alone in table.ready)
