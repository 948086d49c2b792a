"""The API of the history of tables: hands, throws, disputes, statistics, and replays of any part.

Of a long log, the latest hands are remembered, and the table before some of the others, to read them again.
"""

import sys
from bisect import bisect_left
from collections import deque
from collections.abc import Iterator
from copy import copy
from typing import Final

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
from bankcraps.live.advice.statistics import Statistics, Tally, WagerResult, statistics
from bankcraps.live.log.entries import Acted, Dealt, LogEntry, Row, SystemStarted, decode_row
from bankcraps.live.proof.dice_check import CheckedThrow, DiceCheck, DiceCounts
from bankcraps.live.table.live_table import LiveTable
from bankcraps.live.table.log_replay import LogReplay, Replayed, replay_rows
from bankcraps.live.wire.messages import Item, SeatHistory, TableChanges, TableView
from bankcraps.live.wire.views import changes, view
from bankcraps.server.hosting.table_loading import book_of
from bankcraps.server.house import UnknownTableError
from bankcraps.server.stores.store import Store
from bankcraps.server.web.api.edges import exact_edge
from bankcraps.server.web.api.log_cache import Readings, item_of, part_of_log
from bankcraps.server.web.edge.endpoints import Prepared, whole_number
from bankcraps.server.web.edge.rates import ApiThreads
from bankcraps.server.web.edge.sessions import Api, Desk

_MARKED: Final = 16
"""The first distance, in hands, between remembered tables. It grows with the log."""

_MOST_MARKS: Final = 256
"""The most remembered tables of one log."""

_MOST_LINES: Final = 20_000
"""The most hands of one log kept. Earlier ones are read again from a remembered table."""

_LONGEST_STAY: Final = 200_000
"""The most rows read to find the events that a player has seen."""

_MOST_ITEMS: Final = 20_000


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


class _Hands(LogReplay):
    """The hands of a log, read from its beginning or from a mark.

    Attributes:
        hands: the latest hands that have ended.
        marks: the table before the first hand, and before some after it, at equal distances.
        every: the distance, in hands. It doubles when there are too many marks.
    """

    def __init__(self, book: Rulebook | None = None, mark: LiveTable | None = None) -> None:
        super().__init__(book_of, book, mark)
        self.hands: deque[HandLine] = deque(maxlen=None if mark else _MOST_LINES)
        self.marks: list[LiveTable] = [mark] if mark else []
        self.every = sys.maxsize if mark else _MARKED
        self._first = mark.seq + 1 if mark else 2
        self._shooter = ""

    @property
    def ended(self) -> int:
        """The number of hands that have ended since the log began."""
        return self.table.hand.number - 1 if self.table else 0

    def begin(self, table: LiveTable) -> None:
        """Mark the table before the first hand."""
        self.marks.append(table)

    def take(self, one: Replayed) -> None:
        """Note the shooter, and the ends of hands."""
        hand = one.before.hand
        if not hand.throws:
            self._shooter = shooter(one.book, one.before.state) or ""
        for effect in one.effects:
            after = hand_after(hand, effect)
            if after.number > hand.number:
                self._end(one, hand, effect.why if isinstance(effect, fx.DicePassed) else "seven_out")
            elif after.number < hand.number and self.hands:
                self._go_back()
            hand = after

    def _go_back(self) -> None:
        """Take back the end of the last hand."""
        line = self.hands.pop()
        self._first, self._shooter = line.first, line.shooter
        if self.marks[-1].hand.number > line.hand:
            self.marks.pop()

    def _end(self, one: Replayed, hand: Hand, why: str) -> None:
        """End a hand. If the dice were passed at a throw, the throw belongs to the next hand."""
        table, begun = one.after, one.after.hand.throws > 0
        last = table.seq - begun
        self.hands.append(
            HandLine(hand.number, self._shooter, self._first, last, one.row.at, hand.throws, why)
        )
        self._first = last + 1
        if begun:
            self._shooter = shooter(one.book, table.state) or ""
        elif hand.number % self.every == 0:
            self.marks.append(table)
        if len(self.marks) > _MOST_MARKS:
            self.every *= 2
            self.marks = [mark for mark in self.marks if (mark.hand.number - 1) % self.every == 0]

    def before(self, hand: int) -> LiveTable:
        """Return the last mark before a hand."""
        marks = self.marks[:]  # another thread may read on
        return marks[bisect_left(marks, hand, key=lambda mark: mark.hand.number - 1) - 1]

    def lines(self, after: int, most: int) -> list[HandLine] | None:
        """Return the hands after a number; None if the first of them is remembered no more."""
        lines = list(self.hands)  # as above
        start = after + 1 - (lines[0].hand if lines else 1)
        return lines[start : start + most] if start >= 0 else None


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


class HandHistory:
    """The hands of tables, and what a player has seen since they sat down."""

    def __init__(self, store: Store, threads: ApiThreads) -> None:
        """Read the logs of a store, in threads for that."""
        self._store = store
        self._threads = threads
        self._readings = Readings(store, threads, lambda _: _Hands())

    async def hands(self, table: str, after: int = 0, most: int = 100) -> list[HandLine]:
        """Return the hands of a table after a number.

        Raises:
            StillReadingError: if the log has not been read that far yet.
        """
        return await self._lines(await self._until(table, after + most), after, most)

    async def hand(self, table: str, number: int) -> HandReplay | None:
        """Return a hand again, or None if there is none of that number.

        Raises:
            StillReadingError: if the log has not been read that far yet.
        """
        reading = await self._until(table, number)
        if reading.book is None or not 1 <= number <= reading.ended:
            return None
        for line in await self._lines(reading, number - 1, 1):
            return await self._threads.work(self._again, reading.book, reading.before(number), line)
        return None

    async def _lines(self, reading: _Hands, after: int, most: int) -> list[HandLine]:
        lines = reading.lines(after, most)
        if lines is None and reading.book is not None and reading.table is not None:
            mark, seq = reading.before(after + 1), reading.table.seq
            again = _Hands(reading.book, mark)
            await self._threads.work(self._read_to, again, seq, after + most)
            lines = again.lines(after, most)
        return lines or []

    def _read_to(self, reading: _Hands, seq: int, hands: int) -> None:
        """Read an earlier part of a log again, until more than that number of hands have ended.

        The last hand may have ended twice, if its end was put right. Once another has ended, it stands.
        """
        assert reading.table is not None
        for stored in self._store.logs.rows(reading.table.id, reading.table.seq, seq - reading.table.seq):
            reading.read(decode_row(stored.body))
            if reading.ended > hands:
                return

    async def stay(self, table: str, player: str) -> SeatHistory:
        """Return what a player has seen since they sat down.

        Raises:
            StillReadingError: if the log has not been read to its end yet.
            BankcrapsError: if the log since then is too long.
        """
        reading = await self._readings.read(table)
        if reading.book is None or reading.table is None:
            return SeatHistory(0, [])
        before = next(mark for mark in reversed(reading.marks) if mark.state.seat(player) is None)
        last = reading.table.seq
        if last - before.seq > _LONGEST_STAY:
            raise BankcrapsError(f"{player} sat down too long ago: {last - before.seq} entries of the log")
        return await self._threads.work(self._stay, reading.book, before, last, player)

    def _stay(self, book: Rulebook, table: LiveTable, last: int, player: str) -> SeatHistory:
        items: list[Item] = []
        for one in replay_rows(book, table, self._store.logs.rows(table.id, table.seq, last - table.seq)):
            if any(isinstance(effect, fx.Seated) and effect.seat == player for effect in one.effects):
                items = []
            if _concerns(player, one.row.entry, one.effects):
                items.append(item_of(one))
            table = one.after
        return SeatHistory(last, items if table.state.seat(player) else [])

    def _again(self, book: Rulebook, table: LiveTable, line: HandLine) -> HandReplay:
        """Play the log from a mark to the end of a hand."""
        last = min(line.last, line.first + _MOST_ITEMS - 1)
        before, part = part_of_log(self._store, book, table, line.first, last)
        return HandReplay(line, view(book, before), list(map(item_of, part)))

    async def _until(self, table: str, hands: int) -> _Hands:
        """Read a log until a number of hands have ended, or to its end."""
        return await self._readings.read(table, lambda reading: reading.ended >= hands)


# The other facts of a log.


HANDS_QUERY: Final = {"after": "the number of the hand before the first; 0 for the first page"}
THROWS_QUERY: Final = {"after": "the number of the throw before the first; 0 for the first page"}
STATISTICS_QUERY: Final = {"hand": "the number of a hand; all hands if it is left out"}
REPLAY_QUERY: Final = {"first": "the first entry; 2 if it is left out", "last": "the last entry"}

_HANDS: Final = 100
_THROWS: Final = 100


class HistoryApi(Api):
    """The history of tables, from their logs."""

    def __init__(self, desk: Desk, prepared: Prepared) -> None:
        """Read the logs of the house; `prepared` has the answers that are kept."""
        super().__init__(desk)
        self._prepared = prepared
        self._hands = HandHistory(desk.house.store, desk.threads)
        self._facts = Readings(desk.house.store, desk.threads, _LogFacts)

    async def hands(self, request: Request) -> list[HandLine]:
        """The hands of a table, 100 at a time."""
        table = await self._desk.known(request)
        return await self._hands.hands(table, whole_number(request, "after"), _HANDS)

    async def hand(self, request: Request) -> HandReplay:
        """A hand again, with all that happened in it."""
        table, number = await self._desk.known(request), request.path_params["hand"]
        hand = await self._hands.hand(table, number)
        if hand is None:
            raise UnknownTableError(f"table {table} has no hand {number} that has ended")
        return hand

    async def stay(self, request: Request) -> SeatHistory:
        """The events that a player has seen since they sat down: own acts, throws, what moved their chips."""
        return await self._hands.stay(await self._desk.known(request), await self._desk.person(request))

    async def throws(self, request: Request) -> "SealedThrows":
        """Sealed throws, 100 at a time: the latest, or those after a number."""
        table, after = await self._desk.known(request), whole_number(request, "after")
        most = _THROWS if "after" in request.query_params else -_THROWS
        return await self._facts.told(table, lambda facts: facts.sealed(after, most))

    async def disputes(self, request: Request) -> "list[DisputeLine]":
        """The disputes, with whose turn it is and the throw before each."""
        table = await self._desk.known(request)
        return await self._facts.told(table, lambda facts: list(facts.dispute_lines()))

    async def statistics(self, request: Request) -> "TableStatistics":
        """The results of the throws for the person who asks."""
        table, player = await self._desk.known(request), await self._desk.name(request)
        hand = whole_number(request, "hand")
        found, facts = await self._facts.told(table, lambda facts: (facts.counted(player, hand), facts))
        return await self._desk.threads.work(facts.with_expectation, found) if found.advice else found

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
        reading = await self._facts.read(table)
        assert reading.table is not None
        if not 2 <= first <= last <= reading.table.seq:  # noqa: PLR2004 - the first entry opens the table
            raise BankcrapsError(
                f"the log of table {table} can be shown from entry 2 to {reading.table.seq}, "
                f"not from {first} to {last}"
            )
        return await self._desk.threads.work(self._again, reading, first, min(last, first + _MOST_STEPS - 1))

    def _again(self, reading: "_LogFacts", first: int, last: int) -> "Replay":
        book = reading.book
        assert book is not None
        mark = next(mark for mark in reversed(reading.marks) if mark.seq < first)
        before, part = part_of_log(self._desk.house.store, book, mark, first, last)
        steps = [ReplayStep(item_of(one), changes(book, one.before, one.after)) for one in part]
        return Replay(view(book, before), steps, last)


_STEPS_MARKED: Final = 256
"""The number of entries between remembered tables."""

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


class _LogFacts(LogReplay):
    """Facts read from a log so far.

    Attributes:
        marks: the table after the first row, and after every `_STEPS_MARKED` entries.
        dice, throws: the check of the dice, and the sealed throws.
        tally: the result of the throws that are dealt.
        disputes: where each dispute was raised: its entry, its time, and the first and the last entry of the
            throw before it.
        said: the rulings and findings of each dispute.
    """

    def __init__(self, table: str) -> None:
        super().__init__(book_of)
        self.marks: list[LiveTable] = []
        self.dice = DiceCheck(table)
        self.throws: list[CheckedThrow] = []
        self.tally = Tally()
        self.disputes: dict[int, tuple[int, int, int, int]] = {}
        self.said: dict[int, list[DisputeWords]] = {}
        self._throw: tuple[int, int] = (0, 0)

    def read(self, row: Row) -> Replayed | None:
        """Check the dice, and read on."""
        checked = self.dice.read(row)
        if checked:
            self.throws.append(checked)
        return super().read(row)

    def begin(self, table: LiveTable) -> None:
        """Mark the table as it was opened."""
        self.marks.append(table)

    def take(self, one: Replayed) -> None:
        """Note where disputes were raised."""
        table = one.after
        self._follow_the_throw(one)
        for effect in one.effects:
            if isinstance(effect, fx.DisputeRaised):
                first, last = self._throw
                self.disputes[effect.number] = (table.seq, one.row.at, first, last)
            elif isinstance(effect, fx.DisputeDecided | fx.DisputeInvestigated):
                self.said.setdefault(effect.number, []).append(_said(one, effect))
        if table.seq % _STEPS_MARKED == 0:
            self.marks.append(table)

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
        wagers = tuple(self._expected(self.book, one) for one in found.counted.wagers)
        return replace(found, counted=replace(found.counted, wagers=wagers))

    def _expected(self, book: Rulebook, one: WagerResult) -> WagerResult:
        edge = exact_edge(book, one.wager)
        return one if edge is None else replace(one, expected=round(-one.staked * edge))


def _said(one: Replayed, effect: fx.DisputeDecided | fx.DisputeInvestigated) -> DisputeWords:
    found = isinstance(effect, fx.DisputeInvestigated)
    words = effect.finding if found else effect.ruling
    role = one.row.entry.event.by.role if isinstance(one.row.entry, Acted) else ""
    return DisputeWords(found, role, words, one.row.at)
