"""Every act of the engine through the room, at every house: only the roles that the book names can do it."""

import pytest
from msgspec.structs import replace
from tests.live.room import Room, hold_log

from bankcraps import BOOKS, Cents, Limits, Throw, load_rulebook
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player
from bankcraps.game.engine.actor import CREW
from bankcraps.game.engine.acts import ACTS, who_may
from bankcraps.game.wagers import Kind, find
from bankcraps.live.table import commands as cm

PASS = find(Kind.PASS)
HARD_6 = find(Kind.HARD, 6)
HIGHER = Limits(Cents(1000), Cents(50_000), Cents(0))
CREW_ACTS = [act for act in ACTS if who_may(load_rulebook("nsw"), act)]
PLAYER_ACTS = [act for act in ACTS if not who_may(load_rulebook("nsw"), act) and act is not ev.Rolled]


def evening(rules, dice="sealed"):
    """A table at which Ann has a wager, Bob a place, and everybody of the crew was granted their role."""
    room = Room(rules, pace="boxperson", dice=dice)
    for role in CREW:
        room.roles[role.title()] = frozenset({role})
    room.sits("Ann", "Bob")
    room.does("Ann", "pass 10")
    return room


def dice_for(act):
    return "entered" if act in (ev.Correct, ev.Confirm) else "sealed"


def reach(room, act):
    """Bring the table to where the act is possible, and return the act."""
    if act in (ev.Decide, ev.Investigate):
        raise_dispute(room, investigate=act is ev.Investigate)
    if act in (ev.Inspect, ev.DieLost, ev.NewSet):
        lose_dice(room, held=act is not ev.NewSet)
    if act is ev.OrderPass:
        assert room.act("Ann", ev.Accept()) is None
    if act is ev.NoAnswer:
        offer_dice(room)
    if act is ev.Confirm and room.book.betting.on_confirmed_by:
        call_on_in_the_air(room)
    if act is ev.Correct:
        throw_real_dice(room)
    if act in (ev.SetLimits, ev.Close):
        post_sign(room, HIGHER if act is ev.SetLimits else None)
    return event_of(room.book, act)


def raise_dispute(room, *, investigate):
    assert room.act("Ann", ev.Dispute("the chips moved")) is None
    if investigate and room.book.floor.investigated_by:
        for role in room.book.floor.disputes:
            taken(room, role)
            assert room.act(role.title(), ev.Decide(1, "stands")) is None
            assert room.act("Ann", ev.AskReview(1)) is None


def lose_dice(room, *, held):
    """Let two dice leave the table. Between two hands the boxperson then gives them up as lost."""
    stick = room.book.no_roll.called_by[0]
    taken(room, stick)
    assert not held or room.act("Ann", ev.Accept()) is None
    assert room.act(stick.title(), ev.NoRoll("off_table", room.state.dice.bowl[:2])) is None
    untaken(room, stick)
    if not held:
        assert room.act("Ann", ev.PassDice()) is None
        taken(room, "boxperson")
        for die in room.state.dice.away:
            assert room.act("Boxperson", ev.DieLost(die)) is None


def offer_dice(room):
    handler = room.book.dice.handled_by[0]
    taken(room, handler)
    assert room.act(handler.title(), ev.Offer("Ann")) is None
    untaken(room, handler)


def call_on_in_the_air(room):
    """Let Ann call a hard way on once betting is closed."""
    closer = room.book.betting.closed_by[0]
    room.does("Ann", "hard 6 5")
    taken(room, closer)
    assert room.act(closer.title(), ev.NoMoreBets()) is None
    untaken(room, closer)
    assert room.act("Ann", ev.Call(HARD_6, "on")) is None


def throw_real_dice(room):
    """Let a throw be entered and counted; then everybody leaves the table."""
    callers = dict.fromkeys(
        (room.book.betting.closed_by[0], *(room.book.dice.total_called_by or ("boxperson",)))
    )
    callers = room.book.table.filled(callers)
    for role in callers:
        taken(room, role)
    assert room.act(callers[0].title(), ev.NoMoreBets()) is None
    for look in ("first", "second"):
        assert room.ask(callers[-1].title(), cm.EnterThrow, throw=Throw(4, 2), look=look) is None
    for role in callers:
        untaken(room, role)


def post_sign(room, limits):
    role = room.book.floor.in_charge[0]
    taken(room, role)
    assert room.act(role.title(), ev.PostSign(limits)) is None
    room.now += 20 * 60_000


def event_of(book, act):
    """A valid act of the crew, if the house knows a reason for it."""
    first = {
        name: next(iter(getattr(book.floor, name)), "") for name in ("void_for", "exclude_for", "breaches")
    }
    return {
        ev.Vacate: ev.Vacate("Bob"),
        ev.ColourUp: ev.ColourUp("Ann"),
        ev.Offer: ev.Offer("Ann"),
        ev.NewSet: ev.NewSet(),
        ev.NoAnswer: ev.NoAnswer(),
        ev.Confirm: ev.Confirm("Ann", HARD_6),
        ev.Reject: ev.Reject("Ann", PASS),
        ev.Inspect: ev.Inspect(1),
        ev.DieLost: ev.DieLost(1),
        ev.OrderPass: ev.OrderPass(next(iter(book.dice.pass_ordered_for), "")),
        ev.NoMoreBets: ev.NoMoreBets(),
        ev.NoRoll: ev.NoRoll("cocked"),
        ev.Decide: ev.Decide(1, "stands"),
        ev.Investigate: ev.Investigate(1, "all in order"),
        ev.Award: ev.Award("Ann", Cents(500), "the six was paid short"),
        ev.PostSign: ev.PostSign(HIGHER),
        ev.SetLimits: ev.SetLimits(HIGHER),
        ev.OwnLimits: ev.OwnLimits("Ann", Limits(Cents(100), Cents(90_000), Cents(0))),
        ev.Close: ev.Close(),
        ev.IssueToken: ev.IssueToken("Ann", Cents(500)),
        ev.Correct: ev.Correct(throw=Throw(6, 6)),
        ev.Invalidate: ev.Invalidate("fire"),
        ev.VoidWager: ev.VoidWager("Ann", PASS, first["void_for"]),
        ev.Exclude: ev.Exclude("Bob", first["exclude_for"]),
        ev.Warn: ev.Warn("Bob", first["breaches"]),
    }[act]


def taken(room, role):
    if not room.table.holder(role):
        assert room.ask(role.title(), cm.TakeChair, role=role) is None, room.last.refused


def untaken(room, role):
    if room.table.holder(role):
        assert room.ask(role.title(), cm.GiveChair, role=role) is None


def has_no_reason(book, act):
    """Acts that this house knows no reason for, or does not allow at all."""
    lacking = {
        ev.OrderPass: not book.dice.pass_ordered_for,
        ev.OwnLimits: not book.floor.own_limits,
        ev.IssueToken: not book.betting.tokens,
        ev.Warn: not book.floor.breaches,
        ev.Investigate: not book.floor.investigated_by,
        ev.Vacate: True,  # needs a full table: test_places.py
        ev.Confirm: not book.betting.on_confirmed_by,
        ev.Reject: True,  # nobody in a room lets a wager outside the limits stand
    }
    return lacking.get(act, False)


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("act", CREW_ACTS)
@pytest.mark.some
def test_the_crew_whom_the_book_names_may_do_it(rules, act):
    book = load_rulebook(rules)
    assert who_may(book, act) or has_no_reason(book, act)
    for role in who_may(book, act):
        if act is ev.Decide and role != book.table.filled(book.floor.disputes)[0]:
            continue  # it decides later: test_floor.py
        room = evening(rules, dice_for(act))
        event = reach(room, act)
        taken(room, role)
        refused = room.act(role.title(), event)
        if has_no_reason(book, act):
            assert refused is not None
            continue
        assert refused is None, (role, refused)
        (done,) = [event for event in room.acts if isinstance(event, act)]
        assert (done.by.role, done.by.person) == (role, role.title())
        hold_log(room)


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("act", CREW_ACTS)
@pytest.mark.some
def test_nobody_else_may_do_it(rules, act):
    book = load_rulebook(rules)
    able = who_may(book, act)
    room = evening(rules, dice_for(act))
    event = reach(room, act)
    for role in dict.fromkeys(role for role in book.table.crew if role not in able):
        taken(room, role)
        if act is ev.NoMoreBets and role == "boxperson":
            continue  # the boxperson sets the pace here: test_rhythm.py
        assert room.act(role.title(), event).code == "not_your_chair", role
    for person in ("Bob", "Spectator", *(role.title() for role in able if not room.table.holder(role))):
        assert room.act(person, event).code == "not_your_chair", person


def test_a_role_without_its_chair_does_nothing():
    room = Room("washington")
    room.roles["Sue"] = frozenset({"supervisor"})
    room.sits("Ann")
    assert room.act("Sue", ev.Warn("Ann", "device")).code == "not_your_chair"
    assert room.ask("Ann", cm.TakeChair, role="supervisor").code == "not_your_act"
    assert room.ask("Sue", cm.TakeChair, role="inspector").code == "no_such_chair"


def test_a_role_that_was_taken_away_does_nothing():
    room = Room("washington", pace="boxperson")
    room.sits("Ann")
    room.takes("Sid", "stickperson")
    room.roles["Sid"] = frozenset()
    assert room.say("Sid", "no more bets").code == "not_your_chair"


PLAYERS = {
    ev.Bet: ev.Bet(PASS, Cents(1000)),
    ev.TakeDown: ev.TakeDown(PASS),
    ev.Call: ev.Call(PASS, "off"),
    ev.Undo: ev.Undo(),
    ev.Leave: ev.Leave(),
    ev.BuyIn: ev.BuyIn(Cents(1000)),
    ev.CashOut: ev.CashOut(),
    ev.Accept: ev.Accept(),
    ev.Decline: ev.Decline(),
    ev.Choose: ev.Choose((1, 2)),
    ev.PassDice: ev.PassDice(),
    ev.SameDice: ev.SameDice(),
    ev.ThrowDice: ev.ThrowDice(),
    ev.Sit: ev.Sit(),
    ev.Dispute: ev.Dispute("that was a 6"),
    ev.AskReview: ev.AskReview(1),
}


def test_every_act_of_players_is_listed():
    assert set(PLAYER_ACTS) == set(PLAYERS)


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("act", PLAYER_ACTS)
@pytest.mark.some
def test_a_player_acts_only_for_themselves(rules, act):
    """The room ignores the actor and the time that a client writes into an event, and puts in the sender."""
    room = evening(rules)
    event = PLAYERS[act]
    before = room.state.seated("Ann")
    room.act("Bob", replace(event, by=player("Ann"), at=999_999))
    assert all(done.by.person in ("Bob", "") for done in room.acts)
    assert room.state.seated("Ann") == before


def test_nobody_claims_a_result_of_the_dice():
    room = evening("nsw")
    taken(room, "boxperson")
    for person in ("Ann", "Boxperson", "Nobody"):
        refused = room.act(person, ev.Rolled(throw=Throw(3, 4)))
        assert refused.message == "the dice decide the throw: say `throw`"
        assert room.say(person, "roll 4-3").code == "not_your_act"


def test_nobody_says_that_the_crew_let_a_wager_stand():
    room = evening("nsw")
    assert room.act("Ann", ev.Bet(PASS, Cents(99_000), unrejected=True)).code == "not_your_act"
    assert room.say("Ann", "place 6 12 confirmed by dealer boxperson").code in ("not_your_act", "bad_words")


def test_the_host_of_a_table_is_no_person():
    room = Room("nsw")
    assert room.ask("", cm.Wait, waiting=True).code == "not_signed_in"
    assert room.ask("", cm.Act, event=ev.Sit()).code == "not_signed_in"


def test_a_player_asks_the_automatic_crew_to_colour_up():
    room = evening("nsw")
    assert room.act("Ann", ev.ColourUp("Ann")) is None
    assert str(room.acts[0].by) == "boxperson"
    assert room.act("Bob", ev.ColourUp("Ann")).code == "not_your_chair"
    taken(room, "boxperson")
    assert room.act("Ann", ev.ColourUp("Ann")).code == "not_your_chair"


def test_words_with_anothers_name_are_refused():
    room = evening("nsw")
    assert room.say("Bob", "Ann: pass 10").message == "only Ann can say that"


@pytest.mark.parametrize("rules", BOOKS)
def test_every_chair_is_taken_and_given_back_in_mid_hand(rules):
    """The holder of a chair acts from it; before and after, that person may not, and the round goes on."""
    for role in dict.fromkeys(load_rulebook(rules).table.crew):
        room = evening(rules)
        room.does("Ann", "place 6 12")
        room.later(25_000)
        acts = {act: event_of(room.book, act) for act in CREW_ACTS if role in who_may(room.book, act)}
        person = role.title()
        for event in acts.values():
            assert room.act(person, event).code == "not_your_chair"
        taken(room, role)
        for event in acts.values():
            refused = room.act(person, event)
            assert refused is None or refused.code != "not_your_chair", (role, event)
        untaken(room, role)
        for event in acts.values():
            assert room.act(person, event).code == "not_your_chair"
        hold_log(room)


@pytest.mark.parametrize(
    ("rules", "caller"),
    [(rules, role) for rules in BOOKS for role in dict.fromkeys(load_rulebook(rules).table.crew)],
)
def test_who_enters_throws_at_every_house(rules, caller):
    room = evening(rules, "entered")
    enters = caller in room.book.table.filled(["boxperson", "stickperson"])
    closer = room.book.betting.closed_by[0]
    taken(room, closer)
    assert room.act(closer.title(), ev.NoMoreBets()) is None
    untaken(room, closer)
    taken(room, caller)
    for look in ("first", "second"):
        refused = room.ask(caller.title(), cm.EnterThrow, throw=Throw(4, 2), look=look)
        assert (refused is None) == enters, refused
    assert len(room.throws) == enters
    if enters:
        callers = room.book.dice.total_called_by or (caller,)
        assert room.throws[0].by.role in callers


OF_ITSELF = (
    ev.NoMoreBets,
    ev.OrderPass,
    ev.Inspect,
    ev.NewSet,
    ev.SetLimits,
    ev.Close,
    ev.Vacate,
    ev.ColourUp,
)
"""Acts that the automatic crew does by itself, or because a player asks."""


@pytest.mark.parametrize("rules", BOOKS)
def test_the_automatic_crew_decides_nothing_and_excludes_nobody(rules):
    room = Room(rules)
    room.sits("Ann", "Bob")
    for turn in range(12):
        room.does("Ann", f'dispute "that was {turn}"') if turn < 3 else None
        room.say("Ann", "pass 10")
        room.say("Bob", "place 6 12")
        room.does("Bob", "colour_up")
        room.vanishes("Ann") if turn == 6 else None
        room.until("paying")
        room.until("betting")
    done = [event for event in room.events(ev.Event) if event.by.role in CREW]
    assert done
    assert {type(event) for event in done} <= {*OF_ITSELF}
    assert all(not event.by.person for event in done)
