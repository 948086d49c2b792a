"""`bankcraps chain`: a system at a house as a Markov chain."""

from typing import Unpack

import click

from bankcraps.chain.drawing import dot
from bankcraps.chips import printed
from bankcraps.cli.encoding import echo_json
from bankcraps.cli.lab import AskedTable, asks_game, read_game
from bankcraps.cli.naming import draws, names_file
from bankcraps.cli.progress import patience
from bankcraps.errors import BankcrapsError


@click.command("chain")
@asks_game
@click.option("--json", "as_json", is_flag=True, help="as one JSON object.")
@names_file("--dot", "dot_file", says="write a picture for Graphviz; - for the screen.")
@draws("draw what each of the 36 throws does to the largest layout.")
@click.option(
    "--puck", type=click.Choice(["0", "4", "5", "6", "8", "9", "10"]), help="... with the puck there."
)
def command(
    *,
    strategy: str,
    as_json: bool,
    dot_file: str | None,
    plot: str | None,
    puck: str | None,
    **table: Unpack[AskedTable],
) -> None:
    """Explore a system at a house over every throw, until no new state appears.

    A state is a moment before the betting: what stands, the puck, and the system's memory. States are only
    told apart by what can change the future; the money in the rail is not among it.
    """
    if dot_file == "-" and as_json:
        raise BankcrapsError("--dot - and --json both want the screen: name a file, or leave one out")
    if puck is not None and plot is None:
        raise BankcrapsError("--puck says which layout to draw: it goes with --plot")
    game = read_game(strategy, table)
    with patience("still exploring; a system with a cap on what it counts has fewer states"):
        found = game.chain()
    if dot_file is not None:
        _write(dot_file, dot(found))
        if dot_file == "-":
            return
    if plot:
        from bankcraps.chain.picture import draw_throw  # noqa: PLC0415 - Matplotlib takes its time to load

        draw_throw(found, None if puck is None else int(puck), plot)
    told = found.to_dict()
    if as_json:
        echo_json(told, pretty=True)
        return
    click.secho(f"{found.system}, {found.rules}", bold=True)
    rows = [
        ("states", f"{told['states']}, and {told['states_leaving']} of players who have left"),
        ("layouts", f"{told['layouts']} different ones before a throw"),
        ("transitions", f"{told['transitions']}"),
        ("money step", f"{printed(found.unit)}: every win and loss is a multiple of it"),
        ("largest swing", f"{printed(found.swing)} in one throw"),
        ("cash needed", f"{printed(found.cash)} to go on from any state as the system wants"),
    ]
    for name, value in rows:
        click.echo(f"  {name:<16}{value}")
    for _, message in found.refusals:
        click.echo(f"  refused         {message}")


def _write(path: str, text: str) -> None:
    try:
        with click.open_file(path, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise BankcrapsError(f"{path} cannot be written: {error.strerror}") from None
