"""Two and more people at their own screens, one table in a real house."""

import asyncio
import re

import pytest
from msgspec.structs import replace
from tests.client.conftest import SLOW, wire_to
from tests.kit.deadline import IN_TIME
from tests.kit.profiles import share
from tests.terminal.play.conftest import COMPACT, FULL, MEDIUM

from .conftest import joined, open_table

SIZES = ((1, 1), COMPACT, (9, 5), MEDIUM, (79, 24), FULL, (300, 90), COMPACT, FULL, COMPACT)


async def test_what_one_bets_the_other_sees(serve, named):
    table = await open_table(serve.address, timing=SLOW)
    async with (
        joined(serve.address, table, a := named("Ann")) as ann,
        joined(serve.address, table, b := named("Bob"), size=MEDIUM) as bob,
    ):
        await ann.say("p", "unit 10", "field 15")
        await bob.when(lambda _: f"{a} puts $15 on the Field" in bob.log)
        assert bob.sees(" A5 ", "felt")
        assert bob.sees(f"▶ B  {b}", "rails"), bob.shown("rails")
        assert ann.sees(f"{b} buys $300 in chips", "log")
        await bob.say(f"{a}: field 5")
        assert bob.sees(f"Only {a} can say that.", "bar")
        assert not ann.sees("Only", "bar")
        await ann.say("talk good luck, Bob")
        await bob.when(lambda _: f"{a}: good luck, Bob" in bob.log)
        await bob.say("mute Ann")
        assert bob.sees("take the chair first", "bar")
        # A click bets and takes down.
        row = next(y for y, line in enumerate(ann.shown("felt")) if "Place Bet to Win" in line)
        column = ann.shown("felt")[row].index("7 to 6") + 2
        for button, stands in ((1, True), (3, False)):
            await ann.pilot.click("#felt", offset=(column, row), button=button)
            await ann.answered()
            standing = [str(one) for one in ann.session.live.seat.wagers]
            assert ("place 6 $12" in standing) is stands


async def test_throws_are_shown_paid_and_checked(serve, named):
    # One throw: the screen does not show anything of the next one yet.
    table = await open_table(serve.address, timing=SLOW, pace="shooter")
    async with joined(serve.address, table, named()) as ann, joined(serve.address, table) as watcher:
        await ann.say("p", "c", "6", "8")
        await ann.press("space")
        await ann.when(lambda shown: shown.view.throws == shown.live.own_seeds.checked == 1)
        await watcher.when(lambda shown: shown.view.throws == shown.live.own_seeds.checked == 1)
        for there in (ann, watcher):
            session = there.session
            assert session.table.distrust == ""
            assert session.view.throws == session.live.view.fairness.counted
            assert session.view.thrown[-1] == session.live.view.last
            assert [line for line in there.log if re.match(r"1\. \d-\d: ", line)]
            assert there.sees(f"throw {session.live.own_seeds.checked} checked", "live")
        result = ann.session.results()
        seat = ann.session.live.seat
        assert result[seat.name] == seat.rail + seat.at_risk - 30_000
        # Everybody has left, and the screen has not heard of it yet.
        ann.session.live._view = replace(ann.session.live.view, seats=(), results=())  # noqa: SLF001
        assert ann.session.results() == result
        await ann.say("stats")
        await ann.press("escape")


@pytest.mark.some
async def test_a_house_that_may_not_advise_gives_no_hints(serve, named):
    for rules, advises in (("nsw", False), ("three_four_five", True)):
        table = await open_table(serve.address, rules=rules, timing=SLOW)
        async with joined(serve.address, table, named()) as ann:
            assert ann.sees("to bet 5, type p", "bar") == advises
            assert ann.sees("You shoot", "bar")
            await ann.say("help")
            pages = str(ann.app.screen._page)  # noqa: SLF001
            assert ("no edge" in pages) == advises


async def test_the_clock_and_the_phases(serve, named):
    table = await open_table(serve.address, timing=SLOW, pace="shooter")
    async with joined(serve.address, table, named()) as ann, joined(serve.address, table) as watcher:
        assert ann.sees("BETTING until the throw", "live")
        assert ann.sees("You need a wager on the Win Line", "bar")
        assert watcher.sees("You watch. To play, come with a name", "bar")
        assert not ann.session.prompt.startswith("space throws")
        await ann.say("p")
        assert ann.sees("You shoot: space throws.", "bar")
        assert ann.session.prompt.startswith("space throws")
        await ann.press("space")
        await ann.when(lambda shown: shown.view.throws == 1)
        await watcher.when(lambda shown: shown.view.throws == 1)
        assert watcher.sees("throw 2 sealed", "live")
    table = await open_table(serve.address, timing=SLOW)
    async with joined(serve.address, table, named()) as ann:
        assert ann.sees("BETTING until somebody can throw", "live")
        await ann.say("p")
        assert re.match(r" BETTING 3(600|[0-5]\d\d) s ", ann.shown("live")[0]), ann.shown("live")
        await ann.press("space")
        await ann.answered()
        assert ann.sees("The betting is still open: the dice are not out yet.", "bar")


async def test_undo_takes_back_ones_own_last_act(serve, named):
    table = await open_table(serve.address, timing=SLOW)
    async with (
        joined(serve.address, table, named("Ann")) as ann,
        joined(serve.address, table, named("Bob")) as bob,
    ):
        await ann.say("p", "field 5")
        await bob.say("field 5")
        await ann.press("ctrl+z")
        await ann.answered()
        assert [str(one) for one in ann.session.live.seat.wagers] == ["pass $5"]
        await ann.say("u", "undo")
        assert ann.session.live.seat.wagers == ()
        await bob.when(lambda shown: shown.live.view.seats[0].wagers == ())
        assert len(bob.session.live.seat.wagers) == 1


async def test_the_room(serve, named):
    """The crew's chairs, sitting out, seeds, the waiting list."""
    table = await open_table(serve.address, timing=SLOW, hosted=True)
    async with (
        joined(serve.address, table, name := named()) as ann,
        joined(serve.address, table, "House", passphrase=serve.passphrase, seated=False) as house,
    ):
        await ann.say("chair boxperson")
        assert ann.sees("hands out its chairs: ask for that of the boxperson", "bar")
        await ann.say("sit out", "seed lucky")
        assert ann.sees(f"sits out: {name}", "live")
        assert f"{name} gives a seed for the next throw." in ann.log
        assert "Type  chair " in house.session.hint()
        await house.say("chair boxperson")
        assert house.sees("boxperson: House", "live")
        assert house.sees("You are the boxperson.", "bar")
        await ann.say("who", "fair", "chair", "seat Bob", "new", "back", "help")
        assert "boxperson: House." in ann.log
        assert f"{name} at place {ann.session.live.seat.place} has $300 in the rail." in ann.log
        assert f"Seeds for it: {name}." in ann.log
        await ann.press("escape")
        await house.say("give chair boxperson")
        await ann.when(lambda shown: not shown.live.view.chairs)


@pytest.mark.some
async def test_real_dice_are_entered_twice(serve, named):
    table = await open_table(serve.address, timing=SLOW, dice="entered", pace="boxperson", hosted=True)
    async with (
        joined(serve.address, table, named()) as ann,
        joined(serve.address, table, "House", passphrase=serve.passphrase, seated=False) as house,
    ):
        await ann.say("p")
        assert ann.sees("Nobody can enter what the dice show", "bar")
        await house.say("chair stickperson")
        await ann.say("p")
        await ann.press("space")
        assert ann.sees("The dice of this table are real", "bar")
        await house.say("no more bets", "enter 4-2")
        assert house.sees("4-2 waits for a second look", "live"), (house.log, house.session.view.message)
        await ann.when(lambda _: "House enters 4-2: 6? It counts when it is entered again." in ann.log)
        await house.say("enter 4-2")
        assert house.session.view.message is None, house.session.view.message
        await ann.when(lambda shown: shown.view.throws == 1)
        assert ann.session.live.view.puck == 6


async def test_a_lost_connection_is_said_and_comes_back(serve, named):
    async with wire_to(serve.address) as wire:
        table = await open_table(serve.address, timing=SLOW)
        async with (
            joined(wire.address, table, named()) as ann,
            joined(serve.address, table, b := named("Bob")) as bob,
        ):
            wire.mute = True
            await ann.press("p", "enter")
            async with asyncio.timeout(IN_TIME):
                await wire.said.wait()
            wire.cut()
            await ann.when(lambda _: "The connection is lost." in ann.log)
            await bob.say("field 20")
            await ann.answered()
            await ann.when(lambda shown: not shown.table.lost)
            await ann.when(lambda _: ann.sees(" B20 ", "felt"))
            assert "The connection is there again." in ann.log
            assert [str(one) for one in ann.session.live.seat.wagers] == ["pass $5"]
            assert ann.session.results()[b] == 0


async def test_people_who_are_away_are_named(serve, named):
    table = await open_table(serve.address, timing=SLOW)
    async with joined(serve.address, table, named("Ann")) as ann:
        async with joined(serve.address, table, b := named("Bob")) as bob:
            await bob.press("ctrl+c")
            assert bob.sees("Your place and your wagers are kept for 180 seconds", "bar")
            await bob.press("+")
            assert not bob.sees("Press ctrl+c again", "bar")
            await bob.press("ctrl+c")
        await ann.when(lambda _: ann.sees(f"away: {b}", "live"))


async def test_the_end_of_the_session_closes_the_screen(serve, named):
    """Somebody else's session as the house ends it: the screen says why."""
    table = await open_table(serve.address, timing=SLOW)
    async with joined(serve.address, table, named()) as ann:
        await ann.session.live.close()
        async with asyncio.timeout(IN_TIME):
            while ann.app.is_running:
                await ann.pilot.pause(0.01)
        assert ann.app.return_value == "You have left the table: the client left the table."


@pytest.mark.some
async def test_every_window(serve, named):
    table = await open_table(serve.address)
    async with joined(serve.address, table, named()) as ann:
        for size in (*share(SIZES, 5), COMPACT):
            await ann.resize(size)
            await ann.say("p", "8")
            await ann.press("space", "tab", "<", "+", "-", "pageup")
            await ann.answered()
            assert ann.app.is_running
        assert ann.shown("felt")[0].startswith("╭")
        assert ann.shown("felt")[-1].startswith("╰")
        assert ann.shown("live")[0].strip()
