"""Pictures of results: functions that take plain values and return Matplotlib figures.

A result's `plot` method calls these functions, so most programs need only that. Each function draws on a new
figure, without pyplot, and leaves Matplotlib's settings as they were. With a path, it also writes a file.

Instead, it draws the main part on the Axes of a caller (`own_axes`), in the caller's style.

A function loads when it is first asked for, and Matplotlib with it.
"""

from bankcraps.support.lazy import lazy_names

__all__, __dir__, __getattr__ = lazy_names(__name__, __file__)
