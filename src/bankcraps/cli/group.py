"""The commands of `bankcraps`, and the line that each error has. A command loads only when it is used."""

import os
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Final

import click

from bankcraps import __version__
from bankcraps.errors import BankcrapsError, NotationError, did_you_mean, printable, quoted
from bankcraps.support.extras import lacking
from bankcraps.support.files import shipped_rows

_TEXTS: Final = shipped_rows("bankcraps.cli", "commands.txt")
_OPTIONS: Final = shipped_rows("bankcraps.cli", "options.txt")

COMMANDS: Final = dict(_TEXTS["commands"])


def _with_texts(command: click.Command, path: str) -> click.Command:
    """A command and those below it, with the help of options that have none, and examples at its end."""
    lines = [f"  {line}" for line, _ in _TEXTS[path]]
    command.epilog = "\n".join(("\b", "Examples:", *lines))
    options = dict(_OPTIONS["every command"]) | dict(_OPTIONS.get(path.removeprefix("bankcraps "), ()))
    for option in command.params:
        if isinstance(option, click.Option) and option.help is None:
            option.help = options.get(option.name or "")
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        _with_texts(below, f"{path} {below.name}")
    return command


class _Lazy(click.Group):
    """A group that imports a command only to run it, and lists all without importing any."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the list above."""
        del ctx
        return list(COMMANDS)

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
        if name not in COMMANDS and (near := did_you_mean(name, COMMANDS)):
            ctx.fail(f"No such command {quoted(name)}{near}")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        found = import_module(f"bankcraps.cli.commands.{cmd_name.replace('-', '_')}").command
        return _with_texts(found, f"bankcraps {cmd_name}")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands with their lines, without importing any."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, package_name="bankcraps")
def _bankcraps() -> None:
    """Casino craps: play at a table, and compute exact odds of wagers and betting systems.

    README.md shows each command at work. docs/mathematics.md says how the figures are computed, and in which
    file of the source.
    """


_with_texts(_bankcraps, "bankcraps")


def _warning_line(
    message: Warning | str, category: type[Warning], filename: str, lineno: int, line: str | None = None
) -> str:
    """One of our warnings as a sentence, without its place in the code."""
    if category.__module__.startswith("bankcraps."):
        return f"bankcraps: {message}\n"
    return _python_line(message, category, filename, lineno, line)


_python_line: Final = warnings.formatwarning


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit status. Bad input ends with a sentence on standard error.

    Raises:
        KeyboardInterrupt: after Ctrl-C.
        BrokenPipeError: if nobody reads what is written.
    """
    warnings.formatwarning = _warning_line
    try:
        if "_BANKCRAPS_COMPLETE" in os.environ:  # a shell asks how a word goes on
            _bankcraps(prog_name="bankcraps")
        with _bankcraps.make_context("bankcraps", list(arguments)) as context:
            _bankcraps.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.Abort as end:
        if not isinstance(end.__context__, EOFError):
            raise KeyboardInterrupt from None
        said = "bankcraps: the input ended before a question was answered"
    except (click.ClickException, BankcrapsError, ModuleNotFoundError, OSError) as error:
        why = _why(error)
        if why is None:
            raise
        said = why if isinstance(error, click.exceptions.NoArgsIsHelpError) else f"bankcraps: {why}"
    else:
        return 0
    click.echo(said, err=True)
    return 1


def _why(error: click.ClickException | BankcrapsError | ModuleNotFoundError | OSError) -> str | None:
    """The sentence of an error; None if it is our mistake, or nobody reads what is written."""
    match error:
        case click.exceptions.NoArgsIsHelpError():
            return error.format_message()
        case click.ClickException():
            return _plain(error)
        case NotationError():
            return f"not understood\n{error.pointed()}"
        case BankcrapsError():
            return printable(str(error), lines=True) + (f" ({error.option})" if error.option else "")
        case ModuleNotFoundError():
            without = lacking(error.name)
            return None if without is None else str(without)
        case OSError(filename=None) if not isinstance(error, BrokenPipeError):
            return f"the answer cannot be written: {error.strerror}"
        case _:
            return None


def _plain(error: click.ClickException) -> str:
    """An error of Click as one of our sentences, with the command whose help says more."""
    said = error.format_message().rstrip(".")
    said = said[:1].lower() + said[1:]
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{said} ({context.command_path} --help)" if context else said
