"""A host of real dice whose account is deleted while they are in the air, with other people's wagers."""

import json

from tests.attack.nights import run
from tests.server.commands import audited
from tests.server.live import open_house

from bankcraps.cli.commands.admin import command as admin


async def test_the_chairs_come_back_and_the_keeper_closes_the_table(tmp_path, monkeypatch):
    monkeypatch.setattr("bankcraps.server.web.sockets.broadcast._WATCH_S", 0.05)
    database = str(tmp_path / "house.db")
    async with open_house(tmp_path) as house:
        eva, bob = await house.sign_in("Eva"), await house.sign_in("Bob")
        asked = {"rules": "classic", "pace": "shooter", "dice": "entered", "listed": False}
        table = (await house.get("/api/tables", eva, "POST", json=asked)).json()["table"]
        async with house.at(table=table, cookie=bob) as player, house.at(table=table, cookie=eva) as host:
            for role in ("stickperson", "boxperson"):
                assert "refused" not in await host.ask("take_chair", role=role)
            for line in ("sit", "buy in 100", "pass 10", "throw"):
                await player.done(line)
            refused = await run(admin, "--database", database, "close", table)
            assert refused[0], "the host could still enter the throw"
            assert (await run(admin, "--database", database, "forget", "Eva", "--yes"))[0] == 0
            await host.ended()
            while (await player.until("happened"))["changes"].get("chairs") != []:
                pass
            said = json.dumps(player.heard)
            assert "the host of this table has to take the chair of the" in said
            assert "Eva has to" not in said
            assert "refused" in await player.say("leave")
        closed = await run(admin, "--database", database, "close", table)
        assert (closed[0], closed[1].splitlines()[0]) == (0, f"Table {table} has closed.")
        assert (await house.get("/api/session", bob)).json()["wallet_cents"] == 100_000
    assert "the books balance" in audited(database)


async def test_sealed_dice_are_thrown_without_their_host(tmp_path, monkeypatch):
    """A throw that is locked is never given up."""
    monkeypatch.setattr("bankcraps.server.web.sockets.broadcast._WATCH_S", 0.05)
    database = str(tmp_path / "house.db")
    async with open_house(tmp_path) as house:
        eva, bob = await house.sign_in("Eva"), await house.sign_in("Bob")
        asked = {"rules": "classic", "pace": "shooter", "listed": False}
        table = (await house.get("/api/tables", eva, "POST", json=asked)).json()["table"]
        async with house.at(table=table, cookie=bob) as player, house.at(table=table, cookie=eva) as host:
            for role in ("stickperson", "boxperson"):
                assert "refused" not in await host.ask("take_chair", role=role)
            for line in ("sit", "buy in 100", "pass 10"):
                await player.done(line)
            await host.done("no more bets")
            assert (await run(admin, "--database", database, "forget", "Eva", "--yes"))[0] == 0
            while (await player.until("happened"))["changes"].get("chairs") != []:
                pass
            status, said = await run(admin, "--database", database, "close", table)
            assert status
            assert "the throw is sealed" in said
            await player.done("throw")
