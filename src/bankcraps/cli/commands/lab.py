"""`bankcraps lab`: open the odds lab as a page, for one person."""

import webbrowser
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import click

from bankcraps.cli import heavy
from bankcraps.cli.options import Whole


@click.command("lab")
@click.option("--port", default=0, type=Whole(0, 65535))
@click.option("--processes", default=2, show_default=True, type=Whole(1, 64), metavar="N")
@click.option("--no-browser", is_flag=True)
def command(*, port: int, processes: int, no_browser: bool) -> None:
    """Open the odds lab as a page of this machine, for you alone. There are no tables.

    Ctrl-C closes it. Only chains and answers are kept, as by the other commands of the lab.
    """
    if missing := heavy.missing_page():
        click.secho(missing, fg="yellow", err=True)
    limits = heavy.LabLimits(processes=processes, each=32, each_at_once=processes)
    with TemporaryDirectory() as folder:
        how = heavy.serving.Serving(
            port=port, database=str(Path(folder, "house.db")), front="/lab", lab=limits
        )
        heavy.serving.run(how, partial(_say, browser=not no_browser))
    click.echo("The lab is closed.")


def _say(opened: "heavy.serving.Opened", *, browser: bool) -> None:
    page = f"{opened.address}/lab"
    click.secho(f"The lab is open at {page}", bold=True)
    click.echo("Ctrl-C closes it.")
    if browser:
        Thread(target=webbrowser.open, args=(page,), daemon=True).start()  # it may wait for a browser's end
