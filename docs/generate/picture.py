"""The picture of the table at the terminal: a few lines played at it, and the screen as SVG.

From the folder `docs`, `../.venv/bin/python -m generate.picture` draws `terminal.svg` anew.
"""

import asyncio
import re
from pathlib import Path
from typing import Final

from textual.widgets import Input

from bankcraps import Table
from bankcraps.play import TableApp

_FILE: Final = Path(__file__).parents[1] / "terminal.svg"
_SIZE: Final = (120, 40)
_SAID: Final = (
    "pass 10",
    "Bob: dont_pass 10",
    "Cid: field 5",
    "roll 4-2",
    "odds 50",
    "come 10",
    "Cid: place 8 12",
    "Cid: hard 6 2",
    "roll 5-4",
    "odds come 9 40",
    "Cid: horn 4",
    "roll 6-2",
    "place 8 12",
    "Bob: lay 4 40",
)


async def draw() -> str:
    """Play, and take the picture. The fonts are the reader's own, so that nothing is fetched."""
    app = TableApp(Table("three_four_five", {"Ann": 300, "Bob": 300, "Cid": 200}), seed=7, rolling=0)
    async with app.run_test(size=_SIZE) as pilot:
        for line in _SAID:
            app.query_one(Input).value = line
            await pilot.press("enter")
            await pilot.pause()
        return re.sub(r"\s*@font-face \{.*?\}", "", app.export_screenshot(), flags=re.DOTALL)


if __name__ == "__main__":
    _FILE.write_text(asyncio.run(draw()), encoding="utf-8")
