"""A person's evenings at all tables, as the house tells them, and settling up at a table."""

import csv
from io import StringIO

from tests.page.dealing import Crew
from tests.server.live import FREE, a_table, open_house, real_dice

from bankcraps.errors import BankcrapsError
from bankcraps.server.web.api import evenings, log_cache


async def _an_evening(ann, crew, rules="classic"):
    """Ann makes 8 on a place wager, loses the line, and leaves."""
    dealers = await Crew.at(crew, rules)
    await ann.done("10 pass")
    await ann.say("accept")
    await dealers.throw(4, 2)
    await ann.done("12 place 8")
    await dealers.throw(4, 4)
    await dealers.throw(3, 4)


async def test_a_person_sees_their_evenings_and_nobody_elses(tmp_path):
    table = a_table("classic", dice="entered", pace="boxperson", limits="1:500", title="Kitchen")
    async with open_house(tmp_path, table, limits=FREE) as house:
        boss = await house.sign_in("House", house.passphrase)
        async with house.playing("Ann") as ann, house.playing("Bob", buy=200) as bob:
            async with house.at(cookie=boss) as crew:
                await _an_evening(ann, crew)
            before = (await house.get("/api/evenings", cookie=ann.cookie)).json()
            await ann.done("leave")
            await ann.done("sit")
            await ann.done("buy_in 50")
            mine = (await house.get("/api/evenings", cookie=ann.cookie)).json()
            bobs = (await house.get("/api/evenings", cookie=bob.cookie)).json()
            nobody = await house.get("/api/evenings")
            up = (await house.get(f"/api/tables/{house.table}/settle-up")).json()
            evenings = await _sheet(house, ann, "evenings")
            wagers = await _sheet(house, ann, "wagers")
            lost = await house.get("/api/tables/nowhere/settle-up")
            at_table = (await house.get(f"/api/tables/{house.table}/statistics", cookie=ann.cookie)).json()
    assert before["evenings"][0]["evening"]["ended"] is None
    first, second = (one["evening"] for one in mine["evenings"])
    assert (mine["player"], mine["unread"], mine["unreadable"]) == ("Ann", 0, {})
    assert mine["evenings"][0]["title"] == "Kitchen"
    assert (first["throws"], first["cashed_cents"], first["result_cents"]) == (3, 99_200, -800)
    assert (second["bought_cents"], second["throws"]) == (5_000, 0)
    line = next(one for one in mine["evenings"][0]["wagers"] if one["wager"] == "pass")
    assert (line["name"], line["expected_cents"]) == ("Pass Line", round(-1000 * 7 / 495))
    expected = {one["wager"]: one["expected_cents"] for one in at_table["counted"]["wagers"]}
    assert expected == {"pass": round(-1000 * 7 / 495), "place 8": round(-2400 / 66)}
    assert [one["evening"]["bought_cents"] for one in bobs["evenings"]] == [20_000]
    assert nobody.status_code == 403
    lines = {one["player"]: one for one in up["players"]}
    assert (lines["Ann"]["bought_cents"], lines["Ann"]["here"]) == (105_000, True)
    assert (lines["Bob"]["result_cents"], up["house_cents"], up["until"]) == (0, 800, None)
    assert lost.status_code == 404
    luck = mine["evenings"][0]["luck"]
    assert list(evenings[0].items())[-4:] == [
        ("won or lost", "-8.00"),
        ("without luck", f"{luck['expected_cents'] / 100:.2f}"),
        ("standard deviation", f"{luck['sd_cents'] / 100:.2f}"),
        ("luck in standard deviations", f"{luck['deviations']:.2f}"),
    ]
    assert (evenings[0]["bought in"], evenings[0]["cashed out"]) == ("1000.00", "992.00")
    assert (evenings[1]["result"], evenings[1]["luck in standard deviations"]) == ("0.00", "")
    assert [(one["wager"], one["staked"], one["won or lost"]) for one in wagers] == [
        ("Pass Line", "10.00", "-10.00"),
        ("Place 8", "24.00", "2.00"),
    ]


async def _sheet(house, ann, kind):
    """The rows of a file for spreadsheets."""
    file = await house.get(f"/api/evenings/{kind}.csv", cookie=ann.cookie)
    assert file.headers["content-type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(StringIO(file.text.lstrip("\ufeff"))))


async def test_a_house_that_may_not_advise_tells_no_expectation(tmp_path):
    async with real_dice(tmp_path) as (house, ann, crew):
        await _an_evening(ann, crew, "nsw")
        (mine,) = (await house.get("/api/evenings", cookie=ann.cookie)).json()["evenings"]
        (row,) = await _sheet(house, ann, "evenings")
    assert {(one["expected_cents"], one["unknown"]) for one in mine["wagers"]} == {(None, "advise")}
    assert (row["won or lost"], row["without luck"], row["standard deviation"]) == ("-8.00", "", "")


async def test_evenings_are_shared_by_a_link_that_can_be_taken_back(tmp_path):
    async with open_house(tmp_path, a_table("classic"), limits=FREE) as house, house.playing("Ann") as ann:

        async def link(method="GET", **how):
            asked = await house.get("/api/evenings/link", ann.cookie, method, **how)
            assert asked.status_code == 200, asked.text
            return asked.json()["key"]

        assert await link() == ""
        key = await link("POST", json={})
        assert await link("POST", json={}) == await link() == key
        shown = await house.get(f"/api/profiles/{key}")
        assert shown.json()["player"] == "Ann"
        assert [one["evening"]["bought_cents"] for one in shown.json()["evenings"]] == [100_000]
        assert house.table not in shown.text  # whoever knows the id may come to an unlisted table
        assert await link("DELETE") == ""
        gone = await house.get(f"/api/profiles/{key}")
        assert (gone.status_code, "taken it back" in gone.json()["error"]) == (404, True)
        assert await link("POST", json={}) != key
        assert (await house.get("/api/evenings/link", method="POST", json={})).status_code == 403


async def test_a_long_log_is_read_in_parts_and_the_answer_says_so(tmp_path, monkeypatch):
    async with open_house(tmp_path, a_table("classic"), limits=FREE) as house, house.playing("Ann") as ann:
        monkeypatch.setattr(log_cache, "_AT_ONCE", 1)
        sheet = await house.get("/api/evenings/evenings.csv", cookie=ann.cookie)
        assert (sheet.status_code, sheet.headers["retry-after"]) == (429, "1")
        answers = [(await house.get("/api/evenings", cookie=ann.cookie)).json()]
        while answers[-1]["unread"]:
            answers.append((await house.get("/api/evenings", cookie=ann.cookie)).json())
    assert (answers[0]["unread"], answers[0]["evenings"]) == (1, [])
    assert len(answers[-1]["evenings"]) == 1


async def test_a_table_that_cannot_be_read_hides_no_other(tmp_path, monkeypatch):
    tables = a_table("classic", title="Old"), a_table("nsw", title="New")
    async with open_house(tmp_path, *tables, limits=FREE) as house:
        lines = (await house.get("/api/tables")).json()
        ids = {one["title"]: one["table"] for one in lines}

        def book_of(settings):
            if settings.title == "Old":
                raise BankcrapsError("this table was opened under another version")
            return house_book_of(settings)

        house_book_of = evenings.book_of
        monkeypatch.setattr(evenings, "book_of", book_of)
        async with house.playing("Ann", ids["Old"], buy=100) as ann:
            async with house.at(table=ids["New"], cookie=ann.cookie) as again:
                await again.done("sit")
                await again.done("buy_in 50")
            mine = (await house.get("/api/evenings", cookie=ann.cookie)).json()
    assert [one["title"] for one in mine["evenings"]] == ["New"]
    assert mine["unreadable"] == {ids["Old"]: "this table was opened under another version"}
