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
from bankcraps.support.lazy import lazy_names

if _without := missing("httpx", "websockets"):
    raise _without

__all__, __dir__, __getattr__ = lazy_names(__name__, __file__)
