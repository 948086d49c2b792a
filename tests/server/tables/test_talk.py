"""Talk over the socket: everybody gets it, the log does not have it, and newcomers get the last lines."""

from tests.server.live import a_table, open_house


async def test_talk_reaches_everybody_and_not_the_log(tmp_path):
    async with open_house(tmp_path, a_table("nsw")) as house:
        boss = await house.sign_in("House", house.passphrase)
        async with house.playing("Ann") as ann, house.at("Eve") as eve, house.at(cookie=boss) as sue:
            assert "refused" not in await ann.ask("talk", words="nice roll")
            heard = await until_lines(eve)
            assert (await eve.ask("talk", words="me too"))["refused"]["code"] == "not_playing"
            assert [(line["person"], line["words"]) for line in heard["lines"]] == [("Ann", "nice roll")]
            assert "refused" not in await sue.ask("take_chair", role="supervisor")
            assert "refused" not in await sue.ask("mute", player="Ann", muted=True)
            assert (await ann.ask("talk", phrase="star"))["refused"]["code"] == "muted"
            async with house.at("Cy") as cy:
                told = await cy.until("company")
                assert [line["words"] for line in told["lines"]] == ["nice roll"]
                assert told["muted"] == ["Ann"]
            rows = (await house.get(f"/api/tables/{house.table}/export.jsonl")).text
            assert "nice roll" not in rows


async def test_everybody_is_told_how_many_watch(tmp_path, monkeypatch):
    monkeypatch.setattr("bankcraps.server.web.sockets.broadcast._WATCH_S", 0.05)
    async with open_house(tmp_path, a_table("nsw")) as house, house.playing("Ann") as ann:
        async with house.at("Eve"), house.at(), house.at():
            while (await ann.until("company")).get("watching") != 3:
                pass
        while (await ann.until("company")).get("watching", 0):
            pass
        async with house.at(cookie=ann.cookie, seq=2) as back:  # this page may still know of three
            assert (await back.until("company")).get("watching", 0) == 0


async def until_lines(wire):
    while True:
        message = await wire.until("company")
        if message.get("lines"):
            return message
