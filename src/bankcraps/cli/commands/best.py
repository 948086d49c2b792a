"""`bankcraps best`: the best play that a house allows, with the proof of its bounds."""

from typing import Unpack

import click

from bankcraps.analysis import lab_options as lab
from bankcraps.cli import heavy
from bankcraps.cli.columns import echo_json
from bankcraps.cli.options import HouseArgs, asks, draws, echo_answer, names_file, spell
from bankcraps.cli.running import solving
from bankcraps.errors import BankcrapsError


class _Options(HouseArgs, lab.AimOptions):
    """A house, and what to play for."""


@click.command("best")
@asks(lab.HouseOption, *lab.BEST, lab.LabMenuOptions)
@click.option("--json", "as_json", is_flag=True)
@names_file("--save")
@draws
def command(
    *,
    bankroll: str,
    wagers: str | None,
    at_once: int | None,
    as_json: bool,
    save: str | None,
    plot: str | None,
    **options: Unpack[_Options],
) -> None:
    """Find the bets with the best chance to reach a goal before ruin, with bounds that are proved.

    Every amount that the house takes is tried, with every sum. What a player owns are the chips in the rail
    and on the layout, at face value, as in `session`. Other aims are the fewest throws, to be still playing,
    a utility, and so much action at the least cost.
    """
    aims = heavy.read_aims(lab.picked(options, lab.AimOptions), spell)
    if len(aims) > 1 and (save is not None or plot is not None):
        raise BankcrapsError("--save and --plot take one --utility")
    with solving("a nearer goal, fewer wagers or larger units take less time"):
        table = lab.picked(options, HouseArgs)
        question = heavy.PlayQuestion.of(**table, bankroll=bankroll, wagers=wagers, at_once=at_once)
        found = [aim.play(question) for aim in aims]
    if len(found) > 1 and as_json:
        echo_json(heavy.plays_dict(found), pretty=True)
    elif len(found) > 1:
        heavy.show_frontier([one for one in found if isinstance(one, heavy.UtilityPlay)])
    else:
        (one,) = found
        if save is not None:
            one.save(save)
        echo_answer(one.to_dict, lambda: heavy.show_play(one), as_json=as_json, plot=plot, draw=one.plot)
