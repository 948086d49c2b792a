"""Effects: the consequences of events. Screens show them, and programs that watch a table read them."""

from bankcraps.engine.effects.base import *
from bankcraps.engine.effects.dealing import *
from bankcraps.engine.effects.dice import *
from bankcraps.engine.effects.floor import *
from bankcraps.engine.effects.money import *
from bankcraps.engine.effects.transfers import *
