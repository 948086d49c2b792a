"""Results that earlier programs wrote, brought to the keys of today."""

import re
from typing import Any, Final, cast

__all__ = ["is_older", "upgraded"]

_KINDS: Final = {
    **dict.fromkeys(("chain", "compare", "explain", "hand", "odds", "odds_compared"), 3),
    **dict.fromkeys(("perft", "risk", "session", "simulate"), 3),
    **dict.fromkeys(("endless_session", "trajectories"), 2),
}
_NEXT: Final = {f"bankcraps.{kind}/{now - 1}": f"bankcraps.{kind}/{now}" for kind, now in _KINDS.items()}
"""The last version of each kind with the older names, and the first with those of today."""

_NAMES: Final = {
    "books": "houses",
    "p": "chance",
    "p_fraction": "chance_fraction",
    "rules": "house",
    "says": "told",
    "strategies": "systems",
    "strategy": "system",
}
_DICE: Final = re.compile(r"([1-6]-[1-6]): ")


def is_older(schema: object) -> bool:
    """Whether a `schema` is one that `upgraded` knows."""
    return schema in _NEXT


def upgraded(told: object) -> Any:  # noqa: ANN401 - JSON of any kind
    """A result of an earlier program with the names of today, down to its innermost parts."""
    if isinstance(told, list):
        return [upgraded(one) for one in cast("list[object]", told)]
    if not isinstance(told, dict):
        return told
    row = {_NAMES.get(key, key): upgraded(value) for key, value in cast("dict[str, object]", told).items()}
    if "schema" in row:
        row["schema"] = _NEXT.get(row["schema"], row["schema"])
    return _with_later_keys(row)


def _with_later_keys(row: dict[str, Any]) -> dict[str, Any]:
    """A row with the keys that were added or renamed in rows of its kind alone."""
    if "ruin" in row and "p_ahead" in row:  # a bankroll's chances; the ends of a session keep their names
        row["p_ruin_or_floor"] = row.pop("ruin")
    if ("pays" in row and "win" in row) or ("wager" in row and "houses" in row):
        row["label"] = f"{row['wager']} on {row['point']}" if "point" in row else row["wager"]
    if "wager" in row and "message" in row:
        row["label"] = row.pop("wager")
    if "owned_after_cents" in row:
        dice = next(filter(None, map(_DICE.match, row["told"])), None)
        row["dice"] = dice and dice[1]
    return row
