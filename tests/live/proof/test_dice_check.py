"""Tricks that a house could try with sealed dice, and the answer of the log's check to each."""

import pytest
from tests.live.evening import Evening, secret_of

from bankcraps.game.dice import Throw
from bankcraps.game.engine import crew, player
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import DICE
from bankcraps.game.wagers import wager
from bankcraps.live.log import entries as en
from bankcraps.live.log.entries import Row, decode_row
from bankcraps.live.log.fairness import Seed, commitment_of, sealed_throw
from bankcraps.live.proof.dice_check import DiceCheck, WrongDiceError

ANN = Seed("Ann", "lucky")
SEEDS = (ANN,)


def rolled(throw: Throw) -> en.Acted:
    return en.Acted(ev.Rolled(throw, by=DICE), "")


def throw_of(number: int = 1, seeds=SEEDS) -> Throw:
    return sealed_throw(secret_of(number), "t", number, seeds)


def honest(number: int = 1) -> list[en.LogEntry]:
    return [
        en.CommitmentShown(number, commitment_of(secret_of(number))),
        en.SeedGiven("Ann", "lucky"),
        en.SeedsLocked(number, SEEDS),
        rolled(throw_of(number)),
        en.SecretShown(number, secret_of(number).hex()),
    ]


def read(entries: list[en.LogEntry], table="t") -> DiceCheck:
    check = DiceCheck(table)
    for seq, entry in enumerate(entries, 1):
        check.read(Row(table, seq, 0, "", "", entry))
    check.end()
    return check


def test_an_honest_throw():
    check = DiceCheck("t")
    shown = [check.read(Row("t", seq, 9, "", "", entry)) for seq, entry in enumerate(honest(), 1)]
    assert shown[:-1] == [None] * 4
    throw = shown[-1]
    assert (throw.number, throw.throw, throw.withheld) == (1, throw_of(), "")
    assert (throw.committed, throw.locked, throw.shown, throw.at) == (1, 3, 5, 9)
    assert (throw.commitment, throw.seeds) == (commitment_of(secret_of(1)), SEEDS)


def test_who_goes_when_a_throw_is_fixed_is_counted():
    acts = [ev.Leave(by=player("Cid")), ev.Exclude("Dan", "device", by=crew("boxperson"))]
    check = read([*honest()[:3], *(en.Acted(one, "") for one in acts), *honest()[3:]])
    assert check.counts.thrown == 1
    assert check.counts.afterwards == {"leave": 1, "exclude": 1}


CHEATS = {
    "a secret that is none": ([*honest()[:4], en.SecretShown(1, "00")], "not 32 bytes"),
    "another throw given up": ([*honest()[:3], en.SecretLost(2)], "throw 2 was given up without a"),
    "a throw that counted for nothing": ([*honest()[:3], honest()[4]], "gives .* and none counted"),
    "seeds locked before the commitment": ([*honest(), en.SeedsLocked(2, ())], "before its commitment"),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_cheats(cheat):
    entries, said = CHEATS[cheat]
    with pytest.raises(WrongDiceError, match=said):
        read(entries)


def test_what_did_not_count_is_counted():
    acts = [
        ev.NoRoll("cocked"),
        ev.NoRoll("cocked"),
        ev.Invalidate("dealing"),
        ev.VoidWager("Ann", wager("field"), "x"),
    ]
    counts = read([*honest(), *(en.Acted(act, "") for act in acts)]).counts
    assert counts.thrown == 1
    assert counts.no_rolls == {"cocked": 2}
    assert counts.invalid == {"dealing": 1}
    assert counts.void == {"x": 1}


def test_a_log_from_the_middle_of_a_throw():
    rest = honest()[2:]
    check = read([*rest, *honest(2)])
    assert (check.counts.thrown, check.counts.entered) == (1, 0)


def test_a_log_from_the_middle_of_a_throw_whose_player_gives_no_seed_again():
    commitment, _, _, _, secret = honest(2)
    without = [commitment, en.SeedsLocked(2), rolled(throw_of(2, ())), secret]
    assert read([*honest()[1:], *without]).counts.thrown == 1


def test_entered_throws_are_counted_but_cannot_be_checked():
    evening = Evening(dice="entered")
    opened = decode_row(evening.rows[0][1]).entry
    one, two = Throw(1, 2), Throw(4, 2)
    entries = [opened, en.ThrowEntered("Box", one), en.ThrowEntered("Box", two), rolled(two), rolled(one)]
    counts = read(entries).counts
    assert (counts.thrown, counts.entered, counts.corrected) == (0, 2, 1)
    ruled = [en.Acted(ev.Correct(throw=throw), "") for throw in (one, two, two, Throw(6, 6))]
    counts = [read([*entries, *ruled[:many]]).counts.overruled for many in range(5)]
    assert counts == [0, 0, 1, 1, 1]  # the same faces confirm, and a throw is counted once
