"""`bankcraps strategies`: list the betting systems, show one, or check a text."""

import sys

import click

from bankcraps.cli.columns import echo_json
from bankcraps.errors import BankcrapsError
from bankcraps.game.rulebook import BOOKS, Rulebook, load_rulebook
from bankcraps.strategies.checking import check, options_that_allow
from bankcraps.strategies.library import library, system
from bankcraps.strategies.policy import Policy
from bankcraps.strategies.text.program import SystemTextError
from bankcraps.strategies.trials import is_trial, run_trial

_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


class _Systems(click.Group):
    """A group of commands. Any other word is the name of a system to show."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or else one that shows the system of that name."""
        found = super().get_command(ctx, cmd_name)
        if found is not None:
            return found

        def shown(*, as_json: bool) -> None:
            _show(cmd_name, as_json=as_json)

        flag = click.Option(["--json", "as_json"], is_flag=True, help="Print JSON.")
        return click.Command(cmd_name, callback=shown, params=[flag], help=f"Show {cmd_name}.")


@click.group(
    "strategies", cls=_Systems, invoke_without_command=True, subcommand_metavar="[NAME | check FILE...]"
)
@_JSON
@click.pass_context
def command(ctx: click.Context, *, as_json: bool) -> None:
    """List the betting systems. With a NAME, show its text, its origin and the houses that allow it."""
    if ctx.invoked_subcommand is not None:
        return
    if as_json:
        echo_json([{"system": name, "about": named.about} for name, named in library().items()], pretty=True)
        return
    widest = max(map(len, library()))
    for name, named in library().items():
        click.echo(f"{name:<{widest}}  {named.about}")


def _show(name: str, *, as_json: bool) -> None:
    found = system(name)
    named = library().get(name.partition(":")[0])
    houses = {book: check(found, load_rulebook(book)) for book in BOOKS}
    also = [spec for book, no in houses.items() if no for spec in options_that_allow(found, book)]
    if as_json:
        about = {"about": named.about, "origin": named.origin} if named else {}
        allowed = {"houses": [book for book, no in houses.items() if not no] + also}
        problems = {"problems": {book: no for book, no in houses.items() if no}}
        echo_json({"system": found.name, **about, "text": found.text, **allowed, **problems}, pretty=True)
        return
    click.echo(f"{found.name}: {named.about}" if named else found.name)
    click.echo()
    for line in found.text.splitlines():
        click.echo(f"    {line}")
    click.echo()
    if named:
        click.echo(f"origin: {named.origin}\n")
    for book, problems in houses.items():
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        click.echo(f"{book:<16} {problems[0] if problems else 'allows it'}{more}")
    for spec in also:
        click.echo(f"{spec} allows it")


@command.command("check")
@click.argument("given", metavar="FILE...", nargs=-1, required=True)
@click.option("--rules", metavar="BOOK")
@_JSON
def check_files(*, given: tuple[str, ...], rules: str | None, as_json: bool) -> None:
    """Check that each FILE is a valid system, or that a test of a system holds.

    FILE may also be a name, or the text itself. The first line of a test is `test SYSTEM`.
    With --json, each prints one object.
    """
    book = None if rules is None else load_rulebook(rules)
    held = [_holds(one, book, as_json=as_json) for one in given]
    sys.exit(0 if all(held) else 1)


def _holds(file: str, book: Rulebook | None, *, as_json: bool) -> bool:
    """Check a system or a test of one, print what was found, and say whether it is right."""
    trial = is_trial(file)
    try:
        found, lines = (None, run_trial(file)) if trial else (system(file), 0)
    except BankcrapsError as error:
        _print_error(error, as_json=as_json)
        return False
    if found is not None:
        return _check(found, book, as_json=as_json)
    if as_json:
        echo_json({"ok": True, "lines": lines}, pretty=True)
    else:
        click.echo(f"{file}: all {lines} lines hold")
    return True


def _check(found: Policy, book: Rulebook | None, *, as_json: bool) -> bool:
    problems = check(found, book) if book else []
    if as_json:
        echo_json({"ok": not problems, "text": found.text, "problems": problems}, pretty=True)
        return not problems
    for problem in problems:
        click.echo(f"{book.id if book else ''}: {problem}", err=True)
    if not problems:
        click.echo(f"a valid system{f', and {book.id} allows it' if book else ''}:\n")
        click.echo("\n".join(f"    {line}" for line in found.text.splitlines()))
    return not problems


def _print_error(error: BankcrapsError, *, as_json: bool) -> None:
    if as_json:
        place: dict[str, object] = {"message": str(error), "line": None, "column": None, "word": None}
        if isinstance(error, SystemTextError) and error.line is not None:
            place |= {"line": error.line, "column": error.column, "word": error.word}
        echo_json({"ok": False, **place}, pretty=True)
        return
    click.echo(error.pointed() if isinstance(error, SystemTextError) else f"bankcraps: {error}", err=True)
