"""The address of a table, and others to try when that server is gone."""

from typing import Final

_MOST: Final = 8
"""The most addresses that are remembered."""


class Addresses:
    """The addresses of the servers of a table.

    Attributes:
        home: the first address.
        now: the address to connect to next.
    """

    def __init__(self, home: str) -> None:
        """Start with one address."""
        self.home: str = home
        self.now: str = home
        self._known = [home]

    @property
    def several(self) -> bool:
        """Whether there is more than one."""
        return len(self._known) > 1

    def know(self, server: str) -> str:
        """Remember an address where the table may be served, even if it does not answer now.

        >>> Addresses("ws://one:8420/tables/k3x9/socket").know("http://two:8420")
        'ws://two:8420/tables/k3x9/socket'

        Returns:
            The table's address at that server.
        """
        path = self.home.split("/", 3)[3]
        address = f"{server.rstrip('/').replace('http', 'ws', 1)}/{path}"
        if address not in self._known:
            self._known.append(address)
        if len(self._known) > _MOST:
            del self._known[1 + (self._known[1] == self.now)]  # neither home nor where we are
        return address

    def go(self, server: str) -> None:
        """Use the address that a server named."""
        self.now = self.know(server)

    def take_turns(self) -> None:
        """Use the next known address."""
        turn = self._known.index(self.now) + 1
        self.now = self._known[turn % len(self._known)]
