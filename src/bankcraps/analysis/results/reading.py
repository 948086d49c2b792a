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

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Union

import msgspec

from bankcraps.analysis.results.best_data import (
    BestActionData,
    BestData,
    BestFrontierData,
    BestStillData,
    BestTimeData,
    BestUtilityData,
)
from bankcraps.analysis.results.chain_data import ChainData
from bankcraps.analysis.results.long_run import LongRun
from bankcraps.analysis.results.older import is_older, upgraded
from bankcraps.analysis.results.session_data import (
    CompareData,
    EndlessSessionData,
    ExplainData,
    RiskData,
    SessionData,
    SimulateData,
    TrajectoriesData,
)
from bankcraps.errors import BankcrapsError
from bankcraps.game.perft import PerftData
from bankcraps.house_edge.house_comparison import OddsComparedData
from bankcraps.house_edge.layout_cost import LayoutCost
from bankcraps.house_edge.odds import OddsReport
from bankcraps.house_edge.shooter_hand import HandData
from bankcraps.support.decode_errors import with_choices
from bankcraps.support.results import Data, read, wire

__all__ = ["RESULTS", "RESULTS_OF", "decode_result"]

RESULTS_OF: Final[Mapping[str, tuple[type[Data], ...]]] = {
    "best": (BestData, BestActionData, BestStillData, BestTimeData, BestUtilityData, BestFrontierData),
    "chain": (ChainData, LongRun),
    "compare": (CompareData,),
    "explain": (ExplainData,),
    "hand": (HandData,),
    "houses": (OddsComparedData,),
    "layout": (LayoutCost,),
    "odds": (OddsReport,),
    "perft": (PerftData,),
    "risk": (RiskData,),
    "session": (SessionData, EndlessSessionData),
    "simulate": (SimulateData,),
    "trajectories": (TrajectoriesData,),
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
        if is_older(msgspec.json.decode(data, type=_Kind).schema):
            data = msgspec.json.encode(upgraded(msgspec.json.decode(data)))
        return read(_decoder().decode(data))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BankcrapsError(f"this is not a result: {with_choices(error, _decoder().type, data)}") from None
