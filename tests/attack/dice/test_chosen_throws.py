"""A house chooses throws by secrets or with a player of its own, or takes advantage of a locked one."""

import asyncio
import hashlib
import itertools
import json

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from tests.live.evening import Evening
from tests.live.room import TIMING, Room, seed_for
from tests.live.script import play
from tests.server.live import open_house, soon

from bankcraps import BOOKS, client, load_rulebook
from bankcraps.cli.commands import audit, verify
from bankcraps.client import giving_seeds
from bankcraps.client.playing import Seeds
from bankcraps.game.engine.shooter.turns import holder
from bankcraps.live.log.entries import Bot, CommitmentShown, SeedGiven, decode_row, first_hash, log_lines
from bankcraps.live.proof.dice_check import DiceCheck
from bankcraps.live.round.decide import decide
from bankcraps.live.table import commands as cm
from bankcraps.live.table.commands import SEALED
from bankcraps.server.stores.store import open_store


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


def test_seeds_of_a_bot_of_the_house_are_none_from_outside():
    room = Room("classic", pace="clock")
    room.tell(cm.SeatBot(Bot("Ann", "pass", "", 50_000), "House"))
    room.sits("Ann", "Bob")
    a_round(room)
    a_round(room, ("Ann", "lucky"))
    a_round(room, ("Bob", "lucky"))
    counts = checked(room).counts
    assert (counts.thrown, counts.unseeded, counts.fixed) == (3, 2, {"Bob": 1})


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


# Once the seeds are locked the throw is fixed, and the house knows it. No act may take advantage of it.

HASTY = replace(TIMING, away_ms=1_000)


def locked(rules) -> Room:
    """A room with a point, many wagers, and the dice out."""
    book = load_rulebook(rules)
    room = play(
        f"at {rules} totals=6: Ann Bob; Sue takes {book.table.filled(book.floor.in_charge)[0]}; Ann: pass 10"
        "; until paying; until betting; Ann: pass_odds 10; Ann: place 8 12; Ann: field 10; Bob: dont_come 10"
        "; Bob: field 10; until dice_out"
    )
    assert room.table.fairness.locked
    return room


NOT_NOW = {
    "Ann": "down field; down field by 5; down pass_odds; off place 8; undo; place 8 6; leave; pass_dice",
    "Bob": "down dont_come; down field; undo; leave; field 10",
    "Sue": "void Ann field device; void Bob field error; exclude Bob; exclude Bob device",
}


@pytest.mark.parametrize("rules", BOOKS)
def test_wagers_stand_until_the_dice_have_landed_and_no_table_closes(rules):
    room = locked(rules)
    stands = [seat.wagers for seat in room.state.seats]
    for person, lines in NOT_NOW.items():
        for line in lines.split("; "):
            assert room.say(person, line) is not None, f"{person}: {line}"
    room.tell(cm.Cleared())
    assert room.last.refused.message == SEALED
    assert [seat.wagers for seat in room.state.seats] == stands


def test_the_audit_knows_who_left_with_wagers(tmp_path, monkeypatch):
    """A house lets Bob leave with a wager that the fixed throw loses. The dice alone do not show that."""
    evening = Evening("classic")
    assert evening.ask("Sid", cm.TakeChair, "stickperson", roles=("stickperson",)) is None
    for name, bets in (("Ann", "pass 10"), ("Bob", "place 6 12"), ("Cid", "")):
        for line in filter(None, ("sit", "buy in 100", bets)):
            assert evening.say(name, line) is None
    assert evening.say("Sid", "no more bets", "stickperson") is None
    assert evening.say("Cid", "leave") is None
    assert audited(evening, tmp_path) == (0, "")
    monkeypatch.setattr("bankcraps.live.table.commands.too_late", lambda *_: False)
    assert evening.say("Bob", "leave") is None
    status, said = audited(evening, tmp_path)
    assert (status, said) == (1, "a wager was changed, or its player left, when the throw was fixed already")


def audited(evening, folder):
    """Audit a log. Return the exit status, and what is wrong."""
    log = folder / "night.jsonl"
    log.write_bytes(b"".join(log_lines(evening.id, (0, first_hash(evening.id)), evening.rows)))
    done = CliRunner().invoke(audit.command, ["--log", str(log), "--json"])
    [problem] = json.loads(done.output)["problems"] or [{"message": ""}]
    return done.exit_code, problem["message"]


def test_a_late_wager_is_not_even_held():
    chairs = "Dan takes dealer; Bea takes boxperson"
    play(f"at nsw: Ann; {chairs}; Ann: pass 10; until dice_out; Ann: field 10 ! bets_closed; late")


def test_who_is_away_too_long_leaves_when_the_dice_have_landed():
    """The time of the absence ends while the dice are out. The wagers play first."""
    room = Room("classic", seed=seed_for(6), timing=HASTY)
    room.sits("Ann", "Bob")
    play("Ann: pass 10; Bob: place 8 12; Bob: dont_pass 10; until dice_out; Bob vanishes; later away+1", room)
    assert room.table.fairness.locked
    play("Bob has 12 on place 8; Bob has 10 on dont_pass; until betting; point 6; Bob is gone", room)


def test_no_seed_is_taken_before_the_commitment():
    """The house could choose a secret that suits the seeds."""
    room = Room("nsw")
    room.sits("Ann")
    fairness = replace(room.table.fairness, commitment="")
    table = replace(room.table, fairness=fairness)
    refused = decide(room.book, table, cm.Sender("Ann"), cm.GiveSeed(id="x", seed="lucky"), room.now).refused
    assert refused.message == "the dice are not sealed yet; try again in a moment"


@pytest.mark.parametrize("rules", BOOKS)
def test_a_shooter_without_wagers_takes_no_throw_away(rules):
    """The shooter has nothing to lose. If they left or were sent away, the throw would be void.

    An order to pass the dice would end the hand: a fire wager would be lost before a throw that wins it.
    """
    room = Room(rules, seed=seed_for(6), pace="clock", limits="5:500", timing=HASTY)
    room.takes("Sue", *dict.fromkeys((*room.book.table.filled(room.book.floor.in_charge), "boxperson")))
    room.sits("Ann", "Bob")
    play("Ann: dont_pass 10; Bob: pass 10; until paying; until betting; Ann: down dont_pass", room)
    room.until("dice_out")
    fairness = room.table.fairness
    assert holder(room.state) == "Ann"
    for person, line in (
        ("Ann", "leave"),
        ("Sue", f"exclude Ann {next(iter(room.book.floor.exclude_for), 'device')}"),
        ("Sue", "order_pass delay"),
    ):
        assert room.say(person, line) is not None, line
    room.vanishes("Ann")
    room.later(HASTY.away_ms + 1)
    assert room.table.fairness == fairness
    assert fairness.locked
    room.until("paying")
    assert (room.table.fairness.counted, room.table.fairness.withheld) == (fairness.counted + 1, 0)
