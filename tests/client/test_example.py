"""The example in the documentation plays at a real table."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.kit.deadline import IN_TIME

from bankcraps.client import House
from bankcraps.live.people.lobby import NewBot

from .conftest import QUICK, SLOW, open_table

PAGES = Path(__file__).parents[2] / "docs" / "house"
PAGE = PAGES / "join.md"


async def test_the_player_of_the_documentation_plays(serve, named, capsys):
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len([line for line in example.splitlines() if line.strip()]) <= 20
    scope: dict[str, Any] = {"__name__": "example"}
    exec(compile(example, PAGE, "exec"), scope)  # noqa: S102 - our own page
    async with asyncio.timeout(IN_TIME):
        # Somebody else has a wager on the line, so that dice are thrown on a come-out, too.
        pat = NewBot(name=named("Pat"), system="when come_out: pass 5", bankroll="500")
        # Only "ready" ends the betting: no bet of the player comes too late.
        waits = replace(QUICK, betting_ms=SLOW.betting_ms)
        table = await open_table(serve.address, bots=(pat,), steady=False, timing=waits)
        robot = named("Robot")
        for _ in range(2):  # a second run goes on with the same name
            await scope["play"](serve.address, table, robot, 2)
    printed = capsys.readouterr().out.splitlines()
    assert printed.count("I have bet.") == 4, printed
    assert len([line for line in printed if re.fullmatch(r"\d-\d \$\d+", line)]) >= 4
    async with House(serve.address) as house:
        await house.sign_in(robot, "my own passphrase")
        assert (await house.who()).wallet_cents == 90_000  # it bought in once


@pytest.mark.some
async def test_the_systems_of_the_documentation_play(own_serve, capsys):
    examples = re.findall(r"```python\n(.*?)```", (PAGES / "bots.md").read_text(encoding="utf-8"), re.DOTALL)
    scope: dict[str, Any] = {"__name__": "example"}
    for example in examples:
        exec(compile(example, "bots.md", "exec"), scope)  # noqa: S102 - our own page
    async with asyncio.timeout(IN_TIME):
        table = await open_table(own_serve.address)
        await scope["seat_molly"](own_serve.address, table, own_serve.passphrase)
        text = "when come_out: pass 10; stop after 2 throws"
        await scope["play"](own_serve.address, table, "Max", text)
    *refused, why = capsys.readouterr().out.splitlines()
    assert why == "stop after 2 throws"
    assert all("Max says 'pass 10', and is refused: " in line for line in refused)  # a bet that came too late
