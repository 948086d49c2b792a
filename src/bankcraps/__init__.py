"""Bankcraps: casino craps done completely.

>>> from bankcraps import Table
>>> table = Table("nsw", {"Ann": 500})
>>> bool(table.bet("Ann", "place 6", 12))
True

Each part is loaded when it is first asked for; sessions and simulations need `bankcraps[lab]`.

>>> from bankcraps import exact, odds
>>> str(odds("nsw", "place 6").wagers[0].edge)
'1/66'
>>> exact.session("nsw", "pass", bankroll=100, goal=200).ends["goal"] < 0.43
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bankcraps import solver as exact
    from bankcraps.best_play.aims.at_the_end import AtTheEnd
    from bankcraps.best_play.aims.least_cost import LeastCost
    from bankcraps.best_play.aims.least_time import LeastThrows
    from bankcraps.best_play.aims.still_playing import StillPlaying
    from bankcraps.best_play.best import best
    from bankcraps.chips import Cents, dollars
    from bankcraps.comparison.sweep import sweep
    from bankcraps.comparison.systems import compare
    from bankcraps.dice import Throw
    from bankcraps.engine import Limits, Refusal, State, Step, open_table, refusal, step
    from bankcraps.errors import BankcrapsError, MoneyError, NotationError, RecordError, RulebookError
    from bankcraps.house_edge.house_comparison import compare_houses
    from bankcraps.house_edge.layout_cost import layout_cost
    from bankcraps.house_edge.odds import odds
    from bankcraps.house_edge.shooter_hand import hand
    from bankcraps.notation import Record, read_record, replay
    from bankcraps.pays import Pay
    from bankcraps.question import explore
    from bankcraps.rulebook import BOOKS, Rulebook, load_rulebook, read_rulebook
    from bankcraps.rulebook.catalogue import houses
    from bankcraps.simulation.reports.story import explain
    from bankcraps.simulation.simulate import simulate
    from bankcraps.strategy.catalogue import systems
    from bankcraps.strategy.library import system
    from bankcraps.table import Table
    from bankcraps.wagers import WAGERS, Wager, wager

__version__ = "0.1.0"

_PLACES: Final = {
    "AtTheEnd": "bankcraps.best_play.aims.at_the_end",
    "BOOKS": "bankcraps.rulebook",
    "BankcrapsError": "bankcraps.errors",
    "Cents": "bankcraps.chips",
    "LeastCost": "bankcraps.best_play.aims.least_cost",
    "LeastThrows": "bankcraps.best_play.aims.least_time",
    "Limits": "bankcraps.engine",
    "MoneyError": "bankcraps.errors",
    "NotationError": "bankcraps.errors",
    "Pay": "bankcraps.pays",
    "Record": "bankcraps.notation",
    "RecordError": "bankcraps.errors",
    "Refusal": "bankcraps.engine",
    "Rulebook": "bankcraps.rulebook",
    "RulebookError": "bankcraps.errors",
    "State": "bankcraps.engine",
    "Step": "bankcraps.engine",
    "StillPlaying": "bankcraps.best_play.aims.still_playing",
    "Table": "bankcraps.table",
    "Throw": "bankcraps.dice",
    "WAGERS": "bankcraps.wagers",
    "Wager": "bankcraps.wagers",
    "best": "bankcraps.best_play.best",
    "compare": "bankcraps.comparison.systems",
    "compare_houses": "bankcraps.house_edge.house_comparison",
    "dollars": "bankcraps.chips",
    "exact": "bankcraps.solver",
    "explain": "bankcraps.simulation.reports.story",
    "explore": "bankcraps.question",
    "hand": "bankcraps.house_edge.shooter_hand",
    "houses": "bankcraps.rulebook.catalogue",
    "layout_cost": "bankcraps.house_edge.layout_cost",
    "load_rulebook": "bankcraps.rulebook",
    "odds": "bankcraps.house_edge.odds",
    "open_table": "bankcraps.engine",
    "read_record": "bankcraps.notation",
    "read_rulebook": "bankcraps.rulebook",
    "refusal": "bankcraps.engine",
    "replay": "bankcraps.notation",
    "simulate": "bankcraps.simulation.simulate",
    "step": "bankcraps.engine",
    "sweep": "bankcraps.comparison.sweep",
    "system": "bankcraps.strategy.library",
    "systems": "bankcraps.strategy.catalogue",
    "wager": "bankcraps.wagers",
}
"""The module of each public name. `exact` is a module itself."""


def __getattr__(name: str) -> object:
    """Load a public name on first use."""
    if name not in _PLACES:
        raise AttributeError(f"module 'bankcraps' has no attribute {name!r}")
    try:
        module = import_module(_PLACES[name])
    except ModuleNotFoundError as error:
        from bankcraps.extras import lacking  # noqa: PLC0415 - only to say what is not installed

        raise lacking(error.name) or error from None
    found = module if name == "exact" else getattr(module, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """The public names and no others, so that notebooks complete what people use, also before it loads."""
    return sorted([*__all__, "__version__"])


__all__ = [
    "BOOKS",
    "WAGERS",
    "AtTheEnd",
    "BankcrapsError",
    "Cents",
    "LeastCost",
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
    "layout_cost",
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
