"""Coming and going: connections that drop, sitting out, the waiting list, idle places."""

from msgspec.structs import replace
from tests.live.room import TIMING, Room, hold_log, paid_in, seed_for

from bankcraps import load_rulebook
from bankcraps.game.engine import events as ev
from bankcraps.live.log import entries as en
from bankcraps.live.table import commands as cm


def small(rules="nsw", places=2, **settings):
    """A house with a small table, so that it is soon full."""
    book = load_rulebook(rules)
    book = replace(book, table=replace(book.table, sides=1, places_a_side=places))
    return Room(book=book, **settings)


def test_a_connection_that_drops_keeps_seat_and_wagers_which_are_settled():
    room = Room("nsw", seed=seed_for(6, 8))
    room.sits("Ann", "Bob")
    room.does("Ann", "pass 10", "place 8 12")
    room.does("Bob", "pass 10")
    room.vanishes("Bob")
    room.until("paying")
    room.later(5_000)
    assert room.on("Ann", "place 8") == 12
    room.until("paying")
    assert len(room.throws) == 2
    assert room.on("Bob", "pass") == 10
    room.returns("Bob")
    room.later(TIMING.away_ms * 2)
    assert room.state.seat("Bob")


def test_who_does_not_come_back_leaves_and_is_cashed_out():
    room = Room("nsw")
    room.sits("Ann", "Bob")
    room.does("Bob", "place 6 12")
    room.vanishes("Bob")
    room.later(TIMING.away_ms - 1)
    assert room.state.seat("Bob")
    room.later(1)
    room.until("paying")  # a place wager that the stickperson throws for waits until the dice rest
    assert room.state.seat("Bob") is None
    assert paid_in(room, "Bob") <= 12
    assert "Bob" not in {guest.name for guest in room.table.guests}
    hold_log(room)


def test_a_contract_wager_stays_until_it_is_decided_and_then_its_player_goes():
    timing = replace(TIMING, away_ms=40_000)
    room = Room("nsw", seed=seed_for(6, 4, 4, 6), pace="shooter", timing=timing)
    room.sits("Ann")
    room.does("Ann", "pass 10", "throw")
    room.vanishes("Ann")
    room.later(80_000)
    assert len(room.throws) == 3
    assert room.on("Ann", "pass") == 10
    room.later(31_000)
    assert room.state.seat("Ann") is None
    assert paid_in(room, "Ann") == -10


def moved_on(rules, *, point=False):
    """The acts that move the dice on from a vanished shooter, and whether the hand is another's."""
    room = Room(rules, seed=seed_for(6, 4) if point else 1)
    room.sits("Ann", "Bob")
    room.does("Ann", "pass 10")
    room.does("Bob", "pass 10")
    if point:
        room.until("paying")
        room.until("betting")
    else:
        assert room.act("Ann", ev.Accept()) is None
    room.vanishes("Ann")
    thrown = len(room.throws)
    room.later(TIMING.answer_ms)
    room.until("dice_out")
    words = [
        (type(event).__name__, str(event.by))
        for event in (*room.events(ev.OrderPass), *room.events(ev.PassDice))
    ]
    room.until("paying")
    assert len(room.throws) == thrown + 1  # whatever the book says, the game goes on
    hold_log(room)
    return words


ORDERED, PASSED = ("OrderPass", "boxperson"), ("PassDice", "Ann")


def test_a_shooter_who_vanished_has_the_dice_moved_on_as_the_book_says():
    assert moved_on("nsw") == [ORDERED]
    assert moved_on("nsw", point=True) == [ORDERED]
    assert moved_on("washington", point=True) == [ORDERED]
    assert moved_on("three_four_five") == [PASSED]
    assert moved_on("three_four_five", point=True) == [PASSED]
    assert moved_on("classic") == [PASSED]
    assert moved_on("classic", point=True) == []  # a point keeps the dice with Ann: they are thrown for her


def test_a_shooter_who_is_gone_for_a_moment_keeps_the_dice():
    room = Room("nsw")
    room.sits("Ann", "Bob")
    room.does("Ann", "pass 10")
    room.does("Bob", "pass 10")
    assert room.act("Ann", ev.Accept()) is None
    room.later(TIMING.betting_ms - 1000)
    room.vanishes("Ann")
    room.until("dice_out")
    assert not room.events(ev.OrderPass)
    assert room.state.turn.held


def test_a_player_who_sits_out_is_passed_over_and_makes_no_wagers():
    room = Room("three_four_five")
    room.sits("Ann", "Bob")
    room.does("Ann", "pass 10")
    room.does("Bob", "pass 10")
    assert room.ask("Ann", cm.SitOut, out=True) is None
    assert room.say("Ann", "place 6 12").message == "Ann sits out: play again first"
    room.until("dice_out")
    room.until("paying")
    assert (room.state.turn.start, room.state.turn.held) == (room.state.seated("Bob").place, True)
    assert room.ask("Ann", cm.SitOut, out=False) is None
    assert [entry.out for entry in room.happenings(en.SatOut)] == [True, False]
    assert room.ask("Zoe", cm.SitOut, out=True).code == "not_seated"


def test_dice_offered_to_somebody_who_does_not_answer_go_on():
    room = Room("washington", pace="boxperson")
    room.sits("Ann", "Bob")
    room.takes("Sid", "stickperson")
    room.does("Bob", "pass 10")
    assert room.act("Sid", ev.Offer("Ann")) is None
    refused = room.say("Sid", "no more bets")
    assert (
        refused.message == "Ann has been offered the dice and has not answered: say `Ann: accept` or decline"
    )
    room.later(TIMING.answer_ms - 1)
    assert room.state.turn.offered == 1
    room.later(1)
    assert room.state.turn.offered == 0
    room.does("Sid", "no more bets")
    room.does("Bob", "throw")
    assert len(room.throws) == 1


# The waiting list.


def test_a_full_table_has_a_waiting_list():
    room = small()
    assert room.ask("Cyd", cm.Wait, waiting=True).message == "there are free places: sit down"
    room.sits("Ann", "Bob")
    assert room.say("Cyd", "sit").code == "no_place"
    for name in ("Cyd", "Dan"):
        assert room.ask(name, cm.Wait, waiting=True) is None
    assert room.table.waiting == ("Cyd", "Dan")
    room.does("Ann", "leave")
    assert [offer.person for offer in room.table.offers] == ["Cyd"]
    assert room.say("Dan", "sit").message == "people wait for a place; Cyd is next"
    assert room.say("Eve", "sit").code == "no_place"
    room.does("Cyd", "sit")
    assert room.table.waiting == ("Dan",)
    assert room.table.offers == ()
    hold_log(room)


def test_who_does_not_take_the_place_in_time_is_passed_over():
    room = small()
    room.sits("Ann", "Bob")
    for name in ("Cyd", "Dan"):
        room.ask(name, cm.Wait, waiting=True)
    room.does("Ann", "leave")
    room.later(TIMING.place_ms)
    assert room.table.waiting == ("Dan",)
    assert [offer.person for offer in room.table.offers] == ["Dan"]
    room.does("Dan", "sit")
    hold_log(room)


def test_two_free_places_go_to_the_first_two():
    room = small()
    room.sits("Ann", "Bob")
    for name in ("Cyd", "Dan", "Eve"):
        room.ask(name, cm.Wait, waiting=True)
    room.does("Ann", "leave")
    room.does("Bob", "leave")
    room.does("Dan", "sit")
    assert room.say("Eve", "sit").code == "no_place"
    room.does("Cyd", "sit")
    assert room.table.waiting == ("Eve",)


def test_leaving_the_list_and_being_away_from_it():
    room = small()
    room.sits("Ann", "Bob")
    for name in ("Cyd", "Dan"):
        room.ask(name, cm.Wait, waiting=True)
    assert room.ask("Cyd", cm.Wait, waiting=False) is None
    assert room.table.waiting == ("Dan",)
    room.vanishes("Dan")
    room.later(TIMING.away_ms)
    assert room.table.waiting == ()


def test_a_whole_waiting_list_may_vanish_at_once():
    room = small()
    room.sits("Ann", "Bob")
    names = [f"W{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(100)]
    for name in names:
        assert room.ask(name, cm.Wait, waiting=True) is None
    assert "the list is full" in room.ask("Zoe", cm.Wait, waiting=True).message
    room.tell(cm.Opened())
    room.later(TIMING.away_ms)
    assert room.table.waiting == ()


def test_an_excluded_person_neither_waits_nor_sits_nor_holds_a_chair():
    room = small()
    room.sits("Ann", "Bob")
    room.takes("Sue", "supervisor")
    room.takes("Dora", "dealer")
    room.ask("Cyd", cm.Wait, waiting=True)
    for name in ("Cyd", "Dora"):
        assert room.act("Sue", ev.Exclude(name, "device")) is None
    assert room.table.waiting == ()
    assert room.table.holder("dealer") == ""
    assert room.ask("Cyd", cm.Wait, waiting=True).code == "excluded"
    assert room.ask("Dora", cm.TakeChair, role="dealer").code == "excluded"


def test_a_place_that_nobody_plays_at_is_asked_for_after_three_rounds_in_nsw():
    room = small(seed=seed_for(7, 7, 7, 7), pace="shooter")
    room.sits("Ann", "Bob")
    room.ask("Cyd", cm.Wait, waiting=True)
    for rounds in range(3):
        assert room.state.seat("Bob"), rounds
        room.does("Ann", "pass 10", "throw")
        room.until("betting")
    assert room.state.seat("Bob") is None
    (vacated,) = room.events(ev.Vacate)
    assert str(vacated.by) == "supervisor"
    room.does("Cyd", "sit")


def test_a_supervisor_who_is_there_asks_for_the_place_or_does_not():
    room = small(seed=seed_for(7, 7, 7, 7), pace="shooter")
    room.sits("Ann", "Bob")
    room.takes("Sue", "supervisor")
    room.ask("Cyd", cm.Wait, waiting=True)
    assert room.act("Sue", ev.Vacate("Bob")).code == "not_idle"
    for _ in range(3):
        room.does("Ann", "pass 10", "throw")
        room.until("betting")
    assert room.state.seat("Bob")
    assert room.act("Sue", ev.Vacate("Bob")) is None


def test_without_anybody_waiting_a_place_is_not_asked_for():
    room = small(seed=seed_for(7, 7, 7, 7), pace="shooter")
    room.sits("Ann", "Bob")
    for _ in range(4):
        room.does("Ann", "pass 10", "throw")
        room.until("betting")
    assert room.state.seat("Bob")
