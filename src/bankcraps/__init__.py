"""Casino craps: rules engine, exact odds, simulator and live tables.

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

from bankcraps.support.lazy import lazy_names

__all__, __dir__, __getattr__ = lazy_names(__name__, __file__)
