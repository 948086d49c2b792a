"""Firings and cost of each rule, against the engine in fractions, closed forms and sessions at the table."""

from collections import Counter, defaultdict
from fractions import Fraction
from math import sqrt

import pytest

from bankcraps import exact
from bankcraps.analysis.chain.stopping import PLAYS
from bankcraps.analysis.question import ask
from bankcraps.analysis.simulation.stepwise import play_session
from bankcraps.errors import BankcrapsError
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.effects import Moved, OfAWager, won
from bankcraps.game.engine.opening import open_table
from bankcraps.game.engine.step import step
from bankcraps.strategies.inspecting import reasons
from bankcraps.strategies.observation import Observation, Purse
from bankcraps.strategies.policy import NOTHING, bets, looks_at_money

HOUSE = "three_four_five"
PRESS = "when point: place 6 12; place 8 12\nafter win of place 6: press place 6 up to 48"

TWO_COMES = "when point 4: dont_come 10 up to 1\nwhen point 4 and dont_come 6 up: dont_come 5 up to 2"
"""On a 6, the wager of the first rule loses there, and that of the second one takes its place."""

STAGES = """when come_out: field 5
stage one:
  when point: field 10
  go to two after loss of field
stage two:
  when point: place 6 12"""


def by_rule(system, bankroll, house=HOUSE, **plan):
    found = exact.session(house, system, bankroll, extremes=False, by_rule=True, **plan)
    return found, {rule.rule: rule for rule in rules_of(found)}


def rules_of(found):
    assert found.by_rule is not None
    return found.by_rule


class Accounts:
    """The owner of each bet, as `explain` names the rule behind it. Each rule has one instruction.

    A size that grew belongs to the only `after` rule.
    """

    def __init__(self, question):
        self.question = question
        lines = [line.strip() for line in question.system.text.splitlines()]
        self.after = next((line for line in lines if line.startswith("after")), "")
        self.times, self.cost = Counter(), Counter()

    def betted(self, seen, memory, betting, owners, chance=1):
        """The owners after the bets of a round; counts the rules that fire."""
        why = reasons(self.question.system, seen, memory)
        fired = {}
        for event in betting.made:
            said = why[event.wager].partition("; progression")[0].rpartition("stage ")[2]
            said = said.partition(": ")[2] if "stage" in why[event.wager] else said
            fired[event.wager] = self.after if ", now " in said else said.partition(", owning")[0]
        for rule in set(fired.values()):
            self.times[rule] += chance
        changed = {e.wager: fired[e.wager] for e in betting.made if not isinstance(e, ev.Call)}
        self.pay(betting.effects, {**owners, **changed}, chance)
        return {**owners, **changed}

    def pay(self, effects, owners, chance=1):
        for effect in effects:
            if isinstance(effect, OfAWager):
                self.cost[owners[effect.wager]] -= chance * won(effect)

    def thrown(self, effects, state, owners, chance=1):
        """The owners of what stands after a throw."""
        self.pay(effects, owners, chance)
        moved = {each.to: owners[each.wager] for each in effects if isinstance(each, Moved)}
        return {standing.wager: {**owners, **moved}[standing.wager] for standing in state.seats[0].wagers}


def played_by_the_engine(house, system, bankroll, throws):
    """Every session of some throws, in fractions. Whatever stands in the end must come down."""
    question = ask(house, system, bankroll, throws=throws)
    book, policy, plan, told = question.book, question.system, question.plan, Accounts(question)
    opened = open_table(book, [("Ann", plan.bankroll)], question.limits, question.chip, others=True)
    now = {(opened, policy.start(), ()): Fraction(1)}
    for more in range(throws, -1, -1):
        after = defaultdict(Fraction)
        for (state, memory, owned), chance in now.items():
            (seat,) = state.seats
            purse = Purse(seat.rail + seat.at_risk, plan.bankroll) if looks_at_money(policy) else None
            seen, owners = Observation(book, state, purse), dict(owned)
            wanted = policy.layout(seen, memory) if more else None
            betting = bets(book, state, wanted or NOTHING)
            if wanted is None or betting.broke:
                left = bets(book, state, NOTHING)
                assert not left.state.seats[0].wagers
                told.pay(left.effects, owners, chance)
                continue
            owners = told.betted(seen, memory, betting, owners, chance)
            mine = policy.remember(memory, betting.effects) if betting.effects else memory
            for throw in OUTCOMES:
                came, part = step(book, betting.state, ev.Rolled(throw)), chance * throw.ways / 36
                stays = told.thrown(came.effects, came.state, owners, part)
                after[came.state, policy.remember(mine, came.effects), tuple(stays.items())] += part
        now = after
    return told


@pytest.mark.parametrize(
    ("house", "system", "bankroll", "throws"),
    [
        (HOUSE, PRESS.replace("; ", "\nwhen point: "), 60, 3),
        (HOUSE, "when always: field 5\nafter loss of field: press field up to 20", 30, 3),
        ("classic", "when always: buy 4 20\nwhen point 5 or 6: down buy 4\nwhen point: off place 6", 90, 3),
        (HOUSE, "when come_out: dont_pass 10\nwhen point: dont_come 10 up to 1\nwhen point: odds 12", 70, 3),
        (HOUSE, "when come_out: field 5\nwhen always: field 10\nwhen behind 10: place 6 12", 40, 3),
        (HOUSE, "when point: field 5\nprogression martingale on field up to 3 steps", 60, 3),
        (HOUSE, "when point: place 6 12\nprogression paroli on place 6 up to 3 steps", 60, 3),
        ("classic", "when come_out: buy 4 20\nwhen point: buy 4 40", 120, 3),
        (HOUSE, TWO_COMES, 40, 4),
        (HOUSE, STAGES, 60, 3),
    ],
)  # fmt: skip
def test_they_are_what_the_engine_comes_to_in_fractions(house, system, bankroll, throws):
    found, rules = by_rule(system, bankroll, house, throws=throws)
    told = played_by_the_engine(house, system, bankroll, throws)
    for rule in rules_of(found):
        assert rule.times == pytest.approx(float(told.times.pop(rule.rule, 0)), abs=1e-12), rule.rule
        assert rule.cost == pytest.approx(float(told.cost.pop(rule.rule, 0)), abs=1e-9), rule.rule
    assert not told.times
    assert not any(told.cost.values())
    assert sum(rule.cost for rule in rules.values()) == pytest.approx(found.cost, abs=1e-9)


def test_closed_forms_hold_for_what_is_settled_after_leaving():
    """A pass or come wager costs 7/495 of it, wherever it is decided, and odds cost nothing."""
    system = "when come_out: pass 10\nwhen point: come 5 up to 1\nwhen point: odds max"
    rules = by_rule(system, 1000, throws=7)[1]
    line, come, odds = rules.values()
    assert line.cost == pytest.approx(line.times * 1000 * 7 / 495)
    assert come.cost == pytest.approx(come.times * 500 * 7 / 495)
    assert odds.cost == pytest.approx(0, abs=1e-9)
    assert odds.action > 0 < odds.times


def test_in_the_long_run_a_pass_wager_is_made_once_in_a_decision():
    found = exact.long_run(HOUSE, "when come_out: pass 10\nwhen point: odds max", by_rule=True)
    line, odds = rules_of(found)
    assert line.times == pytest.approx(1 / found.rates["decisions"].throws)
    assert line.cost == pytest.approx(-found.rates["throws"].gain)
    # Two come-out throws of three set a point.
    assert odds.times == pytest.approx(line.times * 24 / 36)
    assert odds.cost == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("system", "plan"),
    [
        ("iron_cross", {"throws": 60}),
        ("pass_odds_2x", {"goal": 300}),
        ("dont_pass_odds_2x", {"shooters": 2, "let_it_ride": True}),
        ("when come_out: field 5%\nafter 2 losses: stop", {"throws": 4}),
        ("when come_out: pass 10; when point: buy 4 20; stop after losing 50", {"decisions": 5}),
    ],
)
def test_the_rules_together_are_the_session(system, plan):
    found = by_rule(system, 200, "classic", **plan)[0]
    assert sum(rule.cost for rule in rules_of(found)) == pytest.approx(found.cost, abs=1e-6)
    assert sum(rule.action for rule in rules_of(found)) == pytest.approx(found.action, abs=1e-6)


def test_sessions_at_the_table_are_within_their_standard_errors():
    many, system = 150, f"{PRESS.replace('; ', chr(10) + 'when point: ')}\nwhen come_out: pass 10"
    found = by_rule(system, 100, throws=15)[0]
    question = ask(HOUSE, system, 100, throws=15)
    sessions = [at_the_table(question, number) for number in range(many)]
    for rule in rules_of(found):
        for exactly, seen in (
            (rule.times, [one.times[rule.rule] for one in sessions]),
            (rule.cost, [one.cost[rule.rule] for one in sessions]),
        ):
            mean = sum(seen) / many
            error = sqrt(sum((one - mean) ** 2 for one in seen)) / many
            assert abs(mean - exactly) < 4 * error, (rule.rule, mean, exactly)


def at_the_table(question, number):
    told, owners = Accounts(question), {}
    for one in play_session(question, 7, number):
        if one.end == PLAYS:
            owners = told.betted(Observation(question.book, one.before), one.memory, one.betting, owners)
        else:
            told.pay(one.betting.effects, owners)
        owners = told.thrown(one.effects, one.after, owners)
    return told


class Passer:
    """A policy in Python."""

    name = text = "passer"

    def start(self):
        return 0

    def layout(self, observation, memory):
        del observation, memory
        return NOTHING

    def remember(self, memory, effects):
        del effects
        return memory


def test_rules_say_their_number_and_their_stage():
    found = by_rule(STAGES, 100, throws=5)[0]
    assert [(one.number, one.rule, one.stage) for one in rules_of(found)] == [
        (1, "when come_out: field 5", ""),
        (2, "when point: field 10", "one"),
        (3, "when point: place 6 12", "two"),
    ]


def test_a_rule_that_only_stops_the_system_is_left_out():
    assert len(by_rule("when come_out: pass 10\nafter seven_out: stop", 50, throws=5)[0].by_rule) == 1


def test_what_has_no_rules_or_no_end_is_refused():
    with pytest.raises(BankcrapsError, match="passer has no rules that could be counted"):
        by_rule(Passer(), 50, throws=3)
    with pytest.raises(BankcrapsError, match="need not end has no cost by rule"):
        by_rule("when always: place 5 1", 5, "nsw", until_settled=True)
