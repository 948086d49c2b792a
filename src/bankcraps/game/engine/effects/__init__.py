"""Effects: the consequences of events. Screens show them, and programs that watch a table read them."""

from bankcraps.game.engine.effects.kinds import *
from bankcraps.game.engine.effects.transfers import *
