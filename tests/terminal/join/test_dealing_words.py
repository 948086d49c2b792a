"""Words of dealers in `bankcraps join`: they deal by lines, and hear what is open."""

from contextlib import asynccontextmanager

import pytest
from tests.client.conftest import SLOW
from tests.terminal.join.conftest import joined

from bankcraps.client import Dealing, House
from bankcraps.errors import BankcrapsError
from bankcraps.game.wagers import wager
from bankcraps.live.log import entries as en
from bankcraps.live.people.lobby import NewTable
from bankcraps.live.table import commands as cm
from bankcraps.terminal.join.room_words import dealt_line, room_command

LINES = [
    ("deal pay Ann pass_odds 24", {"action": "pay", "player": "Ann", "wager": "pass_odds", "cents": 2400}),
    ("deal pay Ann place 6 $14", {"action": "pay", "player": "Ann", "wager": "place 6", "cents": 1400}),
    ("Deal Pay Ann come odds 6 1,200.50", {"action": "pay", "player": "Ann", "wager": "come_odds 6",
                                           "cents": 120050}),
    ("deal take Ann don't pass", {"action": "take", "player": "Ann", "wager": "dont_pass"}),
    ("deal take Ann place 6", {"action": "take", "player": "Ann", "wager": "place 6"}),
    ("deal move Ann come", {"action": "move", "player": "Ann", "wager": "come"}),
    ("deal return Ann come odds 6", {"action": "return", "player": "Ann", "wager": "come_odds 6"}),
    ("deal puck 6", {"action": "puck", "puck": 6}),
    ("deal the puck to off", {"action": "puck"}),
    ("deal call Yo, front line winner", {"action": "call", "words": "Yo, front line winner"}),
]  # fmt: skip


def said(line):
    return room_command(line, None, lambda: "i")


def test_a_line_is_what_a_dealer_does():
    for line, fields in LINES:
        on = {"wager": wager(fields["wager"])} if "wager" in fields else {}
        assert said(line) == cm.Deal(id="i", **(fields | on)), line


def test_the_box_lets_the_rest_go_and_the_second_dealer_has_a_chair():
    assert said("let go") == cm.LetGo(id="i")
    assert said("chair second dealer") == cm.TakeChair(id="i", role="second_dealer")
    offer = cm.OfferChair(id="i", role="second_dealer", person="Ann")
    assert said("offer chair second dealer to Ann") == offer
    assert said("mute Big Al").player == "Big_Al"  # a name of two words is one name
    assert said("offer chair second dealer to Big Al").person == "Big_Al"
    assert said("late Big Al yes") == cm.ConfirmLate(id="i", player="Big_Al", confirmed=True)


WRONG = [
    ("deal pay Ann pas 10", "there is no wager 'pas'; did you mean pass?"),
    ("deal take Ann", "'deal take Ann' is not complete; say, for example: deal pay Ann pass_odds 24"),
    ("deal pay Ann pass", "'deal pay Ann pass' is not complete; say, for example: deal pay Ann pass_odds 24"),
    ("deal", "'deal' is not complete; say, for example: deal pay Ann pass_odds 24"),
    ("chair cook", "there is no role 'cook'; the roles are"),
]


@pytest.mark.parametrize(("line", "says"), WRONG)
def test_a_line_that_is_not_complete_says_so(line, says):
    with pytest.raises(BankcrapsError) as error:
        said(line)
    assert str(error.value).startswith(says)


TOLD = [
    ("pass_odds", {"action": "pay", "cents": 1200, "how": "refused"},
     "Lea is wrong: Ann's pass odds: pay $12. It stays open."),
    ("pass", {"action": "take", "how": "not_done"}, "The automatic crew deals for Lea: Ann's pass: take it."),
    ("", {"action": "puck", "puck": 6, "how": "dealt"}, "Lea: the puck goes on 6."),
    ("pass", {"action": "take", "how": "dealt"}, ""),
]  # fmt: skip


@pytest.mark.parametrize(("on", "fields", "says"), TOLD)
def test_what_a_dealer_did_is_said_where_the_effects_do_not(on, fields, says):
    whose = {"player": "Ann", "wager": wager(on)} if on else {}
    assert dealt_line(en.Dealt(person="Lea", chair="dealer", **whose, **fields)) == says


PASSPHRASE = "my own passphrase"


async def a_school(serve, named):
    """Open a hosted table of real dice where people deal. Return it, and its host, who has an account."""
    host = named("Host")
    async with House(serve.address) as house:
        await house.sign_in(host, PASSPHRASE)
        asked = {"rules": "nsw", "timing": SLOW, "limits": "5:500", "steady": True, "dice": "entered"}
        table = await house.open_table(NewTable(**asked, pace="boxperson", dealt="strict", hosted=True))
    return table, host


@asynccontextmanager
async def at(serve, table, name):
    """Somebody with an account at a table."""
    async with House(serve.address) as house:
        await house.sign_in(name, PASSPHRASE)
        async with house.table(table) as live:
            yield live


async def says(live, *lines):
    """Say lines that must all be accepted."""
    for line in lines:
        answer = await live.ask(room_command(line, live.view, live.new_id))
        assert answer.refused is None, (line, answer.refused)


CHAIRS = ("chair dealer", "chair stickperson", "chair boxperson")


def thrown(faces):
    """The lines by which the betting closes and a throw is entered."""
    return ("no more bets", f"enter {faces}", f"enter {faces}")


async def test_a_dealer_deals_from_the_client(serve, named):
    table, host = await a_school(serve, named)
    name, line = named(), wager("pass")
    async with at(serve, table, host) as lea, at(serve, table, name) as ann:
        await says(lea, *CHAIRS)
        await says(ann, "sit", "buy_in 300", "pass 10")
        dealing, anns = Dealing(lea), Dealing(ann)
        await says(lea, *thrown("4-2"))
        assert [one.wager for one in dealing.mine] == [None]
        assert (await dealing.place_puck(8)).refused.code == "wrong_deal"
        assert (await dealing.place_puck(6)).refused is None
        assert dealing.open == ()
        await says(lea, *thrown("5-1"))
        await ann.until(lambda view: view.undealt)
        assert (len(dealing.mine), len(anns.open), anns.mine) == (2, 2, ())
        (one,) = (one for one in dealing.mine if one.wager)
        assert dealing.lies(one).amount == 1000
        assert (await anns.take(name, line)).refused.code == "not_your_chair"
        assert (await dealing.take(name, line)).refused.code == "wrong_deal"
        assert (await dealing.pay(name, line, 1000)).refused is None
        assert (await dealing.give_back(name, line)).refused.code == "not_now"
        assert (await dealing.move(name, line)).refused.code == "not_now"
        assert (await dealing.let_go()).refused is None
        assert dealing.mine == ()


async def test_a_dealer_deals_by_lines_and_hears_what_is_open(serve, named):
    table, host = await a_school(serve, named)
    name = named()
    async with (
        at(serve, table, name) as ann,
        joined(serve.address, table, host, passphrase=PASSPHRASE, seated=False) as lea,
    ):
        await lea.say(*CHAIRS)
        await says(ann, "sit", "buy_in 300", "pass 10")
        await lea.say(*thrown("4-2"))
        await lea.when(lambda session: session.live.view.undealt)
        assert "You have to deal: the puck. The words for it: help deal" in lea.log
        await lea.say("deals")
        assert "to deal: the puck." in lea.log
        await lea.say("deal puck 8")
        assert "The puck goes on 6, not on 8" in lea.session.view.message.text
        await lea.say("deal puck 6")
        assert f"{host}: the puck goes on 6." in lea.log
        await lea.say("deals")
        assert "everything is dealt." in lea.log
        await lea.say(*thrown("5-1"))
        await lea.when(lambda session: session.live.view.undealt)
        told = f"You have to deal: {name}'s $10 on the Win Line; the puck. The words for it: help deal"
        assert told in lea.log
        await lea.say(f"deal pay {name} pass 10", "let go")
        assert f'The automatic crew deals for {host}: the puck goes to "off".' in lea.log
