"""The table as its dealers have left it, for everybody who looks at it."""

from bankcraps.engine import events as ev
from bankcraps.engine.effects import Effect
from bankcraps.live.dealing.work import shown_effects
from bankcraps.live.dealing.wrong_pays import AS_DEALT, as_done
from bankcraps.live.log import entries as en
from bankcraps.live.table.live_table import LiveTable
from bankcraps.live.table.results import PlayerResult

__all__ = ["puck_shown", "results_shown", "shown_of"]


def shown_of(
    before: LiveTable, after: LiveTable, entry: en.LogEntry, effects: tuple[Effect, ...]
) -> tuple[Effect, ...] | None:
    """Return the effects that people see with an entry, if they are others than those of the engine.

    With a throw they see what is no dealer's work; with each thing dealt, what the throw did to that wager.
    """
    if isinstance(entry, en.Dealt):
        task = before.work.task(entry.player, entry.wager)
        if task is None or entry.how == "refused":
            return None
        return as_done(task, entry.action, entry.cents) if entry.how == "wrong" else task.effects
    if (
        isinstance(entry, en.Acted)
        and isinstance(entry.event, ev.Award)
        and entry.event.why.startswith(AS_DEALT)
    ):
        return ()
    if after.work.tasks and isinstance(entry, en.Acted) and isinstance(entry.event, ev.Rolled):
        return shown_effects(after.work, effects)
    return None


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
