"""Limits that people set for themselves: kept in a database, and through the whole server."""

import time
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.server.live import open_house

from bankcraps.client import House
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine import events as ev
from bankcraps.live.log.entries import StoredRow
from bankcraps.live.log.settings import DAY_MS
from bankcraps.live.proof.ledger import ISSUE, Move, bank, rail, wallet
from bankcraps.live.table import commands as cm
from bankcraps.live.table.personal_limits import Allowance, PersonalLimits
from bankcraps.server.hosting.pending import PendingCommand
from bankcraps.server.people.money import LimitKeeper
from bankcraps.server.stores.database import OverdrawnError
from bankcraps.server.stores.logs import Batch
from bankcraps.server.stores.people import Person
from bankcraps.server.stores.store import open_store
from bankcraps.terminal.join.own_limits import asked_of_house

HOUR = 3_600_000


async def _limit(house, cookie, **limits):
    response = await house.get("/api/limits", cookie, "POST", json=limits)
    assert response.status_code == 200, response.text
    return response.json()


async def _code(wire, line):
    return (await wire.say(line)).get("refused", {}).get("code", "")


async def test_a_loss_limit_stops_buying_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.setattr("bankcraps.server.web.sockets.broadcast._WATCH_S", 0.05)
    async with open_house(tmp_path) as house, house.playing("Ann", buy=100) as ann:
        await ann.done("50 pass")
        left = (await _limit(house, ann.cookie, loss_cents=15_000))["left"]
        assert left["may_buy_cents"] == 5_000  # the 100 dollars at the table can be lost as well
        assert left["may_risk_cents"] == 10_000  # the 50 on the pass line can be lost as well
        assert await _code(ann, "buy in 51") == "own_limit"
        await ann.done("buy in 50")
        for line in ("5 field", "take down field", "cash out 20", "buy in 20"):
            await ann.done(line)
        assert await _code(ann, "buy in 5") == "own_limit"
        await ann.told(lambda you: you["own"]["may_buy_cents"] == 0)  # with the next look
        await _limit(house, ann.cookie, session_minutes=60)
        later = (await house.get("/api/limits", ann.cookie)).json()  # nobody loosens a limit at once
        assert (later["limits"]["loss_cents"], "loss_cents" in later["later"]) == (15_000, False)
        assert later["later_at"] > time.time_ns() // 1_000_000 + DAY_MS - HOUR


async def test_bets_sent_at_once_do_not_each_have_all_that_is_left(tmp_path):
    """From two windows, faster than the database can say what the first bet leaves."""
    async with open_house(tmp_path) as house, house.playing("Ann", buy=500) as ann:
        await _limit(house, ann.cookie, loss_cents=3_000)
        async with house.at(cookie=ann.cookie) as window:
            for number, wire in enumerate((ann, window, ann, window)):
                await wire.send({"type": "say", "id": f"n{number}", "line": "20 field"})
            answers = [await wire.until("answer") for wire in (ann, window, ann, window)]
    codes = [answer.get("refused", {}).get("code", "") for answer in answers]
    assert sorted(codes) == ["", "own_limit", "own_limit", "own_limit"]


NONE = (
    ({"loss_cents": -1}, "below zero"),
    ({"loss_cents": 1.5}, "cannot be read"),
    ({"may_buy_cents": 1}, "cannot be read"),
)


async def test_limits_there_cannot_be(tmp_path):
    async with open_house(tmp_path) as house:
        cookie = await house.sign_in("Ann")
        for limits, says in NONE:
            response = await house.get("/api/limits", cookie, "POST", json=limits)
            assert (response.status_code, says in response.json()["error"]) == (400, True), limits
        assert (await house.get("/api/limits")).status_code == 403
        foreign = {"origin": "http://evil.example"}
        assert (await house.get("/api/limits", cookie, "POST", json={}, headers=foreign)).status_code == 403


async def test_who_has_no_limits_costs_the_database_nothing(tmp_path, monkeypatch):
    async def fail(*_):
        raise AssertionError

    monkeypatch.setattr(LimitKeeper, "sender", fail)
    async with open_house(tmp_path) as house, house.playing("Ann") as ann:
        await ann.done("5 field")


async def test_commands_of_who_has_limits_stay_in_order(tmp_path):
    lines = ["sit", "buy in 100", *["5 field", "take down field"] * 10, "leave"]
    async with open_house(tmp_path) as house:
        cookie = await house.sign_in("Ann")
        await _limit(house, cookie, loss_cents=10_000)
        async with house.at(cookie=cookie) as ann:
            for number, line in enumerate(lines):
                await ann.send({"type": "say", "id": f"n{number}", "line": line})
            answers = [await ann.until("answer") for _ in lines]
            assert not [one for one in answers if "refused" in one]


@pytest.mark.usefixtures("long_leases")
async def test_limits_set_at_another_process_count_here_soon(tmp_path, postgres_url, monkeypatch):
    monkeypatch.setattr("bankcraps.server.web.sockets.broadcast._WATCH_S", 0.05)
    async with (
        open_house(tmp_path, database=postgres_url) as house,
        open_house(tmp_path, database=postgres_url) as other,
        house.playing("Ann", buy=100) as ann,
    ):
        await ann.done("50 pass")
        await _limit(other, ann.cookie, loss_cents=10_000)
        await ann.told(lambda you: "may_buy_cents" in you.get("own", {}))
        assert await _code(ann, "buy in 5") == "own_limit"
        await ann.done("5 field")


async def test_limits_in_words(tmp_path):
    async with open_house(tmp_path) as there, House(there.address) as house:
        await house.sign_in("Ann")
        now = time.time_ns() // 1_000_000

        async def said(line):
            answer = asked_of_house(line, house, now)
            assert answer is not None
            return " ".join(await answer)

        assert await said("my limits") == "You have set no limits for yourself."
        assert "You may still buy chips for $200 today" in await said("my_limits loss 200")
        assert "at most 90 minutes" in await said("My_Limits session 90")
        assert "You take a time-out until" in await said("my limits time out 24")
        waits = await said("my_limits loss no")
        assert waits.startswith("You lose at most $200 in a day")
        assert "From " in waits
        assert (await house.limits()).latest.session_minutes == 90
        for wrong, says in (
            ("loss", "'loss' is no limit; say, for example: my_limits loss 200"),
            ("loss x", "'loss x' is no limit"),
            ("loss 0", r"a loss limit of \$0 .* say: my_limits loss 0 yes"),
            ("session 1.5", r"'1\.5' is no whole number of minutes"),
        ):
            with pytest.raises(BankcrapsError, match=f"^{says}"):
                await said(f"my_limits {wrong}")
        assert asked_of_house("limits 5:500", house, now) is None
        assert asked_of_house("my wagers", house, now) is None
        assert (await house.set_limits(PersonalLimits())).later is not None


NOW = 20_000 * DAY_MS
BUY = cm.Act(id="1", event=ev.BuyIn(Cents(5000)))


class Kept:
    """A store with Ann in it, who has 1000 dollars, and a clock."""

    def __init__(self, path: Path) -> None:
        self.store = open_store(str(path / "house.db"))
        self.now = NOW
        self.store.people.add(Person("Ann"))
        self.store.clock = lambda: self.now
        self.limits = LimitKeeper(self.store)
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
    made = Kept(tmp_path)
    yield made
    made.store.close()


async def test_who_confirms_a_late_wager_does_it_within_the_limits_of_its_player(house):
    await house.limits.change("Ann", PersonalLimits(loss=Cents(1000)))
    sid, confirms = cm.Sender("Sid"), cm.ConfirmLate(id="1", player="Ann", confirmed=True)
    assert (await house.limits.sender(sid, confirms)).own.may_risk == 1000
    assert (await house.limits.sender(sid, replace(confirms, player="Zoe"))).own == Allowance()


async def test_a_loss_limit_counts_what_is_at_every_table(house):
    assert await house.left() == Allowance()
    with pytest.raises(BankcrapsError, match="nobody has the name"):
        await house.limits.change("Zoe", PersonalLimits(loss=Cents(1)))
    await house.limits.change("Ann", PersonalLimits(loss=Cents(20_000)))
    assert (await house.left()).may_buy == 20_000
    house.move(wallet("Ann"), rail("t", "Ann"), 15_000)
    assert (await house.left()).may_buy == 5_000
    house.move(rail("t", "Ann"), bank("t"), 5_000)
    assert (await house.left()).may_buy == 5_000
    house.now += DAY_MS
    assert (await house.left()).may_buy == 20_000 - 10_000  # what lies in the rail can still be lost


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
    pending = PendingCommand(ann, BUY)
    pending.not_written(OverdrawnError(account, Cents(80)))
    refused = (await pending.answer).refused
    assert refused.code == "own_limit"
    assert refused.message == f"your loss limit leaves $0.10 {what}, as you asked"
