"""Systems that play at a live table through the client."""

import asyncio

import httpx
import pytest
from tests.kit.deadline import IN_TIME

from bankcraps.client import House, HouseError, play_system
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine import events as ev
from bankcraps.live.log.entries import Acted
from bankcraps.live.log.settings import Timing
from bankcraps.live.table.personal_limits import PersonalLimits

from .conftest import at_table, open_table, wire_to

BRISK = Timing(betting_ms=120, warning_ms=0, throwing_ms=200, paying_ms=10, answer_ms=300)


async def plays(address, table, name, text, bankroll=500, tell=lambda _: None):
    """Play a system at a table until it leaves. Return why it left, and what is in the wallet then."""
    async with asyncio.timeout(IN_TIME), House(address) as house:
        await house.sign_in(name)
        async with house.table(table) as live:
            why = await play_system(house, live, text, bankroll, tell=tell)
        return why, (await house.who()).wallet_cents


async def everything(address, table):
    """Everything that happened in the hands of a table that are over."""
    items = []
    async with httpx.AsyncClient(base_url=address, timeout=IN_TIME, trust_env=False) as http:
        for number in range(1, 100):
            response = await http.get(f"/api/tables/{table}/hands/{number}")
            if response.is_error:
                return items
            items += response.json()["items"]
    return items


async def test_a_system_plays_until_it_stops_and_takes_its_money_home(serve, named):
    table, name = await open_table(serve.address, timing=BRISK), named("Molly")
    text = "when come_out: pass 10; when point: odds max; stop after 2 shooters"
    why, wallet = await plays(serve.address, table, name, text)
    assert why == "stop after 2 shooters"
    acts = [item["entry"] for item in await everything(serve.address, table)]
    acts = [entry for entry in acts if entry["type"] == "acted" and entry["event"]["type"] == "bet"]
    assert {entry["why"] for entry in acts} <= {"when come_out: pass 10", "when point: odds max"}
    assert acts
    lines = [item["effects"] for item in await everything(serve.address, table) if "effects" in item]
    won = sum(one.get("won_cents", 0) for line in lines for one in line if one["type"] == "paid")
    lost = sum(one["amount_cents"] for line in lines for one in line if one["type"] == "lost")
    assert wallet == 100_000 + won - lost


async def test_one_without_the_money_does_not_stay(serve, named):
    table, name = await open_table(serve.address, timing=BRISK), named()
    with pytest.raises(BankcrapsError, match="cannot be played at this table"):
        await plays(serve.address, table, named(), "when come_out: fire 5")
    with pytest.raises(BankcrapsError, match="has \\$1000 away from the tables, and cannot buy chips for"):
        await plays(serve.address, table, name, "when come_out: pass 10", 5000)
    async with House(serve.address) as house:
        await house.sign_in(named())
        await house.set_limits(PersonalLimits(loss=Cents(10_000)))
        async with house.table(table) as live:
            with pytest.raises(BankcrapsError, match="cannot play: your loss limit leaves \\$100"):
                await play_system(house, live, "when come_out: pass 10", 500)
        assert (await house.who()).wallet_cents == 100_000
    async with at_table(serve.address, table) as live:
        assert live.view.seats == ()


async def test_a_cut_connection_loses_no_bet_and_makes_none_twice(serve, named):
    table = await open_table(serve.address, timing=BRISK)
    text = "when come_out: pass 10; when point: odds max; come 10 up to 2; stop after 25 throws"
    async with wire_to(serve.address) as wire:
        playing = asyncio.create_task(plays(wire.address, table, named("Molly"), text))
        async with at_table(serve.address, table) as watching, asyncio.timeout(IN_TIME):
            heard = watching.heard()
            for cut in range(1, 6):
                await watching.until(lambda view, cut=cut: view.fairness.counted >= 3 * cut)
                wire.cut()
            why, _ = await playing
            items = [item for news in heard.so_far() for item in getattr(news, "items", ())]
    assert why == "stop after 25 throws"
    assert wire.opened > 5
    bets = [one.entry.event for one in items if isinstance(one.entry, Acted)]
    passes = [one.amount for one in bets if isinstance(one, ev.Bet) and str(one.wager) == "pass"]
    assert set(passes) == {1000}


async def test_another_terminal_goes_on_with_what_the_system_remembers(serve, named):
    """The player's program is ended and begun again: the fourth throw still counts to ten."""
    table, name = await open_table(serve.address, timing=BRISK), named("Mart")
    text = "when come_out: pass 10; stop after 10 throws"
    async with House(serve.address) as house, asyncio.timeout(IN_TIME):
        await house.sign_in(name)
        async with house.table(table) as live:
            first = asyncio.create_task(play_system(house, live, text, 500))
            await live.until(lambda view: view.fairness.counted >= 4)
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
        async with house.table(table) as live:
            assert live.seat
            assert await play_system(house, live, text, 500) == "stop after 10 throws"
            thrown = live.view.fairness.counted
    assert thrown >= 10
    acts = [item["entry"] for item in await everything(serve.address, table)]
    assert sum(one["event"]["type"] == "buy_in" for one in acts if one["type"] == "acted") <= 1


async def test_a_house_that_gives_no_log_for_a_moment_is_asked_again(serve, named, monkeypatch):
    """For example a house that opens again at that moment. The system forgets nothing."""
    table, text, told = await open_table(serve.address, timing=BRISK), "pass 10; stop after 3 throws", []
    answers = [HouseError("no house answers"), HouseError("too many requests", 429)]
    monkeypatch.setattr("bankcraps.client.playing._AGAIN_S", 0)
    async with asyncio.timeout(IN_TIME), House(serve.address) as house:
        await house.sign_in(named("Mart"))
        stay = house.stay

        async def later(table):
            if answers:
                raise answers.pop(0)
            return await stay(table)

        monkeypatch.setattr(house, "stay", later)
        async with house.table(table) as live:
            await live.say("sit")
            await live.say("buy_in 300")
            assert await play_system(house, live, f"when come_out: {text}", tell=told.append)
    assert (answers, told) == ([], [])
