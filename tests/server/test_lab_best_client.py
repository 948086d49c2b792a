"""The typed client asks for the best play for every aim that the lab knows."""

import asyncio
from inspect import signature
from typing import Any, cast, get_args, get_overloads, get_type_hints

import pytest

from bankcraps.analysis.lab_options import AimOptions, options_of
from bankcraps.analysis.results.as_json import (
    BestActionData,
    BestData,
    BestFrontierData,
    BestStillData,
    BestTimeData,
    BestUtilityData,
)
from bankcraps.client.lab import Lab
from bankcraps.errors import BankcrapsError
from bankcraps.lab.kinds import KINDS

from .live import open_house

TABLE = {"limits": "1:9", "wagers": "pass", "at_once": 1}


async def test_each_aim_has_its_answer_with_its_own_class(tmp_path):
    async with open_house(tmp_path) as house:

        def ask():
            with Lab(house.address) as lab:
                with pytest.raises(BankcrapsError, match="still_playing"):
                    cast("Any", lab).best("nsw", 5, 9, still_playing=4, at_least=1)
                return [
                    lab.best("nsw", 5, 9, against="when come_out: pass 1", limits="1:9"),
                    lab.best("nsw", 5, 9, decisions=3, **TABLE),
                    lab.best("nsw", 5, 9, least_throws_at=0.4, **TABLE),
                    lab.best("nsw", 5, 9, throws=2, utility="log", **TABLE),
                    lab.best("nsw", 5, 9, throws=2, utility=["log", "power:-1"], **TABLE),
                    lab.best("nsw", 5, still_playing=4, at_least=2, **TABLE),
                    lab.best("nsw", 5, action=3, throws=4, at_most=4, **TABLE),
                ]

        found = await asyncio.to_thread(ask)
    assert [type(one) for one in found] == [
        *(BestData, BestData, BestTimeData),
        *(BestUtilityData, BestFrontierData, BestStillData, BestActionData),
    ]
    assert found[0].against.system == "when come_out: pass 1"
    assert found[1].limit == {"decisions": 3}
    assert (found[2].chance, found[3].utility, len(found[4].plays)) == (0.4, "log", 2)
    assert (found[5].throws, found[6].action_cents) == (4, 300)


def test_the_client_names_every_field_of_a_best_play():
    """A new aim of the lab needs its own form of the method, with the class of its answer."""
    named = set[str]()
    for one in get_overloads(Lab.best):
        (aim,) = get_args(get_type_hints(one)["aim"])
        named |= signature(one).parameters.keys() | get_type_hints(aim).keys()
    asked = {field.argument for field in KINDS["best"].fields}
    assert named - {"self", "aim"} == asked - {"book"}
    assert set(options_of(AimOptions)) <= named
