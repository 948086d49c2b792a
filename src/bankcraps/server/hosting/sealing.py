"""The secrets of a table's dice: drawn for each throw, and found again when the table is opened again."""

import asyncio
import secrets
from typing import Final

from bankcraps.errors import BankcrapsError
from bankcraps.live.log.fairness import SECRET_BYTES, DiceSource
from bankcraps.live.table.live_table import LiveTable
from bankcraps.server.stores.dice_key import SecretLostError, Secrets, secret_again

__all__ = ["Sealing", "SystemDice"]

_WAY_OUT: Final = (
    "bring back what is missing, or end the table, which gives all wagers back: "
    "bankcraps admin close {table} --lost"
)


class Sealing:
    """Makes the secrets of one table.

    Attributes:
        table: the table's id.
        lost: the reason that the secret of the throw sealed when the table was opened is lost, or empty.
    """

    def __init__(self, table: LiveTable, kept: Secrets, dice: DiceSource) -> None:
        """Start with a table loaded from its log."""
        self.lost: str = ""
        self.table: str = table.id
        self._fairness = table.fairness
        self._secrets = kept
        self._dice = dice

    async def open(self, *, plays: bool) -> dict[int, bytes]:
        """Find the secret of the throw that is sealed already, by its number, and the key for those to come.

        Args:
            plays: whether the table plays on.

        Raises:
            BankcrapsError: if it plays, and the secret is lost.
        """
        found: dict[int, bytes] = {}
        try:
            if self._fairness.commitment:
                found[self._fairness.number] = await asyncio.to_thread(self._again)
        except SecretLostError as error:
            self.lost = f"{error}; {_WAY_OUT.format(table=self.table)}"
        if plays and self.lost:
            raise BankcrapsError(self.lost)
        if plays:
            await asyncio.to_thread(self._secrets.key, make=True)
        return found

    def draw(self, number: int) -> tuple[bytes, str]:
        """Draw the secret of a throw. Return it with what the database keeps of it.

        Raises:
            BankcrapsError: if that throw is sealed already, and its secret is lost.
        """
        if self.lost and number == self._fairness.number:
            raise BankcrapsError(self.lost)
        key, salt = self._secrets.key(make=True), self._dice.secret()
        assert key is not None
        return key.secret(self.table, number, salt), key.kept(salt)

    def _again(self) -> bytes:
        """Recover the secret of the sealed throw."""
        number, commitment = self._fairness.number, self._fairness.commitment
        kept = self._secrets.secret(self.table, number)
        return secret_again(self._secrets.key(), self.table, number, kept, commitment)


class SystemDice:
    """The operating system's source of random bytes. It takes no input."""

    def secret(self) -> bytes:
        """Draw 32 fresh bytes."""
        return secrets.token_bytes(SECRET_BYTES)
