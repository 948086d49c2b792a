"""Payment for bets: whole chips make up every amount, and the rail holds a bet with its commission."""

from bisect import bisect_right
from functools import lru_cache
from typing import ClassVar

import msgspec

from bankcraps.game.chips import LARGEST, Cents
from bankcraps.game.engine.refusals import Refusal, refuse
from bankcraps.game.engine.sentence import Sentence
from bankcraps.game.engine.state import Seat
from bankcraps.game.engine.wagering.bounds import Bound, Rule
from bankcraps.game.engine.wagering.stakes import Stake
from bankcraps.game.engine.wagering.sums import Step, Sums

__all__ = ["RailBound", "chip_bound", "over_most"]


@lru_cache(maxsize=4096)
def chip_bound(chip: Cents, there: int = 0) -> Bound:
    """The rule that the smallest chip makes up an amount, or what comes on top of an amount in cents."""
    says = Sentence("{offered:$} is not a multiple of the smallest chip, {limit:$}")
    takes = Sums(steps=(Step(there % chip, chip),))
    return Bound("chip", takes, "not_payable", says, chip, offered=lambda total: total - there)


def over_most(seat: Seat, more: int) -> Refusal | None:
    """Refuse chips or tokens with which a player would have more than `LARGEST` at the table."""
    holdings = seat.holdings + more
    if more < 0 or holdings <= LARGEST:
        return None
    says = "{name} would have {offered:$} at this table, and {limit:$} is the most that a player may have"
    return refuse("too_many_chips", says, limit=LARGEST, offered=holdings, name=seat.name)


class RailBound(msgspec.Struct, frozen=True, gc=False, eq=False):
    """The rule that a player's rail holds the chips of a bet and its commission.

    It answers as a `Bound` does. Every bet asks it, so the most that it takes is worked out only for a range.
    """

    stake: Stake
    rule: ClassVar[Rule] = "rail"
    clause: ClassVar[None] = None

    @property
    def takes(self) -> Sums:
        """The totals that it allows to stand, in cents."""
        stake, rail = self.stake, self.stake.seat.rail
        without_fee = rail - stake.cost(stake.there) + stake.there
        totals = range(max(stake.there, without_fee - stake.commission_on(without_fee)), without_fee + 1)
        return Sums(most=Cents(totals[bisect_right(totals, rail, key=stake.cost) - 1]))

    def refusal(self, total: int) -> Refusal | None:
        """Refuse a total in cents that costs more than the rail holds."""
        stake, rail, cost = self.stake, self.stake.seat.rail, self.stake.cost(total)
        if cost <= rail:
            return None
        fee = stake.commission_on(total)
        says = "{name:has} {limit:$} in the rail {name:and needs} {chips:$}"
        says += " plus {fee:$} commission" * bool(fee)
        return refuse(
            "not_enough_chips",
            says,
            limit=rail,
            offered=cost,
            name=stake.seat.name,
            chips=cost - fee,
            fee=fee,
        )
