"""Spreadsheets as CSV, with money in dollars and times in UTC."""

import csv
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from io import StringIO

__all__ = ["dollars", "moment", "sheet", "text"]


def moment(at: int) -> str:
    """Return a time, in milliseconds since 1970, as a spreadsheet reads it."""
    return f"{datetime.fromtimestamp(at // 1000, UTC):%Y-%m-%d %H:%M:%S}"


def dollars(cents: int) -> str:
    """Return a sum in dollars with two decimals."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def text(said: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{said}" if said.startswith(("=", "+", "-", "@", "\t", "\r")) else said


def sheet(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return rows below a head as CSV."""
    written = StringIO()
    into = csv.writer(written)
    into.writerow(head)
    into.writerows(rows)
    return written.getvalue()
