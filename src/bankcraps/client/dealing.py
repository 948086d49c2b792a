"""Dealing at a table where people deal: the open work of a dealer, and what they do with it."""

from bankcraps.client.live import LiveTable
from bankcraps.game.chips import Cents
from bankcraps.game.engine.state import Standing
from bankcraps.game.wagers import Wager
from bankcraps.live.log.entries import DealAction
from bankcraps.live.table.commands import Deal, LetGo
from bankcraps.live.wire.messages import Answer
from bankcraps.live.wire.table_view import Undealt

__all__ = ["Dealing"]


class Dealing:
    """The work of a person who holds a dealer's chair.

    What is right nobody tells: where the table is `strict`, something wrong is refused, with the sum and the
    clause; elsewhere it happens.
    """

    def __init__(self, live: LiveTable) -> None:
        """Deal at a table that has been entered."""
        self._live = live

    @property
    def open(self) -> tuple[Undealt, ...]:
        """The work that the dealers still have to do after the last throw: wagers, and the puck."""
        return self._live.view.undealt

    @property
    def mine(self) -> tuple[Undealt, ...]:
        """The part of it that waits for this person."""
        me, chairs = self._live.you.name, self._live.view.chairs
        held = {chair.role for chair in chairs if chair.person == me}
        return tuple(one for one in self.open if one.chair in held)

    def lies(self, one: Undealt) -> Standing | None:
        """Return a wager as it lay before the throw, with its stake; None for the puck."""
        seat = next((seat for seat in self._live.view.seats if seat.name == one.player), None)
        return seat.on(one.wager) if seat is not None and one.wager is not None else None

    async def pay(self, player: str, wager: Wager, cents: int) -> Answer:
        """Pay a wager. The stake is not part of the sum; that of a winner that comes down goes back with it.

        Args:
            player: whose wager.
            wager: which.
            cents: the sum, in cents.
        """
        return await self._deal("pay", player, wager, cents)

    async def take(self, player: str, wager: Wager) -> Answer:
        """Take a wager that loses."""
        return await self._deal("take", player, wager)

    async def move(self, player: str, wager: Wager) -> Answer:
        """Move a wager to its number."""
        return await self._deal("move", player, wager)

    async def give_back(self, player: str, wager: Wager) -> Answer:
        """Give the stake of a wager back."""
        return await self._deal("return", player, wager)

    async def place_puck(self, number: int) -> Answer:
        """Put the puck on a number, or to "off" with 0."""
        return await self._live.ask(Deal(id=self._live.new_id(), action="puck", puck=number))

    async def let_go(self) -> Answer:
        """Have the automatic crew deal what is open: for the box, or for a dealer where nobody is the box."""
        return await self._live.ask(LetGo(id=self._live.new_id()))

    async def _deal(self, action: DealAction, player: str, wager: Wager, cents: int = 0) -> Answer:
        what = Deal(id=self._live.new_id(), action=action, player=player, wager=wager, cents=Cents(cents))
        return await self._live.ask(what)
