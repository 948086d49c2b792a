"""Whole betting systems: exact sessions, simulations, the best play, and several systems side by side.

Every class of a result can be imported from here, wherever it lives. A class loads when it is first asked
for, so this module is light.

>>> from bankcraps.analysis import Distribution, OddsReport, Session
>>> Distribution.of([1, 2], [1, 1]).mean
1.5
"""

from bankcraps.support.lazy import lazy_names

__all__, __dir__, __getattr__ = lazy_names(__name__, __file__)
