"""`bankcraps perft`: count the tree of ordered throws from a position, with the money of every seat."""

from pathlib import Path

import click

from bankcraps.cli.columns import echo_json
from bankcraps.cli.keeping.personal_data import OWN_RULES
from bankcraps.cli.options import Whole
from bankcraps.game.chips import printed
from bankcraps.game.perft import PerftData, perft
from bankcraps.game.records import book_of, opened, read_record, replay
from bankcraps.game.rulebook import Rulebook


@click.command("perft")
@click.argument("file")
@click.option("--depth", type=Whole(1, 12), default=2, show_default=True)
@OWN_RULES
@click.option("--json", "as_json", is_flag=True)
def command(*, file: str, depth: int, own: Rulebook | None, as_json: bool) -> None:
    """Count the tree of throws from the end of a .craps record.

    No bets are made on the way. Nodes are 36 to the depth; the net of a seat is the sum over all of them of
    what it then owns, in rail and on the layout, less what it owned at the start.
    """
    record = read_record(Path(file))
    book = book_of(record, file, own)
    state = opened(record.header, book, file)
    for played in replay(record, book, file):
        state = played.step.state
    counts = perft(book, state, depth)
    if as_json:
        echo_json(PerftData.of(counts[-1], book, house=book.id, depths=counts).to_dict())
        return
    for count in counts:
        net = ", ".join(f"{name} {printed(cents)}" for name, cents in count.net.items())
        click.echo(f"depth {count.depth}: {count.nodes} nodes; net {net or 'nobody'}")
