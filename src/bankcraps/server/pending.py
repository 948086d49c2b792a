"""Commands that were decided and wait for the disk."""

import asyncio
from collections import deque
from typing import Final

from bankcraps.house import commands as cm
from bankcraps.house.deciding import Outcome, Refused
from bankcraps.house.ledger import wallet
from bankcraps.house.live_table import LiveTable
from bankcraps.house.messages import Answer
from bankcraps.server.stores.protocol import CommandKnownError, ConstraintError, OverdrawnError

__all__ = ["Asked", "Tip", "moment_of"]

_SHARED: Final = 64
"""The most entries whose news share a message, besides those of one command."""


class Tip:
    """The end of the log as decided, which may be ahead of the disk."""

    __slots__ = ("head", "secrets", "table")

    def __init__(self, table: LiveTable, head: str, secrets: dict[int, bytes]) -> None:
        self.table = table
        self.head = head
        self.secrets = secrets


class Asked:
    """A command that was decided and waits for the disk, or for those before it."""

    __slots__ = ("after", "answer", "before", "command", "on_disk", "outcome", "sender")

    def __init__(
        self, sender: cm.Sender, command: cm.PersonCommand | cm.HostCommand, answer: asyncio.Future[Answer]
    ) -> None:
        self.sender = sender
        self.command = command
        self.answer = answer
        self.on_disk = False
        self.before: Tip
        self.after: Tip
        self.outcome: Outcome

    @property
    def id(self) -> str:
        """The client's id of the command; empty for the host's."""
        return self.command.id if isinstance(self.command, cm.PersonCommand) else ""

    def reply(self, answer: Answer) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)

    def refuse(self, code: str, message: str) -> None:
        self.reply(Answer(self.id, refused=Refused(code=code, message=message)))

    def not_written(self, error: OverdrawnError | CommandKnownError | ConstraintError) -> None:
        """Answer that the database did not take this command. Others are not concerned."""
        if isinstance(error, CommandKnownError):
            self.reply(Answer(self.id, error.seq))
        elif isinstance(error, ConstraintError):
            self.refuse("failed", str(error))
        elif self.sender.own.keep and error.account == wallet(self.sender.person):
            # They bought chips at another table just now.
            self.refuse("own_limit", "your loss limit leaves less than that to buy chips, as you asked")
        else:
            name = error.account.removeprefix(wallet(""))
            self.refuse("not_enough_money", f"{name} does not have that much money")


def moment_of(pending: deque[Asked]) -> list[Asked]:
    """Take the oldest commands that are on disk, as many as may share a message."""
    moment: list[Asked] = []
    entries = 0
    while pending and pending[0].on_disk and entries < _SHARED:
        moment.append(pending.popleft())
        entries += len(moment[-1].outcome.happened)
    return moment
