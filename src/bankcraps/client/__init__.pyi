# The names, and where each lives. `__init__.py` loads a name when it is first used.

from bankcraps.client.house import House as House
from bankcraps.client.house import HouseError as HouseError
from bankcraps.client.house import Me as Me
from bankcraps.client.house import read_address as read_address
from bankcraps.client.lab import Lab as Lab
from bankcraps.client.live import Dealing as Dealing
from bankcraps.client.live import Hearing as Hearing
from bankcraps.client.live import LiveTable as LiveTable
from bankcraps.client.live import Lost as Lost
from bankcraps.client.live import News as News
from bankcraps.client.live import state_of as state_of
from bankcraps.client.playing import giving_seeds as giving_seeds
from bankcraps.client.playing import play_system as play_system
from bankcraps.live.wire.messages import SeatHistory as SeatHistory
