"""Hosts who are deleted, minted money, ids again, bounds of a table, and throws that must stand."""

import asyncio
import json
import random
from contextlib import AsyncExitStack, asynccontextmanager
from types import SimpleNamespace

import pytest
from tests.attack.nights import a_night, entries, run
from tests.live.room import Room
from tests.live.script import MOLLY
from tests.server.commands import audited
from tests.server.live import a_table, open_house

from bankcraps.cli.commands.admin import command as admin
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import LARGEST, Cents, printed
from bankcraps.game.engine import events as ev
from bankcraps.game.records.codec import encode
from bankcraps.live.log import entries as en
from bankcraps.live.table import commands as cm
from bankcraps.live.table.personal_limits import Allowance
from bankcraps.live.wire.views import happened
from bankcraps.server.hosting import pending, table_host
from bankcraps.server.hosting.pending import IdempotencyCache
from bankcraps.server.people.personal_data import forget
from bankcraps.server.stores.store import open_store

GIFT = 100_000
HOME = {"rules": "classic", "pace": "shooter", "listed": False, "dice": "entered"}


@asynccontextmanager
async def hosted(folder, *chairs, tables=(), **how):
    """A house where Eva hosts a table, and sits in these chairs, and Bob is her guest. Its books balance."""
    database = str(folder / "house.db")
    async with open_house(folder, *tables) as house:
        eva, bob = await house.sign_in("Eva"), await house.sign_in("Bob")
        opened = (await house.get("/api/tables", eva, "POST", json=HOME | how)).json()["table"]
        async with house.at(table=opened, cookie=bob) as guest, house.at(table=opened, cookie=eva) as host:
            for role in chairs:
                assert "refused" not in await host.ask("take_chair", role=role)
            people = {"host": host, "guest": guest, "eva": eva, "bob": bob}
            yield SimpleNamespace(house=house, table=opened, database=database, **people)
    assert "the books balance" in audited(database)


async def does(player, *lines):
    for line in lines:
        await player.done(line)


async def forget_eva(at):
    """Delete the account of the host; the others see her chairs become free."""
    assert (await run(admin, "--database", at.database, "forget", "Eva", "--yes"))[0] == 0
    while (await at.guest.until("happened"))["changes"].get("chairs") != []:
        pass


async def wallet(at, cookie):
    return (await at.house.get("/api/session", cookie)).json()["wallet_cents"]


# A host of real dice whose account is deleted while they are in the air, with other people's wagers.


async def test_the_chairs_come_back_and_the_keeper_closes_the_table(tmp_path, monkeypatch):
    monkeypatch.setattr("bankcraps.server.web.sockets.broadcast._WATCH_S", 0.05)
    async with hosted(tmp_path, "stickperson", "boxperson") as at:
        await does(at.guest, "sit", "buy in 100", "pass 10", "throw")
        refused = await run(admin, "--database", at.database, "close", at.table)
        assert refused[0], "the host could still enter the throw"
        await forget_eva(at)
        await at.host.ended()
        said = json.dumps(at.guest.heard)
        assert "the host of this table has to take the chair of the" in said
        assert "Eva has to" not in said
        assert "refused" in await at.guest.say("leave")
        closed = await run(admin, "--database", at.database, "close", at.table)
        assert (closed[0], closed[1].splitlines()[0]) == (0, f"Table {at.table} has closed.")
        assert await wallet(at, at.bob) == GIFT


async def test_sealed_dice_are_thrown_without_their_host(tmp_path, monkeypatch):
    """A throw that is locked is never given up."""
    monkeypatch.setattr("bankcraps.server.web.sockets.broadcast._WATCH_S", 0.05)
    async with hosted(tmp_path, "stickperson", "boxperson", dice="sealed") as at:
        await does(at.guest, "sit", "buy in 100", "pass 10")
        await at.host.done("no more bets")
        await forget_eva(at)
        status, said = await run(admin, "--database", at.database, "close", at.table)
        assert status
        assert "the throw is sealed" in said
        await at.guest.done("throw")


# Two guests make money at a table of their own, and take it to a table of the house to choose its throws.


async def test_awards_and_chosen_dice_make_no_money_for_a_wallet(tmp_path):
    """A home game goes on with chips of its own: a host who deals, a guest who plays, and the settling up."""
    async with hosted(tmp_path, "supervisor", "boxperson") as at:
        limits = await at.house.get("/api/limits", at.bob, "POST", json={"loss_cents": 1000})
        assert limits.status_code == 200  # it guards the wallet, and these chips cost none
        await does(at.guest, "sit", "buy in 5000", "pass 500", "throw")  # more than the wallet has
        for look in ("first", "second"):
            answer = await at.host.ask("enter_throw", throw={"a": 5, "b": 6}, look=look)
            assert "refused" not in answer, answer
        await at.host.done('award Bob 5000 "a present"')
        lines = (await at.house.get(f"/api/tables/{at.table}/settle-up", at.eva)).json()["players"]
        assert [(one["player"], one["result_cents"]) for one in lines] == [("Bob", 550_000)]
        await does(at.guest, "cash out", "leave")
        assert [await wallet(at, one) for one in (at.eva, at.bob)] == [GIFT, GIFT]


async def test_no_throw_of_the_house_is_vetoed_by_a_full_rail(tmp_path):
    """The attack as it was found: award, buy in near to what a column holds, a new seed, and buy in again."""
    async with hosted(tmp_path, "supervisor", tables=[a_table("nsw")]) as at:
        await at.guest.done("sit")
        answers = [await at.host.say(f'award Bob {printed(LARGEST // 4)} "more"') for _ in range(6)]
        codes = [answer.get("refused", {}).get("code", "") for answer in answers]
        assert codes == ["", "", "", "", "too_many_chips", "too_many_chips"]
        await at.guest.done("leave")
        async with at.house.at(cookie=at.bob) as shooter:
            await shooter.done("sit")
            for sum_, code in ((2**62 // 100 - 1, "bad_words"), (LARGEST // 100, "not_enough_money")):
                assert (await shooter.say(f"buy in {sum_}"))["refused"]["code"] == code
        assert (await at.house.get("/health")).json()["stopped"] == {}


async def test_large_chips_make_no_money_for_a_wallet(tmp_path):
    """At nsw a winner is paid up to the next chip (6.7): with chips of $100, $100 on the six wins $200."""
    asked = {"rules": "nsw", "dice": "sealed", "limits": "100:100", "chip": "100"}
    async with hosted(tmp_path, **asked) as at:
        for how, status in (({"hosted": False}, 400), ({"hosted": False, "chip": "1"}, 201)):
            opened = await at.house.get("/api/tables", at.eva, "POST", json=HOME | asked | how)
            assert opened.status_code == status, opened.text
        await does(at.host, "sit", "buy in 1000")  # the chips there are the table's own
        assert await wallet(at, at.eva) == GIFT


async def test_nobody_is_deleted_who_still_plays_at_a_hosted_table(tmp_path):
    """A contract wager of an account that is gone would keep the table from closing."""
    async with hosted(tmp_path) as at:
        await does(at.guest, "sit", "buy in 500")
        store = open_store(at.database)
        says = f"Bob has \\$500 at table {at.table}: they leave the table first"
        with pytest.raises(BankcrapsError, match=says):
            forget(store, "Bob")
        await at.guest.done("leave")
        assert forget(store, "Bob").tables == (at.table,)
        store.close()


# Ids of commands that come again: the same answer, whatever others send, and never done twice.

ANN = cm.Sender("Ann")


def test_answers_are_forgotten_of_those_who_have_most_and_then_of_the_silent(monkeypatch):
    monkeypatch.setattr(pending, "_OF_PERSON", 8)
    monkeypatch.setattr(pending, "_AT_LEAST", 2)
    monkeypatch.setattr(pending, "_OF_ALL", 20)
    answers = IdempotencyCache()
    answers.put("Ann", "a", "refused")
    for number in range(1000):
        answers.put(f"Eve{number % 3}", f"e{number}", "refused")
    assert answers.get("Ann", "a") == "refused"
    for number in range(1000):
        answers.put(f"Eve{number}", "e", "refused")
    assert answers.get("Ann", "a") is None
    assert answers.get("Eve999", "e") == "refused"
    assert sum(map(len, vars(answers)["_of"].values())) <= 20


def test_nothing_is_left_of_people_whose_commands_are_forgotten():
    answers = IdempotencyCache()
    for name in ("Ann", "Bob"):
        answers.put(name, "a", "refused")
    answers.put("Ann", "b", "refused")
    for name in ("Ann", "Bob", "Cid"):
        answers.drop(name, "a")
    assert vars(answers) == {"_of": {"Ann": {"b": "refused"}}}


# Bounds on all that people can add to a table: it stays there, and everybody hears of it.

MOST_BYTES = 40_000


def test_disputes_of_many_names_do_not_make_every_message_long():
    """Disputes wait until somebody of the crew decides them, perhaps for ever, and names cost nothing."""
    room = Room("classic")
    room.sits("Ann")
    refused = None
    for number in range(26):
        name = f"Guest{chr(ord('a') + number)}"
        room.does(name, "sit")
        for _ in range(5):
            refused = room.act(name, ev.Dispute("x" * 200)) or refused
        room.does(name, "leave")
    assert refused.message == "100 disputes of this table wait for a decision: wait for those first"
    room.later(2_000)
    room.does("Ann", "pass 10")
    assert len(encode(happened(room.book, room.last))) < MOST_BYTES
    room.takes("Sue", *room.book.table.filled(room.book.floor.disputes))
    room.does("Sue", 'decide 1 "the six stands"')
    room.does("Ann", 'dispute "that was 3-4"')


HOSTS = {
    # what a host says again and again, and why not for ever
    'Ann: dispute "x"; Hal: decide {n} "no"': "100 disputes were raised at this table: it takes no more",
    "Hal: exclude Q{n} device": "100 people are excluded already: only players can be now",
    "Hal: issue_token Ann 5": "100 tokens of Ann are not used yet",
}


def hosted_room(*people):
    """A room of Hal's, who has every chair, with chips of its own."""
    room = Room("nsw", opener="Hal", hosted=True, own_chips=True)
    room.sits(*people)
    for role in room.book.table.crew:
        room.ask("Hal", cm.TakeChair, role=role)
    return room


def test_a_host_who_seats_bots_excludes_no_more_of_them():
    room = hosted_room("Ann")
    room.tell(cm.SeatBot(MOLLY, ""))
    room.sits("Molly")
    for number in range(100):
        room.does("Hal", f"exclude Q{number} device")
    assert room.say("Hal", "exclude Molly device") is not None
    assert room.say("Hal", "exclude Ann device") is None


@pytest.mark.parametrize(("says", "why"), HOSTS.items(), ids=HOSTS)
def test_a_host_does_not_make_every_message_long(says, why):
    room = hosted_room("Ann", "Bob")
    lines = [line.split(": ", 1) for line in says.split("; ")]
    for number in range(1, 101):
        for person, line in lines:
            room.does(person, line.format(n=number))
    person, line = lines[0]
    assert room.say(person, line.format(n=101)).message == why
    room.does("Ann", "pass 10")
    assert len(encode(happened(room.book, room.last))) < MOST_BYTES
    room.does("Hal", "exclude Bob device")


# Players who have the database refuse their own bets take no throw with them: what was computed stands.

BOB = cm.Sender("Bob")


@pytest.fixture
def computed(monkeypatch):
    """All throws that were computed, in order: the table, the number and the faces."""
    found = []
    real = table_host.decide

    def decide(book, table, sender, command, now):
        outcome = real(book, table, sender, command, now)
        shown = [one.entry for one in outcome.happened if isinstance(one.entry, en.SecretShown)]
        found.extend((table.id, one.number, str(outcome.table.state.last.throw)) for one in shown)
        return outcome

    monkeypatch.setattr(table_host, "decide", decide)
    return found


async def does_something(night, chance):
    for _ in range(chance.randrange(3)):
        await asyncio.sleep(chance.choice([0, 0, 0.002]))
    match chance.randrange(7):
        case 0 | 1 | 2:
            await night.refused("throw")
        case 3:
            await night.asks(cm.GiveSeed, seed=f"s{chance.random()}")
        case 4:
            await night.asks(cm.Say, chance.choice([BOB, ANN]), line="buy_in 300")
        case 5:
            await night.host.ask(ANN, cm.Say(id=str(chance.randrange(60)), line="throw"))
        case _:
            has = await asyncio.to_thread(night.store.money.balances_of, "Bob")
            unstaked = sum(sum_ for at, sum_ in has.items() if not at.startswith("layout/"))
            keep = unstaked - chance.choice([500, 1000, 4000])
            # So a process takes him that has not heard of his bets elsewhere.
            bob = cm.Sender("Bob", own=Allowance(may_risk=Cents(10**9), keep=Cents(keep)))
            lines = ["field 10", "field 5, buy 4 20", "place 6 12", "down place 6"]
            await night.asks(cm.Say, bob, line=chance.choice(lines))


@pytest.mark.parametrize("houses", [1, 2])
@pytest.mark.parametrize("dealt", range(4))
async def test_whatever_is_computed_stands(tmp_path, computed, houses, dealt, monkeypatch):
    """Bets beyond limits, purchases nobody can pay, ids sent again, seeds and throws, in any order."""
    monkeypatch.setattr("bankcraps.server.hosting.pending._OF_PERSON", 3)
    chance = random.Random(dealt)
    async with AsyncExitStack() as stack:
        nights = [await stack.enter_async_context(a_night(tmp_path / "house.db")) for _ in range(houses)]
        for night in nights:
            await night.house.grant("Bob", 100_000)
            for line in ("sit", "buy_in 400"):
                assert await night.asks(cm.Say, BOB, line=line) is None
        for _ in range(10):
            for night in nights:
                await night.refused("pass 5")
            await asyncio.gather(*(does_something(chance.choice(nights), chance) for _ in range(8)))
        assert not any(night.host.stopped for night in nights)
        assert computed
        assert len(set(computed)) == len(computed), "a throw was computed twice"
        shown = [
            (at.table, one.number) for at in nights for one in entries(at.store, at.table, en.SecretShown)
        ]
        assert {one[:2] for one in computed} == set(shown)
    audited(str(tmp_path / "house.db"))
