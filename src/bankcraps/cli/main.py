"""The command `bankcraps`. A subcommand loads only when it is used."""

import sys
import warnings
from importlib import import_module
from typing import Final

import click

from bankcraps import __version__
from bankcraps.errors import BankcrapsError, NotationError, did_you_mean, printable, quoted
from bankcraps.extras import lacking

__all__ = ["main"]

_COMMANDS: Final = {
    "play": "play at a table, in the terminal or through a pipe",
    "join": "play at a live table of a house, in the terminal or through a pipe",
    "serve": "open the house: live tables that people share",
    "admin": "the people and tables of a house: roles, passphrases, money",
    "audit": "check the logs, the books and the dice of a house from nothing",
    "verify": "check sealed dice: commitment, seeds, secret and faces of each throw",
    "export": "a table, an evening or a player as a record, a log or Parquet",
    "dice-stream": "the raw bytes of the sealed dice, for batteries of tests",
    "rules": "list the rulebooks; show, clauses, diff and check are commands of it",
    "odds": "the exact house edge of every wager; houses side by side",
    "hand": "how long a shooter's hand lasts; points and passes",
    "session": "what a betting system does to a bankroll: exact probabilities",
    "risk": "the risk of ruin by bankroll, and the bankroll a given risk needs",
    "simulate": "the same by simulation: many sessions on seeded dice",
    "compare": "several betting systems on the same dice",
    "explain": "one simulated session, throw by throw",
    "chain": "the Markov chain of a betting system at a house",
    "best": "the best play to a goal: what to bet with each sum, and the proof",
    "lab": "the odds lab as a page, for you alone",
    "strategies": "list the betting systems; NAME shows one, check FILE checks yours",
    "drill": "a dealer's drill: pay and take the wagers of a throw, in order",
    "replay": "play a record again and verify the table after every event",
    "perft": "count the tree of throws from a position",
    "schema": "the JSON Schema of events, effects, states and results",
}


class _Lazy(click.Group):
    """A group that imports a command only to run it, and lists all without importing any."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table above."""
        del ctx
        return list(_COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is named first. `help NAME` is `NAME --help`."""
        name, *rest = args
        if name == "help" and rest:
            return self.resolve_command(ctx, [*rest, "--help"])
        if name == "help":
            click.echo(ctx.get_help())
            ctx.exit()
        if name not in _COMMANDS and (near := did_you_mean(name, _COMMANDS)):
            ctx.fail(f"No such command {quoted(name)}{near}")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        del ctx
        if cmd_name not in _COMMANDS:
            return None
        return import_module(f"bankcraps.cli.commands.{cmd_name.replace('-', '_')}").command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands with their lines, without importing any."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, package_name="bankcraps")
def _bankcraps() -> None:
    """Casino craps: play at a table, and compute exact odds of wagers and betting systems.

    README.md shows each command at work. docs/mathematics.md says how the figures are computed, and in which
    file of the source.
    """


def _warning_line(
    message: Warning | str, category: type[Warning], filename: str, lineno: int, line: str | None = None
) -> str:
    """One of our warnings as a sentence, without its place in the code."""
    if category.__module__.startswith("bankcraps."):
        return f"bankcraps: {message}\n"
    return _python_line(message, category, filename, lineno, line)


_python_line: Final = warnings.formatwarning


def main() -> None:
    """Run a command. Bad input ends with a sentence on standard error, not with a traceback."""
    warnings.formatwarning = _warning_line
    try:
        _bankcraps(prog_name="bankcraps")
    except NotationError as error:
        click.echo(f"bankcraps: not understood\n{error.pointed()}", err=True)
        sys.exit(1)
    except BankcrapsError as error:
        option = f" ({error.option})" if error.option else ""
        click.echo(f"bankcraps: {printable(str(error), lines=True)}{option}", err=True)
        sys.exit(1)
    except ModuleNotFoundError as error:
        without = lacking(error.name)
        if without is None:
            raise
        click.echo(f"bankcraps: {without}", err=True)
        sys.exit(1)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        if error.filename is not None:
            raise
        click.echo(f"bankcraps: the answer cannot be written: {error.strerror}", err=True)
        sys.exit(1)
