"""`bankcraps rules`: the books, one book, its clauses, two books side by side, a book of your own."""

import sys
from typing import Final

import click

from bankcraps.cli.columns import echo_json, echo_left
from bankcraps.errors import RulebookError
from bankcraps.game.rulebook import BOOKS, Clause, Rulebook, clauses_of, load_rulebook
from bankcraps.game.rulebook.listing import differences, listing
from bankcraps.game.rulebook.section import clause_of

_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group("rules", invoke_without_command=True)
@_JSON
@click.pass_context
def command(ctx: click.Context, *, as_json: bool) -> None:
    """List the rulebooks; with a command, show, compare or check them."""
    if ctx.invoked_subcommand is not None:
        return
    books = [load_rulebook(name) for name in BOOKS]
    if as_json:
        echo_json([_summary(book) for book in books], pretty=True)
        return
    for book in books:
        click.echo(f"{book.id:<16} {book.title}: {book.about}")


def _summary(book: Rulebook) -> dict[str, object]:
    return {
        "house": book.id,
        "title": book.title,
        "about": book.about,
        "document": book.document,
        "digest": book.digest,
        "wagers": [kind.value for kind in book.wagers],
        "options": {name: list(option.choices) for name, option in book.options.items()},
        "chosen": book.chosen,
    }


@command.command()
@click.argument("book")
@_JSON
def show(*, book: str, as_json: bool) -> None:
    """Show every value of BOOK with its source."""
    loaded = load_rulebook(book)
    if as_json:
        lines = {line.key: {"value": line.value, "source": line.source} for line in listing(loaded)}
        echo_json({**_summary(loaded), "values": lines}, pretty=True)
        return
    click.echo(f"{loaded.title} ({loaded.id} {loaded.digest})\n{loaded.about}\n")
    echo_left((), [(line.key, line.value, line.source) for line in listing(loaded)])


@command.command()
@click.argument("book")
@click.argument("clause", required=False)
@_JSON
def clauses(*, book: str, clause: str | None, as_json: bool) -> None:
    """List the clauses of BOOK's document, or one CLAUSE and those below it."""
    index = clauses_of(load_rulebook(book).id)
    found = [c for c in index if clause is None or c.id == clause or c.id.startswith(f"{clause}.")]
    if not found:
        message = f"{book} has no clause {clause}; see: bankcraps rules clauses {book}"
        raise RulebookError(message)
    if as_json:
        echo_json(found, pretty=True)
        return
    for one in found:
        _show_clause(one)


def _show_clause(clause: Clause) -> None:
    click.echo(f"{clause.id:<24} {clause.kind:<9} {clause.says}")
    for label, text in (("outside because", clause.why), ("read as", clause.note)):
        if text:
            click.echo(f"{'':<34} ({label}: {text})")


@command.command()
@click.argument("first")
@click.argument("second")
@_JSON
def diff(*, first: str, second: str, as_json: bool) -> None:
    """Show the values in which two books differ, each with its clause."""
    found = differences(load_rulebook(first), load_rulebook(second))
    if as_json:
        echo_json(found, pretty=True)
        return
    rows = [
        (d.key, d.first or "-", _clause(d.first_source), d.second or "-", _clause(d.second_source))
        for d in found
    ]
    echo_left(("", first, "clause", second, "clause"), rows, _WIDEST)


_WIDEST: Final = 20
"""The width of a column of two books side by side."""


def _clause(source: str | None) -> str:
    """The clause of a source; a convention without its reason."""
    return clause_of(source or "")


@command.command()
@click.argument("file")
@_JSON
def check(*, file: str, as_json: bool) -> None:
    """Check that FILE is a valid rulebook."""
    try:
        book = load_rulebook(file)
    except RulebookError as error:
        if not as_json:
            raise
        echo_json({"ok": False, "message": str(error), "key": error.key, "line": error.line}, pretty=True)
        sys.exit(1)
    if as_json:
        echo_json({"ok": True, **_summary(book)}, pretty=True)
        return
    click.echo(f"{file}: a good rulebook ({book.title}, {len(book.wagers)} kinds of wager)")
