"""The acts that a table takes from somebody now, of those that need no amount, wager or name."""

import pytest

from bankcraps import Table
from bankcraps.game.engine import crew, legal_acts, player
from bankcraps.game.engine.legal import PLAIN

ANN, BOB, CYD, STICK = player("Ann"), player("Bob"), player("Cyd"), crew("stickperson")
BETS = ("Ann: pass 10", "Bob: pass 10")

LEGAL = [
    # what was played at a table of nsw, who would act, and what they may do
    ((), ANN, "accept cash_out decline leave"),
    ((), BOB, "cash_out leave"),
    ((), CYD, "sit"),
    ((), STICK, ""),
    (BETS, ANN, "accept cash_out decline leave throw undo"),
    (BETS, BOB, "cash_out leave undo"),
    (BETS, STICK, "no_more_bets"),
    ((*BETS, "roll 4-2"), ANN, "cash_out pass_dice throw"),  # the pass wager is a contract now
    ((*BETS, "roll 4-2"), BOB, "cash_out"),
    ((*BETS, "no_more_bets"), ANN, "cash_out leave throw"),  # down until the dice leave the hand (6.4)
    ((*BETS, "no_more_bets"), STICK, ""),
]


@pytest.mark.parametrize(("lines", "by", "acts"), LEGAL)
def test_what_somebody_may_do(lines, by, acts):
    table = Table("nsw", {"Ann": 500, "Bob": 500}, limits="5:500")
    for line in lines:
        assert all(table.say(line)), line
    found = legal_acts(table.rulebook, table.state, by)
    assert " ".join(sorted(str(act.__struct_config__.tag) for act in found)) == acts


def test_no_result_of_the_dice_and_no_bet_is_among_them():
    tags = {str(act.__struct_config__.tag) for act in PLAIN}
    assert {"throw", "sit", "leave", "no_more_bets"} <= tags
    assert not tags & {"rolled", "bet", "take_down", "buy_in", "exclude"}
