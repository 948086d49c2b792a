"""From a chain to arrays, for one bankroll.

All changes of money are multiples of the chain's unit, so what is owned always differs from the bankroll by
whole units: it is counted in units above what is left of the bankroll when units are taken from it.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bankcraps.chain.chain import DONE, Chain
from bankcraps.chain.leaving import NEVER, NO_GOAL
from bankcraps.chips import printed
from bankcraps.dice import OUTCOMES, Throw
from bankcraps.errors import BankcrapsError
from bankcraps.simulation.tables import NO_NEED, SIDES, Tables
from bankcraps.simulation.terms import MOST, NO_LIMIT, Terms
from bankcraps.strategy.plan import Plan

__all__ = ["Tabulated", "tabulate"]

_ORDERED: Final = np.array(
    [OUTCOMES.index(Throw(a, b).combination) for a in range(1, 7) for b in range(1, 7)], np.int32
)
"""Of each of the 36 ordered throws, the number of its combination."""


@dataclass(frozen=True, eq=False)
class Tabulated:
    """A chain in arrays, with what its numbers mean.

    Attributes:
        tables: the arrays.
        chain: the chain.
        offset: what is owned, in cents, when the arrays say 0.
        tally: (rows, 36) int32, what a throw adds to counts, by number in `Chain.tallies`.
        fees: for each row, the moment whose bets' fees it takes in.
    """

    tables: Tables
    chain: Chain
    offset: int
    tally: NDArray[np.int32]
    fees: NDArray[np.int32]

    def units(self, owned: int) -> int:
        """A sum of what is owned, in units; rounded up, as for a threshold."""
        return -((self.offset - owned) // self.tables.unit)

    def cents(self, units: int) -> int:
        """What is owned, in cents."""
        return self.offset + int(units) * self.tables.unit

    def goal(self, goal: int | None) -> int:
        """A goal in units."""
        return NO_GOAL if goal is None else self.units(goal)

    def terms(self, plan: Plan) -> Terms:
        """A plan in units. Until the goal or ruin is until the cap on throws, at the latest.

        Raises:
            BankcrapsError: for a bankroll of more units than the kernels hold.
        """
        if self.units(plan.bankroll) >= MOST:
            raise BankcrapsError(
                f"a bankroll of {printed(plan.bankroll)} is too much to simulate; for a system whose money "
                f"goes in steps of {printed(self.tables.unit)}, it has to be below "
                f"{printed(self.cents(MOST))}"
            )
        return Terms(
            bankroll=self.units(plan.bankroll),
            limit=NO_LIMIT if plan.count is None else plan.count,
            per=plan.counted,
            goal=self.goal(plan.goal),
            floor=self.units(plan.floor),
        )

    @cached_property
    def most(self) -> int:
        """The most that a throw and the bets before it can add to what is owned, in units."""
        return int(self.tables.delta.max(initial=0))


def tabulate(chain: Chain, bankroll: int) -> Tabulated:
    """The arrays of a chain, for what is owned by somebody who came with a bankroll, in cents."""
    unit, moments = chain.unit, chain.moments
    if max(chain.swing, chain.cash) // unit >= MOST // 2:
        raise BankcrapsError(
            f"{chain.system} stakes up to {printed(chain.cash)} in steps of {printed(unit)}: sums so far "
            "apart do not fit into a chain"
        )
    offset = bankroll % unit
    rows: dict[tuple[int, int], int] = {}
    payers: list[int] = []
    row = np.full(len(moments), DONE, np.int32)
    for number, moment in enumerate(moments):
        if moment.row == DONE:
            continue
        found = rows.setdefault((moment.row, moment.fee), len(rows))
        if found == len(payers):
            payers.append(number)
        row[number] = found
    entries = np.array(chain.rows, np.int64).reshape(len(chain.rows), len(OUTCOMES), 3)[:, _ORDERED]
    of_row = np.array([number for number, _ in rows], np.int32)
    fee = np.array([moment.fee // unit for moment in moments], np.int32)
    paid = np.array([fee[payer] for payer in payers], np.int32).reshape(-1, 1)
    full = entries[of_row] if rows else np.zeros((0, SIDES, 3), np.int64)
    tally = full[:, :, 2].astype(np.int32)
    marks = np.array([(t.decision, t.shooter) for t in chain.tallies], np.uint8).reshape(-1, 2)
    action = np.array([sum(a.action for a in t.accounts) for t in chain.tallies], np.int64)
    tables = Tables(
        unit=unit,
        row=row,
        fee=fee,
        need=np.array([_need(chain, number, offset) for number in range(len(moments))], np.int32),
        leave=np.array([moment.leave for moment in moments], np.int32),
        delta=(full[:, :, 1] // unit).astype(np.int32) + paid,
        next=full[:, :, 0].astype(np.int32),
        decisions=np.ascontiguousarray(marks[tally, 0]),
        shooters=np.ascontiguousarray(marks[tally, 1]),
        action=action[tally],
    )
    return Tabulated(tables, chain, offset, tally, np.array(payers, np.int32))


def _need(chain: Chain, number: int, offset: int) -> int:
    moment = chain.moments[number]
    if moment.left:
        return NO_NEED
    if moment.stops:
        return NEVER
    return -((offset - moment.need) // chain.unit)
