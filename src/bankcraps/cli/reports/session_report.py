"""Prints the figures of a session, solved or simulated."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from math import sqrt
from typing import TYPE_CHECKING, Final

import click

from bankcraps.analysis.lab_options import FigureOptions
from bankcraps.analysis.results.costs import LongRun
from bankcraps.analysis.results.session import EndlessSession, FiguresData, Session, SessionFigures, Streaks
from bankcraps.cli.columns import echo_columns, short
from bankcraps.game.chips import printed
from bankcraps.strategies.plan import LengthUnit
from bankcraps.support.files import shipped_rows

if TYPE_CHECKING:
    from bankcraps.analysis.results.costs import Covariances, RuleCost, WagerCost
    from bankcraps.analysis.simulation.result import Simulation
    from bankcraps.strategies.plan import Plan
    from bankcraps.support.distribution import Distribution

NO_WAGERS: Final = "  no wager is ever decided here: the system bets nothing, or only what is off"
"""Said in place of the costs of wagers."""

_SHOWN: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
_RUNS: Final = (2, 3, 4, 5, 6, 8, 10, 15)
"""The runs whose chances are shown."""

_CHANCES: Final = [key for key in FiguresData.__struct_fields__ if key.startswith("p_")]
"""The chances among the figures, each shown under its name, such as "ahead" for `p_ahead`."""

_NOTHING: Final = 1e-13

_WORDS: Final = shipped_rows("bankcraps.cli.reports", "notes.txt")
_ENDS: Final = dict(_WORDS["ends"])
_METRICS: Final = dict(_WORDS["metrics"])


def percent(chance: float) -> str:
    """A probability for people; less than a rounding error is nothing."""
    return "<0.01%" if _NOTHING < chance < 0.0001 else f"{100 * chance:.2f}%"  # noqa: PLR2004 - a hundredth of a percent


def money(cents: float) -> str:
    """A sum that need not be whole, in dollars."""
    return f"{round(cents / 100, 2) + 0.0:,.2f}"


def signed_money(cents: float) -> str:
    """A gain or a loss, in dollars."""
    return f"{round(cents / 100, 2) + 0.0:+,.2f}"


def show_session(found: "Session") -> None:
    """An exact session, but for the extremes."""
    _show_figures(found, {}, *FigureOptions.__annotations__)
    if not found.wagers:
        click.echo(f"\n{NO_WAGERS}")
    if found.by_rule is not None:
        show_rules(found.by_rule, "rule, in a session")
    if found.covariances is not None:
        _show_covariances(found.covariances)
    if found.streaks is not None:
        _show_streaks(found.streaks)
    of_money = (
        "" if found.cost_bound is None else f", no mean or cost by more than ${found.cost_bound / 100:.0e}"
    )
    click.echo(f"\nexact; no probability is wrong by more than {found.error_bound:.0e}{of_money}")


def show_extremes(found: "Session | EndlessSession") -> None:
    """The highest and lowest sums of a session, or the option that adds them where they take long."""
    rows = _sum_rows(found, "highest", "lowest")
    if rows:
        click.echo()
        _echo_rows(rows)
    elif getattr(found, "extremes_on_request", False):
        click.echo("\nthe highest and lowest sums take longer here: add --extremes")


def show_rules(rules: "Sequence[RuleCost]", head: str, many: int = 1) -> None:
    """Print the firings and the cost of each rule, each figure times `many`."""
    rows = [
        [
            f"  {one.number}  {short(one.rule, 60)}",
            one.stage,
            f"{many * one.times:,.2f}",
            *_costs(one, many),
        ]
        for one in rules
    ]
    click.echo()
    echo_columns([f"  {head}", "stage", "fires", "action", "cost", "edge"], rows)


def _costs(one: "RuleCost | WagerCost", many: int = 1) -> list[str]:
    """The action and the cost of something, each times `many`, and its edge."""
    edge = f"{round(100 * one.edge, 3) + 0.0:.3f}%"
    return [money(many * one.action), money(many * one.cost), edge]


def _show_covariances(found: "Covariances") -> None:
    """The spread of each wager's result, and the correlations."""
    rows = [
        [
            f"  {one}",
            money(found.sd(one)),
            *(_correlation(found.correlation(one, other)) for other in found.wagers),
        ]
        for one in found.wagers
    ]
    if rows:
        click.echo()
        echo_columns(["  results, correlations", "sd", *found.wagers], rows)


def _correlation(value: float | None) -> str:
    return "-" if value is None else f"{round(value, 3) + 0.0:.3f}"


def _show_streaks(found: "Streaks") -> None:
    """The longest run of each kind: its mean, and the chances of long ones."""
    rows = [
        [f"  {name.replace('_', ' ')}", f"{one.mean:.2f}", *(percent(one.p_above(k - 1)) for k in _RUNS)]
        for name, one in found.each().items()
    ]
    click.echo()
    echo_columns(["  longest in a row", "mean", *(f"{k}+" for k in _RUNS)], rows)


def show_endless(found: "EndlessSession") -> None:
    """A session that lasts infinitely many throws on average."""
    gain = found.gain_per_throw / 100
    ends = "ends in ruin or at the floor" if found.plan.floor else "ends in ruin"
    rows = [
        (ends, percent(found.p_ruin_or_floor)),
        ("never ends", percent(found.p_never)),
        ("throws", "infinitely many on average"),
        ("in the long run", f"{gain:+.4f} a throw" if gain else "nothing won or lost: the game is fair"),
    ]
    _show_heading(found)
    for name, value in rows:
        click.echo(f"  {name:<30}{value}")
    click.echo(f"\nexact; no probability is wrong by more than {found.error_bound:.0e}")


def show_simulation(found: "Simulation") -> None:
    """A simulation, with standard errors."""
    beside = {end: _error(found, share) for end, share in found.ends.items()}
    beside |= {key: _error(found, getattr(found, key)) for key in _CHANCES}
    beside["mean"] = f" ± {money(found.mean_error)}"
    if found.edge_error is not None:
        beside["together"] = f"{100 * found.edge_error:.3f}%"
    _show_figures(found, beside, "highest", "lowest")
    if not found.wagers and found.action_error is not None:
        click.echo(f"\n{NO_WAGERS}")
    if found.metrics:
        click.echo()
    for name, said in _METRICS.items() if found.metrics else ():
        unit = 100 if name == "drawdown" else 1
        middle, high = (found.metrics[name].quantile(q) / unit for q in (0.5, 0.95))
        click.echo(f"  {said:<22}median {middle:,g}; {high:,g} or less in 95 of 100 sessions")
    if found.action_error is not None:
        mean = money(found.metrics["action"].mean)
        click.echo(f"  {'action':<22}mean {mean} ± {money(found.action_error)}")
    click.echo(f"\n{found.sessions:,} sessions of seed {found.seed}; ± is one standard error")
    if found.skewed:
        few = " and ".join(found.skewed)
        click.echo(f"a few sessions decide the mean of {few}, so its ± is too small: play more sessions")
    if found.interrupted:
        click.echo("stopped before all sessions were played")
    if found.note:
        click.echo(found.note)


def _error(found: "Simulation", share: float) -> str:
    """The standard error of a share; for shares of 0 and 1, a bound with 95 % confidence."""
    if share in (0.0, 1.0):
        unseen = Decimal(f"{100 * found.unseen:.3g}")
        return f", below {unseen:f}%" if not share else f", above {100 - unseen:f}%"
    return f" ± {percent(found.error(share))}"


def _show_figures(found: "SessionFigures", beside: Mapping[str, str], *sums: str) -> None:
    """Print the common figures, and further `sums` by name; `beside` has standard errors for some."""
    plan = found.plan
    _show_heading(found)
    rows = _end_rows(found, beside)
    rows += [(key[2:], percent(getattr(found, key)) + beside.get(key, "")) for key in _CHANCES]
    final = found.final
    skew = "" if final.skew is None else f", skew {round(final.skew, 2) + 0.0:.2f}"
    rows += [
        (
            "taken home",
            f"mean {money(final.mean)}{beside.get('mean', '')}, sd {money(final.sd)}{skew}",
        ),
        ("", _spread(final)),
        ("throws", f"{found.throws:,.1f} on average{_sd(found.throws_sd)}"),
    ]
    goal = "the stop ahead" if plan.stops_ahead else "the goal"
    for comes, when in ((goal, found.goal_when), (plan.ruin_word, found.ruin_when)):
        if when is not None:
            low, middle, high = (when.quantile(q) for q in (0.05, 0.5, 0.95))
            after = f"after {_many(middle, found.ruin_counted)}; nine times in ten from {low:,} to {high:,}"
            rows.append((f"{comes} comes", after))
    _echo_rows(rows + _sum_rows(found, *sums))
    _show_costs(found, beside.get("together", ""))


def _sum_rows(found: object, *names: str) -> list[tuple[str, str]]:
    """The figures of these names that are sums of money with their chances."""
    sums = {name: getattr(found, name, None) for name in names}
    return [
        (name, f"mean {money(each.mean)}; {_spread(each)}")
        for name, each in sums.items()
        if each is not None and hasattr(each, "quantile")
    ]


def _echo_rows(rows: "Sequence[tuple[str, str]]") -> None:
    for name, value in rows:
        click.echo(f"  {name.replace('_', ' '):<21} {value}")


def _end_rows(found: "SessionFigures", beside: Mapping[str, str]) -> list[tuple[str, str]]:
    """The chance of each end, and that to take home what was reached."""
    plan = found.plan
    rows: list[tuple[str, str]] = []
    for end, chance in found.ends.items():
        if not chance and ((end == "goal" and plan.goal is None) or (end == "limit" and plan.count is None)):
            continue
        rows.append((_end_words(end, plan), percent(chance) + beside.get(end, "")))
        if end == "goal" and plan.beyond is not None:
            rows.append((f"goal of {printed(plan.beyond)}", "not played for: the system stops before"))
        if end == "goal" and found.taken_home is not None:
            rows.append(("takes that home", f"{percent(found.taken_home)}: chips that wait may still lose"))
    return rows


def _end_words(end: str, plan: "Plan") -> str:
    """An end in words; a goal or a floor may be the system's own stop."""
    if end == "goal" and plan.stops_ahead:
        return f"stops {printed(plan.stops_ahead)} ahead"
    if end == "floor" and plan.stops_behind:
        return f"stops {printed(plan.stops_behind)} behind"
    return _ENDS[end]


def _sd(sd: float | None) -> str:
    """A spread, if it is known and shows."""
    return f", sd {sd:,.1f}" if sd is not None and sd >= 0.05 else ""  # noqa: PLR2004 - half of what is printed


def _show_heading(found: "SessionFigures | EndlessSession") -> None:
    plan = found.plan
    click.secho(f"{found.system}, {found.house}: {printed(plan.bankroll)} dollars, {plan.length}", bold=True)


def _many(count: int, counted: LengthUnit) -> str:
    """A number of throws, decisions or shooters."""
    return f"{count:,} {counted}" if count != 1 else f"1 {counted[:-1]}"


def _spread(distribution: "Distribution") -> str:
    said = [f"{printed(distribution.quantile(q))} ({q * 100:g}%)" for q in _SHOWN]
    return "  ".join(said)


def _show_costs(found: "SessionFigures", together: str) -> None:
    """Print the costs of the wagers; `together` is the standard error of the total edge, or empty."""
    action, cost = found.action, found.cost
    rows = [
        [
            w.wager,
            *_costs(w),
            "" if w.edge_error is None else f"± {100 * w.edge_error:.3f}%",
        ]
        for w in found.wagers
    ]
    if len(rows) > 1:
        share = f"{100 * cost / action if action else 0:.3f}%"
        rows.append(["together", money(action), money(cost), share, together and f"± {together}"])
    if rows:
        click.echo()
        head = ["  wager", "action", "cost", "edge", ""]
        echo_columns(head, [[f"  {name}", *rest] for name, *rest in rows])
    for refused in found.refused:
        click.echo(f"\n  refused {refused.times:,.2f} times a session: {refused.message}")


# Prints what a system comes to in the long run.


_MOST: Final = 8
"""The most layouts to show."""

_HUNDRED: Final = 100
_ONE: Final[dict[LengthUnit, str]] = {
    "throws": "a throw",
    "decisions": "a decision",
    "shooters": "a hand",
}


def show_long_run(found: LongRun) -> None:
    """Print the averages, the cost of each wager and the commonest layouts."""
    throw = found.rates["throws"]
    click.secho(f"{found.system}, {found.house}: in the long run", bold=True)
    rows: list[list[str]] = []
    for unit in filter(found.rates.__contains__, _ONE):
        rate = found.rates[unit]
        gain = f"{rate.gain / 100 + 0.0:+,.4f}"
        rows.append([f"  {_ONE[unit]}", f"{rate.throws:,.3f}", money(rate.action), gain, money(rate.sd)])
    gain, sd = signed_money(_HUNDRED * throw.gain), money(sqrt(_HUNDRED) * throw.sd)
    rows.append([f"  {_HUNDRED} throws", f"{_HUNDRED}.000", money(_HUNDRED * throw.action), gain, sd])
    echo_columns(["  in", "throws", "action", "won or lost", "sd"], rows)
    shares = ", ".join(f"{puck or 'off'} {percent(share)}" for puck, share in found.pucks.items())
    click.echo(f"\n  {'puck':<16}{shares}")
    click.echo(f"  {'on the layout':<16}{money(found.on_layout)} on average, once the bets are made")
    if throw.action:
        click.echo(f"  {'edge':<16}{100 * found.edge + 0.0:.3f}% of the action")
    click.echo()
    if found.wagers:
        costs = [[f"  {one.wager}", *_costs(one, _HUNDRED)] for one in found.wagers]
        echo_columns(["  in 100 throws", "action", "cost", "edge"], costs)
    else:
        click.echo(NO_WAGERS)
    if found.by_rule is not None:
        show_rules(found.by_rule, f"rule, in {_HUNDRED} throws", _HUNDRED)
    _show_layouts(found)
    for refused in found.refused:
        click.echo(f"\n  refused {_HUNDRED * refused.times:,.2f} times in 100 throws: {refused.message}")
    click.echo(
        f"\nexact; no share is wrong by more than {found.error_bound:.0e}, nothing won or lost in a throw by "
        f"more than ${throw.gain_bound / 100:.0e}"
    )


def _show_layouts(found: LongRun) -> None:
    """The commonest layouts and the rest, with their shares of the throws."""
    shown = found.layouts[:_MOST]
    rows = [[f"  {layout}", percent(layout.share)] for layout in shown]
    others = found.layouts[_MOST:]
    if others:
        rows.append([f"  {len(others):,} others", percent(sum(layout.share for layout in others))])
    click.echo()
    echo_columns(["  before the betting", "of throws"], rows)
