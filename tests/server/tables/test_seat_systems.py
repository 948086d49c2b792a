"""A person's seat by a system: it bets under their name, says why, and stops when they act, ask or close."""

import asyncio
from contextlib import asynccontextmanager

from tests.kit.deadline import IN_TIME
from tests.server.live import a_table, open_house, soon

from bankcraps.client import House
from bankcraps.live.log import entries as en

from .test_bots import BRISK

TEXT = "when come_out: pass 10"


def brisk():
    return a_table("washington", timing=BRISK, pace="clock")


async def hands_over(opened, cookie, system=TEXT, table=""):
    where = f"/api/tables/{table or opened.table}/seat"
    return await opened.get(where, cookie, "POST", json={"system": system})


@asynccontextmanager
async def ann_at(opened, table=""):
    """Ann, with her account, at a table: her table, and the cookie of another page of hers."""
    async with House(opened.address) as ann:
        await ann.sign_in("Ann", "a passphrase of Ann")
        cookie = await opened.sign_in("Ann", "a passphrase of Ann")
        async with ann.table(table or opened.table) as live, asyncio.timeout(IN_TIME):
            yield live, cookie


async def sits(live):
    await live.say("sit")
    await live.say("buy_in 300")


async def test_a_system_plays_a_seat_and_its_player_takes_over(tmp_path):
    async with open_house(tmp_path, brisk()) as opened, ann_at(opened) as (live, cookie):
        early = await hands_over(opened, cookie)
        assert early.json()["error"] == "Ann is not at this table: sit down first"
        assert (await hands_over(opened, "")).status_code == 403
        wrong = await hands_over(opened, cookie, "/etc/passwd")
        assert "no system '/etc/passwd' in the library" in wrong.json()["error"]
        await sits(live)
        heard = live.heard()
        assert (await hands_over(opened, cookie)).status_code == 201
        await live.until(lambda view: view.fairness.counted >= 3)
        assert live.view.systems[0].text.startswith(TEXT)
        entries = [item.entry for news in heard.so_far() for item in getattr(news, "items", ())]
        acts = [one for one in entries if isinstance(one, en.Acted) and one.event.by.person == "Ann"]
        assert {one.why for one in acts} - {""} == {TEXT}
        await soon(lambda: live.view.phase.name == "betting")
        while (await live.say("field 5")).refused:  # the betting may have just closed
            await live.until(lambda view: view.phase.name == "betting")
        await live.until(lambda view: not view.systems)
        assert live.seat is not None  # the person plays on


async def test_a_system_stops_on_asking_and_when_it_ends_by_itself(tmp_path):
    async with open_house(tmp_path, brisk()) as opened, ann_at(opened) as (live, cookie):
        await sits(live)
        await hands_over(opened, cookie)
        await live.until(lambda view: view.fairness.counted >= 1)
        stopped = await opened.get(f"/api/tables/{opened.table}/seat", cookie, "DELETE", json={})
        assert stopped.status_code == 200
        await live.until(lambda view: not view.systems)
        again = await opened.get(f"/api/tables/{opened.table}/seat", cookie, "DELETE", json={})
        assert again.json()["error"] == "no system plays for Ann"
        heard = live.heard()
        await hands_over(opened, cookie, f"{TEXT}; stop after 2 throws")
        await live.until(lambda view: bool(view.systems))
        await live.until(lambda view: not view.systems)
        items = [item for news in heard.so_far() for item in getattr(news, "items", ())]
        ended = [item.entry.why for item in items if isinstance(item.entry, en.SystemStopped)]
        assert ended == ["stop after 2 throws"]
        assert live.seat is not None


async def test_a_system_goes_on_when_the_house_opens_again(tmp_path):
    async with open_house(tmp_path, brisk()) as opened, ann_at(opened) as (live, cookie):
        await sits(live)
        await hands_over(opened, cookie)
        await live.until(lambda view: view.fairness.counted >= 1)
        table = opened.table
    async with open_house(tmp_path) as opened, ann_at(opened, table) as (live, _):
        assert [seat.name for seat in live.view.systems] == ["Ann"]
        before = live.view.fairness.counted
        await live.until(lambda view: view.fairness.counted >= before + 2)


async def test_a_player_who_is_gone_is_away_though_the_system_is_connected(tmp_path):
    """The house would else play on for somebody who has closed the page long ago."""
    async with open_house(tmp_path, brisk()) as opened, House(opened.address) as watcher:
        async with ann_at(opened) as (live, cookie):
            await sits(live)
            await hands_over(opened, cookie)
            await live.until(lambda view: view.fairness.counted >= 1)
        async with watcher.table(opened.table) as live, asyncio.timeout(IN_TIME):
            await live.until(lambda view: view.guests[0].away_since is not None)
