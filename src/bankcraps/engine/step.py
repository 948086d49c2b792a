"""The rules, as one pure step: a table and something somebody did, into a table and what followed.

Everything else in Bankcraps consumes this: the live table, replay, simulation, and the exploring of chains. A
refused event gives back the same table, unchanged, with the reason.
"""

from typing import Final

import msgspec

from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.acts import ACTS, roles_of, who_may
from bankcraps.engine.floor.players import NAME
from bankcraps.engine.refusals import Refusal, no
from bankcraps.engine.state import State
from bankcraps.engine.wagering.undoing import remembering
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.section import Section

__all__ = ["Step", "refusal", "step"]

LATEST: Final = 999_999 * 3600
"""The latest time a table knows, in seconds: a line says hours in six digits."""


class Step(msgspec.Struct, frozen=True):
    """What came of an event; true if it happened.

    Attributes:
        state: the table after it; the same table if it was refused.
        effects: what followed, in order.
        refusal: why it may not happen, or None.
    """

    state: State
    effects: tuple[fx.Effect, ...] = ()
    refusal: Refusal | None = None

    def __bool__(self) -> bool:
        """Whether it happened."""
        return self.refusal is None


def refusal(book: Rulebook, state: State, event: ev.Event) -> Refusal | None:
    """Why an event may not happen at this table now, or None if it may. The one judge of legality."""
    refused = _bad_time(state, event) or _bad_name(event) or _stranger(book, state, event)
    return refused or ACTS[type(event)].judge(book, state, event)


def step(book: Rulebook, state: State, event: ev.Event) -> Step:
    """What comes of an event."""
    refused = refusal(book, state, event)
    if refused is not None:
        return Step(state, (), refused)
    after, happened = ACTS[type(event)].do(book, state, event)
    after = remembering(state, after, event)
    if event.at is not None:
        after = after.with_floor(clock=event.at)
    return Step(after, tuple(happened))


def _bad_time(state: State, event: ev.Event) -> Refusal | None:
    at, clock = event.at, state.floor.clock
    if at is None:
        return None
    if not 0 <= at <= LATEST:
        return no(
            "time_runs_back",
            f"a table's clock goes from 0:00 to {ev.clock_time(LATEST)}, not to {at} seconds",
        )
    if clock is not None and at < clock:
        said, stands = ev.clock_time(at), ev.clock_time(clock)
        return no("time_runs_back", f"the table's clock stands at {stands}, so it is not {said} any more")
    return None


def _bad_name(event: ev.Event) -> Refusal | None:
    """A record has to write who of the crew it was. Players' names are judged as they sit down."""
    by = event.by
    if by.role == "player" or not by.person or NAME.fullmatch(by.person):
        return None
    return no("bad_name", f"a {by.role} goes by one word of letters, such as Dora; {by.person!r} will not do")


def _stranger(book: Rulebook, state: State, event: ev.Event) -> Refusal | None:
    """Why it is not for this person to do. Whose a throw is, its own judge says."""
    roles = roles_of(book, type(event))
    if roles is not None:
        return _not_their_role(book, event, *roles)
    name = event.by.person
    if isinstance(event, ev.Rolled | ev.ThrowDice):
        return None
    if event.by.role != "player":
        tag = type(event).__struct_config__.tag
        return no("not_your_act", f"{tag} is for a player, not for the {event.by}")
    if name in state.floor.excluded:
        return no("excluded", f"{name} is excluded from the game", book.floor, "exclude_for")
    if isinstance(event, ev.Sit) or state.seat(name) is not None:
        return _closed_to(book, state, event)
    here = ", ".join(seat.name for seat in state.seats) or "nobody"
    if not event.by:
        return no("not_seated", f"say who does that; at this table are {here}")
    return no(
        "not_seated",
        f"{event.by} is not at this table; {here} is"
        if state.seats
        else f"{event.by} is not at this table; nobody is",
    )


def _closed_to(book: Rulebook, state: State, event: ev.Event) -> Refusal | None:
    if state.floor.closed and isinstance(event, ev.Bet):
        return no("table_closed", "the table is closed: no more wagers", book.floor, "closing_notice")
    return None


def _not_their_role(book: Rulebook, event: ev.Event, section: Section, key: str) -> Refusal | None:
    able = who_may(book, type(event))
    if event.by.role in able:
        return None
    what = type(event).__struct_config__.tag
    message = f"{what} is for the {' or the '.join(able)}, not for {event.by or 'nobody'}"
    return no("not_your_act", message, section, key)
