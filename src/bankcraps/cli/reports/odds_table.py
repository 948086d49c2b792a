"""Prints wagers: many as a table, few with every figure; equal ones share a line."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

import click
import msgspec

from bankcraps.cli.columns import echo_columns, echo_left, echo_notes, fraction, room
from bankcraps.house_edge.edge import WagerEdge, percent
from bankcraps.house_edge.house_comparison import WagerByHouse
from bankcraps.support.files import shipped_rows
from bankcraps.support.structs import grouped

if TYPE_CHECKING:
    from fractions import Fraction

NOTES: Final = shipped_rows("bankcraps.cli.reports", "notes.txt")
_MEANS: Final = dict(NOTES["odds"])


class _Column(msgspec.Struct, frozen=True):
    """A column: its head and cells, and whether it needs a wide screen. `notes.txt` has its meaning."""

    head: str
    cell: Callable[[WagerEdge], str]
    wide: bool = False


_COLUMNS: Final[tuple[_Column, ...]] = (
    _Column("win", lambda one: percent(one.win, 2)),
    _Column("", lambda one: fraction(one.win), wide=True),
    _Column("lose", lambda one: percent(one.lose, 2)),
    _Column("", lambda one: fraction(one.lose), wide=True),
    _Column("push", lambda one: percent(one.push, 2) if one.push else ""),
    _Column("edge", lambda one: percent(one.edge)),
    _Column("", lambda one: fraction(one.edge) if one.edge else ""),
    _Column("resolved", lambda one: percent(one.edge_resolved) if one.push and one.edge else "", wide=True),
    _Column("outlay", lambda one: percent(one.edge_outlay) if one.edge_outlay != one.edge else ""),
    _Column("breakage", lambda one: percent(one.breakage) if one.breakage is not None else ""),
    _Column("per throw", lambda one: percent(one.edge_per_throw)),
    _Column("throws", lambda one: f"{float(one.throws_per_decision):.2f}"),
    _Column("sd", lambda one: f"{one.sd:.3f}"),
    _Column("skew", lambda one: "" if one.skew is None else f"{one.skew:.2f}", wide=True),
)

_WIDE: Final = 140
"""The least width, in characters, for all columns."""

_LONGEST: Final = 24
"""The longest fraction shown on a separate line."""


def echo_table(groups: list[tuple[str, WagerEdge]]) -> None:
    """Print a table of wagers, lowest edge first, and the meaning of its columns."""
    columns = [column for column in _COLUMNS if not column.wide or room() >= _WIDE]
    ranked = sorted(groups, key=lambda group: group[1].edge)
    rows = [[label, *(column.cell(one) for column in columns)] for label, one in ranked]
    echo_columns(["wager", *(column.head for column in columns)], rows)
    filled = [column for at, column in enumerate(columns, 1) if any(row[at] for row in rows)]
    echo_notes([(column.head, _MEANS[column.head]) for column in filled if column.head])


def echo_pays(groups: list[tuple[str, WagerEdge]]) -> None:
    """Print what regulators ask for: wager, pay, edge and clause, lowest edge first."""
    ranked = sorted(groups, key=lambda group: group[1].edge)
    echo_left(
        ("wager", "pays", "edge", "outlay", "clause"), [(label, *_regulated(one)) for label, one in ranked]
    )
    echo_pays_notes()


def echo_pays_by_house(groups: list[tuple[str, WagerByHouse]], books: Sequence[str]) -> None:
    """Print wager, house, pay, edge and clause, house by house."""
    rows = [
        (label if not at else "", book, *_regulated(one.houses[book]))
        for label, one in groups
        for at, book in enumerate(book for book in books if book in one.houses)
    ]
    echo_left(("wager", "house", "pays", "edge", "outlay", "clause"), rows)
    echo_pays_notes()


def echo_pays_notes() -> None:
    """Print the meaning of the columns of these two tables."""
    echo_notes(NOTES["pays"])


def _regulated(one: WagerEdge) -> tuple[str, str, str, str]:
    outlay = percent(one.edge_outlay) if one.edge_outlay != one.edge else ""
    return one.pays, percent(one.edge), outlay, ", ".join(one.clauses)


def echo_in_full(one: WagerEdge) -> None:
    """Print every figure of a wager, a line each."""
    click.echo(f"  {'pays':<20} {one.pays}")
    click.echo(f"  {'clauses':<20} {', '.join(one.clauses)}")
    resolved = [("edge_resolved", one.edge_resolved, "per bet that does not push")] if one.push else []
    outlay = [("edge_outlay", one.edge_outlay, "per unit laid out: the bet and the commission with it")]
    broken = [] if one.breakage is None else [("breakage", one.breakage, _MEANS["breakage"])]
    lines: list[tuple[str, Fraction, str]] = [
        ("win", one.win, ""),
        ("lose", one.lose, ""),
        ("push", one.push, ""),
        ("edge", one.edge, "expected loss per bet made, as a share of the bet"),
        *resolved,
        *(outlay if one.edge_outlay != one.edge else []),
        *broken,
        ("edge_per_throw", one.edge_per_throw, "per throw on which the bet works"),
    ]
    width = max(len(fraction(value, _LONGEST)) for _, value, _ in lines)
    for name, value, note in lines:
        click.echo(f"  {name:<20} {fraction(value, _LONGEST):>{width}}  {percent(value):>8}  {note}".rstrip())
    throws = one.throws_per_decision
    click.echo(f"  {'throws_per_decision':<20} {fraction(throws, _LONGEST):>{width}}  {float(throws):>8.4f}")
    click.echo(f"  {'sd':<20} {'':>{width}}  {one.sd:>8.4f}  of the net, per unit wagered")
    if one.skew is not None:
        click.echo(f"  {'skew':<20} {'':>{width}}  {one.skew:>8.4f}")
    if one.amount is not None:
        each = float(one.edge * one.amount) / 100
        click.echo(f"  {'costs':<20} {'':>{width}}  {each:>8.4f}  dollars per bet")


# Equal wagers share a line.

One = TypeVar("One", bound=WagerEdge | WagerByHouse)


def joined(wagers: Sequence[One], alike: Callable[[One], object]) -> list[tuple[str, One]]:
    """Join wagers of one kind whose figures are equal under one name, in the order of the table."""
    kinds = [one.label.rpartition(" ")[0] or one.label for one in wagers]
    members = Counter(kinds)
    found = grouped(((kind, alike(one)), one) for kind, one in zip(kinds, wagers, strict=True))
    return [(_together(kind, group, members[kind]), group[0]) for (kind, _), group in found.items()]


def _together(kind: str, group: Sequence[WagerEdge | WagerByHouse], members: int) -> str:
    details = [one.label.removeprefix(kind).strip() for one in group]
    if len(group) == 1:
        return group[0].label
    if len(group) == members:
        return kind.removesuffix(" on")
    if len(group) > _HOPS_NAMED and all("-" in detail for detail in details):
        hard = [first == second for first, _, second in (detail.partition("-") for detail in details)]
        return f"{kind} {'hard' if all(hard) else 'easy' if not any(hard) else 'easy and hard'}"
    return " ".join([kind, *details])


_HOPS_NAMED: Final = 4
"""The most hops named one by one."""
