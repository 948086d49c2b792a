# The names, and where each lives. `__init__.py` loads a name when it is first used.

from bankcraps.training.exam import correction as correction
from bankcraps.training.exam import exercise as exercise
from bankcraps.training.exam import marked as marked
from bankcraps.training.level import AMOUNTS as AMOUNTS
from bankcraps.training.level import ASKS as ASKS
from bankcraps.training.level import MOST_PLAYERS as MOST_PLAYERS
from bankcraps.training.level import Amounts as Amounts
from bankcraps.training.level import Asks as Asks
from bankcraps.training.level import Exercise as Exercise
from bankcraps.training.level import Level as Level
from bankcraps.training.level import Question as Question
from bankcraps.training.level import most_players as most_players
from bankcraps.training.level import offered as offered
