"""Apply each entry of the log to a live table.

`apply` is the only code that changes a table, both when something happens and when a log is read again, so a
table that was restarted is the table that stopped.
"""

from collections.abc import Sequence
from functools import singledispatch
from typing import Final

from msgspec.structs import replace

from bankcraps.errors import RecordError
from bankcraps.game.dice import Throw
from bankcraps.game.engine import State, Step, step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.notation import write_event
from bankcraps.game.notation.same_bet import rounds_after
from bankcraps.game.records.codec import entry_hash
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.dealing.work import (
    AS_DEALT,
    Work,
    as_done,
    not_touched,
    tasks_of,
    work_after,
    work_after_award,
)
from bankcraps.live.log import entries as en
from bankcraps.live.log.fairness import Seed
from bankcraps.live.table.live_table import (
    Chair,
    ChairOffer,
    Fairness,
    LateBet,
    LiveTable,
    Phase,
    PlaceOffer,
    Reasoned,
    Recent,
    Settled,
)
from bankcraps.live.table.results import results_after

_RECENT: Final = 200
"""The number of latest events kept for words such as "press it"."""

_THROWN: Final = 24
"""The number of last throws kept for newcomers."""


def hash_of(event: ev.Event, state: State) -> str:
    """Return the hash of an event and of the table after it, as a record writes it."""
    return entry_hash(write_event(event), state)


Applied = tuple[LiveTable, tuple[fx.Effect, ...]]
"""The table after an entry, and the engine's effects, if the entry was an event of the engine."""


def apply(book: Rulebook, table: LiveTable, entry: en.LogEntry) -> Applied:
    """Return the table after an entry of its log.

    Raises:
        RecordError: if the entry cannot follow: the log is damaged, or the book is another one.
    """
    effects: tuple[fx.Effect, ...] = ()
    if isinstance(entry, en.Acted):
        after, effects = _acted(entry, table, book)
    else:
        after = _apply(entry, table)
    return replace(after, seq=table.seq + 1), effects


@singledispatch
def _apply(entry: en.LogEntry, table: LiveTable) -> LiveTable:
    raise RecordError(f"{type(entry).__name__} cannot come after the first entry of a log")


def _acted(entry: en.Acted, table: LiveTable, book: Rulebook) -> Applied:
    result = step(book, table.state, entry.event)
    if result.refusal is not None:
        said = write_event(entry.event)
        raise RecordError(f"the log of table {table.id} says {said!r}, but {result.refusal.message}")
    return after_step(book, table, entry.event, result, entry.why), result.effects


def after_step(book: Rulebook, table: LiveTable, event: ev.Event, result: Step, why: str = "") -> LiveTable:
    """Return the table after an event of the engine that happened, for this reason if one was given."""
    recent = Recent(event, result.effects if isinstance(event, ev.Rolled | ev.Correct) else ())
    hand, results = results_after(table.hand, table.results, result.effects)
    table = replace(
        _with_work(table, event, result, book),
        state=result.state,
        recent=(*table.recent[1 - _RECENT :], recent),
        hand=hand,
        results=results,
        rounds=rounds_after(table.rounds, table.state, event, result),
        settled=_settled(table, event, result) or table.settled,
        ready=_still_ready(table, event, result.state),
        reasoned=_reasoned(table, event, result, why),
    )
    if isinstance(event, ev.Bet) and event.confirmed:
        table = _without_late(table, event.by.person)
    if not result.state.out and (table.fairness.locked or table.entered):
        thrown = any(isinstance(effect, fx.Thrown) for effect in result.effects)
        withheld = table.fairness.locked and not thrown
        tag = event.reason if isinstance(event, ev.NoRoll) else str(type(event).__struct_config__.tag)
        void = tag if withheld else table.fairness.void
        table = replace(table, fairness=replace(table.fairness, void=void), entered=None)
    for effect in result.effects:
        if type(effect) in _CHANGES:
            table = _after_effect(table, effect)
    return table


def _with_work(table: LiveTable, event: ev.Event, result: Step, book: Rulebook) -> LiveTable:
    """Return the table with the work of its dealers after an event. A correction opens none."""
    work, before, after = table.work, table.state, result.state
    if isinstance(event, ev.Rolled) and table.settings.dealt:
        held = {chair.role: chair.person for chair in table.chairs}
        called = table.settings.calls
        tasks = tasks_of(book, before, result.effects, after.puck, held, called=called)
        return replace(table, work=Work(tasks, table.now, scores=work.scores), results_before=table.results)
    if isinstance(event, ev.Award):
        as_dealt = event.why.startswith(AS_DEALT)
        return table if as_dealt else replace(table, work=work_after_award(work, event.player, event.amount))
    if not work.tasks:
        return table
    if isinstance(event, ev.Correct | ev.Invalidate):
        return replace(table, work=replace(work, tasks=()))
    return replace(table, work=not_touched(work, before, after))


def _settled(table: LiveTable, event: ev.Event, result: Step) -> Settled | None:
    """Return what a throw decided, or what the crew made of it; None for other events."""
    if not isinstance(event, ev.Rolled | ev.Correct | ev.Invalidate):
        return None
    if not any(isinstance(one, fx.Thrown | fx.ThrowInvalid | fx.GameInvalid) for one in result.effects):
        return None
    lost = dict.fromkeys(effect.seat for effect in result.effects if isinstance(effect, fx.Lost))
    cleared = tuple(seat.name for seat in result.state.seats if seat.name in lost and not seat.wagers)
    return Settled(table.seq + 1, result.effects, cleared)


def _reasoned(table: LiveTable, event: ev.Event, result: Step, why: str) -> tuple[Reasoned, ...]:
    """Return the acts with reasons after another act. Those of a round before give way to new ones."""
    if not why:
        return table.reasoned
    player, thrown = event.by.person, table.settled.seq if table.settled else 0
    kept = (
        one
        for one in table.reasoned
        if result.state.seat(one.player) and (one.player != player or one.seq > thrown)
    )
    return (*kept, Reasoned(table.seq + 1, player, why, result.effects))[-_REASONED:]


_REASONED: Final = 200
"""The most acts with reasons that a table remembers."""


def _still_ready(table: LiveTable, event: ev.Event, state: State) -> tuple[str, ...]:
    """Return the players who are ready after an event: whose wagers are as they were, at the same limits."""
    if not table.ready or isinstance(event, ev.SetLimits | ev.Close):
        return ()
    before = {seat.name: seat.wagers for seat in table.state.seats}
    after = {seat.name: seat.wagers for seat in state.seats}
    return tuple(name for name in table.ready if name in after and after[name] == before.get(name))


_CHANGES: Final = frozenset(
    (fx.Thrown, fx.Reversed, fx.ThrowInvalid, fx.DiceOffered, fx.DiceAway, fx.Seated, fx.Left, fx.Excluded)
)
"""The effects that `_after_effect` looks at. Chips that are bet or paid change the engine's state alone."""


def _after_effect(table: LiveTable, effect: fx.Effect) -> LiveTable:
    match effect:
        case fx.Thrown(throw):
            table = _counted(table, (*table.thrown, throw), 1)
        case fx.Reversed(fx.Thrown()):
            table = _counted(table, table.thrown[:-1], -1)
        case fx.ThrowInvalid():
            table = replace(table, thrown=table.thrown[:-1])
        case fx.DiceOffered() | fx.DiceAway():
            table = replace(table, asked_at=table.now)
        case fx.Seated(name):
            table = _not_waiting(table.with_guest(table.guest(name)), name)
        case fx.Left(name):
            table = _forget(_without_system(_without_bot(table, name), name), name)
        case fx.Excluded(name):
            table = _forget(_not_waiting(table, name), name)
        case _:
            pass
    return table


def _counted(table: LiveTable, thrown: tuple[Throw, ...], more: int) -> LiveTable:
    """Return the table with its last throws, and with more that counted."""
    fairness = replace(table.fairness, counted=table.fairness.counted + more)
    return replace(table, fairness=fairness, thrown=thrown[-_THROWN:])


def _without_bot(table: LiveTable, name: str) -> LiveTable:
    return replace(table, bots=tuple(bot for bot in table.bots if bot.name != name))


def _not_waiting(table: LiveTable, name: str) -> LiveTable:
    """Return the table with a person off the waiting list."""
    offers = tuple(offer for offer in table.offers if offer.person != name)
    waiting = tuple(other for other in table.waiting if other != name)
    return replace(table, waiting=waiting, offers=offers)


def _forget(table: LiveTable, name: str) -> LiveTable:
    """Remove a person who neither plays, holds a chair nor waits."""
    if table.state.seat(name) or table.chairs_of(name) or name in table.waiting:
        return table
    return replace(table, guests=tuple(guest for guest in table.guests if guest.name != name))


@_apply.register
def _(entry: en.PhaseBegan, table: LiveTable) -> LiveTable:
    ready = table.ready if entry.phase in en.BETTING else ()
    return replace(table, phase=Phase(entry.phase, entry.until), ready=ready)


@_apply.register
def _(entry: en.CommitmentShown, table: LiveTable) -> LiveTable:
    fairness = replace(
        table.fairness, number=entry.number, commitment=entry.commitment, locked=False, void=""
    )
    return replace(table, fairness=fairness)


@_apply.register
def _(entry: en.SeedGiven, table: LiveTable) -> LiveTable:
    others = [seed for seed in table.fairness.seeds if seed.player != entry.player]
    seeds = tuple(sorted([*others, Seed(entry.player, entry.seed)]))
    return replace(table, fairness=replace(table.fairness, seeds=seeds))


@_apply.register
def _(entry: en.SeedsLocked, table: LiveTable) -> LiveTable:
    return replace(table, fairness=replace(table.fairness, seeds=entry.seeds, locked=True))


@_apply.register
def _(entry: en.SecretShown | en.SecretLost, table: LiveTable) -> LiveTable:
    """Go on to the next throw."""
    old, withheld = table.fairness, isinstance(entry, en.SecretLost) or bool(entry.withheld)
    fairness = Fairness(old.number + 1, counted=old.counted, withheld=old.withheld + withheld)
    return replace(table, fairness=fairness)


@_apply.register
def _(entry: en.ThrowEntered, table: LiveTable) -> LiveTable:
    return replace(table, entered=entry)


@_apply.register
def _(entry: en.ChairTaken, table: LiveTable) -> LiveTable:
    chairs = tuple(sorted((*table.chairs, Chair(entry.role, entry.person))))
    return replace(table.with_guest(table.guest(entry.person)), chairs=chairs)


@_apply.register
def _(entry: en.ChairGiven, table: LiveTable) -> LiveTable:
    chairs = tuple(chair for chair in table.chairs if chair.role != entry.role)
    return _forget(replace(table, chairs=chairs), entry.person)


@_apply.register
def _(entry: en.ChairOffered, table: LiveTable) -> LiveTable:
    offer = ChairOffer(entry.role, entry.person, entry.key)
    return replace(table, chair_offers=tuple(sorted({*table.chair_offers, offer})))


@_apply.register
def _(entry: en.ChairOfferEnded, table: LiveTable) -> LiveTable:
    ended = ChairOffer(entry.role, entry.person, entry.key)
    return replace(table, chair_offers=tuple(offer for offer in table.chair_offers if offer != ended))


@_apply.register
def _(entry: en.SatOut, table: LiveTable) -> LiveTable:
    table = table.with_guest(replace(table.guest(entry.player), sitting_out=entry.out))
    return _ready(table, entry.player, ready=False)


@_apply.register
def _(entry: en.SaidReady, table: LiveTable) -> LiveTable:
    return _ready(table, entry.player, ready=entry.ready)


def _ready(table: LiveTable, name: str, *, ready: bool) -> LiveTable:
    others = tuple(other for other in table.ready if other != name)
    return replace(table, ready=(*others, name) if ready else others)


@_apply.register
def _(entry: en.Waiting, table: LiveTable) -> LiveTable:
    table = _not_waiting(table, entry.person)
    if not entry.waiting:
        return _forget(table, entry.person)
    waiting = (*table.waiting, entry.person)
    return replace(table.with_guest(table.guest(entry.person)), waiting=waiting)


@_apply.register
def _(entry: en.PlaceOffered, table: LiveTable) -> LiveTable:
    return replace(table, offers=(*table.offers, PlaceOffer(entry.person, entry.until)))


@_apply.register
def _(entry: en.LateBetAsked, table: LiveTable) -> LiveTable:
    table = _without_late(table, entry.bet.by.person)
    return replace(table, late=(*table.late, LateBet(entry.bet, entry.confirmed)))


@_apply.register
def _(entry: en.LateBetDropped, table: LiveTable) -> LiveTable:
    return _without_late(table, entry.player)


@_apply.register
def _(entry: en.BotSeated, table: LiveTable) -> LiveTable:
    return replace(table, bots=(*table.bots, entry.bot))


@_apply.register
def _(entry: en.BotDismissed, table: LiveTable) -> LiveTable:
    if table.state.seat(entry.name) is None:
        return _without_bot(table, entry.name)
    return replace(table, bots=tuple(replace(b, leaves=b.leaves or b.name == entry.name) for b in table.bots))


@_apply.register
def _(entry: en.SystemStarted, table: LiveTable) -> LiveTable:
    others = _without_system(table, entry.seat.name).systems
    return replace(table, systems=(*others, entry.seat))


@_apply.register
def _(entry: en.SystemStopped, table: LiveTable) -> LiveTable:
    return _without_system(table, entry.name)


@_apply.register
def _(entry: en.Dealt, table: LiveTable) -> LiveTable:
    task = table.work.task_of(entry)
    if task is not None and task.player and entry.how == "wrong" and table.settled is not None:
        seen = _instead(table.settled.effects, task.effects, as_done(task, entry.action, entry.cents))
        table = replace(table, settled=replace(table.settled, effects=seen))
    return replace(table, work=work_after(table.work, entry))


def _instead(
    effects: Sequence[fx.Effect], right: Sequence[fx.Effect], done: Sequence[fx.Effect]
) -> tuple[fx.Effect, ...]:
    """Return the effects of a throw with what a dealer did in place of what was right."""
    at = next((index for index, effect in enumerate(effects) if effect in right), len(effects))
    kept = [effect for effect in effects if effect not in right]
    return (*kept[:at], *done, *kept[at:])


def _without_system(table: LiveTable, name: str) -> LiveTable:
    return replace(table, systems=tuple(seat for seat in table.systems if seat.name != name))


def _without_late(table: LiveTable, player: str) -> LiveTable:
    return replace(table, late=tuple(late for late in table.late if late.bet.by.person != player))
