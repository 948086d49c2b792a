"""Fair turns: addresses take turns, and people within each address."""

import asyncio
from collections import OrderedDict, deque
from contextvars import ContextVar
from typing import Final

__all__ = ["Line", "Turns", "who_asks"]

_AT_ONCE: Final = 4
"""The number of commands decided before the event loop runs other tasks."""

_People = OrderedDict[str, deque[asyncio.Future[None]]]


class Line:
    """People who wait for their turns."""

    def __init__(self) -> None:
        """Start with nobody."""
        self._waiting: OrderedDict[str, _People] = OrderedDict()

    def __bool__(self) -> bool:
        """Whether anybody waits."""
        return bool(self._waiting)

    def join(self, address: str, person: str) -> asyncio.Future[None]:
        """Return the turn of somebody at an address, behind those of their own before it."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, OrderedDict()).setdefault(person, deque()).append(turn)
        return turn

    def next(self) -> asyncio.Future[None]:
        """Take the next turn, and move its person and address to the end of their lines."""
        address, people = self._waiting.popitem(last=False)
        person, turns = people.popitem(last=False)
        turn = turns.popleft()
        if turns:
            people[person] = turns
        if people:
            self._waiting[address] = people
        return turn


class Turns:
    """Lets a few commands through in each round of the event loop.

    While there are few, none waits. When there are many, addresses take turns, and so do the people of an
    address. The commands of a person keep their order.
    """

    def __init__(self) -> None:
        """Start with empty lines."""
        self._line = Line()
        self._free = _AT_ONCE
        self._called = 0
        self._next: asyncio.Handle | None = None

    async def come(self, address: str, person: str) -> None:
        """Wait for the turn of somebody's command."""
        if self._free and not self._line and not self._called:
            self._free -= 1
            self._look_again()
            return
        turn = self._line.join(address, person)
        self._look_again()
        try:
            await turn
        finally:
            self._called -= turn.done() and not turn.cancelled()

    def _look_again(self) -> None:
        if self._next is None:
            self._next = asyncio.get_running_loop().call_soon(self._call)

    def _call(self) -> None:
        """Give the next few their turns."""
        self._next, self._free = None, _AT_ONCE
        while self._line and self._free:
            turn = self._line.next()
            if not turn.done():  # otherwise the command was given up
                turn.set_result(None)
                self._called += 1
                self._free -= 1
        if self._free < _AT_ONCE:
            self._look_again()


who_asks: Final[ContextVar[tuple[str, str]]] = ContextVar("who_asks", default=("", ""))
"""The address, and the person there, whose request this task answers. Each request has a task of its own."""
