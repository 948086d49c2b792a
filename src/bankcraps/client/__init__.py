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
"""

from bankcraps.client.house import House, HouseError
from bankcraps.client.live import LiveTable

__all__ = ["House", "HouseError", "LiveTable"]
