"""The one deadline of tests that wait: it says only that something hangs."""

from typing import Final

IN_TIME: Final = 120
"""Seconds after which a test that waits has failed. Busy machines are slow, so no test is near it."""
