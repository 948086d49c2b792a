"""A progress bar for long work, shown only on a terminal."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

import click

__all__ = ["progress_bar"]


@contextmanager
def progress_bar(rows: int = 0) -> Generator[Callable[[int], None]]:
    """Show to standard error how many rows are done: as a bar, or as a number where nobody knows of how many.

    Args:
        rows: their number; 0 if nobody knows.

    Yields:
        A function to call with the number of rows done since its last call.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
    elif rows:
        with click.progressbar(range(rows), label="rows", show_pos=True, file=sys.stderr) as bar:
            yield bar.update
    else:
        done = 0

        def more(some: int) -> None:
            nonlocal done
            done += some
            click.echo(f"\rrows  {done:,}", nl=False, err=True)

        try:
            yield more
        finally:
            click.echo(err=True)
