"""Systems as players of the room: the same money as in a simulation, at a table with others."""

import pytest
from msgspec.structs import replace
from tests.kit.profiles import share
from tests.live.room import Room, hold_log
from tests.live.scenes import Scene
from tests.live.systems_night import WITH_MEMORY, SystemsNight, simulated

from bankcraps.analysis.chain.stopping import PLAYS
from bankcraps.game.engine import events as ev
from bankcraps.game.records.codec import encode
from bankcraps.game.rulebook import BOOKS
from bankcraps.game.wagers import wager
from bankcraps.live.log import entries as en
from bankcraps.live.log.entries import Bot
from bankcraps.live.system_player import SystemPlayer
from bankcraps.live.table import commands as cm
from bankcraps.live.table.live_table import read_snapshot
from bankcraps.live.wire.views import given_reasons, view
from bankcraps.strategies.checking import check
from bankcraps.strategies.library import library, system
from bankcraps.strategies.policy import Layout

FIELD = wager("field")


def sampled(rules):
    """Every twentieth system of the library that the house takes, from a place that differs by house."""
    book = Room(rules).book
    first = list(BOOKS).index(rules) * 4
    return [name for name in list(library())[first::20] if not check(system(name), book)]


def beside_zoe(rules, text, throws=60, bankroll=1000):
    """A night at which a system plays beside Zoe, who bets on the line, on numbers and on come herself."""
    night = SystemsNight(rules, {}, seed=3)
    night.room.sits("Zoe", chips=10_000)
    night.come("Sys", text, bankroll)
    path = [night.owned("Sys")]
    for _ in range(throws):
        if night.room.phase == "paying":
            night.room.later(1)
            night.hear()
        if not night.room.state.puck and not night.room.on("Zoe", "pass"):
            night.say("Zoe", "pass 5")
        if night.room.state.puck:
            for line in ("place 6 6", "place 5 5", "come 5"):
                if not night.room.on("Zoe", line.rpartition(" ")[0]):
                    night.say("Zoe", line)
        if not night.throw() or night.owned("Sys") is None:
            break
        path.append(night.owned("Sys"))
    return night, path


@pytest.mark.parametrize("rules", share(BOOKS, 5))
@pytest.mark.some
def test_bots_among_others_own_what_the_simulation_owns(rules):
    """Zoe has the dice when nobody else may throw. Her wagers do not affect the system."""
    for text in share((*WITH_MEMORY, *sampled(rules)), 3):
        night, path = beside_zoe(rules, text)
        played = [one.owned for one in simulated(night, text)]
        shared = min(len(path), len(played))
        assert path[:shared] == played[:shared], text
        assert shared > 1
        assert not night.refused, (text, night.refused)


def test_the_commission_of_a_bet_counts_as_lost():
    """A system remembers the commission of its bets, too, and not only the results of the dice."""
    text = "when point: buy 4 20; buy 10 20; stop after losing 45"
    night, path = beside_zoe("classic", text, 200)
    played = simulated(night, text)
    assert [one.owned for one in played][: len(path)] == path
    (left,) = [one for one in night.room.happenings(en.Acted) if isinstance(one.event, ev.Leave)]
    assert left.why == "stop after losing 45"
    assert len(path) == next(number for number, one in enumerate(played) if one.end != PLAYS) + 1


def test_a_bot_that_cannot_pay_its_next_bet_leaves_and_says_why():
    night = SystemsNight("classic", {"Max": "when come_out: pass 40"}, 100, seed=2)
    while night.throw():
        pass
    assert night.owned("Max") is None
    (left,) = [one for one in night.room.happenings(en.Acted) if isinstance(one.event, ev.Leave)]
    assert left.why == "ruin: the 20 in the rail does not pay the next bets"
    assert night.room.balances["wallet/Max"] == -8000


def test_every_bet_says_its_rule_and_how_it_grew():
    text = "when point: place 6 12; when come_out: pass 10; after win of place 6: press place 6"
    night = SystemsNight("nsw", {"Molly": text})
    for _ in range(120):
        night.throw()
    whys = {one.why for one in night.room.happenings(en.Acted) if isinstance(one.event, ev.Bet)}
    assert whys >= {"when come_out: pass 10", "when point: place 6 12", "when point: place 6 12, now 24"}


def test_a_refusal_is_told_once():
    """Bob's bets are off the unit of the table, in every round. Others throw meanwhile."""
    texts = {"Ann": "when come_out: pass 10", "Bob": "when come_out: field 7; when point: place 6 7"}
    night = SystemsNight("nsw", texts, limits="5:500:5")
    told, rounds = [], 0
    for _ in range(30):
        rounds += night.throw()
        told += night.bots["Bob"].complaints()
    assert rounds == 30
    assert len(told) == 2
    assert told[0].startswith("Bob says 'field 7', and is refused: ")
    assert told[1].startswith("Bob says 'place 6 7', and is refused: ")
    assert not night.refused, "what the engine refuses is not even sent"


def test_what_the_room_refuses_is_not_tried_again_in_the_round():
    night = SystemsNight("nsw", {"Ann": "when come_out: pass 10"})
    night.room.own["Ann"] = replace(cm.Sender().own, time_out_until=night.room.now + 10**9)
    night.act()
    night.act()
    assert [refused.code for _, _, refused in night.refused] == ["own_limit"]
    assert len(night.bots["Ann"].complaints()) == 1


class OneMore:
    """A policy that wants 5 more on the field than stands there, whenever it is asked."""

    name = text = "one more"

    def start(self):
        return ()

    def layout(self, observation, memory):
        del memory
        return Layout({FIELD: observation.amount(FIELD) + 500})

    def remember(self, memory, effects):
        del effects
        return memory


def test_one_that_comes_back_in_mid_round_does_not_bet_twice():
    night = SystemsNight("nsw", {})
    night.room.sits("Sys")
    night.hear()
    night.bots["Sys"] = SystemPlayer(night.room.book, OneMore(), "Sys")
    night.act(throws=False)
    assert night.room.on("Sys", "field") == 5
    again = SystemPlayer(night.room.book, OneMore(), "Sys")
    again.read(night.items, night.room.table.fairness.counted)
    assert again.acts(*night.seen(), throws=False) == []
    (doing,) = SystemPlayer(night.room.book, OneMore(), "Sys").acts(*night.seen())
    assert doing.why == "one more wants it"


def test_a_bot_that_is_dismissed_takes_down_what_it_may_and_goes_when_the_rest_is_decided():
    night = SystemsNight(
        "three_four_five", {"Molly": "when come_out: pass 10; when point: place 6 12; place 8 12"}
    )
    while not night.room.state.puck or night.room.phase == "paying":
        night.throw()
        night.room.later(1)
        night.hear()
    night.act(throws=False)
    assert night.room.on("Molly", "place 6")
    night.bots["Molly"].dismiss("House asks it to leave")
    night.act(throws=False)
    assert not night.room.on("Molly", "place 6")
    assert night.room.on("Molly", "pass") == 10  # a contract wager
    while night.owned("Molly") is not None:
        assert night.throw() or night.owned("Molly") is None
    (left,) = [one for one in night.room.happenings(en.Acted) if isinstance(one.event, ev.Leave)]
    assert left.why == "House asks it to leave"


# Reasons, and bots in the log.


def test_somebody_who_comes_later_hears_the_reasons_of_the_last_round():
    room = Scene("classic")
    room.sits("Ann", "Bob")
    assert room.ask("Ann", cm.Say, line="pass 10", why="come-out") is None
    assert room.ask("Ann", cm.Say, line="field 5", why="always") is None
    assert room.ask("Bob", cm.Say, line="field 5", why="a hunch") is None
    assert room.ask("Bob", cm.Say, line="any_craps 5") is None

    def told():
        return [(one.player, one.words, one.why) for one in given_reasons(room.book, room.table)]

    first = [("Ann", "come-out"), ("Ann", "always"), ("Bob", "a hunch")]
    assert [(player, why) for player, _, why in told()] == first
    assert told()[1][1] == "Ann puts $5 on the Field"
    room.throws_dice(4, 2)
    assert [(player, why) for player, _, why in told()] == first  # until they give others
    assert room.ask("Ann", cm.Say, line="come 10", why="a point") is None
    assert [(player, why) for player, _, why in told()] == [("Bob", "a hunch"), ("Ann", "a point")]
    hold_log(room)
    assert read_snapshot(encode(room.table).decode()).reasoned == room.table.reasoned


def test_the_log_knows_the_bots():
    room = Room("nsw")
    bot = Bot("Molly", "three_point_molly", system("three_point_molly").text, 50_000)

    def told(command):
        room.tell(command)
        return room.last.refused.message if room.last.refused else ""

    assert told(cm.SeatBot(bot, "House")) == ""
    assert view(room.book, room.table).bots == (bot,)
    assert told(cm.SeatBot(bot, "House")) == "Molly is at this table already"
    assert told(cm.DismissBot("Molly", "House")) == ""
    assert room.table.bots == ()  # it had not sat down, and is gone at once
    assert "no bot of the name" in told(cm.DismissBot("Molly", "House"))
    room.tell(cm.SeatBot(bot, "House"))
    room.sits("Molly", "Ann")
    assert told(cm.DismissBot("Molly", "House")) == ""
    assert [one.leaves for one in room.table.bots] == [True]
    room.does("Molly", "leave")
    assert room.table.bots == ()
    assert told(cm.SeatBot(Bot("Ann", "x", bot.text, 50_000), "House")) == "Ann is at this table already"


def test_a_reason_goes_into_the_log_if_it_is_short_and_can_be_printed():
    room = Room("nsw")
    room.sits("Ann")
    for why in ("x" * 201, "two\nlines", "\x1b[2J"):
        refused = room.ask("Ann", cm.Say, line="pass 10", why=why)
        assert (refused.code, room.on("Ann", "pass")) == ("bad_words", 0)
        assert "a reason has at most" in refused.message
        assert room.ask("Ann", cm.Act, event=ev.Leave(), why=why).code == "bad_words"
    assert room.ask("Ann", cm.Say, line="pass 10", why="I feel lucky") is None
    assert [entry.why for entry in room.entries if isinstance(entry, en.Acted)] == ["I feel lucky"]
