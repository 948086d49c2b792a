"""A live table at one moment, and what each entry of the log does to it. The value is frozen.

`apply` is the only code that changes a table, both when something happens and when a log is read again, so a
table that was restarted is the table that stopped.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from bankcraps.errors import RecordError
from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine import State, Step, open_table, step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.shooter.turns import Hand, hand_after
from bankcraps.game.notation import write_event
from bankcraps.game.notation.same_bet import PlayedRounds, rounds_after
from bankcraps.game.records.codec import AnyEffect, AnyEvent, decoder, entry_hash
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.log import entries as en
from bankcraps.live.log.fairness import Seed
from bankcraps.live.log.settings import DAY_MS, TableSettings
from bankcraps.live.table import dealing
from bankcraps.live.table.dealing import AS_DEALT, Work, as_done, work_after_award

# The shooter's hands, and each player's results in them. A correction may take back the end of a hand.

_CENTS: Final = {name: f"{name}_cents" for name in ("session", "hand", "hand_before")}
_NOTHING: Final = Cents(0)


class PlayerResult(msgspec.Struct, frozen=True, omit_defaults=True, rename=_CENTS):
    """A player's wins and losses, in cents; below zero for a loss. Promotional tokens do not count.

    Attributes:
        name: the player's name.
        session: since the player sat down.
        hand: in this hand of the shooter's.
        hand_before: in the hand before it.
    """

    name: str
    session: Cents = _NOTHING
    hand: Cents = _NOTHING
    hand_before: Cents = _NOTHING


def results_after(
    hand: Hand, results: tuple[PlayerResult, ...], effects: Sequence[fx.Effect]
) -> tuple[Hand, tuple[PlayerResult, ...]]:
    """Return the hand and the results of its players after the effects of an event.

    What a seven-out decides belongs to the hand that it ends, and what a throw decides after a pass of the
    dice to the new hand. A throw may be corrected or invalid after its shooter has passed the dice: what that
    changes belongs to the hand of the throw.
    """
    won, earlier = Counter[str](), Counter[str]()
    over, right = False, False
    of_hand_before = _changes_the_hand_before(hand, effects)
    for effect in effects:
        if over and isinstance(effect, fx.Thrown):
            results, over = _next_hand(_with(results, won, "hand")), False
            won.clear()
        after = hand_after(hand, effect)
        if after.number < hand.number:
            results = _last_hand(results)
        over |= after.number > hand.number
        hand = after
        right |= of_hand_before and isinstance(effect, fx.Thrown)
        if isinstance(effect, fx.Seated):
            results = (*results, PlayerResult(effect.seat))
        elif isinstance(effect, fx.Left):
            results = tuple(one for one in results if one.name != effect.seat)
        elif cents := fx.won(effect):
            then = right or (of_hand_before and isinstance(effect, fx.Reversed))
            (earlier if then else won)[fx.transfers(effect)[0].seat] += cents
    results = _with(_with(results, won, "hand"), earlier, "hand_before")
    return hand, _next_hand(results) if over else results


def _changes_the_hand_before(hand: Hand, effects: Sequence[fx.Effect]) -> bool:
    """Whether effects take back a throw of the hand before this one, and that hand stays over."""
    then = hand
    taken_back = False
    for effect in effects:
        if isinstance(effect, fx.Reversed | fx.ThrowInvalid):
            then = hand_after(then, effect)
            taken_back |= fx.throws_counted(effect) < 0
    return taken_back and not hand.throws and then.number == hand.number


def _with(
    results: tuple[PlayerResult, ...], won: Counter[str], hand: Literal["hand", "hand_before"]
) -> tuple[PlayerResult, ...]:
    """Return the results with wins of the session and of a hand."""
    return tuple(
        replace(one, **{name: Cents(getattr(one, name) + won[one.name]) for name in ("session", hand)})
        if won[one.name]
        else one
        for one in results
    )


def _next_hand(results: tuple[PlayerResult, ...]) -> tuple[PlayerResult, ...]:
    return tuple(replace(one, hand=_NOTHING, hand_before=one.hand) for one in results)


def _last_hand(results: tuple[PlayerResult, ...]) -> tuple[PlayerResult, ...]:
    return tuple(
        replace(one, hand=Cents(one.hand + one.hand_before), hand_before=_NOTHING) for one in results
    )


class Phase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a round.

    Attributes:
        name: which part.
        until: when it ends by itself, in milliseconds since 1970, or None.
    """

    name: en.PhaseName = "betting"
    until: int | None = None


class Chair(msgspec.Struct, frozen=True, order=True):
    """A chair of the crew that a person holds. The automatic crew holds all others."""

    role: str
    person: str


class ChairOffer(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """A chair that the host lets somebody take: a person, or whoever has the key with this SHA-256."""

    role: str
    person: str = ""
    key: str = ""


class LateBet(msgspec.Struct, frozen=True):
    """A wager that came after "no more bets", and the roles that have confirmed it."""

    bet: ev.Bet
    confirmed: tuple[str, ...] = ()


class PlaceOffer(msgspec.Struct, frozen=True):
    """A free place that a person on the waiting list may take until a time in milliseconds since 1970."""

    person: str
    until: int


class Fairness(msgspec.Struct, frozen=True, omit_defaults=True):
    """The sealed throws of a table.

    Attributes:
        number: the number of the throw that is being played for, from 1.
        commitment: its commitment, or empty while none has been shown.
        seeds: the players' seeds for it.
        locked: whether the betting has closed, so that the seeds stand.
        counted, withheld: the number of throws that have counted, and of those that were drawn and did not
            count.
        void: the reason why the throw whose secret is still to be shown does not count, or empty.
    """

    number: int = 1
    commitment: str = ""
    seeds: tuple[Seed, ...] = ()
    locked: bool = False
    counted: int = 0
    withheld: int = 0
    void: str = ""

    @property
    def sealed(self) -> bool:
        """Whether the throw that is being played for is sealed, and will count."""
        return bool(self.commitment) and not self.void


class Guest(msgspec.Struct, frozen=True, omit_defaults=True):
    """The room's memory of a person who plays, holds a chair or waits.

    Attributes:
        name: the person's name.
        away_since: when their last connection dropped, in milliseconds since 1970; None while connected.
        sitting_out: whether a player sits out.
    """

    name: str
    away_since: int | None = None
    sitting_out: bool = False


class Recent(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event that happened not long ago; for a throw, with what followed from it."""

    event: AnyEvent
    effects: tuple[AnyEffect, ...] = ()


class Settled(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last throw, or what the crew made of it since, until the next one.

    Attributes:
        seq: the number of its entry in the log.
        effects: its effects, with the wrong acts of dealers in place of the right ones.
        cleared: the players whose last wagers it took off the layout.
    """

    seq: int
    effects: tuple[AnyEffect, ...] = ()
    cleared: tuple[str, ...] = ()


class Reasoned(msgspec.Struct, frozen=True, omit_defaults=True):
    """An act of a player who gave a reason for it, as betting systems do.

    Attributes:
        seq: the number of its entry in the log.
        player: the person who did it.
        why: the reason.
        effects: its effects.
    """

    seq: int
    player: str
    why: str
    effects: tuple[AnyEffect, ...] = ()


class LiveTable(msgspec.Struct, frozen=True):
    """A live table at one moment.

    Attributes:
        id: the table's id.
        settings: the settings that it was opened with.
        origin: midnight UTC of the day it opened, in milliseconds since 1970: 0:00 on the table's clock.
        state: the engine's table.
        seq: the number of entries in the log.
        now: the latest time that the room knows, in milliseconds since 1970. It never runs back.
        phase: the part of the round.
        fairness: the sealed throws.
        entered: a throw of real dice that waits for a second look, with the person who entered it, or None.
        chairs: the chairs that people hold, sorted.
        guests: the people whom the room remembers, in the order in which they came.
        waiting: the waiting list.
        offers: the free places that people on the waiting list may take now.
        asked_at: when a player was last asked to take the dice or to choose others, as a time.
        late: the wagers that wait for the crew.
        recent: the latest events, for words such as "press it".
        thrown: the last throws that counted, the latest at the end.
        hand: the shooter's hand.
        results: each player's wins and losses since they sat down.
        opener: the person who opened the table; empty if the house did.
        bots: the bots of the house that play here.
        chair_offers: the chairs that the host lets people take, sorted.
        rounds: the players' latest rounds, for "same bet".
        settled: the last throw with what it decided, for newcomers.
        ready: the players who are ready for the next throw.
        systems: the seats that a betting system plays for their players.
        work: the work of the dealers, where people deal.
        results_before: the results before the last throw there, which are shown until all of it is dealt.
        reasoned: each player's acts with reasons in the last round in which they gave some, for newcomers.
    """

    id: str
    settings: TableSettings
    origin: int
    state: State
    seq: int = 0
    now: int = 0
    phase: Phase = Phase()
    fairness: Fairness = Fairness()
    entered: en.ThrowEntered | None = None
    chairs: tuple[Chair, ...] = ()
    guests: tuple[Guest, ...] = ()
    waiting: tuple[str, ...] = ()
    offers: tuple[PlaceOffer, ...] = ()
    asked_at: int = 0
    late: tuple[LateBet, ...] = ()
    recent: tuple[Recent, ...] = ()
    thrown: tuple[Throw, ...] = ()
    hand: Hand = Hand()
    results: tuple[PlayerResult, ...] = ()
    opener: str = ""
    bots: tuple[en.Bot, ...] = ()
    chair_offers: tuple[ChairOffer, ...] = ()
    rounds: tuple[PlayedRounds, ...] = ()
    settled: Settled | None = None
    ready: tuple[str, ...] = ()
    systems: tuple[en.SeatSystem, ...] = ()
    work: Work = Work()
    results_before: tuple[PlayerResult, ...] = ()
    reasoned: tuple[Reasoned, ...] = ()

    def holder(self, role: str) -> str:
        """Return the person in a chair, or an empty text if the automatic crew holds it."""
        return next((chair.person for chair in self.chairs if chair.role == role), "")

    def chairs_of(self, person: str) -> list[str]:
        """Return the roles of the chairs that a person holds."""
        return [chair.role for chair in self.chairs if chair.person == person]

    def guest(self, name: str) -> Guest:
        """Return the room's memory of a person."""
        return next((guest for guest in self.guests if guest.name == name), Guest(name))

    def bot(self, name: str) -> en.Bot | None:
        """Return the bot of a name, or None."""
        return next((bot for bot in self.bots if bot.name == name), None)

    def system_of(self, name: str) -> en.SeatSystem | None:
        """Return the system that plays a person's seat, or None."""
        return next((seat for seat in self.systems if seat.name == name), None)

    def is_away(self, name: str) -> bool:
        """Whether a person whom the room remembers has no connection."""
        return self.guest(name).away_since is not None

    def with_guest(self, guest: Guest) -> "LiveTable":
        """Return the table with its memory of a person changed."""
        guests = {other.name: other for other in self.guests} | {guest.name: guest}
        return replace(self, guests=tuple(guests.values()))


def opened(table: str, book: Rulebook, settings: TableSettings, now: int, opener: str = "") -> LiveTable:
    """Open a live table without players.

    Args:
        table: its id.
        book: the house.
        settings: its settings.
        now: the time, in milliseconds since 1970.
        opener: the person who opens it; empty for the house.

    Raises:
        BankcrapsError: if the limits or the smallest chip are not possible.
    """
    state = open_table(book, (), settings.limits, settings.chip)
    return LiveTable(table, settings, now - now % DAY_MS, state, seq=1, now=now, opener=opener)


_decode: Final = decoder(LiveTable)


def read_snapshot(body: str) -> LiveTable | None:
    """Read a table as it is kept beside its log, in JSON; None if this program cannot read it."""
    try:
        return _decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def clock_of(table: LiveTable) -> int:
    """Return the time on the table's clock, in seconds. It begins at midnight UTC of the day of opening."""
    return max((table.now - table.origin) // 1000, table.state.floor.clock or 0)


# The effects of the entries of the log.


_RECENT: Final = 200
"""The number of latest events kept for words such as "press it"."""

_THROWN: Final = 24
"""The number of last throws kept for newcomers."""


def hash_of(event: ev.Event, state: State) -> str:
    """Return the hash of an event and of the table after it, as a record writes it."""
    return entry_hash(write_event(event), state)


def apply(book: Rulebook, table: LiveTable, entry: en.LogEntry) -> tuple[LiveTable, tuple[fx.Effect, ...]]:
    """Return the table after an entry of its log, and the effects of an event of the engine.

    Raises:
        RecordError: if the entry cannot follow: the log is damaged, or the book is another one.
    """
    effects: tuple[fx.Effect, ...] = ()
    if isinstance(entry, en.Acted):
        result = step(book, table.state, entry.event)
        if result.refusal is not None:
            said = write_event(entry.event)
            raise RecordError(f"the log of table {table.id} says {said!r}, but {result.refusal.message}")
        after, effects = after_step(book, table, entry.event, result, entry.why), result.effects
    else:
        found = (of(entry, table) for of in (_of_dice, _of_chairs, _of_people, _of_bets, _of_systems))
        if (after := next(filter(None, found), None)) is None:
            raise RecordError(f"{type(entry).__name__} cannot come after the first entry of a log")
    return replace(after, seq=table.seq + 1), effects


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
        tasks = dealing.tasks_of(book, before, result.effects, after.puck, held, called=called)
        return replace(table, work=Work(tasks, table.now, scores=work.scores), results_before=table.results)
    if isinstance(event, ev.Award):
        as_dealt = event.why.startswith(AS_DEALT)
        return table if as_dealt else replace(table, work=work_after_award(work, event.player, event.amount))
    if not work.tasks:
        return table
    if isinstance(event, ev.Correct | ev.Invalidate):
        return replace(table, work=replace(work, tasks=()))
    return replace(table, work=dealing.not_touched(work, before, after))


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
            return replace(table, work=dealing.work_after(table.work, entry))
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
