"""Sealed dice in the room: commitments before the close, seeds locked at it, secrets after the throw."""

from tests.live.room import Room, hold_log
from tests.live.script import play

from bankcraps.live.log import entries as en
from bankcraps.live.log.fairness import commitment_of, sealed_throw
from bankcraps.live.round.decide import decide
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.views import happened, view, you


def fair(room):
    return view(room.book, room.table).fairness


def test_the_commitment_is_shown_before_anybody_bets():
    room = Room("nsw")
    assert fair(room).number == 1
    assert fair(room).commitment == commitment_of(room.secrets[1])


def test_seeds_are_hidden_until_the_betting_closes_and_then_stand():
    room = play("at nsw: Ann Bob; Ann: pass 10; Ann gives seed first; Ann gives seed ann-lucky")
    play("Bob gives seed bob-lucky", room)
    assert fair(room).seeds == ()
    assert fair(room).seeded == ("Ann", "Bob")
    assert you(room.book, room.table, cm.Sender("Ann"), 0).seed == "ann-lucky"
    room.until("dice_out")
    assert [one.seed for one in fair(room).seeds] == ["ann-lucky", "bob-lucky"]
    assert room.ask("Ann", cm.GiveSeed, seed="another").code == "bets_closed"
    seeds = fair(room).seeds
    room.until("paying")
    assert room.throws[0].throw == sealed_throw(room.secrets[1], "t1", 1, seeds)
    assert fair(room).seeds == ()
    (shown,) = room.happenings(en.SecretShown)
    assert shown.secret == room.secrets[1].hex()
    hold_log(room)


def test_who_gives_seeds():
    room = Room("nsw")
    room.sits("Ann")
    assert room.ask("Zoe", cm.GiveSeed, seed="x").code == "not_seated"
    for seed in ("", "two words", "x" * 65, "tab\t", "é"):
        assert room.ask("Ann", cm.GiveSeed, seed=seed).code == "bad_words", seed
    assert room.ask("Ann", cm.GiveSeed, seed="x" * 64) is None


def test_a_throw_that_is_withheld_after_the_lock_is_shown_and_counted():
    """The house knows the throw once the seeds are locked, so its call of "no roll" may be a choice."""
    room = play("at nsw: Ann; Sid takes stickperson; Ann: pass 10; Ann gives seed lucky; until dice_out")
    before = fair(room).commitment
    play("Sid: no roll irregular_throw", room)
    assert (fair(room).withheld, fair(room).counted, fair(room).number) == (1, 0, 2)
    assert not room.table.fairness.locked
    assert fair(room).commitment not in ("", before)
    (shown,) = room.happenings(en.SecretShown)
    assert (shown.number, shown.withheld) == (1, "irregular_throw")
    play("Ann gives seed another; until paying", room)
    assert (fair(room).withheld, fair(room).counted) == (1, 1)


def test_a_secret_that_was_not_sealed_is_refused():
    room = play("at nsw: Ann; Ann: pass 10; until dice_out")
    outcome = decide(room.book, room.table, cm.Sender("Ann"), cm.Say(id="x", line="throw"), room.now)
    assert outcome.table.phase.name == "in_the_air"
    forged = decide(room.book, outcome.table, cm.Sender(), cm.Drawn(1, bytes(32)), room.now)
    assert forged.refused.code == "dice"
    assert forged.happened == ()


def test_a_host_that_repeats_itself_changes_nothing():
    room = Room("nsw")
    before = room.table
    room.tell(cm.Drawn(1, room.secrets[1]))
    room.tell(cm.Drawn(7, bytes(32)))
    assert room.table == before


def test_a_round_or_a_throw_that_is_declared_invalid():
    """With the dice out, the throw is withheld. A throw without a result is not among the last throws."""
    room = play("at nsw totals=6: Ann Bob; Sue takes supervisor; Ann: pass 10; until dice_out")
    play("Sue: invalidate fire; now betting", room)
    assert (room.happenings(en.SecretShown)[0].withheld, fair(room).withheld) == ("invalidate", 1)
    room = play("at nsw totals=6: Ann Bob; Sue takes supervisor; Ann: pass 10; until paying")
    assert [throw.total for throw in room.table.thrown] == [6]
    play("Sue: invalidate fire throw", room)
    assert happened(room.book, room.last).thrown == room.table.thrown == ()


def test_all_of_a_line_happens_or_nothing():
    room = play("at nsw: Ann; Ann: cash_out 470; Ann: pass 10")
    before = room.state
    assert room.say("Ann", "x" * 201).message == "a line has at most 200 characters"
    assert room.say("Ann", "32 across") is not None
    assert (room.state.seats, room.acts) == (before.seats, [])
