"""`bankcraps audit`: check the logs and the books of a house from nothing."""

import sys

import click

from bankcraps.cli.encoding import echo_json
from bankcraps.house.audit import Problem, TableAudit, audit_balances, audit_table


@click.command("audit")
@click.option(
    "--database",
    default="bankcraps.db",
    show_default=True,
    metavar="URL",
    help="an SQLite file, or a postgresql:// URL.",
)
@click.option("--head", metavar="HASH", help="a published head that the one table named must end with.")
@click.option("--json", "as_json", is_flag=True, help="print the result as JSON.")
@click.argument("table", required=False)
def command(*, database: str, head: str | None, as_json: bool, table: str | None) -> None:
    """Check every log and every balance of a house, or the log of one TABLE.

    The rows are chained again, every event is judged again, every move of chips and every sealed throw is
    computed again. Exits with a non-zero status if anything is wrong, and says where.
    """
    from bankcraps.server.stores.opening import open_store  # noqa: PLC0415 - databases load only where needed

    if head is not None and table is None:
        raise click.UsageError("--head needs the table whose log it is the head of")
    store = open_store(database)
    audits = [
        audit_table(
            info.table,
            ((row.seq, row.body, row.hash) for row in store.rows(info.table)),
            (move for _, move in store.moves(info.table)),
            seq=info.seq,
            head=head or info.head,
        )
        for info in store.tables()
        if table in (None, info.table)
    ]
    problems = [one.problem for one in audits if one.problem is not None]
    if table is None and not problems:
        problems += audit_balances(audits, store.balances())
    store.close()
    if as_json:
        echo_json({"tables": [_plain(one) for one in audits], "problems": problems}, pretty=True)
    else:
        _show(audits, problems)
    sys.exit(1 if problems or not audits else 0)


def _plain(audit: TableAudit) -> dict[str, object]:
    names = ("table", "rows", "head", "thrown", "withheld")
    return {name: getattr(audit, name) for name in names}


def _show(audits: list[TableAudit], problems: list[Problem]) -> None:
    for one in audits:
        sealed = f", {one.thrown:,} sealed throws checked, {one.withheld:,} withheld" if one.thrown else ""
        click.echo(f"{one.table}: {one.rows:,} rows{sealed}, head {one.head}")
    for problem in problems:
        click.secho(str(problem), fg="red")
    if not audits:
        click.echo("there is no such table")
    elif not problems:
        click.secho("The logs are whole, and the books balance.", bold=True)
