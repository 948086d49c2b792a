"""A chain: every moment a system can come to, and what each throw makes of it. Plain values, no arrays.

A *moment* is before the betting: what stands, the puck, the system's memory. Its bets lead to a *row*, a
moment before the throw, which several moments may share. A row has an entry for each of the 21 combinations.
"""

from collections.abc import Iterator
from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from bankcraps.chain.ledger import Account, Tally
from bankcraps.chips import Cents, printed
from bankcraps.dice import OUTCOMES
from bankcraps.engine.state import Limits
from bankcraps.errors import BankcrapsError
from bankcraps.notebook import arrow_rows, html
from bankcraps.strategy.plan import Plan

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

__all__ = ["DONE", "WAYS", "Chain", "Entry", "Moment"]

DONE: Final = -1
"""The row of a moment after which nothing is thrown: nothing that could be decided stands any more."""

WAYS: Final = tuple(throw.ways for throw in OUTCOMES)
"""How many of the 36 throws each entry of a row stands for."""


class Moment(msgspec.Struct, frozen=True):
    """A moment before the betting.

    Attributes:
        puck: the point, or 0 while the puck is off.
        wagers: what stands, as written: name, cents, and a button's word.
        memory: the system's memory, as Python prints it; empty for somebody who has left.
        left: whether the player has left and waits for wagers to be decided.
        stops: whether the system stops here of itself.
        row: the row that its bets lead to, or `DONE`.
        need: what a player must own to make those bets, in cents; 0 where it makes none that cost anything.
        leave: the moment of a player who leaves here instead; itself for one who has left.
        fees: the commission its bets pay, by wager, in cents below zero; or given back, above.
        refused: what the house would not have, by number in `Chain.refusals`.
    """

    puck: int
    wagers: tuple[tuple[str, Cents, str], ...]
    memory: str
    left: bool
    stops: bool
    row: int
    need: Cents
    leave: int
    fees: tuple[Account, ...] = ()
    refused: tuple[int, ...] = ()

    @property
    def fee(self) -> int:
        """What its bets change what is owned by, in cents."""
        return sum(account.net for account in self.fees)

    @property
    def face(self) -> int:
        """The chips that stand, in cents."""
        return sum(amount for _, amount, _ in self.wagers)

    def __str__(self) -> str:
        """In a line."""
        stands = [f"{name} {printed(amount)}{call and ' ' + call}" for name, amount, call in self.wagers]
        return f"{self.puck or 'off'}: {', '.join(stands) or 'nothing'}{' (left)' if self.left else ''}"


class Entry(NamedTuple):
    """What a combination does to a row.

    Attributes:
        to: the moment after it.
        delta: the change of what is owned, in cents; the fees of the bets before it not included.
        tally: by number in `Chain.tallies`.
    """

    to: int
    delta: Cents
    tally: int


class Chain(msgspec.Struct, frozen=True, dict=True, weakref=True):
    """A rulebook and a system, tabulated. Play begins at moment 0.

    Attributes:
        rules: the rulebook's id, with its options.
        system: the system's name.
        limits, chip: the sign at the table, and the smallest chip in cents.
        moments: every moment, those of players who have left included.
        rows: for each row its 21 entries, in the order of `dice.OUTCOMES`.
        tallies: the different things that a throw adds to counts.
        refusals: the different refusals, as code and message.
    """

    rules: str
    system: str
    limits: Limits
    chip: Cents
    moments: tuple[Moment, ...]
    rows: tuple[tuple[Entry, ...], ...]
    tallies: tuple[Tally, ...]
    refusals: tuple[tuple[str, str], ...]

    @cached_property
    def playing(self) -> tuple[Moment, ...]:
        """The moments of somebody who plays: the states that are reported."""
        return tuple(moment for moment in self.moments if not moment.left)

    @cached_property
    def unit(self) -> Cents:
        """The largest sum that every change of what is owned is a multiple of, in cents."""
        return Cents(gcd(*self._changes()) or 1)

    def _changes(self) -> Iterator[int]:
        for row in self.rows:
            yield from (entry.delta for entry in row)
        for moment in self.moments:
            yield moment.fee

    @cached_property
    def swing(self) -> Cents:
        """The most that one throw can win or lose, in cents."""
        return Cents(max((abs(entry.delta) for row in self.rows for entry in row), default=0))

    @cached_property
    def cash(self) -> Cents:
        """The most a player must own to go on from any moment as the system wants, in cents."""
        return Cents(max((moment.need for moment in self.playing), default=0))

    @cached_property
    def transitions(self) -> int:
        """How many different ways lead from a moment of play to another: throws of equal end counted once."""
        total = 0
        for moment in self.playing:
            if moment.row != DONE:
                total += len({(entry.to, entry.delta) for entry in self.rows[moment.row]})
        return total

    @cached_property
    def first_wager(self) -> Cents:
        """The least that a player must own to make any wager at all, in cents; 0 for a system without one."""
        seen, fresh = {0}, [0]
        needs: list[int] = []
        while fresh:
            moment = self.moments[fresh.pop()]
            if moment.need and not moment.stops:
                needs.append(moment.need)
            elif moment.row != DONE:
                ahead = {entry.to for entry in self.rows[moment.row]} - seen
                seen |= ahead
                fresh += ahead
        return Cents(min(needs, default=0))

    def enough(self, plan: Plan) -> None:
        """Nobody sits down who cannot make the first wager, without whole chips, or for a goal in vain.

        Raises:
            BankcrapsError: if the bankroll is too small or is not paid in chips, or the goal is out of reach.
        """
        if plan.bankroll % self.chip:
            raise BankcrapsError(
                f"a bankroll of {printed(plan.bankroll)} is not paid in chips of {printed(self.chip)}, "
                "the smallest at this table"
            )
        if self.first_wager > plan.bankroll:
            raise BankcrapsError(
                f"a bankroll of {printed(plan.bankroll)} does not pay the first wager of {self.system}, "
                f"which takes {printed(self.first_wager)}"
            )
        if plan.goal is not None and plan.counted == "throws" and plan.count is not None:
            most = max((entry.delta for row in self.rows for entry in row), default=0)
            reached = Cents(plan.bankroll + plan.count * most)
            if reached < plan.goal:
                raise BankcrapsError(
                    f"a goal of {printed(plan.goal)} is out of reach in {plan.length}: {self.system} wins at "
                    f"most {printed(Cents(most))} with a throw, and so comes to {printed(reached)}"
                )

    def plot(self, path: "str | Path | None" = None, puck: int | None = None) -> "Figure":
        """Draw what each of the 36 throws does to the largest layout.

        Args:
            path: a PNG or SVG file to write, or None.
            puck: only layouts with the puck there, 0 for off; None for any.

        Raises:
            BankcrapsError: if there is no such layout, or the file cannot be written.
        """
        from bankcraps.chain.picture import draw_throw  # noqa: PLC0415 - Matplotlib takes its time to load

        return draw_throw(self, puck, path)

    def to_arrow(self) -> Any:  # noqa: ANN401 - Arrow has no types
        """Every way from a state of play to another, a row each, as a table of Arrow; money in cents."""
        return arrow_rows(
            [
                {
                    "state": number,
                    "standing": str(moment),
                    "throw": str(throw),
                    "ways": throw.ways,
                    "to": entry.to,
                    "change": entry.delta + moment.fee,
                }
                for number, moment in enumerate(self.moments)
                if not moment.left and moment.row != DONE
                for throw, entry in zip(OUTCOMES, self.rows[moment.row], strict=True)
            ]
        )

    def _repr_html_(self) -> str:
        told = self.to_dict()
        shown = ("states", "layouts", "transitions", "money_step", "largest_swing", "cash_needed")
        rows = [(key.replace("_", " "), f"{told[key]:,}") for key in shown]
        return html((), rows, f"{self.system}, {self.rules}")

    def __repr__(self) -> str:
        """In a line."""
        return f"<Chain {self.system!r}, {self.rules}: {len(self.playing):,} states>"

    def to_dict(self) -> dict[str, object]:
        """What `bankcraps chain --json` prints."""
        return {
            "schema": "bankcraps.chain/1",
            "rules": self.rules,
            "strategy": self.system,
            "states": len(self.playing),
            "states_leaving": len(self.moments) - len(self.playing),
            "layouts": len({moment.row for moment in self.playing} - {DONE}),
            "transitions": self.transitions,
            "money_step": self.unit / 100,
            "largest_swing": self.swing / 100,
            "cash_needed": self.cash / 100,
            "refusals": [{"code": code, "message": message} for code, message in self.refusals],
        }
