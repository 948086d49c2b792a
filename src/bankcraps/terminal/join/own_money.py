"""More play money of the house, in words: `more_money` asks for it."""

import re
from datetime import UTC, datetime
from typing import Final

from bankcraps.client import House
from bankcraps.client.house import HouseError
from bankcraps.game.chips import Cents, money

__all__ = ["MONEY_WORDS", "asks_for_money", "money_in_words"]

MONEY_WORDS: Final = (("more_money", "ask the house for more play money, if you have hardly any"),)
"""The line about a person's money, and its effect."""

_WORD: Final = re.compile(r"/?more([_ ]money)?", re.IGNORECASE)
_FORBIDDEN: Final = 403


def asks_for_money(line: str) -> bool:
    """Whether a line asks the house for more play money."""
    return _WORD.fullmatch(line.strip()) is not None


async def money_in_words(house: House) -> list[str]:
    """Ask the house for more play money, and say in sentences what came of it.

    Raises:
        HouseError: if nobody is signed in, or no house answers.
    """
    offered = await house.money_offered()
    if not offered.amount:
        when = datetime.fromtimestamp(offered.again_at / 1000, UTC).strftime("%H:%M UTC")
        why = f"{offered.why[:1].upper()}{offered.why[1:]}"
        return [f"{why}.", *([f"The next time is {when}."] if offered.again_at else [])]
    try:
        await house.more_money()
    except HouseError as error:
        if error.status != _FORBIDDEN:
            raise
        return [f"{error}."]
    wallet = money(Cents((await house.who()).wallet_cents))
    return [
        f"The house gives you {money(offered.amount)}: your wallet has {wallet}. Say, for example: buy in 200"
    ]
