"""People deal: what is theirs after a throw, in which order, what is refused, and what stays in the log."""

import pytest
from msgspec.structs import replace
from tests.live.room import hold_log
from tests.live.script import scripts
from tests.live.table.school import BOX, School, audited, checks, deal, point_made, score, words

from bankcraps import load_rulebook, wager
from bankcraps.game.chips import LARGEST
from bankcraps.game.engine import events as ev
from bankcraps.game.records.codec import encode
from bankcraps.live.log import entries as en
from bankcraps.live.log.settings import TableSettings
from bankcraps.live.table import commands as cm
from bankcraps.live.table.dealing import chair_of, dealing_chairs

BOTH = "at three_four_five: Ann Bob; Ann: pass 10; Bob: dont pass 10"
SIX = "dice 4-2; all is dealt"
ROUNDS = f"""
a natural
    {BOTH}; dice 4-3; work: Lea takes Bob dont_pass, Lea pays Ann pass $10
the point is set
    {BOTH}; dice 4-2; work: Lea puts the puck on 6
the point is made
    {BOTH}; {SIX}; Ann: odds 20; dice 5-1
    work: Lea takes Bob dont_pass, Lea pays Ann pass $10, Lea pays Ann pass_odds $24, Lea puts the puck off
a seven takes the line and the place wagers, and pays who does not pass
    {BOTH}; {SIX}; Ann: place 8 12; dice 5-2
    work: Lea takes Ann pass, Lea takes Ann place 8, Lea pays Bob dont_pass $10, Lea puts the puck off
the stick has the centre
    {BOTH}; {SIX}; Ann: hard 8 5; Bob: any craps 5; dice 4-4
    work: Sid takes Bob any_craps, Sid pays Ann hard 8 $45
a come wager moves to its number
    {BOTH}; {SIX}; Ann: come 10; dice 4-5; work: Lea moves Ann come
a horn is paid less what its other parts lose
    {BOTH}; {SIX}; Bob: horn 4; dice 6-5; work: Sid pays Bob horn $12
"""


@pytest.mark.parametrize("script", scripts(ROUNDS))
def test_what_the_dealers_have_to_do(script):
    room = deal(script)
    for line in room.told():
        deal(f"now paying; {line}", room)
    deal("work; now betting", room)


CREWS = [
    # the crew, the ends of the table, the chairs that deal, and who deals hard 8 and pass at place 16
    ("dealer stickperson", 2, "dealer second_dealer stickperson", "stickperson second_dealer"),
    ("dealer stickperson", 1, "dealer stickperson", "stickperson dealer"),
    ("dealer boxperson", 2, "dealer second_dealer", "second_dealer second_dealer"),
    ("stickperson", 2, "stickperson", "stickperson dealer"),
]


@pytest.mark.parametrize(("crew", "sides", "deal", "theirs"), CREWS)
def test_the_chairs_of_a_book_of_ones_own(crew, sides, deal, theirs):
    book = load_rulebook("three_four_five")
    table = replace(book.table, crew=tuple(crew.split()), sides=sides, places_a_side=16 // sides)
    book = replace(book, table=table)
    assert dealing_chairs(book) == deal.split()
    assert [chair_of(book, 16, wager(kind)) for kind in ("hard 8", "pass")] == theirs.split()


NATURAL = "at three_four_five: Ann; Ann: pass 10; dice 4-3"
LATER = f"""
each base dealer has an end
    at three_four_five: Ann Gb Gc Gd Ge Gf Gg Gh Zoe; Ann: pass 10; Zoe: dont pass 10; dice 4-3
    work: Rob takes Zoe dont_pass, Lea pays Ann pass $10; Lea takes Zoe dont_pass ! not_your_chair
chips that are not dealt cannot be bet nor carried away
    {NATURAL}; Ann: pass 10 ! not_now; Ann: place 6 12 ! not_now; Ann: take down pass ! not_now
    Ann: cash out ! not_now; Ann: leave ! not_now; Ann: undo ! not_now; all is dealt; Ann: place 6 12
    Ann: undo; Ann: place 6 12; Ann: take down place 6; Ann: leave
the payments do not end by the clock
    {NATURAL}; later 600000; now paying; work: Lea pays Ann pass $10
the box lets the work go and the crew does it
    {NATURAL}; Lea lets go ! not_your_chair; Bix lets go; now betting; Lea left 1
without a box a dealer may let it go
    at classic box=no: Ann; Ann: pass 10; Lea lets go ! not_now; dice 4-3; Ann lets go ! not_your_chair
    Lea lets go
    now betting
a chair that nobody holds is dealt by the crew at once
    at classic: Ann; Sid gives back stickperson; Ann: pass 10; Ann: any seven 5; dice 4-3
    work: Lea pays Ann pass $10
the work of a dealer who leaves the chair is done by the crew
    at three_four_five: Ann; Ann: pass 10; Ann: any seven 5; dice 4-3
    work: Lea pays Ann pass $10, Sid pays Ann any_seven $20; Hal takes back stickperson
    work: Lea pays Ann pass $10; Lea vanishes; later 240000; now betting; Sid left 1; Lea left 1
a correction ends the open work without a verdict
    {NATURAL}; the dice showed 4-2; work; point 6; now paying; later 3000; now betting
an invalid throw ends it, too, and gives the wager back
    at nsw: Ann; Ann: pass 10; dice 4-3; the throw is invalid; work; now betting; Ann has 500 in the rail
a void wager ends the work of that player only
    at three_four_five: Ann Bob; Ann: pass 10; Bob: pass 10; {SIX}; Ann: place 8 12; Bob: place 6 6; dice 5-1
    place 8 of Ann is void; work: Lea pays Bob pass $10, Lea pays Bob place 6 $7, Lea puts the puck off
elsewhere the crew deals
    at three_four_five dealt=: Ann; Ann: pass 10; Lea puts the puck on 6 ! not_now
a wager moves after winners are paid
    at three_four_five: Ann; Ann: pass 10; {SIX}; Ann: come 10; Ann: place 9 5; dice 4-5
    work: Lea pays Ann place 9 $7, Lea moves Ann come; Lea moves Ann come; Lea was early 1
nobody calls no roll while people deal
    {NATURAL}; Sid: no roll cocked ! not_now; Lea pays Ann pass $12 ! wrong_deal; all is dealt; now betting
each dealer has an order of their own
    at three_four_five: Ann Bob; Ann: pass 10; Bob: any craps 5; dice 4-3
    work: Sid takes Bob any_craps, Lea pays Ann pass $10; Lea pays Ann pass $10; Lea was early 0
"""


@pytest.mark.parametrize("script", scripts(LATER))
def test_the_work_of_the_dealers(script):
    deal(script)


WRONG = [
    # what Lea does, by how many dollars that is wrong, and the reason
    ("pays Ann pass $12", 2, "Ann: $10 on the Pass Line: pay $10, do not pay $12. 1 to 1 on $10 = $10"),
    ("takes Ann pass", 20, "Ann: $10 on the Pass Line: pay $10, do not take it. 1 to 1 on $10 = $10"),
    ("returns Ann pass", 10, "Ann: $10 on the Pass Line: pay $10, do not return it. 1 to 1 on $10 = $10"),
    ("pays Bob dont_pass $5", 15, "Bob: $10 on the Don't Pass: take it, do not pay $5."),
    ("puts the puck on 8", 0, 'the puck goes to "off", not on 8: there is no point now'),
    ("takes Ann place 8", 0, "Ann: $12 on Place 8: leave it, nothing is to be done with it now"),
]  # fmt: skip


@pytest.mark.parametrize("dealt", ["strict", "free"])
@pytest.mark.parametrize(("act", "off", "why"), WRONG)
def test_what_is_wrong_is_noted_with_what_it_would_cost_or_refused_with_the_reason(act, off, why, dealt):
    table = BOTH.replace("five", f"five dealt={dealt}")
    room = deal(f"{table}; {SIX}; Ann: odds 20; Ann: place 8 12; dice 5-1")
    refused = dealt == "strict" or "puck" in act or "place" in act
    room.now += 4000
    deal(f"Lea {act}{' ! wrong_deal' if refused else ''}; Lea was wrong 1, by ${off}", room)
    assert not refused or room.last.refused.message.startswith(why)
    noted = room.happenings(en.Dealt)[-1]
    assert (noted.person, noted.how, noted.late_ms) == ("Lea", "refused" if refused else "wrong", 4000)


FREE = [
    # what the dealer does; Ann's rail beside what is right; the news for everybody
    ("Lea pays Ann pass_odds $24", 0, "$24"),
    ("Lea pays Ann pass_odds $20", -4, "$20"),
    ("Lea pays Ann pass_odds $30", 6, "$30"),
    ("Lea takes Ann pass_odds", -44, "lose"),
    ("Lea returns Ann pass_odds", -24, "back"),
    ("Sid pays Ann hard 8 $45", 50, "$45"),
]


@pytest.mark.parametrize(("line", "more", "says"), FREE)
def test_where_it_is_free_what_is_wrong_happens(line, more, says):
    room = deal(
        "at three_four_five dealt=free: Ann; Ann: pass 10; dice 4-4; all is dealt; Ann: odds 20"
        "; Ann: hard 8 5; dice 6-2"
    )
    right = room.state.seated("Ann").rail
    deal(line, room)
    assert len(words(room)) == 1
    assert says in words(room)[0]
    assert room.state.seated("Ann").rail == right + more * 100
    deal("all is dealt; now betting", room)
    assert [one.how for one in room.happenings(en.Dealt)].count("wrong") == bool(more)
    assert room.table.work.scores[0].wrong == (1 if more and "Lea" in line else 0)


def test_the_box_finds_a_wrong_pay_and_puts_it_right():
    room = deal("at nsw dealt=free: Ann; Ann: pass 10; dice 4-3")
    right = room.state.seated("Ann").rail
    deal("Lea pays Ann pass $15", room)
    (check,) = checks(room)
    assert (check.right.cents, check.dealt[0].cents, check.dealt[0].how) == (1000, 1500, "wrong")
    assert check.owed == -500
    assert room.act(BOX, ev.Award("Ann", -500, "paid 15 for 10")) is None, room.last.refused
    assert room.state.seated("Ann").rail == right
    (check,) = checks(room)
    assert (check.owed, check.dealt[0].moved) == (0, 500)  # the page tells from these that it was put right
    hold_log(room)


@pytest.mark.parametrize("dealt", ["strict", "free"])
def test_no_number_of_a_deal_is_too_long_for_the_scripts_that_read_logs(dealt):
    """They read 15 digits."""
    room = point_made(dealt)
    named = {"player": "Ann", "wager": wager("pass")}
    for said in (
        {"action": "puck", "puck": 10**17},
        {"action": "puck", "puck": 10**5000},
        {"action": "puck", "puck": 7},
        {"action": "pay", "cents": LARGEST + 1} | named,
        {"action": "pay", "cents": -1} | named,
    ):
        rows = len(room.rows)
        assert room.ask("Lea", cm.Deal, **said).code == "bad_words"
        assert len(room.rows) == rows
    assert room.ask("Lea", cm.Deal, action="pay", cents=LARGEST, **named)
    rich = School("pennsylvania", dealt=dealt, limits="1:100000000000:1", own_chips=True)
    deal("Ann: sit; Ann: buy_in 100000001; Ann: fire 100000001 ! over_maximum; Ann: fire 100000000", rich)
    deal("Bob: sit; Bob: buy_in 200000000; Bob: pass 60000000; Bob: pass 40000001 ! over_maximum", rich)


def test_refused_deals_do_not_pile_up_until_the_next_throw():
    """The box goes on seeing what was early, and what is owed."""
    room = deal(f"{BOTH.replace('five', 'five dealt=free')}; {SIX}; Ann: place 8 12; Ann: odds 20; dice 5-1")
    before = []
    for cents in range(20):
        room.ask("Lea", cm.Deal, action="pay", player="Ann", wager=wager("place 8"), cents=cents)
        room.ask("Lea", cm.Deal, action="puck", puck=8)
        if cents == 10:
            deal("Lea pays Ann pass_odds $25; Lea pays Ann pass $10; Lea takes Bob dont_pass", room)
            before = checks(room)
    assert len(room.table.work.dealt) == 9
    seen = {(one.right.player, one.right.wager): (one.early, one.owed) for one in checks(room)}
    assert seen == {(one.right.player, one.right.wager): (one.early, one.owed) for one in before}
    assert seen["Ann", wager("pass_odds")] == ("1.round_of_play", -100)
    assert score(room).wrong == 41
    hold_log(audited(room.rows) and room)


# The order: what loses is taken, then winners are paid, then wagers move.

ORDERS = [
    # what is dealt, in order; how often Lea was early
    ("Lea takes Bob dont_pass; Lea pays Ann pass $10; Lea pays Ann pass_odds $24", 0),
    ("Lea pays Ann pass $10; Lea takes Bob dont_pass; Lea pays Ann pass_odds $24", 1),
    ("Lea pays Ann pass_odds $24; Lea pays Ann pass $10; Lea takes Bob dont_pass", 2),
    ("Lea puts the puck off; Lea takes Bob dont_pass; Lea pays Ann pass $10", 0),
    ("Lea pays Ann pass $12 ! wrong_deal; Lea takes Bob dont_pass; Lea pays Ann pass $10", 0),
    ("Lea pays Ann pass $10; the dice showed 5-2; later 3000; Ann: pass 10; dice 4-3; all is dealt", 1),
]


@pytest.mark.parametrize(("lines", "times"), ORDERS)
def test_a_winner_is_paid_after_what_loses_is_taken(lines, times):
    deal(f"{lines}; all is dealt; Lea was early {times}", point_made())


def test_the_box_sees_what_was_early_and_which_clause_says_so():
    for rules, clause in (("three_four_five", "1.round_of_play"), ("nsw", "convention")):
        room = point_made(rules=rules)
        deal("Lea puts the puck off; Lea pays Ann pass $10; Lea takes Bob dont_pass", room)
        closed = [(one.right.player, one.early) for one in checks(room, closed=True)]
        assert closed == [("", ""), ("Ann", clause), ("Bob", "")]
    deal(
        "Lea pays Ann pass $12; Bix lets go; Lea was early 1; Lea left 3; Lea was wrong 1, by $2",
        point_made("free"),
    )


def test_a_puck_that_is_named_with_a_payment_is_not_kept():
    room = deal(NATURAL)
    done = {"action": "pay", "player": "Ann", "wager": wager("pass"), "cents": 1000, "puck": 4, "words": "Yo"}
    assert room.ask("Lea", cm.Deal, **done) is None
    assert audited(room.rows).room.work.dealt[0].puck == 0


def test_settings_without_people_who_deal_are_written_as_before():
    assert b"dealt" not in encode(School(dealt="").settings)
    assert b"calls" not in encode(School().settings)
    assert TableSettings.__struct_fields__[14:16] == ("dealt", "calls")
