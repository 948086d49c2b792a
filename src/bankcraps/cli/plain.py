"""A table through a pipe: the common parts of `play` and `join`, which read lines and write words or JSON."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from bankcraps.errors import BankcrapsError
from bankcraps.game.notation.questions import question
from bankcraps.game.notation.usage import HELP, MEANINGS, USAGE
from bankcraps.game.rulebook import Rulebook

if TYPE_CHECKING:
    from bankcraps.terminal.play.table_view import ShownTable

__all__ = [
    "MAX_LINE",
    "QUIT_LINE",
    "answer_line",
    "check_all_read",
    "help_line",
    "help_word",
    "is_skipped",
    "plain_options",
    "show_refusal",
    "text_of",
]

F = TypeVar("F", bound=Callable[..., Any])

MAX_LINE: Final = 2**16
"""The most bytes of a line. /dev/zero, for example, never ends its line."""

QUIT_LINE: Final = re.compile(r"\s*(?:quit|exit)\s*", re.IGNORECASE)
_HELP_LINE: Final = re.compile(r"\s*(?:help|\?)(?:\s+(\S+).*)?\s*", re.IGNORECASE)
_SCREEN_WORD: Final = re.compile(r"\s*(status|wagers|bets|stats)\s*", re.IGNORECASE)


def plain_options(command: F) -> F:
    """The options `--plain` and `--json`."""
    as_json = "like --plain, but write one JSON object per line."
    command = click.option("--json", "as_json", is_flag=True, help=as_json)(command)
    plain = "read lines from standard input and write what happens."
    return click.option("--plain", is_flag=True, help=plain)(command)


def text_of(raw: bytes) -> str:
    """Return a line as text, whatever bytes it holds."""
    return raw.decode("utf-8", errors="replace").rstrip("\r\n")


def is_skipped(line: str) -> bool:
    """Whether a line is empty, or a remark."""
    return not line.strip() or line.lstrip().startswith("#")


def answer_line(line: str, table: "ShownTable", who: str) -> bool:
    """Answer a request for help, a word of the screen such as `status`, or a question.

    Returns:
        Whether the line was one of these.
    """
    word = help_word(line)
    if word is not None:
        _show_help(word, table.rulebook)
        return True
    found = _SCREEN_WORD.fullmatch(line)
    asked, about = (found[1].lower(), "") if found else question(line) or ("", "")
    if not asked:
        return False
    if asked == "help":
        _explain(about.lower(), table.rulebook)
        return True
    if asked == "stats":
        click.echo("stats is for the full screen; say status for what you have")
        return True
    from bankcraps.terminal.play.commands import answer  # noqa: PLC0415 - a pipe loads no screen unless somebody asks

    for said in answer("status" if asked == "status" else "wagers", table, who):
        click.echo(said.text)
    return True


def help_word(line: str) -> str | None:
    """Return the word that a line asks help for, empty for help with all; None for any other line."""
    found = _HELP_LINE.fullmatch(line)
    return None if found is None else (found[1] or "").lower()


def _show_help(word: str, book: Rulebook) -> None:
    """List all words with an example and a meaning, or explain one under the rules of a house."""
    if word:
        _explain(word, book)
        return
    for group, words in HELP.items():
        click.echo(group)
        for name in words:
            click.echo(f"  {_usage_line(name)}")


def _explain(word: str, book: Rulebook) -> None:
    """Explain a word as the terminal table does."""
    from bankcraps.terminal.play.help import help_on  # noqa: PLC0415 - as above

    (word, _), *parts = help_on(book, word, commands=False)
    if word not in USAGE:
        click.echo(f"{word!r} is not a command; say help for the list")
        return
    click.echo(_usage_line(word))
    for heading, lines in parts:
        for line in ([heading] if heading else []) + [f"  {name:<12} {says}" for name, says in lines]:
            click.echo(line.rstrip())


def _usage_line(word: str) -> str:
    """An example of a word, and its meaning unless the example shows it."""
    return help_line(USAGE[word], MEANINGS.get(word, ""))


def help_line(example: str, about: str) -> str:
    """An example with its effect beside it."""
    return f"{example:<32} {about}".rstrip()


def show_refusal(message: str, clause: str | None, advice: str = "") -> None:
    """Write why something was refused, the clause, and what to do instead."""
    cited = f" [{clause}]" if clause else ""
    click.echo(f"refused: {message}{cited}{advice}")


def check_all_read(unreadable: int) -> None:
    """Raise `BankcrapsError` with the number of lines that could not be read, if there are any."""
    if unreadable:
        lines = "1 line" if unreadable == 1 else f"{unreadable} lines"
        raise BankcrapsError(f"{lines} could not be read")
