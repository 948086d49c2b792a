"""A house chooses the throws of a table: by secrets that suit it, or with a player of its own."""

import asyncio
import hashlib
import itertools

import pytest
from click.testing import CliRunner
from tests.live.room import Room
from tests.live.script import play
from tests.server.live import open_house, soon

from bankcraps import client
from bankcraps.cli.commands import verify
from bankcraps.client import giving_seeds
from bankcraps.client.playing import Seeds
from bankcraps.live.log.entries import Bot, CommitmentShown, SeedGiven, decode_row
from bankcraps.live.log.fairness import sealed_throw
from bankcraps.live.proof.dice_check import DiceCheck
from bankcraps.live.table import commands as cm
from bankcraps.server.stores.store import open_store


class CrookedRoom(Room):
    """The house tries secrets until one gives craps, as long as it knows all seeds of the throw."""

    def _secret(self, number):
        if number not in self.secrets:
            tried = (hashlib.sha256(f"{number} {one}".encode()).digest() for one in itertools.count())
            self.secrets[number] = next(
                one for one in tried if sealed_throw(one, "t1", number, ()).total in (2, 3, 12)
            )
        return self.secrets[number]


def checked(room, after=0) -> DiceCheck:
    check = DiceCheck("t1")
    for body in room.rows[after:]:
        check.read(decode_row(body))
    check.end()
    return check


def a_round(room, *givers):
    """Play a round in which these players give seeds, as commands or as words."""
    room.until("betting")
    room.say("Ann", "pass 10")
    for person, seed in givers:
        given = seed.command("x") if isinstance(seed, Seeds) else cm.GiveSeed(id="x", seed=seed)
        assert room.ask(person, cm.GiveSeed, seed=given.seed, next=given.next) is None
    room.until("paying")


def crooked():
    room = CrookedRoom("classic", pace="clock")
    room.sits("Ann")
    return room


def test_throws_without_a_seed_prove_nothing_and_are_counted():
    room = crooked()
    for _ in range(12):
        a_round(room)
    assert {rolled.throw.total for rolled in room.throws} <= {2, 3, 12}
    counts = checked(room).counts
    assert (counts.thrown, counts.unseeded, counts.fixed) == (12, 12, {})


def test_a_random_seed_after_the_commitment_takes_the_choice_away():
    room, seeds = crooked(), Seeds()
    for _ in range(40):
        a_round(room, ("Ann", seeds))
    assert {rolled.throw.total for rolled in room.throws} - {2, 3, 12}  # else once in 9^40
    counts = checked(room).counts
    assert (counts.unseeded, counts.fixed, counts.broken) == (0, {"Ann": 40}, {})


def test_a_seed_of_a_bot_of_the_house_is_none_from_outside():
    room = CrookedRoom("classic", pace="clock")
    room.tell(cm.SeatBot(Bot("Ann", "pass", "", 50_000), "House"))
    room.sits("Ann")
    a_round(room, ("Ann", "lucky"))
    counts = checked(room).counts
    assert (counts.thrown, counts.unseeded, counts.fixed) == (1, 1, {})


PROMISES = {
    # Bob is the house's own: it tells him Ann's seed. Rounds with the seeds that are given, then the throws
    # that were fixed before a player's seed was known, and the promises that were broken.
    "seeds that nobody was promised": (["Bob Ann"], {}, {}),
    "a seed that he tried until it fits": (
        ["Bob Ann", "Bob:tried-until-it-fits Ann"],
        {"Bob": 1},
        {"Bob": 1},
    ),
    "promised again": (
        ["Bob Ann", "Bob:another Ann", "Ann Bob", "Ann Bob"],
        {"Ann": 1, "Bob": 3},
        {"Bob": 1},
    ),
    "a seed that is changed": (["Ann Bob", "Bob Ann Bob:changed"], {"Bob": 1}, {"Bob": 1}),
    "a promised seed that he keeps back": (["Ann Bob", "Ann Bob", "Ann"], {"Ann": 1, "Bob": 1}, {"Bob": 1}),
    "no more promised": (["Ann Bob", "Ann Bob", "Ann", "Ann"], {"Ann": 2, "Bob": 1}, {"Bob": 1}),
}


@pytest.mark.parametrize(("rounds", "fixed", "broken"), PROMISES.values(), ids=PROMISES)
def test_a_player_of_the_house_might_choose_the_throw(rounds, fixed, broken):
    room, seeds = play("at classic pace=clock: Ann Bob"), {"Ann": Seeds(), "Bob": Seeds()}
    for givers in rounds:
        given = (one.partition(":") for one in givers.split())
        a_round(room, *((name, words or seeds[name]) for name, _, words in given))
    counts = checked(room).counts
    assert (counts.fixed, counts.broken) == (fixed, broken)


def test_a_part_of_a_log_does_not_say_what_was_promised_for_its_first_throw():
    room = Room("classic", pace="clock")
    room.sits("Ann", "Bob")
    ann, bob = Seeds(), Seeds()
    a_round(room, ("Ann", ann), ("Bob", bob))
    commitment = len(room.rows) - 1
    assert isinstance(decode_row(room.rows[commitment]).entry, CommitmentShown)
    a_round(room, ("Ann", ann))  # and Bob breaks his promise
    a_round(room, ("Ann", ann))
    assert checked(room).counts.fixed == {"Ann": 1}
    for after, thrown, fixed in ((commitment, 2, {"Ann": 1}), (commitment + 1, 1, {})):
        counts = checked(room, after).counts
        assert (counts.thrown, counts.fixed) == (thrown, fixed)


def test_a_promise_is_a_hash():
    room = Room("classic")
    room.sits("Ann")
    for wrong in ("x", "A" * 64, "0" * 63, "0" * 65):
        assert room.ask("Ann", cm.GiveSeed, seed="lucky", next=wrong).code == "bad_words"
    assert room.ask("Ann", cm.GiveSeed, seed="lucky", next="0" * 64) is None


@pytest.fixture
def given(tmp_path):
    """The seeds that stand in the log of a house's table."""

    def read(table):
        store = open_store(str(tmp_path / "house.db"), only_read=True)
        rows = [decode_row(row.body).entry for row in store.logs.rows(table)]
        store.close()
        return [entry for entry in rows if isinstance(entry, SeedGiven)]

    return read


async def test_a_player_who_joins_gives_a_random_seed_for_every_throw(tmp_path, given):
    async with open_house(tmp_path) as house, client.House(house.address) as ann:
        await ann.sign_in("Ann")
        async with ann.table(house.table) as live, giving_seeds(live):
            for line in ("sit", "buy_in 500"):
                assert (await live.say(line)).refused is None
            for number in (1, 2, 3):
                await live.until(lambda view: "Ann" in view.fairness.seeded)
                await live.say("pass 10")
                assert (await live.say("throw")).refused is None
                await live.until(lambda view, after=number: view.fairness.number > after)
            await soon(lambda: len(given(house.table)) == 4)
    seeds = given(house.table)
    assert len({one.seed for one in seeds}) == 4
    for before, after in itertools.pairwise(seeds):
        assert hashlib.sha256(after.seed.encode()).hexdigest() == before.next
    said = await asyncio.to_thread(CliRunner().invoke, verify.command, [str(tmp_path / "house.db")])
    assert "throws without a player's seed: 0\n" in said.output
    assert "throws fixed before this player's seed was known, if it was random: Ann 3\n" in said.output
