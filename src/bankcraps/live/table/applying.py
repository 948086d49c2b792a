"""Apply each entry of the log to a live table.

`apply` is the only code that changes a table, both when something happens and when a log is read again, so a
table that was restarted is the table that stopped.
"""

from collections.abc import Sequence
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
        found = (of(entry, table) for of in (_of_dice, _of_chairs, _of_people, _of_bets, _of_systems))
        if (after := next(filter(None, found), None)) is None:
            raise RecordError(f"{type(entry).__name__} cannot come after the first entry of a log")
    return replace(after, seq=table.seq + 1), effects


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


def _of_dice(entry: en.LogEntry, table: LiveTable) -> LiveTable | None:
    """Return the table after an entry about the rhythm or the dice, or None for another one."""
    fairness = table.fairness
    match entry:
        case en.PhaseBegan(phase, until):
            ready = table.ready if phase in en.BETTING else ()
            return replace(table, phase=Phase(phase, until), ready=ready)
        case en.ThrowEntered():
            return replace(table, entered=entry)
        case en.CommitmentShown(number, commitment):
            fairness = replace(fairness, number=number, commitment=commitment, locked=False, void="")
        case en.SeedGiven(player, seed):
            others = [one for one in fairness.seeds if one.player != player]
            fairness = replace(fairness, seeds=tuple(sorted([*others, Seed(player, seed)])))
        case en.SeedsLocked(_, seeds):
            fairness = replace(fairness, seeds=seeds, locked=True)
        case en.SecretShown() | en.SecretLost():  # on to the next throw
            withheld = fairness.withheld + (isinstance(entry, en.SecretLost) or bool(entry.withheld))
            fairness = Fairness(fairness.number + 1, counted=fairness.counted, withheld=withheld)
        case _:
            return None
    return replace(table, fairness=fairness)


def _of_chairs(entry: en.LogEntry, table: LiveTable) -> LiveTable | None:
    match entry:
        case en.ChairTaken(role, person):
            chairs = tuple(sorted((*table.chairs, Chair(role, person))))
            return replace(table.with_guest(table.guest(person)), chairs=chairs)
        case en.ChairGiven(role, person):
            chairs = tuple(chair for chair in table.chairs if chair.role != role)
            return _forget(replace(table, chairs=chairs), person)
        case en.ChairOffered(role, person, key):
            offers = {*table.chair_offers, ChairOffer(role, person, key)}
        case en.ChairOfferEnded(role, person, key):
            offers = {*table.chair_offers} - {ChairOffer(role, person, key)}
        case _:
            return None
    return replace(table, chair_offers=tuple(sorted(offers)))


def _of_people(entry: en.LogEntry, table: LiveTable) -> LiveTable | None:
    match entry:
        case en.SatOut(player, out):
            table = table.with_guest(replace(table.guest(player), sitting_out=out))
            return _ready(table, player, ready=False)
        case en.SaidReady(player, ready):
            return _ready(table, player, ready=ready)
        case en.Waiting(person, waiting):
            table = _not_waiting(table, person)
            if not waiting:
                return _forget(table, person)
            return replace(table.with_guest(table.guest(person)), waiting=(*table.waiting, person))
        case en.PlaceOffered(person, until):
            return replace(table, offers=(*table.offers, PlaceOffer(person, until)))
        case _:
            return None


def _ready(table: LiveTable, name: str, *, ready: bool) -> LiveTable:
    others = tuple(other for other in table.ready if other != name)
    return replace(table, ready=(*others, name) if ready else others)


def _of_bets(entry: en.LogEntry, table: LiveTable) -> LiveTable | None:
    match entry:
        case en.LateBetAsked(bet, confirmed):
            table = _without_late(table, bet.by.person)
            return replace(table, late=(*table.late, LateBet(bet, confirmed)))
        case en.LateBetDropped(player):
            return _without_late(table, player)
        case en.Dealt():
            task, settled = table.work.task_of(entry), table.settled
            if task is not None and task.player and entry.how == "wrong" and settled is not None:
                seen = _instead(settled.effects, task.effects, as_done(task, entry.action, entry.cents))
                table = replace(table, settled=replace(settled, effects=seen))
            return replace(table, work=work_after(table.work, entry))
        case _:
            return None


def _of_systems(entry: en.LogEntry, table: LiveTable) -> LiveTable | None:
    match entry:
        case en.BotSeated(bot):
            return replace(table, bots=(*table.bots, bot))
        case en.BotDismissed(name) if table.state.seat(name) is None:
            return _without_bot(table, name)
        case en.BotDismissed(name):
            bots = tuple(replace(one, leaves=one.leaves or one.name == name) for one in table.bots)
            return replace(table, bots=bots)
        case en.SystemStarted(seat):
            return replace(table, systems=(*_without_system(table, seat.name).systems, seat))
        case en.SystemStopped(name):
            return _without_system(table, name)
        case _:
            return None


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
