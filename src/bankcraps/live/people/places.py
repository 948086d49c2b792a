"""Ends absences, offers free places to the waiting list, and asks idle players to leave."""

from collections.abc import Iterable, Iterator
from typing import Final

from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player, refusal
from bankcraps.live.log import entries as en
from bankcraps.live.log.settings import DAY_MS
from bankcraps.live.table.commands import Decision, too_late
from bankcraps.live.table.live_table import LiveTable

MOST_WAITING = 100
"""The most people on a waiting list."""


def look_after_people(room: Decision) -> bool:
    """Do the next thing about people. Return whether there was one."""
    return _end_absences(room) or _give_back_chairs(room) or _see_to_places(room)


def not_playing(table: LiveTable, name: str) -> bool:
    """Whether a player sits out, or has been away for longer than a player may take to answer."""
    guest = table.guest(name)
    away = guest.away_since is not None and guest.away_since + table.settings.timing.answer_ms <= table.now
    return guest.sitting_out or away


def free_places(places: int, table: LiveTable) -> int:
    """Return the number of free places. That many people from the waiting list may sit down."""
    return places - len(table.state.seats)


def open_places(places: int, table: LiveTable) -> int:
    """Return how many people who are not on the waiting list may sit down."""
    return max(0, free_places(places, table) - len(table.waiting))


def people_due(table: LiveTable) -> Iterator[int]:
    """Yield the times at which something about people may be due, in milliseconds since 1970."""
    timing = table.settings.timing
    for guest in table.guests:
        if guest.away_since is not None:
            yield guest.away_since + timing.answer_ms
            yield guest.away_since + timing.away_ms
    yield from (offer.until for offer in table.offers)


def _end_absences(room: Decision) -> bool:
    limit = room.table.now - room.table.settings.timing.away_ms
    gone = [one.name for one in room.table.guests if one.away_since is not None and one.away_since <= limit]
    return any(_send_off(room, name) for name in gone)


def _send_off(room: Decision, name: str) -> bool:
    """Remove a person from the table, as far as the book allows. Return whether anything changed."""
    table = room.table
    for role in table.chairs_of(name):
        room.add(en.ChairGiven(role, name))  # pyright: ignore[reportArgumentType]
        return True
    if name in table.waiting:
        room.add(en.Waiting(name, waiting=False))
        return True
    leave = ev.Leave(by=player(name))
    return table.state.seat(name) is not None and not too_late(table, leave) and room.act(leave) is None


def _give_back_chairs(room: Decision) -> bool:
    """Free the chairs of people excluded from the game."""
    for chair in room.table.chairs:
        if chair.person in room.table.state.floor.excluded:
            room.add(en.ChairGiven(chair.role, chair.person))  # pyright: ignore[reportArgumentType]
            return True
    return False


def _see_to_places(room: Decision) -> bool:
    if not room.table.waiting:
        return False
    return _withdraw_offer(room) or _offer_place(room) or _ask_for_place(room)


def _withdraw_offer(room: Decision) -> bool:
    """Remove people from the waiting list who did not sit down in time."""
    for offer in room.table.offers:
        if offer.until <= room.table.now:
            room.add(en.Waiting(offer.person, waiting=False))
            return True
    return False


def _offer_place(room: Decision) -> bool:
    """Offer a free place to the next person on the waiting list whom the engine would let sit."""
    table = room.table
    offered = {offer.person for offer in table.offers}
    for name in table.waiting[: free_places(room.book.table.places, table)]:
        if name not in offered and refusal(room.book, table.state, ev.Sit(by=player(name))) is None:
            room.add(en.PlaceOffered(name, table.now + table.settings.timing.place_ms))
            return True
    return False


def _ask_for_place(room: Decision) -> bool:
    """Ask a player to give up the place after the book's number of rounds without a wager.

    A person in the chair of somebody who may ask it decides for themselves.
    """
    by = room.automatic(ev.Vacate)
    if by is None or room.anybody_in_charge():
        return False
    return any(room.act(ev.Vacate(seat.name, by=by)) is None for seat in room.table.state.seats)


# Unused tables. The house closes those that a person opened, or that the lobby does not show.


KEEP_UNLISTED_MS: Final = 8 * DAY_MS
"""The time that an unlisted table stays open without people: a week and a day, for weekly games."""

KEEP_LISTED_MS: Final = DAY_MS
"""The time that a person's table in the lobby stays open without people: a day and a night."""

COMING_BACK_MS: Final = 600_000
"""The time that people have to come back after a restart, in milliseconds."""


def people_at(table: LiveTable, connected: Iterable[str]) -> bool:
    """Whether anybody is at a table, to play or to watch.

    Args:
        table: the table.
        connected: the names of the people connected to it; empty for people who watch without a name. Bots of
            the house do not count.
    """
    return any(table.bot(name) is None for name in connected)


def is_unused(table: LiveTable, *, used: int, served: int, now: int, keep: int, keep_listed: int = 0) -> bool:
    """Whether a table without people has been left long enough to be closed.

    The house's own tables in the lobby stay: anybody may come to them at any time.

    Args:
        table: the table.
        used: when a person was last there, in milliseconds since 1970.
        served: when this process began to serve it. After a restart people need a while to come back.
        now: the time.
        keep: the time that the house keeps an unlisted table without people; 0 for ever.
        keep_listed: the time that it keeps a table of the lobby that a person opened; 0 for ever.
    """
    if table.settings.listed:
        keep = keep_listed if table.opener else 0
    if not keep:
        return False
    return now >= max(used + keep, served + min(keep, COMING_BACK_MS))
