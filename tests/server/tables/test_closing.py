"""Whoever opened a table closes it, and the lobby shows people their own tables."""

from msgspec import to_builtins
from tests.page.dealing import Crew
from tests.server.commands import audited
from tests.server.live import AT_REST, a_table, open_house


async def _opened(house, cookie, **how):
    answer = await house.get("/api/tables", cookie, "POST", json={"rules": "nsw", **how})
    return answer.json()["table"]


async def _close(house, table, cookie):
    return await house.get(f"/api/tables/{table}", cookie, "DELETE", json={})


async def _hears(wire, effect):
    """Wait until this effect has happened at the table, if it has not yet."""

    def told(message):
        return any(effect == one["type"] for of in message.get("items", ()) for one in of.get("effects", ()))

    while not any(map(told, wire.heard)):
        await wire.hear()


async def test_whoever_opened_a_table_closes_it_and_nobody_loses_a_chip(tmp_path):
    async with open_house(tmp_path) as house:
        ann, bob = await house.sign_in("Ann"), await house.sign_in("Bob")
        for listed in (True, False):
            own = await _opened(house, ann, listed=listed, pace="shooter")
            assert (await _close(house, own, bob)).status_code == 403
            assert (await house.get(f"/api/tables/{own}/closing", bob)).status_code == 403
            async with house.at(table=own, cookie=ann) as wire:
                assert wire.heard[0]["you"]["ends"]
                for line in ("sit", "buy in 100", "place 6 12"):
                    await wire.done(line)
                look = (await house.get(f"/api/tables/{own}/closing", ann)).json()
                assert look == {"refused": "", "notice": False, "due": 0, "others": []}
                assert (await _close(house, own, ann)).status_code == 200
            assert (await house.get(f"/api/tables/{own}/rules")).status_code == 404
            assert (await house.get("/api/session", ann)).json()["wallet_cents"] == 100_000
        assert (await _close(house, house.table, ann)).status_code == 403
    assert "the books balance" in audited(str(tmp_path / "house.db"))


async def test_while_others_play_a_table_closes_with_the_notice_of_its_book(house):
    ann, bob = await house.sign_in("Ann"), await house.sign_in("Bob")
    own = await _opened(house, ann, pace="shooter")
    async with house.at(table=own, cookie=bob) as wire:
        assert not wire.heard[0]["you"].get("ends")
        await wire.done("sit")
        look = (await house.get(f"/api/tables/{own}/closing", ann)).json()
        assert (look["notice"], look["due"], look["others"]) == (True, 0, ["Bob"])
        refused = await _close(house, own, ann)
        assert (refused.status_code, "20 minutes" in refused.json()["error"]) == (400, True), refused.text
        posted = (await house.get(f"/api/tables/{own}/closing", ann, "POST", json={})).json()
        assert posted["notice"]
        assert posted["due"] > 0
        again = (await house.get(f"/api/tables/{own}/closing", ann, "POST", json={})).json()
        assert again["due"] == posted["due"]  # the notice that hangs stays
        await wire.done("leave")
    assert (await _close(house, own, ann)).status_code == 200


async def test_a_table_with_a_bot_closes_at_once_if_the_bot_may_leave(house):
    ann = await house.sign_in("Ann")
    bots = [{"name": "Molly", "bankroll": "100", "system": "when point: place 6 12"}]
    own = await _opened(house, ann, pace="shooter", bots=bots)
    look = (await house.get(f"/api/tables/{own}/closing", ann)).json()
    assert (look["others"], look["refused"]) == ([], "")
    closed = await _close(house, own, ann)
    assert closed.status_code == 200, closed.text


async def test_a_bot_that_may_not_leave_is_sent_away_and_bets_no_more(tmp_path):
    table = {"rules": "nsw", "dice": "entered", "pace": "boxperson", "timing": to_builtins(AT_REST)}
    bots = [{"name": "Molly", "bankroll": "100", "system": "when come_out: pass 10"}]
    async with open_house(tmp_path) as house:
        ann = await house.sign_in("Ann")
        boss = await house.sign_in("House", house.passphrase)
        own = await _opened(house, ann, bots=bots, **table)
        async with house.at(table=own, cookie=boss) as crew:
            dealers = await Crew.at(crew, "nsw")
            await _hears(crew, "staked")
            await dealers.throw(4, 2)
            refused = await _close(house, own, ann)
            assert (refused.status_code, "cannot close yet" in refused.json()["error"]) == (400, True)
            assert "admin dismiss" not in refused.json()["error"]
            await dealers.throw(4, 3)
            await _hears(crew, "left")
            assert (await _close(house, own, ann)).status_code == 200


async def test_the_lobby_shows_people_where_they_sit_and_what_they_opened(tmp_path):
    async with open_house(tmp_path, a_table(title="A"), a_table(title="B", dealt="free")) as house:
        dealt = {one["title"]: one["dealt"] for one in (await house.get("/api/tables")).json()}
        assert dealt == {"A": "", "B": "free"}
        ann = await house.sign_in("Ann")
        own = await _opened(house, ann, listed=False, title="Own", pace="shooter")
        assert len(own) > 2 * len(house.table)  # whoever has the link comes to it, and nobody guesses it
        tables = {one["title"]: one["table"] for one in (await house.get("/api/tables", ann)).json()}
        assert list(tables) == ["Own", *sorted(set(tables) - {"Own"}, key=lambda title: tables[title])]
        async with house.at(table=tables["B"], cookie=ann) as wire:
            await wire.done("sit")
            lines = (await house.get("/api/tables", ann)).json()
            assert [one["table"] for one in lines if one["sits"]] == [lines[0]["table"]] == [tables["B"]]
            mine = next(one for one in lines if one["table"] == own)
            assert (mine["opened"], mine["sits"], mine["listed"]) == (True, False, False)
            others = (await house.get("/api/tables", await house.sign_in("Bob"))).json()
        assert sorted(one["title"] for one in others) == ["A", "B"]
        assert not any(one["sits"] or one["opened"] or not one["listed"] for one in others)
