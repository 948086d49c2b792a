"""Bots of a killed house, of two tables at once, and of tables where nobody watches."""

import asyncio
from types import SimpleNamespace

import pytest
from tests.kit.deadline import IN_TIME
from tests.live.room import Room
from tests.server.live import a_table, open_house, soon

from bankcraps.client import House, HouseError
from bankcraps.game.chips import Cents
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player
from bankcraps.live.log.entries import Bot
from bankcraps.live.log.settings import Timing
from bankcraps.live.people.lobby import NewBot, NewTable
from bankcraps.live.table import commands as cm
from bankcraps.live.table.commands import Act, Sender
from bankcraps.live.table.personal_limits import PersonalLimits
from bankcraps.server.bots import bots as module
from bankcraps.server.house import House as HostedHouse
from bankcraps.server.people.accounts import Accounts
from bankcraps.server.people.money import LimitKeeper, fund
from bankcraps.server.stores.store import open_store
from bankcraps.server.web.api.lobby import BotBudget
from bankcraps.server.web.edge.rates import QuotaLimits, TooManyError

# Bots of a house that was killed a moment ago, and one bot that is asked to two tables at once.

MOLLY = NewBot(name="Molly", system="three_point_molly", bankroll="500")


async def a_killed_house(database):
    """Make a table whose lease belongs to a process that has ended. Return the store and the lease."""
    store = open_store(database)
    house = HostedHouse(store, "http://killed")
    host = await house.open_table(a_table())
    await house.close()
    now = store.database.now()
    lease = await asyncio.to_thread(
        store.tables.take_lease, host.table.id, "killed", "http://killed", now, now + 9000
    )
    return store, lease


async def test_a_house_opens_with_its_bots_while_a_dead_process_holds_the_lease(tmp_path):
    """It opens at once, and the bots come when the lease is over."""
    store, lease = await a_killed_house(str(tmp_path / "house.db"))
    async with open_house(tmp_path, bots=(MOLLY,)) as opened, asyncio.timeout(IN_TIME):
        assert opened.table == lease.table
        await asyncio.to_thread(store.tables.release_lease, lease)
        store.close()
        async with House(opened.address) as house:
            while not [line for line in await house.tables() if line.players]:  # noqa: ASYNC110
                await asyncio.sleep(0.05)


async def given(folder, name):
    store = open_store(str(folder / "house.db"), only_read=True)
    try:
        return [move.amount for _, move in store.logs.moves("house") if move.target == f"wallet/{name}"]
    finally:
        store.close()


async def test_a_bot_that_is_asked_to_two_tables_at_once_comes_to_one_and_is_given_money_once(tmp_path):
    async with open_house(tmp_path, a_table("nsw")) as opened, House(opened.address) as ann:
        await ann.sign_in("Ann")
        tables = [await ann.open_table(NewTable(rules="nsw")) for _ in range(6)]
        asked = [ann.seat_bot(table, MOLLY) for table in tables]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, HouseError)]
        assert len(refused) == len(tables) - 1
        assert all("the bot Molly plays at table" in str(error) for error in refused)
        assert await given(tmp_path, "Molly") == [50_000]


def test_two_processes_give_a_bot_its_money_once(store):
    """Each process reads what the bot lacks and gives it in one transaction, wherever the bot's chips are."""
    for _ in range(2):
        fund(store, "Molly", 50_000, "Ann")
    assert store.money.balances_of("Molly") == {"wallet/Molly": 50_000}


@pytest.mark.parametrize("closed", [0, 1])
def test_what_a_person_has_is_found_without_reading_what_others_have(store, closed):
    store.tables.create("t1", "me", "here", 1)
    accounts = {"wallet/Ann": 1, "rail/t1/Ann": 2, "layout/t1/Ann": 4, "rail/t1/Bob": 8, "bank/t1": 16}
    with store.database.transaction():
        store.database.run("UPDATE tables SET closed = ?", closed)
        store.database.run_many(
            "INSERT INTO balances (account, amount) VALUES (?, ?)", list(accounts.items())
        )
    own = {account: amount for account, amount in accounts.items() if account.endswith("/Ann")}
    assert store.money.balances_of("Ann") == ({"wallet/Ann": 1} if closed else own)


async def test_a_limit_of_loss_reads_only_its_owners_balances(store, monkeypatch):
    """However many accounts there are, a command of a player with a limit costs the same."""
    await Accounts(store).add("Ann", "correct horse")
    fund(store, "Ann", 50_000, "")
    limit_keeper = LimitKeeper(store)
    await limit_keeper.change("Ann", PersonalLimits(loss=Cents(20_000)))
    monkeypatch.setattr(store.money, "balances", lambda: pytest.fail("all balances were read"))
    sender = await limit_keeper.sender(Sender("Ann"), Act(id="1", event=ev.Sit(by=player("Ann"))))
    assert sender.own.keep == 30_000


# Somebody opens tables where bots play as quickly as they can, for nobody.

AT_ONCE = Timing(
    betting_ms=0, warning_ms=0, shooter_ms=1, throwing_ms=0, paying_ms=0, answer_ms=0, place_ms=0, away_ms=0
)
BOT = Bot("Molly", "three_point_molly", "when come_out: pass 10", 50_000)


@pytest.mark.parametrize("pace", ["clock", "shooter", "boxperson"])
@pytest.mark.parametrize("bot", [True, False])
def test_the_clock_gives_a_second_to_bet(pace, bot):
    """A player whose program bets by itself could have rounds played at full speed without a bot."""
    room = Room("three_four_five", timing=AT_ONCE, pace=pace)
    if bot:
        room.tell(cm.SeatBot(BOT, "Ann"))
    room.does("Ann", "sit", "buy in 100", "pass 10")
    assert room.table.phase.until >= room.now + 1000


@pytest.fixture
def host(monkeypatch):
    monkeypatch.setattr(module, "lone_player", lambda _book, durable: durable.alone)
    durable = SimpleNamespace(
        alone="", bots=[BOT], bot=lambda name: next((b for b in durable.bots if b.name == name), None)
    )
    return SimpleNamespace(book=None, durable=durable, stopped="")


def turn_at(host, here):
    return module.bot_turns(host, here, lambda: host.durable.bot("Molly") is None)


async def test_a_bot_waits_until_somebody_watches(monkeypatch, host):
    """Bots that see each other do not count as people."""
    monkeypatch.setattr(module, "_ANYBODY_S", 0)
    names, asked = ["Molly"], []
    turn = asyncio.create_task(turn_at(host, lambda _: asked.append("") or names)())
    await soon(lambda: len(asked) > 5)
    assert not turn.done()
    names.append("")  # somebody without a name watches
    await asyncio.wait_for(turn, IN_TIME)


async def test_a_bot_that_is_sent_away_waits_for_nobody(host):
    turn = turn_at(host, lambda _: [])
    host.durable.bots[:] = []
    await asyncio.wait_for(turn(), IN_TIME)


@pytest.mark.parametrize(("alone", "longest"), [("", 1), ("Ann", 0.2)])
async def test_a_bot_waits_between_two_rounds(monkeypatch, host, alone, longest):
    host.durable.alone, slept = alone, []

    async def sleep(seconds):
        slept.append(seconds)

    monkeypatch.setattr(module, "asyncio", SimpleNamespace(**(vars(asyncio) | {"sleep": sleep})))
    turn = turn_at(host, lambda _: ["Ann"])
    await turn()
    await turn()
    assert slept[0] < 0 < slept[1] <= longest


async def test_a_table_of_bots_rests_until_somebody_comes(tmp_path):
    async with open_house(tmp_path) as opened, House(opened.address) as ann, asyncio.timeout(IN_TIME):
        await ann.sign_in("Ann")
        table = await ann.open_table(NewTable(rules="three_four_five", timing=AT_ONCE, bots=(MOLLY,)))
        while not [line for line in await ann.tables() if line.table == table and line.players]:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        async with ann.table(table) as live:
            assert live.view.fairness.counted == 0
            assert not live.view.seats[0].wagers
            await live.until(lambda view: view.fairness.counted >= 3)


def hosts_of(**bots):
    """Tables with bots, by those who opened them."""
    return [SimpleNamespace(durable=SimpleNamespace(opener=name, bots=[BOT] * n)) for name, n in bots.items()]


def seat(budget, person, address):
    with budget.seating(person, address):
        pass


def test_bots_are_counted_for_the_opener_and_the_address():
    hosts = hosts_of(Ann=2)
    budget = BotBudget(SimpleNamespace(hosts=hosts), QuotaLimits(bots_playing=3, bots_playing_from=4))
    with budget.seating("Ann", "here"):
        with pytest.raises(TooManyError, match="at most 3 bots play at once at tables that you opened"):
            seat(budget, "Ann", "there")
        with budget.seating("Ann", "here", 0):  # a table without bots
            pass
        with budget.seating("Bob", "here"):
            with pytest.raises(TooManyError, match="at most 4 bots play at once at tables opened from"):
                seat(budget, "Cid", "here")
            with budget.seating("Cid", "there", 3):
                pass
    hosts[:] = hosts_of(Bob=3)
    with budget.seating("Ann", "here"), pytest.raises(TooManyError):
        seat(budget, "Ann", "here")


async def test_a_guest_cannot_have_more_bots_play_than_that(tmp_path):
    limits = QuotaLimits(bots_playing=1)
    async with open_house(tmp_path, limits=limits) as opened, House(opened.address) as ann:
        await ann.sign_in("Ann")
        table = await ann.open_table(NewTable(rules="nsw", bots=(MOLLY,)))
        zoe = NewBot(name="Zoe", system="three_point_molly", bankroll="500")
        with pytest.raises(HouseError, match="at most 1 bots play at once") as refused:
            await ann.seat_bot(table, zoe)
        assert refused.value.status == 429
        with pytest.raises(HouseError, match="at most 1 bots"):
            await ann.open_table(NewTable(rules="nsw", bots=(zoe,)))
