"""Quiet tables: players who are ready close the betting, and somebody who plays alone is never hurried."""

import pytest
from tests.live.script import play, scripts

from bankcraps.game.engine import events as ev
from bankcraps.live.log import entries as en

BETWEEN_TWO = """
the last who is ready closes the betting
    Ann ready; now betting; said ready: Ann; waits for: Bob; Bob ready; now dice_out; said ready; Ann: throw
a player may say that they are not ready after all
    Ann ready; Ann not ready; Bob ready; now betting
somebody who comes has to be ready, too
    Ann ready; Cid sits; Bob ready; waits for: Cid; now betting; Cid ready; now dice_out
nobody waits for who leaves
    Cid sits; Ann ready; Cid ready; Bob: leave; now dice_out
nobody waits for who sits out
    Cid sits; Ann ready; Cid ready; Bob sits out; now dice_out
who is ready and leaves closes nothing
    Cid sits; Bob ready; Bob: leave; now betting; said ready
a connection that drops is waited for as long as a player may take to answer
    Cid sits; Ann ready; Cid ready; Bob vanishes; later answer-1; now betting; later 1; now dice_out
a page that is loaded again stays ready
    Ann ready; Ann vanishes; Ann returns; Bob ready; now dice_out
a table that is opened again remembers who is ready
    Ann ready; the house opens again; said ready: Ann; Ann returns; Bob returns; Bob ready; now dice_out
only players are ready
    Max takes boxperson; Zoe ready ! not_seated; Max ready ! not_seated; Bob sits out; Bob ready ! not_now
nobody is ready, bets or throws while the dealers pay several players
    until paying; Ann may not ready; Ann ready ! not_now; Ann: place 6 12 ! not_now; Ann: throw ! not_now
chips take no ready back
    Ann ready; Ann: buy_in 100; said ready: Ann
a bot is waited for until it has bet
    a bot sits; Ann ready; Bob ready; now betting; waits for: Molly; Molly: pass 10; Molly ready; now dice_out
a bot whose connection dropped is not waited for
    a bot sits; Molly vanishes; Ann ready; Bob ready; now dice_out
the clock starts when somebody comes, and stops when they go
    Bob: leave; later 60000; no clock; Bob sits; clock betting; Ann: throw ! not_now; Bob: leave; no clock
the last seconds end when the other player goes
    until last_bets; Bob: leave; now betting; no clock
a player who sits out leaves the other alone
    Bob sits out; alone: Ann; no clock; Bob plays again; alone; clock betting
"""


@pytest.mark.parametrize("script", scripts(BETWEEN_TWO))
def test_two_players_of_whom_one_has_a_wager_on_the_line(script):
    play(f"at classic steady=no: Ann Bob; Ann: pass 10; {script}")


ELSEWHERE = """
where the boxperson is there nobody else closes the betting
    at classic pace=boxperson: Ann Bob; Ann: pass 10; Ann ready; Dora takes boxperson; Ann may not ready
    waits for; Bob ready ! not_now; now betting
when all are away the clock goes on though they were ready
    at washington steady=no: Ann Bob; Ann: pass 10; Ann ready; Ann vanishes; Bob vanishes
    later answer; now betting; later betting+throwing; thrown 1
the dice go on from a shooter who sits out, and then the ready count
    at three_four_five: Ann Bob Cid; Ann: pass 10; Bob: pass 10; Ann sits out; Bob ready; Cid ready
    now dice_out; thrower Bob
real dice wait until somebody can enter them
    at classic dice=entered: Ann Bob; Ann: pass 10; Ann ready; Bob ready; now betting; Max takes boxperson
    now dice_out; Max enters 4-2; said ready
a call takes the ready back
    at classic totals=6 steady=no: Ann Bob; Ann: pass 10; Ann: place 8 6; until paying; until betting
    Ann ready; Ann: place 8 off; said ready
without a throw to make the ready wait
    at classic: Ann Bob; Ann ready; Bob ready; now betting; Ann: pass 10; now betting; Ann ready; now dice_out
a notice that is due comes before the next betting, and takes the ready back
    at classic pace=shooter timing=patient: Ann Bob; Ann: pass 10; Max takes boxperson
    Max: post_sign limits 10:500 at 0:20; Max gives back boxperson; Ann ready; 20 minutes pass; later 0
    said ready; limits from 10
a throw or a bet ends the payments of somebody who plays alone
    at classic steady=no totals=6,6,4: Ann; Ann: pass 10; Ann: throw; Ann: place 8 12; now betting
    Ann: throw; now paying; Ann: pass 10; Ann: throw; thrown 3
a refused bet does not end the payments
    at classic steady=no: Ann; Ann: pass 10; Ann: throw; Ann: place 6 7000 ! over_maximum; now paying
somebody alone who goes away is not waited for
    at washington steady=no: Ann; Ann: pass 10; Ann vanishes; later answer-1; no clock; later 1; clock betting
    Ann returns; no clock
the dice are offered for as long as somebody alone likes, and without a shooter ready throws at once
    at nsw steady=no: Ann; later 3600000; Ann may accept; Ann: decline; Ann: place 6 12; Ann ready; thrown 1
somebody alone with real dice closes the betting by throwing
    at classic dice=entered steady=no: Ann; Ann: pass 10; Ann: throw; now in_the_air; Max takes boxperson
    Max enters 4-2; thrown 1
clocks of no length come to rest for somebody alone
    at classic steady=no timing=at_once totals=6,8,4: Ann; Ann: pass 10; Ann: throw; Ann: throw; Ann: throw
    thrown 3
bots alone are never ready
    at classic steady=no: Ann; Ann: pass 10; a bot sits; Molly: pass 10; Molly ready; Ann: throw
    until betting
    Ann sits out; Molly ready ! not_now
a throw beside bots waits until they have bet
    at classic steady=no: Ann; Ann: pass 10; a bot sits; Ann: throw; now betting; thrown 0; Molly: pass 10
    Molly ready; now paying; thrown 1
a throw beside a bot that does nothing waits a second
    at classic steady=no: Ann; Ann: pass 10; a bot sits; Ann: throw; later 999; thrown 0; later 1; thrown 1
a throw while bots are paid lets them bet first
    at classic steady=no totals=6: Ann; Ann: pass 10; a bot sits; Molly ready; Ann: throw; now paying
    Ann: throw; now betting; thrown 1; Molly: place 8 12; Molly ready; thrown 2
a throw that is refused makes nobody ready
    at classic steady=no: Ann; a bot sits; Ann: field 5; Ann: throw ! needs_line_wager; said ready
nobody waits for a bot to throw
    at classic: ; a bot sits; Ann sits; Bob sits; Molly: pass 10; later betting; now paying; thrown 1
"""


@pytest.mark.parametrize("script", scripts(ELSEWHERE))
def test_a_quiet_table(script):
    play(script)


@pytest.mark.parametrize("pace", ["clock", "shooter", "boxperson"])
def test_every_pace(pace):
    """The last who is ready closes the betting, and no clock runs against somebody who plays alone."""
    at = f"at classic steady=no pace={pace}"
    room = play(f"{at}: Ann Bob; Ann: pass 10; Ann ready; Bob ready; now dice_out; Ann: throw")
    assert len(room.events(ev.NoMoreBets)) == 1
    play(f"{at}: Ann; Ann: pass 10; later 3600000; now betting; no clock; alone: Ann; Ann: throw; thrown 1")


@pytest.mark.parametrize("line", ["pass 10", "place 6 12", "field 5", "down place 6", "undo"])
def test_whoever_bets_again_or_takes_back_is_not_ready_any_more(line):
    play(
        "at washington steady=no: Ann Bob Cid; Ann: pass 10; Ann: place 6 12; Bob: pass 10; Ann ready"
        f"; Bob ready; Ann: {line}; said ready: Bob; Cid ready; waits for: Ann; now betting"
    )


def test_a_ready_said_twice_is_noted_once():
    room = play("at classic: Ann Bob; Ann: pass 10; Ann ready; Ann ready; Ann not ready")
    assert [one.ready for one in room.happenings(en.SaidReady)] == [True, False]
