"""The open work of the dealers at one moment, and the table as they have left it."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.state import Seat, Standing, State, in_order, tokens_without
from bankcraps.game.wagers import Wager
from bankcraps.live.dealing.score import DealerScore, difference, score_after
from bankcraps.live.dealing.tasks import Task, effects_in
from bankcraps.live.log.entries import Dealt


class Work(msgspec.Struct, frozen=True, omit_defaults=True):
    """The work of the dealers at a table.

    Attributes:
        tasks: the open tasks, in the order in which the engine settled them.
        since: when the dice came to rest, in milliseconds since 1970.
        dealt: the tasks that were dealt since the last throw, in order, and the latest refused deals.
        righted: which of these were wrong and have been put right by an award, by their index.
        early: which of these were dealt while their dealer still had something to do that comes first.
        scores: the score of each dealer.
    """

    tasks: tuple[Task, ...] = ()
    since: int = 0
    dealt: tuple[Dealt, ...] = ()
    righted: tuple[int, ...] = ()
    early: tuple[int, ...] = ()
    scores: tuple[DealerScore, ...] = ()

    def task(self, player: str, wager: Wager | None, *, call: bool = False) -> Task | None:
        """Return the open task about a wager of a player, the puck or the call; None if there is none."""
        return next((task for task in self.tasks if task.is_about(player, wager, call=call)), None)

    def task_of(self, entry: Dealt) -> Task | None:
        """Return the open task that an entry is about; None if there is none."""
        return self.task(entry.player, entry.wager, call=entry.action == "call")

    def of(self, player: str) -> tuple[Task, ...]:
        """Return the open tasks about the wagers of a player."""
        return tuple(task for task in self.tasks if task.player == player)


_MOST_REFUSED: Final = 3
"""The most refused deals kept of each task: the box is sent all. The log and the scores have the others."""


def work_after(work: Work, entry: Dealt) -> Work:
    """Return the work after something was dealt."""
    work = _with_room(work, entry)
    tasks, task = work.tasks, work.task_of(entry)
    wrong = task is not None and task.stood is not None and entry.how in ("refused", "wrong")
    off = abs(difference(task, entry.action, entry.cents)) if task is not None and wrong else 0
    early = entry.how in ("right", "wrong") and task is not None and task.comes_early(tasks)
    scores = score_after(work.scores, entry, off, early=early)
    if entry.how != "refused":
        tasks = tuple(one for one in tasks if one is not task)
    came_early = (*work.early, len(work.dealt)) if early else work.early
    return replace(work, tasks=tasks, dealt=(*work.dealt, entry), early=came_early, scores=scores)


def subject(one: Dealt) -> tuple[str, Wager | None, bool]:
    """Return what something dealt is about."""
    return one.player, one.wager, one.action == "call"


def _with_room(work: Work, entry: Dealt) -> Work:
    """Return the work without the oldest refused deal of a task, if a new one would be too many."""
    about = subject(entry)
    refused = [n for n, one in enumerate(work.dealt) if one.how == "refused" and subject(one) == about]
    if entry.how != "refused" or len(refused) < _MOST_REFUSED:
        return work
    gone = refused[0]
    righted, early = (tuple(n - (n > gone) for n in places) for places in (work.righted, work.early))
    dealt = (*work.dealt[:gone], *work.dealt[gone + 1 :])
    return replace(work, dealt=dealt, righted=righted, early=early)


def own_score(work: Work, person: str, *, free: bool) -> tuple[DealerScore, ...]:
    """Return the score of a dealer as they see it themselves; nothing if they have none.

    Args:
        work: the work.
        person: the dealer.
        free: whether wrong deals happen. The box has to notice them, so what a dealer dealt in a throw counts
            when the next one is thrown.
    """
    new = [one for one in work.dealt if free and one.person == person and one.how in ("right", "wrong")]
    wrong = sum(one.how == "wrong" for one in new)
    return tuple(
        replace(
            one,
            right=one.right - len(new) + wrong,
            wrong=one.wrong - wrong,
            off=Cents(one.off - sum(abs(deal.moved) for deal in new)),
            dealt=one.dealt - len(new),
            late_ms=one.late_ms - sum(deal.late_ms for deal in new),
        )
        for one in work.scores
        if one.person == person
    )


def work_after_award(work: Work, player: str, amount: int) -> Work:
    """Return the work after an award: one that undoes what was dealt wrongly puts it right."""
    for index, one in enumerate(work.dealt):
        if one.moved and (one.player, one.moved) == (player, -amount) and index not in work.righted:
            return replace(work, righted=(*work.righted, index))
    return work


def not_touched(work: Work, before: State, after: State) -> Work:
    """Return the work after another event of the engine.

    What is open for a seat ends without a verdict if its wagers have changed, or chips have left its rail.
    """
    changed = {seat.name for seat in before.seats if _changed(seat, after.seat(seat.name))}
    tasks = tuple(task for task in work.tasks if task.player not in changed)
    if before.puck != after.puck:
        tasks = tuple(task for task in tasks if task.action != "puck")
    return work if len(tasks) == len(work.tasks) else replace(work, tasks=tasks)


def _changed(before: Seat, after: Seat | None) -> bool:
    if after is None:
        return True
    return after.wagers != before.wagers or after.rail < before.rail or after.tokens != before.tokens


def as_dealt(work: Work, seat: Seat) -> Seat:
    """Return a seat as the dealers have left it: what is not dealt lies where it lay before the throw."""
    tasks = work.of(seat.name)
    if not tasks:
        return seat
    gone = {task.lies for task in tasks}
    wagers = [standing for standing in seat.wagers if standing.wager not in gone]
    for task in tasks:
        assert task.stood is not None
        wagers.append(task.stood)
    effects = effects_in(tasks)
    rail = Cents(seat.rail - fx.moved_to("rail", effects)[seat.name])
    moved = (one for effect in effects for one in fx.transfers(effect))
    came = (token for one in moved if one.target == "rail" for token in one.tokens)
    return seat.holding(rail, in_order(_one_pile_each(wagers)), tokens_without(seat.tokens, came))


def _one_pile_each(wagers: Iterable[Standing]) -> list[Standing]:
    """Put chips of the same wager together: one may come to a number that another has not left yet."""
    piles: dict[Wager, Standing] = {}
    for one in wagers:
        other = piles.get(one.wager)
        piles[one.wager] = one if other is None else _piled(other, one)
    return list(piles.values())


def _piled(pile: Standing, more: Standing) -> Standing:
    tokens = tuple(sorted(pile.tokens + more.tokens))
    return replace(pile, amount=Cents(pile.amount + more.amount), tokens=tokens)


def shown_effects(work: Work, effects: Sequence[fx.Effect]) -> tuple[fx.Effect, ...]:
    """Return the effects of a throw that everybody sees already: those that are not a dealer's open task."""
    hidden = effects_in(work.tasks)
    shown: list[fx.Effect] = []
    for effect in effects:
        if effect in hidden:
            hidden.remove(effect)
        else:
            shown.append(effect)
    return tuple(shown)
