"""`bankcraps serve`: open the house, so that people can share tables."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Final, Literal, TypedDict, Unpack
from urllib.parse import urlsplit

import click
from msgspec.structs import replace

from bankcraps.analysis.lab_options import Option
from bankcraps.cli import heavy
from bankcraps.cli.keeping.personal_data import DATABASE, DICE_KEY
from bankcraps.cli.options import OPTION_HELP, Whole, asks
from bankcraps.game.chips import dollars
from bankcraps.game.rulebook import BOOKS, load_rulebook
from bankcraps.live.log.settings import DAY_MS
from bankcraps.live.people.lobby import NewBot, NewTable, read_bot, read_table, settings_of
from bankcraps.live.people.play_money import MoneyRule, PlayMoney
from bankcraps.strategies.library import library, saved_text, system

_LOOPBACK: Final = "127.0.0.1"
_EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - only with --lan, which says so
_DAYS: Final = {"type": Whole(0, 3650)}
_SAYS: Final = dict(OPTION_HELP["serve"])


class _Address(TypedDict):
    """Where the house listens."""

    host: Annotated[str, Option(_SAYS["host"], "ADDRESS", _LOOPBACK)]
    port: Annotated[int, Option(_SAYS["port"], default=8420, click={"type": Whole(0, 65535)})]
    lan: Annotated[bool, Option(_SAYS["lan"])]
    public_url: Annotated[str | None, Option(_SAYS["public_url"], "URL")]
    proxy: Annotated[tuple[str, ...], Option(_SAYS["proxy"], "ADDRESS")]


class _Tables(TypedDict):
    """The tables that it opens, and who plays there."""

    house: Annotated[tuple[str, ...], Option(_SAYS["house"].format(books=", ".join(BOOKS)), "HOUSE")]
    limits: Annotated[str, Option(_SAYS["limits"], "MIN:MAX[:UNIT]", "5:500")]
    open_table: Annotated[tuple[str, ...], Option(_SAYS["open_table"], "TABLE")]
    bot: Annotated[tuple[str, ...], Option(_SAYS["bot"], "BOT")]
    bots_by: Annotated[Literal["opener", "supervisor"], Option(_SAYS["bots_by"], default="opener")]
    keep_unlisted: Annotated[int, Option(_SAYS["keep_unlisted"], "DAYS", 8, click=_DAYS)]
    keep_listed: Annotated[int, Option(_SAYS["keep_listed"], "DAYS", 1, click=_DAYS)]
    gift: Annotated[str, Option(_SAYS["gift"], "DOLLARS", "1000")]
    more_money: Annotated[MoneyRule, Option(_SAYS["more_money"], default="asked")]
    more_up_to: Annotated[str | None, Option(_SAYS["more_up_to"], "DOLLARS")]
    no_lab: Annotated[bool, Option(_SAYS["no_lab"])]
    lab_processes: Annotated[int, Option(_SAYS["lab_processes"], "N", 2, click={"type": Whole(1, 64)})]


class _Options(_Address, _Tables):
    """The settings of a house that is served."""


@click.command("serve")
@asks(_Address)
@DATABASE
@DICE_KEY
@asks(_Tables)
def command(*, database: str, key_file: str, **options: Unpack[_Options]) -> None:
    """Open the house: live tables that people share, with play money, in a database.

    It stops with Ctrl-C, once the dice rest, and goes on where it was when it is opened again.
    """
    lan, limits, gift = options["lan"], options["limits"], options["gift"]
    how = heavy.serving.Serving(
        host=_EVERYWHERE if lan else options["host"],
        port=options["port"],
        address=heavy.serving.lan_address() if lan else "",
        database=database,
        key_file=key_file,
        tables=tuple(
            replace(settings_of(NewTable(rules=house, limits=limits)), title=load_rulebook(house).title)
            for house in options["house"] or BOOKS
        ),
        more=tuple(settings_of(read_table(words)) for words in options["open_table"]),
        bots=tuple(map(_bot, options["bot"])),
        openers_seat_bots=options["bots_by"] == "opener",
        limits=heavy.QuotaLimits(
            keep_unlisted_ms=options["keep_unlisted"] * DAY_MS, keep_listed_ms=options["keep_listed"] * DAY_MS
        ),
        gift=dollars(gift),
        more_money=PlayMoney(options["more_money"], dollars(options["more_up_to"] or gift)),
        public=options["public_url"] or "",
        proxies=options["proxy"],
        lab=None if options["no_lab"] else _lab(options["lab_processes"]),
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
    code = heavy.QRCode(border=2)
    code.add_data(opened.address)
    code.print_ascii(out=sys.stdout, invert=True)
    click.echo("Everybody in your network can now open this address.")
    _say(place, opened)
