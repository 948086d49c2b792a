"""People deal: what is theirs after a throw, what is refused, and what everybody sees meanwhile."""

import pytest
from tests.live.dealing.table import BOX, School
from tests.live.room import hold_log

from bankcraps import BOOKS, Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.wagers import wager
from bankcraps.live.log import entries as en
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.views import happened, view, you

ROUNDS = [
    # who bets; the throws before; the throw; the dealers' work
    (
        "a natural",
        ["Ann: pass 10", "Bob: dont pass 10"],
        [],
        "4-3",
        ["Lea takes Bob dont_pass", "Lea pays Ann pass $10"],
    ),
    ("the point is set", ["Ann: pass 10", "Bob: dont pass 10"], [], "4-2", ["Lea puts the puck on 6"]),
    (
        "the point is made",
        ["Ann: pass 10", "Bob: dont pass 10", "Ann: odds 20"],
        ["4-2"],
        "5-1",
        [
            "Lea takes Bob dont_pass",
            "Lea pays Ann pass $10",
            "Lea pays Ann pass_odds $24",
            "Lea puts the puck off",
        ],
    ),
    (
        "a seven takes the line and the place wagers, and pays who does not pass",
        ["Ann: pass 10", "Bob: dont pass 10", "Ann: place 8 12"],
        ["4-2"],
        "5-2",
        [
            "Lea takes Ann pass",
            "Lea takes Ann place 8",
            "Lea pays Bob dont_pass $10",
            "Lea puts the puck off",
        ],
    ),
    (
        "the stick has the centre",
        ["Ann: pass 10", "Ann: hard 8 5", "Bob: any craps 5"],
        ["4-2"],
        "4-4",
        ["Sid takes Bob any_craps", "Sid pays Ann hard 8 $45"],
    ),
    (
        "a come wager moves to its number",
        ["Ann: pass 10", "Ann: come 10"],
        ["4-2"],
        "4-5",
        ["Lea moves Ann come"],
    ),
    (
        "a horn is paid less what its other parts lose",
        ["Ann: pass 10", "Bob: horn 4"],
        ["4-2"],
        "6-5",
        ["Sid pays Bob horn $12"],
    ),
]


@pytest.mark.parametrize(
    ("bets", "before", "throw", "work"), [one[1:] for one in ROUNDS], ids=[o[0] for o in ROUNDS]
)
def test_what_the_dealers_have_to_do(bets, before, throw, work):
    room = School()
    room.sits("Ann", "Bob")
    _bets(room, bets, before)
    before_rails = _lies(room)
    room.throws_dice(throw)
    assert room.told() == work
    assert _lies(room) == before_rails  # it lies as it lay
    for line in work:
        assert room.phase == "paying"
        assert room.deals(line) is None, room.last.refused
    assert room.phase == "betting"
    assert view(room.book, room.table).seats[0].rail == room.state.seats[0].rail
    hold_log(room)


def _bets(room, bets, before):
    """Bets of the first throw, and those that the table takes only after it."""
    later = [
        line
        for line in bets
        if any(word in line for word in ("odds", "come", "place", "hard", "any", "horn"))
    ]
    for line in bets:
        if line not in later or not before:
            room.does(*line.split(": "))
    for faces in before:
        room.throws_dice(faces)
        room.deals_all()
    for line in later if before else ():
        room.does(*line.split(": "))


def _lies(room):
    return [(seat.name, seat.rail, seat.wagers) for seat in view(room.book, room.table).seats]


def test_each_base_dealer_has_an_end():
    room = School()
    room.sits("Ann", *(f"Guest_{number}" for number in range(7)), "Zoe")
    assert room.state.seated("Zoe").place == 9
    room.does("Ann", "pass 10")
    room.does("Zoe", "dont pass 10")
    room.throws_dice("4-3")
    assert room.told() == ["Rob takes Zoe dont_pass", "Lea pays Ann pass $10"]
    refused = room.deals("Lea takes Zoe dont_pass")
    assert refused.code == "not_your_chair"
    assert refused.message == "that is the work of Rob: the right base"


WRONG = [
    ("Lea pays Ann pass $12", "Ann: $10 on the Pass Line: pay $10, do not pay $12. 1 to 1 on $10 = $10"),
    ("Lea takes Ann pass", "Ann: $10 on the Pass Line: pay $10, do not take it. 1 to 1 on $10 = $10"),
    (
        "Lea pays Ann pass_odds $20",
        "Ann: $20 odds on the Pass Line: pay $24, do not pay $20. 6 to 5 on $20 = $24",
    ),
    (
        "Lea returns Bob dont_pass",
        "Bob: $10 on the Don't Pass: take it, do not return it. Bob's $10 on the Don't Pass loses",
    ),
    ("Lea puts the puck on 8", 'the puck goes to "off", not on 8: there is no point now'),
    ("Lea takes Ann place 8", "Ann: $12 on Place 8: leave it, nothing is to be done with it now"),
]


@pytest.mark.parametrize(("line", "why"), WRONG)
def test_what_is_wrong_is_refused_with_the_reason_and_noted(line, why):
    room = School()
    room.sits("Ann", "Bob")
    _bets(room, ["Ann: pass 10", "Bob: dont pass 10", "Ann: odds 20", "Ann: place 8 12"], ["4-2"])
    room.throws_dice("5-1")
    room.now += 4000
    work = room.told()
    refused = room.deals(line)
    assert refused.code == "wrong_deal"
    assert refused.message == why
    assert room.told() == work
    noted = room.happenings(en.Dealt)[-1]
    assert (noted.person, noted.how, noted.late_ms) == ("Lea", "refused", 4000)
    assert next(one.wrong for one in room.table.work.scores if one.person == "Lea") == 1


def test_by_how_much_and_how_late_is_in_the_score():
    room = School()
    room.sits("Ann")
    room.does("Ann", "pass 10")
    room.throws_dice("4-3")
    room.now += 3000
    room.deals("Lea pays Ann pass $12")
    room.now += 2000
    assert room.deals("Lea pays Ann pass $10") is None
    score = room.table.work.scores[0]
    assert (score.person, score.right, score.wrong, score.off) == ("Lea", 1, 1, 200)
    assert (score.late_ms, score.latest_ms) == (5000, 5000)
    hold_log(room)


def test_chips_that_are_not_dealt_cannot_be_bet_nor_carried_away():
    room = School()
    room.sits("Ann")
    room.does("Ann", "pass 10")
    room.throws_dice("4-3")
    for line in ("pass 10", "place 6 12", "take down pass", "cash out", "leave", "undo"):
        refused = room.say("Ann", line)
        assert refused.message == "the dealers are paying: wait until all of it is dealt", line
    room.deals_all()
    room.does("Ann", "place 6 12", "take down place 6", "leave")


def test_the_payments_do_not_end_by_the_clock():
    room = School()
    room.sits("Ann")
    room.does("Ann", "pass 10")
    room.throws_dice("4-3")
    room.later(10 * 60_000)
    assert room.phase == "paying"
    assert room.told() == ["Lea pays Ann pass $10"]


def test_the_box_lets_the_work_go_and_the_crew_does_it():
    room = School()
    room.sits("Ann")
    room.does("Ann", "pass 10")
    room.throws_dice("4-3")
    assert room.ask("Lea", cm.LetGo).message == "only the box lets the dealers' work go"
    assert room.ask(BOX, cm.LetGo) is None
    assert room.phase == "betting"
    noted = room.happenings(en.Dealt)[-1]
    assert (noted.person, noted.how, noted.by, noted.cents) == ("Lea", "not_done", BOX, 1000)
    assert room.table.work.scores[0].not_done == 1


def test_without_a_box_a_dealer_may_let_it_go():
    room = School("classic", box=False)
    room.sits("Ann")
    room.does("Ann", "pass 10")
    assert room.ask("Lea", cm.LetGo).message == "everything is dealt"
    room.throws_dice("4-3")
    assert room.ask("Ann", cm.LetGo).code == "not_your_chair"
    assert room.ask("Lea", cm.LetGo) is None
    assert room.phase == "betting"


def test_a_chair_that_nobody_holds_is_dealt_by_the_crew_at_once():
    room = School("classic")
    room.sits("Ann")
    assert room.ask("Sid", cm.GiveChair, role="stickperson") is None
    room.does("Ann", "pass 10", "any seven 5")
    room.throws_dice("4-3")
    assert room.told() == ["Lea pays Ann pass $10"]


def test_the_work_of_a_dealer_who_leaves_the_chair_is_done_by_the_crew():
    room = School()
    room.sits("Ann")
    room.does("Ann", "pass 10", "any seven 5")
    room.throws_dice("4-3")
    assert room.told() == ["Lea pays Ann pass $10", "Sid pays Ann any_seven $20"]
    assert room.ask("Hal", cm.TakeBackChair, role="stickperson") is None
    assert room.told() == ["Lea pays Ann pass $10"]
    room.vanishes("Lea")
    room.later(4 * 60_000)
    assert room.phase == "betting"
    assert [(one.person, one.not_done) for one in room.table.work.scores] == [("Sid", 1), ("Lea", 1)]
    hold_log(room)


def test_a_correction_ends_the_open_work_without_a_verdict():
    room = School()
    room.sits("Ann")
    room.does("Ann", "pass 10")
    room.throws_dice("4-3")
    room.the_floor_does(ev.Correct(Throw(4, 2)))
    assert (room.told(), room.state.puck, room.phase) == ([], 6, "paying")
    assert not room.table.work.scores
    room.later(3000)
    assert room.phase == "betting"
    hold_log(room)


def test_an_invalid_throw_ends_it_too():
    room = School("nsw")
    room.sits("Ann")
    room.does("Ann", "pass 10")
    rail = room.state.seats[0].rail + 1000  # an invalid throw gives the wager back
    room.throws_dice("4-3")
    reason = next(iter(room.book.floor.invalidate_for))
    room.the_floor_does(ev.Invalidate(reason, scope="throw"))
    assert (room.told(), room.phase) == ([], "betting")
    assert room.state.seats[0].rail == rail
    hold_log(room)


def test_a_void_wager_ends_the_work_of_that_player_only():
    room = School()
    room.sits("Ann", "Bob")
    _bets(room, ["Ann: pass 10", "Bob: pass 10", "Ann: place 8 12", "Bob: place 6 6"], ["4-2"])
    room.throws_dice("5-1")
    room.the_floor_does(ev.VoidWager("Ann", wager("place 8"), next(iter(room.book.floor.void_for))))
    assert room.told() == ["Lea pays Bob pass $10", "Lea pays Bob place 6 $7", "Lea puts the puck off"]


def test_nobody_but_the_box_is_told_what_is_right():
    room = School()
    room.sits("Ann", "Bob")
    _bets(room, ["Ann: pass 10", "Bob: place 8 6", "Ann: odds 20"], ["4-2"])
    room.throws_dice("5-1")
    told = happened(room.book, room.last)
    assert not any("24" in words for item in told.items for words in item.words)
    for person in ("Ann", "Bob", "Lea", "Sid", ""):
        assert you(room.book, room.table, room.sender(person), 0).checks == ()
    checks = you(room.book, room.table, room.sender(BOX), 0).checks
    assert [(one.right.player, one.right.cents, one.open) for one in checks][1] == ("Ann", 2400, True)
    room.deals("Lea pays Ann pass_odds $20")
    room.deals("Lea pays Ann pass_odds $24")
    (item,) = happened(room.book, room.last).items
    assert item.words == ("Ann's $20 odds on the Pass Line wins $24 and comes down",) or "24" in item.words[0]
    closed = [one for one in you(room.book, room.table, room.sender(BOX), 0).checks if not one.open]
    assert [(one.dealt[0].cents, one.dealt[1].cents, one.right.cents) for one in closed] == [
        (2000, 2400, 2400)
    ]


FREE = [
    # what the dealer does; Ann's rail beside what is right; the news for everybody
    ("Lea pays Ann pass_odds $24", 0, "$24"),
    ("Lea pays Ann pass_odds $20", -4, "$20"),
    ("Lea pays Ann pass_odds $30", 6, "$30"),
    ("Lea takes Ann pass_odds", -44, "lose"),
    ("Lea returns Ann pass_odds", -24, "back"),
    ("Sid pays Ann hard 8 $45", 50, "$45"),
]


@pytest.mark.parametrize(("line", "more", "words"), FREE)
def test_where_it_is_free_what_is_wrong_happens(line, more, words):
    room = School(dealt="free")
    room.sits("Ann")
    _bets(room, ["Ann: pass 10", "Ann: odds 20", "Ann: hard 8 5"], ["4-4"])
    room.throws_dice("6-2")
    right = room.state.seated("Ann").rail
    assert room.deals(line) is None, room.last.refused
    told = [said for item in happened(room.book, room.last).items for said in item.words]
    assert len(told) == 1
    assert words in told[0]
    assert room.state.seated("Ann").rail == right + more * 100
    room.deals_all()
    assert room.phase == "betting"
    noted = [one for one in room.happenings(en.Dealt) if one.how == "wrong"]
    assert len(noted) == bool(more)
    assert room.table.work.scores[0].wrong == (1 if more and "Lea" in line else 0)
    hold_log(room)


def test_the_box_finds_a_wrong_pay_and_puts_it_right():
    room = School("nsw", dealt="free")
    room.sits("Ann")
    room.does("Ann", "pass 10")
    room.throws_dice("4-3")
    right = room.state.seated("Ann").rail
    assert room.deals("Lea pays Ann pass $15") is None
    (check,) = you(room.book, room.table, room.sender(BOX), 0).checks
    assert (check.right.cents, check.dealt[0].cents, check.dealt[0].how) == (1000, 1500, "wrong")
    assert check.owed == -500
    assert room.act(BOX, ev.Award("Ann", -500, "paid 15 for 10")) is None, room.last.refused
    assert room.state.seated("Ann").rail == right
    (check,) = you(room.book, room.table, room.sender(BOX), 0).checks
    assert (check.owed, check.dealt[0].moved) == (0, 500)  # the page tells from these that it was put right
    hold_log(room)


def test_elsewhere_the_crew_deals():
    room = School(dealt="")
    room.sits("Ann")
    room.does("Ann", "pass 10")
    assert room.ask("Lea", cm.Deal, action="puck").message == "the automatic crew deals at this table"


@pytest.mark.parametrize("rules", BOOKS)
def test_every_house_can_be_dealt(rules):
    room = School(rules)
    room.sits("Ann", "Bob")
    room.does("Ann", "pass 10")
    room.does("Bob", "dont_pass 10")
    for faces in ("4-2", "5-3", "5-1", "3-1", "5-2"):
        for seat, lines in (
            ("Ann", ("pass 10", "odds 10", "place 8 12", "hard 8 5")),
            ("Bob", ("horn 4", "come 10")),
        ):
            for line in lines:
                room.say(seat, line)
        room.throws_dice(faces)
        room.deals_all()
        assert room.phase in ("betting", "paying")
        room.later(3000)
    assert sum(one.right for one in room.table.work.scores) > 5
    hold_log(room)
