"""The table as its dealers have left it, for everybody who looks at it, now or in its history.

Nobody but the box learns from the house what is right while a throw is not dealt. So whatever tells people
about a table asks here: the news, the table when somebody comes, its history, and sums over its log.
"""

from collections.abc import Iterable, Sequence
from typing import TypeGuard

from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.live.log import entries as en
from bankcraps.live.table.dealing import AS_DEALT, Task, as_dealt, as_done, effects_in, shown_effects
from bankcraps.live.table.live_table import LiveTable, PlayerResult, Settled

_NOTHING = Cents(0)


def shown_of(
    before: LiveTable, after: LiveTable, entry: en.LogEntry, effects: tuple[fx.Effect, ...]
) -> tuple[fx.Effect, ...] | None:
    """Return the effects that people see with an entry, if they are others than those of the engine.

    With a throw they see what is no dealer's work; with each thing dealt, what the throw did to that wager.
    What ends open work, such as a correction, shows what the throw had done to those wagers, unless it takes
    that back.

    Args:
        before: the table before the entry.
        after: the table after it.
        entry: the entry.
        effects: its effects, if it is an event of the engine.
    """
    if isinstance(entry, en.Dealt):
        task = before.work.task_of(entry)
        return None if task is None or entry.how == "refused" else _of_task(task, entry)
    if not isinstance(entry, en.Acted):
        return None
    if _carries_out(entry.event):
        return ()
    if isinstance(entry.event, ev.Rolled):
        return shown_effects(after.work, effects) if after.work.tasks else None
    ended = [task for task in before.work.tasks if task not in after.work.tasks]
    return _with_ended(ended, effects) if effects_in(ended) else None


def _of_task(task: Task, entry: en.Dealt) -> tuple[fx.Effect, ...]:
    wrong = entry.how == "wrong" and bool(task.player)
    return as_done(task, entry.action, entry.cents) if wrong else task.effects


def _carries_out(event: ev.Event) -> TypeGuard[ev.Award]:
    """Whether an event is the award that carries out what a dealer did wrongly."""
    return isinstance(event, ev.Award) and event.why.startswith(AS_DEALT)


def _with_ended(ended: Iterable[Task], effects: Sequence[fx.Effect]) -> tuple[fx.Effect, ...]:
    """Return effects with those of open work that they end, without those that they reverse."""
    shown, before = list(effects), list[fx.Effect]()
    for hidden in effects_in(ended):
        back = next((one for one in shown if isinstance(one, fx.Reversed) and one.effect == hidden), None)
        if back is None:
            before.append(hidden)
        else:
            shown.remove(back)
    return (*before, *shown)


def entry_shown(entry: en.LogEntry) -> en.LogEntry:
    """Return an entry without what is right, which only the box sees, and the auditors of the log."""
    if isinstance(entry, en.Dealt):
        how: en.DealtHow = "dealt" if entry.how in ("right", "wrong") else entry.how
        hidden = replace(entry, right_action="", right=_NOTHING, right_puck=0, right_words="")
        return replace(hidden, how=how, moved=_NOTHING)
    if isinstance(entry, en.Acted) and _carries_out(entry.event):
        return replace(entry, event=replace(entry.event, amount=_NOTHING))
    return entry


def uncalled(table: LiveTable) -> bool:
    """Whether the stickperson still has to call the last throw."""
    return table.work.task("", None, call=True) is not None


def heard_call(table: LiveTable) -> str:
    """Return what the stickperson called of the last throw, if it was wrong and heard; empty otherwise."""
    last = table.settled
    if last is None or any(isinstance(effect, fx.ThrowCorrected) for effect in last.effects):
        return ""
    wrong = (one.words for one in table.work.dealt if one.action == "call" and one.how == "wrong")
    return next(wrong, "")


def settled_shown(table: LiveTable) -> Settled | None:
    """Return what everybody has seen of the last throw so far."""
    last = table.settled
    if last is None or not table.work.tasks:
        return last
    open_for = {task.player for task in table.work.tasks}
    cleared = tuple(name for name in last.cleared if name not in open_for)
    return replace(last, effects=shown_effects(table.work, last.effects), cleared=cleared)


def not_shown(table: LiveTable) -> int:
    """Return what the players have won by undealt wagers, together, in cents; below zero for a loss."""
    return sum(map(fx.won, effects_in(table.work.tasks)))


def rail_not_shown(table: LiveTable, player: str) -> Cents:
    """Return what the engine has put into a player's rail and no dealer has paid yet; 0 for nobody there."""
    seat = table.state.seat(player)
    return Cents(0 if seat is None else seat.rail - as_dealt(table.work, seat).rail)


def won_not_shown(table: LiveTable, player: str) -> Cents:
    """Return what a player has won by undealt wagers, in cents; below zero for a loss."""
    return Cents(sum(map(fx.won, effects_in(table.work.of(player)))))


def puck_shown(table: LiveTable) -> int:
    """Return where the puck lies: where it was, until a dealer has moved it."""
    task = table.work.task("", None)
    return task.puck_was if task else table.state.puck


def results_shown(table: LiveTable) -> tuple[PlayerResult, ...]:
    """Return the players' results, without those of a throw that is not dealt yet."""
    if not table.work.tasks:
        return table.results
    before = {one.name: one for one in table.results_before}
    return tuple(before.get(one.name, one) for one in table.results)
