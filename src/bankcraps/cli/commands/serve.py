"""`bankcraps serve`: open the house, so that people can share tables."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, get_args
from urllib.parse import urlsplit

import click
from msgspec.structs import replace

from bankcraps.cli import heavy
from bankcraps.cli.keeping.personal_data import DATABASE, dice_key
from bankcraps.cli.options import Dollars, Whole
from bankcraps.game.chips import dollars
from bankcraps.game.rulebook import BOOKS, load_rulebook
from bankcraps.live.log.settings import DAY_MS
from bankcraps.live.people.evenings import MoneyRule, PlayMoney
from bankcraps.live.people.lobby import NewBot, NewTable, read_bot, read_table, settings_of
from bankcraps.strategies.library import library, saved_text, system

if TYPE_CHECKING:
    from bankcraps.live.log.settings import TableSettings

_LOOPBACK: Final = "127.0.0.1"
_EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - only with --lan, which says so


@click.command("serve")
@click.option(
    "--host", default=_LOOPBACK, show_default=True, metavar="ADDRESS", help="the address to listen at."
)
@click.option("--port", default=8420, show_default=True, type=Whole(0, 65535), help="the port; 0 for any.")
@click.option("--lan", is_flag=True, help="listen to the whole network, and show the address for phones.")
@click.option(
    "--public-url",
    "public",
    default="",
    metavar="URL",
    help="the address that people use, such as https://craps.example at a proxy.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="a proxy whose X-Forwarded-For and X-Forwarded-Proto count; may be repeated.",
)
@DATABASE
@dice_key("the key of the sealed dice; made if there is none. [default: beside the SQLite file]")
@click.option(
    "--rules",
    multiple=True,
    metavar="HOUSE",
    help=f"a house to open a table of, if there are no tables: {', '.join(BOOKS)}, and no file; may be "
    "repeated. [default: all]",
)
@click.option(
    "--limits", default="5:500", show_default=True, metavar="MIN:MAX[:UNIT]", help="limits of these tables."
)
@click.option(
    "--open-table",
    "more",
    multiple=True,
    metavar="TABLE",
    help="open one more table, such as 'nsw limits=10:1000 pace=shooter dice=entered title=Friday'.",
)
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="BOT",
    help="a system that plays at the first table: 'Molly 500 three_point_molly' or 'Bea 50 best.json'.",
)
@click.option(
    "--bots-by",
    type=click.Choice(("opener", "supervisor")),
    default="opener",
    show_default=True,
    help="who may seat bots: supervisors alone, or whoever opened the table too.",
)
@click.option(
    "--keep-unlisted",
    "keep_days",
    default=8,
    show_default=True,
    type=Whole(0, 3650),
    metavar="DAYS",
    help="close a table that the lobby does not show when nobody came for so long; 0 for never.",
)
@click.option(
    "--keep-listed",
    "listed_days",
    default=1,
    show_default=True,
    type=Whole(0, 3650),
    metavar="DAYS",
    help="the same for a table of the lobby that a person opened.",
)
@click.option(
    "--gift",
    default="1000",
    show_default=True,
    type=Dollars(),
    metavar="DOLLARS",
    help="play money for everybody who is new.",
)
@click.option(
    "--more-money",
    type=click.Choice(get_args(MoneyRule)),
    default="asked",
    show_default=True,
    help="more play money for people who ask: never, once an hour if they have hardly any, or once a day.",
)
@click.option(
    "--more-up-to",
    type=Dollars(),
    metavar="DOLLARS",
    help="what they have then in all. [default: as much as somebody who is new]",
)
@click.option("--no-lab", is_flag=True, help="answer no questions to the lab.")
@click.option(
    "--lab-processes",
    default=2,
    show_default=True,
    type=Whole(1, 64),
    metavar="N",
    help="how many questions to the lab are worked on at once, at the lowest priority.",
)
def command(
    *,
    host: str,
    port: int,
    lan: bool,
    public: str,
    proxies: tuple[str, ...],
    database: str,
    key_file: str,
    rules: tuple[str, ...],
    limits: str,
    more: tuple[str, ...],
    bots: tuple[str, ...],
    bots_by: str,
    keep_days: int,
    listed_days: int,
    gift: str,
    more_money: MoneyRule,
    more_up_to: str | None,
    no_lab: bool,
    lab_processes: int,
) -> None:
    """Open the house: live tables that people share, with play money, in a database.

    It stops with Ctrl-C, once the dice rest, and goes on where it was when it is opened again.
    """
    tables = tuple(_titled(settings_of(NewTable(rules=house, limits=limits))) for house in rules or BOOKS)
    how = heavy.serving.Serving(
        host=_EVERYWHERE if lan else host,
        port=port,
        address=heavy.serving.lan_address() if lan else "",
        database=database,
        key_file=key_file,
        tables=tables,
        more=tuple(settings_of(read_table(words)) for words in more),
        bots=tuple(map(_bot, bots)),
        openers_seat_bots=bots_by == "opener",
        limits=heavy.QuotaLimits(keep_unlisted_ms=keep_days * DAY_MS, keep_listed_ms=listed_days * DAY_MS),
        gift=dollars(gift),
        more_money=PlayMoney(more_money, dollars(more_up_to or gift)),
        public=public,
        proxies=proxies,
        lab=None if no_lab else _lab(lab_processes),
    )
    if missing := heavy.missing_page():
        click.secho(missing, fg="yellow", err=True)
    heavy.serving.run(how, partial(_say_with_code if lan else _say, place_of(database)))
    click.echo("The house is closed.")


def _bot(words: str) -> NewBot:
    """A bot from words. Only here its system may be a file; the house gets its content.

    Raises:
        BankcrapsError: if the words or the file cannot be read.
    """
    bot = read_bot(words)
    if bot.system.partition(":")[0] in library():
        return bot
    return replace(bot, system=saved_text(system(bot.system)))


def _lab(processes: int) -> "heavy.LabLimits":
    """The limits of a lab beside tables, which leaves a process for somebody else if it has several."""
    return heavy.LabLimits(processes=processes, each_at_once=max(1, processes - 1), yields=True)


def _titled(table: "TableSettings") -> "TableSettings":
    """A table named after its house."""
    return replace(table, title=load_rulebook(table.rules).title)


def place_of(database: str) -> str:
    """Say where a database is, without the password of its URL.

    >>> place_of("postgresql://ann:secret@db.example:5432/house?sslmode=require")
    'postgresql://db.example:5432/house'
    """
    if not database.startswith(("postgresql://", "postgres://")):
        return str(Path(database).absolute())
    parts = urlsplit(database)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def _say(place: str, opened: "heavy.serving.Opened") -> None:
    click.secho(f"The house is open at {opened.address}", bold=True)
    click.echo(f"At another terminal: bankcraps join {opened.address} NAME")
    click.echo(f"All that happens is kept in {place}")
    for title, table in opened.tables:
        click.echo(f"The table {title} is {opened.address}/tables/{table}")
    if opened.passphrase:
        click.echo(
            f"The first supervisor is House, with the passphrase {opened.passphrase}. It is shown only now."
        )
    click.echo("Ctrl-C closes the house. It goes on where it was when it is opened again.")


def _say_with_code(place: str, opened: "heavy.serving.Opened") -> None:
    """Show the address as a QR code for phones, and say it."""
    import qrcode  # noqa: PLC0415 - only with --lan

    code = qrcode.QRCode(border=2)
    code.add_data(opened.address)
    code.print_ascii(out=sys.stdout, invert=True)
    click.echo("Everybody in your network can now open this address.")
    _say(place, opened)
