"""The rules as one pure function: a state and an event give a new state and the effects.

The live table, replay, simulation and the Markov chains all go through it, so they cannot disagree. A refused
event returns the state unchanged, with the reason.

What a person may do at a table now, and the amounts they may bet, come from the same rules.
"""

from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from bankcraps.errors import BankcrapsError, quoted
from bankcraps.game.chips import Cents
from bankcraps.game.dice import OUTCOMES, TOTALS, Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import Actor
from bankcraps.game.engine.acts import ACTS, power_of, ruled_out, takes_from, who_may
from bankcraps.game.engine.floor.players import bad_name
from bankcraps.game.engine.floor.since import remember
from bankcraps.game.engine.refusals import Refusal, refuse
from bankcraps.game.engine.rulings import BY_FACES, rulings
from bankcraps.game.engine.shooter.throwing import line_result, open_if_nobody_throws
from bankcraps.game.engine.shooter.turns import return_undecidable
from bankcraps.game.engine.state import State, Turn
from bankcraps.game.engine.wagering.ranges import BetRange, range_of
from bankcraps.game.engine.wagering.undoing import still_undoable, update_undo
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.section import Section
from bankcraps.game.wagers import Wager

_PARTS: Final = {"wager": Wager, "throw": Throw}
"""The required types of some values of an event. The rules judge the other values, such as amounts."""

_PART: Final = {
    event: next(((name, type_) for name, type_ in _PARTS.items() if name in event.__struct_fields__), None)
    for event in ACTS
}
"""The checked value of each event, and its type. No event has two."""

_THROWS: Final = (ev.Rolled, ev.ThrowDice)
_DISPUTES: Final = (ev.Dispute, ev.AskReview)
_TO_GO: Final = (ev.Leave, ev.TakeDown, ev.CashOut)
"""The acts left to an excluded player: those that end their part in the game."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """The result of an event. It is true if the event happened.

    Attributes:
        state: the table afterwards; the same table if the event was refused.
        effects: the effects, in order.
        refusal: the reason that the event was refused, or None.
    """

    state: State
    effects: tuple[fx.Effect, ...] = ()
    refusal: Refusal | None = None

    def __repr__(self) -> str:
        """List the effects, one on a line, or say why the event was refused."""
        if self.refusal is not None:
            clause = f" [{self.refusal.clause}]" if self.refusal.clause else ""
            return f"<Step refused, {self.refusal.code}{clause}: {self.refusal.message}>"
        return "\n".join(["<Step", *(f"  {effect!r}" for effect in self.effects)]) + ">"

    def __bool__(self) -> bool:
        return self.refusal is None


def refusal(book: Rulebook, state: State, event: ev.Event) -> Refusal | None:
    """Say why an event is not allowed at this table now, or return None if it is.

    Every rule about what is allowed is applied here and nowhere else.

    Raises:
        BankcrapsError: if one of the three is no rulebook, state or event. No table could even refuse it.
    """
    return may_not_act(book, state, event) or ACTS[type(event)].judge(book, state, event)


def may_not_act(book: Rulebook, state: State, event: ev.Event) -> Refusal | None:
    """Refuse an event for its time or its sender. Raises the same error as `refusal`."""
    _require_types(book, state, event)
    refused = None if event.at is None else _bad_time(state.floor.clock, event.at)
    return refused or _bad_name(event.by) or _wrong_person(book, state, event)


def step(book: Rulebook, state: State, event: ev.Event) -> Step:
    """Apply an event to a table. A refused event changes nothing. Raises the same error as `refusal`."""
    refused = refusal(book, state, event)
    if refused is not None:
        return Step(state, (), refused)
    after, effects = ACTS[type(event)].do(book, state, event)
    after = update_undo(state, after, event)
    if after.floor.closed and book.edition > 1:
        acted = after
        after, returned = return_undecidable(book, after)
        after = still_undoable(acted, after) if returned else after
        effects = [*effects, *returned]
    if after.out and not after.thrown:
        after, opened = open_if_nobody_throws(book, after)
        effects = [*effects, *opened]
    after = remember(book, state, after, event, effects)
    if event.at is not None:
        after = after.with_floor(clock=event.at)
    return Step(after, tuple(effects))


def _require_types(book: Any, state: Any, event: Any) -> None:  # noqa: ANN401 - of any type
    """Compare exact types first, without a loop: every simulated event passes here."""
    if type(event) not in _PART:
        raise BankcrapsError(f"an event is one of bankcraps.game.engine.events, not {quoted(event)}")
    if type(book) is not Rulebook and not isinstance(book, Rulebook):
        raise BankcrapsError(f"a rulebook is what load_rulebook returns, not {quoted(book)}")
    if type(state) is not State and not isinstance(state, State):
        raise BankcrapsError(f"a state is what open_table or a step returns, not {quoted(state)}")
    by, at = event.by, event.at
    if type(by) is not Actor and not isinstance(by, Actor):
        raise BankcrapsError(f"by of an event is an Actor, not {quoted(event)}")
    if type(by.person) is not str or (at is not None and type(at) is not int):
        raise BankcrapsError(f"an event has a person by name, and a time in seconds, not {quoted(event)}")
    part = _PART[type(event)]
    if part is not None and type(getattr(event, part[0])) is not part[1]:
        raise BankcrapsError(f"{part[0]} of an event is a {part[1].__name__}, not {quoted(event)}")


def _bad_time(clock: int | None, at: int) -> Refusal | None:
    if not 0 <= at <= ev.LATEST:
        says = "a time must be from 0:00 to {latest:clock}, not {given} seconds"
        return refuse("time_runs_back", says, latest=ev.LATEST, given=quoted(at))
    if clock is not None and at < clock:
        says = "the table's clock is at {clock:clock} and cannot go back to {at:clock}"
        return refuse("time_runs_back", says, clock=clock, at=at)
    return None


def _bad_name(by: Actor) -> Refusal | None:
    """Refuse a name of the crew that a record could not write. `judge_sit` looks at players' names."""
    return None if by.role == "player" or not by.person else bad_name(by.person, crew=True)


def _wrong_person(book: Rulebook, state: State, event: ev.Event) -> Refusal | None:
    """Refuse an event from the wrong person or role. `judge_throw` decides who may throw."""
    if isinstance(event, _THROWS):
        return None
    power = power_of(book, event)
    if power is not None:
        return _not_their_role(book, event, *power)
    return _not_a_players_act(book, state, event)


def _not_a_players_act(book: Rulebook, state: State, event: ev.Event) -> Refusal | None:
    """Refuse the act of a player from the crew, and from people who are excluded or not at the table."""
    name = event.by.person
    if event.by.role != "player":
        tag = type(event).__struct_config__.tag
        says = "only a player may do that ({act}), not the {by}"
        return refuse("not_your_act", says, act=tag, by=event.by)
    if isinstance(event, _DISPUTES) and name:
        return bad_name(name, crew=True)
    if name in state.floor.excluded and not (isinstance(event, _TO_GO) and state.seat(name)):
        return refuse("excluded", "{name:is} excluded from the game", book.floor, "exclude_for", name=name)
    if state.seat(name) is not None or isinstance(event, ev.Sit):
        return _table_closed(book, state, event)
    here = tuple(seat.name for seat in state.seats)
    if not event.by:
        return refuse("not_seated", "say who does that; at this table: {here}", here=here or "nobody")
    says = "{name:is} not at this table; " + ("these players are: {here}" if here else "nobody is")
    return refuse("not_seated", says, name=str(event.by), here=here)


def _table_closed(book: Rulebook, state: State, event: ev.Event) -> Refusal | None:
    if state.floor.closed and isinstance(event, ev.Bet):
        return refuse("table_closed", "the table is closed: no more wagers", book.floor, "closing_notice")
    return None


def _not_their_role(book: Rulebook, event: ev.Event, section: Section, key: str) -> Refusal | None:
    if event.by.role in takes_from(book, type(event)):
        return None
    able = who_may(book, type(event))
    if not able:
        return ruled_out(book, type(event))
    what = type(event).__struct_config__.tag
    says = "only the {able:or the} may do that ({act}), not {by}"
    by = event.by or "nobody"
    return refuse("not_your_act", says, section, key, able=tuple(able), act=what, by=by)


PLAIN: Final = tuple(act for act in ACTS if not any(field.required for field in msgspec.structs.fields(act)))
"""The acts that need no amount, wager or name, such as throwing the dice, taking them, sitting down."""


class NoRange(Refusal, frozen=True, kw_only=True):
    """The refusal of every amount, in place of a range: it is false, and no amount is in it."""

    def __bool__(self) -> bool:
        return False

    def __contains__(self, amount: int) -> bool:
        return False


def legal_acts(book: Rulebook, state: State, by: Actor) -> tuple[type[ev.Event], ...]:
    """Return the acts that a table takes from somebody now, of those that need no amount, wager or name.

    Args:
        book: the house.
        state: the table.
        by: the actor: a player, or a role of the crew.

    Raises:
        BankcrapsError: as `refusal` does.
    """
    return tuple(act for act in PLAIN if refusal(book, state, act(by=by)) is None)


def bet_range(book: Rulebook, state: State, bet: ev.Bet) -> BetRange | NoRange:
    """Return the amounts for which a table takes a bet in chips now.

    `refusal` decides by the same rules, so it takes a bet of every amount in the range and of no other.

    Args:
        book: the house.
        state: the table.
        bet: the bet, by a player. Its amount and its tokens do not matter.

    Returns:
        The range, or the refusal if no amount will do: at the wrong time, or with too few chips in the rail.
        The range is true, and this refusal false.

    Raises:
        BankcrapsError: as `refusal` does.
    """
    found = may_not_act(book, state, bet) or range_of(book, state, bet)
    return found if isinstance(found, BetRange) else NoRange(**msgspec.structs.asdict(found))


# The key of a Markov state: a one-player table without what cannot affect later throws, and throws alike.


_ONE_EACH: Final = tuple((throw,) for throw in OUTCOMES)
_BY_TOTAL: Final = tuple(tuple(throw for throw in OUTCOMES if throw.total == total) for total in TOTALS)


def position(book: Rulebook, state: State) -> State:
    """Return the state key of a one-player table.

    Rail and bank are zero and there is nothing to undo. The turn is kept only if the book has wagers on a
    shooter's hand, and then only what such wagers depend on.
    """
    (seat,) = state.seats
    alone = replace(seat, rail=Cents(0), idle=0, earlier=())
    return replace(
        state, seats=(alone,), bank=Cents(0), turn=_turn_key(book, state.turn, seat.place), last=None
    )


def _turn_key(book: Rulebook, turn: Turn, place: int) -> Turn:
    watches_hands, needs_seven = _depends_on(book)
    if not watches_hands:
        return Turn(place, held=True, opening=False)
    since_seven = turn.since_seven and needs_seven
    return replace(turn, offered=0, declined=(), opening=False, since_seven=since_seven)


@lru_cache(maxsize=64)
def _depends_on(book: Rulebook) -> tuple[bool, bool]:
    """Whether a book has wagers on a shooter's hand, and wagers that are made only after a seven."""
    return book.watches_hands, any(terms.made == "after_seven" for terms in book.wagers.values())


def alike(book: Rulebook, state: State) -> tuple[tuple[Throw, ...], ...]:
    """Return the 21 combinations of the dice in groups that do the same to a table.

    Those of one total are a group, unless a wager stands that the faces decide. Those that decide nothing at
    the table, neither a wager nor the line, are one group together. Within a group the states after the throw
    differ in `last` alone, and the effects in the throw of `Thrown`.
    """
    wagers = [standing.wager for seat in state.seats for standing in seat.wagers]
    by_total = BY_FACES.isdisjoint([wager.kind for wager in wagers])
    groups: list[list[Throw]] = []
    idle: list[Throw] = []
    for group in _BY_TOTAL if by_total else _ONE_EACH:
        if not _decides_nothing(book, state.puck, wagers, group[0]):
            groups.append([*group])
            continue
        if not idle:
            groups.append(idle)
        idle += group
    return tuple(map(tuple, groups))


def _decides_nothing(book: Rulebook, puck: int, wagers: list[Wager], throw: Throw) -> bool:
    """Whether a throw decides neither the line nor one of some wagers."""
    ruled = rulings(book, puck, throw)
    return line_result(book, puck, throw.total) is None and not any(ruled[wager] for wager in wagers)


def forget_throw(state: State) -> State:
    """Return the table without its last throw, so that tables reached on different ways are equal."""
    return replace(state, last=None) if state.last is not None else state


def with_rail(state: State, rail: int) -> State:
    """Return the one-player table with that much in the rail, in cents."""
    (seat,) = state.seats
    return replace(state, seats=(replace(seat, rail=Cents(rail)),))
