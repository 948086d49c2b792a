"""The browser that shows the page to its tests."""

import shutil
from typing import Final

_NAMES: Final = ("chromium-headless-shell", "chromium", "google-chrome")

CHROMIUM: Final = next(filter(None, map(shutil.which, _NAMES)), None)
"""Its path, or None. The shell, which has no windows, needs two thirds of the time of a whole browser."""
