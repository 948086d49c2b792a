"""The results of the lab as JSON: what `to_dict` and `--json` write, and how to read it back.

>>> from bankcraps import odds
>>> told = decode_result(msgspec.json.encode(odds("nsw", "place 6").to_dict()))
>>> told.house, told.wagers[0].edge
('nsw', Fraction(1, 66))

Each kind of result is an object whose `schema` says its kind and the version of its keys. Money is in cents,
under keys that end in `_cents`: whole where the sum is exact, a float where it is a mean. An exact
probability `x` has beside it `x_fraction`, the same as text in lowest terms. A key that does not apply is
left out, and is `msgspec.UNSET` in Python. What an earlier program wrote reads as the same result of today.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any, Final, Union

import msgspec

from bankcraps.analysis.results import as_json
from bankcraps.analysis.results.costs import LongRun
from bankcraps.analysis.results.session import EndlessSessionData, SessionData
from bankcraps.errors import BankcrapsError
from bankcraps.game.perft import PerftData
from bankcraps.house_edge.house_comparison import OddsComparedData
from bankcraps.house_edge.layout_cost import LayoutCost
from bankcraps.house_edge.odds import OddsReport
from bankcraps.house_edge.shooter_hand import HandData
from bankcraps.support.decode_errors import with_choices
from bankcraps.support.results import Data, read, wire

RESULTS_OF: Final[Mapping[str, tuple[type[Data], ...]]] = {
    "best": (
        *(as_json.BestData, as_json.BestActionData, as_json.BestStillData),
        *(as_json.BestTimeData, as_json.BestUtilityData, as_json.BestFrontierData),
    ),
    "chain": (as_json.ChainData, LongRun),
    "compare": (as_json.CompareData,),
    "explain": (as_json.ExplainData,),
    "hand": (HandData,),
    "houses": (OddsComparedData,),
    "layout": (LayoutCost,),
    "odds": (OddsReport,),
    "perft": (PerftData,),
    "risk": (as_json.RiskData,),
    "session": (SessionData, EndlessSessionData),
    "simulate": (as_json.SimulateData,),
    "trajectories": (as_json.TrajectoriesData,),
}
"""The kinds of result by what is asked. The lab's questions have these names."""

RESULTS: Final[tuple[type[Data], ...]] = tuple(
    sorted((one for some in RESULTS_OF.values() for one in some), key=lambda one: wire(one).__name__)
)
"""Every kind of result, by its name in the JSON Schema."""


@cache
def _decoder() -> Any:  # noqa: ANN401 - a decoder of any of them
    return msgspec.json.Decoder(Union[tuple(map(wire, RESULTS))])  # pyright: ignore[reportInvalidTypeArguments] # noqa: UP007


class _Kind(msgspec.Struct):
    schema: object = None


def decode_result(data: bytes | str) -> Any:  # noqa: ANN401 - one of `RESULTS`
    """Read a result that `--json` printed, or the JSON of a `to_dict`.

    Returns:
        One of `RESULTS`, such as `OddsReport`.

    Raises:
        BankcrapsError: if it is not one, or of another version. The message says where it is wrong.
    """
    try:
        if _newer(msgspec.json.decode(data, type=_Kind).schema):
            data = msgspec.json.encode(_upgraded(msgspec.json.decode(data)))
        return read(_decoder().decode(data))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BankcrapsError(f"this is not a result: {with_choices(error, _decoder().type, data)}") from None


# Results that earlier programs wrote, brought to the keys of today.

_VERSIONS: Final = {
    **dict.fromkeys(("chain", "compare", "explain", "hand", "odds", "odds_compared"), 3),
    **dict.fromkeys(("perft", "risk", "session", "simulate"), 3),
    **dict.fromkeys(("endless_session", "trajectories"), 2),
}
_NEXT: Final = {f"bankcraps.{kind}/{now - 1}": f"bankcraps.{kind}/{now}" for kind, now in _VERSIONS.items()}
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


def _newer(schema: object) -> str | None:
    """The `schema` of today for one that `_upgraded` knows; None for any other."""
    return _NEXT.get(schema) if isinstance(schema, str) else None


_Plain = dict[str, "_Plain"] | list["_Plain"] | str | float | bool | None
"""A value of JSON."""


def _upgraded(told: _Plain) -> _Plain:
    """A result of an earlier program with the names of today, down to its innermost parts."""
    if isinstance(told, list):
        return [_upgraded(one) for one in told]
    if not isinstance(told, dict):
        return told
    row = {_NAMES.get(key, key): _upgraded(value) for key, value in told.items()}
    if schema := _newer(row.get("schema")):
        row["schema"] = schema
    with suppress(KeyError, TypeError):  # what lacks a key is no result: the decoder says so
        _add_later_keys(row)
    return row


def _add_later_keys(row: dict[str, Any]) -> None:
    """Add and rename the keys that are new in rows of its kind alone."""
    if "ruin" in row and "p_ahead" in row:  # a bankroll's chances; the ends of a session keep their names
        row["p_ruin_or_floor"] = row.pop("ruin")
    if ("pays" in row and "win" in row) or ("wager" in row and "houses" in row):
        row["label"] = f"{row['wager']} on {row['point']}" if "point" in row else row["wager"]
    if "wager" in row and "message" in row:
        row["label"] = row.pop("wager")
    if "owned_after_cents" in row:
        dice = next(filter(None, map(_DICE.match, row["told"])), None)
        row["dice"] = dice and dice[1]
