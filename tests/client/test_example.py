"""The example in the documentation plays at a real table."""

import asyncio
import re
from pathlib import Path
from typing import Any

from .conftest import IN_TIME, open_table

PAGE = Path(__file__).parents[2] / "docs" / "house" / "join.md"


async def test_the_player_of_the_documentation_plays(serve, named, capsys):
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len([line for line in example.splitlines() if line.strip()]) <= 24
    scope: dict[str, Any] = {"__name__": "example"}
    exec(compile(example, PAGE, "exec"), scope)  # noqa: S102 - our own page
    async with asyncio.timeout(2 * IN_TIME):
        table = await open_table(serve.address)
        await scope["play"](serve.address, table, named("Robot"), 3)
    printed = capsys.readouterr().out.splitlines()
    assert len([line for line in printed if re.fullmatch(r"\d-\d \d+", line)]) == 3
