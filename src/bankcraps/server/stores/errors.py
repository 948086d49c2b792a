"""The errors of a store: it fails, or refuses a write."""

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents

__all__ = [
    "CommandKnownError",
    "ConflictError",
    "ConstraintError",
    "FencedError",
    "OverdrawnError",
    "StoreError",
]


class StoreError(BankcrapsError):
    """The store could not do it: the disk is full, the database does not answer.

    Attributes:
        detail: a sentence for the house's keeper alone: where the database is, and what it said.
    """

    def __init__(self, message: str, detail: str = "") -> None:
        """Set a message for everybody."""
        super().__init__(message)
        self.detail = detail


class FencedError(StoreError):
    """Another process owns the table now, or its log has gone on."""


class ConflictError(StoreError):
    """Another process changed the same rows. The transaction can be tried again."""


class ConstraintError(StoreError):
    """This write breaks a constraint, such as a key already taken. Other writes still work."""


class OverdrawnError(BankcrapsError):
    """An account would have too little. `account` names it, and `balance` is what it has, in cents."""

    def __init__(self, account: str, balance: Cents) -> None:
        super().__init__(f"{account} does not have that much")
        self.account = account
        self.balance = balance


class CommandKnownError(BankcrapsError):
    """This person has sent a command of that id at this table before. `seq` is what it led to."""

    def __init__(self, seq: int) -> None:
        super().__init__("this command has been carried out before")
        self.seq = seq
