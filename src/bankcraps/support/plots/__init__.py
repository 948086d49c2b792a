"""The common parts of every picture, and the pictures of a distribution.

Matplotlib loads when a part is first asked for.
"""

from bankcraps.support.lazy import lazy_names

__all__, __dir__, __getattr__ = lazy_names(__name__, __file__)
