"""Once the seeds are locked the throw is fixed, and the house knows it. No act may take advantage of it."""

import json

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from tests.live.evening import Evening
from tests.live.room import TIMING, Room, seed_for
from tests.live.script import play

from bankcraps import BOOKS, load_rulebook
from bankcraps.cli.commands import audit
from bankcraps.game.engine.shooter.turns import holder
from bankcraps.live.log.entries import first_hash, log_lines
from bankcraps.live.round.decide import decide
from bankcraps.live.table import commands as cm
from bankcraps.live.table.commands import SEALED

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


@pytest.mark.parametrize("rules", BOOKS)
def test_wagers_stand_until_the_dice_have_landed(rules):
    room = locked(rules)
    stands = [seat.wagers for seat in room.state.seats]
    downs = "down field; down field by 5; down pass_odds; off place 8; undo; place 8 6; leave; pass_dice"
    for person, lines in (("Ann", downs), ("Bob", "down dont_come; down field; undo; leave; field 10")):
        for line in lines.split("; "):
            assert room.say(person, line) is not None, f"{person}: {line}"
    assert [seat.wagers for seat in room.state.seats] == stands


@pytest.mark.parametrize("rules", BOOKS)
def test_the_crew_voids_and_excludes_nothing_either_and_no_table_closes(rules):
    room = locked(rules)
    stands = [seat.wagers for seat in room.state.seats]
    for line in ("void Ann field device", "void Bob field error", "exclude Bob", "exclude Bob device"):
        assert room.say("Sue", line) is not None, line
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
