"""Reads the evenings of a room of the tests, and holds the laws of them after every entry of its log."""

from collections import Counter

from tests.live.room import Room

from bankcraps.game.engine import effects as fx
from bankcraps.live.advice.statistics import Tally, statistics
from bankcraps.live.log.entries import decode_row
from bankcraps.live.people.evenings import Evening, EveningLog
from bankcraps.live.table.live_table import LiveTable
from bankcraps.live.table.log_replay import Replayed


def read(room: Room) -> EveningLog:
    """Return the evenings of a room's log."""
    log = EveningLog(lambda _: room.book)
    for body in room.rows:
        log.read(decode_row(body))
    return log


def evenings_of(room: Room, player: str) -> list[Evening]:
    return read(room).evenings(player)


def hold_evenings(room: Room) -> None:
    """State the laws of every moment of a log, and that statistics agree with evenings at its end.

    Evenings count a throw when all of it is dealt. Until then they are those of the table before it.
    """
    log, tally, moved = EveningLog(lambda _: room.book), Tally(), Counter[str]()
    thrown, early, waiting = False, set[str](), list[Replayed]()
    counted: LiveTable | None = None
    for body in room.rows:
        one = log.read(decode_row(body))
        if one is None:
            counted = log.table
            continue
        waiting.append(one)
        assert (log.seq == one.row.seq) == (not one.after.work.tasks)
        for dealt in waiting if log.seq == one.row.seq else ():
            tally.see(dealt.after.state, dealt.effects)
            moved.update(fx.moved_to("cash", dealt.effects))
            thrown |= any(isinstance(effect, fx.Thrown) for effect in dealt.effects)
            there = {seat.name for seat in dealt.after.state.seats}
            early = early & there if thrown else there
            early -= {effect.seat for effect in dealt.effects if isinstance(effect, fx.Left)}
            counted = dealt.after
        waiting = [later for later in waiting if later.row.seq > log.seq]
        assert counted is not None
        _money_is_right(log, counted, moved)
    _statistics_agree(log, tally)
    _throws_agree(log, tally, early)


def _money_is_right(log: EveningLog, counted: LiveTable, moved: Counter[str]) -> None:
    """A result is what went out and lies there, less what came in; and what all wagers came to."""
    there = {seat.name: seat for seat in counted.state.seats}
    cash = Counter[str]()
    for one in log.evenings():
        assert one.result == one.cashed + one.rail + one.layout - one.bought
        assert one.result == sum(wager.net for wager in one.wagers) + one.other
        if one.ended is None:
            seat = there.pop(one.player)
            assert (one.rail, one.layout) == (seat.rail, seat.at_risk)
        else:
            assert (one.rail, one.layout) == (0, 0)
        cash[one.player] += one.cashed - one.bought
        assert all(wager.decided >= 0 and wager.staked >= 0 for wager in one.wagers)
        assert 0 <= one.hands <= max(one.throws, one.hands)
    assert not there
    assert {name: sum_ for name, sum_ in cash.items() if sum_} == {n: s for n, s in moved.items() if s}


def _statistics_agree(log: EveningLog, tally: Tally) -> None:
    """The wagers of all evenings of a player together are those of the table's statistics."""
    for player in {one.player for one in log.evenings()}:
        mine = log.evenings(player)
        found, expected = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        for one in (wager for evening in mine for wager in evening.wagers):
            found.update({(one.wager, "decided"): one.decided, (one.wager, "staked"): one.staked})
        for one in statistics(tally.throws, player).wagers:
            expected.update({(one.wager, "decided"): one.decided, (one.wager, "staked"): one.staked})
        assert +found == +expected


def _throws_agree(log: EveningLog, tally: Tally, early: set[str]) -> None:
    """Whoever sat there before the first throw, and never left, has seen every throw that counts."""
    shot = Counter(one.hand for one in tally.throws)
    for player in early:
        mine = log.evenings(player)[-1]
        assert mine.throws == len(tally.throws)
        assert len(shot) <= mine.hands or not tally.throws
