"""The contents of a line of a system, each with the word that an error can point at."""

import msgspec
from lark import Token

from bankcraps.strategies.rules import conditions as cs
from bankcraps.strategies.rules import trackers, triggers
from bankcraps.strategies.rules.changes import Change
from bankcraps.strategies.rules.instructions import Instruction
from bankcraps.strategies.stages import Move
from bankcraps.strategies.text.program import AtMostLine, MostLostLine, MostUpLine, ProgressionLine

__all__ = ["AfterHead", "Content", "Line", "OnlyLine", "StageHead", "StopAfterLine"]


class OnlyLine(msgspec.Struct, frozen=True):
    """`only when CONDITION`."""

    condition: cs.Condition


class StopAfterLine(msgspec.Struct, frozen=True):
    """`stop after ...`."""

    trackers: tuple[trackers.Tracker, ...]


class StageHead(msgspec.Struct, frozen=True):
    """`stage NAME:`."""

    name: str


class AfterHead(msgspec.Struct, frozen=True):
    """`after EVENT:`, `after EVENT when CONDITION:`."""

    trigger: triggers.Trigger
    condition: cs.Condition | None


Content = (
    cs.Condition
    | AfterHead
    | Instruction
    | Change
    | OnlyLine
    | AtMostLine
    | StopAfterLine
    | ProgressionLine
    | MostLostLine
    | MostUpLine
    | StageHead
    | Move
)


class Line(msgspec.Struct, frozen=True):
    """The head of a rule, a step of a rule, or a line for the whole system.

    Attributes:
        token: a word of it.
    """

    content: Content
    token: Token
