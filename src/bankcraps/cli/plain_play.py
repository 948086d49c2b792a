"""A local table through a pipe: reads one event per line, and writes its effects."""

import re
import sys
from collections.abc import Callable, Iterable
from typing import Final

import click

from bankcraps.cli.encoding import echo_json, seen, unreadable_line
from bankcraps.cli.plain import MAX_LINE, QUIT_LINE, answer_line, is_skipped, show_refusal, text_of
from bankcraps.errors import BankcrapsError, NotationError
from bankcraps.game.chance import dice_from
from bankcraps.game.engine import Step
from bankcraps.game.engine.events import Rolled
from bankcraps.game.notation import Understood, read, tell, tell_refusal
from bankcraps.game.table import Table

__all__ = ["play_lines"]

_BARE_ROLL: Final = re.compile(r"\s*(roll|throw|shoot)\s*", re.IGNORECASE)


def play_lines(table: Table, seed: int | None, sync: Callable[[], None], *, as_json: bool) -> int:
    """Play the lines of standard input. Empty lines and lines that begin with # are skipped.

    Returns:
        The number of lines that could not be read. A refusal is an answer, so it does not count.
    """
    unreadable = 0
    dice = dice_from(seed)
    for number, line in enumerate(_lines(), 1):
        if is_skipped(line):
            continue
        if QUIT_LINE.fullmatch(line):
            break
        if not as_json and answer_line(line, table, _only_player(table)):
            continue
        try:
            bare = _BARE_ROLL.fullmatch(line)
            meant = Understood((Rolled(dice()),)) if bare else table.understood(read(line))
        except NotationError as error:
            unreadable += 1
            _show_unreadable(table, number, error, as_json=as_json)
            continue
        steps = table.do_all(meant.events)
        if as_json:
            _show_json(table, number, meant, steps)
        else:
            _show_words(table, meant, steps)
        sync()
    return unreadable


def _only_player(table: Table) -> str:
    return table.state.seats[0].name if len(table.state.seats) == 1 else ""


def _lines() -> Iterable[str]:
    """Yield the lines of standard input.

    Raises:
        BankcrapsError: for a line that may never end, or if standard input is closed.
    """
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - so it is under `<&-`
        raise BankcrapsError("there is nothing to play: standard input is closed")
    while raw := sys.stdin.buffer.readline(MAX_LINE + 1):
        if len(raw) > MAX_LINE:
            raise BankcrapsError(f"a line is longer than {MAX_LINE:,} bytes; is this a script for a table?")
        yield text_of(raw)


def _show_unreadable(table: Table, number: int, error: NotationError, *, as_json: bool) -> None:
    if as_json:
        echo_json(seen(number, (), unreadable_line(error), (), table.rulebook, table.state))
    else:
        click.echo(error.pointed())


def _show_json(table: Table, number: int, meant: Understood, steps: list[Step]) -> None:
    refusal = steps[-1].refusal if steps else None
    effects = [effect for step in steps for effect in step.effects]
    shown = seen(number, meant.events, refusal, effects, table.rulebook, table.state)
    left_out = [left.words(table.rulebook) for left in meant.left_out]
    echo_json(shown | ({"left_out": left_out} if left_out else {}))


def _show_words(table: Table, meant: Understood, steps: list[Step]) -> None:
    for step in steps:
        if step.refusal is not None:
            show_refusal(tell_refusal(step.refusal, table.rulebook), step.refusal.clause)
        for effect in step.effects:
            click.echo(tell(effect, table.rulebook))
    for left in meant.left_out:
        click.echo(left.words(table.rulebook))
