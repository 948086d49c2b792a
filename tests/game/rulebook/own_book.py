"""A house's own book that extends New South Wales, and the error of reading it."""

import pytest

from bankcraps import RulebookError
from bankcraps.game.rulebook import read_rulebook

HEAD = """\
id = "mine"
title = "Mine"
about = "A house of my own."
extends = "nsw"
"""


def wrong(text, **options):
    """The error of reading that text below the head of a house that extends New South Wales."""
    with pytest.raises(RulebookError) as caught:
        read_rulebook(HEAD + text, "mine.toml", **options)
    return caught.value
