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


def due_of_people(room: Decision) -> Iterator[en.LogEntry | ev.Event]:
    """Yield what is due about people, in order. The engine may refuse an event."""
    table = room.table
    for guest in table.guests:
        if guest.away_since is not None and guest.away_since <= table.now - table.settings.timing.away_ms:
            yield from _send_off(table, guest.name)
    excluded = (chair for chair in table.chairs if chair.person in table.state.floor.excluded)
    yield from (en.ChairGiven(chair.role, chair.person) for chair in excluded)  # pyright: ignore[reportArgumentType]
    if table.waiting:
        late = (offer.person for offer in table.offers if offer.until <= table.now)
        yield from (en.Waiting(person, waiting=False) for person in late)
        yield from _offers(room)
        yield from _requests_for_places(room)


def _send_off(table: LiveTable, name: str) -> Iterator[en.LogEntry | ev.Event]:
    """Yield what removes a person from the table, as far as the book allows."""
    yield from (en.ChairGiven(role, name) for role in table.chairs_of(name))  # pyright: ignore[reportArgumentType]
    if name in table.waiting:
        yield en.Waiting(name, waiting=False)
    leave = ev.Leave(by=player(name))
    if table.state.seat(name) is not None and not too_late(table, leave):
        yield leave


def _offers(room: Decision) -> Iterator[en.LogEntry]:
    """Yield offers of free places to the next people on the waiting list whom the engine would let sit."""
    table = room.table
    offered = {offer.person for offer in table.offers}
    for name in table.waiting[: free_places(room.book.table.places, table)]:
        if name not in offered and refusal(room.book, table.state, ev.Sit(by=player(name))) is None:
            yield en.PlaceOffered(name, table.now + table.settings.timing.place_ms)


def _requests_for_places(room: Decision) -> Iterator[ev.Event]:
    """Yield requests to give up a place, which the book allows after its number of rounds without a wager.

    A person in the chair of somebody who may ask it decides for themselves.
    """
    by = room.automatic(ev.Vacate)
    if by is not None and not room.anybody_in_charge():
        yield from (ev.Vacate(seat.name, by=by) for seat in room.table.state.seats)


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
