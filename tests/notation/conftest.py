"""Random words are the same random words every time, unless `--hypothesis-profile thorough` is asked for."""

from tests.kit import profiles

__all__ = ["profiles"]
