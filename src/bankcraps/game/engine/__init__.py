"""All rules of play, as one pure function: `step`."""

from bankcraps.game.engine.actor import DICE, NOBODY, Actor, crew, player
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.opening import open_table
from bankcraps.game.engine.refusals import Refusal
from bankcraps.game.engine.shooter.turns import shooter, thrower
from bankcraps.game.engine.state import Floor, Seat, Standing, State
from bankcraps.game.engine.step import NoRange, Step, bet_range, legal_acts, refusal, step
from bankcraps.game.engine.wagering.ranges import BetRange

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
