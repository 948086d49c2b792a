"""A live table on the screen, at a real house: `async with joined(table, "Ann") as ann`."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from tests.client.conftest import Names, Serve, open_table, own_serve
from tests.kit.deadline import IN_TIME
from tests.terminal.play.conftest import FULL, Evening, keys

from bankcraps.client import House
from bankcraps.terminal.join.app import JoinApp


class AtScreen(Evening):
    """Somebody at the keys of a live table, who waits for the house's answers."""

    async def say(self, *lines):
        """Type lines; each is answered before the next is typed."""
        for line in lines:
            await self.press(*keys(line), "enter")
            await self.answered()

    async def answered(self):
        """Wait until the house has answered everything."""
        async with asyncio.timeout(IN_TIME):
            while tasks := list(self.session._tasks):  # noqa: SLF001 - the questions that are still open
                await asyncio.wait(tasks)
        await self.settle()

    async def when(self, condition):
        """Wait until something is true of the table on the screen."""
        clock = asyncio.get_running_loop().time
        late = clock() + IN_TIME
        while not condition(self.session):
            assert clock() < late, (self.session.view.log[-5:], self.session.view.message)
            await self.pilot.pause(0.01)
        await self.settle()

    @property
    def log(self):
        return [line.text for line in self.session.view.log]


@pytest.fixture(scope="module")
def serve(tmp_path_factory):
    """The house of all tests of a file."""
    served = Serve(tmp_path_factory.mktemp("house"))
    yield served
    served.stop()


@pytest.fixture
def named():
    return Names()


@asynccontextmanager
async def joined(address, table, name="", *, size=FULL, passphrase="", seated=True):
    """Come to a table; with a name, sit down there with 300."""
    async with House(address) as house:
        if name:
            await house.sign_in(name, passphrase)
        async with house.table(table) as live:
            app = JoinApp(live, house, rolling=0)
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                there = AtScreen(app, pilot)
                if name and seated:
                    await there.say("sit", "buy_in 300")
                yield there


__all__ = ["joined", "open_table", "own_serve"]
