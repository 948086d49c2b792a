"""The dealers' acts at a table where people deal, and the automatic crew that finishes their work."""

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.errors import quoted
from bankcraps.game.chips import LARGEST, money
from bankcraps.game.dealing import WagerToSettle, lies, order_source
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import Standing, player
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import CREW
from bankcraps.game.engine.shooter.turns import holder, offered_to
from bankcraps.game.engine.state import LastThrow
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.notation.phrases import calls
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.log import entries as en
from bankcraps.live.people.evenings import dollars, moment, sheet, text
from bankcraps.live.people.places import not_playing
from bankcraps.live.round.crew_chairs import crew_of, hosts, works_as
from bankcraps.live.round.quiet import lone_player
from bankcraps.live.table import dealing
from bankcraps.live.table.commands import Deal, Decision, LetGo, Refused, Sender
from bankcraps.live.table.dealing import Check, DealerScore, Task
from bankcraps.live.table.live_table import LiveTable, clock_of
from bankcraps.live.table.log_replay import LogReplay, Replayed
from bankcraps.support.structs import struct_of

_LONGEST_CALL: Final = 100


def works_in(table: LiveTable, sender: Sender, chair: str) -> bool:
    """Whether a person holds a dealing chair and may still act from it."""
    return table.holder(chair) == sender.person and works_as(table, sender, dealing.base_role(chair))


def deals(book: Rulebook, table: LiveTable, sender: Sender) -> bool:
    """Whether people deal here, and this person does."""
    chairs = dealing.dealing_chairs(book) if table.settings.dealt else ()
    return any(works_in(table, sender, chair) for chair in chairs)


def deal(command: Deal, sender: Sender, room: Decision) -> Refused | None:
    """Judge what a dealer does with a wager. A right deal closes the task; a wrong one is logged, too."""
    refused = _no_dealer(room, sender) or _impossible(command) or _no_place_for_puck(room, command)
    if refused is not None:
        return refused
    task = room.table.work.task(command.player, command.wager, call=command.action == "call")
    if task is None:
        return _of_no_task(room, sender, command)
    if not works_in(room.table, sender, task.chair):
        who = room.table.holder(task.chair)
        return Refused("not_your_chair", f"that is the work of {who}: {_place(task)}")
    did = _done(room.table, command, sender.person, task.chair)
    did = dealing.judged(task, did, free=room.table.settings.dealt == "free")
    if did.how == "wrong":
        return _happens(room, task, did)
    room.add(did)
    if did.how == "right":
        return None
    last = room.table.state.last
    assert last is not None
    done = dealing.said(command.action, command.cents, command.puck, command.words)
    return _wrong(room.book, last, task, done)


def _wrong(book: Rulebook, last: LastThrow, task: Task, done: str) -> Refused:
    """Say what is right for a task, and why.

    Args:
        book: the house.
        last: the last throw, with the table before it.
        task: the task.
        done: the dealer's action, as `said` puts it.
    """
    if task.calls:
        return Refused("wrong_deal", f'the call is "{task.calls[0]}", not {done}')
    if task.stood is None:
        point = f"the point is {task.puck}" if task.puck else "there is no point now"
        where = done.removeprefix("the puck goes ")
        return Refused("wrong_deal", f"{dealing.said('puck', puck=task.puck)}, not {where}: {point}")
    right = WagerToSettle(task.player, task.stood, task.effects, last.before, last.throw).correction(book)
    act = dealing.said(task.action, task.right)
    if task.lies is not None and task.action == "move":
        act = f"move it to {HouseNames(book).of(task.lies)}"
    because = right.sum or ", ".join(right.words)
    clause = right.reasons[0].clause if right.reasons else None
    says = f"{lies(book, task.player, task.stood)}: {act}, do not {done}. {because}"
    return Refused("wrong_deal", says, clause)


def _happens(room: Decision, task: Task, did: en.Dealt) -> Refused | None:
    """Carry out a wrong deal: the house pays the difference, or takes it, if the rail has it."""
    if not did.moved:
        room.add(did)
        return None
    award = dealing.award_of(did, dealing.payer(room.book))
    refused = room.refused(room.refusal_of(award)) or _more_than_seen(room, task, did.moved)
    if refused is not None:
        return refused
    room.add(did)
    return room.refused(room.act(award))


def _more_than_seen(room: Decision, task: Task, sum_: int) -> Refused | None:
    """Refuse to take more than the player has in hand: other chips of theirs are not dealt yet."""
    work = room.table.work
    others = replace(work, tasks=tuple(one for one in work.tasks if one is not task))
    rail = dealing.as_dealt(others, room.table.state.seated(task.player)).rail
    if rail + sum_ >= 0:
        return None
    return Refused(
        "not_enough_chips", f"{task.player} has too few chips in the rail for that: deal the rest first"
    )


def _no_dealer(room: Decision, sender: Sender) -> Refused | None:
    table = room.table
    if not table.settings.dealt:
        return Refused("not_now", "the automatic crew deals at this table")
    if not deals(room.book, table, sender):
        return Refused("not_your_chair", "only the dealers do that: take the chair first")
    if not table.work.tasks:
        return Refused("not_now", "everything is dealt")
    return None


def _impossible(command: Deal | en.Dealt) -> Refused | None:
    if (command.action in ("puck", "call")) != (command.wager is None):
        return Refused("bad_words", "say whose wager it is and which, where the puck goes, or the call")
    if len(command.words) > _LONGEST_CALL or not command.words.isprintable():
        return Refused("bad_words", f"a call has at most {_LONGEST_CALL} printable characters")
    if not 0 <= command.cents <= LARGEST or (command.cents and command.action != "pay"):
        return Refused("bad_words", f"say a sum only when you pay, from $0 to {money(LARGEST)}")
    return None


def _no_place_for_puck(room: Decision, command: Deal) -> Refused | None:
    points = room.book.come_out.points
    if command.puck in (0, *points):
        return None
    says = f'the puck goes to "off" or on {", ".join(map(str, points))}, not on {quoted(command.puck)}'
    return Refused("bad_words", says)


def _of_no_task(room: Decision, sender: Sender, command: Deal) -> Refused:
    """Refuse to deal a wager that is dealt already, or that the throw does not decide."""
    standing = _idle(room.table, command)
    if standing is None:
        return Refused("not_now", "that is dealt already, or no such wager lies there")
    chairs = dealing.dealing_chairs(room.book)
    chair: en.ChairRole = next(chair for chair in chairs if works_in(room.table, sender, chair))
    room.add(_done(room.table, command, sender.person, chair))
    says = f"{lies(room.book, command.player, standing)}: leave it, nothing is to be done with it now"
    return Refused("wrong_deal", says)


def _idle(table: LiveTable, about: Deal | en.Dealt) -> Standing | None:
    """Return the wager meant, if it stands and was not dealt after this throw; otherwise None."""
    seat = table.state.seat(about.player)
    dealt = any(
        (one.player, one.wager) == (about.player, about.wager) and one.how != "refused"
        for one in table.work.dealt
    )
    return seat.on(about.wager) if seat and about.wager and not dealt else None


def _done(table: LiveTable, did: Deal | en.Dealt, person: str, chair: en.ChairRole) -> en.Dealt:
    """Return the log entry of a dealer's act before it is judged."""
    return en.Dealt(
        person=person,
        chair=chair,
        player=did.player,
        wager=did.wager,
        action=did.action,
        cents=did.cents,
        how="refused",
        late_ms=table.now - table.work.since,
        puck=did.puck if did.wager is None else 0,
        words=did.words if did.wager is None else "",
    )


def deal_holds(book: Rulebook, table: LiveTable, entry: en.Dealt, by: str) -> bool:
    """Whether a house can log this act of a dealer, or of the automatic crew in their place.

    Args:
        book: the house.
        table: the table before it, at its time.
        entry: the entry of the log.
        by: the person whose command it was, by the log; empty for the house.
    """
    task = table.work.task_of(entry)
    if entry.how == "not_done":
        if task is None or entry != dealing.right_of(task, table.now - table.work.since, entry.by):
            return False
        lets = Sender(entry.by, frozenset(CREW))  # the log does not say who has which role
        return lets_go(book, table, lets) if entry.by else not (by and table.holder(task.chair))
    if not entry.person or table.holder(entry.chair) != entry.person or _impossible(entry):
        return False
    did = _done(table, entry, entry.person, entry.chair)
    if task is not None:
        return entry == dealing.judged(task, did, free=table.settings.dealt == "free")
    deals_here = entry.chair in dealing.dealing_chairs(book) and bool(table.work.tasks)
    return entry == did and deals_here and _idle(table, entry) is not None


def _place(task: Task) -> str:
    places = {"dealer": "the left base", "second_dealer": "the right base", "stickperson": "the stick"}
    return places.get(task.chair, task.chair)


def let_go(command: LetGo, sender: Sender, room: Decision) -> Refused | None:
    """Let the automatic crew finish the dealing, for the box."""
    del command
    if not room.table.work.tasks:
        return Refused("not_now", "everything is dealt")
    if not lets_go(room.book, room.table, sender):
        return Refused("not_your_chair", "only the box lets the dealers' work go")
    leave_to_crew(room, sender.person)
    return None


def lets_go(book: Rulebook, table: LiveTable, sender: Sender) -> bool:
    """Whether a person may let the dealers' work go: the box or the host, or a dealer where no box sits."""
    if not table.work.tasks:
        return False
    boxes = book.table.filled(["boxperson"])
    if crew_of(table, sender, boxes) or hosts(table, sender.person):
        return True
    return deals(book, table, sender) and not any(map(table.holder, boxes))


def leave_to_crew(room: Decision, by: str = "") -> None:
    """Have the automatic crew finish the dealing. `by` is the person who asked for it, if anybody did."""
    for task in room.table.work.tasks:
        room.add(dealing.right_of(task, room.table.now - room.table.work.since, by))


def box_sees(book: Rulebook, table: LiveTable, sender: Sender) -> tuple[Check, ...]:
    """Return what is right and what was dealt after the last throw, for the box and the host alone."""
    if not table.settings.dealt or not _is_box(book, table, sender):
        return ()
    return dealing.checks(table.work, order_source(book.id))


def calls_for(book: Rulebook, table: LiveTable, sender: Sender) -> tuple[str, ...]:
    """Return the calls to choose from, for whoever has to call the throw: the plainest of each throw."""
    task, last = table.work.task("", None, call=True), table.state.last
    if task is None or last is None or not works_in(table, sender, task.chair):
        return ()
    return tuple(sorted({calls(book, throw, last.before.puck)[0] for throw in OUTCOMES}))


def scores_for(book: Rulebook, table: LiveTable, sender: Sender) -> tuple[DealerScore, ...]:
    """Return the scores that a person may see. The box and the host see all, a dealer their own."""
    if not table.work.scores or _is_box(book, table, sender):
        return table.work.scores
    return dealing.own_score(table.work, sender.person, free=table.settings.dealt == "free")


def _is_box(book: Rulebook, table: LiveTable, sender: Sender) -> bool:
    """Whether a person sees what is right: the box, or the host, unless they deal themselves."""
    if deals(book, table, sender):
        return False
    return bool(crew_of(table, sender, ["boxperson"])) or hosts(table, sender.person)


def work_due(room: Decision) -> Iterator[en.LogEntry]:
    """Yield the deals left by chairs that nobody holds any more, or the betting when all is dealt."""
    table = room.table
    left = (task for task in table.work.tasks if not table.holder(task.chair))
    yield from (dealing.right_of(task, table.now - table.work.since) for task in left)
    if table.phase.name == "paying" and table.phase.until is None and not table.work.tasks:
        yield en.PhaseBegan("betting")


# Duties of the automatic crew: unanswered offers, dice off the table, due notices.


_PAIR: Final = 2


def _time_is_up(room: Decision) -> bool:
    """Whether the time to answer is over for the player asked last."""
    return room.table.now >= room.table.asked_at + room.table.settings.timing.answer_ms


def answers_due(room: Decision) -> Iterator[ev.Event]:
    """Decline the dice for a player who was offered them and does not answer."""
    state = room.table.state
    seat = offered_to(state)
    if seat is None or state.out:
        return
    late = _time_is_up(room) and lone_player(room.book, room.table) != seat.name
    if late or not_playing(room.table, seat.name):
        yield ev.Decline(by=player(seat.name))


def dice_due(room: Decision) -> Iterator[ev.Event]:
    """Yield what a throw waits for when dice have left the table.

    These are the acts possible for a slow shooter, and those of the automatic crew, which finds all dice, and
    finds them sound. A new set comes when fewer than two are left.
    """
    state, dice = room.table.state, room.table.state.dice
    few = len(dice.chosen) + len(dice.bowl) < _PAIR
    if state.out or not (dice.short or few):
        return
    shooter = holder(state)
    if shooter and dice.short and _time_is_up(room):
        yield ev.Choose(dice.bowl[: _PAIR - len(dice.chosen)], by=player(shooter))
    checker, handler = room.automatic(ev.Inspect), room.automatic(ev.NewSet)
    if checker and (few or dice.asked):
        yield from (ev.Inspect(die, by=checker) for die in dice.away)
    if handler and few:
        yield ev.NewSet(by=handler)


def signs_due(room: Decision) -> Iterator[ev.Event]:
    """Carry out due notices if no person holds a chair that may do so."""
    state, by = room.table.state, room.automatic(ev.Close)
    if state.out or by is None or room.anybody_in_charge():
        return
    due = (sign for sign in state.floor.signs if sign.due <= clock_of(room.table))
    yield from (ev.SetLimits(sign.limits, by=by) if sign.limits else ev.Close(by=by) for sign in due)


# The work of a table's dealers: a score for each, to print and as a spreadsheet.


class DealingSummary(msgspec.Struct, frozen=True):
    """The scores of the dealers of a table.

    Attributes:
        title: the name of the table; empty if it has only that of its house.
        house_title: the name of the house.
        dealt: whether wrong deals were refused ("strict") or happened ("free").
        since, until: when something was dealt first and last, in milliseconds since 1970; 0 for never.
        open: the number of tasks that the dealers still have.
        mine: whether these are only the person's own scores.
        dealers: a score for each dealer, in the order in which they dealt first.
    """

    title: str
    house_title: str
    dealt: str
    since: int
    until: int
    open: int
    mine: bool
    dealers: tuple[DealerScore, ...]


class DealingLog(LogReplay):
    """The dealing at a table, read from its log.

    Attributes:
        since, until: as in the summary.
        boxes: the people who have held the box.
    """

    since: int = 0
    until: int = 0
    boxes: frozenset[str] = frozenset()

    def take(self, one: Replayed) -> None:
        """Note when people dealt, and who the box was."""
        entry = one.row.entry
        if isinstance(entry, en.ChairTaken) and entry.role == "boxperson":
            self.boxes |= {entry.person}
        elif isinstance(entry, en.Dealt) and entry.how != "not_done":
            self.since, self.until = self.since or one.row.at, one.row.at


def dealing_summary(log: DealingLog, sender: Sender, *, over: bool) -> DealingSummary | None:
    """Return the scores that a person may see; None if they may see none.

    The host, and people who hold or held the box, see all, except while they deal. A dealer sees their own.

    Args:
        log: the log of the table.
        sender: the person.
        over: whether the table has closed for good.
    """
    table, book = log.table, log.book
    assert table is not None
    assert book is not None
    own = dealing.own_score(table.work, sender.person, free=table.settings.dealt == "free" and not over)
    leads = hosts(table, sender.person) or sender.person in log.boxes
    sees_all = leads and (over or not deals(book, table, sender))
    if not table.settings.dealt or not (sees_all or own):
        return None
    return struct_of(
        DealingSummary,
        table.settings,
        log,
        house_title=book.title,
        open=len(table.work.tasks),
        mine=not sees_all,
        dealers=table.work.scores if sees_all else own,
    )


_HEAD: Final = (
    "dealer", "dealt", "right", "wrong", "wrong by", "out of order", "not done",
    "average seconds", "longest seconds", "began (UTC)", "ended (UTC)", "table", "house",
)  # fmt: skip


def dealing_sheet(found: DealingSummary) -> str:
    """Return the scores as CSV, a row for each dealer. Money is in dollars, times are in seconds."""
    ends = [moment(at) if at else "" for at in (found.since, found.until)]
    place = *ends, text(found.title), text(found.house_title)
    return sheet(_HEAD, ([*_score(one), *place] for one in found.dealers))


def _score(one: DealerScore) -> list[str]:
    counts = one.dealt, one.right, one.wrong, dollars(one.off), one.early, one.not_done
    average = one.late_ms / one.dealt if one.dealt else 0
    return [text(one.person), *map(str, counts), *(f"{ms / 1000:.1f}" for ms in (average, one.latest_ms))]
