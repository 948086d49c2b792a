"""The money that people may learn while a throw is not dealt, whichever process has the table."""

from types import SimpleNamespace

import pytest
from tests.live.table.school import School

from bankcraps.game.chips import Cents
from bankcraps.live.log.entries import StoredRow, chained, first_hash
from bankcraps.live.people.play_money import PlayMoney
from bankcraps.live.proof.ledger import ISSUE, Move, wallet
from bankcraps.live.table.personal_limits import PersonalLimits
from bankcraps.server.house import undealt_tables
from bankcraps.server.people.money import LimitKeeper, MoreMoney
from bankcraps.server.stores.logs import Batch
from bankcraps.server.stores.people import Person
from bankcraps.server.stores.store import open_store

HAS, LOSS = 80_000, 30_000


class Kept:
    """A table of a school in a database, as the process that has it sees it, or another one."""

    def __init__(self, path, *, here):
        self.room, self.store = School(dealt="strict"), open_store(path)
        self.seq, self.head = 0, first_hash("t1")
        self.lease = self.store.tables.create("t1", "owner", "http://owner", self.room.now + 1_000_000)
        self.store.people.add(Person("Ann"))
        self.balances = {}
        self.brings(Move(ISSUE, wallet("Ann"), HAS))
        self.house, self.here = SimpleNamespace(store=self.store, hosts=[]), here
        self.store.clock = lambda: self.room.now
        self.limits = LimitKeeper(self.store, self.undealt)
        self.more = MoreMoney(self.limits, PlayMoney("asked", Cents(100_000)))

    def undealt(self, person):
        host = SimpleNamespace(durable=self.room.table, stopped="")
        return undealt_tables(SimpleNamespace(store=self.store, hosts=[host] if self.here else []), person)

    def brings(self, *moves):
        """Write what happened at the table since the last time, and the chips that moved."""
        found = []
        for body in self.room.rows[self.seq :]:
            self.seq, self.head = self.seq + 1, chained(self.head, body)
            found.append(StoredRow(self.seq, body.decode(), self.head))
        after = self.seq - len(found)
        batch = Batch(table="t1", epoch=self.lease.epoch, after=after, rows=tuple(found), moves=moves)
        assert self.store.logs.commit([batch]) == [None]

    def writes(self):
        now = {name: sum_ for name, sum_ in self.room.balances.items() if sum_}
        moved = {name: now.get(name, 0) - self.balances.get(name, 0) for name in now | self.balances}
        self.balances = now
        gives = [Move(name, ISSUE, -sum_) for name, sum_ in moved.items() if sum_ < 0]
        self.brings(*gives, *(Move(ISSUE, name, sum_) for name, sum_ in moved.items() if sum_ > 0))


@pytest.mark.parametrize("here", [True, False], ids=["the same process", "another process"])
async def test_limits_and_more_money_tell_only_what_is_dealt(tmp_path, here):
    kept = Kept(str(tmp_path / "house.db"), here=here)
    room = kept.room
    room.sits("Ann", chips=500)
    room.does("Ann", "place 6 12", "place 8 6")
    kept.writes()
    has = (await kept.more.offer("Ann")).why
    room.does("Ann", "pass 10")
    room.throws_dice("4-4")
    room.deals_all()
    room.later(3000)
    room.throws_dice("4-2")
    kept.writes()
    assert room.told() == ["Lea pays Ann place 6 $14"]
    assert (await kept.more.offer("Ann")).why != has
    early = (await kept.limits.change("Ann", PersonalLimits(loss=Cents(LOSS)))).left
    room.deals_all()
    kept.writes()
    late = (await kept.limits.now("Ann")).left
    assert (await kept.more.offer("Ann")).why == has
    assert early.keep == late.keep == HAS - LOSS
    assert (early.may_risk, late.may_risk) == (LOSS - 2_800, LOSS - 2_800 + 1_400)
    kept.store.close()
