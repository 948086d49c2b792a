"""A house leaves a player's seed out, or locks another one. Its log says what it likes; the client knows."""

import asyncio
from types import SimpleNamespace

import pytest
from tests.kit.deadline import IN_TIME
from tests.server.live import open_house

from bankcraps import client
from bankcraps.cli import plain_join
from bankcraps.client import giving_seeds
from bankcraps.client.live import OwnSeeds
from bankcraps.live.log import entries
from bankcraps.live.log.fairness import Seed
from bankcraps.live.table.commands import GiveSeed
from bankcraps.live.table.decision import Refused
from bankcraps.live.wire.messages import Answer, Item
from bankcraps.terminal.join.room_words import sealed
from bankcraps.terminal.join.watch import Watch

ANN, OTHER = Seed("Ann", "a1"), Seed("Bob", "b1")
LATE = Refused(code="bets_closed", message="too late")


def view(number, *players):
    return SimpleNamespace(
        fairness=SimpleNamespace(number=number, commitment="c"),
        seats=[SimpleNamespace(name=name) for name in players],
    )


def heard(*steps):
    """Play what a client does and hears: a seed given, the row of its answer, the row of a lock."""
    own, at = OwnSeeds(), view(7, "Ann", "Bob")
    for step, *what in steps:
        if step == "gives":
            own.ask(GiveSeed(id=what[0], seed=what[1]), at)
        elif step == "answer":
            own.answered(Answer(what[0], what[1]), "Ann")
        elif step == "refused":
            own.answered(Answer(what[0], refused=LATE), "Ann")
        else:
            own.hear([Item(what[0], entries.SeedsLocked(7, what[1]))], at, "Ann")
    return bool(own.wrong), own.missing


GIVES, TAKEN = ("gives", "1", "a1"), ("answer", "1", 3)


@pytest.mark.parametrize(
    ("steps", "found"),
    [
        ([GIVES, TAKEN, ("locks", 5, (ANN, OTHER))], (False, 0)),
        ([GIVES, TAKEN, ("locks", 5, (OTHER,))], (True, 1)),
        ([GIVES, TAKEN, ("locks", 5, (Seed("Ann", "a2"), OTHER))], (True, 0)),
        ([GIVES, ("locks", 5, (OTHER,)), TAKEN], (True, 1)),
        ([GIVES, ("locks", 5, (ANN, OTHER)), TAKEN], (False, 0)),
        ([GIVES, ("locks", 2, (OTHER,)), TAKEN], (False, 1)),
        ([GIVES, ("locks", 5, (OTHER,)), ("refused", "1")], (False, 1)),
        ([("locks", 5, (OTHER,))], (False, 1)),
        (
            [GIVES, ("gives", "2", "a2"), ("locks", 5, (Seed("Ann", "a2"),)), TAKEN, ("answer", "2", 4)],
            (False, 0),
        ),
        ([GIVES, TAKEN, ("gives", "2", "a2"), ("answer", "2", 4), ("locks", 5, (ANN,))], (True, 0)),
    ],
)
def test_a_seed_is_wrong_only_if_it_was_taken_before_the_lock(steps, found):
    """The answer may come after the lock. A later seed takes the place of an earlier one."""
    assert heard(*steps) == found


class Said:
    """A writer that waits for the message about the connection."""

    def __init__(self):
        self.heard = asyncio.get_running_loop().create_future()

    def connection(self, says):
        self.heard.set_result(says)

    def table(self):
        pass

    def happened(self, news):
        pass


async def test_a_house_that_locks_another_seed_is_found_out(tmp_path, monkeypatch):
    """The house writes the other seed into its log, too, so that `verify` finds nothing wrong."""

    def other_seed(player, seed, following):
        return entries.SeedGiven(player, seed[::-1], following)

    crooked = SimpleNamespace(**vars(entries) | {"SeedGiven": other_seed})
    monkeypatch.setattr("bankcraps.live.round.decide.en", crooked)
    async with asyncio.timeout(IN_TIME), open_house(tmp_path) as house, client.House(house.address) as ann:
        await ann.sign_in("Ann")
        async with ann.table(house.table) as live, giving_seeds(live):
            said = Said()
            listening = asyncio.create_task(plain_join._listen(live.heard(), Watch(live), said))  # noqa: SLF001
            for line in ("sit", "buy in 100", "pass 10"):
                assert (await live.say(line)).refused is None
            await live.until(lambda view: "Ann" in view.fairness.seeded)
            await live.say("throw")
            assert await said.heard == "do not trust these dice: " + live.own_seeds.wrong
            listening.cancel()
    assert "locked the throw without it" in live.own_seeds.wrong


async def test_throws_without_a_seed_of_ones_own_are_told(tmp_path):
    async with asyncio.timeout(IN_TIME), open_house(tmp_path) as house, client.House(house.address) as ann:
        await ann.sign_in("Ann")
        async with ann.table(house.table) as live:
            for line in ("sit", "buy in 100", "pass 10", "throw"):
                assert (await live.say(line)).refused is None
            await live.until(lambda view: view.fairness.counted == 1)
            told = sealed(live)
    assert told[-1] == "Throws since you came without a seed of yours, which prove nothing to you: 1."
    assert live.own_seeds.wrong == ""
