"""The lines that `play`, `join` and `replay` write with `--json`, as types."""

from typing import TypedDict

from bankcraps.chips import Cents
from bankcraps.codec import AnyEffect, AnyEvent
from bankcraps.notation import StepBack

__all__ = ["JsonLine", "JsonRefusal", "JsonVerdict"]


class JsonRefusal(TypedDict):
    """The reason why a line did nothing: a refusal of the table, or a line that cannot be read."""

    code: str
    message: str
    clause: str | None


class JsonLine(TypedDict):
    """One line of play: the act or the refusal, its effects, and the table after it."""

    line: int | None
    event: AnyEvent | StepBack | list[AnyEvent] | None
    refusal: JsonRefusal | None
    effects: list[AnyEffect]
    puck: int | None
    shooter: str | None
    rail_cents: dict[str, Cents]
    layout_cents: dict[str, dict[str, Cents]]


class JsonVerdict(TypedDict):
    """The end of a replay: whether every table was as recorded."""

    verified: bool
