"""Many wagers walked on one table at once, which takes a fraction of the throws of walking each alone.

The table settles each wager by itself, so what a throw does to one does not depend on the others. After each
throw all of them are put back as they stood; each is followed only for as long as it is undecided.
"""

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from bankcraps.chips import Cents
from bankcraps.engine import Seat, State
from bankcraps.engine.wagering.calling import working
from bankcraps.exact.settled import Result, settled
from bankcraps.exact.wagers import Decided, House
from bankcraps.exact.walking import SIDE, Walk, player, rolls, thrown
from bankcraps.wagers import Wager

__all__ = ["side_by_side"]

End = tuple[Result, int]


def side_by_side(house: House, stakes: Mapping[Wager, int]) -> dict[Wager, Decided]:
    """What one decision comes to, of those wagers that are made on the come-out and stay where they lie.

    Args:
        house: the table.
        stakes: the wagers with their stakes in cents.
    """
    state = house.table
    for wager, stake in stakes.items():
        state = house.bet(state, wager, stake).state
    together = _Together(house, state)
    together.walk()
    return {
        wager: together.decided(wager, stake)
        for wager, stake in stakes.items()
        if wager in together.rows and wager not in together.moved
    }


class _Together:
    """Wagers on one table.

    Attributes:
        states: the table as it may stand before a throw, all wagers on it.
        rows, ends: for each wager the ways in which it is undecided, and in which it ends, from each of them.
        moved: those that did not stay where they lay.
    """

    def __init__(self, house: House, state: State) -> None:
        self.house = house
        self.seat = player(state)
        self.states = [state]
        self.rows: dict[Wager, list[dict[int, int]]] = {one.wager: [] for one in self.seat.wagers}
        self.moved: set[Wager] = set()
        self.ends: dict[Wager, list[dict[End, int]]] = {one.wager: [] for one in self.seat.wagers}

    def walk(self) -> None:
        """Throw from every table there is."""
        found = {self.states[0]: 0}
        for state in self.states:  # grows as it is read
            for wager, rows in self.rows.items():
                rows.append({})
                self.ends[wager].append({})
            for rolled, ways in rolls(self.house.book, state):
                came = thrown(self.house.book, state, rolled)
                after = self.restored(came.state)
                index = found.setdefault(after, len(self.states))
                if index == len(self.states):
                    self.states.append(after)
                self.note(settled(state, came), player(came.state), index, ways)

    def restored(self, state: State) -> State:
        """The table with all wagers as they stood at first."""
        return msgspec.structs.replace(state, seats=(self.seat,), bank=Cents(0))

    def note(self, ended: dict[Wager, End], seat: Seat, index: int, ways: int) -> None:
        """What a throw decided, and what goes on; a wager that moved cannot be followed here."""
        stands = {standing.wager: standing for standing in seat.wagers}
        for standing in self.seat.wagers:
            wager = standing.wager
            end = ended.get(wager)
            if end is not None:
                ends = self.ends[wager][-1]
                ends[end] = ends.get(end, 0) + ways
            elif wager not in stands:
                self.moved.add(wager)
            else:
                row = self.rows[wager][-1]
                row[index] = row.get(index, 0) + ways

    def decided(self, wager: Wager, stake: int) -> Decided:
        """What one decision of a wager comes to."""
        rows = [{index: SIDE[ways] for index, ways in row.items()} for row in self.rows[wager]]
        ends = [{end: SIDE[ways] for end, ways in row.items()} for row in self.ends[wager]]
        walked = Walk(self.states, {0: Fraction(1)}, rows, ends)
        met = walked.visits()
        standing = self.seat.on(wager)
        assert standing is not None
        pairs = zip(met, self.states, strict=True)
        throws = (often for often, state in pairs if working(self.house.book, state.puck, standing))
        return Decided(stake, standing.commission, walked.outcome(met), sum(throws, Fraction(0)))
