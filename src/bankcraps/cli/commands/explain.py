"""`bankcraps explain`: one simulated session of a betting system, throw by throw."""

from collections.abc import Mapping
from typing import Unpack

import click

from bankcraps.analysis import lab_options as lab
from bankcraps.cli import heavy
from bankcraps.cli.columns import echo_columns, echo_json
from bankcraps.cli.options import QuestionArgs, asks
from bankcraps.cli.reports.session_report import money
from bankcraps.cli.running import patience
from bankcraps.game.chips import printed


@click.command("explain")
@asks(
    *(lab.HouseOption, lab.SystemOption, *lab.PLAN, lab.LabExplainOptions),
    bankroll={"required": False, "default": str(lab.TOLD_BANKROLL), "show_default": True},
    seed={"help": "The seed of the dice, as in `simulate`."},
    session={"show_default": False},
)
@click.option("--json", "as_json", is_flag=True)
def command(
    *,
    system: str,
    seed: int,
    session: int,
    ended: str | None,
    layouts: bool,
    as_json: bool,
    **asked: Unpack[QuestionArgs],
) -> None:
    """Tell one session throw by throw, and attribute every cent to a wager.

    It is the session of that number and seed in `simulate`.

    Without a length it is one shooter's hand.
    """
    with patience("still playing; use a shorter session to wait less"):
        story = heavy.explain(system=system, seed=seed, session=session, ended=ended, **asked)
    if as_json:
        echo_json(story.to_dict(layouts=layouts), pretty=True)
        return
    click.secho(
        f"{story.system}, {story.house}, seed {seed}, session {story.number}: "
        f"{printed(story.plan.bankroll)} dollars, {story.plan.length}",
        bold=True,
    )
    for told in story.throws:
        _show(told, story.names)
    _close(story)


def _show(told: "heavy.ToldThrow", names: Mapping[str, str]) -> None:
    puck = f"the point is {told.puck}" if told.puck else "come-out"
    head = f"throw {told.number}, {puck}" if told.number else "the end"
    click.secho(f"{head}; owns {printed(told.owned)}", bold=True)
    for said in told.told:
        click.echo(f"  {said}")
    if told.accounts:
        parts = ", ".join(f"{names[wager]} {_signed(net)}" for wager, net in told.accounts)
        click.secho(f"  = {_signed(sum(net for _, net in told.accounts))} ({parts})", dim=True)


def _close(story: "heavy.Story") -> None:
    won = story.final - story.plan.bankroll
    click.echo()
    rows = [[f"  {story.names[wager]}", money(action), _signed(net)] for wager, action, net in story.accounts]
    echo_columns(["  wager", "action", "won or lost"], rows or [["  nothing", "", ""]])
    home, brought = printed(story.final), printed(story.plan.bankroll)
    click.echo(f"\ntakes home {home}: {brought} {_signed(won)}; {story.why}")


def _signed(cents: int) -> str:
    return f"+{printed(cents)}" if cents > 0 else printed(cents) if cents else "even"
