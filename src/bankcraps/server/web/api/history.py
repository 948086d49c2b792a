"""The API of the history of tables: hands, throws, disputes, statistics, and replays of any part.

Of each log, the table is remembered at some moments. From the last of them before it, any part is read again.
"""

from collections.abc import Callable, Iterator
from copy import copy
from itertools import islice
from typing import Final, Self, TypeVar

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import shooter
from bankcraps.game.engine.floor.disputes import next_step
from bankcraps.game.engine.shooter.turns import Hand, hand_after
from bankcraps.game.engine.state import DisputeCase
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.advice.statistics import Statistics, Tally, statistics
from bankcraps.live.log.entries import Acted, Dealt, LogEntry, Row, SystemStarted
from bankcraps.live.proof.dice_check import CheckedThrow, DiceCheck, DiceCounts, WrongDiceError
from bankcraps.live.table.live_table import LiveTable
from bankcraps.live.table.log_replay import LogReplay, Replayed, replay_rows
from bankcraps.live.wire.messages import Item, SeatHistory, TableChanges, TableView
from bankcraps.live.wire.views import changes, item, view
from bankcraps.server.hosting.table_loading import book_of
from bankcraps.server.house import UnknownTableError
from bankcraps.server.stores.store import Store
from bankcraps.server.web.api.edges import exact_edge
from bankcraps.server.web.api.log_cache import Readings
from bankcraps.server.web.edge.endpoints import Prepared, whole_number
from bankcraps.server.web.edge.sessions import Api, Desk

_MARKED: Final = 256
"""The first distance, in entries, between remembered tables. It grows with the log."""

_MOST_MARKS: Final = 256
"""The most remembered tables of one log."""

_LONGEST_STAY: Final = 200_000
"""The most rows read to find the events that a player has seen."""

_MOST_ITEMS: Final = 20_000

_AnswerT = TypeVar("_AnswerT")


class HandLine(msgspec.Struct, frozen=True):
    """A shooter's hand.

    Attributes:
        hand: its number at the table, from 1.
        shooter: the player who threw; empty for the stickperson.
        first, last: the numbers of its first and last entry in the log.
        at: when it ended, in milliseconds since 1970.
        throws: the number of throws that counted.
        ended: "seven_out", or why the dice were passed.
    """

    hand: int
    shooter: str
    first: int
    last: int
    at: int
    throws: int
    ended: str


class HandReplay(msgspec.Struct, frozen=True):
    """A hand again.

    Attributes:
        hand: the hand.
        before: the table as it was when the hand began.
        items: the events, in order, with their effects.
    """

    hand: HandLine
    before: TableView
    items: list[Item]


def _concerns(player: str, entry: LogEntry, effects: tuple[fx.Effect, ...]) -> bool:
    if isinstance(entry, SystemStarted):  # the player hands their seat to a system
        return entry.seat.name == player
    if isinstance(entry, Dealt):
        return entry.player == player and entry.how != "refused"
    if not isinstance(entry, Acted):
        return False
    mine = entry.event.by.person == player and entry.event.by.role == "player"
    return mine or any(
        isinstance(effect, fx.Thrown | fx.ThrowInvalid | fx.HandEnded)
        or getattr(effect, "seat", "") == player
        for effect in effects
    )


_HANDS: Final = 100
_THROWS: Final = 100


class HistoryApi(Api):
    """The history of tables, from their logs."""

    def __init__(self, desk: Desk, prepared: Prepared) -> None:
        """Read the logs of the house; `prepared` has the answers that are kept."""
        super().__init__(desk)
        self._prepared = prepared
        self._readings = Readings(desk, LogHistory)

    async def hands(self, request: Request) -> list[HandLine]:
        """The hands of a table, 100 at a time."""
        table, after = await self._desk.known(request), whole_number(request, "after")
        return (await self._until(table, after + _HANDS)).hands[after : after + _HANDS]

    async def hand(self, request: Request) -> HandReplay:
        """A hand again, with all that happened in it."""
        table, number = await self._desk.known(request), request.path_params["hand"]
        reading = await self._until(table, number)
        for line in reading.hands[max(0, number - 1) : number]:
            return await self._desk.threads.work(self._hand_again, reading, line)
        raise UnknownTableError(f"table {table} has no hand {number} that has ended")

    async def _until(self, table: str, hands: int) -> "LogHistory":
        """Read a log until a number of hands have ended, or to its end."""
        return await self._readings.read(table, lambda reading: len(reading.hands) >= hands)

    async def stay(self, request: Request) -> SeatHistory:
        """The events that a player has seen since they sat down: own acts, throws, what moved their chips."""
        table, player = await self._desk.known(request), await self._desk.person(request)
        reading = await self._readings.read(table)
        assert reading.table is not None
        before = next(mark for mark in reversed(reading.marks) if mark.state.seat(player) is None)
        last = reading.table.seq
        if last - before.seq > _LONGEST_STAY:
            raise BankcrapsError(f"{player} sat down too long ago: {last - before.seq} entries of the log")
        return await self._desk.threads.work(self._stay, reading, before.seq + 1, last, player)

    def _stay(self, reading: "LogHistory", first: int, last: int, player: str) -> SeatHistory:
        items: list[Item] = []
        _, table, part = part_of_log(self._desk.house.store, reading, first, last)
        for one in part:
            if any(isinstance(effect, fx.Seated) and effect.seat == player for effect in one.effects):
                items = []
            if _concerns(player, one.row.entry, one.effects):
                items.append(item_of(one))
            table = one.after
        return SeatHistory(last, items if table.state.seat(player) else [])

    async def throws(self, request: Request) -> "SealedThrows":
        """Sealed throws, 100 at a time: the latest, or those after a number."""
        table, after = await self._desk.known(request), whole_number(request, "after")
        most = _THROWS if "after" in request.query_params else -_THROWS
        return await self._told(table, lambda found: found.sealed(after, most))

    async def disputes(self, request: Request) -> "list[DisputeLine]":
        """The disputes, with whose turn it is and the throw before each."""
        return await self._told(await self._desk.known(request), lambda found: list(found.dispute_lines()))

    async def _told(self, table: str, tell: Callable[["LogHistory"], _AnswerT]) -> _AnswerT:
        """Return what a whole log tells, if its dice are right."""
        return await self._readings.told(table, lambda reading: tell(reading.with_right_dice()))

    async def statistics(self, request: Request) -> "TableStatistics":
        """The results of the throws for the person who asks."""
        table, player = await self._desk.known(request), await self._desk.name(request)
        hand = whole_number(request, "hand")
        found, reading = await self._told(table, lambda reading: (reading.counted(player, hand), reading))
        return await self._desk.threads.work(reading.with_expectation, found) if found.advice else found

    async def replay(self, request: Request) -> Response:
        """A part of the log again, step by step; at most 1,000 entries."""
        table, first = await self._desk.known(request), whole_number(request, "first", 2)
        last = whole_number(request, "last", first)
        # A log only grows, so what it tells of these entries stays as it is.
        return await self._prepared.answer(
            request, ("replay", table, first, last), lambda: self.replay_part(table, first, last)
        )

    async def replay_part(self, table: str, first: int, last: int) -> "Replay":
        """Return a part of a log again.

        Raises:
            BankcrapsError: if the log has no such entries.
        """
        reading = (await self._readings.read(table)).with_right_dice()
        assert reading.table is not None
        if not 2 <= first <= last <= reading.table.seq:  # noqa: PLR2004 - the first entry opens the table
            raise BankcrapsError(
                f"the log of table {table} can be shown from entry 2 to {reading.table.seq}, "
                f"not from {first} to {last}"
            )
        last = min(last, first + _MOST_STEPS - 1)
        return await self._desk.threads.work(self._replay, reading, first, last)

    def _replay(self, reading: "LogHistory", first: int, last: int) -> "Replay":
        book, before, part = part_of_log(self._desk.house.store, reading, first, last)
        steps = [ReplayStep(item_of(one), changes(book, one.before, one.after)) for one in part]
        return Replay(view(book, before), steps, last)

    def _hand_again(self, reading: "LogHistory", line: HandLine) -> HandReplay:
        last = min(line.last, line.first + _MOST_ITEMS - 1)
        book, before, part = part_of_log(self._desk.house.store, reading, line.first, last)
        return HandReplay(line, view(book, before), list(map(item_of, part)))


_Part = tuple[Rulebook, LiveTable, Iterator[Replayed]]
"""The house of a part of a log, the table before it, and what happened in it."""


def part_of_log(store: Store, reading: "LogHistory", first: int, last: int) -> _Part:
    """Read some entries of a log again, from the last remembered table before them on."""
    book, table = reading.book, next(mark for mark in reversed(reading.marks) if mark.seq < first)
    assert book is not None
    rows = store.logs.rows(table.id, table.seq, last - table.seq)
    for one in replay_rows(book, table, islice(rows, first - 1 - table.seq)):
        table = one.after
    return book, table, replay_rows(book, table, rows)


def item_of(one: Replayed) -> Item:
    """Return a row as everybody may see it."""
    return item(one.book, one.happening)


_MOST_STEPS: Final = 1_000


class SealedThrows(msgspec.Struct, frozen=True):
    """Sealed throws of a table, and what became of all of them.

    Attributes:
        throws: the throws asked for.
        counted: the number that counted, each as its secret gives it.
        unseeded: the number of these without a seed of a player. The house could have chosen them.
        fixed: by player, the number of these that were fixed before that player's seed was known, if it was
            random.
        broken: the number of promised seeds that were not given, by player.
        lost: the number that the house gave up because it lost their secrets.
        withheld, no_rolls, invalid, void: throws that were drawn and did not count, calls of "no roll",
            outcomes declared invalid and wagers declared void, by reason.
        entered, corrected, overruled: throws of real dice, those that were entered anew before they counted,
            and those that were corrected afterwards.
    """

    throws: list[CheckedThrow]
    counted: int
    unseeded: int
    fixed: dict[str, int]
    broken: dict[str, int]
    lost: int
    withheld: dict[str, int]
    no_rolls: dict[str, int]
    invalid: dict[str, int]
    void: dict[str, int]
    entered: int
    corrected: int
    overruled: int


_COUNTED: Final = {*SealedThrows.__struct_fields__} & {*DiceCounts.__struct_fields__} - {"lost"}
"""The counts of all throws as they are."""


class DisputeWords(msgspec.Struct, frozen=True):
    """A ruling or a finding of somebody of the crew about a dispute.

    Attributes:
        found: whether it is the finding of an inspector. Otherwise it is a ruling.
        role: the chair they spoke from.
        words: the ruling or the finding.
        at: when, in milliseconds since 1970.
    """

    found: bool
    role: str
    words: str
    at: int


class DisputeLine(msgspec.Struct, frozen=True):
    """A dispute.

    Attributes:
        dispute: the question that was raised, with its decisions.
        step: the next step: somebody may "decide" it, "investigate" it, the player may "ask_review", or
            nothing, if it is empty.
        before: the role whose turn it is, or to whom a review would go; empty if it is closed.
        clause: the clause that says so.
        seq, at: the entry in which it was raised, and when, in milliseconds since 1970.
        first, last: the entries with the last throw before it, up to its correction if it was corrected; 0 if
            nothing had been thrown.
        said: every ruling and finding, the earliest first.
    """

    dispute: DisputeCase
    step: str
    before: str
    clause: str
    seq: int
    at: int
    first: int
    last: int
    said: tuple[DisputeWords, ...]


class ReplayStep(msgspec.Struct, frozen=True):
    """An entry of the log with what followed, and what changed in the view."""

    item: Item
    changes: TableChanges


class Replay(msgspec.Struct, frozen=True):
    """A part of a table's log again.

    Attributes:
        before: the table before it.
        steps: the events, in order.
        last: the last entry here. If it is less than what was asked for, ask for the rest.
    """

    before: TableView
    steps: list[ReplayStep]
    last: int


class TableStatistics(msgspec.Struct, frozen=True):
    """Statistics of the throws of a table, for the person who asks.

    Attributes:
        player: the person; empty for somebody who has not signed in.
        advice: whether the house may tell edges and what they make of a wager.
        hand: the hand that it is about, or 0 for all.
        counted: the result of the throws.
    """

    player: str
    advice: bool
    hand: int
    counted: Statistics


class LogHistory(LogReplay):
    """The history that a log tells so far.

    Attributes:
        marks: the table after the first entry, and after some others, at equal distances.
        every: the distance, in entries. It doubles when there are too many marks.
        hands: the hands that have ended.
        dice, throws: the check of the dice, and the sealed throws.
        wrong: the reason that the dice are wrong; empty if they are right.
        tally: the result of the throws that are dealt.
        disputes: where each dispute was raised: its entry, its time, and the first and the last entry of the
            throw before it.
        said: the rulings and findings of each dispute.
    """

    def __init__(self, table: str) -> None:
        """Start before the first entry of the log of a table."""
        super().__init__(book_of)
        self.marks: list[LiveTable] = []
        self.every = _MARKED
        self.hands: list[HandLine] = []
        self.dice = DiceCheck(table)
        self.throws: list[CheckedThrow] = []
        self.wrong = ""
        self.tally = Tally()
        self.disputes: dict[int, tuple[int, int, int, int]] = {}
        self.said: dict[int, list[DisputeWords]] = {}
        self._first = 2
        self._shooter = ""
        self._throw: tuple[int, int] = (0, 0)

    def read(self, row: Row) -> Replayed | None:
        """Check the dice, and read on."""
        try:
            checked = None if self.wrong else self.dice.read(row)
        except WrongDiceError as error:
            self.wrong, checked = str(error), None
        if checked:
            self.throws.append(checked)
        return super().read(row)

    def with_right_dice(self) -> Self:
        """Return this, if the dice are right.

        Raises:
            WrongDiceError: if they are not.
        """
        if self.wrong:
            raise WrongDiceError(self.wrong)
        return self

    def begin(self, table: LiveTable) -> None:
        """Mark the table as it was opened."""
        self.marks.append(table)

    def take(self, one: Replayed) -> None:
        """Note the ends of hands, and where disputes were raised."""
        table = one.after
        self._follow_the_hand(one)
        self._follow_the_throw(one)
        for effect in one.effects:
            if isinstance(effect, fx.DisputeRaised):
                first, last = self._throw
                self.disputes[effect.number] = (table.seq, one.row.at, first, last)
            elif isinstance(effect, fx.DisputeDecided | fx.DisputeInvestigated):
                self.said.setdefault(effect.number, []).append(_said(one, effect))
        if table.seq % self.every == 0:
            self.marks.append(table)
        if len(self.marks) > _MOST_MARKS:
            self.every *= 2
            self.marks = self.marks[::2]

    def _follow_the_hand(self, one: Replayed) -> None:
        """Note the shooter, and the ends of hands. The end of one may be taken back."""
        hand = one.before.hand
        if not hand.throws:
            self._shooter = shooter(one.book, one.before.state) or ""
        for effect in one.effects:
            after = hand_after(hand, effect)
            if after.number > hand.number:
                self._end_hand(one, hand, effect.why if isinstance(effect, fx.DicePassed) else "seven_out")
            elif after.number < hand.number:
                line = self.hands.pop()
                self._first, self._shooter = line.first, line.shooter
            hand = after

    def _end_hand(self, one: Replayed, hand: Hand, why: str) -> None:
        """End a hand. If the dice were passed at a throw, the throw belongs to the next hand."""
        table, begun = one.after, one.after.hand.throws > 0
        last = table.seq - begun
        line = HandLine(hand.number, self._shooter, self._first, last, one.row.at, hand.throws, why)
        self.hands.append(line)
        self._first = last + 1
        if begun:
            self._shooter = shooter(one.book, table.state) or ""

    def take_dealt(self, one: Replayed) -> None:
        """Count what throws did."""
        self.tally.see(one.after.state, one.effects)

    def _follow_the_throw(self, one: Replayed) -> None:
        """Note the entries of the last throw: what led to it, the throw, and rulings about it."""
        seq, (first, _) = one.after.seq, self._throw
        if any(isinstance(effect, fx.ThrowCorrected | fx.ThrowInvalid) for effect in one.effects):
            self._throw = first, seq
            for number, (raised, at, of, _) in self.disputes.items():
                if of == first:
                    self.disputes[number] = raised, at, first, seq
        elif any(isinstance(effect, fx.Thrown) for effect in one.effects):
            self._throw = seq - 1, seq

    def sealed(self, after: int, most: int) -> SealedThrows:
        """Return the first sealed throws after a number or, if `most` is below zero, the latest of them."""
        counts = self.dice.counts
        later = [one for one in self.throws if one.number > after]
        return SealedThrows(
            throws=later[:most] if most > 0 else later[most:],
            counted=counts.thrown,
            lost=len(counts.lost),
            **{name: copy(getattr(counts, name)) for name in _COUNTED},
        )

    def dispute_lines(self) -> Iterator[DisputeLine]:
        """Yield the disputes, with whose turn it is."""
        if self.book is None or self.table is None:
            return
        for dispute in self.table.state.floor.disputes:
            step, before, clause = next_step(self.book, dispute)
            place = self.disputes[dispute.number]
            said = tuple(self.said.get(dispute.number, ()))
            yield DisputeLine(dispute, step, before, clause, *place, said)

    def counted(self, player: str, hand: int) -> TableStatistics:
        """Return what the throws, or those of one hand, came to for a player."""
        assert self.book is not None
        counted = statistics(self.tally.throws, player, hand or None)
        return TableStatistics(player, self.book.floor.may_advise, hand, counted)

    def with_expectation(self, found: TableStatistics) -> TableStatistics:
        """Return statistics with what was to be expected. To solve that may take a second."""
        assert self.book is not None
        edges = ((one, exact_edge(self.book, one.wager)) for one in found.counted.wagers)
        wagers = tuple(
            one if edge is None else replace(one, expected=round(-one.staked * edge)) for one, edge in edges
        )
        return replace(found, counted=replace(found.counted, wagers=wagers))


def _said(one: Replayed, effect: fx.DisputeDecided | fx.DisputeInvestigated) -> DisputeWords:
    found = isinstance(effect, fx.DisputeInvestigated)
    words = effect.finding if found else effect.ruling
    role = one.row.entry.event.by.role if isinstance(one.row.entry, Acted) else ""
    return DisputeWords(found, role, words, one.row.at)
