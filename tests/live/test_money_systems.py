"""Systems that see their money, as bots: they bet what `explain` says, and no ruling throws them off."""

import random

import pytest
from tests.kit.profiles import LONG, usual
from tests.live.round.test_wrong_throws import bet_again, entered, real_dice
from tests.live.systems_night import MONEY, SystemsNight, simulated

from bankcraps import Limits, best
from bankcraps.analysis.chain.stopping import PLAYS
from bankcraps.analysis.question import Question
from bankcraps.analysis.simulation.stepwise import play_throws
from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import thrower
from bankcraps.live.log import entries as en
from bankcraps.live.system_player import SystemPlayer
from bankcraps.strategies.inspecting import reasons
from bankcraps.strategies.library import system
from bankcraps.strategies.plan import Plan
from bankcraps.strategies.policy import Observation, Purse

START = 1000 * 100


def acts_of(night, name):
    """For each throw, the bets, take-downs and calls that a player made before it, with their reasons."""
    found = [[]]
    for entry in night.room.happenings(en.Acted):
        event = entry.event
        if isinstance(event, ev.Rolled):
            found.append([])
        elif isinstance(event, ev.Undoable) and event.by.person == name:
            found[-1].append((type(event), event.wager, getattr(event, "amount", None), entry.why))
    return found


@pytest.mark.parametrize("name", MONEY)
@pytest.mark.parametrize("rules", usual("three_four_five"))
def test_a_bot_bets_what_the_table_of_a_lone_player_says(rules, name):
    """Throw by throw, with the same rule behind each bet as `explain` tells."""
    night = SystemsNight(rules, {"Sys": MONEY[name]}, seed=11)
    for _ in range(120 if LONG else 70):
        if not night.throw():
            break
    policy, compared = system(MONEY[name]), 0
    for one, did in zip(simulated(night, MONEY[name]), acts_of(night, "Sys"), strict=False):
        if one.end != PLAYS:
            break
        made = [(type(act), act.wager, getattr(act, "amount", None)) for act in one.betting.made]
        assert [act[:3] for act in did] == made, one.number
        seen = Observation(night.room.book, one.before, Purse(one.owned, START))
        whys = reasons(policy, seen, one.memory)
        assert all(why == whys[wager] for _, wager, _, why in did if wager in whys)
        compared += bool(made)
    assert compared > 3
    assert not night.refused


def reread(night):
    """A player that only reads the log: it must know what the bot at the table knows."""
    bot = night.bots["Sys"]
    again = type(bot)(night.room.book, bot.policy, "Sys")
    again.read(night.items, night.room.table.fairness.counted)
    return again


def rules_something(night, rng):
    """Do as the crew may between throws: correct, invalidate, award, declare void, change the limits."""
    book = night.room.book
    seat = night.room.state.seat("Sys")
    lines = {
        "Sue": [
            f"correct {rng.randint(1, 6)}-{rng.randint(1, 6)}",
            f"invalidate {next(iter(book.floor.invalidate_for))} {rng.choice(['throw', 'round'])}",
            f'award Sys {rng.choice([5, 40, -5, -20])} "a wrong pay"',
            *(f"void Sys {one.wager} {next(iter(book.floor.void_for))}" for one in seat.wagers[:1]),
        ],
        "Box": [f"limits {rng.choice(['1:500', '2:300', '5:1000'])}"],
    }
    who = rng.choice(["Sue", "Sue", "Sue", "Box"])
    taken = night.room.say(who, rng.choice(lines[who])) is None
    night.hear()
    return taken


@pytest.mark.parametrize("name", MONEY)
@pytest.mark.parametrize("rules", usual("classic"))
@pytest.mark.some
def test_whatever_the_crew_rules_a_system_knows_what_it_brought(rules, name):
    """An award is won or lost, like the pay that it puts right. Every bet is one that the table takes."""
    ruled = 0
    for seed in range(4 if LONG else 2):
        rng = random.Random(f"{name} {seed}")
        night = real_dice(rules, MONEY[name])
        for _ in range(25):
            bet_again(night)
            if thrower(night.room.book, night.room.state) is None:
                break
            entered(night, Throw(rng.randint(1, 6), rng.randint(1, 6)))
            if rng.random() < 0.5:
                bet_again(night)
            if night.owned("Sys") is not None and rng.random() < 0.6:
                ruled += rules_something(night, rng)
            bet_again(night)
            seat, bot = night.room.state.seat("Sys"), night.bots["Sys"]
            if seat is None:
                break
            again = reread(night)
            assert bot.brought(seat) == again.brought(seat) == START
            assert again.memory == bot.memory
            assert not acts_of(night, "Sys")[-1] or again.acts(*night.seen()) == []  # not twice in a round
        assert not night.refused
    assert ruled > (10 if LONG else 3)


def test_an_award_is_won_and_outlives_a_correction():
    """The rest of a pay takes the system to its aim. A correction after it takes nothing of it."""
    night = real_dice("classic", "when come_out: pass 10; when ahead 25: stop")
    entered(night, Throw(3, 4))
    night.say("Sue", 'award Sys 10 "the seven was paid short"')
    night.say("Sue", "correct 6-5")
    seat = night.room.state.seat("Sys")
    assert (night.owned("Sys"), night.bots["Sys"].brought(seat)) == (START + 2000, START)
    night.say("Sue", 'award Sys 5 "a mistake"')
    bet_again(night)
    assert night.owned("Sys") is None
    (left,) = [one for one in night.room.happenings(en.Acted) if isinstance(one.event, ev.Leave)]
    assert left.why == "when ahead 25: stop"


def test_chips_bought_later_are_brought():
    night = SystemsNight("nsw", {"Sys": "when come_out: pass 10% of start"})
    night.say("Sys", "buy_in 500")
    night.act(throws=False)
    assert night.room.on("Sys", "pass") == 150


def test_a_token_that_is_lost_is_no_loss():
    """A person's seat, with a token that stands, is handed to a system that stops after a loss."""
    night = real_dice("nsw", "when come_out: pass 20; when behind 10: stop")
    night.say("Sue", "issue_token Sys 25")
    night.say("Sys", "field 25 token")
    assert night.room.on("Sys", "field") == 25
    entered(night, Throw(4, 4))
    bet_again(night)
    seat = night.room.state.seat("Sys")
    assert night.room.on("Sys", "field") == 0
    assert (night.owned("Sys"), night.bots["Sys"].brought(seat)) == (START, START)
    assert night.bots["Sys"].end == ""


def test_a_best_play_bets_at_a_live_table_what_its_chart_says():
    """The saved play reaches its goal or is ruined, by the bets that the chart has for what is owned."""
    chart = best("three_four_five", 50, 100, wagers="pass", limits="5:50:5").system
    for seed in range(3):
        night = SystemsNight("three_four_five", {}, seed=seed, limits="5:50:5")
        night.room.sits("Sys", chips=50)
        night.hear()
        night.bots["Sys"] = SystemPlayer(night.room.book, chart, "Sys")
        question = Question(
            night.room.book, chart, Limits.read("5:50:5"), Cents(100), Plan(Cents(5000), Cents(10_000))
        )
        for _ in range(200):
            if night.owned("Sys") is None or not night.throw():
                break
        played = list(play_throws(question, iter(night.thrown)))
        for one, did in zip(played, acts_of(night, "Sys"), strict=False):
            made = [(type(act), act.wager, getattr(act, "amount", None)) for act in one.betting.made]
            assert one.end != PLAYS or [act[:3] for act in did] == made
        assert night.room.balances["wallet/Sys"] in (-5000, 5000)
        assert not night.refused
