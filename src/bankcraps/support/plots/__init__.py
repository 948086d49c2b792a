"""The common parts of every picture, and the pictures of a distribution.

A name loads when it is first asked for, and Matplotlib with it.
"""

from bankcraps.support.lazy import lazy_names

__all__, __dir__, __getattr__ = lazy_names(__name__, __file__)
