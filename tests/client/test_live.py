"""A client at a real house: it sits, bets, loses its connection, comes back, and nothing happens twice."""

import asyncio
import signal

import pytest
from tests.kit.deadline import IN_TIME

from bankcraps.client import Lost
from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player, refusal
from bankcraps.game.wagers import wager
from bankcraps.live.log import entries as en
from bankcraps.live.table.commands import Say
from bankcraps.live.wire.messages import Happened

from .conftest import SLOW, at_table, open_table, wire_to

CUTS = 20


@pytest.fixture
async def table(serve):
    """A table whose clock does nothing."""
    return await open_table(serve.address, timing=SLOW)


@pytest.fixture
async def wire(serve):
    """A connection to the house that can be cut."""
    async with wire_to(serve.address) as wire:
        yield wire


async def test_an_answer_comes_after_what_it_did_is_in_view(serve, named):
    async with asyncio.timeout(IN_TIME):
        table = await open_table(serve.address, timing=SLOW)
        async with at_table(serve.address, table, name := named()) as ann:
            hearing = ann.heard()
            assert (await ann.say("pass 10", why="the point is next")).refused is None
            assert ann.seat.on(wager("pass")).amount == 1000
            bet = ev.Bet(wager("pass"), 70_000, by=player(name))
            refused = (await ann.say("pass 700")).refused
            assert refused.code == refusal(ann.book(), ann.state, bet).code == "over_maximum"
            assert refused.limit == 50_000
            down = ev.TakeDown(wager("pass"), by=player("Somebody"))
            assert (await ann.act(down, why="a mistake")).refused is None
            assert ann.seat.wagers == ()
            assert ann.you.name == name
            entries = [item.entry for one in hearing.so_far() for item in getattr(one, "items", ())]
            whys = [one.why for one in entries if isinstance(one, en.Acted)]
            assert whys == ["the point is next", "a mistake"]
            again = Say(id=ann.new_id(), line="pass 10")  # an id that is used again is one command
            first, second = await asyncio.gather(ann.ask(again), ann.ask(again))
            assert first == second == await ann.ask(again)
            assert at_risk(ann.view) == 1000
        async with at_table(serve.address, table) as watcher:
            assert (await watcher.say("sit")).refused.code == "not_signed_in"
            assert watcher.seat is None


async def test_a_command_whose_answer_was_lost_happens_once(serve, wire, table, named):
    """The house hears the bet and does it; its answer is lost with the connection."""
    async with (
        asyncio.timeout(IN_TIME),
        at_table(wire.address, table, named()) as ann,
        at_table(serve.address, table) as watcher,
    ):
        for stands in range(1, 6):
            wire.deaf = True
            asking = asyncio.create_task(ann.say("pass 10"))
            await wire.said.wait()
            await watcher.until(lambda view, stands=stands: at_risk(view) == stands * 1000)
            assert not asking.done()
            wire.cut()
            answer = await asking
            assert answer.refused is None
            assert answer.seq
            assert at_risk(ann.view) == stands * 1000
        assert wire.opened >= 6


def at_risk(view):
    return sum(seat.at_risk for seat in view.seats)


async def test_a_command_that_was_lost_on_the_way_is_sent_again(wire, table, named):
    async with asyncio.timeout(IN_TIME), at_table(wire.address, table, named()) as ann:
        wire.mute = True
        asking = [asyncio.create_task(ann.say(line)) for line in ("pass 10", "pass 20", "take_down pass")]
        await wire.said.wait()
        wire.cut()
        answers = await asyncio.gather(*asking)
        assert [answer.refused for answer in answers] == [None] * 3  # in the order they were asked
        assert ann.seat.wagers == ()


async def test_many_commands_through_a_connection_that_is_cut_all_the_time(serve, named):
    """The cable is pulled at every bet, each time at a later moment of it: every bet counts once."""
    async with asyncio.timeout(IN_TIME), wire_to(serve.address) as wire:
        table = await open_table(serve.address, timing=SLOW, limits="1:500")
        async with at_table(wire.address, table, named()) as ann:
            for bet in range(CUTS):
                asking = asyncio.create_task(ann.say("field 1"))
                for _ in range(bet):
                    await asyncio.sleep(0)  # the loop does one more step of the bet
                wire.cut()
                assert (await asking).refused is None
                assert at_risk(ann.view) == (bet + 1) * 100
        async with at_table(serve.address, table) as watcher:
            assert at_risk(watcher.view) == CUTS * 100
        assert wire.opened > CUTS // 2


async def test_a_house_that_stays_away_is_given_up_with_a_sentence(own_serve, named):
    async with asyncio.timeout(IN_TIME):
        table = await open_table(own_serve.address, timing=SLOW)
        async with at_table(own_serve.address, table, named(), patience_s=0.3) as ann:
            hearing = ann.heard()
            own_serve.stop(signal.SIGKILL)
            with pytest.raises(BankcrapsError, match="the house does not answer: "):
                await ann.say("pass 10")
            heard = [news async for news in hearing]
            assert isinstance(heard[-1], Lost)
            with pytest.raises(BankcrapsError, match="the house does not answer"):
                await ann.say("pass 10")
            with pytest.raises(BankcrapsError, match="the house does not answer"):
                await ann.until(lambda _: False)


async def test_who_leaves_ends_what_waits(wire, table, named):
    async with asyncio.timeout(IN_TIME):
        async with at_table(wire.address, table, named()) as ann:
            hearing = ann.heard()
            wire.deaf = True
            asking = asyncio.create_task(ann.say("pass 10"))
            await wire.said.wait()
        with pytest.raises(BankcrapsError, match="the client left the table"):
            await asking
        # The house may still have sent the message about herself, now that she sits.
        assert not [news async for news in hearing if isinstance(news, Happened)]


async def test_a_cancelled_command_is_not_sent_again(wire, table, named):
    async with asyncio.timeout(IN_TIME), at_table(wire.address, table, named()) as ann:
        wire.mute = True
        asking = asyncio.create_task(ann.say("pass 10"))
        await wire.said.wait()
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        wire.cut()
        assert (await ann.say("field 5")).refused is None
        assert at_risk(ann.view) == 500


async def test_what_is_no_command_is_not_sent(serve, table, named):
    async with asyncio.timeout(IN_TIME), at_table(serve.address, table, named()) as ann:
        for line, says in (
            ("x" * 5000, "a command has at most 4096 bytes"),
            (7, "this is no command"),
            ("\ud800", "there is no JSON for Say"),
        ):
            with pytest.raises(BankcrapsError, match=says):
                await ann.say(line)
            assert (await ann.say("field 5")).refused is None
