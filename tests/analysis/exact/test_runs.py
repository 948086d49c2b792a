"""Drawdown, streaks, covariances and rules of a session, beside every path."""

import json
from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np
import pytest
from tests.analysis.exact.test_long_run import Field
from tests.analysis.exact.test_sessions import HOUSE, as_dict

from bankcraps import exact
from bankcraps.analysis.chain.model import ABSORBED, WAYS
from bankcraps.analysis.chain.stopping import NEED_STOPPED, NO_GOAL, PLAYS, stopping_reason
from bankcraps.analysis.exact import extremes as solving
from bankcraps.analysis.exact.budget import TooLargeError
from bankcraps.analysis.question import ask
from bankcraps.analysis.results.reading import decode_result
from bankcraps.errors import BankcrapsError
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.effects import Moved, OfAWager, won
from bankcraps.game.engine.opening import open_table
from bankcraps.game.engine.step import step
from bankcraps.strategies.inspecting import reasons
from bankcraps.strategies.policy import NOTHING, Observation, Purse, bets, looks_at_money


def every_path(asked, begins, after):
    """Return the chance of each value that `after` comes to, by the changes and the sums owned of a path."""
    chain, plan = asked.chain(), asked.plan
    goal = NO_GOAL if plan.goal is None else plan.goal
    now, ended = {(0, plan.bankroll, begins): Fraction(1)}, defaultdict(Fraction)
    for more in range(plan.count, -1, -1):
        later = defaultdict(Fraction)
        for (number, owned, kept), chance in now.items():
            state = chain.states[number]
            need = NEED_STOPPED if state.stops else state.need
            if stopping_reason(owned, goal, plan.floor, need, more) != PLAYS:
                ended[kept[-1]] += chance
                continue
            for transition, ways in zip(chain.transitions[state.post], WAYS, strict=True):
                owns = owned + state.fee + transition.delta
                place = transition.to, owns, after(kept, transition.delta, owns)
                later[place] += chance * Fraction(ways, 36)
        now = later
    return {value: float(chance) for value, chance in ended.items()}


@pytest.mark.parametrize(
    ("system", "asked"),
    [
        ("pass_odds_2x", {"bankroll": 40, "throws": 7}),
        ("pass_odds_2x", {"bankroll": 60, "goal": 90, "throws": 7}),
        ("place_6_8", {"bankroll": 60, "floor": 40, "throws": 7}),
        ("when always: field 10; any_seven 3; after 2 losses of field: stop", {"bankroll": 50, "throws": 7}),
        ("when always: horn 4", {"bankroll": 1000, "throws": 7}),
    ],
)
def test_it_is_what_every_path_falls(system, asked):
    """By the highest sum so far, and the largest fall from one."""
    found = exact.session(HOUSE, system, drawdown=True, **asked)
    assert found.drawdown is not None

    def after(kept, _, owns):
        most = max(kept[0], owns)
        return most, max(kept[1], most - owns)

    question = ask(HOUSE, system, **asked)
    expected = every_path(question, (question.plan.bankroll, 0), after)
    assert as_dict(found.drawdown) == pytest.approx(
        {f: p for f, p in expected.items() if p > 1e-13}, abs=1e-12
    )


def test_a_goal_that_hardly_anybody_reaches_changes_nothing(monkeypatch):
    free, far = (exact.session(HOUSE, "pass", 50, goal, throws=12, drawdown=True) for goal in (None, 10**9))
    assert free.drawdown is not None
    assert free.drawdown == far.drawdown
    assert exact.session(HOUSE, "pass", 50, throws=12).drawdown is None
    monkeypatch.setattr("bankcraps.analysis.exact.budget.MAX_BYTES", 100_000)
    with pytest.raises(BankcrapsError, match=r"the drawdown needs 0\.0 GB"):
        exact.session(HOUSE, "pass_odds_2x", 100, 150, throws=12, extremes=False, drawdown=True)


CRAPLESS = "examples/houses/crapless.toml"
COIN = "when always: field 10; hop 2-3 5"
"""It wins on the 16 throws of the field and the 2 of the hop: on half of all throws."""


def streaks(house, system, bankroll, goal=None, floor=0, **length):
    found = exact.session(house, system, bankroll, goal, floor, extremes=False, streaks=True, **length)
    assert found.streaks is not None
    return found.streaks


def at_least(longest, run):
    return longest.p_above(run - 1)


@pytest.mark.parametrize(
    ("house", "system", "throws", "bankroll"),
    [
        (HOUSE, "when come_out: pass 10; when point: odds 20", 6, 50),
        (HOUSE, "when come_out: dont_pass 10; when point: place 6 12", 6, 60),
        ("classic", "when always: buy 4 20", 5, 90),
        (HOUSE, "when come_out: pass 10; when behind 10: field 10", 5, 100),
        (CRAPLESS, "when come_out: pass 10; any_seven 2", 5, 40),
    ],
)
def test_they_are_what_a_system_counts(house, system, throws, bankroll):
    """A system that stops at a run stops as often as there is one, by its own count, in fractions."""
    found = streaks(house, system, bankroll, throws=throws)
    said = {"losses": "{} losses", "wins": "{} wins", "seven_outs": "{} seven_outs in a row"}
    said["points_made"] = "{} points made"
    for kind, longest in found.each().items():
        for run in (2, 3):
            stops = f"{system}; after {said[kind].format(run)}: stop"
            counted = exact.fractions(house, stops, bankroll, throws=throws).ends.get("stopped", 0)
            assert at_least(longest, run) == pytest.approx(float(counted), abs=1e-12), (kind, run)


HEADS = (1023, 880, 520, 251, 112, 48, 20, 8, 3, 1)
"""Of the 1,024 sequences of ten tosses, those with a run of at least 1, 2, ... heads: OEIS A050227."""


def test_runs_of_heads_have_published_chances():
    """The constants for runs of three in many tosses are in Feller (1968), XIII.7."""
    found = streaks("classic", COIN, 10_000, throws=10)
    for longest in (found.losses, found.wins):
        chances = [1024 * at_least(longest, run) for run in range(1, 11)]
        assert chances == pytest.approx(HEADS, abs=1e-9)
    longer = streaks("classic", COIN, 10_000, throws=40).wins
    assert 1 - at_least(longer, 3) == pytest.approx(1.23683983 * 1.08737802**-41, rel=1e-6)


@pytest.mark.parametrize("unit", ["decisions", "shooters"])
def test_sessions_of_decisions_and_shooters(unit):
    """A shooter sevens out with no point made with a chance of 295/495; a pass wager loses with 251/495."""
    found = streaks(HOUSE, "pass", 1000, **{unit: 5})
    if unit == "decisions":
        assert at_least(found.losses, 5) == pytest.approx(float(Fraction(251, 495) ** 5))
        assert at_least(found.wins, 5) == pytest.approx(float(Fraction(244, 495) ** 5))
        return
    made = Fraction(67, 165)
    """The chance that an established point is made: 2/3 of 6/24 on 4 and 10, and so on."""
    assert at_least(found.seven_outs, 5) == pytest.approx(float((1 - made) ** 4))
    assert 1 - at_least(found.points_made, 3) == pytest.approx(float((1 - made**3) ** 5))


def test_a_session_until_ruin_or_a_goal():
    """From one unit to three: nobody wins twice in a row but at the goal, or loses so but in ruin."""
    found = streaks(HOUSE, "pass", 10, 30, until_settled=True)
    win, lose = Fraction(244, 495), Fraction(251, 495)
    around = win * lose
    assert at_least(found.wins, 2) == pytest.approx(float(win**2 / (1 - around)))
    assert at_least(found.losses, 2) == pytest.approx(float(around * lose / (1 - around)))


def test_where_they_are_not_solved(monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.exact.budget.PATIENT_ADDITIONS", 1e6)
    with pytest.raises(BankcrapsError, match=r"additions to solve, limit 1e\+06: leave `streaks` out"):
        exact.session(HOUSE, "pass", 50, throws=60, streaks=True)
    monkeypatch.setattr("bankcraps.analysis.exact.extremes.with_a_length", lambda *_: None)
    with pytest.raises(BankcrapsError, match="session that can last so long: give it a length"):
        exact.session(HOUSE, "pass", 50, 100, streaks=True)


@pytest.mark.parametrize(
    ("system", "bankroll", "throws"),
    [("pass_odds_2x", 120, 50), ("iron_cross", 150, 40), ("place_6_8", 60, 50)],
)
def test_rare_runs_by_one_sweep_are_those_of_a_sweep_each(monkeypatch, system, bankroll, throws):
    """Hardly anybody makes two rare runs, so their mean number is the chance of one."""
    quick = streaks(HOUSE, system, bankroll, throws=throws)
    monkeypatch.setattr(solving, "_tail_of", lambda *_: solving.Tail(np.zeros(0)))
    slow = streaks(HOUSE, system, bankroll, throws=throws)
    for kind, longest in quick.each().items():
        other = slow.each()[kind]
        assert len(longest.values) >= len(other.values) - 1
        for run in range(1, int(other.values[-1]) + 2):
            assert at_least(longest, run) == pytest.approx(at_least(other, run), abs=2e-13), (kind, run)


def test_the_sweeps_are_counted_before_the_first_one(monkeypatch):
    monkeypatch.setattr(solving, "_longest", lambda *_: pytest.fail("swept"))
    with pytest.raises(TooLargeError, match=r"the streaks need about \de\+12 additions to solve"):
        streaks(HOUSE, "three_point_molly", 1000, throws=600)


def followed(asked, wagers):
    """The covariances by every state with the sum owned and the result of each wager."""
    chain, plan = asked.chain(), asked.plan
    goal = NO_GOAL if plan.goal is None else plan.goal
    now, ended = {(0, plan.bankroll, (0,) * len(wagers)): 1.0}, defaultdict(float)
    for more in range(plan.count, -300, -1):
        after = defaultdict(float)
        for (number, owned, results), chance in now.items():
            state = chain.states[number]
            while owned < state.least:
                state = chain.states[state.below]
            if not state.left and stopping_reason(owned, goal, plan.floor, state.need, more) != PLAYS:
                state = chain.states[state.leave]
            paid = added(results, state.fees, wagers)
            if state.post == ABSORBED:
                ended[paid] += chance
                continue
            for transition, ways in zip(chain.transitions[state.post], WAYS, strict=True):
                got = added(paid, chain.labels[transition.label].accounts, wagers)
                # Whoever has left is told apart no more by what they own.
                owns = 0 if state.left else owned + state.fee + transition.delta
                after[transition.to, owns, got] += chance * ways / 36
        now = {place: chance for place, chance in after.items() if chance > 1e-15}
    means = [sum(chance * got[i] for got, chance in ended.items()) for i in range(len(wagers))]
    return [
        [
            sum(chance * (got[i] - means[i]) * (got[j] - means[j]) for got, chance in ended.items())
            for j in range(len(wagers))
        ]
        for i in range(len(wagers))
    ]


def added(results, accounts, wagers):
    nets = {account.wager: account.net for account in accounts}
    return tuple(result + nets.get(name, 0) for result, name in zip(results, wagers, strict=True))


@pytest.mark.parametrize(
    ("house", "system", "asked"),
    [
        (HOUSE, "pass_odds_2x", {"bankroll": 60, "goal": 90, "throws": 4}),
        (HOUSE, "dont_pass_odds_1x", {"bankroll": 40, "throws": 3, "let_it_ride": True}),
        ("pennsylvania", "when point: buy 4 20; buy 10 20", {"bankroll": 100, "floor": 70, "throws": 4}),
        (
            HOUSE,
            "when come_out: pass 10; when come_out and behind 10: field 10",
            {"bankroll": 50, "throws": 4},
        ),
    ],
)
def test_they_are_those_of_every_path(house, system, asked):
    found = exact.session(house, system, covariances=True, **asked).covariances
    assert found is not None
    expected = followed(ask(house, system, **asked), found.wagers)
    assert [list(row) for row in found.matrix] == [pytest.approx(row, abs=1e-6) for row in expected]


def test_all_together_are_the_variance_of_the_whole():
    found = exact.session(HOUSE, "place_6_8", 100, throws=60, covariances=True)
    together = found.covariances
    assert together is not None
    assert sum(map(sum, together.matrix)) == pytest.approx(found.final.sd**2, rel=1e-12)
    assert together.covariance("place 6", "place 8") == together.matrix[1][0]
    assert together.correlation("place 6", "place 6") == pytest.approx(1)
    assert decode_result(json.dumps(found.to_dict())) == found.to_data()
    assert "covariances" not in exact.session(HOUSE, "place_6_8", 100, throws=6).to_dict()
    with pytest.raises(BankcrapsError, match="no pass in this session; its wagers are place 6, place 8"):
        together.sd("pass")


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


def test_rules_say_their_number_and_their_stage_and_one_that_only_stops_is_left_out():
    found = by_rule(f"after 9 losses: stop\n{STAGES}", 100, throws=5)[0]
    assert [(one.number, one.rule, one.stage) for one in rules_of(found)] == [
        (2, "when come_out: field 5", ""),
        (3, "when point: field 10", "one"),
        (4, "when point: place 6 12", "two"),
    ]


def test_the_rules_of_what_need_not_end_or_has_none_are_refused():
    with pytest.raises(BankcrapsError, match="field has no rules that could be counted"):
        by_rule(Field(()), 500, throws=3)
    with pytest.raises(BankcrapsError, match="need not end has no cost by rule"):
        by_rule("when always: place 5 1", 5, "nsw", until_settled=True)
