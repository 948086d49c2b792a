"""Dealing by people: they pay, take and move the wagers, and a box checks them.

The engine settles each throw at once, as everywhere, so state, hashes, replay and audit are the same as at
any other table. Beside the state the room keeps the *open work of the dealers*:

- A throw opens a task for each wager that it pays, takes, moves or returns, and one for the puck. A task
  knows what is right, whose it is, how the wager lay before, and what the engine did to it.
- The chairs are those of the book. The stickperson has the centre, and a base dealer each end of the table:
  the books name the role of the dealer once, so such a table has a second chair of it, for the right end.
  A chair that no person holds is the automatic crew's, which deals at once: it gets no tasks.
- People see the table as the dealers have left it: an undealt wager lies where it lay, and its chips are in
  nobody's rail. Nobody may bet, take down or leave with chips that are not dealt yet.
- A dealer says what they do with a wager. What is right closes the task. What is wrong is refused with the
  drill's reasons where the table is `strict`. Where it is `free`, it happens: the house pays or takes the
  difference, and the box sees what was right beside what was dealt. The log keeps both.
- The payments last until the work is done. The box may let it go: the automatic crew does the rest. It also
  does the work of a chair that its dealer gave up or that was taken back.
- A correction or an invalid outcome settles the throw again, and the crew carries it out at once: the open
  tasks end without a verdict. So does what is open for a seat whose wagers change otherwise.

Nothing here is stored: tasks and scores follow from the entries of the log, as everything at a table does.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.game.chips import Cents, money
from bankcraps.game.dealing import FAMILIES, TURNS, OfChips, by_wager
from bankcraps.game.engine import crew
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import Role
from bankcraps.game.engine.acts import takes_from
from bankcraps.game.engine.state import Seat, Standing, State, in_order, tokens_without
from bankcraps.game.notation.phrases import calls
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import Wager
from bankcraps.live.log.entries import ChairRole, DealAction, Dealt, DealtHow
from bankcraps.support.structs import struct_of

STICK: Final[ChairRole] = "stickperson"
BASE: Final[ChairRole] = "dealer"
"""The base dealer of the left end, or of the whole layout where the table has one end."""

SECOND_BASE: Final[ChairRole] = "second_dealer"
"""The base dealer of the right end."""

_CENTRE: Final = frozenset(
    kind for family in ("hard", "one_roll", "horn", "hop", "hand") for kind in FAMILIES[family][1]
)
"""The wagers of the centre, which the stickperson deals."""


class Task(msgspec.Struct, frozen=True, omit_defaults=True, rename={"right": "right_cents"}):
    """Something that a dealer has to do after a throw.

    Attributes:
        chair: the chair whose work it is.
        person: the person who held it when the dice came to rest.
        action: the right answer.
        player: whose wager it is; empty for the puck and for the call.
        stood: the wager as it lay before the throw; None for the puck and for the call.
        right: the sum to hand out beyond the stake, in cents; 0 unless the wager is paid.
        lies: the wager that its chips belong to afterwards; None if they leave the layout.
        effects: the engine's effects on it, in order.
        puck: the number for the puck, or 0 for "off"; -1 for a wager.
        puck_was: where the puck was.
        calls: the calls that fit the throw, the plainest first, if it is to be called.
    """

    chair: ChairRole
    person: str
    action: DealAction
    player: str = ""
    stood: Standing | None = None
    right: Cents = Cents(0)
    lies: Wager | None = None
    effects: tuple[OfChips, ...] = ()
    puck: int = -1
    puck_was: int = 0
    calls: tuple[str, ...] = ()

    @property
    def wager(self) -> Wager | None:
        """The wager, or None for the puck and for the call."""
        return self.stood.wager if self.stood else None

    @property
    def turn(self) -> int:
        """When it is due in the order in which wagers are settled. The puck may be placed at any time."""
        return 0 if self.stood is None else TURNS[self.action]

    def comes_early(self, open_: Iterable["Task"]) -> bool:
        """Whether something else that the same dealer still has to do comes first."""
        others = (one for one in open_ if one.stood is not None and one.chair == self.chair)
        return any(one.turn < self.turn for one in others)

    def is_about(self, player: str, wager: Wager | None, *, call: bool = False) -> bool:
        """Whether this is the task about a wager of a player; without a wager, about the puck or the call."""
        return self.wager is wager and self.player == player and (self.action == "call") == call


def base_role(chair: str) -> str:
    """Return the role of the book whose work somebody in a chair does."""
    return BASE if chair == SECOND_BASE else chair


def dealing_chairs(book: Rulebook) -> list[ChairRole]:
    """Return the chairs that deal in this house: the base of each end, and the stick."""
    crew: list[str] = [*book.table.crew]
    bases: list[ChairRole] = [BASE, SECOND_BASE]
    found = bases[: book.table.sides] if BASE in crew else []
    return [*found, STICK] if STICK in crew else found


def chair_of(book: Rulebook, place: int, wager: Wager) -> ChairRole:
    """Return whose work a wager is, by the place of its player."""
    if wager.kind in _CENTRE and STICK in book.table.crew:
        return STICK
    second = SECOND_BASE in dealing_chairs(book) and place > book.table.places_a_side
    return SECOND_BASE if second else BASE


def tasks_of(
    book: Rulebook,
    before: State,
    effects: Sequence[fx.Effect],
    puck: int,
    held: Mapping[str, str],
    *,
    called: bool = False,
) -> tuple[Task, ...]:
    """Return what the dealers have to do after a throw, in the order in which the engine settled it.

    Args:
        book: the house.
        before: the table before the throw.
        effects: the effects of the throw.
        puck: where the puck belongs now.
        held: the person in each chair. Chairs that nobody holds have no work.
        called: whether a person at the stick calls the throw.
    """
    found: list[Task] = []
    for (name, wager), own in by_wager(effects).items():
        seat = before.seated(name)
        chair = chair_of(book, seat.place, wager)
        task = _task(seat, wager, own, chair, held.get(chair, ""))
        if task is not None and task.person:
            found.append(task)
    call = _call(book, before.puck, effects, held) if called else ()
    return (*call, *found, *_puck(book, before.puck, puck, held))


def _task(seat: Seat, wager: Wager, own: tuple[OfChips, ...], chair: ChairRole, person: str) -> Task | None:
    action, pay = fx.dealt_with(own)
    stood = seat.on(wager)
    if action is None or stood is None:
        return None
    return Task(
        chair=chair,
        person=person,
        action=action,
        player=seat.name,
        stood=stood,
        right=pay,
        lies=_lies(wager, own),
        effects=own,
    )


def _lies(wager: Wager, own: Sequence[OfChips]) -> Wager | None:
    moved = next((one.to for one in own if isinstance(one, fx.Moved)), None)
    return moved or (None if any(map(fx.left_spot, own)) else wager)


def _call(book: Rulebook, puck: int, effects: Sequence[fx.Effect], held: Mapping[str, str]) -> Iterator[Task]:
    """Yield the stickperson's task to call the throw, if a person holds the stick."""
    thrown = next((effect for effect in effects if isinstance(effect, fx.Thrown)), None)
    if thrown is not None and held.get(STICK) and STICK in dealing_chairs(book):
        yield Task(STICK, held[STICK], "call", calls=calls(book, thrown.throw, puck))


def _puck(book: Rulebook, was: int, puck: int, held: Mapping[str, str]) -> Iterator[Task]:
    """Yield the task of the puck, if it moves: any base dealer who is a person has it."""
    bases: tuple[ChairRole, ...] = (BASE, SECOND_BASE)
    for chair in bases:
        if was != puck and held.get(chair) and chair in dealing_chairs(book):
            yield Task(chair, held[chair], "puck", puck=puck, puck_was=was)
            return


def effects_in(tasks: Iterable[Task]) -> list[fx.Effect]:
    """Return the effects of tasks."""
    return [effect for task in tasks for effect in task.effects]


class DealerScore(msgspec.Struct, frozen=True, omit_defaults=True, rename={"off": "off_cents"}):
    """The score of a dealer at this table.

    Attributes:
        person: the dealer.
        right: the tasks that they did right.
        wrong: the number of times that they did something wrong, whether it was refused or happened.
        off: by how much what they did wrongly was wrong, together, in cents, whether it happened or not. Who
            takes a winner of $10 at even money is off by $20.
        dealt: the tasks that they dealt, right or wrong.
        not_done: the tasks that the automatic crew did for them.
        late_ms: the time after the throws at which they dealt, together, in milliseconds.
        latest_ms: the longest time.
        early: the number of times that they dealt a wager while something else of theirs came first, such as
            a payment before all losing wagers were taken.
    """

    person: str
    right: int = 0
    wrong: int = 0
    off: Cents = Cents(0)
    dealt: int = 0
    not_done: int = 0
    late_ms: int = 0
    latest_ms: int = 0
    early: int = 0


def score_after(
    scores: tuple[DealerScore, ...], entry: Dealt, off: int, *, early: bool
) -> tuple[DealerScore, ...]:
    """Return the scores after a dealer has done something, or after it was done for them.

    Args:
        scores: the scores before.
        entry: the entry about it.
        off: by how many cents the sum was wrong.
        early: whether something else came first.
    """
    by_person = {one.person: one for one in scores}
    old = by_person.get(entry.person, DealerScore(entry.person))
    dealt = entry.how in ("right", "wrong")
    late_ms = entry.late_ms if dealt else 0
    new = replace(
        old,
        right=old.right + (entry.how == "right"),
        wrong=old.wrong + (entry.how in ("wrong", "refused")),
        off=Cents(old.off + off),
        dealt=old.dealt + dealt,
        not_done=old.not_done + (entry.how == "not_done"),
        late_ms=old.late_ms + late_ms,
        latest_ms=max(old.latest_ms, late_ms),
        early=old.early + early,
    )
    return tuple((by_person | {entry.person: new}).values())


# The acts of a dealer, in the words of the drill.


_ACTS: Final[dict[DealAction, str]] = {
    "pay": "pay {sum}",
    "take": "take it",
    "move": "move it",
    "return": "return it",
    "puck": "the puck goes {where}",
    "call": '"{words}"',
}


def said(action: DealAction, cents: int = 0, puck: int = 0, words: str = "") -> str:
    """Say what is done: `pay $24`, `take it`."""
    where = f"on {puck}" if puck else 'to "off"'
    return _ACTS[action].format(sum=money(cents), where=where, words=words)


# Wrong deals that happen: the chips that they move beside the engine's, and what people see of them.


AS_DEALT: Final = "as dealt: "
"""The first words of an award's reason that only carries out a deal. People see the deal instead."""


def difference(task: Task, action: DealAction, cents: int) -> Cents:
    """Return what a player has more by what was done than by what is right, in cents."""
    return Cents(_gain(task, action, cents) - _gain(task, task.action, task.right))


def _gain(task: Task, action: DealAction, cents: int) -> int:
    assert task.stood is not None
    return cents if action == "pay" else -task.stood.chips if action == "take" else 0


def payer(book: Rulebook) -> Role:
    """Return the role in which a dealer moves what a wrong deal moves."""
    return "dealer" if "dealer" in takes_from(book, ev.Award) else "boxperson"


def award_of(deal: Dealt, role: Role) -> ev.Award:
    """Return the award that carries out a wrong deal, by its dealer in a role."""
    why = f"{AS_DEALT}{deal.wager}, {said(deal.action, deal.cents)}"
    return ev.Award(deal.player, deal.moved, why, by=crew(role, deal.person))


def as_done(task: Task, action: DealAction, cents: Cents) -> tuple[fx.Effect, ...]:
    """Return what people see happen to a wager with which something wrong was done."""
    stood = task.stood
    assert stood is not None
    if action == "pay":
        up = task.lies is stood.wager
        return (fx.Paid(task.player, stood.wager, stood.amount, cents, up, tokens=stood.tokens),)
    if action == "take":
        return (fx.Lost(task.player, stood.wager, stood.amount, tokens=stood.tokens),)
    if action == "return":
        return (fx.Returned(task.player, stood.wager, stood.amount, "off", stood.tokens),)
    return ()


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


# The view of the box: what is right and what was dealt, side by side.


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
