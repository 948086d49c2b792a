"""A terminal without a terminal: the table driven by Textual's pilot."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from tests.kit.deadline import IN_TIME
from textual.events import Key, Resize
from textual.geometry import Size

from bankcraps.game.table import Table
from bankcraps.terminal.play.start import TableApp

_ACTING = 4
"""The stations of a message until it has acted: the line, the app, and what it asks of others."""
_PAINTING = 3
"""The stations of a picture: the place of each part, the parts that are painted anew, the picture."""

FULL, MEDIUM, COMPACT = (120, 40), (100, 30), (80, 24)


class Evening:
    """A table app with somebody at its keys, and what can be seen on it."""

    def __init__(self, app, pilot):
        self.app, self.pilot = app, pilot
        self.table, self.session = app.session.table, app.session

    async def press(self, *pressed):
        """Press keys as fast as a terminal sends them, and wait until all have acted."""
        for key in pressed:
            letter = " " if key == "space" else key
            self.app.post_message(Key(key, letter if len(letter) == 1 else None))
        await self.settle()

    async def settle(self):
        """Let every message go all its way: from a key to the line, up to the app, down to the picture.

        The picture is painted when everything has acted, as if it came within one frame of the screen.
        """
        with self.app.batch_update():
            for _ in range(_ACTING):
                await self.pilot.pause(0)
        for _ in range(_PAINTING):
            await self.pilot.pause(0)

    async def type(self, words):
        """Type letter by letter, as fast as a terminal sends letters."""
        await self.press(*keys(words))

    async def say(self, *lines):
        """Type lines, each ended with the enter key."""
        for line in lines:
            await self.press(*keys(line), "enter")

    @property
    def state(self):
        """The state of the line as the screen names it."""
        return str(self.app.screen_stack[0].query_one("#state").render())

    async def resize(self, size):
        """Drag the window to another size. The app waits for a moment, in case it is dragged further."""
        window = Size(*size)
        self.app._driver._size = window  # noqa: SLF001 - as the pilot does, which waits for an idle processor
        self.app.post_message(Resize(window, window))
        async with asyncio.timeout(IN_TIME):
            while any(screen.size != window for screen in self.app.screen_stack):
                await self.pilot.pause(0.005)
        await self.settle()

    def shown(self, name):
        """The text of one part of the screen, line by line."""
        part = self.app.screen_stack[0].query_one(f"#{name}")
        return [part.render_line(y).text.rstrip() for y in range(part.size.height)]

    def sees(self, words, name):
        """Whether some words are in a part of the screen."""
        return words in "\n".join(self.shown(name))

    async def until(self, words, name):
        """Wait until some words are in a part of the screen."""
        clock = asyncio.get_running_loop().time
        late = clock() + IN_TIME
        while not self.sees(words, name):
            assert clock() < late, self.shown(name)
            await self.pilot.pause(0.01)


def keys(words):
    """The keys that type some words."""
    return ["space" if letter == " " else letter for letter in words]


@pytest.fixture
def evening():
    """Sit down at a table: `async with evening("nsw") as at:`."""

    @asynccontextmanager
    async def sit(rules="nsw", seats=None, *, size=FULL, limits="1:10000", **how):
        seats = {"Ann": 500, "Bob": 300} if seats is None else seats
        table = rules if isinstance(rules, Table) else Table(rules, seats, limits=limits, others=True)
        app = TableApp(table, **{"seed": 7, "rolling": 0, **how})
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield Evening(app, pilot)

    return sit
