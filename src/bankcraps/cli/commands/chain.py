"""`bankcraps chain`: a system at a house as a Markov chain."""

from typing import Unpack

import click

from bankcraps.analysis import lab_options as lab
from bankcraps.cli import heavy
from bankcraps.cli.options import SCREEN, HouseArgs, asks, draws, echo_answer, lab_option, names_file
from bankcraps.cli.running import patience
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import printed
from bankcraps.support.new_files import write_bytes, writes


class _Options(HouseArgs):
    """A house, a system, and what to show of them."""

    system: str
    bankroll: str | None
    as_json: bool
    long_run: bool
    by_rule: bool


@click.command("chain")
@asks(lab.HouseOption, lab.SystemOption, lab.TableOptions)
@lab_option("bankroll", lab.ChainOptions)
@click.option("--json", "as_json", is_flag=True)
@lab_option("long_run", lab.ChainOptions)
@lab_option("by_rule", lab.ChainOptions)
@names_file("--dot", "dot_file")
@draws
@click.option("--puck", type=click.Choice(["0", "4", "5", "6", "8", "9", "10"]))
def command(*, dot_file: str | None, plot: str | None, puck: str | None, **options: Unpack[_Options]) -> None:
    """Show the Markov chain of a betting system at a house.

    It is explored over every throw, until no new state appears.

    A state is the table before the betting: what stands, the puck, and the system's memory. It does not hold
    the money in the rail. The bets lead to a post-decision state, and the dice from there to the next state.

    With --long-run, show what the system wins or loses on average, how far it spreads, and what stands.
    """
    as_json, bankroll = options["as_json"], options["bankroll"]
    _check(options, dot_file, plot, puck)

    table = lab.picked(options, HouseArgs)
    with patience("still exploring; a system with a cap on what it counts has fewer states"):
        if options["long_run"]:
            rates = heavy.long_run(system=options["system"], by_rule=options["by_rule"], **table)
            echo_answer(rates.to_dict, lambda: heavy.show_long_run(rates), as_json=as_json)
            return
        found = heavy.explore(system=options["system"], bankroll=bankroll, **table)
    if dot_file is not None:
        _write(dot_file, heavy.dot(found))
        if dot_file == SCREEN:
            return
    if plot:
        found.plot(plot, None if puck is None else int(puck))
    echo_answer(found.to_dict, lambda: _show(found), as_json=as_json)


def _check(options: _Options, dot_file: str | None, plot: str | None, puck: str | None) -> None:
    """Refuse options that do not go together."""
    if dot_file == SCREEN and options["as_json"]:
        raise BankcrapsError(
            "--dot - and --json would both print to the screen: give --dot a file, or leave one out"
        )
    if puck is not None and plot is None:
        raise BankcrapsError("--puck says which layout to draw: it goes with --plot")
    if options["by_rule"] and not options["long_run"]:
        raise BankcrapsError("--by-rule goes with --long-run; `bankcraps session` has it for a session")
    if options["long_run"] and (dot_file or plot or options["bankroll"]):
        raise BankcrapsError("--long-run asks for no bankroll and draws nothing: leave the other option out")


def _show(found: "heavy.Chain") -> None:
    told = found.to_dict()
    click.secho(f"{found.system}, {found.house}", bold=True)
    rows = [
        ("states", f"{told['states']}, and {told['states_leaving']} of players who have left"),
        ("layouts", f"{told['post_decision_states']} post-decision states: what stands when the dice go out"),
        ("transitions", f"{told['transitions']}"),
        ("money step", f"{printed(found.unit)}: every win and loss is a multiple of it"),
        ("largest swing", f"{printed(found.swing)} in one throw"),
        ("cash needed", f"{printed(found.cash)} to go on from any state as the system wants"),
    ]
    if found.ceiling is not None:
        rows.append(("sums", f"below {printed(found.ceiling)}; whoever owns that much needs a larger chain"))
    for name, value in rows:
        click.echo(f"  {name:<16}{value}")
    for _, message in found.refusals:
        click.echo(f"  refused         {message}")


def _write(path: str, text: str) -> None:
    if path == SCREEN:
        click.echo(text, nl=False)
        return
    with writes(path):
        write_bytes(path, text.encode())
