"""The view of a table that a person may see. No other code decides this.

Everybody sees the table, as at a real one. Hidden are: the secret of a throw until it is
thrown, a player's seed until the betting closes, what is right while people deal (`undealt`), and what only
concerns one person (`You`).

An inspector also sees everybody's wallet, what each could take back, and what the house has won
(`Inspection`). Nobody at all sees a secret or a seed before its time: whoever knows both knows the throw.
A person's own limits are theirs alone.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from msgspec import UNSET
from msgspec.structs import asdict, replace

from bankcraps.game.chips import Cents
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import shooter, thrower
from bankcraps.game.engine.refusals import WHOSE
from bankcraps.game.notation import tell
from bankcraps.game.notation.names import HouseNames, capital_you
from bankcraps.game.notation.writing import about
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.log import entries as en
from bankcraps.live.people.talk import mutes
from bankcraps.live.round import crew_chairs
from bankcraps.live.round.dealers import box_sees, calls_for, deals, lets_go, scores_for
from bankcraps.live.round.judging import acts_now
from bankcraps.live.round.quiet import lone_player, unready
from bankcraps.live.round.rhythm import awaits, awaits_to_you
from bankcraps.live.table import undealt
from bankcraps.live.table.commands import Happening, Outcome, Sender
from bankcraps.live.table.dealing import as_dealt
from bankcraps.live.table.live_table import Fairness, LiveTable
from bankcraps.live.wire import messages as ms
from bankcraps.strategies.chart import read_chart
from bankcraps.strategies.library import is_chart
from bankcraps.support.structs import struct_of

_Played = TypeVar("_Played", bound=en.SeatSystem)

_INSPECTOR: Final = "inspector"
_CHANGING: Final = frozenset(ms.TableChanges.__struct_fields__) - {"seats"}


def view(book: Rulebook, table: LiveTable) -> ms.TableView:
    """Return what everybody may see."""
    state = table.state
    due = thrower(book, state)
    awaited = "" if table.work.tasks else awaits(book, table)
    return struct_of(
        ms.TableView,
        table,
        state,
        seats=tuple(replace(as_dealt(table.work, seat), earlier=()) for seat in state.seats),
        puck=undealt.puck_shown(table),
        shooter=shooter(book, state) or "",
        thrower=due.person if due else "",
        awaits=awaited,
        awaits_to_you=awaits_to_you(book, table, awaited),
        fairness=_fairness(table.fairness),
        last=state.last.throw if state.last else None,
        advice=book.floor.may_advise,
        advice_source=book.floor.clause("may_advise"),
        bots=tuple(map(_in_words, table.bots)),
        hand=table.hand.number,
        results=undealt.results_shown(table),
        bets_wait=crew_chairs.bets_wait(book, table),
        hand_throws=table.hand.throws,
        systems=tuple(map(_in_words, table.systems)),
        unready=unready(book, table),
        alone=lone_player(book, table),
        undealt=tuple(
            ms.Undealt(task.chair, task.player, task.wager, task.action == "call")
            for task in table.work.tasks
        ),
        correctors=crew_chairs.correctors(book, table),
    )


def _in_words(one: _Played) -> _Played:
    """A system as people read it: a chart says what it answers, because nobody reads its rows."""
    return replace(one, text=_about(one.text)) if is_chart(one.text) else one


@lru_cache(maxsize=64)
def _about(chart: str) -> str:
    return read_chart(chart).about


def _fairness(fairness: Fairness) -> ms.FairnessView:
    seeded = tuple(seed.player for seed in fairness.seeds)
    return struct_of(
        ms.FairnessView, fairness, seeds=fairness.seeds if fairness.locked else (), seeded=seeded
    )


def changes(book: Rulebook, before: LiveTable, after: LiveTable) -> ms.TableChanges:
    """Return what changed in the view from one moment to another."""
    old, new = view(book, before), view(book, after)
    was, here = ({seat.name: seat for seat in seats} for seats in (old.seats, new.seats))
    seats = tuple(seat for seat in new.seats if was.get(seat.name) != seat)
    gone = tuple(name for name in was if name not in here)
    others = {
        name: value
        for name, value in asdict(new).items()
        if name in _CHANGING and value != getattr(old, name)
    }
    return ms.TableChanges(seats=seats or UNSET, gone=gone or UNSET, **others)


def happened(book: Rulebook, outcome: Outcome) -> ms.Happened | None:
    """Return the message about an outcome that everybody gets, or None if there is nothing to tell."""
    before, after = outcome.before, outcome.table
    changed = changes(book, before, after)
    if not outcome.happened and changed == ms.TableChanges():
        return None
    items = tuple(item(book, one) for one in outcome.happened)
    thrown = after.thrown if after.thrown != before.thrown else UNSET
    last, seen = undealt.settled_shown(after), before.settled
    cleared = last.cleared if last and (seen is None or last.seq != seen.seq) else ()
    return ms.Happened(after.seq, after.now, items, changed, thrown, cleared)


def caught_up(book: Rulebook, table: LiveTable, missed: Sequence[Happening]) -> ms.Happened:
    """Return the message for a client that reconnects: the missed entries, and the whole table now."""
    shown = view(book, table)
    here = {seat.name for seat in shown.seats}
    named = {str(getattr(effect, "seat", "")) for one in missed for effect in one.effects}
    everything = {name: getattr(shown, name) for name in _CHANGING if name != "gone"}
    changes = ms.TableChanges(seats=shown.seats, gone=tuple(sorted(named - here - {""})), **everything)
    items = tuple(item(book, one) for one in missed)
    last = undealt.settled_shown(table)
    return ms.Happened(table.seq, table.now, items, changes, table.thrown, last.cleared if last else ())


def throw_result(book: Rulebook, table: LiveTable) -> ms.ThrowResult | None:
    """Return what the last throw decided, for somebody who comes; None before the first throw."""
    last = undealt.settled_shown(table)
    if last is None:
        return None
    words = _told(book, last.effects, called=not undealt.uncalled(table), heard=undealt.heard_call(table))
    won, left = (_sums(of, last.effects) for of in (fx.won, fx.left_cents))
    return ms.ThrowResult(last.seq, last.effects, words, won, left, last.cleared)


def given_reasons(book: Rulebook, table: LiveTable) -> tuple[ms.GivenReason, ...]:
    """Return why players did what they did lately, for somebody who comes."""
    here = (one for one in table.reasoned if one.effects and table.state.seat(one.player))
    return tuple(ms.GivenReason(one.seq, one.player, tell(one.effects[0], book), one.why) for one in here)


def item(book: Rulebook, one: Happening) -> ms.Item:
    """Return the public form of an entry of the log with its effects."""
    effects = one.effects if one.shown is None else one.shown
    words, to_you = _of_entry(book, one.entry)
    if not words:
        words = _told(book, effects, called=not one.uncalled)
        to_you = _to_you(book, effects, words)
    won, left = (_sums(of, effects) for of in (fx.won, fx.left_cents))
    return ms.Item(one.seq, _shown(one.entry), effects, words, won, left, to_you)


def _to_you(book: Rulebook, effects: Sequence[fx.Effect], words: Sequence[str]) -> dict[str, dict[int, str]]:
    """Say effects to the people whom they are about, where that is said in other words."""
    to_you: dict[str, dict[int, str]] = {}
    for number, (effect, said) in enumerate(zip(effects, words, strict=True)):
        name = about(effect)
        if name and (yours := tell(effect, book, name)) != said:
            to_you.setdefault(name, {})[number] = yours
    return to_you


def _told(book: Rulebook, effects: Sequence[fx.Effect], *, called: bool, heard: str = "") -> tuple[str, ...]:
    """Say effects. A throw that a person has to call is named by its faces, or with what they called."""

    def said(one: fx.Effect) -> str:
        if not isinstance(one, fx.Thrown) or (called and not heard):
            return tell(one, book)
        return f"{one.throw}: {heard}" if heard else str(one.throw)

    return tuple(map(said, effects))


def _sums(of: Callable[[fx.Effect], Cents], effects: Sequence[fx.Effect]) -> tuple[Cents, ...]:
    """Return a sum for each effect, or nothing if all are 0."""
    sums = tuple(map(of, effects))
    return sums if any(sums) else ()


_Sentences = tuple[tuple[str, ...], dict[str, dict[int, str]]]
"""Sentences for everybody, and to the people whom they are about, as in an `Item`."""


def _of_entry(book: Rulebook, entry: en.LogEntry) -> _Sentences:
    """Say what a stickperson called, or what happened to a late wager: the engine has no effects of these."""
    match entry:
        case en.Dealt(action="call") if entry.how != "refused":
            if entry.how == "not_done":
                return (f"The automatic crew calls: {entry.words}",), {}
            return _of_person(book, entry.person, "calls", f": {entry.words}")
        case en.LateBetAsked():
            names = HouseNames(book)
            stake = names.stake(entry.bet.wager, entry.bet.amount)
            by = " and the ".join(map(names.words, entry.confirmed))
            confirmed = f"confirmed by the {by} so far" if by else "and the crew has to confirm it"
            return _of_person(book, entry.bet.by.person, "bets", f" {stake} late, {confirmed}")
        case en.LateBetDropped():
            why = "is turned down" if entry.by else "was not confirmed before the dice came to rest"
            return _of_person(book, entry.player, WHOSE, f" late wager {why}")
        case _:
            return (), {}


def _of_person(book: Rulebook, name: str, does: str, rest: str) -> _Sentences:
    to_you = HouseNames(book, name).person(name, does)
    words = f"{HouseNames(book).person(name, does)}{rest}"
    return (words,), {name: {0: capital_you(f"{to_you}{rest}")}}


def _shown(entry: en.LogEntry) -> en.LogEntry:
    """Return the public form of an entry: without a seed that is not locked yet, or what is right to deal."""
    return replace(entry, seed="") if isinstance(entry, en.SeedGiven) else undealt.entry_shown(entry)


def you(book: Rulebook, table: LiveTable, sender: Sender, wallet_cents: int) -> ms.You:
    """Return this person's private view."""
    seat = table.state.seat(sender.person)
    seeds = {seed.player: seed.seed for seed in table.fairness.seeds}
    return ms.You(
        sender.person,
        tuple(sorted(sender.roles)),
        wallet_cents,
        len(seat.earlier) if seat else 0,
        seeds.get(sender.person, ""),
        sender.own,
        crew_chairs.closes(book, table, sender),
        crew_chairs.enters(book, table, sender),
        crew_chairs.throws_from_a_chair(book, table, sender),
        mutes(table, sender.person),
        acts_now(book, table, sender),
        crew_chairs.hosts(table, sender.person),
        crew_chairs.takeable(book, table, sender),
        crew_chairs.dice_chair(book, table, sender),
        may_close(table, sender),
        deals(book, table, sender),
        lets_go(book, table, sender),
        box_sees(book, table, sender),
        scores_for(book, table, sender),
        crew_chairs.disputes_due(book, table, sender),
        calls_for(book, table, sender),
    )


def may_close(table: LiveTable, sender: Sender) -> bool:
    """Whether a person may close the table for good: they opened it, or are a supervisor of the house."""
    return bool(sender.person) and (table.opener == sender.person or "supervisor" in sender.roles)


def inspects(table: LiveTable, sender: Sender) -> bool:
    """Whether a person inspects a table: they were granted the role, and have no other part there."""
    others = set(table.chairs_of(sender.person)) - {_INSPECTOR}
    plays = table.state.seat(sender.person) is not None or sender.person in table.waiting
    return _INSPECTOR in sender.roles and not others and not plays


def inspected(table: LiveTable) -> list[str]:
    """Return the people of a table whom an inspector sees."""
    names = {seat.name for seat in table.state.seats} | {guest.name for guest in table.guests}
    return sorted(names | {chair.person for chair in table.chairs} | {*table.waiting})


def inspection(
    table: LiveTable, sender: Sender, wallets: Mapping[str, int], won_cents: int
) -> ms.Inspection | None:
    """Return an inspector's extra view; None for other people.

    Args:
        table: the table.
        sender: the person who looks.
        wallets: the sum that each person has away from the tables, in cents.
        won_cents: the sum that the house has won at the table, by the books. They settle a throw before it is
            dealt; an inspector sees what the house has won without what is open.
    """
    if not inspects(table, sender):
        return None
    won_cents += undealt.not_shown(table)
    undo = {seat.name: len(seat.earlier) for seat in table.state.seats}
    people = (ms.Inspected(name, wallets.get(name, 0), undo.get(name, 0)) for name in inspected(table))
    return ms.Inspection(won_cents, tuple(people))
