"""Sealed dice that show what a test chooses."""

import itertools

import pytest

from bankcraps.game.dice import Throw
from bankcraps.live.log.fairness import SECRET_BYTES, sealed_throw
from bankcraps.live.table.commands import GiveSeed, Refused
from bankcraps.live.wire.messages import Answer
from bankcraps.server.hosting.table_host import TableHost
from bankcraps.server.stores.dice_key import Secrets


@pytest.fixture
def dice_show(monkeypatch):
    """Choose what sealed dice show: `dice_show((4, 2), (3, 4))`. After the last throw they begin again.

    Nobody can choose a throw with a seed of a player, so such tables take no seeds.
    """

    def chosen(*throws):
        def draw(_, table, number):
            """Try secrets until one gives the throw of its number."""
            want = Throw(*throws[(number - 1) % len(throws)])
            tried = (count.to_bytes(SECRET_BYTES, "big") for count in itertools.count())
            secret = next(one for one in tried if sealed_throw(one, table, number, ()) == want)
            return secret, secret.hex()

        async def ask(host, sender, command):
            if isinstance(command, GiveSeed):
                return Answer(command.id, refused=Refused(code="not_now", message="these dice are chosen"))
            return await asks(host, sender, command)

        asks = TableHost.ask
        monkeypatch.setattr(Secrets, "draw", draw)
        monkeypatch.setattr(TableHost, "ask", ask)

    return chosen
