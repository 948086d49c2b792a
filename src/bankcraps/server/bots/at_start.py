"""Seat the bots that `serve --bot` names."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from bankcraps.errors import BankcrapsError
from bankcraps.live.people.lobby import NewBot
from bankcraps.server.bots.bots import Bots, bot_of
from bankcraps.server.house import House, ServedElsewhereError
from bankcraps.server.stores.errors import StoreError

__all__ = ["seat_at_start"]

_AGAIN_S: Final = 0.5

_log: Final = logging.getLogger(__name__)


async def seat_at_start(
    asked: Sequence[NewBot], table: str, house: House, bots: Bots, by: str
) -> asyncio.Task[None] | None:
    """Have bots play at a table. One that plays there already goes on.

    Where another process holds the table's lease, such as one that was killed a moment ago, the house opens
    without them, and the task that is returned seats them once this house serves the table.

    Raises:
        BankcrapsError: if a bot cannot play there.
    """
    if not asked:
        return None
    try:
        await _seat(asked, table, house, bots, by)
    except (ServedElsewhereError, StoreError) as error:
        _log.warning("the bots wait until this process serves table %s: %s", table, error)
        return asyncio.get_running_loop().create_task(_seat_later(asked, table, house, bots, by))
    return None


async def _seat(asked: Sequence[NewBot], table: str, house: House, bots: Bots, by: str) -> None:
    host = await house.find(table)
    floor = host.durable.state.floor
    for one in asked:
        bot = bot_of(one, host.book, floor.limits, floor.chip)
        if host.durable.bot(bot.name) is None:
            await bots.seat(host, bot, by)


async def _seat_later(asked: Sequence[NewBot], table: str, house: House, bots: Bots, by: str) -> None:
    while True:
        await asyncio.sleep(_AGAIN_S)
        try:
            await _seat(asked, table, house, bots, by)
        except (ServedElsewhereError, StoreError):
            continue
        except BankcrapsError as error:
            _log.error("the bots cannot play at table %s: %s", table, error)
        return
