"""Systems that play at a live table through the client."""

import asyncio

import httpx
import pytest
from tests.kit.deadline import IN_TIME

from bankcraps.client import House, HouseError, play_system
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.live.log.settings import Timing
from bankcraps.live.table.personal_limits import PersonalLimits

from .conftest import at_table, open_table

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
