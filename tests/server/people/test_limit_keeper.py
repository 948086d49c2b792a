"""A person's own limits, kept in a real database and worked out for each command."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine import events as ev
from bankcraps.live.log.rows import StoredRow
from bankcraps.live.log.settings import DAY_MS
from bankcraps.live.proof.ledger import ISSUE, Move, bank, rail, wallet
from bankcraps.live.table import commands as cm
from bankcraps.live.table.personal_limits import Allowance, PersonalLimits
from bankcraps.server.hosting.pending import Asked
from bankcraps.server.people.limit_keeper import LimitKeeper
from bankcraps.server.stores.errors import OverdrawnError
from bankcraps.server.stores.logs import Batch
from bankcraps.server.stores.people import Person
from bankcraps.server.stores.store import open_store

NOW = 20_000 * DAY_MS
BUY = cm.Act(id="1", event=ev.BuyIn(Cents(5000)))


class House:
    """A store with Ann in it, who has 1000 dollars, and a clock."""

    def __init__(self, path: Path) -> None:
        self.store = open_store(str(path / "house.db"))
        self.now = NOW
        self.store.people.add(Person("Ann"))
        self.limits = LimitKeeper(self.store, lambda: self.now)
        self.lease = self.store.tables.create("t", "me", "", NOW)
        self.seq = 0
        self.move(ISSUE, wallet("Ann"), 100_000)

    def move(self, source: str, target: str, amount: int) -> None:
        row = StoredRow(self.seq + 1, "{}", f"hash {self.seq}")
        moves = (Move(source, target, amount),)
        batch = Batch(table="t", epoch=self.lease.epoch, after=self.seq, rows=(row,), moves=moves)
        assert self.store.logs.commit([batch]) == [None]
        self.seq += 1

    async def left(self, command: cm.PersonCommand = BUY) -> Allowance:
        return (await self.limits.sender(cm.Sender("Ann"), command)).own


@pytest.fixture
def house(tmp_path):
    made = House(tmp_path)
    yield made
    made.store.close()


async def test_without_limits_everything_is_left(house):
    assert await house.left() == Allowance()


async def test_who_confirms_a_late_wager_does_it_within_the_limits_of_its_player(house):
    await house.limits.change("Ann", PersonalLimits(loss=Cents(1000)))
    sid, confirms = cm.Sender("Sid"), cm.ConfirmLate(id="1", player="Ann", confirmed=True)
    assert (await house.limits.sender(sid, confirms)).own.may_risk == 1000
    assert (await house.limits.sender(sid, replace(confirms, player="Zoe"))).own == Allowance()


async def test_a_loss_limit_counts_what_is_at_every_table(house):
    await house.left()
    await house.limits.change("Ann", PersonalLimits(loss=Cents(20_000)))
    assert (await house.left()).may_buy == 20_000
    house.move(wallet("Ann"), rail("t", "Ann"), 15_000)
    assert (await house.left()).may_buy == 5_000
    house.move(rail("t", "Ann"), bank("t"), 5_000)
    assert (await house.left()).may_buy == 5_000
    house.now += DAY_MS
    assert (await house.left()).may_buy == 20_000 - 10_000  # what lies in the rail can still be lost


async def test_limits_outlive_the_process(house):
    await house.limits.change("Ann", PersonalLimits(loss=Cents(20_000)))
    again = LimitKeeper(house.store, lambda: house.now)
    with_limits = await again.sender(cm.Sender("Ann"), BUY)
    assert with_limits.own.may_buy == 20_000
    await again.change("Ann", PersonalLimits())
    assert (await again.sender(cm.Sender("Ann"), BUY)).own.may_buy == 20_000
    house.now += DAY_MS
    assert (await again.sender(cm.Sender("Ann"), BUY)).own.may_buy is None


async def test_a_session_ends_and_a_pause_begins_another(house):
    await house.limits.change("Ann", PersonalLimits(session_minutes=60))
    for _ in range(6):
        assert (await house.left()).session_until == NOW + 3_600_000
        house.now += 10 * 60_000
    assert (await house.left()).session_until == house.now
    house.now += 31 * 60_000
    assert (await house.left()).session_until == house.now + 3_600_000


async def test_nobody_has_no_limits(house):
    with pytest.raises(BankcrapsError, match="nobody has the name"):
        await house.limits.change("Zoe", PersonalLimits(loss=Cents(1)))


async def test_limits_that_cannot_be_read_are_not_lost_in_silence(house):
    house.store.people.change("Ann", lambda ann: replace(ann, limits="{broken"))
    with pytest.raises(BankcrapsError, match="cannot be read"):
        await house.left()


@pytest.mark.parametrize(
    ("account", "what"),
    [("wallet/Ann", "to buy chips today"), ("rail/t2/Ann", "to bet now, commission included")],
)
async def test_what_the_database_refuses_for_a_limit_is_said_as_a_limit(account, what):
    """Another process has taken what was left at the same moment."""
    ann = cm.Sender("Ann", own=Allowance(keep=Cents(70)))
    asked = Asked(ann, BUY, asyncio.get_running_loop().create_future())
    asked.not_written(OverdrawnError(account, Cents(80)))
    refused = (await asked.answer).refused
    assert refused.code == "own_limit"
    assert refused.message == f"your loss limit leaves $0.10 {what}, as you asked"
