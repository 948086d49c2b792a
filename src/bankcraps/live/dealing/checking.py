"""The box's view of the dealers' work: what is right and what was dealt, side by side."""

import re

import msgspec
from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.wagers import Wager
from bankcraps.live.dealing.work import Task, Work, difference, subject
from bankcraps.live.log.entries import Dealt, DealtHow
from bankcraps.support.structs import struct_of


class Check(msgspec.Struct, frozen=True, omit_defaults=True, rename={"owed": "owed_cents"}):
    """A wager that the dealers deal, or the puck, as the box sees it.

    Attributes:
        right: the right action, as the automatic crew deals it.
        dealt: the actions on it so far, in order; of those refused, only the latest.
        open: whether it is still to be dealt.
        lies: the wager that its chips belong to afterwards; None if they leave the layout.
        owed: the sum that would put right what was dealt wrongly: the house owes it or, below zero, the
            player.
        early: the clause which says that something else came first, or "convention"; empty if it was dealt
            in its turn.
    """

    right: Dealt
    dealt: tuple[Dealt, ...] = ()
    open: bool = False
    lies: Wager | None = None
    owed: Cents = Cents(0)
    early: str = ""


def checks(work: Work, order: str) -> tuple[Check, ...]:
    """Return the work after the last throw: first what is open, then what is dealt, in order.

    Args:
        work: the work.
        order: the clause that tells the order in which wagers are settled, or "convention".
    """
    found = [
        Check(right_of(task), _done(work, right_of(task)), open=True, lies=task.lies) for task in work.tasks
    ]
    found += [
        Check(
            _as_right(one),
            _done(work, one),
            owed=Cents(0 if index in work.righted else -one.moved),
            early=order if index in work.early else "",
        )
        for index, one in enumerate(work.dealt)
        if one.how != "refused"
    ]
    known = {subject(one.right) for one in found}
    stray = {subject(one): one for one in work.dealt if subject(one) not in known}
    found += [Check(_as_right(one), _done(work, one)) for one in stray.values()]
    return tuple(found)


def right_of(task: Task, late_ms: int = 0, by: str = "") -> Dealt:
    """Return how the automatic crew deals a task in place of its dealer. It calls a throw most plainly."""
    call = task.calls[0] if task.calls else ""
    return struct_of(
        Dealt,
        task,
        cents=task.right,
        how="not_done",
        right_action=task.action,
        late_ms=late_ms,
        puck=max(task.puck, 0),
        right_puck=max(task.puck, 0),
        by=by,
        words=call,
        right_words=call,
    )


def judged(task: Task, did: Dealt, *, free: bool) -> Dealt:
    """Return an act of a dealer beside what is right, with what becomes of it.

    Args:
        task: the task that it is about.
        did: the act, with its dealer, and how long after the throw it came.
        free: whether wrong deals happen. Without it, and for the puck, they are refused.
    """
    due = right_of(task, did.late_ms)
    done = replace(
        due,
        person=did.person,
        action=did.action,
        cents=did.cents,
        puck=did.puck if did.action == "puck" else 0,
        words=did.words if task.calls else "",
    )
    fits = done == replace(due, person=did.person, words=done.words)
    if fits and (not task.calls or _plain(did.words) in map(_plain, task.calls)):
        return replace(done, how="right")
    how: DealtHow = "wrong" if free and (task.player or task.calls) else "refused"
    moves = how == "wrong" and task.stood is not None
    return replace(done, how=how, moved=difference(task, did.action, did.cents) if moves else Cents(0))


def _plain(words: str) -> str:
    """Return the words of a call without case, spaces and punctuation, which do not matter."""
    return " ".join(re.findall(r"[a-z0-9]+", words.lower().replace("'", "")))


def _done(work: Work, about: Dealt) -> tuple[Dealt, ...]:
    return tuple(one for one in work.dealt if subject(one) == subject(about))


def _as_right(one: Dealt) -> Dealt:
    """Return what was right where something was dealt."""
    return replace(
        one,
        action=one.right_action or one.action,
        cents=one.right,
        how="right",
        late_ms=0,
        puck=one.right_puck,
        moved=Cents(0),
        by="",
        words=one.right_words,
    )
