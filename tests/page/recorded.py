"""Writes the files that the tests of web/ read: rules and edges of each house, and evenings as heard.

    python -m tests.page.recorded web/tests/recorded

Everything comes from real tables, over a real socket, so the page is tested with today's messages.
"""

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

from click.testing import CliRunner
from tests.live.advice.test_act_forms import SAMPLE
from tests.page.dealing import QUICK_HASHES, Crew, bets, bets_on_everything
from tests.server.live import FREE, a_table, open_house

from bankcraps import BOOKS, load_rulebook
from bankcraps.cli.commands.odds import command as odds
from bankcraps.client.live import changed
from bankcraps.game.records.codec import decoder, encode
from bankcraps.live.wire.messages import Happened, TableView

THROWS = ((4, 2), (5, 3), (2, 2), (6, 5), (1, 1), (5, 4), (4, 2), (6, 6), (3, 1), (3, 4))
"""A point made and another missed, with a craps, a yo and hard totals on the way."""


async def evening(folder: Path, rules: str) -> dict:
    """Let Ann and Bob play a few hands. Return a spectator's messages, and the table after each."""
    book = load_rulebook(rules)
    table = a_table(rules, dice="entered", pace="boxperson", limits="1:5000")
    async with open_house(folder, table, gift=10_000_000, limits=FREE) as house:
        boss = await house.sign_in("House", house.passphrase)
        async with (
            house.at() as watching,
            house.playing("Ann", buy=90_000) as ann,
            house.playing("Bob", buy=5_000) as bob,
            house.at(cookie=boss) as crew,
        ):
            spots = await house.get(f"/api/tables/{house.table}/rules")
            forms = await house.get(f"/api/tables/{house.table}/acts")
            dealers = await Crew.at(crew, rules)
            for number, throw in enumerate(THROWS):
                if number < 2:  # before the come-out and on a point
                    await bets_on_everything(ann, book)
                await bets(ann, "pass")
                await bets(ann, "come")
                await bob.say("25 pass")
                await bob.say("10 field")
                await ann.say("accept")
                await dealers.throw(*throw)
            await bob.say("down all")
            last = (await bob.done("leave"))["seq"]
            while watching.heard[-1]["seq"] < last:
                await watching.until("happened")
    told = {"rules": spots.json(), "forms": forms.json(), "samples": SAMPLE}
    return told | _followed(watching.heard)


def _followed(heard: list[dict]) -> dict:
    """Return the first view, each message, and the view after it, as the client in Python sees it."""
    welcome = next(message for message in heard if message["type"] == "welcome")
    first = view = decoder(TableView)(json.dumps(welcome["table"]))
    messages = [message for message in heard if message["type"] == "happened"]
    after = []
    for message in messages:
        view = changed(view, decoder(Happened)(json.dumps(message)).changes)
        after.append(json.loads(encode(view)))
    return {"first": json.loads(encode(first)), "heard": messages, "after": after}


def edges(rules: str) -> list[dict]:
    """Return what the command prints for the wagers of a house: ideal pays, and $5 as really paid."""
    asked = (), ("--amount", "5")
    printed = [CliRunner().invoke(odds, ["--rules", rules, *words, "--json"]) for words in asked]
    assert not any(one.exit_code for one in printed), printed
    return [json.loads(one.stdout) for one in printed]


def main(target: Path) -> None:
    (target / "edges").mkdir(parents=True, exist_ok=True)
    for rules in BOOKS:
        (target / "edges" / f"{rules}.json").write_text(json.dumps(edges(rules)), encoding="utf-8")
        quickly = patch("bankcraps.server.people.accounts._HASHER", QUICK_HASHES)
        with tempfile.TemporaryDirectory() as folder, quickly:
            recorded = asyncio.run(evening(Path(folder), rules))
        (target / f"{rules}.json").write_text(json.dumps(recorded), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
