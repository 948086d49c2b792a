"""A real house where people deal: what its addresses answer before a throw is dealt, and after it."""

from tests.page.dealing import Crew
from tests.server.live import FREE, a_table, open_house, real_dice

NOTHING = {"outlook": [], "offer": None}
ASKED = ("outlook?wager=place 6&cents=1200", "offer?wager=place 6&cents=1200")


async def _throws(ann, crew):
    """Ann bets on the line and on the six, which is thrown after a point of eight."""
    dealers = await Crew.at(crew, "nsw")
    await crew.ask("take_chair", role="dealer")
    await ann.done("10 pass")
    await ann.say("accept")
    await dealers.throw(4, 4)
    await crew.ask("deal", action="puck", puck=8)
    await ann.done("12 place 6")
    await dealers.throw(4, 2)
    return dealers


async def test_nothing_is_said_of_wagers_before_all_is_dealt(tmp_path):
    async with real_dice(tmp_path, dealt="strict") as (house, ann, crew):
        at = f"/api/tables/{house.table}"
        await _throws(ann, crew)
        for asked in ASKED:
            answer = await house.get(f"{at}/{asked}", cookie=ann.cookie)
            assert (answer.status_code, answer.json()) == (200, NOTHING[asked.partition("?")[0]])
        assert (await house.get(f"{at}/outlook", cookie=ann.cookie)).json() == []
        early = await house.get(f"{at}/statistics", cookie=ann.cookie)
        settled = await house.get(f"{at}/settle-up")
        log, record = await house.get(f"{at}/export.jsonl"), await house.get(f"{at}/export.craps")
        answer = await crew.ask("deal", action="pay", player="Ann", wager="place 6", dealt_cents=1400)
        assert "refused" not in answer, answer
        found = [(await house.get(f"{at}/{asked}", cookie=ann.cookie)).json() for asked in ASKED]
        mine = (await house.get(f"{at}/outlook", cookie=ann.cookie)).json()
        late = await house.get(f"{at}/statistics", cookie=ann.cookie)
        whole = await house.get(f"{at}/export.jsonl")
    assert (early.json()["counted"]["throws"], late.json()["counted"]["throws"]) == (1, 2)
    assert late.json()["counted"]["net_cents"] == 1400
    assert settled.json()["players"][0]["result_cents"] == 0
    assert all(found)
    assert [one["wager"] for one in mine] == ["pass", "place 6"]
    assert [text.count('"type":"roll"') for text in (log.text, whole.text)] == [1, 2]
    assert ("4-4" in record.text, "4-2" in record.text) == (True, False)


async def test_the_lobby_shows_the_puck_where_the_dealer_left_it(tmp_path):
    async with real_dice(tmp_path, dealt="strict") as (house, ann, crew):
        dealers = await Crew.at(crew, "nsw")
        await crew.ask("take_chair", role="dealer")
        await ann.done("10 pass")
        await ann.say("accept")
        await dealers.throw(4, 4)
        (before,) = (await house.get("/api/tables")).json()
        await crew.ask("deal", action="puck", puck=8)
        (after,) = (await house.get("/api/tables")).json()
    assert (before["point"], after["point"]) == (0, 8)


async def test_the_scores_of_the_dealers_stay_after_the_table_has_closed(tmp_path):
    table = a_table("nsw", dice="entered", pace="boxperson", limits="1:500", dealt="strict", title="School")
    async with open_house(tmp_path, table, limits=FREE) as house:
        boss = await house.sign_in("House", house.passphrase)
        at = f"/api/tables/{house.table}/dealing"
        async with house.playing("Ann") as ann, house.at(cookie=boss) as crew:
            assert (await house.get(at, cookie=boss)).status_code == 403
            dealers = await _throws(ann, crew)
            await crew.ask("deal", action="pay", player="Ann", wager="place 6", dealt_cents=1500)
            await crew.ask("deal", action="pay", player="Ann", wager="place 6", dealt_cents=1400)
            await dealers.throw(3, 4)
            for wager in ("pass", "place 6"):
                await crew.ask("deal", action="take", player="Ann", wager=wager)
            await crew.ask("deal", action="puck")
            mine = (await house.get(at, cookie=boss)).json()
            anns = await house.get(at, cookie=ann.cookie)
            nobody = await house.get(at)
            await ann.done("leave")
        closed = await house.get(f"/api/tables/{house.table}", cookie=boss, method="DELETE", json={})
        after = (await house.get(at, cookie=boss)).json()
        sheet = await house.get(f"{at}.csv", cookie=boss)
    assert closed.status_code == 200, closed.text
    assert (mine["mine"], mine["title"], mine["dealt"]) == (True, "School", "strict")
    (score,) = mine["dealers"]
    assert (score["person"], score["right"], score["wrong"], score["off_cents"]) == ("House", 5, 1, 100)
    assert (anns.status_code, nobody.status_code) == (403, 403)
    assert after["dealers"] == mine["dealers"]
    assert sheet.headers["content-type"].startswith("text/csv")
    assert sheet.text.splitlines()[1].startswith("House,5,5,1,1.00,0,0,")
