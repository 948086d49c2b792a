"""Two houses that differ from the books in what their layouts show, from `examples/houses`."""

import tomllib
from pathlib import Path

from tests.kit.houses import own_house

from bankcraps.game.rulebook import load_rulebook

EXAMPLES = Path(__file__).parents[3] / "examples" / "houses"


def _wagers(example):
    return tomllib.loads((EXAMPLES / f"{example}.toml").read_text(encoding="utf-8"))["wagers"]


def crapless():
    """A house where every total but the 7 is a point."""
    return load_rulebook(EXAMPLES / "crapless.toml")


def hands():
    """A house with every wager on a shooter's hand."""
    return own_house("pennsylvania", {"wagers": _wagers("all_tall_small") | _wagers("repeaters")})
