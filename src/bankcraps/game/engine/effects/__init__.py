"""Effects: the consequences of events. Screens show them, and programs that watch a table read them."""

from bankcraps.game.engine.effects.base import *
from bankcraps.game.engine.effects.dice import *
from bankcraps.game.engine.effects.floor import *
from bankcraps.game.engine.effects.money import *
from bankcraps.game.engine.effects.transfers import *
