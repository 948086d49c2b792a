"""A client of live tables: sign in, sit down, bet, and hear what happens.

>>> async def play(address: str) -> None:
...     async with House(address) as house:
...         await house.sign_in("Ann")
...         async with house.table((await house.tables())[0].table) as table:
...             await table.say("sit")
...             await table.say("buy_in 100")
...             answer = await table.say("pass 10")
...             if answer.refused:
...                 print(answer.refused.message)

With `async with giving_seeds(table)` the client gives a random seed for each sealed throw, so that the house
cannot have chosen it. A connection that drops is made again. A command that was not answered is then sent
again with the same id, so that it is carried out once.
"""

from bankcraps.support.extras import missing

if _without := missing("httpx", "websockets"):
    raise _without

from bankcraps.client.house import House, HouseError, Me, read_address
from bankcraps.client.lab import Lab
from bankcraps.client.live import Dealing, Hearing, LiveTable, Lost, News, state_of
from bankcraps.client.playing import giving_seeds, play_system
from bankcraps.live.wire.messages import SeatHistory

__all__ = [
    "Dealing",
    "Hearing",
    "House",
    "HouseError",
    "Lab",
    "LiveTable",
    "Lost",
    "Me",
    "News",
    "SeatHistory",
    "giving_seeds",
    "play_system",
    "read_address",
    "state_of",
]
