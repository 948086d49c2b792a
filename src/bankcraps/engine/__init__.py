"""The rules of the game as one pure function, `step`. All rules of play are in this package."""

from bankcraps.engine.actor import DICE, NOBODY, Actor, crew, player
from bankcraps.engine.legal import NoRange, bet_range, legal_acts
from bankcraps.engine.limits import Limits
from bankcraps.engine.opening import open_table
from bankcraps.engine.refusals import Refusal
from bankcraps.engine.shooter.shooters import shooter, thrower
from bankcraps.engine.state import Floor, Seat, Standing, State
from bankcraps.engine.step import Step, refusal, step
from bankcraps.engine.wagering.ranges import BetRange

__all__ = [
    "DICE",
    "NOBODY",
    "Actor",
    "BetRange",
    "Floor",
    "Limits",
    "NoRange",
    "Refusal",
    "Seat",
    "Standing",
    "State",
    "Step",
    "bet_range",
    "crew",
    "legal_acts",
    "open_table",
    "player",
    "refusal",
    "shooter",
    "step",
    "thrower",
]
