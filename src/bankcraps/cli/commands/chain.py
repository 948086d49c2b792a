"""`bankcraps chain`: a system at a house as a Markov chain."""

from typing import Unpack

import click

from bankcraps.chips import printed
from bankcraps.cli.encoding import echo_json
from bankcraps.cli.options import SCREEN, HouseArgs, asks_house_and_system, draws, lab_option, names_file
from bankcraps.cli.running import patience
from bankcraps.errors import BankcrapsError
from bankcraps.markov.export import dot
from bankcraps.new_files import UnwritableError, unwritten, write_bytes
from bankcraps.question import explore


@click.command("chain")
@asks_house_and_system
@lab_option("bankroll", help="what the player brings; only for a system that looks at its money.")
@click.option("--json", "as_json", is_flag=True, help="print one JSON object.")
@names_file("--dot", "dot_file", says="write a picture for Graphviz; - for the screen.")
@draws("draw what each of the 36 throws does to the largest layout.")
@click.option(
    "--puck",
    type=click.Choice(["0", "4", "5", "6", "8", "9", "10"]),
    help="with --plot: draw the largest layout with this point (0: no point).",
)
def command(
    *,
    system: str,
    bankroll: str | None,
    as_json: bool,
    dot_file: str | None,
    plot: str | None,
    puck: str | None,
    **table: Unpack[HouseArgs],
) -> None:
    """Show the Markov chain of a betting system at a house.

    It is explored over every throw, until no new state appears.

    A state is the table before the betting: what stands, the puck, and the system's memory. It does not hold
    the money in the rail. The bets lead to a post-decision state, and the dice from there to the next state.
    """
    if dot_file == SCREEN and as_json:
        raise BankcrapsError(
            "--dot - and --json would both print to the screen: give --dot a file, or leave one out"
        )
    if puck is not None and plot is None:
        raise BankcrapsError("--puck says which layout to draw: it goes with --plot")
    with patience("still exploring; a system with a cap on what it counts has fewer states"):
        found = explore(system=system, bankroll=bankroll, **table)
    if dot_file is not None:
        _write(dot_file, dot(found))
        if dot_file == SCREEN:
            return
    if plot:
        found.plot(plot, None if puck is None else int(puck))
    told = found.to_dict()
    if as_json:
        echo_json(told, pretty=True)
        return
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
    try:
        write_bytes(path, text.encode())
    except UnwritableError as error:
        raise BankcrapsError(unwritten(path, error)) from None
