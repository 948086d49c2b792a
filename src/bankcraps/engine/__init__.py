"""The rules of the game: `step`, and nothing outside it that knows what a seven does."""

from bankcraps.engine.opening import open_table
from bankcraps.engine.refusals import Refusal
from bankcraps.engine.shooting import shooter, thrower
from bankcraps.engine.state import Floor, Hand, Limits, Seat, Standing, State
from bankcraps.engine.step import Step, refusal, step

__all__ = [
    "Floor",
    "Hand",
    "Limits",
    "Refusal",
    "Seat",
    "Standing",
    "State",
    "Step",
    "open_table",
    "refusal",
    "shooter",
    "step",
    "thrower",
]
