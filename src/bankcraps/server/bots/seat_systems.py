"""Betting systems that play seats for their players, with the player's own name, chips and limits.

The log of a table says which seats a system plays. So it goes on after the house was closed, as bots do. It
plays as a client of the house, in a session of its own that cannot be told from outside.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from bankcraps.client.playing import play_seat
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine.limits import Limits
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.log.entries import SeatSystem
from bankcraps.live.system_player import cut
from bankcraps.live.table import commands as cm
from bankcraps.server.bots.turns import BotTurn, accepted, require_playable, system_of, visit
from bankcraps.server.hosting.table_host import TableHost
from bankcraps.server.people.accounts import Accounts
from bankcraps.strategies.library import read_saved, saved_text

_AGAIN_S: Final = 3.0
"""Seconds before a system returns whose connection ended while it still plays."""

_log: Final = logging.getLogger(__name__)


def seat_system_of(name: str, spec: str, book: Rulebook, limits: Limits, chip: Cents) -> SeatSystem:
    """Return the system that is to play somebody's seat.

    Raises:
        BankcrapsError: if there is no such system, or the house of the table cannot play it.
    """
    policy = system_of(spec)
    require_playable(policy, book, limits, chip)
    return SeatSystem(name, policy.name, saved_text(policy))


class SeatSystems:
    """Runs the systems that play seats at the tables of this process."""

    def __init__(self, accounts: Accounts, address: str, here: Callable[[TableHost], Iterable[str]]) -> None:
        """Run them over this process's own address. `here` names the people connected to a table."""
        self._accounts = accounts
        self._address = address
        self._here = here
        self._playing: dict[tuple[str, str], tuple[SeatSystem, asyncio.Task[None]]] = {}

    async def start(self, host: TableHost, seat: SeatSystem) -> None:
        """Let a system play a seat.

        Raises:
            BankcrapsError: if nobody of that name plays there.
        """
        accepted(await host.tell(cm.StartSystem(seat)))
        self._cancel((host.table.id, seat.name))  # it begins anew, even if it is the same
        self.look(host)

    async def stop(self, host: TableHost, name: str, why: str = "") -> None:
        """Give a seat back to its player.

        Raises:
            BankcrapsError: if no system plays it.
        """
        accepted(await host.tell(cm.StopSystem(name, cut(why))))
        self.look(host)

    def look(self, host: TableHost) -> None:
        """Run the systems of a table that do not run yet, and end those that play no more."""
        table = host.durable
        wanted = {seat.name: seat for seat in table.systems}
        for key, (seat, _) in tuple(self._playing.items()):
            if key[0] == table.id and wanted.get(seat.name) != seat:
                self._cancel(key)
        for name, seat in wanted.items():
            if (table.id, name) not in self._playing:
                task = asyncio.get_running_loop().create_task(self._play(host, seat))
                self._playing[table.id, name] = seat, task

    def halt(self, host: TableHost) -> None:
        """End the systems of a table that this process serves no longer."""
        for key in [key for key in self._playing if key[0] == host.table.id]:
            self._cancel(key)

    async def close(self) -> None:
        """End all systems. They go on when the house is open again."""
        tasks = [task for _, task in self._playing.values()]
        self._playing.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _cancel(self, key: tuple[str, str]) -> None:
        if key in self._playing:
            self._playing.pop(key)[1].cancel()

    async def _play(self, host: TableHost, seat: SeatSystem) -> None:
        """Play until the system stops; then its player goes on without it."""
        why = ""
        try:
            ends, why = await self._visit(host, seat)
        except BankcrapsError as error:
            ends, why = True, str(error)
        except Exception:  # noqa: BLE001 - a mistake of the program must not end the other systems
            _log.exception("the system of %s at table %s failed", seat.name, host.table.id)
            ends, why = True, "the program made a mistake"
        if not ends:
            await asyncio.sleep(_AGAIN_S)
        elif not host.stopped and host.durable.system_of(seat.name) == seat:
            with suppress(BankcrapsError):
                await host.tell(cm.StopSystem(seat.name, cut(why)))
        key = host.table.id, seat.name
        if key in self._playing and self._playing[key][1] is asyncio.current_task():
            del self._playing[key]

    async def _visit(self, host: TableHost, seat: SeatSystem) -> tuple[bool, str]:
        """Play over a connection. Return whether the system has stopped, and why."""
        person = await self._accounts.person(seat.name)
        if person is None:
            return True, "nobody has that name any more"
        async with visit(self._accounts, self._address, host.table.id, person, system=True) as (house, live):
            turn = BotTurn(host, self._here, lambda: host.durable.system_of(seat.name) != seat)
            policy = read_saved(seat.text, seat.system)
            why = await play_seat(house, live, policy, tell=_log.warning, turn=turn.come)
            return not live.goodbye, why
