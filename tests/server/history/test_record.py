"""The record of an evening that people played over sockets, checked by `replay`, `verify` and `audit`."""

import json
import random
import re

import pytest
from tests.server.live import FREE, a_table, open_house

from bankcraps import BOOKS, load_rulebook
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.acts import who_may
from bankcraps.live.log.settings import Timing
from bankcraps.live.table.permissions import enters_throws

AT_ONCE = Timing(betting_ms=3_600_000, shooter_ms=0, warning_ms=0, throwing_ms=1, paying_ms=0)
THROWS = 8
LINES = (
    *("pass 10", "dont pass 10", "come 10", "place 6 12", "place 8 12", "field 5"),
    *("hard 8 5", "undo", "odds 10"),
)

_DIE = re.compile(r'"type":"roll".*?"a":(.)|: roll (.)')


async def play(folder, rules, dice):
    """Let two people play an evening, and return the table."""
    book, rng = load_rulebook(rules), random.Random(f"{rules} {dice}")
    how = {"pace": "shooter", "timing": AT_ONCE} if dice == "sealed" else {"pace": "boxperson"}
    table = a_table(rules, dice=dice, **how)
    async with open_house(folder, table, limits=FREE) as house:
        boss = await house.sign_in("House", house.passphrase)
        async with house.playing("Ann") as ann, house.playing("Bob") as bob, house.at(cookie=boss) as crew:
            if dice == "entered":
                for role in dict.fromkeys((who_may(book, ev.NoMoreBets)[0], *enters_throws(book))):
                    assert "refused" not in await crew.ask("take_chair", role=role)
            assert ("refused" in await bob.ask("give_seed", seed="lucky")) == (dice == "entered")
            for _ in range(THROWS):
                await ann.say("pass 10")
                for _ in range(4):
                    await rng.choice((ann, bob)).say(rng.choice(LINES))
                await (_entered(ann, crew, rng) if dice == "entered" else _sealed(ann, bob))
            await bob.say("leave")
    return house.table


async def _sealed(ann, bob):
    """Whoever has the dice throws them, with a wager on the line."""
    for one in (ann, bob):
        await one.say("accept")
        await one.say("pass 10")
        if "refused" not in await one.say("throw"):
            return


async def _entered(ann, crew, rng):
    await ann.say("accept")
    answer = await crew.ask("act", event={"type": "no_more_bets"})
    assert "refused" not in answer, answer
    throw = {"a": rng.randint(1, 6), "b": rng.randint(1, 6)}
    for look in ("first", "second"):
        answer = await crew.ask("enter_throw", throw=throw, look=look)
        assert "refused" not in answer, answer


def alter(path):
    """Turn a die of the fourth throw to another face in a file, and return the number of its line."""
    lines = path.read_text().splitlines(keepends=True)
    number, found = [(number, die) for number, line in enumerate(lines) if (die := _DIE.search(line))][3]
    line, at = lines[number], found.end()
    lines[number] = line[: at - 1] + ("1" if line[at - 1] != "1" else "2") + line[at:]
    path.write_text("".join(lines))
    return number + 1


USUAL = {("three_four_five", "sealed"), ("nsw", "entered")}
"""One house with each kind of dice. A long run plays at all houses with both."""


@pytest.mark.parametrize(
    ("rules", "dice"),
    [
        pytest.param(rules, dice, marks=() if (rules, dice) in USUAL else pytest.mark.long)
        for rules in BOOKS
        for dice in ("sealed", "entered")
    ],
)
async def test_the_record_of_a_live_evening(rules, dice, tmp_path, run):
    table = await play(tmp_path, rules, dice)
    house, log, record = (tmp_path / name for name in ("house.db", "night.jsonl", "night.craps"))
    for command in (
        ("export", house, table, "--jsonl", log, "--craps", record),
        *(("replay", record), ("audit", "--database", house), ("audit", "--log", log)),
    ):
        code, told = run(*command)
        assert code == 0, told
    for source in (house, log):
        code, told = run("verify", source, table, "--json")
        assert code == 0, told
        end = json.loads(told.splitlines()[-1])
        assert end["verified"]
        assert max(end["counts"]["thrown"], end["counts"]["entered"]) >= THROWS - 2

    # One die of one throw is turned: each command says where.
    line = alter(record)
    code, told = run("replay", record)
    assert (code, f"line {line}" in told) == (1, True), told
    row = alter(log) - 1  # the first line is the header
    for command in (("verify", log), ("audit", "--log", log)):
        code, told = run(*command)
        assert (code, f"row {row}" in told) == (1, True), told
