"""Every act by everybody who may do it, through real sockets.

A spectator hears all that happens, and does it again with the engine alone: after each message the money and
the wagers must be the same.
"""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from msgspec.structs import replace
from tests.kit.deadline import IN_TIME
from tests.kit.profiles import usual
from tests.live.scenes import SCENES, SLOW, play, possible, roles_at
from tests.server.live import FREE, open_house

from bankcraps import load_rulebook
from bankcraps.client import House, state_of
from bankcraps.client.news import changed
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import open_table, step
from bankcraps.game.engine.actor import CREW
from bankcraps.game.engine.acts import ACTS
from bankcraps.live.log.entries import Acted
from bankcraps.live.people.lobby import NewTable
from bankcraps.live.wire.messages import Happened
from bankcraps.server import serving
from bankcraps.server.people.accounts import Accounts
from bankcraps.server.stores import store as store_module
from bankcraps.server.stores.store import now_ms, open_store

PASSPHRASE = "correct horse"


PARTS = 3
"""The number of parts in which the acts are tried, so that workers share them."""


class Shadow:
    """Repeats the events of a table with the engine alone.

    Attributes:
        state: the table as the engine has it.
        done: every event.
    """

    def __init__(self, live):
        self.live = live
        self.book = live.book()
        settings = live.view.settings
        self.state = open_table(self.book, (), settings.limits, settings.chip)
        self.done = []
        self._view, self._hearing, self._seq = live.view, live.heard(), live.seq
        self.compare()

    async def until(self, seq):
        """Hear everything up to an entry of the log."""
        async with asyncio.timeout(IN_TIME):
            while self._seq < seq:
                news = await anext(self._hearing)
                if isinstance(news, Happened):
                    self._hear(news)

    def _hear(self, news):
        for item in news.items:
            if isinstance(item.entry, Acted):
                after = step(self.book, self.state, item.entry.event)
                assert after.refusal is None, (item.entry.event, after.refusal)
                assert tuple(after.effects) == item.effects
                self.state = after.state
                self.done.append(item.entry.event)
        self._view, self._seq = changed(self._view, news.changes), news.seq
        self.compare()

    def compare(self):
        """The money, the wagers and all else that is seen are those of the engine."""
        shown = state_of(self._view)
        seats = tuple(replace(seat, earlier=()) for seat in self.state.seats)
        assert shown.seats == seats
        assert (shown.puck, shown.turn, shown.dice, shown.out) == (
            self.state.puck,
            self.state.turn,
            self.state.dice,
            self.state.out,
        )
        assert shown.floor == self.state.floor
        assert self.state.total == 0


class People:
    """All people who may come to the tables of an open house, each with their own session and sockets."""

    def __init__(self, address, stack):
        self.address = address
        self._stack = stack
        self._houses = {}
        self._signing_in = asyncio.Lock()

    async def house(self, name):
        async with self._signing_in:
            if name not in self._houses:
                house = await self._stack.enter_async_context(House(self.address))
                if name in CREW:
                    await house.sign_in(_account(name), PASSPHRASE)
                elif name:
                    await house.sign_in(name)
                self._houses[name] = house
        return self._houses[name]

    async def opens(self, rules, **how):
        asked = {
            "rules": rules,
            "pace": "boxperson",
            "dice": "entered",
            "timing": SLOW,
            "hosted": False,
        } | how
        return await (await self.house("Ann")).open_table(NewTable(**asked))

    async def comes(self, name, table, stack):
        return await stack.enter_async_context((await self.house(name)).table(table))


def _account(role):
    """The name of the person in a chair: nobody may be called by the name of a role."""
    return f"The_{role}"


@pytest.fixture(autouse=True)
def closes_at_once(monkeypatch):
    """A house that closes does not wait for dice that nobody will throw."""
    monkeypatch.setattr(serving, "_THROW_S", 0)


@pytest.fixture
def clock(monkeypatch):
    """The time of a house that can be moved on: `clock["ahead"] += 1000`."""
    moved = Counter()
    monkeypatch.setattr(store_module, "now_ms", lambda: now_ms() + moved["ahead"])
    return moved


@asynccontextmanager
async def people(folder):
    """An open house, everybody of the crew with their role, and players with all the money they want."""
    store = open_store(str(folder / "house.db"))
    accounts = Accounts(store)
    for role in CREW:
        assert await accounts.add(_account(role), PASSPHRASE, role)
    store.close()
    async with open_house(folder, gift=1_000_000_000, limits=FREE) as house, AsyncExitStack() as stack:
        yield People(house.address, stack)


@pytest.mark.some
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("rules", usual("nsw"))
async def test_every_act_by_everybody_who_may_do_it(rules, part, tmp_path, clock):
    """A server gives the same answer to each act as a room without a server."""
    assert set(SCENES) == set(ACTS), "there is an act without a scene: see tests/live/scenes.py"
    book, acts = load_rulebook(rules), tuple(ACTS)[part::PARTS]
    async with people(tmp_path) as here:
        at_once = asyncio.Semaphore(24)
        scenes = [
            _scene(here, clock, at_once, act, role, rules) for act in acts for role in roles_at(book, act)
        ]
        done = await asyncio.gather(*scenes)
    assert {act for act in done if act} == {act for act in acts if possible(book, act)}


async def _scene(here, clock, at_once, act, role, rules):
    """Play the scene of an act at a table of its own. Return the act if it is possible and was done."""
    scene = play(rules, act, role)
    async with at_once:
        shadow = await _play_again(scene, here, clock)
    assert shadow.state.seats == scene.state.seats
    refused = scene.asked[-1].refused
    assert (refused is None) == possible(scene.book, act), (act, role, refused)
    if refused is not None:
        return None
    event = [event for event in shadow.done if type(event) is act][-1]
    if role != "player" and act is not ev.Rolled:
        assert (event.by.role, event.by.person) == (role, _account(role))
    return act


async def _play_again(scene, here, clock):
    """Send a server every command that was sent to a room, and check that it answers the same."""
    async with AsyncExitStack() as stack:
        table = await here.opens(scene.book.id)
        shadow = Shadow(await here.comes("", table, stack))
        there, now = {}, scene.began
        for asked in scene.asked:
            clock["ahead"] += asked.now - now
            now = asked.now
            if asked.person not in there:
                there[asked.person] = await here.comes(asked.person, table, stack)
            answer = await there[asked.person].ask(asked.command)
            expected = asked.refused.code if asked.refused else None
            assert (answer.refused.code if answer.refused else None) == expected, (asked, answer)
            await shadow.until(answer.seq)
    return shadow
