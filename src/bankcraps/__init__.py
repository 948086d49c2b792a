"""Bankcraps: casino craps done completely.

>>> from bankcraps import Table
>>> table = Table("nsw", {"Ann": 500})
>>> bool(table.bet("Ann", "place 6", 12))
True

The odds lab is loaded when it is first asked for; sessions and simulations need `bankcraps[lab]`.

>>> from bankcraps import exact, odds
>>> str(odds("nsw", "place 6").wagers[0].edge)
'1/66'
>>> exact.session("nsw", "pass", bankroll=100, goal=200).ends["goal"] < 0.43
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from bankcraps.chips import Cents, dollars
from bankcraps.dice import Throw
from bankcraps.engine import Limits, Refusal, State, Step, open_table, refusal, step
from bankcraps.errors import BankcrapsError, MoneyError, NotationError, RecordError, RulebookError
from bankcraps.extras import lacking
from bankcraps.notation import Record, read_record, replay
from bankcraps.pays import Pay
from bankcraps.rulebook import BOOKS, Rulebook, load_rulebook, read_rulebook
from bankcraps.table import Table
from bankcraps.wagers import WAGERS, Wager, wager

if TYPE_CHECKING:
    from bankcraps import solver as exact
    from bankcraps.best_play.aims.at_the_end import AtTheEnd
    from bankcraps.best_play.aims.least_time import LeastThrows
    from bankcraps.best_play.aims.still_playing import StillPlaying
    from bankcraps.best_play.best import best
    from bankcraps.comparison.sweep import sweep
    from bankcraps.comparison.systems import compare
    from bankcraps.house_edge.house_comparison import compare_houses
    from bankcraps.house_edge.odds import odds
    from bankcraps.house_edge.shooter_hand import hand
    from bankcraps.question import explore
    from bankcraps.rulebook.catalogue import houses
    from bankcraps.simulation.reports.story import explain
    from bankcraps.simulation.simulate import simulate
    from bankcraps.strategy.catalogue import systems
    from bankcraps.strategy.library import system

__version__ = "0.1.0"

_LAB: Final = {
    "AtTheEnd": ("bankcraps.best_play.aims.at_the_end", "AtTheEnd"),
    "StillPlaying": ("bankcraps.best_play.aims.still_playing", "StillPlaying"),
    "LeastThrows": ("bankcraps.best_play.aims.least_time", "LeastThrows"),
    "best": ("bankcraps.best_play.best", "best"),
    "compare": ("bankcraps.comparison.systems", "compare"),
    "compare_houses": ("bankcraps.house_edge.house_comparison", "compare_houses"),
    "exact": ("bankcraps.solver", ""),
    "explain": ("bankcraps.simulation.reports.story", "explain"),
    "explore": ("bankcraps.question", "explore"),
    "hand": ("bankcraps.house_edge.shooter_hand", "hand"),
    "houses": ("bankcraps.rulebook.catalogue", "houses"),
    "odds": ("bankcraps.house_edge.odds", "odds"),
    "simulate": ("bankcraps.simulation.simulate", "simulate"),
    "sweep": ("bankcraps.comparison.sweep", "sweep"),
    "system": ("bankcraps.strategy.library", "system"),
    "systems": ("bankcraps.strategy.catalogue", "systems"),
}
"""The odds lab: a function by name, with where it is. `exact` is a module."""


def __getattr__(name: str) -> object:
    """Load a part of the odds lab on first use."""
    if name not in _LAB:
        raise AttributeError(f"module 'bankcraps' has no attribute {name!r}")
    module, function = _LAB[name]
    try:
        part = import_module(module)
    except ModuleNotFoundError as error:
        raise lacking(error.name) or error from None
    return getattr(part, function) if function else part


def __dir__() -> list[str]:
    """The public names and no others, so that notebooks complete what people use, also before it loads."""
    return sorted([*__all__, "__version__"])


__all__ = [
    "BOOKS",
    "WAGERS",
    "AtTheEnd",
    "BankcrapsError",
    "Cents",
    "LeastThrows",
    "Limits",
    "MoneyError",
    "NotationError",
    "Pay",
    "Record",
    "RecordError",
    "Refusal",
    "Rulebook",
    "RulebookError",
    "State",
    "Step",
    "StillPlaying",
    "Table",
    "Throw",
    "Wager",
    "best",
    "compare",
    "compare_houses",
    "dollars",
    "exact",
    "explain",
    "explore",
    "hand",
    "houses",
    "load_rulebook",
    "odds",
    "open_table",
    "read_record",
    "read_rulebook",
    "refusal",
    "replay",
    "simulate",
    "step",
    "sweep",
    "system",
    "systems",
    "wager",
]
