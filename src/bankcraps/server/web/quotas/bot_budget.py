"""Limits the bots that play at once at the tables opened by one person or from one address."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import Final

from bankcraps.server.hosting.table_host import TableHost
from bankcraps.server.web.quotas.rates import TooManyError

__all__ = ["BotBudget", "TooManyBotsError"]

_REMEMBERED: Final = 10_000
"""The most people with a remembered address."""

_WAIT_S: Final = 60.0


class TooManyBotsError(TooManyError):
    """Raised if as many bots play for somebody as may play at once."""

    def __init__(self, whose: str, most: int) -> None:
        super().__init__(f"at most {most} bots play at once at {whose}: send one away first", _WAIT_S)


class BotBudget:
    """Counts the bots at the tables of this process by those who opened the tables."""

    def __init__(self, hosts: Callable[[], Iterable[TableHost]], of_person: int, from_address: int) -> None:
        """Set the limits.

        Args:
            hosts: returns the tables of this process.
            of_person: the most bots at the tables that a person opened.
            from_address: the most bots at the tables that the people of an address opened.
        """
        self._hosts = hosts
        self._of_person = of_person
        self._from_address = from_address
        self._coming: Counter[str] = Counter()
        self._addresses: OrderedDict[str, str] = OrderedDict()

    @contextmanager
    def seating(self, person: str, address: str, bots: int = 1) -> Generator[None]:
        """Hold the places of bots that somebody seats, until they are seated.

        Raises:
            TooManyBotsError: if too many play for the person, or for the people of the address.
        """
        self._addresses[person] = address
        self._addresses.move_to_end(person)
        if len(self._addresses) > _REMEMBERED:
            self._addresses.popitem(last=False)
        playing = Counter(host.durable.opener for host in self._hosts() for _ in host.durable.bots)
        playing.update(self._coming)
        near = sum(count for name, count in playing.items() if self._addresses.get(name) == address)
        if bots and playing[person] + bots > self._of_person:
            raise TooManyBotsError("tables that you opened", self._of_person)
        if bots and near + bots > self._from_address:
            raise TooManyBotsError("tables opened from your address", self._from_address)
        self._coming[person] += bots
        try:
            yield
        finally:
            self._coming[person] -= bots
            if not self._coming[person]:
                del self._coming[person]
